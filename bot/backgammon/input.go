package backgammon

import (
	"math/bits"

	"parlour/games/backgammon"
)

const (
	bar      = 25
	onPoints = 1<<25 - 1<<1
	inHome   = 1<<7 - 1<<1
	allMen   = 15
)

// The inputs of a net. Each side has the same block, the side on roll first;
// points are in the side's own numbering.
//
//	 0 .. 95   four for each point from 1 to 24: a blot, two men or more,
//	           three or more, half the men above three
//	96 .. 98   men on the bar: any, two or more, those above two
//	99 .. 101  men borne off, in three fives
//	102 ..     features of the whole position, see block.judge; races have only
//	           the first three
const (
	perPoint  = 4
	inBar     = 24 * perPoint
	inOff     = inBar + 3
	inJudged  = inOff + 3
	judged    = 18
	blockSize = inJudged + judged
	inputs    = 2 * blockSize
	maxActive = inputs // none can be active twice
)

// An input is a list of the inputs of a net that are not zero.
type input struct {
	n   int
	idx [maxActive]int32
	val [maxActive]float32
}

func (in *input) add(i int, v float32) {
	if v != 0 {
		in.idx[in.n], in.val[in.n] = int32(i), v
		in.n++
	}
}

// set describes the position in which own is on roll.
func (in *input) set(own, opp *backgammon.Men, contact bool) {
	in.n = 0
	a, b := block{own, opp}, block{opp, own}
	a.men(in, 0)
	b.men(in, blockSize)
	if contact {
		a.judge(in, inJudged)
		b.judge(in, blockSize+inJudged)
		return
	}
	a.race(in, inJudged)
	b.race(in, blockSize+inJudged)
}

// A block is the inputs of one side.
type block struct{ own, opp *backgammon.Men }

// men adds the men on their points.
func (b block) men(in *input, base int) {
	for a := b.own.Any(); a != 0; a &= a - 1 {
		p := bits.TrailingZeros32(a)
		in.men(base, p, b.own.At(p))
	}
	if n := b.own.Off(); n > 0 {
		in.men(base, 0, n)
	}
}

// men adds some men on a place: a point, the bar, or 0 for those borne off.
func (in *input) men(base, place, n int) {
	switch place {
	case 0:
		for i := 0; i < 3 && n > 0; i, n = i+1, n-5 {
			in.add(base+inOff+i, float32(min(n, 5))/5)
		}
	case bar:
		in.add(base+inBar, 1)
		if n > 1 {
			in.add(base+inBar+1, 1)
			in.add(base+inBar+2, float32(n-2)/2)
		}
	default:
		i := base + (place-1)*perPoint
		if n == 1 {
			in.add(i, 1)
			return
		}
		in.add(i+1, 1)
		if n > 2 {
			in.add(i+2, 1)
			in.add(i+3, float32(n-3)/2)
		}
	}
}

// race adds what matters in a race: pips, crossovers and men not yet home.
func (b block) race(in *input, base int) {
	cross, out := 0, 0
	for a := b.own.Any(); a != 0; a &= a - 1 {
		p := bits.TrailingZeros32(a)
		n := b.own.At(p)
		cross += n * ((p + 5) / 6)
		if p > 6 {
			out += n
		}
	}
	in.add(base, float32(b.own.Pips())/100)
	in.add(base+1, float32(cross)/20)
	in.add(base+2, float32(out)/5)
}

// judge adds features of the whole position.
func (b block) judge(in *input, base int) {
	any, two := b.own.Any(), b.own.Two()&onPoints
	rear := bits.Len32(any) - 1
	// The rearmost opposing man in our numbering: men below it have passed
	// everything.
	past := bar - (bits.Len32(b.opp.Any()) - 1)

	pips, contact, behind, outfield, mobility := 0, 0, 0, 0, 0
	for a := any; a != 0; a &= a - 1 {
		p := bits.TrailingZeros32(a)
		n := b.own.At(p)
		pips += n * p
		if p > past {
			contact += n * (p - past)
			behind += n
		}
		if p > 6 {
			mobility += n * b.escapes(p)
			if p < 19 {
				outfield += n * (p - 6)
			}
		}
	}
	mean, moment, many := float32(pips)/float32(max(1, b.own.On())), float32(0), 0
	for a := any; a != 0; a &= a - 1 {
		p := bits.TrailingZeros32(a)
		if d := float32(p) - mean; d > 0 {
			n := b.own.At(p)
			moment += float32(n) * d * d
			many += n
		}
	}
	if many > 0 {
		moment /= float32(many)
	}
	shots, loss := b.shots()
	anchors := two >> 18
	in.add(base, float32(pips)/100)
	in.add(base+1, float32(contact)/100)
	in.add(base+2, float32(behind)/8)
	in.add(base+3, float32(rear)/bar)
	if anchors != 0 {
		in.add(base+4, float32(bits.Len32(anchors))/6)
		in.add(base+5, float32(bits.TrailingZeros32(anchors)+1)/6)
		if n := bits.OnesCount32(anchors); n > 1 {
			in.add(base+6, float32(n-1)/2)
		}
	}
	in.add(base+7, float32(run(two))/6)
	in.add(base+8, float32(shots)/36)
	in.add(base+9, float32(loss)/(36*10))
	closed := bits.OnesCount32(two & inHome)
	in.add(base+10, float32(closed*closed)/36)
	in.add(base+11, float32(b.escapes(rear))/36)
	in.add(base+12, float32(mobility)/180)
	least, average := b.containment()
	in.add(base+13, float32(36-least)/36)
	in.add(base+14, float32(36*7-average)/(36*7))
	in.add(base+15, moment/100)
	in.add(base+16, float32(outfield)/50)
	in.add(base+17, float32(bits.OnesCount32(b.own.Blots()&onPoints))/4)
}

// run returns the length of the longest row of bits.
func run(set uint32) (n int) {
	for ; set != 0; set &= set << 1 {
		n++
	}
	return n
}

// escape[set] is the number of the 36 throws that one man can play with both dice if
// the points of the set, bit 0 next to it, are blocked.
var escape = func() (t [1 << 12]uint8) {
	for set := range t {
		for a := 1; a <= 6; a++ {
			for b := 1; b <= 6; b++ {
				shut := func(d int) bool { return set>>(d-1)&1 != 0 }
				if !shut(a+b) && !(shut(a) && shut(b)) {
					t[set]++
				}
			}
		}
	}
	return
}()

// escapes returns the number of throws that take a man from p past the blocks ahead.
func (b block) escapes(p int) int {
	return int(escape[(b.opp.Two()&onPoints)>>(bar-p+1)&0xfff])
}

// containment measures how well our points would hold an opposing man: the fewest
// throws that escape from any of the seven places between the bar and our sixth
// point, and their sum.
func (b block) containment() (least, sum int) {
	least = 36
	two := b.own.Two() & onPoints
	for p := range 7 {
		n := int(escape[two>>(p+1)&0xfff])
		least = min(least, n)
		sum += n
	}
	return least, sum
}

// shots returns how many of the 36 throws hit a blot, and the mean loss of pips over
// all 36, counting the most expensive blot of each.
func (b block) shots() (n, loss int) {
	// In the opponent's numbering: a man hit on q loses q pips.
	blots := bits.Reverse32(b.own.Blots()&onPoints) >> 6
	if blots == 0 {
		return 0, 0
	}
	open := ^(bits.Reverse32(b.own.Two()&onPoints) >> 6) & onPoints
	men := b.opp.Any()
	waiting := b.opp.At(bar)
	if waiting > 0 {
		men = 1 << bar
	}
	free := b.opp.Any() &^ (1 << bar)
	var step [7]uint32 // where one die takes a man
	for d := 1; d <= 6; d++ {
		step[d] = men >> d & open
	}
	for a := 1; a <= 6; a++ {
		// A double: the same man, or others, up to four times.
		hit, at := uint32(0), men
		for range 4 - max(0, waiting-1) {
			at = at >> a & open
			hit |= at & blots
			if waiting > 0 && at != 0 {
				at |= free
			}
		}
		if hit != 0 {
			n++
			loss += bits.Len32(hit) - 1
		}
		for c := 1; c < a; c++ {
			hit := (step[a] | step[c]) & blots
			switch waiting {
			case 0:
				hit |= (step[a]>>c | step[c]>>a) & blots
			case 1: // the man that entered, or another, plays the second die
				if step[a] != 0 {
					hit |= (step[a] | free) >> c & blots
				}
				if step[c] != 0 {
					hit |= (step[c] | free) >> a & blots
				}
			}
			if hit != 0 {
				n += 2
				loss += 2 * (bits.Len32(hit) - 1)
			}
		}
	}
	return n, loss
}
