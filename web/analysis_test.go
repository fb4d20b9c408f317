package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"parlour/cabinet"
	"parlour/internal/wait"
	"parlour/lab/analyse"
	"parlour/record"
	"parlour/table"
	"parlour/web/live"
)

// finished makes a table where bots finish a game by themselves.
func (s *site) finished(game, position string) (id string, v *live.View) {
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
func (p *person) analysed(id string) (a analysis, raw []byte) {
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
			var far progress
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
		var log struct{ Events []live.Event }
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
		var any any
		if err := json.Unmarshal(raw, &any); err != nil {
			t.Fatal(err)
		}
		fits(t, "analysis", any, reflect.TypeFor[analysis]())
		if _, again := stranger.analysed(id); !bytes.Equal(again, raw) {
			t.Error("asked again it differs")
		}
		if v.Seq < got.Seqs[len(got.Seqs)-1] {
			t.Errorf("%s: the last entry is %d, the analysis ends with %d", game, v.Seq, got.Seqs[len(got.Seqs)-1])
		}
	}
}

// A running game is nobody's to analyse, and a deleted one is forgotten.
func TestNoAnalysis(t *testing.T) {
	s := open(t, nil)
	id, ann, _ := s.duel()
	ann.must(id, table.Action{Kind: table.Move, Move: "11-15", Seq: 3})
	var out errorBody
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
	if s.s.analyses.find(id) != nil {
		t.Error("the analysis outlives its table")
	}
	if code := ann.do("GET", "/api/tables/"+id+"/analysis", nil, &out); code != 404 {
		t.Errorf("after the deletion: %d", code)
	}
}

// What was taken back is no part of the game.
func TestPlayed(t *testing.T) {
	kinds := []table.Kind{table.Created, table.Sit, table.Move, table.Chat, table.Move, table.Move, table.GiveBack, table.Move}
	var events []table.Event
	for i, k := range kinds {
		events = append(events, table.Event{Seq: int64(i) + 1, Kind: k, Body: table.Body{Plies: 2}})
	}
	if got := played(events); !slices.Equal(got, []int64{3, 8}) {
		t.Errorf("played: %v", got)
	}
}

// jobOf is an analysis of a game of checkers that takes a while.
func jobOf(t *testing.T, table, address string, moves int) *job {
	t.Helper()
	e := cabinet.ByID("checkers")
	m, err := e.Game.New(e.Typical.Setup)
	if err != nil {
		t.Fatal(err)
	}
	rec := record.Begin(m)
	seqs := []int64{}
	for n := range moves {
		mv := m.Moves()[0]
		rec.Add(m, mv, e.Style)
		if err := m.Play(mv); err != nil {
			t.Fatal(err)
		}
		seqs = append(seqs, int64(n))
	}
	return &job{table: table, address: address, entry: e, rec: rec, seqs: seqs}
}

// One game is looked at after the other, as long as somebody waits for it.
func TestAnalysesQueue(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	a := newAnalyses(ctx)
	now := time.Now()
	a.now = func() time.Time { return now }
	enter := func(id, address string) (*job, error) { return a.enter(jobOf(t, id, address, 40)) }
	first, err := enter("first", "x")
	if err != nil {
		t.Fatal(err)
	}
	if again, err := enter("first", "y"); err != nil || again != first {
		t.Errorf("asked twice: %v", err)
	}
	var last *job
	for n := range mostOfOne - 1 {
		if last, err = enter("more"+strconv.Itoa(n), "x"); err != nil {
			t.Fatal(err)
		}
	}
	if p, ended := a.state(last); ended || p.Ahead > mostOfOne || p.All != 40 {
		t.Errorf("in the queue: %+v %v", p, ended)
	}
	var e *Error
	if _, err := enter("toomany", "x"); !errors.As(err, &e) || e.Code != Limited {
		t.Errorf("one address has a queue of its own: %v", err)
	}
	for n := range mostWaiting {
		_, err = enter("crowd"+strconv.Itoa(n), "address"+strconv.Itoa(n))
	}
	if !errors.As(err, &e) || e.Code != Busy {
		t.Errorf("the queue has no end: %v", err)
	}
	long := jobOf(t, "long", "z", 40)
	long.seqs = make([]int64, mostLooked+1)
	if _, err := a.enter(long); !errors.As(err, &e) || e.Code != Refused {
		t.Errorf("a game without end: %v", err)
	}

	// Everybody leaves.
	a.mu.Lock()
	now = now.Add(patientFor + time.Second)
	a.mu.Unlock()
	<-last.ready
	if last.err == nil || last.body != nil {
		t.Error("it was done although nobody waited")
	}
	<-first.ready
	if a.find("first") != nil && first.err != nil {
		t.Errorf("given up, it is still kept: %v", first.err)
	}
}

// Games that one address asked for, however long they take, leave room for one
// that another asks for.
func TestAnalysesAddresses(t *testing.T) {
	a := newAnalyses(t.Context())
	a.bench.slice = 0 // everybody has a turn after every move
	now := time.Now()
	a.now = func() time.Time { return now } // nobody loses patience
	busy := sit(t, a.bench, "z", "")        // nothing begins before all are there
	var long []*job
	for n := range mostOfOne {
		j, err := a.enter(jobOf(t, "long"+strconv.Itoa(n), "x", 40))
		if err != nil {
			t.Fatal(err)
		}
		long = append(long, j)
	}
	j, err := a.enter(jobOf(t, "short", "y", 2))
	if err != nil {
		t.Fatal(err)
	}
	if p, _ := a.state(j); p.Ahead != 2 {
		t.Errorf("%d games are looked at before it, want 2", p.Ahead)
	}
	a.bench.leave(busy)
	wait.Receive(t, "the short game", j.ready)
	for _, l := range long {
		if _, ended := a.state(l); ended {
			t.Error("a long game came first")
		}
	}
	if j.err != nil || len(j.body) == 0 {
		t.Errorf("the short game: %v", j.err)
	}
}

// Analyses that were asked for longest ago make room.
func TestAnalysesShrink(t *testing.T) {
	a := newAnalyses(t.Context())
	now := time.Now()
	for n := range 4 {
		id := strconv.Itoa(n)
		a.of[id] = &job{table: id, asked: now.Add(time.Duration(n) * time.Second), drawing: drawing{body: make([]byte, keptAnalyses/3)}}
		a.kept += keptAnalyses / 3
	}
	a.shrink(a.of["0"])
	if a.of["0"] == nil || a.of["1"] != nil || a.of["2"] == nil || a.of["3"] == nil || a.kept > keptAnalyses {
		t.Errorf("kept %d bytes of %d analyses", a.kept, len(a.of))
	}
}

// A record that cannot be followed is refused in words, and forgotten.
func TestBadAnalysis(t *testing.T) {
	a := newAnalyses(t.Context())
	j := jobOf(t, "bad", "x", 40)
	j.rec.Entries[1].Move = "1-2"
	j, err := a.enter(j)
	if err != nil {
		t.Fatal(err)
	}
	<-j.ready
	var e *Error
	if !errors.As(j.err, &e) || e.Code != Refused || !strings.Contains(e.Message, "cannot be looked at") {
		t.Errorf("%v", j.err)
	}
	if a.find("bad") != nil {
		t.Error("it is kept")
	}
}
