package svg

import (
	"io"
	"math"
	"strings"

	"parlour/board"
	"parlour/draw"
	"parlour/draw/markup"
)

// Board writes the drawing of a board and what the view shows on it. Pieces on
// places that the board does not have are left out.
func Board(w io.Writer, b *board.Board, v draw.View) error {
	_, err := w.Write(AppendBoard(nil, b, v))
	return err
}

// AppendBoard appends what Board writes.
func AppendBoard(dst []byte, b *board.Board, v draw.View) []byte {
	s := newSheet(dst, b, &v)
	s.board()
	s.ways()
	s.pieces()
	s.targets()
	s.edge()
	s.foot()
	s.Raw("</svg>\n")
	return s.Buf
}

// board draws what is below the pieces.
func (s *sheet) board() {
	s.open()
	s.defs()
	s.frame()
	for i := range s.b.Decor {
		s.decor(&s.b.Decor[i])
	}
	for i := range s.b.Places {
		s.place(&s.b.Places[i])
	}
}

// Unit is the length of a space in the drawing.
const Unit = 40.0

// A sheet is a drawing in progress. Method at converts points of the board to
// points of the sheet, turned for the viewer.
type sheet struct {
	markup.Writer
	b      *board.Board
	v      *draw.View
	scale  float64 // of text, lines and dice: larger on large boards
	width  float64 // of the whole sheet
	height float64
	part   *part   // of the sheet that is shown; nil for all of it
	left   float64 // of the board on the sheet
	top    float64
	across float64 // of the board as the viewer sees it
	down   float64
	on     map[string][]int // pieces of the view by place
	where  []point          // where the pieces are drawn, by their index in the view
}

// A point is a point of the sheet.
type point struct{ x, y float64 }

func newSheet(dst []byte, b *board.Board, v *draw.View) *sheet {
	s := &sheet{Writer: markup.Writer{Buf: dst}, b: b, v: v, where: make([]point, len(v.Pieces)), on: map[string][]int{}}
	for i := range v.Pieces {
		s.on[v.Pieces[i].Place] = append(s.on[v.Pieces[i].Place], i)
	}
	s.across, s.down = b.Width*Unit, b.Height*Unit
	if v.Quarter&1 != 0 {
		s.across, s.down = s.down, s.across
	}
	s.scale = max(s.across, s.down, Unit) / (15 * Unit)
	s.left = 34 * s.scale
	s.top = s.left
	if v.Title != "" {
		s.top += 44 * s.scale
	}
	s.width = s.across + 2*s.left
	s.height = s.top + s.down + s.left
	if s.hasFoot() {
		s.height += 66 * s.scale
	}
	s.part = s.near()
	return s
}

// hasFoot reports whether there are dice or words below the board.
func (s *sheet) hasFoot() bool { return len(s.v.Dice) > 0 || s.v.Turn != "" || s.v.Says != "" }

// at returns the point of the sheet for a point of the board.
func (s *sheet) at(p board.Point) (x, y float64) {
	x, y = p.X*Unit, p.Y*Unit
	w, h := s.b.Width*Unit, s.b.Height*Unit
	switch s.v.Quarter & 3 {
	case 1:
		x, y = h-y, x
	case 2:
		x, y = w-x, h-y
	case 3:
		x, y = y, w-x
	}
	return s.left + x, s.top + y
}

// size returns a width and height of the board as the viewer sees them.
func (s *sheet) size(p board.Point) (w, h float64) {
	if s.v.Quarter&1 != 0 {
		return p.Y * Unit, p.X * Unit
	}
	return p.X * Unit, p.Y * Unit
}

// pen returns the attribute for the width of a line, given for a board of 15
// spaces. Smaller boards have finer lines, because their spaces are larger.
func (s *sheet) pen(width float64) string {
	return ` stroke-width="` + string(markup.AppendNumber(nil, width*min(s.scale, 1.1))) + `"`
}

const serif = `font-family="Georgia,'Times New Roman','DejaVu Serif',serif"`

// open begins the drawing.
func (s *sheet) open() {
	box := s.box()
	s.Put(`<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="~ ~ ~ ~" role="img" `+serif+` stroke-linejoin="round">`, box[0], box[1], box[2], box[3])
	title := s.v.Title
	if title == "" {
		title = s.b.Game
	}
	s.Raw("<title>" + markup.Escape(title) + "</title>\n")
}

// frame draws the sheet of paper, its double border and the title.
func (s *sheet) frame() {
	k := s.scale
	s.Put(`<rect class="paper" width="~" height="~" rx="~" fill="`+paper+`"/>`, s.width, s.height, 10*k)
	s.Put(`<rect x="~" y="~" width="~" height="~" rx="~" fill="none" stroke="`+ink+`" stroke-width="~"/>`, 9*k, 9*k, s.width-18*k, s.height-18*k, 5*k, 2.4*k)
	s.Put(`<rect x="~" y="~" width="~" height="~" rx="~" fill="none" stroke="`+ink+`" stroke-width="~"/>`, 14*k, 14*k, s.width-28*k, s.height-28*k, 2*k, 0.8*k)
	for _, c := range [4][2]float64{{14, 14}, {-14, 14}, {14, -14}, {-14, -14}} {
		x, y := math.Mod(c[0]*k+s.width, s.width), math.Mod(c[1]*k+s.height, s.height)
		s.Put(`<path d="M~ ~l~ ~ ~ ~ ~ ~z" fill="`+ink+`"/>`, x, y-5*k, 5*k, 5*k, -5*k, 5*k, -5*k, -5*k)
	}
	s.Raw("\n")
	if s.v.Title == "" {
		return
	}
	title := strings.ToUpper(s.v.Title)
	size := 21.0
	long := float64(len([]rune(title))) * size * 0.95 // with its spacing
	if room := s.width/k - 120; long > room {
		size, long = size*room/long, room
	}
	y := s.top - 26*k
	s.Put(`<text x="~" y="~" text-anchor="middle" font-size="~" letter-spacing="~" fill="`+ink+`">`, s.width/2, y, size*k, size*0.16*k)
	s.Raw(markup.Escape(title) + "</text>")
	for _, side := range [2]float64{-1, 1} {
		x := s.width/2 + side*(long/2+14)*k
		s.Put(`<path d="M~ ~l~ ~ ~ ~ ~ ~z" fill="`+ink+`"/>`, x, y-size*0.34*k-4*k, 4*k, 4*k, -4*k, 4*k, -4*k, -4*k)
		end := s.width/2 + side*(s.width/2-34*k)
		if (end-x)*side > 16*k {
			s.Put(`<path d="M~ ~H~" stroke="`+ink+`" stroke-width="~"/>`, x+side*9*k, y-size*0.34*k, end, 0.9*k)
		}
	}
	s.Raw("\n")
}
