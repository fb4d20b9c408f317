package race

import (
	"math"
	"strings"
	"testing"

	"parlour"
	"parlour/board"
	"parlour/rulebook"
)

// boards are all race boards, each with the course whose places it must have.
func boards() map[string]struct {
	course course
	board  *board.Board
} {
	type pair = struct {
		course course
		board  *board.Board
	}
	inside := cross(6)
	inside.last, inside.home = 46, 52
	mensch := course{letters: "YGRK", track: 40, first: [4]int16{0, 10, 20, 30}, last: 39, lane: 4, home: 40, finish: true, men: 4}
	six, eight := cross(6), cross(8)
	return map[string]pair{
		"kleefeld": {six, crossBoard(&six, rulebook.Kleefeld)},
		"parker":   {six, crossBoard(&six, rulebook.Parker)},
		"inside":   {inside, crossBoard(&inside, rulebook.Parker)},
		"british":  {eight, crossBoard(&eight, rulebook.British)},
		"mensch":   {mensch, menschBoard(&mensch)},
	}
}

// Every place where men can be is drawn once, in its own cell.
func TestBoardPlaces(t *testing.T) {
	for name, x := range boards() {
		c, b := &x.course, x.board
		sound(t, name, b)
		want := map[string]bool{}
		for s := range parlour.Seat(4) {
			last := c.home
			if c.finish {
				last = c.last + c.lane
			}
			for q := int16(waiting); q <= last; q++ {
				want[c.spot(s, q)] = true
			}
		}
		for n := range want {
			if b.Place(n) == nil {
				t.Errorf("%s: the board has no place %s", name, n)
			}
		}
		for _, p := range b.Places {
			if !want[p.Name] {
				t.Errorf("%s: %s is not a place of the game", name, p.Name)
			}
			if strings.HasSuffix(p.Name, "-") && len(p.Spots) != 4 || strings.HasSuffix(p.Name, "*") && len(p.Spots) != 4 {
				t.Errorf("%s: %s has %d spots", name, p.Name, len(p.Spots))
			}
		}
	}
}

// sound checks what must hold for every board.
func sound(t *testing.T, name string, b *board.Board) {
	t.Helper()
	names, cells := map[string]bool{}, map[board.Cell]string{}
	inside := func(p board.Point) bool { return p.X >= 0 && p.Y >= 0 && p.X <= b.Width && p.Y <= b.Height }
	for _, p := range b.Places {
		if names[p.Name] {
			t.Errorf("%s: two places have the name %s", name, p.Name)
		}
		names[p.Name] = true
		own := p.Cells
		if own == nil {
			own = []board.Cell{{Row: p.Row, Col: p.Col}}
		}
		for _, c := range own {
			if cells[c] != "" {
				t.Errorf("%s: %s and %s share the cell %v", name, cells[c], p.Name, c)
			}
			cells[c] = p.Name
			if c.Row < 0 || c.Col < 0 || c.Row >= b.Rows || c.Col >= b.Cols {
				t.Errorf("%s: %s has the cell %v outside %d by %d", name, p.Name, c, b.Rows, b.Cols)
			}
		}
		for _, at := range append(append([]board.Point{p.At}, p.Spots...), p.Corners...) {
			if !inside(at) {
				t.Errorf("%s: %s reaches outside to %v", name, p.Name, at)
			}
		}
	}
}

// A course goes from neighbour to neighbour. Only the four inner corners of a
// cross are diagonal steps, and home is one step after the lane.
func TestBoardNeighbours(t *testing.T) {
	for name, x := range boards() {
		c, b := &x.course, x.board
		diagonal := 0
		for i := range c.track {
			p, q := b.Place(c.place(0, i%c.track)), b.Places[(i+1)%c.track]
			if i > c.last {
				p = &b.Places[i]
			}
			switch d := math.Hypot(p.At.X-q.At.X, p.At.Y-q.At.Y); {
			case math.Abs(d-1) < 1e-9:
			case math.Abs(d-math.Sqrt2) < 1e-9:
				diagonal++
			default:
				t.Errorf("%s: %s and %s are %.2f apart", name, p.Name, q.Name, d)
			}
		}
		if want := 4; !c.finish && diagonal != want || c.finish && diagonal != 0 {
			t.Errorf("%s: %d diagonal steps", name, diagonal)
		}
		for s := range parlour.Seat(4) {
			for q := c.last; q < c.last+c.lane; q++ {
				p, next := b.Place(c.spot(s, q)), b.Place(c.spot(s, q+1))
				if d := math.Hypot(p.At.X-next.At.X, p.At.Y-next.At.Y); math.Abs(d-1) > 1e-9 {
					t.Errorf("%s: %s and %s are %.2f apart", name, p.Name, next.Name, d)
				}
			}
		}
	}
}

// Some cells of the drawings as they are described in words.
func TestBoardCells(t *testing.T) {
	for _, x := range []struct {
		board, place string
		row, col     int
	}{
		{"kleefeld", "0", 13, 6}, {"kleefeld", "5", 8, 5}, {"kleefeld", "11", 7, 0}, {"kleefeld", "12", 6, 0},
		{"kleefeld", "13", 6, 1}, {"kleefeld", "26", 1, 8}, {"kleefeld", "39", 8, 13}, {"kleefeld", "50", 14, 7}, {"kleefeld", "51", 14, 6},
		{"kleefeld", "Gh1", 13, 7}, {"kleefeld", "Yh5", 7, 5},
		{"inside", "0", 9, 6}, {"inside", "46", 14, 7}, {"inside", "48", 13, 6},
		{"british", "0", 17, 8}, {"british", "66", 18, 9},
		{"mensch", "0", 4, 0}, {"mensch", "4", 4, 4}, {"mensch", "8", 0, 4}, {"mensch", "9", 0, 5}, {"mensch", "10", 0, 6}, {"mensch", "18", 4, 10},
		{"mensch", "19", 5, 10}, {"mensch", "24", 6, 6}, {"mensch", "29", 10, 5}, {"mensch", "38", 6, 0}, {"mensch", "39", 5, 0},
		{"mensch", "Ya", 5, 1}, {"mensch", "Gd", 4, 5}, {"mensch", "Ra", 5, 9}, {"mensch", "Kd", 6, 5}, {"mensch", "R-", 9, 9},
	} {
		p := boards()[x.board].board.Place(x.place)
		if p == nil || p.Row != x.row || p.Col != x.col {
			t.Errorf("%s: %s is drawn at %+v, want %d, %d", x.board, x.place, p, x.row, x.col)
		}
	}
}

func TestAutoRaceBoard(t *testing.T) {
	for _, l := range Layouts {
		m, err := AutoRaceGame().New(parlour.Setup{Options: map[string]string{"layout": l.Name}})
		if err != nil {
			t.Fatal(err)
		}
		b := BoardOf(m)
		sound(t, l.Name, b)
		if len(b.Places) != int(l.Finish)+1 {
			t.Fatalf("%s has %d places", l.Name, len(b.Places))
		}
		for i := range b.Places {
			p, q := b.Places[i], b.Places[(i+1)%len(b.Places)]
			if d := math.Hypot(p.At.X-q.At.X, p.At.Y-q.At.Y); d < 0.97 || d > 1.01 {
				t.Errorf("%s: %s and %s are %.3f apart", l.Name, p.Name, q.Name, d)
			}
		}
		pictures, invented := 0, 0
		for _, d := range b.Decor {
			switch {
			case d.Kind == board.Picture:
				pictures++
			case d.Kind == board.Caption && strings.HasSuffix(d.Text, " *"):
				invented++
			}
		}
		if pictures != 5 || invented != 4 {
			t.Errorf("%s: %d pictures, %d invented names", l.Name, pictures, invented)
		}
		for _, piece := range m.Pieces() {
			if b.Place(piece.Place) == nil {
				t.Errorf("%s: no place %s", l.Name, piece.Place)
			}
		}
	}
}
