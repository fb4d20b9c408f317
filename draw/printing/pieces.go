package printing

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"parlour"
	"parlour/board"
	"parlour/draw"
	"parlour/draw/svg"
)

// A Cut is a piece to cut out.
type Cut struct {
	Drawing       []byte
	Width, Height float64
	Folds         bool // it has a back
	times         int  // how often it is needed
}

// A Placed is a piece in its place on a sheet, measured from the upper left of
// the room for pieces.
type Placed struct {
	*Cut
	X, Y float64
}

// A Sheet is a sheet of pieces.
type Sheet struct {
	Pieces []Placed
	Dice   int     // how many stand below the pieces
	Down   float64 // where they begin
}

// lay distributes pieces over sheets: row by row, with a gap. Dice come last.
func lay(pieces []*Cut, p Paper, dice int) []Sheet {
	across, down := p.Width-2*Edge, p.Height-2*Edge-HeadRoom
	sheets := []Sheet{{}}
	x, y, row := 0.0, 0.0, 0.0
	for _, c := range pieces {
		for range c.times {
			if x > 0 && x+c.Width > across {
				x, y, row = 0, y+row+gap, 0
			}
			if y+c.Height > down {
				sheets = append(sheets, Sheet{})
				x, y, row = 0, 0, 0
			}
			last := &sheets[len(sheets)-1]
			last.Pieces = append(last.Pieces, Placed{c, x, y})
			x, row = x+c.Width+gap, max(row, c.Height)
		}
	}
	if dice > 0 {
		y += row + overDice
		if y+3*DieSide > down {
			sheets, y = append(sheets, Sheet{}), 0
		}
		last := &sheets[len(sheets)-1]
		last.Dice, last.Down = dice, y
	}
	return sheets
}

// diceOf returns how many dice a game needs, which begins with a throw if it has
// any.
func diceOf(m parlour.Match) int {
	switch d := m.Turn().Dice; {
	case d == 0 || d.Ballots() > 0:
		return 0
	case d == parlour.OneDie:
		return 1
	}
	return 2
}

// cuts returns the pieces of a game. A piece that can be turned over or crowned
// has its other side beside it, to be folded behind.
func cuts(b *board.Board, m parlour.Match) (list []*Cut) {
	start, kinds := m.Pieces(), parlour.KindsOf(m)
	v := draw.View{Pieces: start}
	l := svg.LayoutOf(b, v)
	mm := space(b) / svg.Unit
	seen := map[string]int{}
	for _, p := range start {
		size := l.Places[p.Place].Man * mm
		if p.Colour == "" { // no seat's: one of each face that is easy to read
			for _, k := range kinds {
				if k.Kind == p.Kind && k.Colour == "" && len(k.Face) <= 2 {
					list = append(list, newCut(b, size, k))
				}
			}
			continue
		}
		key := p.Colour + " " + p.Kind
		if i, ok := seen[key]; ok {
			list[i].times++
			continue
		}
		seen[key] = len(list)
		sides := []parlour.Piece{p}
		if back := backOf(p, start, kinds); back != nil {
			sides = append(sides, *back)
		}
		list = append(list, newCut(b, size, sides...))
	}
	return list
}

// backOf returns the other side of a piece: what it becomes in the game and no
// piece is at the start. It returns nil if there is none.
func backOf(p parlour.Piece, start, kinds []parlour.Piece) *parlour.Piece {
	var best *parlour.Piece
	for i := range kinds {
		k := &kinds[i]
		if k.Colour != p.Colour || slices.ContainsFunc(start, func(s parlour.Piece) bool { return s.Kind == k.Kind }) {
			continue
		}
		if best == nil || strings.HasPrefix(k.Kind, p.Kind+" ") && !strings.HasPrefix(best.Kind, p.Kind+" ") {
			best = k
		} else if strings.HasPrefix(k.Kind, p.Kind+" ") && len(k.Kind) < len(best.Kind) {
			best = k
		}
	}
	return best
}

// newCut draws a piece with its back beside it, inside the line to cut along. The
// words above a sheet say what is on it, so its drawings have none.
func newCut(b *board.Board, size float64, sides ...parlour.Piece) *Cut {
	cell := b.Art(sides[0].Kind).Square() // in the piece's own size
	var d strings.Builder
	n := float64(len(sides))
	fmt.Fprintf(&d, `<svg class="cut" width="%smm" height="%smm" viewBox="0 0 %s %s" aria-hidden="true" stroke-linejoin="round"><rect x="0.01" y="0.01" width="%s" height="%s" fill="none" stroke="#000000" stroke-width="0.02" stroke-dasharray="0.08 0.06"/>`,
		num(n*cell*size), num(cell*size), num(n*cell), num(cell), num(n*cell-0.02), num(cell-0.02))
	for i, p := range sides {
		fmt.Fprintf(&d, `<g transform="translate(%s %s)">%s</g>`, num((float64(i)+0.5)*cell), num(cell/2), svg.AppendPiece(nil, b, p, 0))
	}
	if len(sides) > 1 {
		fmt.Fprintf(&d, `<path d="M%s 0V%s" stroke="#000000" stroke-width="0.01"/>`, num(cell), num(cell))
	}
	d.WriteString("</svg>")
	return &Cut{Drawing: []byte(d.String()), Width: n * cell * size, Height: cell * size, Folds: len(sides) > 1, times: 1}
}

func num(f float64) string { return strconv.FormatFloat(math.Round(f*1000)/1000, 'f', -1, 64) }

// Die is a die to cut out and fold: four faces in a row, one above and one
// below. Opposite faces add up to seven.
var Die = sync.OnceValue(func() []byte {
	var d strings.Builder
	fmt.Fprintf(&d, `<svg class="cut net" width="%dmm" height="%dmm" viewBox="0 0 40 30" aria-hidden="true" stroke-linejoin="round">`, 4*DieSide, 3*DieSide)
	face := func(x, y float64, spots int) {
		fmt.Fprintf(&d, `<rect x="%s" y="%s" width="10" height="10" fill="#ffffff" stroke="#000000" stroke-width="0.2"/>`, num(x), num(y))
		for _, s := range pips[spots] {
			fmt.Fprintf(&d, `<circle cx="%s" cy="%s" r="1" fill="#000000"/>`, num(x+s[0]), num(y+s[1]))
		}
	}
	for i, spots := range []int{1, 2, 6, 5} {
		face(float64(10*i), 10, spots)
	}
	face(10, 0, 3)
	face(10, 20, 4)
	d.WriteString("</svg>")
	return []byte(d.String())
})

// pips are the places of the spots on a face that is ten across.
var pips = map[int][][2]float64{
	1: {{5, 5}},
	2: {{2.5, 2.5}, {7.5, 7.5}},
	3: {{2.5, 2.5}, {5, 5}, {7.5, 7.5}},
	4: {{2.5, 2.5}, {7.5, 2.5}, {2.5, 7.5}, {7.5, 7.5}},
	5: {{2.5, 2.5}, {7.5, 2.5}, {5, 5}, {2.5, 7.5}, {7.5, 7.5}},
	6: {{2.5, 2.5}, {7.5, 2.5}, {2.5, 5}, {7.5, 5}, {2.5, 7.5}, {7.5, 7.5}},
}
