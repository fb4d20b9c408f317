package backgammon

import (
	"math/bits"

	"parlour"
)

// A play is a Move whose low half holds its steps, one byte each, in the
// mover's numbering. Unused bytes are 0. Other choices have a word instead.
//
//	 63..40   39..32   31..24   23..16   15..8    7..0
//	+-------+--------+--------+--------+--------+--------+
//	|   0   |  word  | step 4 | step 3 | step 2 | step 1 |     step:  7..3  2..0
//	+-------+--------+--------+--------+--------+--------+          | from | die |
//
// Steps of two different dice are stored larger die first, those of a double from
// the highest man down. They cannot always be made in this order, but the men end
// on the same points, and hit the same blots, in any order.
const (
	stepBits = 8
	dieBits  = 3
	dieMask  = 1<<dieBits - 1
	wordBits = 32
	maxSteps = 4
)

func step(from, die int) parlour.Move { return parlour.Move(from<<dieBits | die) }

// A field is the board as a side sees it while its plays are listed.
type field struct {
	men   Men
	open  uint32 // points the opponent does not hold
	blots uint32 // points with a single man of the opponent
}

// view returns the board as the side to move sees it.
//
// [backgammon/direction]
func view(p *Position) field {
	opp := &p.Men[1-p.Turn]
	return field{
		men:   p.Men[p.Turn],
		open:  onPoints &^ across(opp.Two()), // [backgammon/point-closed]
		blots: across(opp.Blots()&onPoints) & onPoints,
	}
}

// from returns the places whose men a die moves to an open point.
func (f *field) from(die int) uint32 { return f.open << die }

// sources returns the places from which one man may make a step with the die.
// Privilege says whether the die may be larger than the point.
func sources(men Men, from uint32, die int, privilege bool) uint32 {
	any := men.Any()
	if any>>bar != 0 { // [backgammon/bar-first] [backgammon/dance]
		return from & (1 << bar)
	}
	set := any & from
	if any&^inHome == 0 { // [backgammon/bear-off] [backgammon/bear-off-all-home]
		set |= any & (1 << die)
		if privilege && any < 1<<die && any != 0 { // [backgammon/bear-off-larger]
			set |= 1 << (bits.Len32(any) - 1)
		}
	}
	return set
}

// after returns the men after one step.
func after(men Men, from uint32, die int) Men {
	return men.take(from).put(from >> die &^ 1)
}

// appendPlays appends every play of the side to move.
//
// [backgammon/dice-two] [backgammon/both-dice] [backgammon/r-dedupe]
func (r *Rules) appendPlays(p *Position, dst []parlour.Move) []parlour.Move {
	f := view(p)
	a, b := int(p.Dice[0]), int(p.Dice[1])
	start := len(dst)
	switch outside := f.men.Any() &^ inHome; {
	case a == b:
		d := doubles{dst: dst, start: start, from: f.from(a), die: a}
		d.walk(f.men, anywhere, 0, 0)
		dst = d.dst
	case outside>>bar != 0:
		dst = f.appendFromBar(dst, a, b)
	case outside&(outside-1) == 0 && outside&f.men.Two() == 0: // at most one man outside
		dst = r.appendHome(dst, &f, a, b)
	default:
		dst = f.appendOutside(dst, a, b)
	}
	if len(dst) == start {
		dst = r.appendSingles(dst, &f, a, b)
	}
	return dst
}

// same returns the points k from which one man reaches the same position whether
// it plays die a or die b first, if both ways are open: it hits no blot on the way.
func (f *field) same(a, b int) uint32 { return ^(f.blots<<a | f.blots<<b) }

// appendOutside appends the plays of both dice a > b with no man on the bar
// and at least two outside the home board, so that nobody bears off.
//
// Every play is a pair: a man leaves s with a, and a man leaves t with b. If t is
// where the first man lands, or s where the second does, one man plays both.
// Neither step closes a point for the other, so the pairs need not be tried in
// both orders. Only the two ways of one man give the same position.
func (f *field) appendOutside(dst []parlour.Move, a, b int) []parlour.Move {
	any, two := f.men.Any(), f.men.Two()
	fromA, fromB := f.from(a), f.from(b)
	setA, setB := any&fromA, any&fromB
	bFirst := setB & (fromA << b) & f.same(a, b)
	for left := setA; left != 0; left &= left - 1 {
		s := left & -left
		// [backgammon/hit-and-run] The man may continue.
		ts := setB&^(s&^two) | s>>a&fromB
		if s&bFirst != 0 { // [backgammon/r-dedupe]
			ts &^= s >> a
		}
		first := step(bits.TrailingZeros32(s), a) | parlour.Move(b)<<stepBits
		for ; ts != 0; ts &= ts - 1 {
			dst = append(dst, first|parlour.Move(bits.TrailingZeros32(ts))<<(stepBits+dieBits))
		}
	}
	for on := setB >> b & fromA &^ any; on != 0; on &= on - 1 {
		s := bits.TrailingZeros32(on)
		dst = append(dst, step(s, a)|step(s+b, b)<<stepBits)
	}
	return dst
}

// appendFromBar appends the plays of both dice with men on the bar.
//
// [backgammon/bar-first]
func (f *field) appendFromBar(dst []parlour.Move, a, b int) []parlour.Move {
	fromA, fromB := f.from(a), f.from(b)
	enterA, enterB := fromA>>bar&1 != 0, fromB>>bar&1 != 0
	if f.men.Two()>>bar != 0 {
		if enterA && enterB {
			dst = append(dst, step(bar, a)|step(bar, b)<<stepBits)
		}
		return dst
	}
	any := f.men.Any() &^ (1 << bar)
	if enterA {
		ts := (any | 1<<(bar-a)) & fromB
		if enterB && fromA>>(bar-b)&1 != 0 && f.same(a, b)>>bar&1 != 0 { // [backgammon/r-dedupe]
			ts &^= 1 << (bar - a)
		}
		for ; ts != 0; ts &= ts - 1 {
			dst = append(dst, step(bar, a)|step(bits.TrailingZeros32(ts), b)<<stepBits)
		}
	}
	if enterB {
		for ss := (any | 1<<(bar-b)) & fromA; ss != 0; ss &= ss - 1 {
			dst = append(dst, step(bits.TrailingZeros32(ss), a)|step(bar, b)<<stepBits)
		}
	}
	return dst
}

// appendHome appends the plays of both dice with at most one man outside, when
// men may be borne off. Here the order matters, so it tries both. For every source
// of a, pairs holds the sources of b, as in appendOutside.
func (r *Rules) appendHome(dst []parlour.Move, f *field, a, b int) []parlour.Move {
	var pairs [bar]uint32
	fromA, fromB := f.from(a), f.from(b)
	setA := sources(f.men, fromA, a, true)
	for left := setA; left != 0; left &= left - 1 {
		s := bits.TrailingZeros32(left)
		pairs[s] = sources(after(f.men, 1<<s, a), fromB, b, true)
	}
	// [backgammon/r-bearoff] The larger die played second takes a man from a
	// lower point only if the first step did not bring it there.
	privilege := !r.strict || f.men.Any()>>a == 0
	used := setA
	for left := sources(f.men, fromB, b, true); left != 0; left &= left - 1 {
		t := left & -left
		ss := sources(after(f.men, t, b), fromA, a, privilege)
		used |= ss
		for ; ss != 0; ss &= ss - 1 {
			pairs[bits.TrailingZeros32(ss)] |= t
		}
	}
	same := f.same(a, b)
	for ; used != 0; used &= used - 1 {
		s := bits.TrailingZeros32(used)
		ts := pairs[s]
		// [backgammon/r-dedupe] One man goes both ways, or two men are borne
		// off and either die takes either.
		if s > b && pairs[s-b]>>s&1 != 0 && same>>s&1 != 0 {
			ts &^= 1 << s >> a &^ 1
		}
		for ; ts != 0; ts &= ts - 1 {
			t := bits.TrailingZeros32(ts)
			if s < t && t <= b && pairs[t]>>s&1 != 0 {
				continue
			}
			dst = append(dst, step(s, a)|step(t, b)<<stepBits)
		}
	}
	return dst
}

// appendSingles appends the plays of one of two different dice if they cannot both
// be played, or pass if neither can.
func (r *Rules) appendSingles(dst []parlour.Move, f *field, a, b int) []parlour.Move {
	setA := sources(f.men, f.from(a), a, true)
	setB := sources(f.men, f.from(b), b, true)
	if setA|setB == 0 {
		return append(dst, pass) // [backgammon/pass]
	}
	for left := setA; left != 0; left &= left - 1 {
		dst = append(dst, step(bits.TrailingZeros32(left), a))
	}
	if setA != 0 {
		if !r.oneDieFree { // [backgammon/larger-die] [backgammon/r-one-die]
			return dst
		}
		// A man that either die bears off makes one play.
		setB &^= setA & (1<<(b+1) - 1)
	}
	for ; setB != 0; setB &= setB - 1 {
		dst = append(dst, step(bits.TrailingZeros32(setB), b))
	}
	return dst
}

// A doubles collects the plays of a double. Steps with equal dice can always be
// made from the highest point down, and in that order every position comes up only
// once, so there are no duplicates to merge.
//
// [backgammon/doubles-four]
type doubles struct {
	dst   []parlour.Move
	start int
	best  int // the most steps found so far
	from  uint32
	die   int
}

// walk adds the plays that begin with the given steps. The next man is one of
// below, on the point of the last step or lower.
func (d *doubles) walk(men Men, below uint32, n int, steps parlour.Move) {
	set := sources(men, d.from, d.die, true) & below
	shift := n * stepBits
	if n == maxSteps-1 {
		if set == 0 {
			d.stuck(n, steps)
			return
		}
		if d.best < maxSteps {
			d.best, d.dst = maxSteps, d.dst[:d.start]
		}
		steps |= parlour.Move(d.die) << shift
		for ; set != 0; set &= set - 1 {
			d.dst = append(d.dst, steps|parlour.Move(bits.TrailingZeros32(set))<<(shift+dieBits))
		}
		return
	}
	if set == 0 {
		d.stuck(n, steps)
		return
	}
	for ; set != 0; set &= set - 1 {
		from := set & -set
		d.walk(after(men, from, d.die), from<<1-1, n+1, steps|step(bits.TrailingZeros32(from), d.die)<<shift)
	}
}

// stuck adds a play of n steps that cannot continue, unless longer ones are known.
//
// [backgammon/both-dice]
func (d *doubles) stuck(n int, steps parlour.Move) {
	if n == 0 || n < d.best {
		return
	}
	if n > d.best {
		d.best, d.dst = n, d.dst[:d.start]
	}
	d.dst = append(d.dst, steps)
}
