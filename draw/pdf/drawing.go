package pdf

import (
	"errors"
	"fmt"
	"image/color"
	"math"

	"parlour/draw/outline"
)

// A Drawing can be shown any number of times and takes its room only once.
type Drawing struct {
	object        int
	width, height float64 // in its own units
}

// side is the longer side of a drawing in its own units. They are so small that
// one decimal is finer than any printer.
const side = 10_000

// Drawing adds a drawing of draw/svg. Nothing of it is shown outside its box.
// Like the drawings of a web page, those of a document share their patterns.
func (d *Document) Drawing(svg []byte) (*Drawing, error) {
	o, err := outline.Read(svg)
	if err != nil {
		return nil, fmt.Errorf("pdf: %w", err)
	}
	k := side / max(o.Box[2], o.Box[3])
	c := &canvas{doc: d, uses: resources{}}
	if err := o.Draw(c, outline.Matrix{A: k, D: k, E: -k * o.Box[0], F: -k * o.Box[1]}, d.patterns, &d.work); err != nil {
		return nil, fmt.Errorf("pdf: %w", err)
	}
	out := &Drawing{width: k * o.Box[2], height: k * o.Box[3]}
	out.object = d.add(d.stream(fmt.Sprintf("/Type/XObject/Subtype/Form/BBox[0 0 %.1f %.1f]/Resources%s", out.width, out.height, c.uses), c.content))
	return out, nil
}

// A canvas turns outlines into the operators of a drawing or of a pattern.
type canvas struct {
	doc     *Document
	content []byte
	uses    resources
	now     state
}

// A state is what the operators have set.
type state struct {
	fill, stroke, line, fade string
}

// set appends an operator if it changes something.
func (c *canvas) set(was *string, op string) {
	if *was != op {
		*was = op
		c.content = append(c.content, op...)
	}
}

// Paint writes an outline.
func (c *canvas) Paint(path []outline.Step, s *outline.Style, m outline.Matrix) error {
	if c.doc.work < 0 {
		return outline.ErrTooMuch
	}
	if s.Fill.Pattern != nil && s.FillOpacity == 1 {
		// Viewers smooth the edges of tiles. Their ground below them hides the seams.
		ground := *s
		ground.Stroke = outline.Paint{}
		ground.Fill = outline.Paint{Some: true, Colour: c.doc.ground(s.Fill.Pattern)}
		if err := c.Paint(path, &ground, m); err != nil {
			return err
		}
	}
	if s.Fill.Some {
		op, err := c.ink(s.Fill, "rg", "/Pattern cs\n/%s scn\n", m)
		if err != nil {
			return err
		}
		c.set(&c.now.fill, op)
	}
	if s.Stroke.Some {
		op, err := c.ink(s.Stroke, "RG", "/Pattern CS\n/%s SCN\n", m)
		if err != nil {
			return err
		}
		c.set(&c.now.stroke, op)
		c.set(&c.now.line, lineOf(s, m.Scale()))
	}
	c.fade(s)
	switch {
	case s.Fill.Some && s.Stroke.Some && s.FillOpacity == 1 && s.StrokeOpacity == 1:
		c.trace(path, m)
		c.content = append(c.content, "B\n"...)
	default: // seen through, a line has to show the area below it
		if s.Fill.Some {
			c.trace(path, m)
			c.content = append(c.content, "f\n"...)
		}
		if s.Stroke.Some {
			c.trace(path, m)
			c.content = append(c.content, "S\n"...)
		}
	}
	return nil
}

// ink returns the operators that choose a paint.
func (c *canvas) ink(p outline.Paint, colour, pattern string, m outline.Matrix) (string, error) {
	if p.Pattern == nil {
		return string(appendNumbers(nil, 3, colour, float64(p.Colour.R)/255, float64(p.Colour.G)/255, float64(p.Colour.B)/255)), nil
	}
	object, err := c.doc.tile(p.Pattern, m)
	if err != nil {
		return "", err
	}
	name := fmt.Sprintf("P%d", object)
	c.uses.use("Pattern", name, object)
	return fmt.Sprintf(pattern, name), nil
}

// lineOf returns the operators that choose a line. Corners are always round.
func lineOf(s *outline.Style, k float64) string {
	op := appendNumbers(nil, 1, "w", s.Width*k)
	if s.Round {
		op = append(op, "1 J 1 j\n"...)
	} else {
		op = append(op, "0 J 1 j\n"...)
	}
	op = append(op, '[')
	for _, n := range s.Dashes {
		op = appendNumbers(op, 1, "", n*k)
	}
	return string(append(op, "]0 d\n"...))
}

// A fade is the object of two opacities.
type fade struct {
	name   string
	object int
}

// fade chooses opacities.
func (c *canvas) fade(s *outline.Style) {
	key := [2]float64{1, 1}
	if s.Fill.Some {
		key[0] = s.FillOpacity
	}
	if s.Stroke.Some {
		key[1] = s.StrokeOpacity
	}
	if key == [2]float64{1, 1} && c.now.fade == "" {
		return
	}
	f, ok := c.doc.fades[key]
	if !ok {
		object := c.doc.add(fmt.Sprintf("<</Type/ExtGState/ca %v/CA %v>>", key[0], key[1]))
		f = fade{fmt.Sprintf("G%d", object), object}
		c.doc.fades[key] = f
	}
	c.uses.use("ExtGState", f.name, f.object)
	c.set(&c.now.fade, "/"+f.name+" gs\n")
}

// trace writes a path.
func (c *canvas) trace(path []outline.Step, m outline.Matrix) {
	var at outline.Point
	op := func(name string, points ...outline.Point) {
		numbers := make([]float64, 0, 6)
		for _, p := range points {
			q := m.At(p.X, p.Y)
			numbers = append(numbers, q.X, q.Y)
		}
		c.content = appendNumbers(c.content, 1, name, numbers...)
	}
	for i := range path {
		s := &path[i]
		switch s.Op {
		case outline.Move:
			op("m", s.At)
		case outline.Line:
			op("l", s.At)
		case outline.Quad:
			op("c", between(at, s.Bend, 2./3), between(s.At, s.Bend, 2./3), s.At)
		case outline.Turn:
			n := math.Ceil(math.Abs(s.Arc.Sweep) / (math.Pi / 2))
			for j := range int(n) {
				one, two := float64(j)/n, float64(j+1)/n
				// The known length of the tangents by which a curve follows an arc.
				k := 4. / 3 * math.Tan(s.Arc.Sweep/n/4)
				a, b := s.On(one), s.On(two)
				da, db := tangent(s, one), tangent(s, two)
				op("c", outline.Point{X: a.X + k*da.X, Y: a.Y + k*da.Y}, outline.Point{X: b.X - k*db.X, Y: b.Y - k*db.Y}, b)
			}
		case outline.Close:
			op("h")
		}
		at = s.At
	}
}

func between(a, b outline.Point, part float64) outline.Point {
	return outline.Point{X: a.X + (b.X-a.X)*part, Y: a.Y + (b.Y-a.Y)*part}
}

// tangent returns how a point of a turn moves with its angle.
func tangent(s *outline.Step, part float64) outline.Point {
	ahead := *s
	ahead.Arc.From += math.Pi / 2
	p := ahead.On(part)
	return outline.Point{X: p.X - s.Bend.X, Y: p.Y - s.Bend.Y}
}

// ground returns the colour on which a pattern is drawn: that of what it paints
// first.
func (d *Document) ground(p *outline.Pattern) color.RGBA {
	var first lowest
	_ = p.Draw(&first, outline.Identity, &d.work) // tile reports what is wrong with it
	return color.RGBA(first)
}

// A lowest keeps the colour of the first area.
type lowest color.RGBA

func (l *lowest) Paint(_ []outline.Step, s *outline.Style, _ outline.Matrix) error {
	if l.A == 0 {
		*l = lowest(s.Fill.Colour)
	}
	return nil
}

// A tile is a pattern as some part of a drawing shows it.
type tile struct {
	name string
	m    outline.Matrix
}

// tile returns the object of a pattern. Its matrix leads from the pattern to the
// drawing that uses it.
func (d *Document) tile(p *outline.Pattern, m outline.Matrix) (int, error) {
	key := tile{p.Name, m}
	if object, ok := d.tiles[key]; ok {
		return object, nil
	}
	const fine = 100 // units of the tile's content in one of the pattern
	c := &canvas{doc: d, uses: resources{}}
	if err := p.Draw(c, outline.Matrix{A: fine, D: fine}, &d.work); err != nil {
		return 0, err
	}
	if len(c.uses) > 0 {
		return 0, errors.New("patterns must be opaque")
	}
	to := m.After(outline.Matrix{A: 1. / fine, D: 1. / fine})
	matrix := appendNumbers(nil, 6, "", to.A, to.B, to.C, to.D, to.E, to.F)
	object := d.add(d.stream(fmt.Sprintf("/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 %v %v]/XStep %[1]v/YStep %[2]v/Matrix[%s]/Resources<<>>", fine*p.Width, fine*p.Height, matrix), c.content))
	d.tiles[key] = object
	return object, nil
}
