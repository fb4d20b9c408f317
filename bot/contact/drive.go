package contact

import (
	"parlour"
	"parlour/bot"
	"parlour/games/contact"
)

// The evaluation sees hardly a difference between a step forward and a step back: to
// a casual player it is less than half a heat. Without a drive such players wander about
// until the game is a tie.

// A step forward looks better by so many heats: steady at any time, and more and more
// the longer nothing happens, by impatient when the game is about to end in a tie. With
// more than two sides all that is several times as strong: the search then assumes that
// everybody plays against the player, which makes it timid.
const (
	steady    = 0.4
	impatient = 2
	crowded   = 4
)

// drives makes the wish to get on.
func drives(rules parlour.Full[contact.Position]) bot.Drive[contact.Position] {
	e := NewEvaluator(rules, weights())
	if e == nil {
		return nil
	}
	wish := 1.0
	if sides(e.rules) > 2 {
		wish = crowded
	}
	return func(p *contact.Position, m parlour.Move) float64 {
		if _, seven := p.Seven(); seven {
			return 0 // a chase, where forward means nothing
		}
		tie := float64(p.Quiet()) / float64(e.rules.QuietLimit(p))
		return wish * (steady + float64(impatient*tie)) * float64(e.forward(p, m))
	}
}

// sides returns how many sides a game begins with.
func sides(r *contact.Rules) (n int) {
	p := r.Start()
	var seen [4]bool
	for i := range p.Len() {
		if s := r.Side(&p, r.SeatOf(p.Tile(i).Colour())); !seen[s] {
			seen[s] = true
			n++
		}
	}
	return n
}

// forward returns how many steps nearer a tile comes: a numbered one to its nearest
// goal spot, a turned one to the nearest tile of another side.
func (e *Evaluator) forward(p *contact.Position, m parlour.Move) int {
	from, to := contact.Ends(m)
	for i := range p.Len() {
		t := p.Tile(i)
		switch {
		case t.At() != from:
		case t.Turned():
			return e.nearest(p, t, from) - e.nearest(p, t, to)
		default:
			return int(e.goal[t.Colour()][from]) - int(e.goal[t.Colour()][to])
		}
	}
	return 0 // a pass
}

// nearest returns how far a crossing is from the nearest tile that is not of the side
// of t.
func (e *Evaluator) nearest(p *contact.Position, t contact.Tile, at contact.Crossing) int {
	side := func(t contact.Tile) parlour.Seat { return e.rules.Side(p, e.rules.SeatOf(t.Colour())) }
	least := 2 * lines
	for i := range p.Len() {
		if u := p.Tile(i); side(u) != side(t) {
			least = min(least, steps(at, u.At()))
		}
	}
	return least
}
