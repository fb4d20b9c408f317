// Package cover draws the lids of games: a name in large letters, a border, and below
// it the shape that the game provides.
//
//	lid := cover.Append(nil, board.Cover{}, "Halma")
//
// It knows no game. A game without a shape gets a lid with its name and an ornament.
package cover

import (
	"math"
	"strconv"
	"strings"
	"sync"

	xfont "golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"parlour/board"
	"parlour/draw/font"
	"parlour/draw/markup"
)

// Side is the width and height of a lid.
const Side = 300.0

// plain is the lid of a game that brings none.
var plain = board.Cover{
	Ground: "#5d4a3a", Letters: "#f3e7cb",
	Art: `<path d="M0-56L56 0 0 56-56 0z" fill="#f3e7cb"/><path d="M0-34L34 0 0 34-34 0z" fill="#5d4a3a"/><path d="M0-14L14 0 0 14-14 0z" fill="#f3e7cb"/>`,
}

// Append appends the lid of a game with this title as a drawing.
func Append(dst []byte, c board.Cover, title string) []byte {
	if c.Art == "" {
		c = plain
	}
	w := markup.Writer{Buf: dst}
	w.Put(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ~ ~" role="img" stroke-linejoin="round">`, Side, Side)
	w.Raw("<title>" + markup.Escape(title) + `</title><path d="M0 0h300v300H0z" fill="` + c.Ground + `"/>`)
	w.Raw(`<path d="M9 9h282v282H9z" fill="none" stroke="` + c.Letters + `" stroke-width="3"/><path d="M15 15h270v270H15z" fill="none" stroke="` + c.Letters + `"/>`)
	y := 26.0
	for _, l := range linesOf(title) {
		y += l.size * high
		l.put(&w, y, c.Letters)
		y += l.size * 0.16
	}
	// The shape fills what the name leaves.
	const foot, wide, tall = 27, 200, 160
	room := Side - foot - (y + 6)
	scale := min(room/tall, (Side-2*foot)/wide)
	w.Put(`<g transform="translate(~ ~) scale(~)">`, Side/2, Side-foot-room/2, scale)
	w.Raw(c.Art + "</g></svg>\n")
	return w.Buf
}

// high is the height of a capital letter, in ems.
const high = 0.72

// A line is a part of a name, in its size.
type line struct {
	text string
	size float64
}

// linesOf breaks a name into lines that fill the lid: what follows a comma is
// smaller, and a long name of several words has two lines.
func linesOf(title string) (lines []line) {
	const most, long = 60.0, 13
	name, rest, _ := strings.Cut(title, ", ")
	if words := strings.Fields(name); len([]rune(name)) > long && len(words) > 1 {
		// The break that makes the longer line shortest.
		at := 1
		longer := func(i int) int {
			return max(len(strings.Join(words[:i], " ")), len(strings.Join(words[i:], " ")))
		}
		for i := 2; i < len(words); i++ {
			if longer(i) < longer(at) {
				at = i
			}
		}
		lines = []line{{strings.Join(words[:at], " "), 46}, {strings.Join(words[at:], " "), 46}}
	} else {
		lines = []line{{name, most}}
	}
	if rest != "" {
		lines = append(lines, line{rest, 30})
	}
	const room = Side - 2*27
	for i := range lines {
		l := &lines[i]
		if wide := widthOf(l.text) * l.size; wide > room {
			l.size *= room / wide
		}
	}
	return lines
}

// poster is the font of names.
var poster = sync.OnceValue(func() *sfnt.Font {
	f, err := sfnt.Parse(font.Poster())
	if err != nil {
		panic(err) // the font is part of the program
	}
	return f
})

// widthOf returns how long a text is, in ems.
func widthOf(text string) float64 {
	long := 0.0
	letters(text, func(_ sfnt.Segments, at, width float64) { long = at + width })
	return long
}

// letters calls f for each letter with its outline in units of the font, where it
// begins and how wide it is in ems.
func letters(text string, f func(outline sfnt.Segments, at, width float64)) {
	var buf sfnt.Buffer
	face := poster()
	units := float64(face.UnitsPerEm())
	em := fixed.I(int(units))
	at, last := 0.0, sfnt.GlyphIndex(0)
	for i, r := range text {
		g, err := face.GlyphIndex(&buf, r)
		if err != nil {
			continue
		}
		if kern, err := face.Kern(&buf, last, g, em, xfont.HintingNone); err == nil && i > 0 {
			at += float64(kern) / 64 / units
		}
		width, err := face.GlyphAdvance(&buf, g, em, xfont.HintingNone)
		if err != nil {
			continue
		}
		outline, err := face.LoadGlyph(&buf, g, em, nil)
		if err != nil {
			continue
		}
		f(outline, at, float64(width)/64/units)
		at, last = at+float64(width)/64/units, g
	}
}

// put writes the line in the middle of the lid, as outlines: a picture cannot use the
// fonts of the page. Whole quarters of a unit are finer than anybody sees, and short.
func (l line) put(w *markup.Writer, y float64, colour string) {
	const quarter = 4
	x := (Side - widthOf(l.text)*l.size) / 2
	k := l.size / float64(poster().UnitsPerEm())
	w.Raw(`<path transform="scale(.25)" fill="` + colour + `" d="`)
	letters(l.text, func(outline sfnt.Segments, at, _ float64) {
		var px, py int // where the pen is
		to := func(p fixed.Point26_6) (int, int) {
			return int(math.Round(quarter * (x + at*l.size + float64(p.X)/64*k))), int(math.Round(quarter * (y + float64(p.Y)/64*k)))
		}
		put := func(op byte, points []fixed.Point26_6) {
			w.Buf = append(w.Buf, op)
			for i, p := range points {
				ax, ay := to(p)
				dx, dy := ax-px, ay-py
				if op == 'M' {
					dx, dy = ax, ay
				}
				if i > 0 && dx >= 0 {
					w.Raw(" ")
				}
				w.Buf = strconv.AppendInt(w.Buf, int64(dx), 10)
				if dy >= 0 {
					w.Raw(" ")
				}
				w.Buf = strconv.AppendInt(w.Buf, int64(dy), 10)
			}
			px, py = to(points[len(points)-1])
		}
		for i, s := range outline {
			switch s.Op {
			case sfnt.SegmentOpMoveTo:
				if i > 0 {
					w.Raw("z")
				}
				put('M', s.Args[:1])
			case sfnt.SegmentOpLineTo:
				put('l', s.Args[:1])
			case sfnt.SegmentOpQuadTo:
				put('q', s.Args[:2])
			}
		}
		w.Raw("z")
	})
	w.Raw(`"/>`)
}
