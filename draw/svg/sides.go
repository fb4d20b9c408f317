package svg

import (
	"slices"

	"parlour"
	"parlour/board"
)

// Sides returns, for each colour of the set-up, how many quarter turns
// clockwise bring its pieces to the bottom or the bottom left of the board, so
// that a page can turn the board for a player.
func Sides(b *board.Board, setup []parlour.Piece) map[string]int {
	sum := map[string]board.Point{} // of the pieces' places, from the middle of the board
	var colours []string
	for i := range setup {
		p := b.Place(setup[i].Place)
		if p == nil || setup[i].Colour == "" { // nobody's, as a doubling cube
			continue
		}
		c := setup[i].Colour
		if !slices.Contains(colours, c) {
			colours = append(colours, c)
		}
		sum[c] = board.Point{X: sum[c].X + p.At.X - b.Width/2, Y: sum[c].Y + p.At.Y - b.Height/2}
	}
	quarters := map[string]int{}
	for _, c := range colours {
		at, n := sum[c], 0
		switch {
		case sum[colours[0]] == sum[colours[len(colours)-1]]: // all begin at the same place
		case len(colours) == 2 && sum[colours[0]].Y*sum[colours[1]].Y < 0: // they face each other
			if at.Y < 0 {
				n = 2
			}
		default:
			for ; n < 3 && (at.Y <= 0 || at.X < -1.02*at.Y || at.X > 0.98*at.Y); n++ {
				at = board.Point{X: -at.Y, Y: at.X}
			}
		}
		quarters[c] = n
	}
	return quarters
}
