package contact

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"parlour"
	"parlour/games/gametest"
	"parlour/record"
)

func TestScenarios(t *testing.T) {
	gametest.Scenarios(t, Game(), "testdata/contact.json", record.EndText)
}

// TestScenariosEnd tests that the game is not over after a scenario without an
// end.
func TestScenariosEnd(t *testing.T) {
	for _, s := range gametest.ReadScenarios(t, "testdata/contact.json") {
		if s.Play == "" || s.End != "" {
			continue
		}
		m := gametest.MustParse(t, Game(), s.Position)
		gametest.PlayText(t, m, s.Play)
		if end := record.EndText(m); end != "" || m.Result().Over {
			t.Errorf("%s: after %s the game is over: %s", s.ID, s.Play, end)
		}
	}
}

func TestInvalid(t *testing.T) {
	data, err := os.ReadFile("testdata/contact.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Invalid []struct{ Position, Why string }
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Invalid) != 19 {
		t.Errorf("%d invalid positions, want 19", len(file.Invalid))
	}
	for _, v := range file.Invalid {
		_, err := Game().Parse(v.Position)
		var bad *parlour.PositionError
		if !errors.As(err, &bad) || len(bad.Faults) != 1 {
			t.Errorf("%s (%s): %v", v.Position, v.Why, err)
		}
	}
}

// TestGames replays complete games.
func TestGames(t *testing.T) {
	f, err := os.Open("testdata/games/contact.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var m parlour.Match
	games, turns := 0, 0
	for s := bufio.NewScanner(f); s.Scan(); {
		word, rest, _ := strings.Cut(s.Text(), " ")
		switch word {
		case "start":
			m = gametest.MustParse(t, Game(), rest)
		case "moves":
			for _, text := range strings.Fields(rest) {
				gametest.PlayText(t, m, text)
				turns++
				if err := parlour.Check(m); err != nil {
					t.Fatal(err)
				}
			}
		case "last":
			if m.String() != rest {
				t.Errorf("last position\n%s\nwant\n%s", m, rest)
			}
		case "result", "end":
			games++
			if got := record.EndText(m); got != rest {
				t.Errorf("result %q, want %q", got, rest)
			}
		case "", "#":
		default:
			t.Errorf("unknown line %q", s.Text())
		}
	}
	if games != 7 || turns != 6545 {
		t.Errorf("replayed %d games with %d turns, want 7 with 6545", games, turns)
	}
}

// perft counts the sequences of depth moves.
func perft(r *Rules, p *Position, depth int) int {
	if r.Turn(p).Over() {
		return 0
	}
	list := r.AppendMoves(p, nil)
	if depth == 1 {
		return len(list)
	}
	n := 0
	for _, m := range list {
		q := *p
		r.Play(&q, m)
		n += perft(r, &q, depth-1)
	}
	return n
}

func TestPerft(t *testing.T) {
	start := func(s parlour.Setup) string {
		m, err := Game().New(s)
		if err != nil {
			t.Fatal(err)
		}
		return m.String()
	}
	for _, c := range []struct {
		line string
		want []int
	}{
		{start(parlour.Setup{Mode: "duel6"}), []int{17, 289, 5678, 111556}},
		{start(parlour.Setup{Mode: "duel12"}), []int{29, 841, 26738, 850084}},
		{start(parlour.Setup{Mode: "three"}), []int{17, 289, 4913, 96526}},
		{start(parlour.Setup{Mode: "four"}), []int{17, 289, 4913, 83521}},
		{start(parlour.Setup{Mode: "pairs"}), []int{17, 289, 4913, 83521}},
		{start(parlour.Setup{Mode: "duel12", Options: map[string]string{"setup12": "block"}}), []int{15, 225, 4095}},
		{"contact duel6 c6G1234,g6G3456,i7R5634,e8R3412,g9G4123,j9R4563,l11R2341 s 0 -", []int{19, 455, 7981, 186299}},
		{"contact pairs e6G3456,g6B1234,i7R5634,e8B3456,h9Y4123,j9R4563,l11G2341 s 0 -", []int{13, 145, 1162, 10817}},
		{"contact duel6 c6G1234,l11R2341 s 0 0", []int{46, 2202, 97323}},
	} {
		r, p, err := Read(c.line)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range c.want {
			if got := perft(r, &p, i+1); got != want {
				t.Errorf("%s: perft %d is %d, want %d", c.line, i+1, got, want)
			}
		}
	}
}

// TestPlaythrough compares everything visible about one short game with a
// golden file.
func TestPlaythrough(t *testing.T) {
	gametest.Playthrough(t, Game(), parlour.Setup{Mode: "pairs", Options: map[string]string{"quiet": "6", "tile": "wide"}}, 1, "testdata/playthrough.txt")
}
