package png

import (
	"errors"
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/vector"

	"parlour/draw/outline"
)

var errBeyond = errors.New("something is far outside the drawing")

// A canvas is a picture in progress.
type canvas struct {
	img    *image.RGBA
	raster vector.Rasterizer
	work   *int // how much more may be done
	tiles  map[tileKey]*image.RGBA
}

// Paint paints what is inside a path and the line along it.
func (c *canvas) Paint(path []outline.Step, s *outline.Style, m outline.Matrix) error {
	lines, err := flatten(path, m, c.work)
	if err != nil {
		return err
	}
	if err := c.fill(lines, s.Fill, s.FillOpacity, m); err != nil {
		return err
	}
	return c.stroke(lines, s, m)
}

// stroke paints lines along contours.
func (c *canvas) stroke(lines []contour, s *outline.Style, m outline.Matrix) error {
	if !s.Stroke.Some {
		return nil
	}
	k := m.Scale()
	st := stroker{half: s.Width * k / 2, round: s.Round, work: c.work}
	for _, line := range lines {
		if s.Dashes != nil {
			st.dashed(line, s.Dashes[0]*k, s.Dashes[1]*k)
			continue
		}
		st.stroke(line)
	}
	if *c.work < 0 {
		return outline.ErrTooMuch
	}
	return c.fill(st.out, s.Stroke, s.StrokeOpacity, m)
}

// fill paints the area inside contours.
func (c *canvas) fill(areas []contour, p outline.Paint, opacity float64, m outline.Matrix) error {
	if !p.Some {
		return nil
	}
	bounds, err := c.bounds(areas)
	if err != nil || bounds.Empty() {
		return err
	}
	if *c.work -= bounds.Dx() * bounds.Dy(); *c.work < 0 {
		return outline.ErrTooMuch
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
	if p.Pattern != nil {
		return c.fillPattern(bounds, p.Pattern, opacity, m)
	}
	paint := color.NRGBA{p.Colour.R, p.Colour.G, p.Colour.B, uint8(math.Round(opacity * 0xff))}
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
func (c *canvas) fillPattern(bounds image.Rectangle, p *outline.Pattern, opacity float64, m outline.Matrix) error {
	if opacity != 1 {
		return errors.New("patterns must be opaque")
	}
	if *c.work -= samples * samples * bounds.Dx() * bounds.Dy(); *c.work < 0 {
		return outline.ErrTooMuch
	}
	mask := image.NewAlpha(image.Rectangle{Max: bounds.Size()})
	c.raster.DrawOp = draw.Src
	c.raster.Draw(mask, mask.Bounds(), image.Opaque, image.Point{})
	cloth, err := c.cloth(bounds, p, m)
	if err != nil {
		return err
	}
	draw.DrawMask(c.img, bounds, cloth, image.Point{}, mask, image.Point{}, draw.Over)
	return nil
}
