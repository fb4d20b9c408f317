package png

import (
	"math"

	"parlour/draw/outline"
)

// A point of the picture.
type point struct{ x, y float64 }

func (p point) to(q point, t float64) point { return point{p.x + (q.x-p.x)*t, p.y + (q.y-p.y)*t} }

// A contour is a series of points; a closed one returns to its first.
type contour struct {
	points []point
	closed bool
}

// tolerance is the largest distance between a line and its curve, in pixels.
const tolerance = 0.05

// maxPieces is the largest number of lines for one curve.
const maxPieces = 400

func pieces(n float64) int { return int(min(max(math.Ceil(n), 1), maxPieces)) }

// A flattener turns paths into contours, made of lines that are too close to
// the curves to see a difference.
type flattener struct {
	m    outline.Matrix
	out  []contour
	at   outline.Point // the current point
	work *int
}

// flatten returns the contours of a path.
func flatten(path []outline.Step, m outline.Matrix, work *int) ([]contour, error) {
	f := flattener{m: m, work: work}
	for i := range path {
		s := &path[i]
		switch s.Op {
		case outline.Move:
			f.move(s.At)
		case outline.Line:
			f.line(s.At)
		case outline.Quad:
			f.quad(s.Bend, s.At)
		case outline.Turn:
			f.turn(s)
		case outline.Close:
			f.out[len(f.out)-1].closed = true
			f.at = s.At
		}
		if *work < 0 {
			return nil, outline.ErrTooMuch
		}
	}
	return f.out, nil
}

func (f *flattener) to(p outline.Point) point {
	q := f.m.At(p.X, p.Y)
	return point{q.X, q.Y}
}

func (f *flattener) move(p outline.Point) {
	f.out = append(f.out, contour{points: []point{f.to(p)}})
	f.at = p
}

func (f *flattener) line(p outline.Point) {
	c := &f.out[len(f.out)-1]
	if c.closed { // a line after a Close begins where the last contour began
		f.move(f.at)
		c = &f.out[len(f.out)-1]
	}
	c.points = append(c.points, f.to(p))
	f.at = p
	*f.work--
}

func (f *flattener) quad(bend, end outline.Point) {
	from := f.at
	long := math.Hypot(from.X-2*bend.X+end.X, from.Y-2*bend.Y+end.Y) * f.m.Scale()
	n := pieces(math.Sqrt(long / (4 * tolerance)))
	for i := 1; i < n; i++ {
		s := float64(i) / float64(n)
		r := 1 - s
		f.line(outline.Point{X: r*r*from.X + 2*r*s*bend.X + s*s*end.X, Y: r*r*from.Y + 2*r*s*bend.Y + s*s*end.Y})
	}
	f.line(end)
}

func (f *flattener) turn(s *outline.Step) {
	n := pieces(math.Abs(s.Arc.Sweep) * math.Sqrt(max(s.Arc.RX, s.Arc.RY)*f.m.Scale()/(8*tolerance)))
	for i := 1; i <= n; i++ {
		f.line(s.On(float64(i) / float64(n)))
	}
}
