package png

import "math"

// A stroker turns lines into areas: a bar for each line, a wedge on the outside
// of each corner, and half a disc at round ends. All have the same direction,
// so that they form one area where they overlap.
type stroker struct {
	half  float64 // half of the width
	round bool    // ends
	out   []contour
	work  *int
}

// stroke draws a contour.
func (s *stroker) stroke(c contour) {
	p := distinct(c.points)
	if c.closed && len(p) > 2 && near(p[0], p[len(p)-1]) {
		p = p[:len(p)-1]
	}
	if len(p) < 2 {
		return
	}
	if c.closed {
		p = append(p, p[0], p[1]) // the last corner is at the first point
	}
	for i := 0; i+1 < len(p); i++ {
		if c.closed && i+2 == len(p) {
			break
		}
		n := s.normal(p[i], p[i+1])
		s.add(point{p[i].x + n.x, p[i].y + n.y}, point{p[i+1].x + n.x, p[i+1].y + n.y}, point{p[i+1].x - n.x, p[i+1].y - n.y}, point{p[i].x - n.x, p[i].y - n.y})
		if i+2 < len(p) {
			s.corner(p[i+1], n, s.normal(p[i+1], p[i+2]))
		}
	}
	if !c.closed && s.round {
		s.end(p[0], s.normal(p[1], p[0]))
		s.end(p[len(p)-1], s.normal(p[len(p)-2], p[len(p)-1]))
	}
}

// dashed draws the dashes of a contour.
func (s *stroker) dashed(c contour, dash, gap float64) {
	p := c.points
	if c.closed {
		p = append(p[:len(p):len(p)], p[0])
	}
	left, on := dash, true // what remains of the dash or the gap
	one := []point{p[0]}
	for i := 0; i+1 < len(p); i++ {
		from, to := p[i], p[i+1]
		long := math.Hypot(to.x-from.x, to.y-from.y)
		done := 0.0
		for long-done > left && *s.work > 0 {
			done += left
			at := from.to(to, done/long)
			if on {
				s.stroke(contour{points: append(one, at)})
			}
			one = []point{at}
			on = !on
			left = gap
			if on {
				left = dash
			}
			*s.work -= dashWork
		}
		left -= long - done
		if on {
			one = append(one, to)
		}
	}
	if on {
		s.stroke(contour{points: one})
	}
}

// dashWork is the weight of a dash.
const dashWork = 500

// normal returns the vector from a line to its edge.
func (s *stroker) normal(from, to point) point {
	dx, dy := to.x-from.x, to.y-from.y
	k := s.half / math.Hypot(dx, dy)
	return point{-dy * k, dx * k}
}

// corner fills the wedge on the outside between two bars that meet at p.
func (s *stroker) corner(p, n, next point) {
	turn := math.Atan2(n.x*next.y-n.y*next.x, n.x*next.x+n.y*next.y)
	if turn > 0 { // it turns towards the normal, so the other side is open
		n = point{-n.x, -n.y}
	}
	s.wedge(p, n, turn)
}

// end fills half a disc at an end whose line has the normal n.
func (s *stroker) end(p, n point) { s.wedge(p, n, -math.Pi) }

// wedge fills the part of the disc around p that n sweeps over.
func (s *stroker) wedge(p, n point, turn float64) {
	if math.Abs(turn) < 1e-6 {
		return
	}
	count := pieces(math.Abs(turn) * math.Sqrt(s.half/(8*tolerance)))
	fan := make([]point, 0, count+2)
	fan = append(fan, p)
	for i := range count + 1 {
		sin, cos := math.Sincos(turn * float64(i) / float64(count))
		fan = append(fan, point{p.x + n.x*cos - n.y*sin, p.y + n.x*sin + n.y*cos})
	}
	s.add(fan...)
}

// add adds an area, in the direction that all areas have.
func (s *stroker) add(p ...point) {
	*s.work -= len(p)
	area := 0.0
	for i, a := range p {
		b := p[(i+1)%len(p)]
		area += a.x*b.y - b.x*a.y
	}
	if area > 0 {
		for i, j := 0, len(p)-1; i < j; i, j = i+1, j-1 {
			p[i], p[j] = p[j], p[i]
		}
	}
	s.out = append(s.out, contour{points: p, closed: true})
}

func near(a, b point) bool { return math.Abs(a.x-b.x) < 1e-6 && math.Abs(a.y-b.y) < 1e-6 }

// distinct returns the points without repeated neighbours.
func distinct(p []point) []point {
	out := make([]point, 0, len(p)+2)
	for i := range p {
		if len(out) == 0 || !near(p[i], out[len(out)-1]) {
			out = append(out, p[i])
		}
	}
	return out
}
