package race

import (
	"math/bits"
	"strconv"
	"strings"

	"parlour"
)

// AppendMove appends enter, 12>18xY, 10>14^24 or pass.
func (r *ludo) AppendMove(dst []byte, p *Position, m parlour.Move) []byte {
	if m == ludoPass {
		return append(dst, "pass"...)
	}
	for i := range ludoLen(m) {
		dst = r.appendStopText(dst, p, m, i)
	}
	return dst
}

// ludoLen returns how many stops m makes.
func ludoLen(m parlour.Move) int { return (bits.Len64(uint64(m&ludoStops)) - 1) / ludoStop }

// ludoTo returns stop i of m.
func ludoTo(m parlour.Move, i int) int16 { return int16(m>>(ludoStop*(i+1))&ludoPlace) - 1 }

// appendStopText appends the text of stop i of m with the men it sends back.
// The first stop comes after the origin.
func (r *ludo) appendStopText(dst []byte, p *Position, m parlour.Move, i int) []byte {
	s, from, q := p.turn, ludoFrom(m), ludoTo(m, i)
	switch {
	case i > 0:
		dst = r.appendPlace(append(dst, '^'), s, q)
	case from == waiting:
		dst = append(dst, "enter"...)
	default:
		dst = r.appendPlace(append(r.appendPlace(dst, s, from), '>'), s, q)
	}
	return append(dst, r.marks(p, q)...)
}

// marks returns the mark for the men sent back from q: "xYY", or "".
func (r *ludo) marks(p *Position, q int16) string {
	v, _ := r.victims(p, q)
	if v == parlour.Nobody {
		return ""
	}
	return "x" + strings.Repeat(r.letters[v:v+1], r.standing(p, q))
}

// parse finds the move in the list that text stands for.
func (r *ludo) parse(p *Position, list []parlour.Move, text string) (parlour.Move, error) {
	for _, m := range list {
		if spells(text, string(r.AppendMove(nil, p, m))) {
			return m, nil
		}
	}
	return parlour.NoMove, r.why(p, list, text)
}

// spells reports whether text is the canonical text of a move, possibly without
// some of the marks of captured men.
func spells(text, canonical string) bool {
	for {
		a, restA, moreA := strings.Cut(text, "^")
		b, restB, moreB := strings.Cut(canonical, "^")
		bare, _, _ := strings.Cut(b, "x")
		if a != b && a != bare || moreA != moreB {
			return false
		}
		if !moreA {
			return true
		}
		text, canonical = restA, restB
	}
}

// compose offers the next steps of a move: the first stop, then jump by jump.
func (r *ludo) compose(p *Position, list []parlour.Move, taken []string) (next []parlour.Step, end parlour.Move, err error) {
	for i, t := range taken {
		// Joined steps must not read like other steps.
		if strings.Contains(strings.TrimPrefix(t, "^"), "^") || strings.HasPrefix(t, "^") != (i > 0) {
			return nil, parlour.NoMove, r.unreadable(strings.Join(taken, " "))
		}
	}
	n := len(taken)
	begun := parlour.Move(0)
	if n > 0 {
		if end, err = r.parse(p, list, strings.Join(taken, "")); err != nil || end == ludoPass {
			return nil, end, err
		}
		begun = end & ludoStops
	}
	for _, m := range list {
		switch {
		case m == ludoPass && n == 0:
			next = append(next, parlour.Step{Text: "pass", Means: parlour.Passes})
		case m == ludoPass || ludoLen(m) != n+1:
		case n == 0:
			s := r.stopStep(p, m, 0, ludoFrom(m))
			s.Dice = strconv.Itoa(int(p.throw))
			next = append(next, s)
		case m&(1<<(ludoStop*(n+1))-1) == begun:
			next = append(next, r.stopStep(p, m, n, ludoTo(m, n-1)))
		}
	}
	return next, end, nil
}

// stopStep returns the step to stop n of a move.
func (r *ludo) stopStep(p *Position, m parlour.Move, n int, from int16) parlour.Step {
	to := ludoTo(m, n)
	s := parlour.Step{Text: string(r.appendStopText(nil, p, m, n)), From: r.spot(p.turn, from), To: r.spot(p.turn, to)}
	if v, _ := r.victims(p, to); v != parlour.Nobody {
		s.Takes = s.To
	}
	return s
}
