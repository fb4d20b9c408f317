package backgammon

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"parlour/bot"
)

// Chances are the probabilities of the results of a game, for the side on roll.
// Gammons include backgammons. The remainder is a single loss.
type Chances [5]float32

// The chances by name.
const (
	Win = iota
	WinGammon
	WinBackgammon
	LoseGammon
	LoseBackgammon
)

// Turned returns the chances of the other side.
func (c Chances) Turned() Chances {
	return Chances{1 - c[Win], c[LoseGammon], c[LoseBackgammon], c[WinGammon], c[WinBackgammon]}
}

// Equity returns the expected points without a cube.
func (c *Chances) Equity() float32 {
	return 2*c[Win] - 1 + c[WinGammon] + c[WinBackgammon] - c[LoseGammon] - c[LoseBackgammon]
}

// add adds w times d.
func (c *Chances) add(d *Chances, w float32) {
	for i := range c {
		c[i] += w * d[i]
	}
}

const (
	second  = 32 // units of the second layer
	outputs = 8  // five chances, padded to a full row
)

// A Net is a small neural net with two hidden layers of rectified units.
// Values of one kind are rows of one slice, so that a layer is one gather.
//
//	inputs (240, mostly 0) -> first (a multiple of 32) -> second (32) -> 5
type Net struct {
	first  int
	params []float32 // all of the following, in this order
	w1, b1 []float32
	w2, b2 []float32
	w3, b3 []float32

	sieve *Sieve // nil for none
}

// NewNet returns a net of zeros with that many units in its first layer, a multiple
// of 32.
func NewNet(first int) *Net {
	n := &Net{first: first}
	n.params = make([]float32, inputs*first+first+first*second+second+second*outputs+outputs)
	n.carve()
	return n
}

// carve lays the slices over params.
func (n *Net) carve() {
	rest := n.params
	cut := func(k int) []float32 {
		s := rest[:k:k]
		rest = rest[k:]
		return s
	}
	n.w1, n.b1 = cut(inputs*n.first), cut(n.first)
	n.w2, n.b2 = cut(n.first*second), cut(second)
	n.w3, n.b3 = cut(second*outputs), cut(outputs)
}

// A scratch is the workspace of one evaluation.
type scratch struct {
	in   input
	h1   []float32 // the first layer, before it is rectified
	h2   [second]float32
	idx  []int32 // units of the first layer that are not zero
	val  []float32
	idx2 [second + slack]int32
	val2 [second + slack]float32
}

func newScratch(first int) *scratch {
	return &scratch{h1: make([]float32, first), idx: make([]int32, 0, first+slack), val: make([]float32, 0, first+slack)}
}

// forward computes the chances for the inputs in s.
func (n *Net) forward(s *scratch) (out Chances) {
	bot.Gather(s.h1[:n.first], n.b1, n.w1, s.in.idx[:s.in.n], s.in.val[:s.in.n])
	k := positive(s.h1[:n.first], s.idx[:n.first+slack], s.val[:n.first+slack])
	s.idx, s.val = s.idx[:k], s.val[:k]
	bot.Gather(s.h2[:], n.b2, n.w2, s.idx, s.val)
	k = positive(s.h2[:], s.idx2[:], s.val2[:])
	sum := *(*[outputs]float32)(n.b3)
	for j, i := range s.idx2[:k] {
		row, v := (*[outputs]float32)(n.w3[int(i)*outputs:]), s.val2[j]
		sum[0] += float32(v * row[0])
		sum[1] += float32(v * row[1])
		sum[2] += float32(v * row[2])
		sum[3] += float32(v * row[3])
		sum[4] += float32(v * row[4])
	}
	for o := range out {
		out[o] = sigmoid(sum[o])
	}
	return out
}

func sigmoid(x float32) float32 { return float32(1 / (1 + math.Exp(-float64(x)))) }

// The weights file:
//
//	"bgnet" version 1 · inputs u16 · nets u16, then for each net its first layer
//	u16 and its params as IEEE half precision, little endian; then the sieves
const netMagic = "bgnet\x01"

// WriteNets writes nets in the form that ReadNets reads. Weights are rounded to
// half precision, which changes no chance by more than about a thousandth.
func WriteNets(w io.Writer, nets []*Net) error {
	buf := append([]byte(netMagic), 0, 0, 0, 0)
	binary.LittleEndian.PutUint16(buf[len(netMagic):], inputs)
	binary.LittleEndian.PutUint16(buf[len(netMagic)+2:], uint16(len(nets)))
	for _, n := range nets {
		buf = binary.LittleEndian.AppendUint16(buf, uint16(n.first))
		for _, v := range n.params {
			buf = binary.LittleEndian.AppendUint16(buf, toHalf(v))
		}
	}
	if _, err := w.Write(buf); err != nil {
		return err
	}
	return writeSieves(w, nets)
}

var errWeights = errors.New("these are not weights of backgammon")

// ReadNets reads what WriteNets wrote.
func ReadNets(data []byte) ([]*Net, error) {
	if len(data) < len(netMagic)+4 || string(data[:len(netMagic)]) != netMagic {
		return nil, errWeights
	}
	data = data[len(netMagic):]
	if k := binary.LittleEndian.Uint16(data); k != inputs {
		return nil, fmt.Errorf("weights for %d inputs, not for %d", k, inputs)
	}
	nets := make([]*Net, binary.LittleEndian.Uint16(data[2:]))
	data = data[4:]
	for i := range nets {
		if len(data) < 2 {
			return nil, errWeights
		}
		first := int(binary.LittleEndian.Uint16(data))
		if first == 0 || first%bot.Lane != 0 || first > 1024 {
			return nil, errWeights
		}
		n := NewNet(first)
		data = data[2:]
		if len(data) < 2*len(n.params) {
			return nil, errWeights
		}
		for j := range n.params {
			n.params[j] = fromHalf(binary.LittleEndian.Uint16(data[2*j:]))
		}
		data = data[2*len(n.params):]
		nets[i] = n
	}
	if err := readSieves(data, nets); err != nil {
		return nil, err
	}
	return nets, nil
}

// toHalf rounds to IEEE half precision; what is too large becomes the largest.
func toHalf(f float32) uint16 {
	b := math.Float32bits(f)
	sign := uint16(b >> 16 & 0x8000)
	a := math.Float32frombits(b &^ (1 << 31))
	switch {
	case a >= 65504:
		return sign | 0x7bff
	case a < 1.0/(1<<14): // subnormal: units of 2^-24
		return sign | uint16(math.RoundToEven(float64(a)*(1<<24)))
	}
	b = b&^(1<<31) + 0xfff + b>>13&1 // round to even
	return sign | uint16((b>>13)-(112<<10))
}

func fromHalf(h uint16) float32 {
	sign := uint32(h&0x8000) << 16
	switch e := h >> 10 & 31; e {
	case 0:
		return math.Float32frombits(sign | math.Float32bits(float32(h&0x3ff)/(1<<24)))
	default:
		return math.Float32frombits(sign | uint32(h&0x7fff)<<13 + 112<<23)
	}
}
