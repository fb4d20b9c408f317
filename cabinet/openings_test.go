package cabinet_test

import (
	"math"
	"strings"
	"testing"

	"parlour/cabinet"
	"parlour/learn/opening"
	"parlour/learn/theory"
)

// Every book is complete: it has all the lines that its maker makes, their
// moves are legal, and the best replies come first.
func TestOpenings(t *testing.T) {
	for _, e := range cabinet.Games() {
		b := e.Openings()
		if (b == nil) != (e.Opener == nil) {
			t.Errorf("%s has a book without a maker, or a maker without a book", e.Info.ID)
		}
		if b == nil {
			continue
		}
		if b.Made.Method != e.Opener.Method || b.Made.Command != "parlour book build "+e.Info.ID || b.Made.Date == "" {
			t.Errorf("%s: the book was made in another way: %+v, want %q", e.Info.ID, b.Made, e.Opener.Method)
		}
		there := map[string]bool{}
		for i := range b.Lines {
			there[strings.Join(b.Lines[i].Path, ";")] = true
		}
		for _, r := range e.Opener.Roots() {
			if !there[strings.Join(r.Path, ";")] {
				t.Errorf("%s has no line %v", e.Info.ID, r.Path)
			}
		}
		for i := range b.Lines {
			l := &b.Lines[i]
			m, err := b.Match(l)
			if err != nil {
				t.Fatalf("%s: %v", e.Info.ID, err)
			}
			if len(l.Replies) == 0 {
				t.Errorf("%s: %v has no reply", e.Info.ID, l.Path)
			}
			for k, r := range l.Replies {
				if mv, err := m.Parse(r.Move); err != nil || m.Text(mv) != r.Move {
					t.Errorf("%s: %v %s: %v", e.Info.ID, l.Path, r.Move, err)
				}
				if k > 0 && r.Value > l.Replies[k-1].Value {
					t.Errorf("%s: after %v, %s comes behind a worse move", e.Info.ID, l.Path, r.Move)
				}
			}
			if l.Level == 0 && b.At(m) != l {
				t.Errorf("%s: %v is not found by its position", e.Info.ID, l.Path)
			}
			for _, path := range e.Opener.Next(l, l.Level) {
				if !there[strings.Join(path, ";")] {
					t.Errorf("%s has no line %v", e.Info.ID, path)
				}
			}
		}
	}
	if n := len(cabinet.ByID("checkers").Openings().Roots()); n != 156 {
		t.Errorf("%d ballots, want 156", n)
	}
}

// The figures of a book are those that its maker finds: a sample is made again. Where
// they come from chance, four standard errors are allowed. Make the books again when
// the players have learned.
func TestOpeningsAgain(t *testing.T) {
	for _, c := range []struct {
		game string
		ask  string
	}{{"checkers", "86"}, {"checkers", "9-13 21-17 5-9 25-21"}, {"backgammon", "31 8/5 6/5 64"}} {
		e := cabinet.ByID(c.game)
		b := e.Openings()
		l := b.Find(c.ask)[0]
		m, err := b.Match(l)
		if err != nil {
			t.Fatal(err)
		}
		got, err := e.Opener.Judge()(t.Context(), m, l.Level)
		if err != nil {
			t.Fatal(err)
		}
		value := map[string]opening.Reply{}
		for _, r := range got {
			value[r.Move] = r
		}
		for _, r := range l.Replies {
			again, ok := value[r.Move]
			most := 0.001
			if r.Err > 0 {
				most = 4 * math.Hypot(r.Err, again.Err)
			}
			if ok && math.Abs(again.Value-r.Value) > most {
				t.Errorf("%s: %v %s is %v ± %v in the book, and %v when made again", c.game, l.Path, r.Move, r.Value, r.Err, again.Value)
			}
		}
		if _, ok := value[l.Best().Move]; !ok {
			t.Errorf("%s: %s, the best after %v, is not among those made again", c.game, l.Best().Move, l.Path)
		}
	}
}

// The expert of checkers plays by the book, which gives nothing away: in no ballot is
// the best move worth a man less than nothing. The levels below think for themselves.
func TestExpertByTheBook(t *testing.T) {
	e := cabinet.ByID("checkers")
	b := e.Openings()
	expert, err := e.Player("expert", 1)
	if err != nil {
		t.Fatal(err)
	}
	plain := 0
	for i := range b.Lines {
		l := &b.Lines[i]
		if l.Best().Value <= -1 {
			t.Errorf("%v: the best move is worth %v", l.Path, l.Best().Value)
		}
		m, err := b.Match(l)
		if err != nil {
			t.Fatal(err)
		}
		if len(m.Moves()) < 2 {
			continue
		}
		plain++
		mv, err := expert.Choose(t.Context(), m)
		if err != nil || m.Text(mv) != l.Best().Move {
			t.Errorf("after %v the expert plays %s, the book says %s (%v)", l.Path, m.Text(mv), l.Best().Move, err)
		}
	}
	if plain < 300 {
		t.Errorf("only %d lines have a choice", plain)
	}
}

// The endgame tables are asked by position.
func TestEndingAt(t *testing.T) {
	for _, c := range []struct {
		line string
		want theory.Verdict
		best string
	}{
		{"checkers W:WK15,K18:BK1", theory.Verdict{Result: theory.Wins, Plies: 19}, "15-10"},
		{"checkers B:WK15,K18:BK5", theory.Verdict{Result: theory.Loses, Plies: 20}, ""},
		{"checkers W:WK32:BK1", theory.Verdict{Result: theory.Draws}, ""},
	} {
		e, m, err := cabinet.Parse(c.line)
		if err != nil {
			t.Fatal(err)
		}
		x := e.EndingAt(m)
		if x == nil || x.Verdict != c.want || c.best != "" && x.Moves[0].Move != c.best || x.Moves[0].Verdict != x.Verdict || len(x.Moves) != len(m.Moves()) {
			t.Errorf("%s: %+v, want %+v", c.line, x, c.want)
		}
	}
	e, m, err := cabinet.Parse("checkers B:W21-32:B1-12")
	if err != nil || e.EndingAt(m) != nil {
		t.Errorf("the start is an ending, or %v", err)
	}
}
