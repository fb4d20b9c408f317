package race

import (
	"cmp"
	"slices"

	"parlour"
)

// The kinds of parts, in canonical order.
const (
	partEnter part = 0 << 13
	partDice  part = 1 << 13
	partBonus part = 2 << 13
)

func makePart(kind part, count, from int8) part {
	return kind | part(31-count)<<8 | part(from+1)
}

func (t part) kind() part   { return t &^ (1<<13 - 1) }
func (t part) count() int16 { return 31 - int16(t>>8&31) }
func (t part) from() int16  { return int16(t&0xff) - 1 }

// to returns the progress the part leads to.
func (t part) to() int16 {
	if t.kind() == partEnter {
		return 0
	}
	return t.from() + t.count()
}

// A sequence is the parts of a whole turn in the order played, and the turn
// they make. A pass has no parts.
type sequence struct {
	parts [maxParts]part
	n     int
	turn  parlour.Move
}

func (s *sequence) list() []part { return s.parts[:s.n] }

// begins reports whether the sequence begins with the parts.
func (s *sequence) begins(parts []part) bool {
	return s.n >= len(parts) && slices.Equal(s.parts[:len(parts)], parts)
}

// sequences returns every legal sequence of the whole turn in canonical order:
// fewer parts first, then part by part. Parts already made do not matter.
func (r *Parker) sequences(p *Position) []sequence {
	w := r.open(p)
	w.legal(sequences)
	if w.seqs == nil {
		return []sequence{{turn: w.turn()}}
	}
	slices.SortFunc(w.seqs, func(a, b sequence) int {
		if a.n != b.n {
			return cmp.Compare(a.n, b.n)
		}
		return slices.Compare(a.list(), b.list())
	})
	return slices.CompactFunc(w.seqs, func(a, b sequence) bool { return a.n == b.n && a.parts == b.parts })
}

// ahead is what may follow the parts already made.
type ahead struct {
	next  [15]part // in canonical order
	n     int
	ended bool // the parts already made are a legal turn
}

// follow records what follows the parts already made in the sequence of the
// walk.
func (w *walk) follow() {
	made := int(w.p.parts)
	a := &w.ahead
	if w.n == made {
		a.ended = true
	}
	if w.n <= made {
		return
	}
	t := w.parts[made]
	i, found := slices.BinarySearch(a.next[:a.n], t)
	if !found {
		copy(a.next[i+1:], a.next[i:a.n])
		a.next[i] = t
		a.n++
	}
}

// follows returns what may follow the parts already made in p.
func (r *Parker) follows(p *Position) ahead {
	w := r.open(p)
	w.legal(following)
	return w.ahead
}

// after returns the walk in which the parts already made in p have been played.
func (r *Parker) after(p *Position) walk {
	w := r.open(p)
	for _, t := range p.played[:p.parts] {
		w.redo(t)
	}
	return w
}

// redo makes a part with any man it can mean, and returns the men it captures.
func (w *walk) redo(t part) (captured uint16) {
	for i, q := range w.men {
		if int16(q) == t.from() {
			w.men[i] = int8(t.to())
			break
		}
	}
	taken := w.taken
	w.land(int8(t.to()))
	return w.captives(w.taken &^ taken)
}

// appendParts appends the parts that may follow those already made, and the end
// of the turn if it may end here.
func (r *Parker) appendParts(p *Position, dst []parlour.Move) []parlour.Move {
	a := r.follows(p)
	for i := range a.n {
		dst = append(dst, pathBit|parlour.Move(i+1))
	}
	if a.ended {
		w := r.after(p)
		dst = append(dst, w.turn())
	}
	return dst
}

// playParts makes the parts of a move, and ends the turn if nothing can follow.
func (r *Parker) playParts(p *Position, m parlour.Move) {
	a := r.follows(p)
	for m &^= pathBit; m != 0; m >>= partBits {
		p.played[p.parts] = a.next[m&(1<<partBits-1)-1]
		p.parts++
		a = r.follows(p)
	}
	if a.n == 0 {
		w := r.after(p)
		r.playTurn(p, w.turn())
	}
}

// Legal accepts the beginning of a turn, part by part.
func (r *Parker) Legal(p *Position, m parlour.Move) bool {
	_, ok := r.path(p, m)
	return ok
}

// path returns the parts a move consists of.
func (r *Parker) path(p *Position, m parlour.Move) (parts []part, ok bool) {
	if m&pathBit == 0 {
		return nil, false
	}
	q := *p
	for m &^= pathBit; m != 0; m >>= partBits {
		a := r.follows(&q)
		i := int(m&(1<<partBits-1)) - 1
		if i < 0 || i >= a.n {
			return nil, false
		}
		parts = append(parts, a.next[i])
		q.played[q.parts] = a.next[i]
		q.parts++
	}
	return parts, len(parts) > 0
}

// pathOf returns the move that makes the parts, or NoMove if they do not begin
// a legal turn.
func (r *Parker) pathOf(p *Position, parts []part) parlour.Move {
	q, m := *p, pathBit
	for i, t := range parts {
		a := r.follows(&q)
		k, found := slices.BinarySearch(a.next[:a.n], t)
		if !found {
			return parlour.NoMove
		}
		m |= parlour.Move(k+1) << (partBits * i)
		q.played[q.parts] = t
		q.parts++
	}
	return m
}
