package morris

import (
	"errors"
	"fmt"
	"testing"
	"unsafe"

	"parlour"
	"parlour/games/gametest"
)

func end(m parlour.Match) string {
	r := m.Result()
	switch w := r.Winner(); {
	case !r.Over:
		return ""
	case w == parlour.Nobody:
		return "draw " + r.Reason
	default:
		return fmt.Sprintf("win %s %s", info.Letter(w), r.Reason)
	}
}

func TestScenarios(t *testing.T) {
	gametest.Scenarios(t, Game(), "testdata/morris.json", end)
}

func TestExtras(t *testing.T) {
	gametest.Extras(t, "testdata/extra.json", func(string) parlour.Game { return Game() })
}

// setups open every value of every option. Random games end by the quiet
// count at the latest.
var setups = []parlour.Setup{
	{},
	{First: "B"},
	{Options: map[string]string{"fly": "no"}},
	{Options: map[string]string{"locked": "none", "quiet": "20"}},
	{Options: map[string]string{"repeat": "0", "quiet": "200"}},
}

func TestLaws(t *testing.T) {
	gametest.Run(t, Game(), gametest.Config[Position]{
		Setups: setups,
		Lines: []string{
			"morris W:W0/a7,d7,b6:B0/c5,d5,g1 q=0",
			"morris[fly=no] B:W0/a7,d7,g7,f4:B0/c5,d5,e5,g1 q=3",
		},
		Games:    3,
		MaxPlies: 1000,
		Places:   gametest.Places(BoardOf),
	})
}

func TestPlaythroughs(t *testing.T) {
	for i, s := range setups {
		gametest.Playthrough(t, Game(), s, uint64(i), fmt.Sprintf("testdata/playthrough%d.txt", i))
	}
}

func TestSize(t *testing.T) {
	if n := unsafe.Sizeof(Position{}); n != 16 {
		t.Errorf("a Position has %d bytes, its diagram says 16", n)
	}
}

// TestBoard checks the tables against what the book says of the board, and
// that each line runs straight.
func TestBoard(t *testing.T) {
	roads, inLines := 0, [points]int{}
	for _, set := range next {
		roads += set.Len()
	}
	for _, l := range lines {
		a, b, c := at(l[0]), at(l[1]), at(l[2])
		if a.X+c.X != 2*b.X || a.Y+c.Y != 2*b.Y {
			t.Errorf("%s, %s and %s are no line", names[l[0]], names[l[1]], names[l[2]])
		}
		for _, p := range l {
			inLines[p]++
		}
	}
	for p, n := range inLines {
		if n != 2 {
			t.Errorf("%s is in %d lines, want 2", names[p], n)
		}
	}
	if roads != 64 { // thirty-two roads, from both ends
		t.Errorf("%d ways to the next point, want 64", roads)
	}
}

// TestNoAllocations covers what the common suite does not call.
func TestNoAllocations(t *testing.T) {
	r, p, err := Read("morris W:W0/a7,d7,f4,g4:B0/b6,d6,e5,g1 q=0")
	if err != nil {
		t.Fatal(err)
	}
	moves := make([]parlour.Move, 0, 64)
	sum := 0
	n := testing.AllocsPerRun(100, func() {
		moves = r.AppendMoves(&p, moves[:0])
		for _, m := range moves {
			q := r.Key(&p)
			sum += r.Greed(&q, m) + r.Captured(&q, m)
		}
	})
	if n != 0 || sum == 0 {
		t.Errorf("%v allocations, sum %d", n, sum)
	}
}

func TestSetupFaults(t *testing.T) {
	for _, s := range []parlour.Setup{
		{Players: 3},
		{Colours: "GR"},
		{Seats: "11"},
		{Mode: "pairs"},
		{Preset: "club"},
		{First: "X"},
		{First: "B", Options: map[string]string{"first": "white"}},
		{Options: map[string]string{"quiet": "201"}},
		{Options: map[string]string{"repeat": "1"}},
		{Options: map[string]string{"flying": "yes"}},
	} {
		_, err := Game().New(s)
		var se *parlour.SetupError
		if !errors.As(err, &se) || len(se.Faults) != 1 {
			t.Errorf("%+v: %v", s, err)
		}
	}
	if _, err := New(parlour.Setup{Players: 2, Colours: "WB", Seats: "12", First: "W"}); err != nil {
		t.Error(err)
	}
}

// TestGreed checks that the greedy player takes, blocks and builds.
func TestGreed(t *testing.T) {
	for line, want := range map[string]string{
		"morris W:W7/a7,d7:B7/b4,f4 q=0":       "g7xb4", // closes a mill
		"morris W:W7/a7,b2:B7/d6,f6 q=0":       "b6",    // stops one
		"morris W:W0/a7,d7,g4:B0/b4,f4,c3 q=0": "g4-g7xb4",
	} {
		m := gametest.MustParse(t, Game(), line)
		r, p, _ := parlour.Typed[Position](m)
		best, most := "", -1
		for _, mv := range m.Moves() {
			if g := r.(*Rules).Greed(&p, mv); g > most {
				best, most = m.Text(mv), g
			}
		}
		if best != want {
			t.Errorf("%s: %s, want %s", line, best, want)
		}
	}
}
