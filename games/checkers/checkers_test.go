package checkers

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"unsafe"

	"parlour"
	"parlour/games/gametest"
)

// Scenarios, spellings and games are the worked examples of the rules. The
// vectors are perft numbers published by A. Bik, in OEIS A133046 and by R.
// Halbersma; the other positions were counted by generators that agree.

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
	gametest.Scenarios(t, Game(), "testdata/checkers.json", end)
}

func TestScenarioEnds(t *testing.T) {
	for _, s := range gametest.ReadScenarios(t, "testdata/checkers.json") {
		m := gametest.MustParse(t, Game(), s.Position)
		gametest.PlayText(t, m, s.Play)
		if got := end(m); got != s.End {
			t.Errorf("%s ends %q, want %q", s.ID, got, s.End)
		}
	}
}

func TestExtras(t *testing.T) {
	gametest.Extras(t, "testdata/extra.json", func(string) parlour.Game { return Game() })
}

// readExtra reads the tests that the common suite does not run.
func readExtra(t *testing.T) (x struct {
	Fens    []struct{ Fen, Position string }
	Refuses []struct{ Position, Input, Why string }
	Matches []struct {
		Position  string
		Moves     []string
		Last, End string
	}
}) {
	t.Helper()
	data, err := os.ReadFile("testdata/extra.json")
	if err == nil {
		err = json.Unmarshal(data, &x)
	}
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestFENs(t *testing.T) {
	for _, f := range readExtra(t).Fens {
		for _, line := range []string{f.Fen, "checkers " + f.Fen, "checkers " + f.Fen + " q=0"} {
			m, err := Game().Parse(line)
			if err != nil {
				t.Errorf("%s: %v", line, err)
			} else if m.String() != f.Position {
				t.Errorf("%s reads as %s, want %s", line, m, f.Position)
			}
		}
	}
}

// TestMatches plays the matches and counts repetitions as a match does.
func TestMatches(t *testing.T) {
	for _, x := range readExtra(t).Matches {
		m := gametest.MustParse(t, Game(), x.Position)
		seen := map[any]int{m.Key(): 1}
		got := ""
		for i, text := range x.Moves {
			if got != "" {
				t.Fatalf("%s: %s before move %d", x.Position, got, i)
			}
			gametest.PlayText(t, m, text)
			seen[m.Key()]++
			if got = end(m); got == "" && seen[m.Key()] == repeat(m) {
				got = "draw repetition"
			}
		}
		if got != x.End || m.String() != x.Last {
			t.Errorf("%s: %q at %s, want %q at %s", x.Position, got, m, x.End, x.Last)
		}
	}
}

func TestGames(t *testing.T) {
	data, err := os.ReadFile("testdata/games/checkers.txt")
	if err != nil {
		t.Fatal(err)
	}
	var m parlour.Match
	var seen map[any]int
	games := 0
	for i, line := range strings.Split(string(data), "\n") {
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "", "#":
			if strings.HasPrefix(line, "# checkers") {
				m = nil
			}
		case "=":
			if m == nil {
				m = gametest.MustParse(t, Game(), rest)
				seen = map[any]int{}
				games++
			}
			if m.String() != rest {
				t.Fatalf("line %d: %s, want %s", i+1, m, rest)
			}
		case "end":
			got := end(m)
			if got == "" && seen[m.Key()] >= repeat(m) {
				got = "draw repetition"
			}
			if got != rest {
				t.Errorf("line %d: ends %q, want %q", i+1, got, rest)
			}
		default:
			if turn := m.Turn(); turn.Dice == 0 {
				if seen[m.Key()] == 0 {
					seen[m.Key()] = 1
				}
				if info.Letter(turn.Seat) != word {
					t.Fatalf("line %d: %v is to move", i+1, turn.Seat)
				}
			}
			gametest.PlayText(t, m, rest)
			if m.Turn().Dice == 0 {
				seen[m.Key()]++
			}
		}
	}
	if games < 5 {
		t.Errorf("only %d games", games)
	}
}

var everyOption = []parlour.Setup{
	{},
	{First: "W"},
	{Options: map[string]string{"capture": "may"}},
	{Options: map[string]string{"huff": "yes"}},
	{Options: map[string]string{"goal": "lose", "quiet": "10"}},
	{Options: map[string]string{"huff": "yes", "opening": "three-move"}},
	{Options: map[string]string{"opening": "eleven-man", "repeat": "5"}},
}

func TestLaws(t *testing.T) {
	gametest.Run(t, Game(), gametest.Config[Position]{
		Setups: everyOption,
		Lines: []string{
			"checkers W:WK1,K5,K28,K32:BK14,K15,K18,K19,K22,K23 q=0",
			"checkers[huff=yes] W:WK1,K5,K28,K32:BK14,K15,K18,K19,K22,K23 q=0",
			"checkers[capture=may] B:W6,7,14,15,22,23:BK2 q=0",
		},
		Games:    2,
		MaxPlies: 2000,
		Places:   gametest.Places(BoardOf),
	})
}

func TestPlaythroughs(t *testing.T) {
	for i, s := range everyOption {
		gametest.Playthrough(t, Game(), s, uint64(i), fmt.Sprintf("testdata/playthrough%d.txt", i))
	}
}

func TestSize(t *testing.T) {
	if n := unsafe.Sizeof(Position{}); n != 40 {
		t.Errorf("a Position has %d bytes, its diagram says 40", n)
	}
}

// TestNoAllocations tests what the common suite does not call.
func TestNoAllocations(t *testing.T) {
	r, p := mustRead(t, "checkers[huff=yes] W:W18,19,32:B6,14,15 q=0;huff=14,15;back=B:W18,19,32:B1,14,15/0")
	moves := make([]parlour.Move, 0, 64)
	sum := 0
	n := testing.AllocsPerRun(100, func() {
		moves = r.AppendMoves(&p, moves[:0])
		for _, m := range moves {
			sum += r.Greed(&p, m) + r.Captured(&p, m)
			q := r.Key(&p)
			r.Play(&q, m)
			if res := r.Result(&q); res.Over {
				sum++
			}
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
		{First: "W", Options: map[string]string{"first": "black"}},
		{First: "W", Options: map[string]string{"opening": "three-move"}},
		{Options: map[string]string{"capture": "may", "huff": "yes"}},
		{Options: map[string]string{"quiet": "101"}},
		{Options: map[string]string{"repeat": "1"}},
		{Options: map[string]string{"flying": "yes"}},
	} {
		_, err := Game().New(s)
		var se *parlour.SetupError
		if !errors.As(err, &se) || len(se.Faults) != 1 {
			t.Errorf("%+v: %v", s, err)
		}
	}
	if _, err := New(parlour.Setup{Players: 2, Colours: "BW", Seats: "12", First: "B"}); err != nil {
		t.Error(err)
	}
}

// repeat returns how often a position must occur for a draw.
func repeat(m parlour.Match) int {
	_, n := parlour.Draws(m)
	return n
}
