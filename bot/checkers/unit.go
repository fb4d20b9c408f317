package checkers

import (
	"math"

	"parlour/games/checkers"
	"parlour/learn/theory"
)

// Men is the unit of checkers.
var Men = &theory.Unit{
	Labels: theory.Labels{
		Name: "men", Heading: "Advantage",
		About: "Values are in men: how many a player is ahead, or how many the better position is worth.",
		Ticks: []theory.Tick{{Share: 0, Text: "lost"}, {Share: 0.5, Text: "0"}, {Share: 1, Text: "won"}},
	},
	Digits: 1, Enough: 5,
	Of: func(share float64) float64 {
		const most = 1e-6 // as in value: what is not proved is never sure
		share = max(most, min(share, 1-most))
		return steep / 100.0 * math.Log(share/(1-share))
	},
	Steps: theory.Chances.Steps,
}

// Unit returns men.
func (b *Bot) Unit() *theory.Unit { return Men }

// Detail returns the result of a move, if it is proved.
func (b *Bot) Detail(i int) (d theory.Detail) {
	if i < len(b.proofs) {
		d.Verdict = b.proofs[i]
	}
	return d
}

// proved returns the result of p for the side to move if the search or the tables
// prove it, otherwise nil.
func (b *Bot) proved(p *checkers.Position, v int) *theory.Verdict {
	switch {
	case v > surely:
		return &theory.Verdict{Result: theory.Wins, Plies: win - v}
	case v < -surely:
		return &theory.Verdict{Result: theory.Loses, Plies: win + v}
	case b.style.Tables != nil && b.free == nil:
		if known, ok := b.style.Tables.Look(&p.Stand, p.Mover); ok && !known.Wins && !known.Loses {
			return &theory.Verdict{Result: theory.Draws}
		}
	}
	return nil
}

// over returns the result of a finished game for a side with that share.
func over(share float64) *theory.Verdict {
	switch {
	case share > 0.5:
		return &theory.Verdict{Result: theory.Wins}
	case share < 0.5:
		return &theory.Verdict{Result: theory.Loses}
	}
	return &theory.Verdict{Result: theory.Draws}
}

// before returns the result for the side that moved, if v is that for the other
// side after the move.
func before(v *theory.Verdict) *theory.Verdict {
	if v == nil {
		return nil
	}
	t := v.Turned()
	if t.Result != theory.Draws {
		t.Plies++
	}
	return &t
}
