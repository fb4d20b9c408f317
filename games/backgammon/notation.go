package backgammon

import (
	"cmp"
	"math/bits"
	"slices"
	"strconv"

	"parlour"
)

// A part is one man of a play as it is written: where it began, where it ended,
// and the points in between where it hit.
type part struct {
	from, to int8
	star     bool // it hit on to
	between  [maxSteps]int8
	n        int8 // how many points in between
}

// A spelling is a play as it is written.
type spelling struct {
	part [maxSteps]part
	n    int
}

// spell returns the canonical spelling of a play. It depends only on the board
// before and after, not on the way the men took.
//
// [backgammon/play-text]
func spell(f *field, m parlour.Move) spelling {
	s := pairs(m)
	hits := f.hits(m)
	for left := hits; left != 0; {
		h := bits.Len32(left) - 1
		left &^= 1 << h
		s.star(m, int8(h))
	}
	return s
}

// pairs matches the points that men left with the points that men reached. A
// point that was reached and left again does not appear.
func pairs(m parlour.Move) spelling {
	net := netChange(m)
	dice := diceOf(m)
	double := dice[0] == dice[1]
	var s spelling
	add := func(from, to int) {
		s.part[s.n] = part{from: int8(from), to: int8(to)}
		s.n++
	}
	var lost, gained [maxSteps]int
	nLost, nGained := 0, 0
	for p := bar; p >= off; p-- {
		for range -net[p] {
			lost[nLost] = p
			nLost++
		}
		for range net[p] {
			gained[nGained] = p
			nGained++
		}
	}
	switch {
	case nLost == 1:
		add(lost[0], gained[0])
	case double:
		// Men never overtake one another: among the points that the die connects, the
		// first man to leave is the first to arrive, and men borne off come last.
		for i := range nLost {
			to := off
			for j := range nGained {
				if g := gained[j]; g != off && (lost[i]-g)%dice[0] == 0 {
					to, gained[j] = g, off
					break
				}
			}
			add(lost[i], to)
		}
	default:
		// Two men, one die each: the steps themselves.
		for b := uint32(m); b != 0; b >>= stepBits {
			from, die := int(b>>dieBits&31), int(b&dieMask)
			add(from, max(from-die, off))
		}
	}
	slices.SortFunc(s.part[:s.n], func(a, b part) int {
		return cmp.Or(cmp.Compare(b.from, a.from), cmp.Compare(b.to, a.to))
	})
	return s
}

// star marks the hit on point h: at the first man that ends there or, if none
// does, at the first that passed it; that man then names the point.
func (s *spelling) star(m parlour.Move, h int8) {
	for i := range s.n {
		if s.part[i].to == h {
			s.part[i].star = true
			return
		}
	}
	dice := diceOf(m)
	for i := range s.n {
		t := &s.part[i]
		d := int(t.from - h)
		if h > t.to && d > 0 && (dice[0] == dice[1] && d%dice[0] == 0 || d == dice[0] || d == dice[1]) {
			t.between[t.n] = h
			t.n++
			return
		}
	}
}

// diceOf returns the dice that a play used. For a double or a single step both
// are the same.
func diceOf(m parlour.Move) [2]int {
	a, b := int(m&dieMask), int(m>>stepBits&dieMask)
	if b == 0 {
		b = a
	}
	return [2]int{a, b}
}

// netChange returns by how many men each place changes, including the bar and
// off.
func netChange(m parlour.Move) (net [bar + 1]int8) {
	for s := uint32(m); s != 0; s >>= stepBits {
		from, die := int(s>>dieBits&31), int(s&dieMask)
		net[from]--
		net[max(from-die, off)]++
	}
	return net
}

// compare orders parts as lists of plays do.
func (a *part) compare(b *part) int {
	c := cmp.Or(cmp.Compare(b.from, a.from), cmp.Compare(b.to, a.to), cmp.Compare(a.n, b.n))
	for i := 0; c == 0 && i < int(a.n); i++ {
		c = cmp.Compare(b.between[i], a.between[i])
	}
	return c
}

func (a *spelling) compare(b *spelling) int {
	for i := range min(a.n, b.n) {
		if c := a.part[i].compare(&b.part[i]); c != 0 {
			return c
		}
	}
	return cmp.Compare(a.n, b.n)
}

func appendPlace(dst []byte, p int8) []byte {
	switch p {
	case bar:
		return append(dst, "bar"...)
	case off:
		return append(dst, "off"...)
	}
	return strconv.AppendInt(dst, int64(p), 10)
}

func (s *spelling) append(dst []byte) []byte {
	for i := 0; i < s.n; {
		t := &s.part[i]
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = appendPlace(dst, t.from)
		for _, h := range t.between[:t.n] {
			dst = append(dst, '/')
			dst = appendPlace(dst, h)
			dst = append(dst, '*')
		}
		dst = append(dst, '/')
		dst = appendPlace(dst, t.to)
		if t.star {
			dst = append(dst, '*')
		}
		same := 1
		for t.n == 0 && i+same < s.n && s.part[i+same].from == t.from && s.part[i+same].to == t.to && s.part[i+same].n == 0 {
			same++
		}
		if same > 1 {
			dst = append(dst, '(')
			dst = strconv.AppendInt(dst, int64(same), 10)
			dst = append(dst, ')')
		}
		i += same
	}
	return dst
}

// AppendMove appends the canonical text of a play or another choice.
func (r *Rules) AppendMove(dst []byte, p *Position, m parlour.Move) []byte {
	if w := m >> wordBits; w != 0 {
		return append(dst, wordNames[w]...)
	}
	f := view(p)
	s := spell(&f, m)
	return s.append(dst)
}

// AppendMoveList appends the moves in canonical order.
func (r *Rules) AppendMoveList(p *Position, dst []parlour.Move) []parlour.Move {
	start := len(dst)
	dst = r.AppendMoves(p, dst)
	if p.State != Moving || p.Resign != 0 {
		return dst
	}
	type entry struct {
		move parlour.Move
		s    spelling
	}
	f := view(p)
	var list []entry
	for _, m := range dst[start:] {
		if m>>wordBits == 0 {
			list = append(list, entry{m, spell(&f, m)})
		}
	}
	slices.SortFunc(list, func(a, b entry) int { return a.s.compare(&b.s) })
	for i := range list {
		dst[start+i] = list[i].move
	}
	return dst
}
