package backgammon

import (
	"encoding/binary"
	"io"
	"math/bits"

	"parlour"
	"parlour/bot"
	"parlour/games/backgammon"
)

// A Sieve is a very small net that tells which plays of a throw are worth a look
// by the full one. It sees only where the men are, and returns the chances without
// bounds, because nothing but their order within a throw matters.
//
//	inputs (204, mostly 0) -> 64 rectified units -> 5
//
// Every net has its sieve, which learned from it (lab/train/backgammon). Without one, all
// plays are evaluated.
type Sieve struct {
	params []float32 // all of the following, in this order
	w1, b1 []float32
	w2, b2 []float32

	// rows are the sums of rows of w1 for each number of men on each place of
	// each side, so that a place is one row.
	rows []float32
}

const (
	units       = 2 * bot.Lane
	sieveInputs = 2 * inJudged
	heads       = len(Chances{})
	sieveParams = sieveInputs*units + units + units*heads + heads

	rowsOfPlace = allMen + 1
	rowsOfSide  = (bar + 1) * rowsOfPlace // place 0 has the men borne off
)

// A mesh is what a sieve lets through: plays within near points of what it takes for
// the best, and at most that many.
type mesh struct {
	near float32
	most int
}

// The last throw of a look has almost all of the positions. Before it a wrong play
// costs more, and the right one is cheap to find. Crashed positions are rare and
// differ more from each other than a sieve can learn.
var (
	fine   = mesh{0.2, 8}
	coarse = mesh{0.4, mostKept}
)

const mostKept = 16

func NewSieve() *Sieve {
	v := &Sieve{params: make([]float32, sieveParams)}
	v.w1 = v.params[:sieveInputs*units]
	v.b1 = v.params[len(v.w1):][:units]
	v.w2 = v.params[len(v.w1)+units:][:units*heads]
	v.b2 = v.params[len(v.w1)+units+units*heads:]
	return v
}

// prepare computes the rows.
func (v *Sieve) prepare() {
	v.rows = make([]float32, 2*rowsOfSide*units)
	var in input
	for side := range 2 {
		for place := range bar + 1 {
			for n := 1; n <= allMen; n++ {
				in.n = 0
				in.men(side*inJudged, place, n)
				row := v.rows[(side*rowsOfSide+place*rowsOfPlace+n)*units:][:units]
				for k, i := range in.idx[:in.n] {
					for j := range row {
						row[j] += float32(in.val[k] * v.w1[int(i)*units+j])
					}
				}
			}
		}
	}
}

// A screen is the sieves of all nets with the prices of a side.
type screen struct {
	price Prices
	nets  [netCount]struct {
		head [units]float32 // what a unit adds to the value for the side that has played
		base float32
		// The units after the men of the side on roll: they are the same for all
		// plays that hit nobody.
		opp backgammon.Men
		sum [units]float32
	}
}

// set sets the prices of the side that plays.
func (c *screen) set(nets []*Net, price *Prices) {
	if c.price == *price {
		return
	}
	c.price = *price
	// The sieve knows the chances of the other side, which rolls next.
	turned := [heads]float32{-price[0], price[3], price[4], price[1], price[2]}
	for k, net := range nets {
		at := &c.nets[k]
		at.base = 0
		for o, w := range turned {
			at.base += float32(w * net.sieve.b2[o])
		}
		for j := range at.head {
			at.head[j] = 0
			for o, w := range turned {
				at.head[j] += float32(w * net.sieve.w2[j*heads+o])
			}
		}
	}
}

// value estimates a position of kind k for the side that has just played; own is on
// roll.
func (c *screen) value(nets []*Net, k int, own, opp *backgammon.Men) float32 {
	at, v := &c.nets[k], nets[k].sieve
	var places [allMen + 1]int32
	if at.opp != *own {
		at.opp = *own
		sumRows(&at.sum, v.b1, v.rows, placesOf(&places, own, 0))
	}
	return at.base + dotRows(&at.sum, &at.head, v.rows, placesOf(&places, opp, rowsOfSide))
}

// placesOf collects the rows of a side.
func placesOf(dst *[allMen + 1]int32, m *backgammon.Men, side int32) []int32 {
	n, on := 0, 0
	for a := m.Any(); a != 0; a &= a - 1 {
		p := bits.TrailingZeros32(a)
		men := m.At(p)
		on += men
		dst[n&allMen] = side + int32(p*rowsOfPlace+men)
		n++
	}
	if on < allMen {
		dst[n&allMen] = side + int32(allMen-on)
		n++
	}
	return dst[:n]
}

// sumRows adds rows to a bias.
func sumRows(dst *[units]float32, bias, rows []float32, idx []int32) {
	copy(dst[:], bias)
	for _, i := range idx {
		row := (*[units]float32)(rows[int(i)*units:])
		for j := range dst {
			dst[j] += row[j]
		}
	}
}

// dotRows adds rows to a sum and returns the product of what is positive with head.
// All versions add in the same order.
func dotRows(sum, head *[units]float32, rows []float32, idx []int32) float32 {
	if fast {
		return dotRowsFast(&sum[0], &head[0], &rows[0], idx)
	}
	return dotRowsPlain(sum, head, rows, idx)
}

func dotRowsPlain(sum, head *[units]float32, rows []float32, idx []int32) float32 {
	var h [units]float32
	sumRows(&h, sum[:], rows, idx)
	for j := range h {
		h[j] = max(0, h[j]) * head[j]
	}
	for n := units / 2; n >= 8; n /= 2 {
		for j := range n {
			h[j] += h[j+n]
		}
	}
	return ((h[0] + h[4]) + (h[2] + h[6])) + ((h[1] + h[5]) + (h[3] + h[7]))
}

// sift drops the plays of p that are hardly the best by some prices, and returns
// how many are left, at the beginning of moves. It may change their order.
func (s *Searcher) sift(p *backgammon.Position, price *Prices, moves []parlour.Move, by *mesh) int {
	if len(moves) < 2 || s.eval.nets[0].sieve == nil || (p.Men[0].Any()|p.Men[1].Any())&^inHome == 0 {
		return len(moves)
	}
	nets, c := s.eval.nets, &s.screens[p.Turn]
	c.set(nets, price)
	q := &s.at[len(s.at)-1]
	var kept [mostKept]struct {
		value float32
		move  parlour.Move
	}
	n, odd := 0, false
	for _, m := range moves {
		*q = *p
		s.rules.Play(q, m)
		if q.State == backgammon.Over { // nothing is better
			moves[0] = m
			return 1
		}
		own, opp := &q.Men[q.Turn], &q.Men[1-q.Turn]
		k := kind(own, opp)
		odd = odd || k == crashedNet
		v := c.value(nets, k, own, opp)
		if n == mostKept && v <= kept[n-1].value {
			continue
		}
		i := min(n, mostKept-1)
		for ; i > 0 && kept[i-1].value < v; i-- {
			kept[i] = kept[i-1]
		}
		kept[i].value, kept[i].move = v, m
		n = min(n+1, mostKept)
	}
	if odd {
		by = &coarse
	}
	n = min(n, by.most)
	least := kept[0].value - float32(by.near*price[0])/2
	for i := range n {
		if kept[i].value < least {
			return i
		}
		moves[i] = kept[i].move
	}
	return n
}

// The sieves come after the nets in the weights file, or are missing:
//
//	"sieve" · units u16, then for each net the params of its sieve as IEEE half
//	precision, little endian
const sieveMagic = "sieve"

func writeSieves(w io.Writer, nets []*Net) error {
	if len(nets) == 0 || nets[0].sieve == nil {
		return nil
	}
	buf := binary.LittleEndian.AppendUint16([]byte(sieveMagic), units)
	for _, n := range nets {
		for _, v := range n.sieve.params {
			buf = binary.LittleEndian.AppendUint16(buf, toHalf(v))
		}
	}
	_, err := w.Write(buf)
	return err
}

func readSieves(data []byte, nets []*Net) error {
	if len(data) == 0 {
		return nil
	}
	const head = len(sieveMagic) + 2
	if len(data) != head+2*sieveParams*len(nets) || string(data[:len(sieveMagic)]) != sieveMagic || binary.LittleEndian.Uint16(data[len(sieveMagic):]) != units {
		return errWeights
	}
	data = data[head:]
	for _, n := range nets {
		n.sieve = NewSieve()
		for i := range n.sieve.params {
			n.sieve.params[i] = fromHalf(binary.LittleEndian.Uint16(data[2*i:]))
		}
		data = data[2*sieveParams:]
		n.sieve.prepare()
	}
	return nil
}
