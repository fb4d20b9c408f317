package outline

import (
	"errors"
	"fmt"
)

// ErrTooMuch means that a drawing takes more work than it may.
var ErrTooMuch = errors.New("the drawing takes too much work")

// A Device shows outlines.
type Device interface {
	// Paint fills the inside of a path and draws a line along it, as the style
	// says. The path is in the coordinates of its element, which m maps to those
	// of the device.
	Paint(path []Step, s *Style, m Matrix) error
}

// A Drawing is a drawing that has been read.
type Drawing struct {
	Box  [4]float64 // what it shows: left, top, width and height
	root *node
}

// Read reads a drawing.
func Read(svg []byte) (*Drawing, error) {
	root, err := parse(svg)
	if err != nil {
		return nil, err
	}
	if root.name != "svg" {
		return nil, fmt.Errorf("<%s> is not a drawing", root.name)
	}
	box, err := numbers(root.attr("viewBox"), 4)
	if err != nil {
		return nil, err
	}
	if !(box[2] > 0 && box[3] > 0) {
		return nil, errors.New("the drawing is empty")
	}
	return &Drawing{Box: [4]float64(box), root: root}, nil
}

// Draw gives the device everything in the drawing, from bottom to top. It adds
// the drawing's patterns to those given, and finds patterns of earlier drawings
// among them. It takes one from work for each step of a path.
func (d *Drawing) Draw(device Device, m Matrix, patterns Patterns, work *int) error {
	r := run{device: device, patterns: patterns, work: work}
	return r.draw(d.root, m, plain)
}

// Patterns are patterns by name.
type Patterns map[string]*Pattern

// A Pattern is a drawing that is repeated in both directions.
type Pattern struct {
	Name          string
	Width, Height float64 // of a tile
	kids          []*node
}

// Draw gives the device one tile.
func (p *Pattern) Draw(device Device, m Matrix, work *int) error {
	r := run{device: device, work: work}
	s := plain
	s.joined = true
	for _, kid := range p.kids {
		if err := r.draw(kid, m, s); err != nil {
			return err
		}
	}
	return nil
}

// A run walks through a drawing.
type run struct {
	device   Device
	patterns Patterns // nil inside a pattern, which may not use another
	work     *int
}

// draw draws an element and everything in it.
func (r *run) draw(n *node, m Matrix, s Style) error {
	s, m, err := s.with(n, m)
	if err != nil {
		return err
	}
	p := pen{work: r.work}
	var x, y, w, h, rx, ry float64
	switch n.name {
	case "svg", "g":
		for _, kid := range n.kids {
			if err := r.draw(kid, m, s); err != nil {
				return err
			}
		}
		return nil
	case "title":
		return nil
	case "defs":
		return r.define(n)
	case "rect":
		if err = n.each("x y width height rx", &x, &y, &w, &h, &rx); err == nil {
			err = p.rect(x, y, w, h, rx)
		}
	case "circle":
		if err = n.each("cx cy r", &x, &y, &rx); err == nil {
			err = p.ellipse(x, y, rx, rx)
		}
	case "ellipse":
		if err = n.each("cx cy rx ry", &x, &y, &rx, &ry); err == nil {
			err = p.ellipse(x, y, rx, ry)
		}
	case "path":
		err = p.path(n.attr("d"))
	case "text":
		if err = n.each("x y", &x, &y); err == nil {
			err = p.words(n.text, x, y, &s)
		}
	default:
		return fmt.Errorf("unknown element <%s>", n.name)
	}
	switch {
	case err != nil:
		return fmt.Errorf("<%s>: %w", n.name, err)
	case len(n.kids) > 0:
		return fmt.Errorf("<%s> may not contain elements", n.name)
	}
	return r.paint(p.steps, &s, m)
}

// paint gives an outline to the device, unless nothing of it would be visible.
func (r *run) paint(path []Step, s *Style, m Matrix) error {
	if s.FillOpacity == 0 {
		s.Fill = Paint{}
	}
	if s.StrokeOpacity == 0 || !(s.Width*m.Scale() > 0) {
		s.Stroke = Paint{}
	}
	if s.Stroke.Some && !s.joined {
		return errors.New("strokes must have round corners")
	}
	for _, p := range []*Paint{&s.Fill, &s.Stroke} {
		if p.name == "" {
			continue
		}
		if p.Pattern = r.patterns[p.name]; p.Pattern == nil {
			return fmt.Errorf("unknown pattern %q", p.name)
		}
	}
	if !s.Fill.Some && !s.Stroke.Some {
		return nil
	}
	return r.device.Paint(path, s, m)
}

// define stores patterns by name.
func (r *run) define(n *node) error {
	for _, kid := range n.kids {
		name := kid.attr("id")
		if kid.name != "pattern" || name == "" || kid.attr("patternUnits") != "userSpaceOnUse" || r.patterns == nil {
			return fmt.Errorf("<defs>: <%s> must be a pattern in user space units", kid.name)
		}
		p := &Pattern{Name: name, kids: kid.kids}
		if err := kid.each("width height", &p.Width, &p.Height); err != nil {
			return err
		}
		if !(p.Width > 0 && p.Height > 0) {
			return fmt.Errorf("the pattern %q has no size", name)
		}
		r.patterns[name] = p
	}
	return nil
}
