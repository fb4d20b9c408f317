package backgammon

import (
	"strconv"

	"parlour"
)

// AppendFacts counts the pips of each side, and its points if there is a match
// or a session with a score.
func (r *Rules) AppendFacts(dst []parlour.Fact, p *Position) []parlour.Fact {
	for s := X; s <= O; s++ {
		dst = append(dst, parlour.Fact{Seat: letter(s), Code: "pips", Value: p.Men[s].Pips()})
		if r.match > 0 || p.Score[s] > 0 {
			dst = append(dst, parlour.Fact{Seat: letter(s), Code: "points", Value: int(p.Score[s]), Of: int(r.match)})
		}
	}
	return dst
}

// Thrown returns the dice that were thrown for the present move.
func (r *Rules) Thrown(p *Position) string {
	if p.Dice[0] == 0 {
		return ""
	}
	return string([]byte{'0' + p.Dice[0], '0' + p.Dice[1]})
}

// AppendKinds adds the faces of the cube.
func (r *Rules) AppendKinds(dst []parlour.Piece) []parlour.Piece {
	if r.voice || r.limit == 0 {
		return dst
	}
	for n := range r.limit + 1 {
		dst = append(dst, parlour.Piece{Kind: "cube", Face: strconv.Itoa(1 << n)})
	}
	return dst
}
