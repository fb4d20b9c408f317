package backgammon

import (
	"context"
	"math"
	"testing"

	"parlour"
	"parlour/bot"
	"parlour/games/backgammon"
	"parlour/learn/theory"
)

// opinions returns what the expert says about a position, by move.
func opinions(t *testing.T, line string) (*theory.Unit, map[string]bot.Opinion) {
	t.Helper()
	m, err := backgammon.Game().Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	a := bot.NewAdviser(Level("expert"))
	list, err := a.Moves(context.Background(), m)
	if err != nil {
		t.Fatal(err)
	}
	by := map[string]bot.Opinion{}
	for _, o := range list {
		by[m.Text(o.Move)] = o
	}
	return a.Unit(m), by
}

// The shares of wins, gammons and backgammons add up to an equity without the cube. Of
// opening plays it is close to that of GNU Backgammon 1.07.001, 2-ply, cubeless.
func TestParts(t *testing.T) {
	for _, c := range []struct {
		throw, play string
		equity      float64
	}{
		{"31", "8/5 6/5", 0.1588}, {"31", "24/23 13/10", -0.0064}, {"42", "8/4 6/4", 0.1178}, {"53", "8/3 6/3", 0.0606},
		{"61", "13/7 8/7", 0.0987}, {"61", "24/23 24/18", -0.0298}, {"64", "8/2 6/2", 0.0106}, {"65", "24/13", 0.055},
	} {
		unit, by := opinions(t, "backgammon[doubling=none] XGID=-b----E-C---eE---c-e----B-:0:0:1:"+c.throw+":0:0:0:0:0 move")
		o, ok := by[c.play]
		if !ok {
			t.Fatalf("%s is not judged", c.play)
		}
		p := o.Detail.Parts
		if len(p) != len(unit.Parts) || math.Abs(p[0][0]+p[0][1]-1) > 1e-6 {
			t.Fatalf("%s: the parts are %v", c.play, p)
		}
		own, other := p[0][0]+p[1][0]+p[2][0], p[0][1]+p[1][1]+p[2][1]
		if math.Abs(own-other-c.equity) > 0.02 {
			t.Errorf("%s: the parts make %+.4f, want about %+.4f", c.play, own-other, c.equity)
		}
		if v := unit.Value(o.Shares[backgammon.X]); math.Abs(v-(own-other)) > 1e-3 {
			t.Errorf("%s: without a cube the equity is %+.4f, but the parts make %+.4f", c.play, v, own-other)
		}
	}
}

// A game for a stake is written in points, a match in chances to win it.
func TestUnits(t *testing.T) {
	unit, by := opinions(t, "backgammon XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10")
	if got := unit.Named(unit.Text(by["8/5 6/5"].Shares[backgammon.X])); got != "+0.228 points" {
		t.Errorf("31 is worth %s", got)
	}
	m, err := backgammon.Game().New(parlour.Setup{Options: map[string]string{"match": "5"}})
	if err != nil {
		t.Fatal(err)
	}
	if u := bot.NewAdviser(Level("expert")).Unit(m); u.Name != "" || u.Heading != "Match" {
		t.Errorf("the unit of a match is %+v", u.Labels)
	}
}

// The book of openings gives the figures of an analysis: equity with the cube, wins,
// gammons and backgammons. It comes from rollouts, an analysis from a search, so they
// differ a little.
func TestBookAsAnalysis(t *testing.T) {
	b := OpeningBook()
	for _, line := range []string{"31", "42", "31 8/5 6/5 64"} {
		l := b.Find(line)[0]
		m, err := b.Match(l)
		if err != nil {
			t.Fatal(err)
		}
		unit, by := opinions(t, m.String())
		if unit != b.Unit {
			t.Fatalf("the book is written in %s, an analysis in %s", b.Unit.Name, unit.Name)
		}
		for _, r := range l.Replies {
			o := by[r.Move]
			if v := unit.Value(o.Shares[m.Turn().Seat]); math.Abs(v-r.Value) > 0.06+3*r.Err {
				t.Errorf("%s %s is %+.3f in the book, and %+.3f in an analysis", line, r.Move, r.Value, v)
			}
			for i, part := range o.Detail.Parts {
				for s := range part {
					if math.Abs(part[s]-r.Parts[i][s]) > 0.03 {
						t.Errorf("%s %s: the share of %s is %v in the book, and %v in an analysis", line, r.Move, unit.Parts[i], r.Parts[i], part)
					}
				}
			}
		}
	}
}
