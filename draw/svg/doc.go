// Package svg draws a board with its pieces as a printed sheet of the 1920s:
// warm paper, ink outlines and four flat inks.
//
//	err := svg.Board(w, race.BoardOf(m), draw.Of(m))
//
// Nothing depends on colour alone: every ink has its own pattern and shape of
// man, so a black-and-white print shows as much. The drawing is one SVG element
// without scripts, fonts or external files. It scales by its viewBox, and equal
// input gives equal bytes.
//
// A page can find everything in the drawing: places are groups of class "place"
// and pieces groups of class "piece", both with their name in data-place.
// Pieces have their index in the View in data-piece. Several drawings may share
// a page, because patterns with the same name are always equal.
package svg
