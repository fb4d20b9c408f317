package plot

import (
	"math"
	"strings"
)

// A Forest shows differences with their intervals, one below another.
type Forest struct {
	Title string
	Desc  string
	X     string // name of the axis
	Width float64
	Rows  []Row
	Comma bool // decimals follow a comma
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
	const top, foot, step, line, right = 50.0, 52.0, 24.0, 16.0, 20.0
	label := 60.0
	low, high := -1.0, 1.0
	for _, r := range f.Rows {
		label = max(label, wide(r.Name)+28)
		if r.Note == "" && !math.IsNaN(r.Low) && !math.IsNaN(r.High) {
			low, high = min(low, r.Low), max(high, r.High)
		}
	}
	label = min(label, width*0.5)
	names := make([][]string, len(f.Rows))
	edges := []float64{top} // of the rows
	for i, r := range f.Rows {
		names[i] = wrap(r.Name, label-20)
		edges = append(edges, edges[i]+step+line*float64(max(len(names[i]), 1)-1))
	}
	height := max(edges[len(f.Rows)], top+step) + foot
	s := begin(dst, width, height, f.Title, f.Desc)
	room := (high - low) * 0.04
	x := scale{low - room, high + room, label, width - right}
	bottom := height - foot
	for i := range f.Rows {
		if i%2 == 1 {
			s.Put(`<rect class="band" x="8" y="~" width="~" height="~" fill="`+hair+`" fill-opacity="0.4"/>`+"\n", edges[i], width-16, edges[i+1]-edges[i])
		}
		for k, words := range names[i] {
			s.text(16, edges[i]+step/2+4.5+line*float64(k), start, "ink", words)
		}
	}
	for _, v := range x.ticks(int(math.Max(4, (x.to-x.from)/70))) {
		s.line(x.at(v), top, x.at(v), bottom, "hair", hair, 1)
		s.text(x.at(v), bottom+20, middle, "soft", decimal(signed(v), f.Comma))
	}
	s.line(x.at(0), top, x.at(0), bottom, "axis", ink, 1.4)
	for i, r := range f.Rows {
		y := (edges[i] + edges[i+1]) / 2
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

// wrap breaks a text into lines that fit a width. A longer word is shortened.
func wrap(text string, room float64) (lines []string) {
	for word := range strings.FieldsSeq(text) {
		word = clip(word, room)
		if n := len(lines) - 1; n >= 0 && wide(lines[n]+" "+word) <= room {
			lines[n] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

// clip shortens a text to fit a width.
func clip(text string, room float64) string {
	r := []rune(text)
	if n := int(room / 7); len(r) > n && n > 1 {
		return string(r[:n-1]) + "…"
	}
	return text
}
