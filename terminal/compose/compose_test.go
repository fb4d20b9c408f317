package compose_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlour"
	"parlour/cabinet"
	"parlour/terminal/compose"
)

func match(t *testing.T, line string) (*cabinet.Entry, parlour.Match) {
	t.Helper()
	e, m, err := cabinet.Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	return e, m
}

// In every game, along random games: steps lead to legal moves only and to all of
// them, a composed turn shows the pieces as the move leaves them, and undoing every
// gesture leads back.
func TestEveryGame(t *testing.T) {
	for _, e := range cabinet.Games() {
		r := rand.New(rand.NewPCG(1, 2))
		m, err := e.Game.New(parlour.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		for range 120 {
			turn := m.Turn()
			if turn.Over() {
				break
			}
			if turn.Dice != 0 {
				m = m.Next(turn.Dice.Nth(r.IntN(turn.Dice.Weight())))
				continue
			}
			b, legal := e.Board(m), m.Moves()
			c := compose.New(m)
			for !c.Complete() && len(c.Next()) > 0 {
				from := c.Sources()
				if len(from) == 0 || r.IntN(4) == 0 {
					c.Take([]*compose.Node{c.Next()[r.IntN(len(c.Next()))]})
					continue
				}
				to := c.Targets(from[r.IntN(len(from))])
				c.Take(to[r.IntN(len(to))].Chain)
			}
			mv, err := m.Parse(c.End())
			if err != nil || !slices.Contains(legal, mv) {
				t.Fatalf("%s: %v come to %q, which is not legal: %v", m, c.Texts(), c.End(), err)
			}
			if got, want := sorted(c.Pieces(b)), sorted(m.Next(mv).Pieces()); !slices.Equal(got, want) {
				t.Fatalf("%s, %s: the pieces are %v, want %v", m, c.End(), got, want)
			}
			for c.Gestures() > 0 {
				c.Undo()
			}
			if got, want := sorted(c.Pieces(b)), sorted(m.Pieces()); !slices.Equal(got, want) {
				t.Fatalf("%s: taken back, the pieces are %v", m, got)
			}
			m = m.Next(mv)
		}
	}
}

// sorted writes pieces in order. Games may turn tiles and cubes, so only their
// places and colours count.
func sorted(pieces []parlour.Piece) []string {
	var list []string
	for _, p := range pieces {
		if p.Kind != "cube" {
			list = append(list, p.Place+" "+p.Colour)
		}
	}
	slices.Sort(list)
	return list
}

// A man that jumps twice is led over both men in one gesture, and they are gone.
func TestJumps(t *testing.T) {
	e, m := match(t, "checkers B:W6,15,29:B1,3 q=0")
	c := compose.New(m)
	if from := c.Sources(); !slices.Equal(from, []string{"1"}) {
		t.Fatalf("%v can move", from)
	}
	if touch := c.Touch("3", true); touch.Does != compose.Why || touch.From != "3" {
		t.Errorf("touching a man that cannot move is %+v", touch)
	}
	touch := c.Touch("1", true)
	if touch.Does != compose.Lift {
		t.Fatalf("touching the man is %+v", touch)
	}
	c.Lift("1")
	for _, x := range c.Targets("1") {
		if x.Through != (x.Place == "10") {
			t.Errorf("%s through: %v", x.Place, x.Through)
		}
	}
	if touch := c.Touch("7", false); touch.Does != compose.Why || touch.From != "1" || touch.To != "7" {
		t.Errorf("a square that cannot be reached is %+v", touch)
	}
	touch = c.Touch("19", false)
	if touch.Does != compose.Take || len(touch.Chain) != 2 {
		t.Fatalf("touching the end is %+v", touch)
	}
	c.Take(touch.Chain)
	if !c.Complete() || c.End() != "1x19" {
		t.Errorf("%v come to %q", c.Texts(), c.End())
	}
	if got := sorted(c.Pieces(e.Board(m))); !slices.Equal(got, []string{"19 B", "29 W", "3 B"}) {
		t.Errorf("the pieces are %v", got)
	}
}

// Two dice: a click on a man uses the larger one, a second click leads the same
// man on, and a click on a point plays the only man that can go there.
func TestDice(t *testing.T) {
	m := start(t, "backgammon", "31")
	c := compose.New(m)
	chain := c.First("8")
	if len(chain) != 1 || chain[0].To != "5" {
		t.Fatalf("a click on point 8 leads %v", texts(chain))
	}
	c.Take(chain)
	if c.Complete() || c.Used() != "3" {
		t.Errorf("after the first die: %v, %q used", c.Texts(), c.Used())
	}
	if touch := c.Touch("5", true); touch.Does != compose.Lift && touch.Does != compose.Instead {
		t.Errorf("touching the man again is %+v", touch)
	}
	c.Undo()
	if len(c.Texts()) != 0 || c.Used() != "" {
		t.Errorf("undone, %v are left", c.Texts())
	}
	if touch := c.Touch("23", false); touch.Does != compose.Take || touch.Chain[0].From != "24" {
		t.Errorf("touching the empty point 23 is %+v", touch)
	}
	if touch := c.Touch("", false); touch.Does != compose.Lower {
		t.Errorf("touching nothing is %+v", touch)
	}
	c.Lift("13")
	if touch := c.Touch("18", false); touch.Does != compose.Why || touch.From != "13" || touch.To != "18" {
		t.Errorf("touching a point that cannot be reached is %+v", touch)
	}
}

// start begins a game with a throw.
func start(t *testing.T, game, throw string) parlour.Match {
	t.Helper()
	m, err := cabinet.ByID(game).Game.New(parlour.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	for m.Turn().Dice != 0 {
		mv, err := m.Parse(throw)
		if err != nil {
			t.Fatal(err)
		}
		m = m.Next(mv)
	}
	return m
}

func texts(chain []*compose.Node) string {
	var list []string
	for _, n := range chain {
		list = append(list, n.Text)
	}
	return strings.Join(list, " ")
}

// The only man that can go needs no choice, and a pass is found.
func TestObvious(t *testing.T) {
	_, m := match(t, "auto-race G:4/B:0 G 4 - -")
	if way := compose.New(m).Obvious(); texts(way) != "4>8" {
		t.Errorf("the obvious way is %q", texts(way))
	}
}
