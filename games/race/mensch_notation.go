package race

import (
	"bytes"
	"strconv"

	"parlour"
)

// AppendPosition appends the position line.
func (r *Mensch) AppendPosition(dst []byte, p *Position) []byte {
	return r.appendLine(dst, p, "-", ownerships[p.seats])
}

// AppendMove appends 12>18, 18<12, enter or pass. The colour comes first if a
// neutral piece moves; the piece that is captured or sent back comes last.
func (r *Mensch) AppendMove(dst []byte, p *Position, m parlour.Move) []byte {
	dst = r.appendStep(dst, p, m)
	if v := menschCaptured(m); v != parlour.Nobody {
		dst = append(dst, 'x', r.letters[v])
	}
	if menschHuffs(m) {
		dst = r.appendHuff(dst, p, m)
	}
	return dst
}

// appendStep appends a move without its marks.
func (r *Mensch) appendStep(dst []byte, p *Position, m parlour.Move) []byte {
	if menschPasses(m) {
		return append(dst, "pass"...)
	}
	c, from, to := menschColour(m), menschFrom(m), menschTo(m)
	if c != p.turn {
		dst = append(dst, r.letters[c], ':')
	}
	if from == waiting {
		return append(dst, "enter"...)
	}
	dst = r.appendPlace(dst, c, from)
	if to < from {
		dst = append(dst, '<')
	} else {
		dst = append(dst, '>')
	}
	return r.appendPlace(dst, c, to)
}

// appendHuff appends the mark for the piece that is sent back.
func (r *Mensch) appendHuff(dst []byte, p *Position, m parlour.Move) []byte {
	c := menschHuffColour(m)
	dst = append(dst, '!')
	if c != p.turn {
		dst = append(dst, r.letters[c], ':')
	}
	return r.appendPlace(dst, c, menschHuffFrom(m))
}

// ParseMove reads a move. The mark of a capture may be left out, and so may the
// mark of a piece sent back if only one is possible.
func (r *Mensch) ParseMove(p *Position, text string) (parlour.Move, error) {
	legal := r.AppendMoveList(p, nil)
	bare, found := parlour.NoMove, 0
	var buf []byte
	for _, m := range legal {
		buf = r.AppendMove(buf[:0], p, m)
		if string(buf) == text {
			return m, nil
		}
		if i := bytes.IndexAny(buf, "x!"); i >= 0 && string(buf[:i]) == text {
			bare = m
			found++
		}
	}
	if found == 1 {
		return bare, nil
	}
	return parlour.NoMove, r.why(p, text, legal)
}

// stands reports pieces on places where they cannot be, and an ownership that
// does not fit the colours.
func (r *Mensch) stands(p *Position) (faults []parlour.Fault) {
	crowd := func(s parlour.Seat, n int, at string, most int) {
		faults = append(faults, r.crowd("mensch/one-per-square", s, n, at, most))
	}
	if p.seats != 0 && p.present != 0xf {
		faults = append(faults, Sentences.Fault("race.fault-seats-four", "seats", ownerships[p.seats], "letters", r.letters))
	}
	var on [40]struct {
		colour parlour.Seat
		pieces int
	}
	for s := range parlour.Seat(4) {
		if !p.has(s) {
			continue
		}
		for i, q := range p.men[s] {
			switch {
			case q == waiting:
			case q >= r.home:
				if i > 0 && p.men[s][i-1] == q { // [mensch/r-barrier-finish]
					crowd(s, 2, r.place(s, q), 1)
				}
			default:
				a := r.space(s, q)
				at := &on[a]
				if at.pieces > 0 && at.colour != s {
					faults = append(faults, r.breach(shared, "race.fault-shared", "colour", r.colour(at.colour), "other", r.colour(s), "at", a))
				} else if at.colour, at.pieces = s, at.pieces+1; at.pieces > r.most(q) {
					crowd(s, at.pieces, strconv.Itoa(int(a)), r.most(q))
				}
			}
		}
	}
	return faults
}

// most returns how many pieces of one colour may share the square of progress q.
// [mensch/one-per-square] [mensch/r-barrier-two-max] [mensch/r-barrier-a]
func (r *Mensch) most(q int16) int {
	if !r.barrier || q == 0 && r.pairOnA == pairNever {
		return 1
	}
	return 2
}
