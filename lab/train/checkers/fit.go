package checkers

import (
	"context"
	"fmt"
	"io"
	"math"
	"sync"

	"parlour/bot"
	checkersbot "parlour/bot/checkers"
)

// The layers of a net.
const (
	inputs = checkersbot.Inputs
	units  = checkersbot.Units
	deep   = checkersbot.Deep
)

// A net learns with real numbers, all of them in one slice.
const (
	atFirst   = 0
	atBias    = atFirst + inputs*units
	atSecond  = atBias + units
	atBias2   = atSecond + deep*2*units
	atThird   = atBias2 + deep
	atBias3   = atThird + deep*deep
	atOut     = atBias3 + deep
	atBiasOut = atOut + deep
	numbers   = atBiasOut + 32 // one, and the rest of a row for the kernels
)

// A lecture is a net that learns from the notes of its phase, by Adam.
type lecture struct {
	w, mean, square []float32
	steps           int
	parts           [shards]*share
}

// A batch is always split in the same way, so that the result does not depend on the
// number of processors.
const (
	shards    = 16
	batchSize = 8192 // at most
)

// A share is the workspace for a part of a batch.
type share struct {
	grad          []float32
	sums          [2][]float32 // by view
	units, slopes []float32    // of both views, own first
	second, third [deep]float32
	row           [deep]float32
	used          []uint8
	loss          float64
}

func newLecture(seed uint64) *lecture {
	l := &lecture{w: make([]float32, numbers), mean: make([]float32, numbers), square: make([]float32, numbers)}
	rand := bot.NewRand(seed)
	fill := func(from, to int, wide float64) {
		for i := from; i < to; i++ {
			l.w[i] = float32((2*rand.Float64() - 1) * wide)
		}
	}
	fill(atFirst, atBias, 0.25)
	fill(atSecond, atBias2, math.Sqrt(6./(2*units)))
	fill(atThird, atBias3, math.Sqrt(6./deep))
	fill(atOut, atBiasOut, math.Sqrt(3./deep))
	for i := range units {
		l.w[atBias+i] = 0.2
	}
	for i := range deep {
		l.w[atBias2+i], l.w[atBias3+i] = 0.1, 0.1
	}
	for i := range l.parts {
		l.parts[i] = &share{
			grad: make([]float32, numbers), sums: [2][]float32{make([]float32, units), make([]float32, units)},
			units: make([]float32, 2*units), slopes: make([]float32, 2*units), used: make([]uint8, 0, 64),
		}
	}
	return l
}

// clipped returns a unit within its limits.
func clipped(x float32) float32 { return max(0, min(x, 1)) }

// forward computes what a net expects for the side to move, as a logit.
func (p *share) forward(w []float32, n *note) float32 {
	p.used = checkersbot.AppendInputs(p.used[:0], n.black, n.white, n.kings)
	for v, sums := range p.sums {
		copy(sums, w[atBias:][:units])
		flip := uint8(v) * checkersbot.Turned
		for _, i := range p.used {
			add(sums, w[atFirst+int(i^flip)*units:][:units], 1)
		}
		to := p.units[int(n.side^uint8(v))*units:][:units]
		for i, x := range sums {
			to[i] = clipped(x)
		}
	}
	for o := range deep {
		p.second[o] = w[atBias2+o] + dot(p.units, w[atSecond+o*2*units:][:2*units])
		p.row[o] = clipped(p.second[o])
	}
	out := w[atBiasOut]
	for o := range deep {
		p.third[o] = w[atBias3+o] + dot(p.row[:], w[atThird+o*deep:][:deep])
		out += w[atOut+o] * clipped(p.third[o])
	}
	return out
}

// learn adds the gradient of a note.
func (p *share) learn(w []float32, n *note) {
	out := p.forward(w, n)
	goal := n.goal()
	guess := float32(1 / (1 + math.Exp(-float64(out))))
	p.loss += float64((guess - goal) * (guess - goal))
	d := guess - goal
	g := p.grad
	g[atBiasOut] += d
	var d2 [deep]float32
	for o := range deep {
		g[atOut+o] += d * clipped(p.third[o])
		if p.third[o] <= 0 || p.third[o] >= 1 {
			continue
		}
		d3 := d * w[atOut+o]
		g[atBias3+o] += d3
		add(g[atThird+o*deep:][:deep], p.row[:], d3)
		add(d2[:], w[atThird+o*deep:][:deep], d3)
	}
	clear(p.slopes)
	for o := range deep {
		if p.second[o] <= 0 || p.second[o] >= 1 || d2[o] == 0 {
			continue
		}
		g[atBias2+o] += d2[o]
		add(g[atSecond+o*2*units:][:2*units], p.units, d2[o])
		add(p.slopes, w[atSecond+o*2*units:][:2*units], d2[o])
	}
	for v, sums := range p.sums {
		slope := p.slopes[int(n.side^uint8(v))*units:][:units]
		for i, x := range sums {
			if x <= 0 || x >= 1 {
				slope[i] = 0
			}
		}
		flip := uint8(v) * checkersbot.Turned
		add(g[atBias:][:units], slope, 1)
		for _, i := range p.used {
			add(g[atFirst+int(i^flip)*units:][:units], slope, 1)
		}
	}
}

// step learns from a batch of notes with a rate.
func (l *lecture) step(notes []note, batch []uint32, workers int, rate float64) (loss float64) {
	var wg sync.WaitGroup
	for worker := range workers {
		wg.Go(func() {
			for i := worker; i < shards; i += workers {
				p := l.parts[i]
				clear(p.grad)
				p.loss = 0
				for _, n := range batch[len(batch)*i/shards : len(batch)*(i+1)/shards] {
					p.learn(l.w, &notes[n])
				}
			}
		})
	}
	wg.Wait()
	l.steps++
	const keep1, keep2, tiny = 0.9, 0.999, 1e-8
	rate *= math.Sqrt(1-math.Pow(keep2, float64(l.steps))) / (1 - math.Pow(keep1, float64(l.steps)))
	const piece = 1024
	for worker := range workers {
		wg.Go(func() {
			for from := worker * piece; from < numbers; from += workers * piece {
				to := min(from+piece, numbers)
				sum := l.parts[0].grad[from:to]
				for _, p := range l.parts[1:] {
					add(sum, p.grad[from:to], 1)
				}
				for i := from; i < to; i++ {
					g := sum[i-from] / float32(len(batch))
					l.mean[i] = keep1*l.mean[i] + (1-keep1)*g
					l.square[i] = keep2*l.square[i] + (1-keep2)*g*g
					x := l.w[i] - float32(rate)*l.mean[i]/(float32(math.Sqrt(float64(l.square[i])))+tiny)
					l.w[i] = limited(i, x)
				}
			}
		})
	}
	wg.Wait()
	for _, p := range l.parts {
		loss += p.loss
	}
	return loss / float64(len(batch))
}

// limited keeps number i within what a net can hold.
func limited(i int, x float32) float32 {
	most := float32(100)
	switch {
	case i < atBias:
		most = checkersbot.MostFirst
	case i >= atSecond && i < atBias2, i >= atThird && i < atBias3:
		most = checkersbot.MostDeep
	case i >= atOut && i < atBiasOut:
		most = checkersbot.MostOut
	}
	return max(-most, min(x, most))
}

// fitNets learns nets from notes in some passes over them. One note of sixty-four
// only tests them.
func fitNets(ctx context.Context, notes []note, passes, workers int, seed uint64, log io.Writer) (*checkersbot.Nets, error) {
	all := new(checkersbot.Nets)
	for phase := range all {
		var learn, test []uint32
		for i := range notes {
			if n := &notes[i]; checkersbot.PhaseOf(n.black|n.white, n.kings) != phase {
				continue
			}
			if i%64 == 63 {
				test = append(test, uint32(i))
			} else {
				learn = append(learn, uint32(i))
			}
		}
		l := newLecture(bot.Mix(seed, uint64(phase)))
		rand := bot.NewRand(bot.Mix(seed, uint64(100+phase)))
		size := max(256, min(len(learn)/32, batchSize))
		steps := (len(learn) + size - 1) / size * passes
		loss, count := 0.0, 0
		for pass := range passes {
			for i := range learn {
				j := i + rand.Intn(len(learn)-i)
				learn[i], learn[j] = learn[j], learn[i]
			}
			loss, count = 0, 0
			for from := 0; from < len(learn); from += size {
				if err := ctx.Err(); err != nil {
					return nil, err
				}
				done := float64(l.steps) / float64(steps)
				rate := 0.002 * math.Min(1, float64(l.steps+1)/min(200, float64(steps)/10)) * (0.5 + 0.5*math.Cos(math.Pi*done))
				loss += l.step(notes, learn[from:min(from+size, len(learn))], workers, rate)
				count++
			}
			if pass%5 == 4 || pass == passes-1 {
				fmt.Fprintf(log, "  phase %d, pass %d: %d positions, error %.5f, tested %.5f\n",
					phase, pass+1, len(learn), loss/float64(max(1, count)), l.miss(notes, test))
			}
		}
		all.Round(phase, l.numbers())
	}
	return all, nil
}

// miss is the mean squared error on some notes.
func (l *lecture) miss(notes []note, which []uint32) (sum float64) {
	for _, i := range which {
		d := 1/(1+math.Exp(-float64(l.parts[0].forward(l.w, &notes[i])))) - float64(notes[i].goal())
		sum += d * d
	}
	return sum / float64(max(1, len(which)))
}

// numbers names the parts of the net.
func (l *lecture) numbers() *checkersbot.Numbers {
	w := l.w
	return &checkersbot.Numbers{
		First: w[atFirst:atBias], Bias: w[atBias:atSecond], Second: w[atSecond:atBias2], Bias2: w[atBias2:atThird],
		Third: w[atThird:atBias3], Bias3: w[atBias3:atOut], Out: w[atOut:atBiasOut], BiasOut: w[atBiasOut],
	}
}
