package backgammon

import (
	"parlour"
	"parlour/learn/theory"
)

// parts are the chances that players ask for. Gammons include backgammons.
var parts = []string{"wins", "gammons", "backgammons"}

// Equity is the unit of games for a stake.
var Equity = &theory.Unit{
	Labels: theory.Labels{
		Name: "points", Heading: "Equity", Parts: parts,
		About: "Equity is the points that a player can expect to win, with the cube, for a stake of one. Gammons include backgammons.",
		Ticks: []theory.Tick{{Share: -0.5, Text: "−2"}, {Share: 0, Text: "−1"}, {Share: 0.5, Text: "0"}, {Share: 1, Text: "+1"}, {Share: 1.5, Text: "+2"}},
	},
	Of:     func(share float64) float64 { return 2*share - 1 },
	Digits: 3,
	Steps:  [3]float64{0.02, 0.04, 0.08}, // 0.04, 0.08 and 0.16 points, as usual
}

// matchChances is the unit of matches.
var matchChances = &theory.Unit{
	Labels: theory.Labels{
		Heading: "Match", Parts: parts, Ticks: theory.Chances.Ticks,
		About: "The chances to win the match, in per cent. Wins, gammons and backgammons are those of this game; gammons include backgammons.",
	},
	Digits: theory.Chances.Digits, Steps: theory.Chances.Steps,
}

// Units are the units of backgammon.
var Units = []*theory.Unit{Equity, matchChances}

// A made is the chances that a value is made of, for a side.
type made struct {
	side    parlour.Seat
	chances Chances
}

// Unit returns equity for a stake, and the chances to win in a match.
func (b *Bot) Unit() *theory.Unit {
	if b.market.length > 0 {
		return matchChances
	}
	return Equity
}

// Detail returns the chances behind a value.
func (b *Bot) Detail(i int) (d theory.Detail) {
	if i < len(b.made) {
		d.Parts = b.made[i].parts()
	}
	return d
}

// parts returns the chances in the order of the unit, by seat.
func (m *made) parts() [][]float64 {
	out := make([][]float64, len(parts))
	theirs := m.chances.Turned()
	for i := range out {
		out[i] = make([]float64, 2)
		out[i][m.side], out[i][1-m.side] = float64(m.chances[i]), float64(theirs[i])
	}
	return out
}
