package bot_test

import (
	"context"
	"errors"
	"testing"

	"parlour"
	"parlour/bot"
	"parlour/games/race"
)

func TestRand(t *testing.T) {
	r := bot.NewRand(1928)
	var n [6]int
	for range 60000 {
		n[r.Intn(6)]++
	}
	for i, k := range n {
		if k < 9600 || k > 10400 {
			t.Errorf("%d fell %d times of 60000", i, k)
		}
	}
	seen := map[uint64]bool{}
	for i := range uint64(1000) {
		seen[bot.Mix(1, i)] = true
		seen[bot.Mix(2, i)] = true
	}
	if len(seen) != 2000 {
		t.Errorf("%d different seeds of 2000", len(seen))
	}
}

func TestGreedy(t *testing.T) {
	var rules parlour.Full[toy] = greedyToy{}
	b := bot.NewGreedy(rules)
	b.Seed(1)
	moves := rules.AppendMoves(&toy{}, nil)
	for die, want := range map[int8]parlour.Move{
		6: 3, // the largest
		2: 3, // all are worth nothing: the first in canonical order
	} {
		if got := b.Choose(&toy{die: die}, moves); got != want {
			t.Errorf("die %d: chose %d, want %d", die, got, want)
		}
	}
	if got := b.Choose(&toy{die: 6}, moves[:1]); got != 1 {
		t.Errorf("chose %d of one move", got)
	}
	if bot.NewGreedy[toy](toyRules{}) != nil {
		t.Error("a game without Greed has a greedy player")
	}
}

func TestBotsAllocateNothing(t *testing.T) {
	var rules parlour.Full[toy] = greedyToy{}
	p := &toy{die: 2}
	moves := rules.AppendMoves(p, nil)
	for name, b := range map[string]bot.Bot[toy]{"random": bot.NewRandom(rules), "greedy": bot.NewGreedy(rules)} {
		b.Choose(p, moves)
		if n := testing.AllocsPerRun(100, func() { b.Choose(p, moves) }); n != 0 {
			t.Errorf("%s allocates %v times a move", name, n)
		}
	}
}

// The same seed gives the same game, another seed another one.
func TestPlayerIsDeterministic(t *testing.T) {
	game := toyGame(greedyToy{})
	play := func(seed uint64) string {
		m, _ := game.New(parlour.Setup{})
		pl := bot.NewPlayer("random", bot.NewRandom[toy], seed)
		text := pl.Name()
		for i := 0; i < 40 && !m.Turn().Over(); i++ {
			if d := m.Turn().Dice; d != 0 {
				m.Play(parlour.Move(i%6 + 1))
				continue
			}
			mv, err := pl.Choose(context.Background(), m)
			if err != nil {
				t.Fatal(err)
			}
			text += " " + m.Text(mv)
			if err := m.Play(mv); err != nil {
				t.Fatal(err)
			}
		}
		return text
	}
	if a, b := play(1), play(1); a != b {
		t.Errorf("%s\n%s", a, b)
	}
	if a, b := play(1), play(2); a == b {
		t.Errorf("seeds 1 and 2 both play %s", a)
	}
}

func TestPlayerRefuses(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	game := toyGame(toyRules{})
	m, _ := game.New(parlour.Setup{})
	greedy := bot.NewPlayer("greedy", bot.NewGreedy[toy], 0)
	var r *parlour.Refusal
	if _, err := greedy.Choose(ctx, m); !errors.As(err, &r) || r.Code != "no-move-due" {
		t.Errorf("at a throw: %v", err)
	}
	m.Play(3)
	if _, err := greedy.Choose(ctx, m); err == nil {
		t.Error("greedy plays a game without Greed")
	}
	if _, err := bot.NewPlayer("random", bot.NewRandom[race.Position], 0).Choose(ctx, m); err == nil {
		t.Error("a player of another game plays")
	}
	for _, mv := range []parlour.Move{3, 6, 1, 6, 3, 6, 1, 6, 3, 6, 1, 6, 3} { // seat 0 takes all, seat 1 stays
		if err := m.Play(mv); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := greedy.Choose(ctx, m); !errors.As(err, &r) || r.Code != "over" {
		t.Errorf("at the end: %v", err)
	}
	cancel()
	if _, err := greedy.Choose(ctx, m); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
