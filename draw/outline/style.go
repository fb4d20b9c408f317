package outline

import (
	"fmt"
	"image/color"
	"math"
	"strconv"
	"strings"
)

// A Paint is what an area or a line is painted with: nothing, a colour or a
// pattern.
type Paint struct {
	Some    bool // false for nothing
	Colour  color.RGBA
	Pattern *Pattern // nil for the colour
	name    string   // of the pattern
}

// A Style is how things are painted. Elements inherit it from their group.
type Style struct {
	Fill, Stroke               Paint
	FillOpacity, StrokeOpacity float64
	Width                      float64   // of strokes
	Dashes                     []float64 // the lengths of a dash and of a gap; nil for none
	Round                      bool      // ends of strokes
	joined                     bool      // corners of strokes are round, which is the only kind supported
	face                       Face
	size                       float64 // of words
	anchor                     string
	spacing                    float64 // between letters
}

// plain is the default style.
var plain = Style{Fill: Paint{Some: true, Colour: color.RGBA{A: 0xff}}, FillOpacity: 1, StrokeOpacity: 1, Width: 1, size: 16, anchor: "start"}

// with returns the style changed by the attributes of a node, and m followed by
// the node's transform. An unknown attribute is an error.
func (s Style) with(n *node, m Matrix) (Style, Matrix, error) {
	for i := range n.attrs {
		var err error
		value := n.attrs[i].Value
		switch name := n.attrs[i].Name.Local; name {
		case "fill":
			s.Fill, err = readPaint(value)
		case "stroke":
			s.Stroke, err = readPaint(value)
		case "fill-opacity":
			s.FillOpacity, err = readOpacity(value)
		case "stroke-opacity":
			s.StrokeOpacity, err = readOpacity(value)
		case "stroke-width":
			s.Width, err = number(value)
		case "stroke-dasharray":
			s.Dashes, err = readDashes(value)
		case "stroke-linecap":
			s.Round, err = oneOf(value, "butt", "round")
		case "stroke-linejoin":
			s.joined, err = oneOf(value, "miter", "round")
		case "font-family":
			s.face.Sans = strings.HasSuffix(value, "sans-serif")
		case "font-weight":
			s.face.Bold, err = oneOf(value, "normal", "bold")
		case "font-style":
			s.face.Italic, err = oneOf(value, "normal", "italic")
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
		case "id", "class", "role", "aria-label", "aria-hidden", "pointer-events", "patternUnits", "shape-rendering", "xmlns": // not visible
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
func readPaint(text string) (Paint, error) {
	if text == "none" {
		return Paint{}, nil
	}
	if name, ok := strings.CutPrefix(text, "url(#"); ok && strings.HasSuffix(name, ")") {
		return Paint{Some: true, name: strings.TrimSuffix(name, ")")}, nil
	}
	hex, ok := strings.CutPrefix(text, "#")
	n, err := strconv.ParseUint(hex, 16, 32)
	if !ok || err != nil || len(hex) != 6 {
		return Paint{}, fmt.Errorf("unknown paint %q", text)
	}
	return Paint{Some: true, Colour: color.RGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), 0xff}}, nil
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
