package checkers

import (
	"fmt"
	"slices"
	"strings"

	"parlour"
	"parlour/games/checkers"
	"parlour/learn/theory"
)

// Kinds returns what the tables that come with the program say of the kinds of
// endgames.
func Kinds() (list []theory.Endgame) {
	tables := Endgames()
	for pieces := 2; pieces <= tables.Pieces(); pieces++ {
		for _, s := range Slices(pieces) {
			both := []Slice{{Men: [2]int{s.Men[1], s.Men[0]}, Kings: [2]int{s.Kings[1], s.Kings[0]}}, s}
			for _, s := range slices.Compact(both) {
				if c, ok := tables.Census(s); ok {
					list = append(list, theory.Endgame{Name: side(s, 0) + " : " + side(s, 1), Positions: c.Positions, Wins: c.Wins, Draws: c.Draws, Losses: c.Losses, Longest: c.Longest})
				}
			}
		}
	}
	return list
}

// side writes the pieces of a side of an endgame of checkers.
func side(s Slice, seat int) string {
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

// EndingAt looks a position up in the largest tables there are. It returns nil if they
// do not hold it.
func EndingAt(m parlour.Match) *theory.Ending {
	if m.Turn().Needs() != parlour.NeedMove {
		return nil
	}
	rules, p, ok := parlour.Typed[checkers.Position](m)
	if !ok {
		return nil
	}
	if _, orthodox := rules.(*checkers.Rules).Orthodox(); !orthodox {
		return nil
	}
	tables := BestTables()
	v, ok := tables.Look(&p.Stand, p.Mover)
	if !ok {
		return nil
	}
	e := &theory.Ending{Verdict: verdict(v)}
	for _, mv := range m.Moves() {
		_, next, _ := parlour.Typed[checkers.Position](m.Next(mv))
		after, ok := tables.Look(&next.Stand, 1-p.Mover)
		if !ok {
			continue
		}
		after.Wins, after.Loses = after.Loses, after.Wins
		if after.Wins || after.Loses {
			after.Plies++
		}
		e.Moves = append(e.Moves, theory.Move{Move: m.Text(mv), Verdict: verdict(after)})
	}
	slices.SortStableFunc(e.Moves, func(x, y theory.Move) int { return y.Rank() - x.Rank() })
	return e
}

func verdict(v Verdict) theory.Verdict {
	switch {
	case v.Wins:
		return theory.Verdict{Result: theory.Wins, Plies: v.Plies}
	case v.Loses:
		return theory.Verdict{Result: theory.Loses, Plies: v.Plies}
	}
	return theory.Verdict{Result: theory.Draws}
}
