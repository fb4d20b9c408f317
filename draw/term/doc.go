// Package term draws a board with its pieces in letters, for terminals.
//
//	err := term.Board(os.Stdout, race.BoardOf(m), draw.Of(m), term.Style{Colour: true, Unicode: true})
//
// Men are the letters of their colours, with a count if several are together.
// An empty space shows its number, so that you can type moves from the picture.
// The last move and the targets are in brackets, which are explained below the
// board. Colour and Unicode shapes are extras; the drawing is complete without
// them.
package term
