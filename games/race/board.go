package race

import (
	"math"
	"sort"
	"strconv"

	"parlour"
	"parlour/board"
	"parlour/rulebook"
)

// BoardOf returns the board of a match of any race game, or nil for other
// games.
func BoardOf(m parlour.Match) *board.Board {
	rules, _, ok := parlour.Typed[Position](m)
	if !ok {
		return nil
	}
	if r, ok := rules.(*AutoRace); ok {
		return autoRaceBoard(r.layout)
	}
	b := rules.(engine).common()
	if b.book == rulebook.Mensch {
		return menschBoard(&b.course)
	}
	return crossBoard(&b.course, b.book)
}

// crossBoard draws the cross of Kleefeld's, Parker's and the British game. The
// first seat is at the bottom, with its waiting place to its left; each further
// seat is the previous one turned by a quarter. [british/cross-board]
func crossBoard(c *course, book *rulebook.Book) *board.Board {
	arm := int(c.lane) + 1
	grid := 2*arm + 3
	size, a := float64(grid), float64(arm)
	b := &board.Board{Game: book.ID, Width: size, Height: size, Rows: grid, Cols: grid}

	// With Parker's entrance at the inner corner the numbering is rotated: space i
	// is drawn where i + turned is otherwise. [parker/r-entrance-site]
	turned := c.track - 2 - c.last
	quarter := c.track / 4
	for i := range c.track {
		at := (i + turned) % c.track
		cell := quarterSpace(arm, int(at%quarter))
		for range at / quarter {
			cell = board.Cell{Row: cell.Col, Col: grid - 1 - cell.Row}
		}
		b.Places = append(b.Places, board.Place{
			Name: strconv.Itoa(int(i)), Kind: "space", Number: strconv.Itoa(int(i)), Label: strconv.Itoa(int(i)), Shape: board.Square,
			At: middle(cell), Row: cell.Row, Col: cell.Col,
		})
	}
	for s := range parlour.Seat(4) {
		letter := c.letters[s : s+1]
		turn := func(p board.Point) board.Point {
			for range s {
				p = board.Point{X: size - p.Y, Y: p.X}
			}
			return p
		}
		entrance := &b.Places[c.first[s]]
		entrance.Colour, entrance.Mark, entrance.Turn = letter, board.Arrow, 90*float64(s)
		c.markKnown(b, s)
		if book == rulebook.Parker { // [parker/foot-crossing]
			foot := &b.Places[c.space(s, c.last)]
			foot.Colour, foot.Mark = letter, board.Foot
		}
		for k := range int(c.lane) {
			at := turn(board.Point{X: a + 1.5, Y: size - 1.5 - float64(k)})
			p := board.Place{Name: c.spot(s, c.last+1+int16(k)), Kind: "lane", Number: strconv.Itoa(k + 1), At: at, Shape: board.Square, Colour: letter, Row: int(at.Y), Col: int(at.X)}
			if book == rulebook.Kleefeld {
				p.Shape = board.Circle
			}
			b.Places = append(b.Places, p)
		}

		// [british/start-circles] [british/coloured-squares]
		yard := turn(board.Point{X: a / 2, Y: size - a/2})
		if book == rulebook.Parker {
			b.Decor = append(b.Decor, board.Decor{Kind: board.Box, At: yard, Size: board.Point{X: a * 0.86, Y: a * 0.86}, Colour: letter})
		} else {
			b.Decor = append(b.Decor, board.Decor{Kind: board.Disc, At: yard, Size: board.Point{X: a * 0.88, Y: a * 0.88}, Colour: letter})
		}
		wait := board.Place{Name: c.spot(s, waiting), Kind: "waiting", At: yard, Shape: board.Tray, Colour: letter, Size: board.Point{X: a * 0.6, Y: a * 0.6}, Row: int(yard.Y), Col: int(yard.X)}
		wait.Spots, wait.Cells = fourSpots(yard, a*0.155)
		b.Places = append(b.Places, wait)

		tip, left, right := turn(board.Point{X: a + 1.5, Y: a + 1.5}), turn(board.Point{X: a, Y: a + 3}), turn(board.Point{X: a + 3, Y: a + 3})
		b.Decor = append(b.Decor, board.Decor{Kind: board.Polygon, Points: []board.Point{tip, right, left}, Colour: letter})
		at := turn(board.Point{X: a + 1.5, Y: a + 2.5})
		home := board.Place{Name: c.spot(s, c.home), Kind: "home", At: at, Shape: board.Tray, Colour: letter, Corners: []board.Point{tip, right, left}, Row: int(at.Y), Col: int(at.X)}
		for _, d := range [4]board.Point{{X: -0.66, Y: 0.08}, {X: 0, Y: 0.14}, {X: 0.66, Y: 0.08}, {X: 0, Y: -0.48}} {
			home.Spots = append(home.Spots, turn(board.Point{X: a + 1.5 + d.X, Y: a + 2.5 + d.Y}))
		}
		b.Places = append(b.Places, home)
	}
	return b
}

// markKnown marks the spaces of the track that are a colour's own: where it starts, and
// the last one before its lane or finish.
func (c *course) markKnown(b *board.Board, s parlour.Seat) {
	b.Places[c.space(s, c.last)].Known = "last-of:" + c.colour(s)
	b.Places[c.first[s]].Known = "start-of:" + c.colour(s)
}

// quarterSpace returns the cell of a space in the first seat's quarter of the
// track.
func quarterSpace(arm, p int) board.Cell {
	switch {
	case p <= arm-2:
		return board.Cell{Row: 2*arm + 1 - p, Col: arm}
	case p <= 2*arm-2:
		return board.Cell{Row: arm + 2, Col: 2*arm - 2 - p}
	case p == 2*arm-1:
		return board.Cell{Row: arm + 1, Col: 0}
	}
	return board.Cell{Row: arm, Col: 0}
}

func middle(c board.Cell) board.Point {
	return board.Point{X: float64(c.Col) + 0.5, Y: float64(c.Row) + 0.5}
}

// fourSpots returns the four spots of a waiting place, each d from its middle
// in both directions, and a cell for each of them.
func fourSpots(at board.Point, d float64) (spots []board.Point, cells []board.Cell) {
	row, col := int(at.Y), int(at.X)
	for i := range 4 {
		dx, dy := float64(i%2)*2-1, float64(i/2)*2-1
		spots = append(spots, board.Point{X: at.X + d*dx, Y: at.Y + d*dy})
		cells = append(cells, board.Cell{Row: row - 1 + i/2, Col: col - 1 + i%2})
	}
	return spots, cells
}

// menschBoard draws the circuit of 40 squares on a grid of 11 by 11, with the
// first colour on the left and travel clockwise.
func menschBoard(c *course) *board.Board {
	const grid = 11
	b := &board.Board{Game: "mensch", Width: grid, Height: grid, Rows: grid, Cols: grid}
	var ring []board.Point
	for i := range int(c.track) {
		cell := menschSpace(i)
		p := board.Place{Name: strconv.Itoa(i), Kind: "square", Number: strconv.Itoa(i), Label: strconv.Itoa(i), Shape: board.Circle, At: middle(cell), Size: board.Point{X: 0.86, Y: 0.86}, Row: cell.Row, Col: cell.Col}
		b.Places = append(b.Places, p)
		next := middle(menschSpace((i + 1) % int(c.track)))
		ring = append(ring, p.At, next)
	}
	const mid = grid / 2.0
	b.Decor = append(b.Decor,
		board.Decor{Kind: board.Lines, Points: ring},
		board.Decor{Kind: board.Polygon, Points: []board.Point{{X: mid, Y: mid - 0.3}, {X: mid + 0.3, Y: mid}, {X: mid, Y: mid + 0.3}, {X: mid - 0.3, Y: mid}}})
	for s := range parlour.Seat(4) {
		letter := c.letters[s : s+1]
		turn := func(p board.Point) board.Point {
			for range s {
				p = board.Point{X: grid - p.Y, Y: p.X}
			}
			return p
		}
		first := &b.Places[c.first[s]]
		first.Colour, first.Mark, first.Turn = letter, board.Arrow, 90+90*float64(s)
		c.markKnown(b, s)
		for k := range c.lane {
			at := turn(board.Point{X: 1.5 + float64(k), Y: 5.5})
			name := c.spot(s, c.last+1+k)
			b.Places = append(b.Places, board.Place{
				Name: name, Kind: "home-square", Number: name[1:], Label: name[1:], Shape: board.Circle, At: at, Size: board.Point{X: 0.86, Y: 0.86}, Colour: letter, Row: int(at.Y), Col: int(at.X),
			})
		}
		yard := turn(board.Point{X: 1.3, Y: 1.3})
		b.Decor = append(b.Decor, board.Decor{Kind: board.Box, At: yard, Size: board.Point{X: 2.5, Y: 2.5}, Colour: letter})
		wait := board.Place{Name: c.spot(s, waiting), Kind: "waiting", At: yard, Shape: board.Tray, Colour: letter, Size: board.Point{X: 2.1, Y: 2.1}}
		wait.Spots, _ = fourSpots(yard, 0.52)
		corner := turn(board.Point{X: 1, Y: 1}) // where the four cells of the corner meet
		for i := range 4 {
			wait.Cells = append(wait.Cells, board.Cell{Row: int(corner.Y) - 1 + i/2, Col: int(corner.X) - 1 + i%2})
		}
		wait.Row, wait.Col = wait.Cells[0].Row, wait.Cells[0].Col
		b.Places = append(b.Places, wait)
	}
	return b
}

// menschSpace returns the cell of a square of the circuit: the first quarter,
// rotated as often as necessary.
func menschSpace(i int) board.Cell {
	var c board.Cell
	switch p := i % 10; {
	case p <= 4:
		c = board.Cell{Row: 4, Col: p}
	case p <= 8:
		c = board.Cell{Row: 8 - p, Col: 4}
	default:
		c = board.Cell{Row: 0, Col: 5}
	}
	for range i / 10 {
		c = board.Cell{Row: c.Col, Col: 10 - c.Row}
	}
	return c
}

// autoRaceBoard spreads the spaces of a layout evenly along an oval, with START
// and FINISH side by side at the bottom. Cars go round as on American ovals: to
// the right past the stand, then counterclockwise.
// [auto-race/r-start-finish]
func autoRaceBoard(l Layout) *board.Board {
	spaces := int(l.Finish) + 1
	// Long tracks are wide, so that cars stay visible; each colour has its own
	// lane.
	const margin = 0.4
	road := float64(spaces) / 20
	o := ovalOf(float64(spaces))
	mid := board.Point{X: o.a + road/2 + margin, Y: o.b + road/2 + margin}
	at := func(along, out float64) board.Point {
		p, normal := o.at(along)
		return board.Point{X: mid.X + p.X + normal.X*out, Y: mid.Y + p.Y + normal.Y*out}
	}
	// corners returns the outline of n spaces, beginning with space i. The longer
	// it is, the more points follow the curve.
	corners := func(i, n int) (c []board.Point) {
		const steps = 4
		for k := range n*steps + 1 {
			c = append(c, at(float64(i)+float64(k)/steps, road/2))
		}
		for k := n * steps; k >= 0; k-- {
			c = append(c, at(float64(i)+float64(k)/steps, -road/2))
		}
		return c
	}

	rows, cols := ringSize(spaces)
	b := &board.Board{Game: "auto-race", Sign: "auto", Pieces: map[string]*board.Art{"auto": car}, Width: 2 * mid.X, Height: 2 * mid.Y, Rows: rows, Cols: cols}
	for i := range spaces {
		along := float64(i) + 0.5
		cell := ringCell(rows, cols, i)
		p := board.Place{
			Name: strconv.Itoa(i), Kind: "space", Number: strconv.Itoa(i), Label: strconv.Itoa(i), At: at(along, 0), Corners: corners(i, 1), Shape: board.Square,
			Turn: o.heading(along), Row: cell.Row, Col: cell.Col,
		}
		for lane := range 4 {
			p.Spots = append(p.Spots, at(along, road*(0.345-0.23*float64(lane))))
		}
		switch i {
		case 0:
			p.Kind, p.Mark, p.Label = "start", board.Start, ""
		case int(l.Finish):
			p.Name, p.Kind, p.Mark, p.Label = "*", "finish", board.Finish, ""
		}
		b.Places = append(b.Places, p)
	}
	// An obstruction is one picture, two spaces long. [auto-race/obstruction-two-spaces]
	big := float64(spaces) / 61
	var infield []board.Point
	for i := range 2 * spaces {
		infield = append(infield, at(float64(i)/2, -road/2))
	}
	b.Decor = append(b.Decor,
		board.Decor{Kind: board.Polygon, Points: infield, Shade: true},
		board.Decor{Kind: board.Caption, At: board.Point{X: mid.X, Y: mid.Y - 2.3*big}, Size: board.Point{X: 9 * big, Y: 0.56 * big}, Text: "OBSTRUCTIONS", Words: "OBSTRUCTIONS", Row: 2, Col: 2})
	for n, k := range l.Obstructions {
		for _, half := range [2]int16{k, k + 1} {
			b.Places[half].Shape, b.Places[half].Label = board.Crossing, ""
		}
		name, text := Obstructions[n].Name, Obstructions[n].Name
		if Obstructions[n].Invented { // [auto-race/r-names]
			text += " *"
		}
		cell := ringCell(rows, cols, int(k))
		b.Decor = append(b.Decor,
			board.Decor{Kind: board.Polygon, Points: corners(int(k), 2)},
			board.Decor{Kind: board.Picture, At: at(float64(k)+1, 0), Size: board.Point{X: 1.9, Y: 1.9}, Text: name, Words: name, Drawing: obstructions[name], Row: cell.Row, Col: cell.Col},
			board.Decor{Kind: board.Caption, At: board.Point{X: mid.X, Y: mid.Y + (float64(n)*0.75-1.3)*big}, Size: board.Point{X: 8 * big, Y: 0.5 * big},
				Text: strconv.Itoa(int(k)) + "  " + text, Words: name, Row: 3 + n, Col: 2})
	}
	b.Decor = append(b.Decor, board.Decor{Kind: board.Caption, At: board.Point{X: mid.X, Y: mid.Y + 2.55*big}, Size: board.Point{X: 8 * big, Y: 0.4 * big}, Text: "* our own name", Words: "our own name", Row: 8, Col: 2})
	return b
}

// An oval is a curve between an ellipse and a rectangle, so the track fills its
// sheet. It is approximated by a fine polygon with known side lengths.
type oval struct {
	a, b    float64 // half axes
	corners [ovalSteps + 1]board.Point
	along   [ovalSteps + 1]float64 // length from the bottom to each corner
}

const ovalSteps = 1024

// ovalOf returns the oval of the given length. Corners are counted from the
// bottom, to the right.
func ovalOf(length float64) *oval {
	const bend = 2 / 2.7 // 1 would be an ellipse
	o := &oval{a: 1.22, b: 1}
	for i := range o.corners {
		sin, cos := math.Sincos(2 * math.Pi * float64(i%ovalSteps) / ovalSteps)
		p := board.Point{
			X: o.a * math.Copysign(math.Pow(math.Abs(sin), bend), sin),
			Y: o.b * math.Copysign(math.Pow(math.Abs(cos), bend), cos),
		}
		o.corners[i] = p
		if i > 0 {
			last := o.corners[i-1]
			o.along[i] = o.along[i-1] + math.Hypot(p.X-last.X, p.Y-last.Y)
		}
	}
	k := length / o.along[ovalSteps]
	o.a, o.b = o.a*k, o.b*k
	for i := range o.corners {
		o.corners[i].X *= k
		o.corners[i].Y *= k
		o.along[i] *= k
	}
	return o
}

// at returns the point of the curve at a distance from the bottom, and the
// outward direction there.
func (o *oval) at(length float64) (p, normal board.Point) {
	total := o.along[ovalSteps]
	length = math.Mod(length+total, total)
	lo := sort.Search(ovalSteps, func(i int) bool { return o.along[i+1] > length })
	lo = min(lo, ovalSteps-1)
	p, q := o.corners[lo], o.corners[lo+1]
	d := o.along[lo+1] - o.along[lo]
	dx, dy := (q.X-p.X)/d, (q.Y-p.Y)/d
	t := length - o.along[lo]
	return board.Point{X: p.X + dx*t, Y: p.Y + dy*t}, board.Point{X: -dy, Y: dx}
}

// heading returns the rotation of a car at that point, in degrees from straight
// up.
func (o *oval) heading(length float64) float64 {
	_, n := o.at(length)
	return math.Round(math.Atan2(n.Y, n.X)*180/math.Pi*100) / 100
}

// ringSize returns the rows and columns of a frame of cells that holds the
// spaces. It prefers wide frames, because terminals are wide.
func ringSize(spaces int) (rows, cols int) {
	half := (spaces+1)/2 + 2
	cols = min(half*11/20, 26)
	return half - cols, cols
}

// ringCell returns the cell of a space: from the middle of the bottom to the
// right, then up and round.
func ringCell(rows, cols, i int) board.Cell {
	i += cols / 2
	for _, side := range [...]struct{ length, row, col, down, right int }{
		{cols - 1, rows - 1, 0, 0, 1},
		{rows - 1, rows - 1, cols - 1, -1, 0},
		{cols - 1, 0, cols - 1, 0, -1},
		{rows - 1, 0, 0, 1, 0},
		{cols, rows - 1, 0, 0, 1},
	} {
		if i < side.length {
			return board.Cell{Row: side.row + i*side.down, Col: side.col + i*side.right}
		}
		i -= side.length
	}
	panic("race: the space has no cell")
}
