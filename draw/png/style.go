package png

import (
	"fmt"
	"image/color"
	"math"
	"strconv"
	"strings"
)

// A paint is what an area or a line is painted with: nothing, a colour or a
// named pattern.
type paint struct {
	some    bool
	colour  color.RGBA
	pattern string
}

// A style is how things are painted. Elements inherit it from their group.
type style struct {
	fill, stroke               paint
	fillOpacity, strokeOpacity float64
	width                      float64 // of strokes
	dashes                     []float64
	round                      bool // ends of strokes
	joined                     bool // corners of strokes are round, which is the only kind supported
	face                       face
	size                       float64 // of words
	anchor                     string
	spacing                    float64 // between letters
}

// plain is the default style.
var plain = style{fill: paint{some: true, colour: color.RGBA{A: 0xff}}, fillOpacity: 1, strokeOpacity: 1, width: 1, size: 16, anchor: "start"}

// with returns the style changed by the attributes of a node, and m followed by
// the node's transform. An unknown attribute is an error.
func (s style) with(n *node, m matrix) (style, matrix, error) {
	for i := range n.attrs {
		var err error
		value := n.attrs[i].Value
		switch name := n.attrs[i].Name.Local; name {
		case "fill":
			s.fill, err = readPaint(value)
		case "stroke":
			s.stroke, err = readPaint(value)
		case "fill-opacity":
			s.fillOpacity, err = readOpacity(value)
		case "stroke-opacity":
			s.strokeOpacity, err = readOpacity(value)
		case "stroke-width":
			s.width, err = number(value)
		case "stroke-dasharray":
			s.dashes, err = readDashes(value)
		case "stroke-linecap":
			s.round, err = oneOf(value, "butt", "round")
		case "stroke-linejoin":
			s.joined, err = oneOf(value, "miter", "round")
		case "font-family":
			s.face.sans = strings.HasSuffix(value, "sans-serif")
		case "font-weight":
			s.face.bold, err = oneOf(value, "normal", "bold")
		case "font-style":
			s.face.italic, err = oneOf(value, "normal", "italic")
		case "font-size":
			s.size, err = number(value)
		case "letter-spacing":
			s.spacing, err = number(value)
		case "text-anchor":
			s.anchor = value
			if value != "start" && value != "middle" && value != "end" {
				err = fmt.Errorf("unknown anchor %q", value)
			}
		case "transform":
			m, err = readTransform(m, value)
		case "x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "d", "viewBox": // read by the elements
		case "id", "class", "role", "pointer-events", "patternUnits", "xmlns": // not visible
		default:
			if !strings.HasPrefix(name, "data-") {
				err = fmt.Errorf("unknown attribute %s", name)
			}
		}
		if err != nil {
			return s, m, fmt.Errorf("<%s>: %w", n.name, err)
		}
	}
	return s, m, nil
}

// oneOf reports whether a value is the second of two words.
func oneOf(value, first, second string) (bool, error) {
	if value != first && value != second {
		return false, fmt.Errorf("expected %s or %s, not %q", first, second, value)
	}
	return value == second, nil
}

// readPaint reads none, #rrggbb or url(#pattern).
func readPaint(text string) (paint, error) {
	if text == "none" {
		return paint{}, nil
	}
	if name, ok := strings.CutPrefix(text, "url(#"); ok && strings.HasSuffix(name, ")") {
		return paint{some: true, pattern: strings.TrimSuffix(name, ")")}, nil
	}
	hex, ok := strings.CutPrefix(text, "#")
	n, err := strconv.ParseUint(hex, 16, 32)
	if !ok || err != nil || len(hex) != 6 {
		return paint{}, fmt.Errorf("unknown paint %q", text)
	}
	return paint{some: true, colour: color.RGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), 0xff}}, nil
}

func readOpacity(text string) (float64, error) {
	n, err := number(text)
	return min(max(n, 0), 1), err
}

// readDashes reads the lengths of a dash and of the gap after it.
func readDashes(text string) ([]float64, error) {
	d, err := numbers(text, 2)
	if err == nil && !(d[0] > 0 && d[1] > 0) {
		err = fmt.Errorf("bad dashes %q", text)
	}
	return d, err
}

// maxNumber limits every number of a drawing.
const maxNumber = 1e6

// number reads a number.
func number(text string) (float64, error) {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || !(math.Abs(n) <= maxNumber) {
		return 0, fmt.Errorf("%q is not a number", text)
	}
	return n, nil
}

// numbers reads the given number of numbers.
func numbers(text string, count int) ([]float64, error) {
	parts := strings.Fields(text)
	if len(parts) != count {
		return nil, fmt.Errorf("expected %d numbers, not %q", count, text)
	}
	list := make([]float64, count)
	for i, p := range parts {
		n, err := number(p)
		if err != nil {
			return nil, err
		}
		list[i] = n
	}
	return list, nil
}

// A matrix maps a point x y to ax+cy+e bx+dy+f. It only moves, rotates and
// scales uniformly, so a circle stays a circle and a line keeps one width.
type matrix struct{ a, b, c, d, e, f float64 }

func (m matrix) at(x, y float64) point { return point{m.a*x + m.c*y + m.e, m.b*x + m.d*y + m.f} }

// scale returns the factor by which lengths grow.
func (m matrix) scale() float64 { return math.Hypot(m.a, m.b) }

// after returns the matrix that applies n first and then m.
func (m matrix) after(n matrix) matrix {
	return matrix{
		m.a*n.a + m.c*n.b, m.b*n.a + m.d*n.b,
		m.a*n.c + m.c*n.d, m.b*n.c + m.d*n.d,
		m.a*n.e + m.c*n.f + m.e, m.b*n.e + m.d*n.f + m.f,
	}
}

// readTransform reads any number of translate(x y), rotate(degrees) and
// scale(n).
func readTransform(m matrix, text string) (matrix, error) {
	for rest := strings.TrimSpace(text); rest != ""; {
		name, after, ok := strings.Cut(rest, "(")
		args, next, closed := strings.Cut(after, ")")
		if !ok || !closed {
			return m, fmt.Errorf("unknown transform %q", text)
		}
		count := 1
		if name == "translate" {
			count = 2
		}
		n, err := numbers(args, count)
		if err != nil {
			return m, err
		}
		switch name {
		case "translate":
			m = m.after(matrix{1, 0, 0, 1, n[0], n[1]})
		case "rotate":
			sin, cos := math.Sincos(n[0] * math.Pi / 180)
			m = m.after(matrix{cos, sin, -sin, cos, 0, 0})
		case "scale":
			m = m.after(matrix{n[0], 0, 0, n[0], 0, 0})
		default:
			return m, fmt.Errorf("unknown transform %q", text)
		}
		rest = strings.TrimSpace(next)
	}
	return m, nil
}
