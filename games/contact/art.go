package contact

import "parlour/board"

// art is what the kinds of tiles look like: a square with a number in each
// corner, clockwise from the upper left. The signs in the middle have the shape
// of the colour's men, one for each step. The back of a tile is light where its
// face is dark.
var art = map[string]*board.Art{
	kinds[0][0]: tileArt(false, false),
	kinds[0][1]: tileArt(false, true),
	kinds[1][0]: tileArt(true, false),
	kinds[1][1]: tileArt(true, true),
}

// tileArt returns the art of a tile of one or two steps, face up or turned over.
func tileArt(two, turned bool) *board.Art {
	ground, letters := "{flat}", "{light}"
	if turned {
		ground, letters = "{paper}", "{dark}"
	}
	d := `<rect x="-44" y="-42" width="92" height="92" rx="7" fill="{ink}" fill-opacity="0.3"/>` +
		`<rect x="-47" y="-47" width="94" height="94" rx="7" fill="` + ground + `" stroke="{ink}" stroke-width="3"/>`
	if turned {
		d += `<rect x="-41.5" y="-41.5" width="83" height="83" rx="4" fill="none" stroke="{flat}" stroke-width="8"/>`
	}
	sign := func(x string) string {
		return `<path transform="translate(` + x + ` 0) scale(0.36)" d="{man}" fill="` + letters + `"/>`
	}
	cell := []string{"{1}{colour}{2}", "{4}·{3}"}
	if two {
		d += `<rect x="-40.5" y="-40.5" width="81" height="81" rx="4" fill="none" stroke="` + letters + `" stroke-width="2.5"/>`
		d += sign("-8.5") + sign("8.5")
		cell[1] = "{4}:{3}"
	} else {
		d += sign("0")
	}
	return &board.Art{
		Drawing: d, Across: 100, Fills: true, Cell: cell, Back: turned,
		Text: board.Text{
			At:   []board.Point{{X: -22, Y: -8.5}, {X: 22, Y: -8.5}, {X: 22, Y: 35}, {X: -22, Y: 35}},
			Size: 38, Plain: true, Paint: letters,
		},
	}
}
