package backgammon

import (
	"bytes"
	"math"
	"testing"

	"parlour"
	"parlour/bot"
	"parlour/games/backgammon"
)

func TestHalf(t *testing.T) {
	for h := range 1 << 16 {
		if h>>10&31 == 31 { // infinite, or no number
			continue
		}
		if got := toHalf(fromHalf(uint16(h))); got != uint16(h) {
			t.Fatalf("%04x comes back as %04x", h, got)
		}
	}
	for _, f := range []float32{1e9, -1e9, 0.1, 1e-9, -3.14159} {
		got := fromHalf(toHalf(f))
		if want := max(-65504, min(65504, f)); math.Abs(float64(got-want)) > math.Abs(float64(want))/2000+1e-7 {
			t.Errorf("%v becomes %v", f, got)
		}
	}
}

func TestNetsRoundTrip(t *testing.T) {
	nets := []*Net{RandomNet(64, 1), RandomNet(32, 2)}
	var b bytes.Buffer
	if err := WriteNets(&b, nets); err != nil {
		t.Fatal(err)
	}
	back, err := ReadNets(b.Bytes())
	if err != nil || len(back) != 2 || back[0].first != 64 {
		t.Fatalf("%v, %v", back, err)
	}
	for i, v := range back[1].params {
		if math.Abs(float64(v-nets[1].params[i])) > 1e-3 {
			t.Fatalf("weight %d: %v becomes %v", i, nets[1].params[i], v)
		}
	}
	for n := range b.Len() {
		if n%997 == 0 {
			if _, err := ReadNets(b.Bytes()[:n]); err == nil {
				t.Errorf("the first %d bytes are read as nets", n)
			}
		}
	}
}

// The gradient is the slope of the cross entropy, tried weight by weight.
func TestBackward(t *testing.T) {
	n := RandomNet(32, 3)
	p := plain(nil).Start()
	own, opp := p.Men[0], p.Men[1]
	target := Chances{0.7, 0.2, 0.1, 0.05, 0.3}
	w := NewWork(32)
	loss := func() (sum float64) {
		w.scratch.in.set(&own, &opp, true)
		for o, y := range n.forward(w.scratch) {
			g := float64(target[o])
			sum -= g*math.Log(float64(y)) + (1-g)*math.Log(1-float64(y))
		}
		return sum
	}
	grad := NewNet(32)
	n.Backward(grad, w, &own, &opp, &target)
	tried := 0
	for i, g := range grad.params {
		if g == 0 || i%13 != 0 {
			continue
		}
		const h = 1e-2
		was := n.params[i]
		n.params[i] = was + h
		up := loss()
		n.params[i] = was - h
		down := loss()
		n.params[i] = was
		slope := (up - down) / (2 * h)
		if math.Abs(slope-float64(g)) > 0.02*(math.Abs(slope)+0.05) {
			t.Errorf("weight %d: slope %v, gradient %v", i, slope, g)
		}
		tried++
	}
	if tried < 50 {
		t.Errorf("only %d weights tried", tried)
	}
}

// positions returns some from games at random.
func positions(n int) (list []backgammon.Position) {
	rules := plain(nil)
	rand := bot.NewRand(5)
	p := rules.Start()
	for len(list) < n {
		turn := rules.Turn(&p)
		switch {
		case turn.Over():
			p = rules.Start()
		case turn.Dice != 0:
			if turn.Dice == parlour.TwoDice {
				list = append(list, p)
			}
			rules.Play(&p, turn.Dice.Nth(rand.Intn(36)))
		default:
			moves := rules.AppendMoves(&p, nil)
			rules.Play(&p, moves[rand.Intn(len(moves))])
		}
	}
	return list
}

// The shots that a net is told of are those of the rules: throws of which some
// play hits. Plays that the rules do not let hit, because more numbers must be
// played, are few.
func TestShots(t *testing.T) {
	rules := plain(nil)
	off, all := 0, 0
	for _, p := range positions(400) {
		want := 0
		for _, th := range throws {
			q := p
			q.Dice, q.State = th.dice, backgammon.Moving
			for _, m := range rules.AppendMoves(&q, nil) {
				if rules.Captured(&q, m) > 0 {
					want += int(math.Round(float64(th.chance * 36)))
					break
				}
			}
		}
		got, loss := block{&p.Men[1-p.Turn], &p.Men[p.Turn]}.shots()
		if loss < got || loss > 24*got {
			t.Errorf("%d shots lose %d pips", got, loss)
		}
		all += want
		off += max(got-want, want-got)
	}
	if off*50 > all {
		t.Errorf("%d of %d shots are wrong", off, all)
	}
}

func TestChances(t *testing.T) {
	e := NewEvaluator(Nets())
	for _, p := range positions(500) {
		own, opp := &p.Men[p.Turn], &p.Men[1-p.Turn]
		c := e.Chances(own, opp)
		if !(c[Win] >= 0 && c[Win] <= 1 && c[WinGammon] <= c[Win] && c[WinBackgammon] <= c[WinGammon] &&
			c[LoseGammon] <= 1-c[Win] && c[LoseBackgammon] <= c[LoseGammon] && c[WinBackgammon] >= 0 && c[LoseBackgammon] >= 0) {
			t.Errorf("%v: %v", p, c)
		}
		back := c.Turned().Turned()
		for i := range c {
			if math.Abs(float64(back[i]-c[i])) > 1e-6 {
				t.Errorf("%v turned twice is %v", c, back)
			}
		}
	}
	p := plain(nil).Start()
	if n := testing.AllocsPerRun(100, func() { e.Chances(&p.Men[0], &p.Men[1]) }); n != 0 {
		t.Errorf("a look allocates %v times", n)
	}
}
