package web

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"parlour/cabinet"
	"parlour/internal/wait"
	"parlour/lab/analyse"
	"parlour/record"
	"parlour/table"
	"parlour/web/study"
	"parlour/web/wire"
)

// finished makes a table where bots finish a game by themselves.
func (s *site) finished(game, position string) (id string, v *wire.View) {
	s.t.Helper()
	p := s.person()
	e := cabinet.ByID(game)
	bots := slices.Repeat([]string{"random"}, e.Info.Players[0])
	id = p.createAs(table.Terms{Game: game, Bots: bots, Position: position, Pace: table.AtOnce}, 0)
	wait.For(s.t, "the end of a game", func() bool {
		v = p.view(id)
		return v.Status == table.Over
	})
	return id, v
}

// analysed asks until the analysis is there.
func (p *person) analysed(id string) (a study.Analysis, raw []byte) {
	p.t.Helper()
	for {
		code, raw, _ := p.raw("GET", "/api/tables/"+id+"/analysis", nil, nil)
		switch code {
		case http.StatusOK:
			if err := json.Unmarshal(raw, &a); err != nil {
				p.t.Fatal(err)
			}
			return a, raw
		case http.StatusAccepted:
			var far study.Progress
			if err := json.Unmarshal(raw, &far); err != nil || far.All == 0 || far.Done > far.All {
				p.t.Fatalf("%s: %v", raw, err)
			}
		default:
			p.t.Fatalf("%d %s", code, raw)
		}
	}
}

// The page shows what parlour analyse finds in the record of the table, for
// two and for four players.
func TestAnalysis(t *testing.T) {
	s := open(t, nil)
	for game, position := range map[string]string{
		"parker": "parker G:40,*,*,*/Y:5,*,*,*/B:20,*,*,*/R:30,*,*,* G - - -", "backgammon": "XGID=-BBBB----------------bbbb-:0:0:1:00:0:0:0:0:10",
	} {
		id, v := s.finished(game, position)
		stranger := &person{site: s}
		got, raw := stranger.analysed(id)
		_, text, _ := stranger.raw("GET", "/api/tables/"+id+"/record", nil, nil)
		var want *analyse.Report
		for rec, err := range record.Read(bytes.NewReader(text)) {
			if err != nil {
				t.Fatal(err)
			}
			if want, err = cabinet.ByID(game).Analyst().Record(context.Background(), rec); err != nil {
				t.Fatal(err)
			}
		}
		if len(got.Events) != len(want.Events) || len(got.Seqs) != len(got.Events) || !slices.Equal(got.Turning, want.Turning) || !reflect.DeepEqual(got.Sides, want.Sides) {
			t.Fatalf("%s: %d events with %d numbers, want %d; turning points %v, want %v", game, len(got.Events), len(got.Seqs), len(want.Events), got.Turning, want.Turning)
		}
		var log struct{ Events []wire.Event }
		stranger.do("GET", "/api/tables/"+id+"/events", nil, &log)
		for i, e := range got.Events {
			w, at := want.Events[i], log.Events[got.Seqs[i]-1]
			if e.Text != w.Text || e.Mark != w.Mark || math.Abs(e.Error-w.Error) > 1e-6 || len(e.Choices) != len(w.Choices) {
				t.Errorf("%s: event %d is %+v, want %+v", game, i, e, w)
			}
			for s := range e.After {
				if math.Abs(e.After[s]-w.After[s]) > 1e-6 {
					t.Errorf("%s: after event %d %v, want %v", game, i, e.After, w.After)
				}
			}
			if at.Body.Throw != e.Text && at.Body.Move != e.Text {
				t.Errorf("%s: event %d %q is said to be entry %d, which is %q", game, i, e.Text, at.Seq, at.Notation)
			}
		}
		fits(t, "GET /api/tables/{table}/analysis", raw)
		if _, again := stranger.analysed(id); !bytes.Equal(again, raw) {
			t.Error("asked again it differs")
		}
		if v.Seq < got.Seqs[len(got.Seqs)-1] {
			t.Errorf("%s: the last entry is %d, the analysis ends with %d", game, v.Seq, got.Seqs[len(got.Seqs)-1])
		}
	}
}

// Nobody can analyse a running game, and the analysis of a deleted one is gone.
func TestNoAnalysis(t *testing.T) {
	s := open(t, nil)
	id, ann, _ := s.duel()
	ann.must(id, table.Action{Kind: table.Move, Move: "11-15", Seq: 3})
	var out wire.ErrorBody
	if code := ann.do("GET", "/api/tables/"+id+"/analysis", nil, &out); code != 422 || !strings.Contains(out.Error.Message, "not over") {
		t.Errorf("%d %+v", code, out.Error)
	}
	ann.must(id, table.Action{Kind: table.Resign, Chair: 1, Seq: 4})
	if a, _ := ann.analysed(id); len(a.Events) != 1 || a.Seqs[0] != 4 {
		t.Errorf("%+v", a)
	}
	if code := ann.do("DELETE", "/api/tables/"+id, nil, nil); code != 204 {
		t.Fatalf("deleted: %d", code)
	}
	if code := ann.do("GET", "/api/tables/"+id+"/analysis", nil, &out); code != 404 {
		t.Errorf("after the deletion: %d", code)
	}
}
