package web

import (
	"encoding/json"
	"io"
	"math"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"

	"parlour"
	"parlour/cabinet"
	"parlour/internal/wait"
	"parlour/lab/analyse"
	"parlour/web/show"
	"parlour/web/study"
	"parlour/web/wire"
)

// bring sends a text to POST /api/study, or further down.
func (s *site) bring(path, text string, into any) int {
	s.t.Helper()
	res := (&person{site: s}).send(s.t.Context(), "POST", "/api/study"+path, strings.NewReader(text), map[string]string{"Content-Type": "text/plain"})
	defer res.Body.Close()
	if err := json.NewDecoder(res.Body).Decode(into); err != nil {
		s.t.Fatalf("POST /api/study%s: %d %v", path, res.StatusCode, err)
	}
	return res.StatusCode
}

// Positions are read in every notation that the command reads.
func TestStudyPositions(t *testing.T) {
	s := open(t, nil)
	for text, game := range map[string]string{
		"kleefeld G:-,-,-,5/Y:-,-,-,- G 6 - run=1": "kleefeld",
		"B:W21-32:B1-12":             "checkers",
		`[FEN "W:WK22:B9,10,17,18"]`: "checkers",
		"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10": "backgammon",
		"4HPwATDgc/ABMA":                "backgammon",
		"4HPwATDgc/ABMA:cAkAAAAAAAAA":   "backgammon",
		"  checkers B:W30:B1 q=0  \r\n": "checkers",
	} {
		var b study.Brought
		if code := s.bring("", text, &b); code != 200 || b.Game != game || b.Position == "" {
			t.Errorf("%s: %d %+v", text, code, b)
		}
	}
}

// What cannot be read is answered with what was expected.
func TestStudyUnread(t *testing.T) {
	s := open(t, nil)
	for _, c := range []struct {
		path, text string
		code       int
		want       string
	}{
		{"", "", 422, "Nothing was sent. Send a position, or a file of games"},
		{"", "hello", 422, `This position cannot be used: it begins with "hello", which is none of our games: kleefeld`},
		{"", "hello\nworld", 422, "Send a position, or a file of games"},
		{"", "XGID=-b----E-C---eE---c-e----B-:0:0:1:71:0:0:0:0:10", 422, "This position cannot be used"},
		{"", "checkers B:W1:B30 q=0", 422, "uncrowned on its crown row, on 30;"},
		{"?name=x.mat", "nothing\nof this", 422, "This cannot be read as Jellyfish match files"},
		{"", "(;FF[4]", 422, "This cannot be read as Smart Game Format"},
		{"/game?number=9", "= checkers B:W30:B1 q=0\nmoves 1-5", 404, "The file has 1 game."},
		{"", strings.Repeat("x", mostBrought+1), 413, "expected at most 1 MB"},
		{"/analysis", "hello", 422, "The game cannot be read"},
	} {
		var e wire.ErrorBody
		if code := s.bring(c.path, c.text, &e); code != c.code || e.Error == nil || !strings.Contains(e.Error.Message, c.want) {
			t.Errorf("%.40q: %d %+v; expected %d %q", c.text, code, e.Error, c.code, c.want)
		}
	}
}

// However many texts one address sends, and however slowly, another address is
// answered, and only so many texts are in memory.
func TestStudyAddresses(t *testing.T) {
	s := open(t, proxied)
	const ours, line = 8, "checkers B:W30:B1 q=0" // as study.Desk allows
	from := func(address string, body io.Reader) int {
		res := (&person{site: s}).send(t.Context(), "POST", "/api/study", body, map[string]string{"Content-Type": "text/plain", "X-Forwarded-For": address})
		defer res.Body.Close()
		return res.StatusCode
	}
	var slow sync.WaitGroup
	var ends []*io.PipeWriter
	for range ours {
		body, w := io.Pipe()
		ends = append(ends, w)
		slow.Go(func() {
			if code := from("192.0.2.1", body); code != 200 {
				t.Errorf("a slow text: %d", code)
			}
		})
	}
	wait.For(t, "the slow texts to be on their way", func() bool { return s.s.desk.Len() == ours })
	if code := from("192.0.2.1", strings.NewReader(line)); code != 429 {
		t.Errorf("one more from the same address: %d", code)
	}
	if code := from("192.0.2.2", strings.NewReader(line)); code != 200 {
		t.Errorf("from another address: %d", code)
	}
	for _, w := range ends {
		io.WriteString(w, line)
		w.Close()
	}
	slow.Wait()
	if n := s.s.desk.Len(); n != 0 {
		t.Errorf("%d places are still taken", n)
	}
}

// Files of every format are listed and told game by game, whatever their name.
func TestStudyFiles(t *testing.T) {
	s := open(t, nil)
	for _, c := range []struct {
		file, game string
		games      int
	}{
		{"../record/mat/testdata/jellyfish.mat", "backgammon", 0},
		{"../record/mat/testdata/gnubg.mat", "backgammon", 0},
		{"../record/sgf/testdata/gnubg-match.sgf", "backgammon", 0},
		{"../record/pdn/testdata/games.pdn", "checkers", 0},
		{"", "checkers", 2},
	} {
		text := "= checkers B:W30:B1 q=0\nmoves 1-5 30-26\n\n@ Seat B: Ann\n= checkers B:W30:B1 q=0\nmoves 1-6\n"
		if c.file != "" {
			data, err := os.ReadFile(c.file)
			if err != nil {
				t.Fatal(err)
			}
			text = string(data)
			games, _ := cabinet.FormatByFile(c.file).Read(strings.NewReader(text))
			c.games = len(games)
		}
		for _, name := range []string{"", "?name=x.txt", "?name=" + c.file[max(0, len(c.file)-6):]} {
			var b study.Brought
			if code := s.bring(name, text, &b); code != 200 || len(b.Games) != c.games || b.Games[0].Game != c.game || b.Format == "" {
				t.Fatalf("%s %s: %d %+v", c.file, name, code, b)
			}
			for _, g := range b.Games {
				var told study.ToldGame
				if code := s.bring("/game?number="+string(rune('0'+g.Number)), text, &told); code != 200 || len(told.Frames) != g.Plays+1 || told.Frames[0].Position == "" || len(told.Frames[g.Plays].Pieces) == 0 {
					t.Errorf("%s, game %d: %d, %d frames for %d plays", c.file, g.Number, code, len(told.Frames), g.Plays)
				}
			}
		}
	}
}

// The analysis of a game that was brought has the numbers of the command, and
// the game can be saved in the formats that hold it.
func TestStudyAnalysis(t *testing.T) {
	s := open(t, nil)
	const data = " 5 point match\n\n Game 1\n Ann : 0                       Bob : 0\n  1)                             63: 24/15\n  2) 62: 24/18 13/11\n"
	var told study.ToldGame
	s.bring("/game", data, &told)
	var got study.Analysis
	for s.bring("/analysis", told.Record, &got) == http.StatusAccepted {
	}
	games, err := cabinet.FormatByName("mat").Read(strings.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	want, err := cabinet.ByID("backgammon").Analyst().Record(t.Context(), games[0])
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Events) != len(want.Events) || len(got.Seqs) != len(told.Frames)-1 || got.Seqs[0] != 1 {
		t.Fatalf("%d events, %d seqs, %d frames; expected %d events", len(got.Events), len(got.Seqs), len(told.Frames), len(want.Events))
	}
	for i := range want.Events {
		g, w := &got.Events[i], &want.Events[i]
		if g.Text != w.Text || g.Best != w.Best || math.Abs(g.Error-w.Error) > 1e-6 || math.Abs(g.After[0]-w.After[0]) > 1e-6 {
			t.Errorf("event %d is %+v, and the command says %+v", i, g, w)
		}
	}
	if got.Sides[0] != want.Sides[0] || len(got.Turning) != len(want.Turning) || got.Events[0].Kind != analyse.Throw {
		t.Errorf("the sides are %+v, and the command says %+v", got.Sides, want.Sides)
	}
	for _, c := range []struct {
		in   study.Saving
		code int
		want string
	}{
		{study.Saving{Format: "mat", Record: told.Record}, 200, "5 point match"},
		{study.Saving{Format: "sgf", Record: told.Record}, 200, "(;"},
		{study.Saving{Format: "record", Record: told.Record}, 200, "= backgammon[match=5]"},
		{study.Saving{Format: "pdn", Record: told.Record}, 422, "not written in that format"},
		{study.Saving{Format: "x"}, 404, "no such format"},
		{study.Saving{Format: "pdn", Start: "B:W21-32:B1-12", Plays: []string{"11-15", "23-19"}}, 200, "1. 11-15 23-19"},
		{study.Saving{Format: "pdn", Start: "B:W21-32:B1-12", Plays: []string{"11-18"}}, 422, `"why"`},
	} {
		code, body, _ := (&person{site: s}).raw("POST", "/api/study/save", c.in, nil)
		if code != c.code || !strings.Contains(string(body), c.want) {
			t.Errorf("%+v: %d %s", c.in.Format, code, body)
		}
	}
}

// A position taken apart is put together again, with words for everything that
// people set, and a fault has its clause.
func TestEdit(t *testing.T) {
	s := open(t, nil)
	p := &person{site: s}
	for _, e := range cabinet.Games() {
		for _, x := range e.Examples()[:3] {
			var got, again show.Edited
			if code := s.at("/edit", x.Position, &got); code != 200 || got.Position != x.Position || len(got.Tray) == 0 {
				t.Fatalf("%s: %d %+v", x.Position, code, got)
			}
			in := show.Edit{Options: got.Options, Pieces: got.Pieces, Fields: map[string]string{}}
			for _, f := range got.Fields {
				in.Fields[f.Key] = f.Value
				if !f.Kept && (f.Label == "" || f.Label == f.Key) {
					t.Errorf("%s: the field %s has no label", e.Info.ID, f.Key)
				}
			}
			if code := p.do("POST", "/api/games/"+e.Info.ID+"/edit", in, &again); code != 200 || again.Position != x.Position {
				t.Errorf("%s becomes %d %q %v", x.Position, code, again.Position, again.Faults)
			}
		}
		var start show.Edited
		if code := p.do("POST", "/api/games/"+e.Info.ID+"/edit", show.Edit{Start: true}, &start); code != 200 || start.Position == "" || len(start.Pieces) == 0 {
			t.Errorf("%s: the start is %d %+v", e.Info.ID, code, start)
		}
	}
	var bad show.Edited
	in := show.Edit{Pieces: []parlour.Piece{{Place: "30", Colour: "B", Kind: "man"}}, Fields: map[string]string{"turn": "W"}}
	p.do("POST", "/api/games/checkers/edit", in, &bad)
	if bad.Position != "" || len(bad.Faults) == 0 || bad.Faults[0].Clause != "checkers/crown" || strings.Contains(bad.Faults[0].Words, "[") || bad.Fields[0].Value != "W" || len(bad.Pieces) != 1 {
		t.Errorf("a man on the crown row: %+v", bad)
	}
	if code := p.do("POST", "/api/games/checkers/edit", show.Edit{Pieces: make([]parlour.Piece, mostPieces+1)}, nil); code != 422 {
		t.Errorf("too many pieces: %d", code)
	}
}

// A look ends when its reader goes.
func TestPositionLook(t *testing.T) {
	s := open(t, nil)
	l := (&person{site: s}).listen("/api/games/checkers/position/look?line=B:W21-32:B1-12", nil)
	if h := l.next(); h.kind != "look" {
		t.Errorf("the first event is %s", h.kind)
	}
	l.body.Close()
	wait.For(t, "the look ends", func() bool { return s.s.looks.Len() == 0 })
}

// A short file cannot make a long answer: each square that it names once too often
// would be a fault.
func TestStudyNonsense(t *testing.T) {
	s := open(t, nil)
	text := `[FEN "B:W` + strings.Repeat("1-32,", 20_000) + "1:B1\"]\n*\n"
	code, body, _ := s.person().raw("POST", "/api/tables", map[string]any{"terms": map[string]any{"game": "checkers", "position": text[6:40_000]}, "key": key()}, nil)
	if code != 422 || len(body) > 10_000 {
		t.Errorf("a table: %d and %d bytes: %.200s", code, len(body), body)
	}
	res := (&person{site: s}).send(t.Context(), "POST", "/api/study?name=a.pdn", strings.NewReader(text), map[string]string{"Content-Type": "text/plain"})
	defer res.Body.Close()
	if answer, err := io.ReadAll(res.Body); err != nil || res.StatusCode != 422 || len(answer) > 10_000 {
		t.Errorf("a file: %d and %d bytes, %v: %.200s", res.StatusCode, len(answer), err, answer)
	}
}
