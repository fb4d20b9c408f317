package cabinet

import (
	"fmt"
	"slices"
	"strings"

	"parlour"
	backgammonbot "parlour/bot/backgammon"
	checkersbot "parlour/bot/checkers"
	"parlour/games/backgammon"
	"parlour/games/checkers"
)

// An Endgame is a kind of endgame of which every position is known.
type Endgame struct {
	Name      string `json:"name"`      // pieces of the side to move, then of the other: "2 kings : 1 king"
	Positions int    `json:"positions"` // with the first side to move
	Wins      int    `json:"wins"`      // of that side, if nobody errs
	Draws     int    `json:"draws"`
	Losses    int    `json:"losses"`
	Longest   int    `json:"longest"` // moves of both sides until the longest of them is decided
}

// checkersEndgames returns what the tables that come with the program say of
// the endgames of checkers.
func checkersEndgames() (list []Endgame) {
	tables := checkersbot.Endgames()
	for pieces := 2; pieces <= tables.Pieces(); pieces++ {
		for _, s := range checkersbot.Slices(pieces) {
			both := []checkersbot.Slice{{Men: [2]int{s.Men[1], s.Men[0]}, Kings: [2]int{s.Kings[1], s.Kings[0]}}, s}
			for _, s := range slices.Compact(both) {
				if c, ok := tables.Census(s); ok {
					list = append(list, Endgame{side(s, 0) + " : " + side(s, 1), c.Positions, c.Wins, c.Draws, c.Losses, c.Longest})
				}
			}
		}
	}
	return list
}

// side writes the pieces of a side of an endgame of checkers.
func side(s checkersbot.Slice, seat int) string {
	var parts []string
	for _, p := range []struct {
		n        int
		one, all string
	}{{s.Kings[seat], "king", "kings"}, {s.Men[seat], "man", "men"}} {
		switch {
		case p.n == 1:
			parts = append(parts, "1 "+p.one)
		case p.n > 1:
			parts = append(parts, fmt.Sprintf("%d %s", p.n, p.all))
		}
	}
	return strings.Join(parts, " and ")
}

// exactBearOff returns the chances of a bear-off of backgammon without doubling,
// with up to six men a side, before a throw; nil for other positions.
func exactBearOff(m parlour.Match) *Exact {
	if m.Turn().Needs() != parlour.NeedThrow || !strings.Contains(m.String(), "doubling=none") {
		return nil
	}
	_, p := mustTyped[backgammon.Position](m)
	own, opp := p.Men[p.Turn], p.Men[1-p.Turn]
	if own.On() > 6 || opp.On() > 6 || (own.Any()|opp.Any())>>7 != 0 {
		return nil
	}
	win := float64(backgammonbot.TheTwoSided().Win(&own, &opp))
	return &Exact{Win: []float64{win, 1 - win}}
}

// An Ending is what the tables say of a position, for the side to move.
type Ending struct {
	Verdict
	Moves []EndingMove `json:"moves"` // best first
}

// A Verdict is the result of a position if nobody errs.
type Verdict struct {
	Result string `json:"result"` // win, draw or loss
	Plies  int    `json:"plies"`  // moves of both sides until it is decided, if it is
}

// An EndingMove is a move with the result for the side that makes it.
type EndingMove struct {
	Move string `json:"move"`
	Verdict
}

// The results of a Verdict.
const (
	Wins  = "win"
	Draws = "draw"
	Loses = "loss"
)

// checkersEndingAt looks a position up in the largest tables there are.
func checkersEndingAt(m parlour.Match) *Ending {
	if m.Turn().Needs() != parlour.NeedMove {
		return nil
	}
	rules, p := mustTyped[checkers.Position](m)
	if _, orthodox := rules.(*checkers.Rules).Orthodox(); !orthodox {
		return nil
	}
	tables := checkersbot.BestTables()
	v, ok := tables.Look(&p.Stand, p.Mover)
	if !ok {
		return nil
	}
	e := &Ending{Verdict: verdict(v)}
	for _, mv := range m.Moves() {
		_, next := mustTyped[checkers.Position](m.Next(mv))
		after, ok := tables.Look(&next.Stand, 1-p.Mover)
		if !ok {
			continue
		}
		after.Wins, after.Loses = after.Loses, after.Wins
		if after.Wins || after.Loses {
			after.Plies++
		}
		e.Moves = append(e.Moves, EndingMove{m.Text(mv), verdict(after)})
	}
	slices.SortStableFunc(e.Moves, func(x, y EndingMove) int { return y.rank() - x.rank() })
	return e
}

func verdict(v checkersbot.Verdict) Verdict {
	switch {
	case v.Wins:
		return Verdict{Wins, v.Plies}
	case v.Loses:
		return Verdict{Loses, v.Plies}
	}
	return Verdict{Result: Draws}
}

// rank orders verdicts: quick wins first, quick losses last.
func (v Verdict) rank() int {
	const far = 1 << 20
	switch v.Result {
	case Wins:
		return far - v.Plies
	case Loses:
		return v.Plies - far
	}
	return 0
}
