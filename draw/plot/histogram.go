package plot

import "math"

// A Histogram shows how often numbers occurred.
type Histogram struct {
	Title string
	Desc  string // what it shows, in words
	X, Y  string // names of the axes
	Width float64
	Bars  []Bar
	Marks []Mark
	Exact []float64 // by bar: the expected value; nil if unknown
	Comma bool      // decimals follow a comma
}

// A Bar counts the numbers from From up to but not including To.
type Bar struct {
	From, To float64
	Count    float64
}

// A Mark points out a value, such as the mean.
type Mark struct {
	At    float64
	Label string
}

// AppendSVG appends the drawing.
func (h *Histogram) AppendSVG(dst []byte) []byte {
	width := orDefault(h.Width)
	const height, top, foot, left, right = 320, 66, 52, 58, 18
	s := begin(dst, width, height, h.Title, h.Desc)
	s.inks(nil)
	most, low, high := 1.0, 0.0, 1.0
	for i, b := range h.Bars {
		if i == 0 {
			low = b.From
		}
		most, high = max(most, b.Count), b.To
	}
	for _, e := range h.Exact {
		most = max(most, e)
	}
	x := scale{low, high, left, width - right}
	y := scale{0, most * 1.05, height - foot, top}
	write := func(v float64) string { return decimal(short(v), h.Comma) }
	s.axes(x, y, h.X, h.Y, write, write)
	for _, b := range h.Bars {
		if b.Count == 0 {
			continue
		}
		x1, x2, y1 := x.at(b.From), x.at(b.To), y.at(b.Count)
		s.Put(`<rect class="column" x="~" y="~" width="~" height="~" fill="url(#plot-green)" stroke="`+ink+`" stroke-width="1"/>`+"\n", x1+0.5, y1, max(x2-x1-1, 0.5), y.from-y1)
	}
	s.line(x.from, y.from, x.to, y.from, "axis", ink, 1.4)
	if len(h.Exact) == len(h.Bars) && len(h.Exact) > 0 {
		s.Raw(`<path class="curve" fill="none" stroke="` + accent + `" stroke-width="2" d="`)
		for i, e := range h.Exact {
			form := "L~ ~"
			if i == 0 {
				form = "M~ ~"
			}
			s.Put(form, x.at((h.Bars[i].From+h.Bars[i].To)/2), y.at(e))
		}
		s.Raw("\"/>\n")
	}
	s.marks(x, h.Marks, top)
	return s.end()
}

// marks draws a line for each mark, with its label above it.
func (s *sheet) marks(x scale, marks []Mark, top float64) {
	for i, m := range marks {
		if m.At < x.low || m.At > x.high {
			continue
		}
		at := x.at(m.At)
		s.Put(`<path class="mark" d="M~ ~V~" stroke="`+accent+`" stroke-width="1.6" stroke-dasharray="5 4"/>`+"\n", at, top-4, s.height-52)
		a := start
		if at+4+wide(m.Label) > s.width-8 {
			a = finish
			at -= 8
		}
		s.text(at+4, top-8+float64(i%2)*15, a, "ink", m.Label)
	}
}

// axes draws the grid lines, their values and the names of the axes.
func (s *sheet) axes(x, y scale, nameX, nameY string, writeX, writeY func(float64) string) {
	for _, v := range y.ticks(5) {
		s.line(x.from, y.at(v), x.to, y.at(v), "hair", hair, 1)
		s.text(x.from-8, y.at(v)+4.5, finish, "soft", writeY(v))
	}
	if writeX != nil {
		for _, v := range x.ticks(int(math.Max(3, (x.to-x.from)/80))) {
			s.line(x.at(v), y.from, x.at(v), y.from+5, "axis", ink, 1)
			s.text(x.at(v), y.from+20, middle, "soft", writeX(v))
		}
	}
	s.text((x.from+x.to)/2, s.height-12, middle, "ink", nameX)
	s.text(16, 46, start, "soft", nameY)
}

func orDefault(width float64) float64 {
	if width <= 0 {
		return DefaultWidth
	}
	return max(width, 280)
}
