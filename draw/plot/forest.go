package plot

import "math"

// A Forest shows differences with their intervals, one below another.
type Forest struct {
	Title string
	Desc  string
	X     string // name of the axis
	Width float64
	Rows  []Row
}

// A Row is one difference.
type Row struct {
	Name      string
	By        float64
	Low, High float64
	Note      string // text instead of the difference, such as "the same games"
}

// AppendSVG appends the drawing.
func (f *Forest) AppendSVG(dst []byte) []byte {
	width := orDefault(f.Width)
	const top, foot, step, right = 50.0, 52.0, 24.0, 20.0
	height := top + foot + step*float64(max(len(f.Rows), 1))
	s := begin(dst, width, height, f.Title, f.Desc)
	label := 60.0
	low, high := -1.0, 1.0
	for _, r := range f.Rows {
		label = max(label, wide(r.Name)+28)
		if r.Note == "" && !math.IsNaN(r.Low) && !math.IsNaN(r.High) {
			low, high = min(low, r.Low), max(high, r.High)
		}
	}
	label = min(label, width*0.5)
	room := (high - low) * 0.04
	x := scale{low - room, high + room, label, width - right}
	bottom := height - foot
	for i, r := range f.Rows {
		y := top + step*(float64(i)+0.5)
		if i%2 == 1 {
			s.Put(`<rect class="band" x="8" y="~" width="~" height="~" fill="`+hair+`" fill-opacity="0.4"/>`+"\n", y-step/2, width-16, step)
		}
		s.text(16, y+4.5, start, "ink", clip(r.Name, label-20))
	}
	for _, v := range x.ticks(int(math.Max(4, (x.to-x.from)/70))) {
		s.line(x.at(v), top, x.at(v), bottom, "hair", hair, 1)
		s.text(x.at(v), bottom+20, middle, "soft", signed(v))
	}
	s.line(x.at(0), top, x.at(0), bottom, "axis", ink, 1.4)
	for i, r := range f.Rows {
		y := top + step*(float64(i)+0.5)
		if r.Note != "" {
			if at := x.at(0) + 8; at+wide(r.Note) < width {
				s.text(at, y+4.5, start, "soft", r.Note)
			} else {
				s.text(at-16, y+4.5, finish, "soft", r.Note)
			}
			continue
		}
		s.whisker(x.at(r.Low), y, x.at(r.High), y, 8)
		// The diamond is filled if the interval does not include zero.
		class, fill := "open", paper
		if r.Low > 0 || r.High < 0 {
			class, fill = "clear", accent
		}
		s.Put(`<path class="`+class+`" d="M~ ~l6 6-6 6-6-6z" fill="`+fill+`" stroke="`+ink+`" stroke-width="1.2"/>`+"\n", x.at(r.By), y-6)
	}
	s.text(min((x.from+x.to)/2, width-8-wide(f.X)/2), height-12, middle, "ink", f.X)
	return s.end()
}

// signed writes a value with its sign.
func signed(v float64) string {
	if v > 0 {
		return "+" + short(v)
	}
	if v < 0 {
		return "−" + short(-v)
	}
	return "0"
}

// clip shortens a text to fit a width.
func clip(text string, room float64) string {
	r := []rune(text)
	if n := int(room / 7); len(r) > n && n > 1 {
		return string(r[:n-1]) + "…"
	}
	return text
}
