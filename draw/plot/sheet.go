package plot

import (
	"math"
	"strings"

	"parlour/draw/markup"
)

// The papers and inks are those of the boards.
const (
	paper  = "#f3e7cb"
	ink    = "#2a211b"
	soft   = "#6a5a4a" // small print
	hair   = "#d9c8a0" // grid lines behind the drawing
	accent = "#8a2f62"
)

// A tint is an ink with its pattern.
type tint struct{ name, flat, pattern string }

// tints are the inks. The first four are used in this order by parts that name
// no ink.
var tints = [...]tint{
	{"green", "#4b8160", `<path d="M-2 10L10-2M-2 2L2-2M6 10l4-4" stroke="#2f5a41" stroke-width="1.7"/>`},
	{"yellow", "#e2b048", `<circle cx="2" cy="2" r="1.25" fill="#9a6c12"/><circle cx="6" cy="6" r="1.25" fill="#9a6c12"/>`},
	{"blue", "#3f739e", `<path d="M0 2q2-2 4 0t4 0M0 6q2-2 4 0t4 0" fill="none" stroke="#bcd3e2" stroke-width="1"/>`},
	{"red", "#bd4633", ``},
	{"black", "#3a322c", ``},
	{"ebony", "#3a322c", ``},
	{"ivory", "#f6ecd2", ``},
}

// usual is how many tints serve parts that name no ink.
const usual = 4

// tintOf returns the tint of an ink, or that of the nth part if there is no such ink.
func tintOf(ink string, n int) *tint {
	for i := range tints {
		if tints[i].name == ink {
			return &tints[i]
		}
	}
	return &tints[n%usual]
}

// DefaultWidth is the width of a plot that does not set one.
const DefaultWidth = 640

// A sheet is a drawing in progress.
type sheet struct {
	markup.Writer
	width, height float64
}

const (
	serif = `font-family="Georgia,'Times New Roman','DejaVu Serif',serif"`
	sans  = `font-family="system-ui,'Segoe UI','DejaVu Sans',sans-serif"`
)

// begin opens the drawing with its title and description.
func begin(dst []byte, width, height float64, title, desc string) *sheet {
	s := &sheet{Writer: markup.Writer{Buf: dst}, width: width, height: height}
	s.Put(`<svg xmlns="http://www.w3.org/2000/svg" class="plot" viewBox="0 0 ~ ~" role="img" `+sans+` font-size="13">`, width, height)
	s.Raw("<title>" + markup.Escape(title) + "</title><desc>" + markup.Escape(desc) + "</desc>\n")
	s.Put(`<rect class="paper" width="~" height="~" rx="8" fill="`+paper+`"/>`+"\n", width, height)
	size := min(17, 17*(width-24)/(1.25*wide(title)+1)) // a long title is smaller
	s.Put(`<text class="ink" x="16" y="28" font-size="~" `+serif+` fill="`+ink+`">`, size)
	s.Raw(markup.Escape(title) + "</text>\n")
	return s
}

// end closes the drawing.
func (s *sheet) end() []byte {
	s.Raw("</svg>\n")
	return s.Buf
}

// inks defines the patterns of the tints that the groups use.
func (s *sheet) inks(groups []Group) {
	used := map[*tint]bool{&tints[0]: true}
	for _, g := range groups {
		for i, p := range g.Parts {
			used[tintOf(p.Ink, i)] = true
		}
	}
	s.Raw("<defs>")
	for i := range tints {
		t := &tints[i]
		if !used[t] {
			continue
		}
		s.Raw(`<pattern id="plot-` + t.name + `" width="8" height="8" patternUnits="userSpaceOnUse"><rect width="8" height="8" fill="` + t.flat + `"/>` + t.pattern + `</pattern>`)
	}
	s.Raw("</defs>\n")
}

// An anchor says which end of a text is at its point.
type anchor string

const (
	start  anchor = "start"
	middle anchor = "middle"
	finish anchor = "end"
)

// text writes a line of small print.
func (s *sheet) text(x, y float64, a anchor, class, words string) {
	fill := ink
	if class == "soft" {
		fill = soft
	}
	s.Put(`<text class="`+class+`" x="~" y="~" text-anchor="`+string(a)+`" fill="`+fill+`">`, x, y)
	s.Raw(markup.Escape(words) + "</text>\n")
}

// line draws a straight line with a class.
func (s *sheet) line(x1, y1, x2, y2 float64, class, stroke string, width float64) {
	s.Put(`<path class="`+class+`" d="M~ ~L~ ~" stroke="`+stroke+`" stroke-width="~"/>`+"\n", x1, y1, x2, y2, width)
}

// A scale maps values from low to high onto a length of the sheet.
type scale struct {
	low, high float64
	from, to  float64 // of the sheet
}

func (c scale) at(v float64) float64 {
	if c.high <= c.low {
		return c.from
	}
	return c.from + (v-c.low)/(c.high-c.low)*(c.to-c.from)
}

// ticks returns round values between low and high, about n of them.
func (c scale) ticks(n int) (list []float64) {
	span := c.high - c.low
	if span <= 0 || math.IsInf(span, 0) || math.IsNaN(span) {
		return []float64{c.low}
	}
	step := round(span / float64(max(n, 1)))
	for k := math.Ceil(c.low/step - 1e-9); k*step <= c.high+step*1e-9; k++ {
		list = append(list, k*step+0) // + 0 turns -0 into 0
	}
	return list
}

// round returns the smallest of 1, 2, 5, 10, 20 ... that is not below v.
func round(v float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(v)))
	for _, m := range []float64{1, 2, 5} {
		if m*unit >= v*(1-1e-9) {
			return m * unit
		}
	}
	return 10 * unit
}

// wide estimates the width of a text.
func wide(text string) float64 { return 7 * float64(len([]rune(text))) }

// decimal writes a number with a comma, if its language does.
func decimal(number string, comma bool) string {
	if comma {
		return strings.Replace(number, ".", ",", 1)
	}
	return number
}

// short writes a value with as many decimals as it needs, at most two.
func short(v float64) string { return string(markup.AppendNumber(nil, v)) }
