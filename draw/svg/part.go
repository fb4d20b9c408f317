package svg

import (
	"math"
	"slices"
)

// A part is a part of a sheet: what is drawn of the board, and below it a strip
// for the words and the dice.
type part struct {
	x, y, width, height float64
	foot                float64 // height of the strip
	scale               float64 // of what stands in it
}

// The measures of a part, for a board of 15 spaces. Smaller boards have larger
// spaces, so fewer of them show where the part is.
const (
	partMargin = 1.7 * Unit // around the places that matter
	partLeast  = 6.5 * Unit // width and height of a part at least
	partMost   = 0.62       // of the board: if more would be shown, all of it is
)

// near returns the part of the sheet around the places that matter, or nil if
// that is all of it.
func (s *sheet) near() *part {
	left, top, right, bottom := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for i := range s.b.Places {
		p := &s.b.Places[i]
		if !slices.Contains(s.v.Near, p.Name) {
			continue
		}
		x, y := s.at(p.At)
		w, h := s.size(p.Across())
		w, h = math.Abs(w), math.Abs(h)
		left, top, right, bottom = min(left, x-w/2), min(top, y-h/2), max(right, x+w/2), max(bottom, y+h/2)
	}
	if left > right {
		return nil
	}
	p := &part{}
	k := min(1, max(s.scale, 0.7))
	p.x, p.width = span(left, right, 0, s.across+2*s.left, k)
	p.y, p.height = span(top, bottom, s.top-s.left, s.top+s.down+s.left, k)
	// A strip from top to bottom would cut what is printed in the middle.
	if p.width*p.height > partMost*s.across*s.down || p.height >= s.down {
		return nil
	}
	if s.hasFoot() {
		p.scale = min(s.scale, p.width/360)
		p.foot = 60 * p.scale
	}
	return p
}

// span widens a stretch by the margin, and to the least length, but keeps it
// between two ends.
func span(from, to, low, high, scale float64) (start, length float64) {
	middle, half := (from+to)/2, max((to-from)/2+partMargin*scale, partLeast*scale/2)
	half = min(half, (high-low)/2)
	start = min(max(middle-half, low), high-2*half)
	return start, 2 * half
}

// box returns what is shown of the sheet: x, y, width and height.
func (s *sheet) box() [4]float64 {
	if p := s.part; p != nil {
		return [4]float64{p.x, p.y, p.width, p.height + p.foot}
	}
	return [4]float64{0, 0, s.width, s.height}
}

// edge draws the edge of a part, and the strip below it.
func (s *sheet) edge() {
	p := s.part
	if p == nil {
		return
	}
	k := p.width / 400
	if p.foot > 0 {
		s.Put(`<rect class="paper" x="~" y="~" width="~" height="~" fill="`+paper+`"/><path d="M~ ~h~" stroke="`+ink+`" stroke-width="~"/>`, p.x, p.y+p.height, p.width, p.foot, p.x, p.y+p.height, p.width, k)
	}
	s.Put(`<rect x="~" y="~" width="~" height="~" fill="none" stroke="`+ink+`" stroke-width="~"/>`+"\n", p.x+k, p.y+k, p.width-2*k, p.height+p.foot-2*k, 2*k)
}
