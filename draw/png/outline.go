package png

import (
	"fmt"
	"math"
)

// A point of the picture.
type point struct{ x, y float64 }

func (p point) to(q point, t float64) point { return point{p.x + (q.x-p.x)*t, p.y + (q.y-p.y)*t} }

// A contour is a series of points; a closed one returns to its first.
type contour struct {
	points []point
	closed bool
}

// A tracer turns curves into contours, made of lines that are too close to the
// curve to see a difference.
type tracer struct {
	m    matrix
	out  []contour
	x, y float64 // the current point
	work *int
}

// tolerance is the largest distance between a line and its curve, in pixels.
const tolerance = 0.05

// maxPieces is the largest number of lines for one curve.
const maxPieces = 400

func pieces(n float64) int { return int(min(max(math.Ceil(n), 1), maxPieces)) }

func (t *tracer) move(x, y float64) {
	t.out = append(t.out, contour{points: []point{t.m.at(x, y)}})
	t.x, t.y = x, y
}

func (t *tracer) line(x, y float64) {
	c := &t.out[len(t.out)-1]
	if c.closed { // a line after z begins where the last contour began
		t.move(t.x, t.y)
		c = &t.out[len(t.out)-1]
	}
	c.points = append(c.points, t.m.at(x, y))
	t.x, t.y = x, y
	*t.work--
}

// close returns to the first point, which has the coordinates x y.
func (t *tracer) close(x, y float64) {
	t.out[len(t.out)-1].closed = true
	t.x, t.y = x, y
}

// quad draws a curve with the control point 1.
func (t *tracer) quad(x1, y1, x, y float64) {
	x0, y0 := t.x, t.y
	bend := math.Hypot(x0-2*x1+x, y0-2*y1+y) * t.m.scale()
	n := pieces(math.Sqrt(bend / (4 * tolerance)))
	for i := 1; i < n; i++ {
		s := float64(i) / float64(n)
		r := 1 - s
		t.line(r*r*x0+2*r*s*x1+s*s*x, r*r*y0+2*r*s*y1+s*s*y)
	}
	t.line(x, y)
}

// turn draws part of an ellipse around c, from an angle over a sweep. The
// ellipse itself is rotated by tilt.
func (t *tracer) turn(cx, cy, rx, ry, tilt, from, sweep float64) {
	sin, cos := math.Sincos(tilt)
	n := pieces(math.Abs(sweep) * math.Sqrt(max(rx, ry)*t.m.scale()/(8*tolerance)))
	for i := 1; i <= n; i++ {
		s, c := math.Sincos(from + sweep*float64(i)/float64(n))
		t.line(cx+rx*c*cos-ry*s*sin, cy+rx*c*sin+ry*s*cos)
	}
}

// ellipse draws a whole ellipse, clockwise from its right, as SVG does: dashes
// begin there.
func (t *tracer) ellipse(cx, cy, rx, ry float64) error {
	if rx < 0 || ry < 0 {
		return fmt.Errorf("an ellipse cannot have radii %v and %v", rx, ry)
	}
	t.move(cx+rx, cy)
	t.turn(cx, cy, rx, ry, 0, 0, 2*math.Pi)
	t.close(cx+rx, cy)
	return nil
}

// rect draws a rectangle with round corners, from the upper left clockwise.
func (t *tracer) rect(x, y, w, h, r float64) error {
	if w < 0 || h < 0 || r < 0 {
		return fmt.Errorf("a rectangle cannot be %v by %v", w, h)
	}
	r = min(r, w/2, h/2)
	t.move(x+r, y)
	for i, corner := range [4]point{{x + w - r, y + r}, {x + w - r, y + h - r}, {x + r, y + h - r}, {x + r, y + r}} {
		from := float64(i-1) * math.Pi / 2
		sin, cos := math.Sincos(from)
		t.line(corner.x+r*cos, corner.y+r*sin)
		if r > 0 {
			t.turn(corner.x, corner.y, r, r, 0, from, math.Pi/2)
		}
	}
	t.close(x+r, y)
	return nil
}

// arc draws an arc of an ellipse to a point, as SVG describes it.
func (t *tracer) arc(rx, ry, degrees float64, large, clockwise bool, x, y float64) {
	rx, ry = math.Abs(rx), math.Abs(ry)
	if rx == 0 || ry == 0 || x == t.x && y == t.y {
		t.line(x, y)
		return
	}
	tilt := degrees * math.Pi / 180
	sin, cos := math.Sincos(tilt)
	// Half of the way, in a system where the ellipse is a circle of radius 1.
	dx, dy := (t.x-x)/2, (t.y-y)/2
	ux, uy := (cos*dx+sin*dy)/rx, (cos*dy-sin*dx)/ry
	far := math.Hypot(ux, uy)
	if far > 1 { // the ellipse is too small: enlarge it until it reaches
		rx, ry, ux, uy, far = rx*far, ry*far, ux/far, uy/far, 1
	}
	off := math.Sqrt(max(1/(far*far)-1, 0))
	if large == clockwise {
		off = -off
	}
	mx, my := off*uy, -off*ux
	from := math.Atan2(uy-my, ux-mx)
	sweep := math.Atan2(-uy-my, -ux-mx) - from
	switch {
	case clockwise && sweep < 0:
		sweep += 2 * math.Pi
	case !clockwise && sweep > 0:
		sweep -= 2 * math.Pi
	}
	mx, my = mx*rx, my*ry
	cx, cy := cos*mx-sin*my+(t.x+x)/2, sin*mx+cos*my+(t.y+y)/2
	t.turn(cx, cy, rx, ry, tilt, from, sweep)
	t.x, t.y = x, y
}
