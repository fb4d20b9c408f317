package backgammon

import (
	"strings"

	"parlour"
	"parlour/games/backgammon"
	"parlour/learn/theory"
)

// ExactAt returns the chances of a bear-off without doubling,
// with up to six men a side, before a throw; nil for other positions.
func ExactAt(m parlour.Match) *theory.Numbers {
	if m.Turn().Needs() != parlour.NeedThrow || !strings.Contains(m.String(), "doubling=none") {
		return nil
	}
	_, p, ok := parlour.Typed[backgammon.Position](m)
	if !ok {
		return nil
	}
	own, opp := p.Men[p.Turn], p.Men[1-p.Turn]
	if own.On() > 6 || opp.On() > 6 || (own.Any()|opp.Any())>>7 != 0 {
		return nil
	}
	win := float64(TheTwoSided().Win(&own, &opp))
	return &theory.Numbers{Win: []float64{win, 1 - win}}
}
