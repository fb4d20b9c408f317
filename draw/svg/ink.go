package svg

import (
	"slices"

	"parlour/board"
)

// The colours of drawings, as they are on paper. A colour stands for one role, and
// no two roles share one: so a theme replaces each of them alone. See Themes.
const (
	paper  = "#f3e7cb"
	bright = "#fbf4e2" // spaces
	field  = "#e8d8b0" // under the board
	shade  = "#b98e5e" // the darker of two papers
	pale   = "#e9d5a6" // the lighter points of backgammon
	ink    = "#2a211b" // lines and words of the board
	accent = "#8a2f62" // marks of the last move and of targets: an ink that no colour uses
	bone   = "#fbf4e1" // dice, edges of men and what is printed on them
	pitch  = "#2a211c" // outlines and shadows of men and dice, and dark print on them
)

// A tint is an ink to print with.
type tint struct {
	flat    string // the colour
	dark    string // lines of its pattern
	light   string // text on it
	pattern string // the pattern, in the colour dark
	shape   shape
}

// tints by the names of board.Inks.
var tints = map[string]tint{
	"green":  {"#4b8160", "#2f5a41", bone, `<path d="M-2 10L10-2M-2 2L2-2M6 10l4-4" stroke="#2f5a41" stroke-width="1.7"/>`, disc},
	"yellow": {"#e2b048", "#9a6c12", pitch, `<circle cx="2" cy="2" r="1.25" fill="#9a6c12"/><circle cx="6" cy="6" r="1.25" fill="#9a6c12"/>`, square},
	"blue":   {"#3f739e", "#234a6e", bone, `<path d="M0 2q2-2 4 0t4 0M0 6q2-2 4 0t4 0" fill="none" stroke="#bcd3e2" stroke-width="1"/>`, triangle},
	"red":    {"#bd4633", "#7c2417", bone, ``, diamond},
	"black":  {"#38322f", "#120e0c", bone, `<path d="M0 4h8M4 0v8" stroke="#5a524d" stroke-width="0.8"/>`, hexagon},
	"ebony":  {"#38322e", "#120e0c", "#d9c9a6", ``, draught},
	"ivory":  {"#f6ecd2", "#a08a5f", pitch, ``, draught},
}

// plain is the tint of letters that have no ink.
var plain = tint{"#cdbb95", "#8d7a55", pitch, "", disc}

// tint returns the tint of a colour's letter.
func (s *sheet) tint(letter string) tint {
	if t, ok := tints[s.b.Ink(letter)]; ok {
		return t
	}
	return plain
}

// fill returns the paint of a letter's areas: its colour with its pattern.
func (s *sheet) fill(letter string) string {
	name := s.b.Ink(letter)
	if tints[name].pattern == "" {
		return s.tint(letter).flat
	}
	return "url(#ink-" + name + ")"
}

// defs defines the patterns of the inks used on this sheet.
func (s *sheet) defs() {
	var names []string
	use := func(letter string) {
		if name := s.b.Ink(letter); tints[name].pattern != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for i := range s.b.Places {
		use(s.b.Places[i].Colour)
	}
	for i := range s.b.Decor {
		use(s.b.Decor[i].Colour)
	}
	for i := range s.v.Pieces {
		use(s.v.Pieces[i].Colour)
	}
	use(s.v.Turn)
	if names == nil {
		return
	}
	slices.Sort(names)
	s.Raw("<defs>")
	for _, name := range names {
		t := tints[name]
		s.Raw(`<pattern id="ink-` + name + `" width="8" height="8" patternUnits="userSpaceOnUse"><rect width="8" height="8" fill="` + t.flat + `"/>` + t.pattern + `</pattern>`)
	}
	s.Raw("</defs>\n")
}

// points appends a list of points for a path's data, closed.
func (s *sheet) outline(points []board.Point) {
	for i, p := range points {
		x, y := s.at(p)
		if i == 0 {
			s.Put("M~ ~L", x, y)
			continue
		}
		s.Put("~ ~ ", x, y)
	}
	s.Raw("z")
}
