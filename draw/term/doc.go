// Package term draws a board with its pieces in letters, for terminals.
//
//	err := term.Board(os.Stdout, race.BoardOf(m), draw.Of(m), term.Style{Colour: true, Unicode: true})
//
// Men are the letters of their colours, with a count where several stand
// together; an empty space shows its number, so that moves can be typed from
// the picture. What the last move and the targets are is bracketed, and the
// brackets are explained below. Colour adds to this and is never needed; the
// same goes for the shapes of Unicode.
package term
