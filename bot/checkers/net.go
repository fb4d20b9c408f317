package checkers

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"sync"

	"parlour"
	"parlour/games/checkers"
)

// An Evaluation is the value of a position for the side to move, in hundredths of a
// man. It serves one goroutine.
type Evaluation interface {
	Value(s *checkers.Stand, side parlour.Seat) int
}

// Six nets evaluate positions, one for each phase: only men, some of them kings, few
// pieces, and each of these with more or fewer pieces.
// A net sees the board twice, as the side to move and as its opponent see it, each
// with the board turned so that its own men go down:
//
//	128 inputs of a view → 128 units, the same weights for both views
//	2 × 128 units        → 32 units → 32 units → one value
//
// A unit is limited to 0 to 1. The first layer changes little from one position to
// the next, so a sight keeps it and only adds what came and drops what went.
//
// An input is a kind of piece on a square:
//
//	bit 6 5     4 … 0
//	    | |     +---- square minus one, as the view sees it
//	    | +---------- a king
//	    +------------ their piece
//
// An exclusive or with turned changes to the other view. No man is on its crown row;
// two of these inputs tell whether the number of pieces in a system is odd, which
// says who has "the move", the opposition.
const (
	phases = 6
	inputs = 128
	units  = 128
	deep   = 32

	isKing  = 32
	isTheir = 64
	turned  = isTheir | 31

	ownOdd   = 28 // in the rows that begin with the own back row
	theirOdd = ownOdd ^ turned

	// The units of the numbers.
	most       = 127                // the largest byte that a layer hands to the next; it stands for 1
	firstShift = 4                  // turns sums of the first layer into these bytes
	firstScale = most << firstShift // stands for 1 in the first layer
	deepShift  = 6
	deepScale  = 1 << deepShift // stands for 1 in the weights of the other layers
	mostWeight = 64             // the largest of these weights; the kernel relies on it
	outScale   = most * 64      // stands for a hundredth of a man in the last sum

	// steep is the number of hundredths of a man that multiply the odds of a win
	// by e.
	steep = 110
)

// Share turns a value into the expected share of the points.
func Share(v float64) float64 { return 1 / (1 + math.Exp(-v/steep)) }

// The squares of Black's system and of White's.
const blackSystem, whiteSystem = 0x0f0f0f0f, 0xf0f0f0f0

// PhaseOf returns the phase of a position.
func PhaseOf(all, kings uint32) int {
	n := bits.OnesCount32(all)
	switch {
	case n <= 6:
		return 5
	case n <= 8:
		return 4
	case kings != 0 && n <= 12:
		return 3
	case kings != 0:
		return 2
	case n <= 16:
		return 1
	}
	return 0
}

// A net is one of the nets, as it plays.
type net struct {
	first [inputs][units]int16
	bias  [units]int16
	dense dense
}

// A dense is the layers behind the first. The kernel in assembly knows where the
// fields are, up to biasOut.
type dense struct {
	weights2 [2 * units / 4][deep][4]int8 // four inputs side by side for each unit
	weights3 [deep / 4][deep][4]int8
	bias2    [deep]int32
	bias3    [deep]int32
	out      [deep]int16
	biasOut  int32

	pairs2 [2 * units][deep / 2]int64 // the same weights for sumPlain, two in one
	pairs3 [deep][deep / 2]int64
}

// fits reports whether all weights are small enough.
func (n *dense) fits() bool {
	for _, layer := range [][][deep][4]int8{n.weights2[:], n.weights3[:]} {
		for i := range layer {
			for _, four := range layer[i] {
				for _, w := range four {
					if w < -mostWeight || w > mostWeight {
						return false
					}
				}
			}
		}
	}
	return true
}

// prepare fills in the pairs.
func (n *dense) prepare() {
	for i := range n.pairs2 {
		for j := range n.pairs2[i] {
			g := &n.weights2[i/4]
			n.pairs2[i][j] = pair64(int32(g[2*j][i%4]), int32(g[2*j+1][i%4]))
		}
	}
	for i := range n.pairs3 {
		for j := range n.pairs3[i] {
			g := &n.weights3[i/4]
			n.pairs3[i][j] = pair64(int32(g[2*j][i%4]), int32(g[2*j+1][i%4]))
		}
	}
}

// Nets are the nets of all phases.
type Nets [phases]net

// A view is the first layer for the position it evaluated last.
type view struct {
	kinds [4]uint32 // black men, black kings, white men, white kings
	sums  [2][units]int16
	known bool
}

// A sight evaluates positions by nets.
type sight struct {
	nets *Nets
	last [phases]view
	add  [64]uint8
	drop [64]uint8
}

var _ Evaluation = (*sight)(nil)

// Sight returns a new evaluation by the nets.
func (n *Nets) Sight() Evaluation { return &sight{nets: n} }

// kindsOf sorts the pieces. With the pieces go the parities of the systems.
func kindsOf(black, white, kings uint32) [4]uint32 {
	k := [4]uint32{black &^ kings, black & kings, white &^ kings, white & kings}
	all := black | white
	k[0] |= uint32(bits.OnesCount32(all&blackSystem)&1) << ownOdd
	k[2] |= uint32(bits.OnesCount32(all&whiteSystem)&1) << (theirOdd & 31)
	return k
}

func (s *sight) Value(p *checkers.Stand, side parlour.Seat) int {
	black, white, kings := uint32(p.Pieces[0]), uint32(p.Pieces[1]), uint32(p.Kings)
	phase := PhaseOf(black|white, kings)
	n, v := &s.nets[phase], &s.last[phase]
	now := kindsOf(black, white, kings)
	if v.known {
		changes := 0
		for i := range now {
			changes += bits.OnesCount32(now[i] ^ v.kinds[i])
		}
		if changes > bits.OnesCount32(black|white) {
			v.known = false // starting again is less work
		}
	}
	from, old := &v.sums, v.kinds
	adds, drops := 0, 0
	for i := range now {
		var was uint32
		if v.known {
			was = old[i]
		}
		for set := now[i] &^ was; set != 0; set &= set - 1 {
			s.add[adds&63] = uint8(i<<5 | bits.TrailingZeros32(set))
			adds++
		}
		for set := was &^ now[i]; set != 0; set &= set - 1 {
			s.drop[drops&63] = uint8(i<<5 | bits.TrailingZeros32(set))
			drops++
		}
	}
	switch {
	case !v.known:
		shift(&v.sums[0], &n.bias, &n.first, 0, s.add[:adds&63], nil)
		shift(&v.sums[1], &n.bias, &n.first, turned, s.add[:adds&63], nil)
		v.kinds, v.known = now, true
	case adds+drops > 0:
		shift(&v.sums[0], &from[0], &n.first, 0, s.add[:adds&63], s.drop[:drops&63])
		shift(&v.sums[1], &from[1], &n.first, turned, s.add[:adds&63], s.drop[:drops&63])
		v.kinds = now
	}
	x := int(n.dense.sum(&v.sums[side&1], &v.sums[side&1^1])) / outScale
	return max(-surely+1, min(x, surely-1))
}

// trainedNets returns the built-in nets. They are the fourth generation; gpu/README.md of
// lab/train/checkers says how they were trained, and docs/STRENGTH.md what each generation brought.
var trainedNets = sync.OnceValue(func() *Nets {
	n, err := ReadNets(bytes.NewReader(packedNets.Bytes()))
	if err != nil {
		panic(fmt.Sprintf("checkers: the embedded nets: %v", err))
	}
	return n
})

// fields are the parts of a net in the order of the file.
func (n *net) fields() []any {
	d := &n.dense
	return []any{&n.first, &n.bias, &d.weights2, &d.weights3, &d.bias2, &d.bias3, &d.out, &d.biasOut}
}

// ReadNets reads nets: their numbers one after another, little endian, packed by
// flate. A file of three nets has one for men, one for kings and one for few pieces.
func ReadNets(r io.Reader) (*Nets, error) {
	data, err := io.ReadAll(flate.NewReader(r))
	if err != nil {
		return nil, fmt.Errorf("the nets cannot be read: %w", err)
	}
	all := new(Nets)
	size := 0
	for _, f := range all[0].fields() {
		size += binary.Size(f)
	}
	each := 1 // phases that a net is for
	if len(data) == phases/2*size {
		each = 2
	} else if len(data) != phases*size {
		return nil, fmt.Errorf("nets have %d bytes, not %d", phases*size, len(data))
	}
	for i := range all {
		one := bytes.NewReader(data[i/each*size:][:size])
		for _, f := range all[i].fields() {
			if err := binary.Read(one, binary.LittleEndian, f); err != nil {
				return nil, fmt.Errorf("the nets cannot be read: %w", err)
			}
		}
		if !all[i].dense.fits() {
			return nil, errors.New("the weights of the nets are too large")
		}
		all[i].dense.prepare()
	}
	return all, nil
}

// Packed undoes ReadNets.
func (n *Nets) Packed() []byte {
	var buf bytes.Buffer
	z, _ := flate.NewWriter(&buf, flate.BestCompression) // the level is a valid one
	for i := range n {
		for _, f := range n[i].fields() {
			binary.Write(z, binary.LittleEndian, f) // a Buffer does not fail
		}
	}
	z.Close()
	return buf.Bytes()
}
