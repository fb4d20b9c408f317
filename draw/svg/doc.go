// Package svg draws a board with its pieces as a printed sheet of the 1920s:
// warm paper, ink outlines and four flat inks.
//
//	err := svg.Board(w, race.BoardOf(m), draw.Of(m))
//
// Colours are never alone: every ink has a pattern and a shape of man of its
// own, so that a sheet printed in black tells as much. The drawing is one SVG
// element without scripts, fonts or files beside it; it scales by its viewBox,
// and equal input gives equal bytes.
//
// A page can hold on to what it shows: places are groups of class "place" and
// pieces groups of class "piece", both with their name in data-place; pieces
// carry their index in the View in data-piece. Several drawings may share a
// page: patterns of one name are always the same.
package svg
