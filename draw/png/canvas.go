package png

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/vector"
)

var (
	errTooMuch = errors.New("the drawing takes too much work")
	errBeyond  = errors.New("something is far outside the drawing")
)

// A canvas is a picture in progress.
type canvas struct {
	img      *image.RGBA
	raster   vector.Rasterizer
	work     *int // how much more may be done
	patterns map[string]*node
	tiles    map[tileKey]*image.RGBA
	inside   bool // this is a pattern, which may not contain another
}

// draw draws an element and everything in it.
func (c *canvas) draw(n *node, m matrix, s style) error {
	s, m, err := s.with(n, m)
	if err != nil {
		return err
	}
	t := tracer{m: m, work: c.work}
	var x, y, w, h, r, ry float64
	switch n.name {
	case "svg", "g":
		for _, kid := range n.kids {
			if err := c.draw(kid, m, s); err != nil {
				return err
			}
		}
		return nil
	case "title":
		return nil
	case "defs":
		return c.define(n)
	case "rect":
		if err = n.each("x y width height rx", &x, &y, &w, &h, &r); err == nil {
			err = t.rect(x, y, w, h, r)
		}
	case "circle":
		if err = n.each("cx cy r", &x, &y, &r); err == nil {
			err = t.ellipse(x, y, r, r)
		}
	case "ellipse":
		if err = n.each("cx cy rx ry", &x, &y, &r, &ry); err == nil {
			err = t.ellipse(x, y, r, ry)
		}
	case "path":
		err = t.path(n.attr("d"))
	case "text":
		if err = n.each("x y", &x, &y); err == nil {
			err = t.words(n.text, x, y, &s)
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
	if err := c.fill(t.out, s.fill, s.fillOpacity, m); err != nil {
		return err
	}
	return c.stroke(t.out, &s, m)
}

// define stores patterns by name.
func (c *canvas) define(n *node) error {
	for _, kid := range n.kids {
		if kid.name != "pattern" || kid.attr("id") == "" || kid.attr("patternUnits") != "userSpaceOnUse" {
			return fmt.Errorf("<defs>: <%s> must be a pattern in user space units", kid.name)
		}
		c.patterns[kid.attr("id")] = kid
	}
	return nil
}

// stroke paints lines along contours.
func (c *canvas) stroke(lines []contour, s *style, m matrix) error {
	k := m.scale()
	if !s.stroke.some || !(s.width*k > 0) {
		return nil
	}
	if !s.joined {
		return errors.New("strokes must have round corners")
	}
	st := stroker{half: s.width * k / 2, round: s.round, work: c.work}
	for _, line := range lines {
		if s.dashes != nil {
			st.dashed(line, s.dashes[0]*k, s.dashes[1]*k)
			continue
		}
		st.stroke(line)
	}
	if *c.work < 0 {
		return errTooMuch
	}
	return c.fill(st.out, s.stroke, s.strokeOpacity, m)
}

// fill paints the area inside contours.
func (c *canvas) fill(areas []contour, p paint, opacity float64, m matrix) error {
	if !p.some || opacity == 0 {
		return nil
	}
	bounds, err := c.bounds(areas)
	if err != nil || bounds.Empty() {
		return err
	}
	if *c.work -= bounds.Dx() * bounds.Dy(); *c.work < 0 {
		return errTooMuch
	}
	c.raster.Reset(bounds.Dx(), bounds.Dy())
	ox, oy := float64(bounds.Min.X), float64(bounds.Min.Y)
	for _, a := range areas {
		for i, q := range a.points {
			if x, y := float32(q.x-ox), float32(q.y-oy); i == 0 {
				c.raster.MoveTo(x, y)
			} else {
				c.raster.LineTo(x, y)
			}
		}
		c.raster.ClosePath()
	}
	if p.pattern != "" {
		return c.fillPattern(bounds, p.pattern, opacity, m)
	}
	paint := color.NRGBA{p.colour.R, p.colour.G, p.colour.B, uint8(math.Round(opacity * 0xff))}
	c.raster.Draw(c.img, bounds, image.NewUniform(paint), image.Point{})
	return nil
}

// bounds returns the part of the picture that contains the areas. It refuses
// areas far outside the picture, because the rasterizer would spend time on
// them.
func (c *canvas) bounds(areas []contour) (image.Rectangle, error) {
	low, high := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	size := c.img.Bounds().Size()
	far := 2 * float64(size.X+size.Y)
	for _, a := range areas {
		var last point
		for i, p := range a.points {
			if !(math.Abs(p.x) <= far && math.Abs(p.y) <= far) {
				return image.Rectangle{}, errBeyond
			}
			if i > 0 {
				*c.work -= int(math.Abs(p.x-last.x) + math.Abs(p.y-last.y))
			}
			last = p
			low = point{min(low.x, p.x), min(low.y, p.y)}
			high = point{max(high.x, p.x), max(high.y, p.y)}
		}
	}
	if low.x > high.x {
		return image.Rectangle{}, nil
	}
	r := image.Rect(int(math.Floor(low.x)), int(math.Floor(low.y)), int(math.Ceil(high.x))+1, int(math.Ceil(high.y))+1)
	return r.Intersect(c.img.Bounds()), nil
}

// fillPattern paints the rasterizer's area with a pattern.
func (c *canvas) fillPattern(bounds image.Rectangle, name string, opacity float64, m matrix) error {
	if opacity != 1 {
		return errors.New("patterns must be opaque")
	}
	if *c.work -= samples * samples * bounds.Dx() * bounds.Dy(); *c.work < 0 {
		return errTooMuch
	}
	mask := image.NewAlpha(image.Rectangle{Max: bounds.Size()})
	c.raster.DrawOp = draw.Src
	c.raster.Draw(mask, mask.Bounds(), image.Opaque, image.Point{})
	cloth, err := c.cloth(bounds, name, m)
	if err != nil {
		return err
	}
	draw.DrawMask(c.img, bounds, cloth, image.Point{}, mask, image.Point{}, draw.Over)
	return nil
}
