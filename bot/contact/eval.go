package contact

import (
	"math/bits"

	"parlour"
	"parlour/bot"
	"parlour/games/contact"
)

// The terms of the sum of a side. There are four kinds of tiles: numbered ONE STEP
// and TWO STEP tiles, and the same turned over. Every term has two weights, for a
// full and for an empty board.
//
//	tiles..    number of tiles of a kind
//	alone..    1 at the number of tiles of the side, up to 6
//	way..      numbered tiles of a kind: how near they are to a goal spot, from
//	           0 to 1
//	close..    numbered tiles of a kind up to three steps from a goal spot
//	exposed..  tiles of a kind that can be removed, when another side is to move;
//	           and when the side itself is
//	near..     by own kind and other kind: how near the nearest such tile of the
//	           others is, from 0 to 1
//	tempo      the side is to move
//	centre     how near its tiles are to the middle of the board
const (
	tiles   = 0
	alone   = tiles + 4
	way     = alone + 7
	close   = way + 2
	exposed = close + 2
	near    = exposed + 8
	tempo   = near + 16
	centre  = tempo + 1
	terms   = centre + 1
)

// Evaluator evaluates positions of Contact.
type Evaluator struct {
	rules *contact.Rules
	w     *bot.Weights
	goal  [4][256]int8 // by colour and crossing: steps to the nearest goal spot
	sheet bot.Sheet
}

var (
	_ bot.Student[contact.Position] = (*Evaluator)(nil)
	_ bot.Hasher[contact.Position]  = (*Evaluator)(nil)
	_ bot.Noisy[contact.Position]   = (*Evaluator)(nil)
)

const lines = 15

// NewEvaluator returns the evaluator for some rules.
func NewEvaluator(rules parlour.Full[contact.Position], w *bot.Weights) *Evaluator {
	r, ok := rules.(*contact.Rules)
	if !ok {
		return nil
	}
	e := &Evaluator{rules: r, w: w}
	for c := range contact.Colour(4) {
		if r.SeatOf(c) == parlour.Nobody {
			continue
		}
		for at := range e.goal[c] {
			e.goal[c][at] = 2 * lines
		}
		each(func(to contact.Crossing) {
			if !r.Goal(c, to) {
				return
			}
			each(func(at contact.Crossing) {
				e.goal[c][at] = min(e.goal[c][at], int8(steps(at, to)))
			})
		})
	}
	return e
}

// each calls f for every crossing.
func each(f func(contact.Crossing)) {
	for rank := 1; rank <= lines; rank++ {
		for file := 1; file <= lines; file++ {
			f(contact.CrossingAt(file, rank))
		}
	}
}

// steps returns the distance of two crossings along the lines.
func steps(a, b contact.Crossing) int {
	x, y := a.File()-b.File(), a.Rank()-b.Rank()
	return max(x, -x) + max(y, -y)
}

// kind returns the kind of a tile, from 0 to 3.
func kind(t contact.Tile) int {
	k := t.Steps() - 1
	if t.Turned() {
		k += 2
	}
	return k
}

// Terms returns the number of terms.
func (e *Evaluator) Terms() int { return terms }

// Guess fills in initial weights: tiles are good, turned ones better, and numbered
// ones should reach the other side.
func (e *Evaluator) Guess(w *bot.Weights) {
	for _, list := range [][]float32{w.Early, w.Late} {
		copy(list[tiles:], []float32{0.5, 0.3, 0.8, 0.7})
		list[way], list[way+1] = 0.2, 0.2
		for k := range 4 {
			list[exposed+k] = -0.3
		}
	}
}

// Settled returns whether the game is over, and fills in the shares.
func (e *Evaluator) Settled(p *contact.Position, out *bot.Shares) int {
	r := e.rules.Result(p)
	if !r.Over {
		return 0
	}
	*out = bot.Shares{}
	for s, share := range r.Share {
		out[e.rules.Side(p, parlour.Seat(s))] = share
	}
	return 1
}

// Describe fills in the sheet of a position.
func (e *Evaluator) Describe(p *contact.Position, s *bot.Sheet) {
	n := p.Len()
	s.Stage = 1 - float32(n)/24
	turn := e.rules.Side(p, e.rules.Turn(p).Seat)
	var side [24]parlour.Seat
	var kinds [4][4]float32
	var left [4]int
	for i := range n {
		t := p.Tile(i)
		side[i] = e.rules.Side(p, e.rules.SeatOf(t.Colour()))
		kinds[side[i]][kind(t)]++
		left[side[i]]++
		s.Runs[side[i]] = true
	}
	var middle [4]float32 // by side; the others also by kind
	var ways, closes [4][2]float32
	var nears [4][16]float32
	for i := range n {
		t, c := p.Tile(i), side[i]
		at, k := t.At(), kind(t)
		if !t.Turned() {
			d := e.goal[t.Colour()][at]
			ways[c][k] += 1 - float32(d)/14
			if d <= 3 {
				closes[c][k]++
			}
		}
		middle[c] += 1 - float32(steps(at, contact.CrossingAt(8, 8)))/14
		var nearest [4]int
		for j := range nearest {
			nearest[j] = 2 * lines
		}
		for j := range n {
			if side[j] != c {
				u := p.Tile(j)
				uk := kind(u)
				nearest[uk] = min(nearest[uk], steps(at, u.At()))
			}
		}
		for uk, d := range nearest {
			if d < 8 {
				nears[c][4*k+uk] += 1 - float32(d)/8
			}
		}
	}
	for c := range parlour.Seat(4) {
		if left[c] == 0 {
			continue
		}
		s.Add(c, alone+min(left[c], 6), 1)
		s.Add(c, centre, middle[c])
		for k := range 4 {
			if kinds[c][k] > 0 {
				s.Add(c, tiles+k, kinds[c][k])
			}
			if k < 2 && kinds[c][k] > 0 {
				s.Add(c, way+k, ways[c][k])
				s.Add(c, close+k, closes[c][k])
			}
		}
		for k, v := range nears[c] {
			if v > 0 {
				s.Add(c, near+k, v)
			}
		}
		if c == turn {
			s.Add(c, tempo, 1)
		}
		var ex [4]float32
		for mask := e.rules.Exposed(p, c); mask != 0; mask &= mask - 1 {
			ex[kind(p.Tile(bits.TrailingZeros32(mask)))]++
		}
		for k, v := range ex {
			if v == 0 {
				continue
			}
			if c == turn {
				k += 4
			}
			s.Add(c, exposed+k, v)
		}
	}
}

// Shares fills in what every side can expect. As a game without progress approaches
// its tie, the shares approach equality.
func (e *Evaluator) Shares(p *contact.Position, out *bot.Shares) {
	s := &e.sheet
	s.Clear()
	e.Describe(p, s)
	var chances bot.Shares
	s.Chances(e.w, &chances)
	sides := 0.0
	for _, runs := range s.Runs {
		if runs {
			sides++
		}
	}
	tie := float64(p.Quiet()) / float64(e.rules.QuietLimit(p))
	tie *= tie * tie
	for c, runs := range s.Runs {
		if runs {
			chances[c] += tie * (1/sides - chances[c])
		}
	}
	for seat := range parlour.Seat(4) {
		out[seat] = chances[e.rules.Side(p, seat)]
	}
}

// Noisy reports whether a move removes a tile of another side.
func (e *Evaluator) Noisy(p *contact.Position, m parlour.Move) bool {
	return e.rules.Captured(p, m) > 0
}

// Hash hashes the tiles and the side to move. It ignores the count of quiet turns
// while that is far from its limit.
func (e *Evaluator) Hash(p *contact.Position) uint64 {
	seven, _ := p.Seven()
	h := uint64(e.rules.Turn(p).Seat)<<8 | uint64(seven)
	if 2*p.Quiet() > e.rules.QuietLimit(p) {
		h |= uint64(p.Quiet()) << 16
	}
	for i := range p.Len() {
		h = (h ^ uint64(p.Tile(i))) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	h *= 0xbf58476d1ce4e5b9
	return h ^ h>>32
}
