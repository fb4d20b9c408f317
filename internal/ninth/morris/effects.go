package morris

import (
	"slices"
	"strings"

	"parlour"
)

// hands are the places of the board where the men lie that are not placed yet.
var hands = [2]string{"hand W", "hand B"}

// AppendEffects tells what a move does: a man is placed, slides or flies, a
// mill is closed, and a man is taken.
func (r *Rules) AppendEffects(dst []parlour.Effect, p *Position, m parlour.Move) []parlour.Effect {
	colour, to := info.Seats[p.Mover].Letter, names[To(m)]
	e := parlour.Effect{Kind: "place", Means: parlour.Enters, Colour: colour, From: hands[p.Mover], To: to}
	own := p.Men[p.Mover]
	if from := From(m); from >= 0 {
		e.Kind, e.Means, e.From = "slide", parlour.Moves, names[from]
		if !next[from].Has(To(m)) {
			e.Kind = "fly"
		}
		own &^= 1 << from
	}
	dst = append(dst, e)
	if own.closes(To(m)) {
		dst = append(dst, parlour.Effect{Kind: "mill", Means: parlour.Says, Colour: colour, To: to})
	}
	if taken := Taken(m); taken >= 0 {
		dst = append(dst, parlour.Effect{Kind: "capture", Means: parlour.Takes, Colour: info.Seats[p.Mover^1].Letter, From: names[taken]})
	}
	return dst
}

// Steps composes a turn: a man is put down or slid, then a man is picked that
// is taken. The texts are "d6" or "a7-d7", then "xb4".
func (r *Rules) Steps(p *Position, taken []string) (next []parlour.Step, end parlour.Move, err error) {
	found := false
	for _, m := range r.AppendMoveList(p, nil) {
		steps := r.stepsOf(p, m)
		if len(taken) > len(steps) || !slices.EqualFunc(taken, steps[:len(taken)], func(t string, s parlour.Step) bool { return t == s.Text }) {
			continue
		}
		found = true
		if len(taken) == len(steps) {
			end = m
		} else if s := steps[len(taken)]; !slices.Contains(next, s) {
			next = append(next, s)
		}
	}
	if found {
		return next, end, nil
	}
	text := strings.Join(taken, "")
	if _, err := r.ParseMove(p, text); err != nil {
		return nil, parlour.NoMove, err
	}
	return nil, parlour.NoMove, r.refuse(p, "morris.not-steps", parlour.Args{"text": text}, r.AppendMoveList(p, nil), "r-take-must")
}

// stepsOf returns the steps of a move.
func (r *Rules) stepsOf(p *Position, m parlour.Move) []parlour.Step {
	to := names[To(m)]
	first := parlour.Step{Text: to, From: hands[p.Mover], To: to}
	if from := From(m); from >= 0 {
		first = parlour.Step{Text: names[from] + "-" + to, From: names[from], To: to}
	}
	steps := []parlour.Step{first}
	if taken := Taken(m); taken >= 0 {
		steps = append(steps, parlour.Step{Text: "x" + names[taken], From: names[taken], Takes: names[taken]})
	}
	return steps
}

// AppendPieces appends the men in the order of the board, then those in hand.
func (r *Rules) AppendPieces(dst []parlour.Piece, p *Position) []parlour.Piece {
	man := func(place string, side int) parlour.Piece {
		return parlour.Piece{Place: place, Colour: info.Seats[side].Letter, Kind: "man"}
	}
	for n, name := range names {
		for side := range p.Men {
			if p.Men[side].Has(n) {
				dst = append(dst, man(name, side))
			}
		}
	}
	for side, n := range p.Hand {
		for range n {
			dst = append(dst, man(hands[side], side))
		}
	}
	return dst
}
