package outline

import (
	"fmt"
	"math"
)

// A Point of a drawing or of a device.
type Point struct{ X, Y float64 }

// An Op is a kind of step.
type Op byte

// The kinds of steps.
const (
	Move  Op = iota // begin at At
	Line            // a line to At
	Quad            // a quadratic curve to At, with the control point Bend
	Turn            // along an ellipse to At
	Close           // back to where the last Move began, which is At
)

// A Step is a part of a path. A step after Close that is no Move begins where
// the Close ended.
type Step struct {
	Op   Op
	At   Point
	Bend Point // the control point of a Quad, the centre of a Turn
	Arc  Arc
}

// An Arc is the part of an ellipse that a Turn follows. Its angles are in
// radians, clockwise from the right.
type Arc struct {
	RX, RY      float64
	Tilt        float64 // by which the ellipse itself is rotated
	From, Sweep float64
}

// A pen writes the steps of a path.
type pen struct {
	steps []Step
	at    Point
	work  *int
}

func (p *pen) add(s Step) {
	p.steps = append(p.steps, s)
	p.at = s.At
	*p.work--
}

func (p *pen) move(x, y float64) { p.add(Step{Op: Move, At: Point{x, y}}) }

func (p *pen) line(x, y float64) { p.add(Step{Op: Line, At: Point{x, y}}) }

// close returns to the first point, which has the coordinates x y.
func (p *pen) close(x, y float64) { p.add(Step{Op: Close, At: Point{x, y}}) }

// quad draws a curve with the control point 1.
func (p *pen) quad(x1, y1, x, y float64) {
	p.add(Step{Op: Quad, At: Point{x, y}, Bend: Point{x1, y1}})
}

// turn draws part of an ellipse around c.
func (p *pen) turn(cx, cy float64, a Arc) {
	s := Step{Op: Turn, Bend: Point{cx, cy}, Arc: a}
	s.At = s.On(1)
	p.add(s)
}

// On returns the point of a Turn after a part of its sweep, from 0 to 1.
func (s *Step) On(part float64) Point {
	sin, cos := math.Sincos(s.Arc.Tilt)
	y, x := math.Sincos(s.Arc.From + s.Arc.Sweep*part)
	return Point{s.Bend.X + s.Arc.RX*x*cos - s.Arc.RY*y*sin, s.Bend.Y + s.Arc.RX*x*sin + s.Arc.RY*y*cos}
}

// ellipse draws a whole ellipse, clockwise from its right, as SVG does: dashes
// begin there.
func (p *pen) ellipse(cx, cy, rx, ry float64) error {
	if rx < 0 || ry < 0 {
		return fmt.Errorf("an ellipse cannot have radii %v and %v", rx, ry)
	}
	p.move(cx+rx, cy)
	p.turn(cx, cy, Arc{RX: rx, RY: ry, Sweep: 2 * math.Pi})
	p.close(cx+rx, cy)
	return nil
}

// rect draws a rectangle with round corners, from the upper left clockwise.
func (p *pen) rect(x, y, w, h, r float64) error {
	if w < 0 || h < 0 || r < 0 {
		return fmt.Errorf("a rectangle cannot be %v by %v", w, h)
	}
	r = min(r, w/2, h/2)
	p.move(x+r, y)
	for i, corner := range [4]Point{{x + w - r, y + r}, {x + w - r, y + h - r}, {x + r, y + h - r}, {x + r, y + r}} {
		from := float64(i-1) * math.Pi / 2
		sin, cos := math.Sincos(from)
		p.line(corner.X+r*cos, corner.Y+r*sin)
		if r > 0 {
			p.turn(corner.X, corner.Y, Arc{RX: r, RY: r, From: from, Sweep: math.Pi / 2})
		}
	}
	p.close(x+r, y)
	return nil
}

// arc draws an arc of an ellipse to a point, as SVG describes it.
func (p *pen) arc(rx, ry, degrees float64, large, clockwise bool, x, y float64) {
	rx, ry = math.Abs(rx), math.Abs(ry)
	if rx == 0 || ry == 0 || x == p.at.X && y == p.at.Y {
		p.line(x, y)
		return
	}
	tilt := degrees * math.Pi / 180
	sin, cos := math.Sincos(tilt)
	// Half of the way, in a system where the ellipse is a circle of radius 1.
	dx, dy := (p.at.X-x)/2, (p.at.Y-y)/2
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
	cx, cy := cos*mx-sin*my+(p.at.X+x)/2, sin*mx+cos*my+(p.at.Y+y)/2
	p.turn(cx, cy, Arc{rx, ry, tilt, from, sweep})
	p.at = Point{x, y}
}
