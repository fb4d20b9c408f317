package gnubg

import (
	"context"
	"testing"

	"parlour"
	"parlour/bot"
	"parlour/games/backgammon"
	"parlour/lab/arena"
)

func match(t testing.TB, options map[string]string) parlour.Match {
	t.Helper()
	m, err := backgammon.Game().New(parlour.Setup{Options: options})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// The board of either side has its own men running from 24 to 1.
func TestBoard(t *testing.T) {
	const places = "0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0"
	for _, c := range []struct {
		position string
		seat     parlour.Seat
		want     string
	}{
		{"backgammon XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10 move", backgammon.X,
			"9999:0:0:" + places + ":1:3:1:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0"},
		{"backgammon XGID=-b----E-C---eE---c-e----B-:0:0:-1:31:0:0:0:0:10 move", backgammon.O,
			"9999:0:0:" + places + ":1:3:1:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0"},
		{"backgammon[match=3] XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:2:0:3:10 take", backgammon.O,
			"3:2:0:" + places + ":-1:0:0:0:0:1:1:1:1:1:-1:0:25:0:0:0:0:2:0:1:0"},
	} {
		r, p, err := backgammon.Read(c.position)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(appendBoard(nil, &p, c.seat, r.Length())); got != "board:parlour:opponent:"+c.want {
			t.Errorf("%s:\n%s, want\n%s", c.position, got, c.want)
		}
	}
}

func TestSpelled(t *testing.T) {
	for answer, want := range map[string]string{
		"8/5 6/5 \n": "8/5 6/5", "25/20 5/0\n": "bar/20 5/off", "\n": "pass", "double\n": "double",
	} {
		if got := spelled(answer); got != want {
			t.Errorf("%q is spelled %q, want %q", answer, got, want)
		}
	}
}

// The program plays the best known openings, for either side, and knows when
// to double and when to drop.
func TestChoices(t *testing.T) {
	s, err := Player(0).New()
	if err != nil {
		t.Fatal(err)
	}
	p := s.(*seated)
	defer p.Close()
	for position, want := range map[string]string{
		"backgammon XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10 move":  "8/5 6/5",
		"backgammon XGID=-b----E-C---eE---c-e----B-:0:0:-1:61:0:0:0:0:10 move": "13/7 8/7",
		"backgammon XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10 roll":  "roll",
		"backgammon XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:10 take":   "take",
		"backgammon XGID=-ABBCCB----------cbdcc----:0:0:1:00:0:0:0:0:10 roll":  "double",
		"backgammon XGID=-ABBCCB----------cbdcc----:0:0:1:D:0:0:0:0:10 take":   "drop",
		"backgammon XGID=-BA--A--------------c-----:0:0:1:65:0:0:0:0:10 move":  "5/off 2/off",
		"backgammon XGID=b--BCCDC-------b-c-d---d--:0:0:-1:64:0:0:0:0:10 move": "pass",
		"backgammon XGID=-b----DaC---eE---c-d----AA:0:0:1:61:0:0:0:0:10 move":  "bar/24 13/7*",
	} {
		m, err := backgammon.Game().Parse(position)
		if err != nil {
			t.Errorf("%s: %v", position, err)
			continue
		}
		mv, err := p.Choose(context.Background(), m)
		if err != nil {
			t.Errorf("%s: %v", position, err)
			continue
		}
		if got := m.Text(mv); got != want {
			t.Errorf("%s: %s, want %s", position, got, want)
		}
	}
}

// Whole games are played by legal moves, with and without the cube.
func TestGames(t *testing.T) {
	greedy := arena.House("greedy", func(seed uint64) (bot.Player, error) {
		return bot.NewPlayer("greedy", bot.NewGreedy[backgammon.Position], seed), nil
	})
	for _, options := range []map[string]string{{"doubling": "none"}, {}, {"match": "3"}} {
		c := arena.Contest{Start: match(t, options), Players: []arena.Player{Player(0), greedy}, Rounds: 3, Seed: 1928, Workers: 1}
		r, err := c.Run(context.Background())
		if err != nil {
			t.Fatalf("%v: %v", options, err)
		}
		if p := r.Pairs[0]; p.Games != 6 || p.Points <= 0 {
			t.Errorf("%v: %+v", options, p)
		}
	}
}

func TestRefused(t *testing.T) {
	if _, err := Player(MostPlies + 1).New(); err == nil {
		t.Error("too many plies are looked ahead")
	}
}
