package web

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"parlour"
	"parlour/cabinet"
	"parlour/table"
	"parlour/web/show"
	"parlour/web/wire"
)

// at requests something of a position. The pairs are further parameters.
func (s *site) at(what, line string, into any, pairs ...string) int {
	s.t.Helper()
	game, _, _ := strings.Cut(line, " ")
	game, _, _ = strings.Cut(game, "[")
	q := url.Values{"line": {line}}
	for i := 0; i < len(pairs); i += 2 {
		q.Add(pairs[i], pairs[i+1])
	}
	return (&person{site: s}).do("GET", "/api/games/"+game+"/position"+what+"?"+q.Encode(), nil, into)
}

// TestPositions tries every example of every game without a table: its move is
// among the legal ones, and it comes to the same position as the rules say.
func TestPositions(t *testing.T) {
	s := open(t, nil)
	for _, e := range cabinet.Games() {
		for _, x := range e.Examples() {
			var p show.Position
			if code := s.at("", x.Position, &p); code != 200 || p.Position != x.Position || p.Words == "" || len(p.Pieces) == 0 || len(p.Seats) == 0 {
				t.Fatalf("%s: %d %+v", x.Position, code, p)
			}
			text, throw := strings.CutPrefix(x.Move, "throw ")
			if !throw && x.Throw != p.Thrown {
				t.Errorf("%s: %q lies, want %q", x.Position, p.Thrown, x.Throw)
			}
			if text == "" {
				continue
			}
			var tr trial
			if code := s.at("/play", x.Position, &tr, "move", text); code != 200 || !tr.Legal || tr.After == nil {
				t.Fatalf("%s %s: %d %+v", x.Position, text, code, tr)
			}
			switch m := slices.IndexFunc(p.Moves, func(m show.ToldMove) bool { return m.Move == tr.Told.Move }); {
			case throw && (p.Needs != "throw" || p.Due == "" || len(p.Moves) > 0):
				t.Errorf("%s: a throw is due, but needs %s, due %q, %d moves", x.Position, p.Needs, p.Due, len(p.Moves))
			case !throw && m < 0:
				t.Errorf("%s: %s is not among the moves", x.Position, tr.Told.Move)
			case !throw && (p.Moves[m].Words != tr.Told.Words || tr.Told.Words == ""):
				t.Errorf("%s: %s is told as %q and as %q", x.Position, text, p.Moves[m].Words, tr.Told.Words)
			}
			match, err := e.Game.Parse(x.Position)
			if err != nil {
				t.Fatal(err)
			}
			mv, err := match.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			if want := match.Next(mv).String(); tr.After.Position != want {
				t.Errorf("%s %s leads to\n%s, want\n%s", x.Position, text, tr.After.Position, want)
			}
		}
	}
}

// TestPositionRefusals asks why something is not possible without a table.
func TestPositionRefusals(t *testing.T) {
	s := open(t, nil)
	const line = "checkers B:W18,22:B14,15 q=0"
	var v verdict
	if s.at("/why", line, &v, "from", "15", "to", "19"); v.Legal || v.Error == nil || !slices.Contains(v.Error.Clauses, "checkers/capture-any-piece") || v.Error.Why == "" {
		t.Errorf("why: %+v %+v", v, v.Error)
	}
	var tr trial
	if code := s.at("/play", line, &tr, "move", "15-19"); code != 200 || tr.Legal || tr.After != nil || !slices.Contains(tr.Error.Clauses, "checkers/capture-any-piece") {
		t.Errorf("play: %d %+v %+v", code, tr, tr.Error)
	}
	for _, bad := range [][]string{{"", "checkers nonsense"}, {"/board", "checkers "}, {"/play", "kleefeld nonsense"}, {"/steps", "checkers nonsense"}} {
		var e wire.ErrorBody
		if code := s.at(bad[0], bad[1], &e); code != 422 || e.Error.Code != wire.Refused || e.Error.Message == "" {
			t.Errorf("%s of %q: %d %+v", bad[0], bad[1], code, e.Error)
		}
	}
	var e wire.ErrorBody
	if code := s.at("", "checkers "+strings.Repeat("x", parlour.MostLine), &e); code != 400 {
		t.Errorf("a long line: %d", code)
	}
	if code := s.at("/play", line, &e, "move", strings.Repeat("x", longestMove+1)); code != 400 {
		t.Errorf("a long move: %d", code)
	}
	if code := s.at("", "no-such-game x", &e); code != 404 {
		t.Errorf("no game: %d", code)
	}
}

// TestPositionThrow throws by chance if nobody says what falls.
func TestPositionThrow(t *testing.T) {
	s := open(t, nil)
	const line = "auto-race G:5/Y:0 G - - -"
	fell := map[string]bool{}
	for len(fell) < 6 {
		var tr trial
		if code := s.at("/play", line, &tr); code != 200 || !tr.Legal || tr.After.Thrown != tr.Told.Move {
			t.Fatalf("%d %+v", code, tr)
		}
		fell[tr.Told.Move] = true
	}
	var tr trial
	if s.at("/play", line, &tr, "move", "4"); tr.After == nil || tr.After.Thrown != "4" || len(tr.After.Moves) != 1 {
		t.Errorf("a throw of 4: %+v", tr)
	}
}

// TestPositionBoard has the drawing of every piece, at once or one by one.
func TestPositionBoard(t *testing.T) {
	s := open(t, nil)
	for _, e := range cabinet.Games() {
		line := e.Examples()[0].Position
		var b show.BoardData
		var p show.Position
		if code := s.at("/board", line, &b); code != 200 || !strings.HasPrefix(b.SVG, "<svg") {
			t.Fatalf("%s: %d", line, code)
		}
		s.at("", line, &p)
		for _, piece := range p.Pieces {
			if b.Pieces[show.PieceName(piece)] == "" {
				t.Errorf("%s: no drawing of %s", line, show.PieceName(piece))
			}
		}
		var one show.PieceAnswer
		if code := s.at("/piece", line, &one, "colour", p.Pieces[0].Colour, "kind", p.Pieces[0].Kind, "face", p.Pieces[0].Face); code != 200 || one.SVG != b.Pieces[one.Name] {
			t.Errorf("%s: %d, piece %s differs", line, code, one.Name)
		}
		if p.Needs == "move" {
			var list show.StepList
			if code := s.at("/steps", line, &list); code != 200 || len(list.Next) != len(p.Steps) {
				t.Errorf("%s: %d, %d steps, want %d", line, code, len(list.Next), len(p.Steps))
			}
		}
	}
}

// TestLongTexts checks that an answer does not repeat a long text that it refuses.
func TestLongTexts(t *testing.T) {
	s := open(t, nil)
	id, ann, _ := s.duel()
	long := strings.Repeat("\x01", 50_000)
	for _, c := range []struct {
		path string
		body any
	}{
		{"/api/tables/" + id + "/actions", table.Action{Kind: table.Move, Move: strings.Repeat("é", 25_000), Key: key()}},
		{"/api/games/kleefeld/setup", parlour.Setup{Options: map[string]string{strings.Repeat("é", 25_000): "x"}}},
		{"/api/study?name=a.pdn", "[GameType \"" + long + "\"]\n1. 11-15 *"},
		{"/api/study?name=a.sgf", "(;GM[6]B[" + long + "])"},
	} {
		if _, raw, _ := ann.raw("POST", c.path, c.body, nil); len(raw) > 20_000 {
			t.Errorf("%s answers with %d bytes", c.path, len(raw))
		}
	}
}
