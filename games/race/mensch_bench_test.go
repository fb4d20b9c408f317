package race

import (
	"math"
	"math/rand/v2"
	"testing"

	"parlour"
	"parlour/games/gametest"
)

const menschSetup = " Y:-,-,-,0/G:-,-,-,10/R:-,-,-,20/K:-,-,-,30 Y - - "

func BenchmarkPlayoutMensch(b *testing.B) {
	rules, start := openLine(b, MenschGame(), "mensch"+menschSetup+"-")
	benchPlayout(b, rules, start)
}

func BenchmarkPlayoutMenschAll(b *testing.B) {
	rules, start := openLine(b, MenschGame(), "mensch[back=yes,barrier=yes,must=yes,noskip=yes,tries=3]"+menschSetup+"-")
	benchPlayout(b, rules, start)
}

func BenchmarkPlayoutMenschNeutral(b *testing.B) {
	rules, start := openLine(b, MenschGame(), "mensch"+menschSetup+"seats=123n")
	benchPlayout(b, rules, start)
}

// menschCounts are means over games of uniformly random play.
type menschCounts struct{ turns, throws, captures, back, huffs, neutral, passes, choices float64 }

// countMensch plays one random game.
func countMensch(rules parlour.Rules[Position], p *Position, rng *rand.Rand, buf []parlour.Move) (c menschCounts) {
	last := parlour.Nobody
	for {
		turn := rules.Turn(p)
		if turn.Over() {
			return c
		}
		if turn.Dice != 0 {
			c.throws++
			if turn.Seat != last {
				c.turns++
				last = turn.Seat
			}
			rules.Play(p, parlour.Move(1+rng.IntN(6)))
			continue
		}
		buf = rules.AppendMoves(p, buf[:0])
		m := buf[rng.IntN(len(buf))]
		if len(buf) > 1 {
			c.choices++
		}
		switch {
		case menschPasses(m):
			c.passes++
		case menschTo(m) < menschFrom(m):
			c.back++
		}
		if menschCaptured(m) != parlour.Nobody {
			c.captures++
		}
		if menschHuffs(m) {
			c.huffs++
		}
		if !menschPasses(m) && menschColour(m) != turn.Seat {
			c.neutral++
		}
		rules.Play(p, m)
	}
}

// Random play lasts as long, and captures as much, as another program measured:
// the mean number of turns agrees within four standard errors of both samples,
// the rest within a few percent.
func TestMenschStatistics(t *testing.T) {
	games := gametest.Times(1000, 20)
	const all = "[back=yes,barrier=yes,must=yes,noskip=yes,tries=3]"
	for _, c := range []struct {
		line      string
		low, high float64 // the middle 90% of the turns
		want      menschCounts
	}{
		{"mensch" + menschSetup + "-", 316, 588, menschCounts{437, 523, 41.4, 0, 0, 0, .13, .41}},
		{"mensch[play-on=first]" + menschSetup + "-", 224, 516, menschCounts{353, 423, 37.7, 0, 0, 0, .12, .42}},
		{"mensch Y:-,-,-,0/R:-,-,-,20 Y - - -", 84, 161, menschCounts{118, 141, 5.5, 0, 0, 0, .07, .59}},
		{"mensch Y:-,-,-,0/G:-,-,-,10/R:-,-,-,20 Y - - -", 178, 334, menschCounts{249, 298, 18.8, 0, 0, 0, .11, .48}},
		{"mensch" + menschSetup + "seats=1212", 252, 442, menschCounts{336, 402, 24.8, 0, 0, 0, .13, .43}},
		{"mensch" + menschSetup + "seats=123n", 271, 457, menschCounts{351, 421, 25.6, 0, 0, 63, .14, .44}},
		{"mensch[back=yes]" + menschSetup + "-", 435, 935, menschCounts{649, 779, 73.4, 21.2, 0, 0, .15, .39}},
		{"mensch[tries=3]" + menschSetup + "-", 311, 577, menschCounts{431, 569, 47.2, 0, 0, 0, .14, .39}},
		{"mensch[noskip=yes]" + menschSetup + "-", 346, 612, menschCounts{466, 559, 43.3, 0, 0, 0, .15, .40}},
		{"mensch[barrier=yes]" + menschSetup + "-", 323, 581, menschCounts{431, 517, 39.8, 0, 0, 0, .13, .42}},
		{"mensch[must=yes]" + menschSetup + "-", 377, 682, menschCounts{510, 612, 38.7, 0, 17.1, 0, .15, .34}},
		{"mensch" + all + menschSetup + "-", 621, 1508, menschCounts{1012, 1445, 101.6, 26.3, 61.3, 0, .21, .29}},
		{"mensch" + all + menschSetup + "seats=1212", 410, 847, menschCounts{603, 826, 47.1, 12.9, 31.6, 0, .19, .32}},
		{"mensch" + all + menschSetup + "seats=123n", 432, 884, menschCounts{626, 845, 49.2, 13.7, 30.1, 80.5, .18, .34}},
	} {
		rules, start := openLine(t, MenschGame(), c.line)
		rng := rand.New(rand.NewPCG(5, 5))
		var sum menschCounts
		squares := 0.0
		buf := make([]parlour.Move, 0, 64)
		ps := make([]Position, 1)
		for i := range games {
			ps[0] = start
			for range i % 4 { // each colour begins in turn
				ps[0].turn = rules.(*Mensch).next(&ps[0], ps[0].turn)
			}
			g := countMensch(rules, &ps[0], rng, buf)
			sum.turns += g.turns
			squares += g.turns * g.turns
			sum.throws += g.throws
			sum.captures += g.captures
			sum.back += g.back
			sum.huffs += g.huffs
			sum.neutral += g.neutral
			sum.passes += g.passes
			sum.choices += g.choices
		}
		n := float64(games)
		mean := sum.turns / n
		sd := math.Sqrt(squares/n - mean*mean)
		if wide := (c.high - c.low) / 3.29; sd < 0.85*wide || sd > 1.15*wide {
			t.Errorf("%s: the standard deviation of the turns is %.1f, want about %.1f", c.line, sd, wide)
		}
		if limit := 4*math.Sqrt(sd*sd/1000+sd*sd/n) + 0.5; math.Abs(mean-c.want.turns) > limit {
			t.Errorf("%s: %.1f turns, want %.0f within %.1f", c.line, mean, c.want.turns, limit)
		}
		for _, v := range []struct {
			name      string
			got, want float64
			rounding  float64
		}{
			{"throws", sum.throws / n, c.want.throws, 0.5},
			{"captures", sum.captures / n, c.want.captures, 0.05},
			{"captures backwards", sum.back / n, c.want.back, 0.05},
			{"pieces sent back", sum.huffs / n, c.want.huffs, 0.05},
			{"neutral moves", sum.neutral / n, c.want.neutral, 0.05},
			{"share of passes", sum.passes / sum.throws, c.want.passes, 0.005},
			{"share of choices", sum.choices / sum.throws, c.want.choices, 0.005},
		} {
			if math.Abs(v.got-v.want) > v.rounding+0.06*v.want {
				t.Errorf("%s: %s %.3f, want %.3f", c.line, v.name, v.got, v.want)
			}
		}
	}
}
