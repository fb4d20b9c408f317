package outline

import (
	"fmt"
	"math"
	"strings"
)

// A Matrix maps a point x y to Ax+Cy+E Bx+Dy+F. It only moves, rotates and
// scales uniformly, so a circle stays a circle and a line keeps one width.
type Matrix struct{ A, B, C, D, E, F float64 }

// Identity leaves points where they are.
var Identity = Matrix{A: 1, D: 1}

// At returns where a point is mapped to.
func (m Matrix) At(x, y float64) Point { return Point{m.A*x + m.C*y + m.E, m.B*x + m.D*y + m.F} }

// Scale returns the factor by which lengths grow.
func (m Matrix) Scale() float64 { return math.Hypot(m.A, m.B) }

// After returns the Matrix that applies n first and then m.
func (m Matrix) After(n Matrix) Matrix {
	return Matrix{
		m.A*n.A + m.C*n.B, m.B*n.A + m.D*n.B,
		m.A*n.C + m.C*n.D, m.B*n.C + m.D*n.D,
		m.A*n.E + m.C*n.F + m.E, m.B*n.E + m.D*n.F + m.F,
	}
}

// readTransform reads any number of translate(x y), rotate(degrees) and
// scale(n).
func readTransform(m Matrix, text string) (Matrix, error) {
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
			m = m.After(Matrix{1, 0, 0, 1, n[0], n[1]})
		case "rotate":
			sin, cos := math.Sincos(n[0] * math.Pi / 180)
			m = m.After(Matrix{cos, sin, -sin, cos, 0, 0})
		case "scale":
			m = m.After(Matrix{n[0], 0, 0, n[0], 0, 0})
		default:
			return m, fmt.Errorf("unknown transform %q", text)
		}
		rest = strings.TrimSpace(next)
	}
	return m, nil
}
