package backgammon

import (
	"math/bits"

	"parlour/games/backgammon"
)

// The nets of an Evaluator by kind of position.
const (
	contactNet = iota // both sides have men in the other's home board, or on the bar
	holdingNet        // at most one has, but they have not passed each other
	crashedNet        // the same, and one side has at most six useful men left
	raceNet           // they have passed
	netCount
)

// Nets returns the built-in nets, which were trained in ten minutes on one NVIDIA
// H200, see gpu/README.md in lab/train/backgammon.
func Nets() []*Net {
	nets, err := ReadNets(weights.Bytes())
	if err != nil || len(nets) != netCount {
		panic("the weights of backgammon are damaged")
	}
	return nets
}

// An Evaluator estimates the chances of positions without search. It serves one
// goroutine; the nets can be shared.
type Evaluator struct {
	nets   []*Net
	s      *scratch
	memory *memory // nil for none
	Count  int     // positions asked for
	fresh  int     // of them not in the memory
}

// NewEvaluator returns an Evaluator with the given nets.
func NewEvaluator(nets []*Net) *Evaluator {
	first := 0
	for _, n := range nets {
		first = max(first, n.first)
	}
	return &Evaluator{nets: nets, s: newScratch(first)}
}

// kind returns the net for a position.
func kind(own, opp *backgammon.Men) int {
	a, b := bits.Len32(own.Any())-1, bits.Len32(opp.Any())-1
	switch {
	case a+b <= bar:
		return raceNet
	case crashed(own) || crashed(opp):
		return crashedNet
	case a > 18 && b > 18:
		return contactNet
	}
	return holdingNet
}

// crashed reports whether all but six men are on the last two points or off.
func crashed(m *backgammon.Men) bool {
	const useful = ^uint32(7)
	return bits.OnesCount32(m.Ones&useful)+2*bits.OnesCount32(m.Twos&useful)+4*bits.OnesCount32(m.Fours&useful)+8*bits.OnesCount32(m.Eights&useful) <= 6
}

// Chances returns the chances of the side on roll. Both sides have men left.
func (e *Evaluator) Chances(own, opp *backgammon.Men) Chances {
	e.Count++
	if e.memory == nil {
		e.fresh++
		return e.compute(own, opp)
	}
	at := e.memory.at(own, opp)
	if at.own != *own || at.opp != *opp {
		e.fresh++
		*at = evaluated{*own, *opp, e.compute(own, opp)}
	}
	return at.chances
}

// compute evaluates a position by tables or nets.
func (e *Evaluator) compute(own, opp *backgammon.Men) Chances {
	if (own.Any()|opp.Any())&^inHome == 0 {
		if small(own, opp) {
			return Chances{Win: TheTwoSided().Win(own, opp)}
		}
		return TheOneSided().Chances(own, opp)
	}
	k := kind(own, opp)
	e.s.in.set(own, opp, k != raceNet)
	c := e.nets[k].forward(e.s)
	c.sane(own, opp, k)
	return c
}

// sane removes impossible chances.
func (c *Chances) sane(own, opp *backgammon.Men, kind int) {
	if opp.Off() > 0 {
		c[WinGammon], c[WinBackgammon] = 0, 0
	}
	if own.Off() > 0 {
		c[LoseGammon], c[LoseBackgammon] = 0, 0
	}
	if kind == raceNet {
		const theirHome = 1<<bar - 1<<(bar-6)
		if opp.Any()&theirHome == 0 {
			c[WinBackgammon] = 0
		}
		if own.Any()&theirHome == 0 {
			c[LoseBackgammon] = 0
		}
	}
	c[WinGammon] = min(c[WinGammon], c[Win])
	c[WinBackgammon] = min(c[WinBackgammon], c[WinGammon])
	c[LoseGammon] = min(c[LoseGammon], 1-c[Win])
	c[LoseBackgammon] = min(c[LoseBackgammon], c[LoseGammon])
}

// Won returns the chances of the winner of a game that is won n times the stake.
func Won(n int32) Chances {
	c := Chances{Win: 1}
	if n >= 2 {
		c[WinGammon] = 1
	}
	if n >= 3 {
		c[WinBackgammon] = 1
	}
	return c
}
