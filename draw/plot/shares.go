package plot

import "fmt"

// Shares shows parts of a whole with their intervals, in groups.
type Shares struct {
	Title  string
	Desc   string
	X, Y   string
	Width  float64
	Groups []Group
}

// A Group is shares that add up to the whole.
type Group struct {
	Name  string
	Equal float64 // the share of each if all were equal; a line is drawn there
	Parts []Part
}

// A Part is one share, as a number from 0 to 1.
type Part struct {
	Name      string
	Ink       string // the ink it is drawn in, such as "red" or "ivory"; "" for the next usual one
	Share     float64
	Low, High float64 // its interval
	Exact     float64 // the exact value; 0 if unknown
}

// AppendSVG appends the drawing.
func (p *Shares) AppendSVG(dst []byte) []byte {
	width := orDefault(p.Width)
	const height, top, foot, left, right = 340, 62, 74, 58, 18
	s := begin(dst, width, height, p.Title, p.Desc)
	most, slots := 0.1, 0
	for _, g := range p.Groups {
		slots += len(g.Parts) + 1
		for _, part := range g.Parts {
			most = max(most, part.High, part.Exact)
		}
	}
	s.inks(p.Groups)
	x := scale{0, float64(max(slots, 1)), left, width - right}
	y := scale{0, most * 1.04, height - foot, top}
	s.axes(x, y, p.X, p.Y, nil, func(v float64) string { return fmt.Sprintf("%.0f %%", 100*v) })
	at := 0.5
	for _, g := range p.Groups {
		s.group(&g, x, y, at)
		at += float64(len(g.Parts) + 1)
	}
	s.line(x.from, y.from, x.to, y.from, "axis", ink, 1.4)
	return s.end()
}

// group draws the shares of a group from the slot at.
func (s *sheet) group(g *Group, x, y scale, at float64) {
	first, last := x.at(at), x.at(at+float64(len(g.Parts)))
	slot := x.at(1) - x.at(0)
	for i, p := range g.Parts {
		x1, x2, y1 := x.at(at+float64(i))+slot*0.1, x.at(at+float64(i)+1)-slot*0.1, y.at(p.Share)
		tint := tintOf(p.Ink, i).name
		s.Put(`<rect class="column `+tint+`" x="~" y="~" width="~" height="~" fill="url(#plot-`+tint+`)" stroke="`+ink+`" stroke-width="1"/>`+"\n", x1, y1, x2-x1, y.from-y1)
		s.text((x1+x2)/2, y.from+17, middle, "soft", p.Name)
	}
	if g.Equal > 0 {
		s.Put(`<path class="equal" d="M~ ~H~" stroke="`+ink+`" stroke-width="1.4" stroke-dasharray="6 4"/>`+"\n", first, y.at(g.Equal), last)
	}
	for i, p := range g.Parts {
		mid := x.at(at + float64(i) + 0.5)
		s.whisker(mid, y.at(p.Low), mid, y.at(p.High), 6)
		if p.Exact > 0 {
			s.Put(`<path class="exact" d="M~ ~l6 6-6 6-6-6z" fill="`+accent+`" stroke="`+paper+`" stroke-width="1"/>`+"\n", mid, y.at(p.Exact)-6)
		}
	}
	s.text((first+last)/2, y.from+36, middle, "ink", g.Name)
}

// whisker draws an interval as a line with ends.
func (s *sheet) whisker(x1, y1, x2, y2, end float64) {
	dx, dy := end/2, 0.0
	if x1 != x2 {
		dx, dy = 0, end/2
	}
	// A light line below the dark one keeps it visible on dark ink.
	s.Put(`<path class="under" d="M~ ~L~ ~" stroke="`+paper+`" stroke-width="4.5"/>`, x1, y1, x2, y2)
	s.Put(`<path class="whisker" d="M~ ~L~ ~M~ ~L~ ~M~ ~L~ ~" stroke="`+ink+`" stroke-width="1.8"/>`+"\n",
		x1, y1, x2, y2, x1-dx, y1-dy, x1+dx, y1+dy, x2-dx, y2-dy, x2+dx, y2+dy)
}
