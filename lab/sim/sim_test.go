package sim_test

import (
	"context"
	"errors"
	"math"
	"reflect"
	"testing"

	"parlour"
	"parlour/bot"
	"parlour/games/race"
	"parlour/lab/sim"
)

// open returns the rules and position of a line.
func open(t testing.TB, line string) (parlour.Full[race.Position], race.Position) {
	t.Helper()
	m, err := race.AutoRaceGame().Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	rules, p, ok := parlour.Typed[race.Position](m)
	if !ok {
		t.Fatal("the match has another type of position")
	}
	return rules, p
}

const line = "auto-race G:0/Y:0/B:0/R:0 G - - off=G?,Y?,B?,R?"

func TestWorkersDoNotMatter(t *testing.T) {
	rules, p := open(t, line)
	var first *sim.Stats
	for _, workers := range []int{1, 2, 5} {
		s, err := sim.RunFrom(context.Background(), rules, p, sim.Config{Games: 500, Seed: 7, Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = s
		} else if !reflect.DeepEqual(first, s) {
			t.Errorf("%d workers: %+v, one worker: %+v", workers, s, first)
		}
	}
	other, _ := sim.RunFrom(context.Background(), rules, p, sim.Config{Games: 500, Seed: 8})
	if reflect.DeepEqual(first, other) {
		t.Error("another seed gives the same games")
	}
}

// Parts of a run add up to the whole.
func TestParts(t *testing.T) {
	rules, p := open(t, line)
	whole, err := sim.RunFrom(context.Background(), rules, p, sim.Config{Games: 90, Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	sum := sim.NewStats()
	for _, first := range []int{60, 0, 30} {
		part, err := sim.RunFrom(context.Background(), rules, p, sim.Config{Games: 30, First: first, Seed: 7})
		if err != nil {
			t.Fatal(err)
		}
		sum.Add(part)
	}
	if !reflect.DeepEqual(sum, whole) {
		t.Errorf("in parts %+v, as a whole %+v", sum, whole)
	}
	if _, err := sim.RunFrom(context.Background(), rules, p, sim.Config{Games: 1, First: -1}); err == nil {
		t.Error("a game with a negative number is played")
	}
}

func TestStatsAgree(t *testing.T) {
	rules, p := open(t, line)
	s, err := sim.RunFrom(context.Background(), rules, p, sim.Config{Games: 2000, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if s.Games != 2000 || s.Unfinished != 0 || s.Reasons["home"] != 2000 {
		t.Errorf("%+v", s)
	}
	wins, orderWins := 0, 0
	for i := range s.Seats {
		if s.Seats[i].Games != 2000 || s.Order[i].Games != 2000 {
			t.Errorf("seat %d: %+v, order %+v", i, s.Seats[i], s.Order[i])
		}
		wins += s.Seats[i].Wins
		orderWins += s.Order[i].Wins
	}
	if wins != 2000 || orderWins != 2000 {
		t.Errorf("%d wins by seat, %d by order", wins, orderWins)
	}
	if s.Order[0].Share() <= s.Order[3].Share() {
		t.Errorf("to begin is worth nothing: %v", s.Order)
	}
	_, moves := s.Moves.Sum()
	_, throws := s.Throws.Sum()
	_, turns := s.Turns.Sum()
	if moves != turns || throws < moves+4*2000 || s.Choices != 0 || s.Passes == 0 {
		t.Errorf("moves %d throws %d turns %d choices %d passes %d", moves, throws, turns, s.Choices, s.Passes)
	}
	if c, err := sim.RunFrom(context.Background(), rules, p, sim.Config{Games: 10, MaxMoves: 3}); err != nil || c.Unfinished != 10 {
		t.Errorf("given up: %+v, %v", c, err)
	}
}

func TestCancelAndProgress(t *testing.T) {
	rules, p := open(t, line)
	ctx, cancel := context.WithCancel(context.Background())
	last := 0
	s, err := sim.RunFrom(ctx, rules, p, sim.Config{Games: 1 << 40, Workers: 2, Progress: func(done int) {
		if done < last {
			t.Errorf("progress fell from %d to %d", last, done)
		}
		if last = done; done > 50 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) || s.Games < 50 {
		t.Errorf("%d games, error %v", s.Games, err)
	}
	s, err = sim.RunFrom(context.Background(), rules, p, sim.Config{Games: 20, Progress: func(done int) { last = done }})
	if err != nil || last != 20 || s.Games != 20 {
		t.Errorf("ended at %d of 20, error %v", last, err)
	}
	if _, err := sim.RunFrom(context.Background(), rules, p, sim.Config{Games: -1}); err == nil {
		t.Error("a negative number of games is played")
	}
	none := func(parlour.Full[race.Position]) bot.Bot[race.Position] { return nil }
	if _, err := sim.RunFrom(context.Background(), rules, p, sim.Config{Games: 1}, none); err == nil {
		t.Error("a bot that does not play the game plays it")
	}
}

func TestBotsBySeat(t *testing.T) {
	rules, p := open(t, line)
	greedy, err := sim.RunFrom(context.Background(), rules, p, sim.Config{Games: 50, Seed: 3},
		bot.NewGreedy[race.Position], nil, bot.NewRandom[race.Position])
	if err != nil {
		t.Fatal(err)
	}
	random, _ := sim.RunFrom(context.Background(), rules, p, sim.Config{Games: 50, Seed: 3})
	if !reflect.DeepEqual(greedy, random) {
		t.Error("in a game without decisions the players matter")
	}
}

func TestNoAllocations(t *testing.T) {
	rules, p := open(t, line)
	run := func(games int) func() {
		return func() { sim.RunFrom(context.Background(), rules, p, sim.Config{Games: games, Workers: 1}) }
	}
	few, many := testing.AllocsPerRun(3, run(100)), testing.AllocsPerRun(3, run(2100))
	// Histograms grow now and then; 2000 games make over 100,000 moves.
	if per := (many - few) / 2000; per > 0.05 {
		t.Errorf("%v allocations a game", per)
	}
}

func TestLengths(t *testing.T) {
	l := sim.Lengths{1: 1, 2: 2, 10: 1}
	if n, sum := l.Sum(); n != 4 || sum != 15 {
		t.Errorf("Sum() = %d, %d", n, sum)
	}
	if l.Mean() != 3.75 || math.Abs(l.SD()-4.193248) > 1e-6 {
		t.Errorf("mean %v, sd %v", l.Mean(), l.SD())
	}
	for q, want := range map[float64]int{0: 1, 0.25: 1, 0.5: 2, 0.75: 2, 0.76: 10, 1: 10} {
		if got := l.Quantile(q); got != want {
			t.Errorf("Quantile(%v) = %d, want %d", q, got, want)
		}
	}
	var none sim.Lengths
	if none.Mean() != 0 || none.SD() != 0 || none.Quantile(0.5) != 0 {
		t.Error("of nothing something is counted")
	}
}

func TestWilson(t *testing.T) {
	low, high := sim.Wilson(0.5, 100)
	if math.Abs(low-0.403832) > 1e-6 || math.Abs(high-0.596168) > 1e-6 {
		t.Errorf("Wilson(0.5, 100) = %v, %v", low, high)
	}
	if low, high := sim.Wilson(0, 0); low != 0 || high != 1 {
		t.Errorf("Wilson of nothing = %v, %v", low, high)
	}
	if low, _ := sim.Wilson(0, 10); low != 0 {
		t.Errorf("Wilson(0, 10) begins at %v", low)
	}
}

func TestPerft(t *testing.T) {
	for _, c := range []struct {
		line  string
		perft []uint64
		first uint64 // of the last number
	}{
		{"auto-race G:0/Y:0 G - - off=G?,Y?", []uint64{1, 6, 36, 216, 1296, 7776}, 3780},
		{"auto-race G:55/Y:57 G - - -", []uint64{1, 6, 24, 48, 72, 36, 24}, 0},
		{"auto-race[play-on=all] G:55/Y:57/B:51 G - - -", []uint64{1, 6, 36, 168, 1008, 2664, 7296}, 1932},
		{"auto-race[extra-throw=six,share=bump] G:46/Y:47 G - - -", []uint64{1, 6, 36, 216, 1266, 7032}, 2529},
		{"auto-race G:0/Y:0 G 4 - -", []uint64{1, 1, 6, 36}, 0},
		{"auto-race G:*/Y:0 - - - rank=G", []uint64{1, 0, 0}, 0},
	} {
		rules, p := open(t, c.line)
		for n, want := range c.perft {
			if got := sim.Perft(rules, p, n); got != want {
				t.Errorf("%s: perft(%d) = %d, want %d", c.line, n, got, want)
			}
			all, first := sim.PerftFirst(rules, p, n)
			if all != want || n == len(c.perft)-1 && first != c.first {
				t.Errorf("%s: PerftFirst(%d) = %d, %d, want %d, %d", c.line, n, all, first, want, c.first)
			}
			if n == 0 {
				continue
			}
			var sum uint64
			for _, b := range sim.Divide(rules, p, n) {
				sum += b.Count
			}
			if sum != want {
				t.Errorf("%s: divided, perft(%d) = %d, want %d", c.line, n, sum, want)
			}
		}
	}
}

func BenchmarkPlayout(b *testing.B) {
	rules, p := open(b, line)
	b.ReportAllocs()
	s, err := sim.RunFrom(context.Background(), rules, p, sim.Config{Games: b.N, Workers: 1, Quick: true})
	if err != nil {
		b.Fatal(err)
	}
	_, moves := s.Moves.Sum()
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(moves), "ns/move")
}
