package bot_test

import (
	"math"
	"testing"

	"parlour"
	"parlour/bot"
)

// Moves are picked by their values: the odds of two moves are e to the power of
// their difference in heats.
func TestHeat(t *testing.T) {
	r := bot.NewRand(1)
	values := []float64{0.3, 0.5, 0.4, -9} // 2, 0, 1 and 95 heats behind the best
	var n [4]int
	const all = 100_000
	for range all {
		n[bot.Heat(0.1).Pick(values, &r)]++
	}
	sum := 1 + math.Exp(-1) + math.Exp(-2)
	for i, want := range []float64{math.Exp(-2) / sum, 1 / sum, math.Exp(-1) / sum, 0} {
		if got := float64(n[i]) / all; math.Abs(got-want) > 0.01 {
			t.Errorf("value %v was picked %.3f of the time, want %.3f", values[i], got, want)
		}
	}
	if n[3] > 0 {
		t.Errorf("a blunder of 95 heats was played %d times", n[3])
	}
	if got := bot.Heat(0).Pick(values, &r); got != 1 {
		t.Errorf("without heat the choice is %d, want the best", got)
	}
	if got := bot.Heat(0.1).Pick([]float64{math.Inf(-1), 2}, &r); got != 1 {
		t.Error("a move without a value was picked")
	}
}

// The picks are the same on every machine, in a browser too.
func TestHeatIsTheSameEverywhere(t *testing.T) {
	r, hash := bot.NewRand(7), uint64(0)
	values := make([]float64, 12)
	for range 2000 {
		for i := range values {
			values[i] = r.Float64()
		}
		hash = bot.Mix(hash, uint64(bot.Heat(0.15).Pick(values, &r)))
	}
	if want := uint64(0xd536f35f32cca3a7); hash != want {
		t.Errorf("2000 picks have the hash %#x, want %#x", hash, want)
	}
}

func TestFallible(t *testing.T) {
	var rules parlour.Full[toy] = toyRules{}
	judge := bot.NewMaxN(func(parlour.Full[toy]) bot.Evaluator[toy] { return toyEval{} }, bot.Limit{Depth: 1})
	p, moves := &toy{die: 6}, []parlour.Move{1, 2, 3}
	slips := func(heat bot.Heat) (n int) {
		b := bot.NewFallible(heat, judge)(rules)
		b.Seed(1)
		for range 300 {
			if b.Choose(p, moves) != 3 {
				n++
			}
		}
		return n
	}
	cool, warm, hot := slips(0), slips(0.2), slips(100)
	if cool != 0 || warm == 0 || warm >= hot || hot < 170 || hot > 230 {
		t.Errorf("of 300 moves %d, %d and %d are not the best with more and more heat", cool, warm, hot)
	}
	if bot.NewFallible(1, bot.NewGreedy[toy])(rules) != nil {
		t.Error("a player who evaluates nothing has heat")
	}
	b := bot.NewFallible(0.2, judge)(rules)
	b.Choose(p, moves)
	if n := testing.AllocsPerRun(20, func() { b.Choose(p, moves) }); n != 0 {
		t.Errorf("a choice allocates %v times", n)
	}
}

// A drive is worth heats: two moves that are worth the same are chosen by it, with the
// odds of a softmax, and without heat it changes nothing.
func TestDriven(t *testing.T) {
	var rules parlour.Full[toy] = toyRules{}
	judge := bot.NewMaxN(func(parlour.Full[toy]) bot.Evaluator[toy] { return toyEval{} }, bot.Limit{Depth: 1})
	likes := func(parlour.Full[toy]) bot.Drive[toy] {
		return func(_ *toy, m parlour.Move) float64 {
			if m == 1 {
				return 2
			}
			return 0
		}
	}
	p, moves := &toy{die: 6}, []parlour.Move{1, 2, 3}
	stays := func(heat bot.Heat) (n int) {
		b := bot.NewDriven(heat, judge, likes)(rules)
		b.Seed(1)
		for range 1000 {
			if b.Choose(p, moves) == 1 {
				n++
			}
		}
		return n
	}
	// So hot that all moves seem to be worth the same.
	want := 1000 * math.Exp(2) / (math.Exp(2) + 2)
	if n := stays(1000); math.Abs(float64(n)-want) > 40 {
		t.Errorf("a move liked by two heats was chosen %d times of 1000, want about %.0f", n, want)
	}
	if n := stays(0); n != 0 {
		t.Errorf("without heat the drive chose %d times", n)
	}
	if bot.NewDriven(1, bot.NewGreedy[toy], likes)(rules) != nil {
		t.Error("a player who evaluates nothing has a drive")
	}
}
