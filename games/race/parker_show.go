package race

import (
	"math/bits"
	"strconv"
	"strings"

	"parlour"
)

// AppendEffects tells the throw; or, part by part, where each man goes, what it
// captures and who comes home.
func (r *Parker) AppendEffects(dst []parlour.Effect, p *Position, m parlour.Move) []parlour.Effect {
	if p.throw == 0 {
		return r.appendThrow(dst, p, m)
	}
	c := p.turn
	colour := r.letters[c : c+1]
	parts, _ := r.partsOf(p, m)
	if len(parts) == 0 {
		five := p.throw/10 == 5 || p.throw%10 == 5 || p.throw/10+p.throw%10 == 5
		return append(dst, parlour.Effect{Kind: r.whyPass(p, "pass-five", five, p.parts != 0), Means: parlour.Passes, Colour: colour, Args: parlour.Args{"throw": strconv.Itoa(int(p.throw))}})
	}
	w, began := r.after(p), len(dst)
	for _, t := range parts {
		from, to := t.from(), t.to()
		e := parlour.Effect{Kind: "move", Means: parlour.Moves, Colour: colour, From: r.spot(c, from), To: r.spot(c, to), Args: parlour.Args{"count": strconv.Itoa(int(t.count()))}}
		switch t.kind() {
		case partEnter:
			e.Kind, e.Means = "enter", parlour.Enters
		case partBonus:
			e.Kind = "bonus"
		}
		for q := from + 1; q <= to; q++ {
			e.Way = append(e.Way, r.spot(c, q))
		}
		dst = append(dst, e)
		captured := w.redo(t)
		for i := range 16 {
			if s := parlour.Seat(i / 4); captured>>i&1 != 0 {
				dst = append(dst, parlour.Effect{Kind: "capture", Means: parlour.Takes, Colour: r.letters[s : s+1], From: r.spot(c, to), To: r.spot(s, waiting), Args: parlour.Args{"by": r.colour(c)}})
			}
		}
		if to == r.home {
			dst = append(dst, parlour.Effect{Kind: "home", Means: parlour.Home, Colour: colour, To: r.spot(c, to)})
		}
	}
	r.pointOut(p, dst[began:])
	if w.home() {
		dst = append(dst, parlour.Effect{Kind: "finished", Means: parlour.Ends, Colour: colour, Args: parlour.Args{"place": strconv.Itoa(p.ranks() + 1)}})
	}
	return dst
}

// Steps offers the parts of a turn one after another, in every legal order.
// Inside a turn each part is a move.
func (r *Parker) Steps(p *Position, taken []string) (next []parlour.Step, end parlour.Move, err error) {
	if len(taken) > 0 {
		m, err := r.ParseMove(p, strings.Join(taken, " "))
		if err != nil || p.parts != 0 {
			return nil, m, err
		}
		if m&pathBit == 0 {
			end = m
		}
	}
	return r.nextSteps(p, taken), end, nil
}

// nextSteps returns the steps after those taken, which begin a legal turn.
func (r *Parker) nextSteps(p *Position, taken []string) (next []parlour.Step) {
	q := *p
	for _, text := range taken {
		if text == "pass" {
			return nil
		}
		s, _ := r.readPart(p.turn, text)
		q.played[q.parts] = s.part
		q.parts++
	}
	a := r.follows(&q)
	for _, t := range a.next[:a.n] {
		w := r.after(&q)
		captured := w.redo(t)
		s := parlour.Step{
			Text: string(r.appendPart(nil, p.turn, t, captured)),
			From: r.spot(p.turn, t.from()), To: r.spot(p.turn, t.to()), Dice: t.dice(p.throw),
		}
		if captured != 0 {
			s.Takes = s.To
		}
		next = append(next, s)
	}
	if q.parts == 0 && a.n == 0 || q.parts != 0 && len(taken) == 0 && a.ended {
		next = append(next, parlour.Step{Text: "pass", Means: parlour.Passes})
	}
	return next
}

// dice returns the dice of a throw that the part uses up: one, both for their
// total, none for a bonus.
func (t part) dice(throw uint8) string {
	count := uint8(t.count())
	switch {
	case t.kind() == partBonus:
		return ""
	case count == throw/10 || count == throw%10:
		return strconv.Itoa(int(count))
	}
	return strconv.Itoa(int(throw))
}

// shown returns the position with the parts made so far.
func (r *Parker) shown(p *Position) Position {
	q := *p
	if p.parts != 0 {
		w := r.after(p)
		r.playTurn(&q, w.turn())
	}
	return q
}

// AppendPieces puts every man on its place, as it is after the parts made so
// far.
func (r *Parker) AppendPieces(dst []parlour.Piece, p *Position) []parlour.Piece {
	q := r.shown(p)
	for s := range parlour.Seat(4) {
		if !p.has(s) {
			continue
		}
		for _, at := range q.men[s] {
			dst = append(dst, parlour.Piece{Place: r.spot(s, at), Colour: r.letters[s : s+1], Kind: "man"})
		}
	}
	return dst
}

// Passes reports whether m ends a turn without a further part.
func (r *Parker) Passes(p *Position, m parlour.Move) bool {
	if m&pathBit != 0 || p.parts != 0 {
		return m&pathBit == 0
	}
	w := r.after(p)
	return m == w.turn()
}

// Captured counts the men a turn, or the parts of a move, send back.
func (r *Parker) Captured(p *Position, m parlour.Move) int {
	if m&pathBit == 0 {
		return bits.OnesCount16(uint16(m >> captiveShift))
	}
	before, after := r.after(p), r.outcome(p, m)
	return bits.OnesCount16(uint16(after>>captiveShift)) - bits.OnesCount16(before.captives(before.taken))
}

// outcome returns a move as the turn it would be if it ended there.
func (r *Parker) outcome(p *Position, m parlour.Move) parlour.Move {
	if m&pathBit == 0 {
		return m
	}
	q := *p
	for m &^= pathBit; m != 0; m >>= partBits {
		a := r.follows(&q)
		q.played[q.parts] = a.next[m&(1<<partBits-1)-1]
		q.parts++
	}
	w := r.after(&q)
	return w.turn()
}
