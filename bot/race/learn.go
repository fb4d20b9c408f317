//go:build !js

package race

import (
	"math"

	"parlour/bot"
	"parlour/games/race"
)

// Params returns all weights of the net. A training changes them.
func (n *Net) Params() []float32 { return n.params }

// Guess fills in weights to begin a training with: progress is good.
func (n *Net) Guess(rand bot.Rand) {
	for i := range n.params {
		n.params[i] = float32(0.2 * (rand.Float64() - 0.5))
	}
	for i := range inputs {
		clear(n.in[i*width:][:2])
	}
	for col := range 2 {
		for q := range spots {
			n.in[(inMen+q)*width+col] = 3 * float32(q) / spots
		}
		for t := range 8 {
			n.in[(inFear+2*t+1)*width+col] = -0.5
		}
	}
	clear(n.bias[:2])
}

// Backward adds the gradient of the cross entropy between the net and the chances to
// learn for a position to grad. It returns the cross entropy in bits.
func (n *Net) Backward(grad *Net, e *NetEvaluator, p *race.Position, target *[4]float32) (loss float64) {
	v := &e.view
	e.look(p, v)
	var sums [4]float32
	n.sums(v, &sums)
	var now bot.Shares
	chances(&sums, &v.runs, &now)
	for seat, runs := range v.runs {
		if !runs {
			continue
		}
		d := float32(now[seat]) - target[seat]
		loss -= float64(target[seat]) * math.Log2(max(now[seat], 1e-9))
		x := &v.sight[seat]
		h := &x.h
		h[0], h[1] = d*(1-v.stage), d*v.stage
		for i, y := range h[2:] {
			if y <= 0 {
				h[2+i] = 0
				continue
			}
			h[2+i] = d * n.out[i]
			grad.out[i] += d * y
		}
		for i, y := range h {
			grad.bias[i] += y
		}
		bot.Scatter(grad.in, h[:], x.idx[:x.n], x.val[:x.n])
	}
	return loss
}
