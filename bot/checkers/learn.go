package checkers

import (
	"math"
	"math/bits"

	"parlour"
	"parlour/games/checkers"
)

// This file has what trainers of the nets need. Nets learn as real numbers and play as
// whole ones.

// The layers of a net: Inputs of a view, Units of the first layer for each of the two
// views, and two layers of Deep units. There is a net for each of the Phases.
const (
	Phases = phases
	Inputs = inputs
	Units  = units
	Deep   = deep
)

// The largest numbers that a net can hold: those of the first layer, of the two behind
// it, and of the last.
const (
	MostFirst = 2
	MostDeep  = float32(mostWeight) / deepScale
	MostOut   = 4.6
)

// AppendInputs appends the inputs of a position that are not zero, as Black sees them.
// An exclusive or with Turned makes them those of White.
func AppendInputs(dst []uint8, black, white, kings uint32) []uint8 {
	for i, set := range kindsOf(black, white, kings) {
		for ; set != 0; set &= set - 1 {
			dst = append(dst, uint8(i<<5|bits.TrailingZeros32(set)))
		}
	}
	return dst
}

// Turned changes an input to that of the other side.
const Turned = turned

// Numbers are a net as it learns. The weights of a layer stand by unit, those of the
// first by input.
type Numbers struct {
	First, Bias   []float32
	Second, Bias2 []float32
	Third, Bias3  []float32
	Out           []float32
	BiasOut       float32
}

// Round sets the net of a phase to the whole numbers nearest to those it learned.
func (n *Nets) Round(phase int, r *Numbers) {
	whole := func(x float32, scale float64) int { return int(math.Round(float64(x) * scale)) }
	net := &n[phase]
	for i := range inputs {
		for j := range units {
			net.first[i][j] = int16(whole(r.First[i*units+j], firstScale))
		}
	}
	for j := range units {
		net.bias[j] = int16(max(-32000, min(whole(r.Bias[j], firstScale), 32000)))
	}
	d := &net.dense
	for o := range deep {
		for i := range 2 * units {
			d.weights2[i/4][o][i%4] = int8(whole(r.Second[o*2*units+i], deepScale))
		}
		for i := range deep {
			d.weights3[i/4][o][i%4] = int8(whole(r.Third[o*deep+i], deepScale))
		}
		d.bias2[o] = int32(whole(r.Bias2[o], most*deepScale))
		d.bias3[o] = int32(whole(r.Bias3[o], most*deepScale))
		d.out[o] = int16(whole(r.Out[o], steep*64))
	}
	d.biasOut = int32(whole(r.BiasOut, steep*outScale))
	d.prepare()
}

// A Searcher searches positions of orthodox checkers, with a draw after 80 quiet plies
// or when a position stands for the third time. It serves one goroutine.
type Searcher struct{ search *search }

// NewSearcher returns a Searcher for small searches.
func NewSearcher(e Evaluation, t *Tables) *Searcher {
	s := newSearch(e, t, 1<<14)
	s.quiet, s.repeat = usualQuiet, 3
	return &Searcher{s}
}

// Begin forgets everything: another game begins.
func (s *Searcher) Begin() {
	clear(s.search.memory)
	s.search.past = s.search.past[:0]
}

// Note adds a position to the game. Positions before a capture or a move of a man
// cannot occur again.
func (s *Searcher) Note(p *checkers.Stand, side parlour.Seat) {
	if p.Quiet == 0 {
		s.search.past = s.search.past[:0]
	}
	s.search.past = append(s.search.past, hashOf(p, side))
}

// Stood returns how often a position has been noted since the last move that cannot
// be undone.
func (s *Searcher) Stood(p *checkers.Stand, side parlour.Seat) (n int) {
	for _, h := range s.search.past {
		if h == hashOf(p, side) {
			n++
		}
	}
	return n
}

// A Finding is the result of a search for the side to move.
type Finding struct {
	Move    parlour.Move // parlour.NoMove if the search was too short
	Value   int          // in hundredths of a man
	Depth   int          // that was searched completely
	Decided bool         // the game is won or lost
}

// Best searches that many positions for the best of several moves.
func (s *Searcher) Best(p *checkers.Stand, side parlour.Seat, nodes int) Finding {
	f := s.search.best(p, side, limits{nodes: nodes})
	return Finding{f.move, f.value, f.depth, max(f.value, -f.value) > surely}
}
