package race

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"parlour/bot"
	"parlour/games/race"
)

// Shares of the nets are sound, and no evaluation allocates.
func TestNetShares(t *testing.T) {
	for _, s := range setups {
		rules := open(t, s.game, s.setup)
		e := NewNetEvaluator(rules, nets[s.game]())
		bad := 0
		out := new(bot.Shares)
		walk(rules, 2, func(p *race.Position) {
			e.Shares(p, out)
			if !sound(p, e.owner, out) {
				bad++
			}
			for _, x := range e.view.sight {
				if x.n >= len(x.idx) {
					bad++
				}
			}
		})
		if bad > 0 {
			t.Errorf("%s %+v: %d positions have shares that cannot be", s.game, s.setup, bad)
		}
		p := &[]race.Position{rules.Start()}[0]
		if n := testing.AllocsPerRun(100, func() { e.Shares(p, out) }); n != 0 {
			t.Errorf("%s allocates %v times an opinion", s.game, n)
		}
	}
}

// The places of a board fit into the inputs, and a longer board is scaled down so
// that both its ends keep their places.
func TestSpots(t *testing.T) {
	for _, s := range setups {
		rules := open(t, s.game, s.setup)
		e := NewNetEvaluator(rules, nil)
		last := -1
		for q := int16(-1); q <= e.course.Home; q++ {
			at := e.spot(q)
			if at < last || at >= spots {
				t.Fatalf("%s %+v: progress %d is place %d after %d", s.game, s.setup, q, at, last)
			}
			last = at
		}
	}
}

// power is e to the power of x.
func TestPower(t *testing.T) {
	for x := -70.0; x <= 0; x += 0.37 {
		if want := math.Exp(x); math.Abs(power(x)-want) > 1e-9*want+1e-25 {
			t.Errorf("e to the power of %v is %v, not %v", x, power(x), want)
		}
	}
}

// A net reads back as it was written, rounded.
func TestNetFile(t *testing.T) {
	n := NewNet()
	n.Guess(bot.NewRand(1))
	data, _ := n.AppendBinary(nil)
	m, err := ReadNet(data)
	if err != nil {
		t.Fatal(err)
	}
	for i := range n.params {
		if math.Abs(float64(n.params[i]-m.params[i])) > 1e-4 {
			t.Fatalf("weight %d is %v, not %v", i, m.params[i], n.params[i])
		}
	}
	if again, _ := m.AppendBinary(nil); !bytes.Equal(data, again) {
		t.Error("a net that was read is written as another")
	}
	for _, bad := range []string{"", `{"game":"mensch"}`, netHeader + "abcdef"} {
		if _, err := ReadNet([]byte(bad)); err == nil || !strings.Contains(err.Error(), "not a net") {
			t.Errorf("%.20q is read: %v", bad, err)
		}
	}
}
