package svg

import (
	"parlour"
	"parlour/draw/markup"
)

// foot draws who is to act and the dice, below the board.
func (s *sheet) foot() {
	if !s.hasFoot() {
		return
	}
	k := s.scale
	x, right, y := s.left+4*k, s.width-s.left, s.top+s.down+52*k
	if p := s.part; p != nil {
		k = p.scale
		x, right, y = p.x+12*k, p.x+p.width-12*k, p.y+p.height+p.foot/2
	}
	s.Raw(`<g class="foot">`)
	if s.v.Turn != "" && s.b.Ink(s.v.Turn) != "" {
		s.Put(`<g transform="translate(~ ~) scale(~)">`, x+19*k, y, 0.8*k)
		s.man(&parlour.Piece{Colour: s.v.Turn}, false)
		s.Raw("</g>")
		x += 48 * k
	}
	if s.v.Says != "" {
		s.Put(`<text x="~" y="~" font-size="~" font-style="italic" fill="`+ink+`">`, x, y+7*k, 22*k)
		s.Raw(markup.Escape(s.v.Says) + "</text>")
	}
	for i, n := range s.v.Dice {
		s.Put(`<g class="die" transform="translate(~ ~) scale(~)">`, right-(24+52*float64(len(s.v.Dice)-1-i))*k, y, k)
		s.die(n)
		s.Raw("</g>")
	}
	s.Raw("</g>\n")
}

// pips are the positions of the spots on a die, by number.
var pips = [7][][2]float64{
	1: {{0, 0}},
	2: {{-9, -9}, {9, 9}},
	3: {{-9, -9}, {0, 0}, {9, 9}},
	4: {{-9, -9}, {9, -9}, {-9, 9}, {9, 9}},
	5: {{-9, -9}, {9, -9}, {0, 0}, {-9, 9}, {9, 9}},
	6: {{-9, -10}, {9, -10}, {-9, 0}, {9, 0}, {-9, 10}, {9, 10}},
}

// die draws a die 40 across, blank if no die shows the number.
func (s *sheet) die(n int) {
	s.Raw(`<rect x="-17.5" y="-16" width="40" height="40" rx="7" fill="` + pitch + `" fill-opacity="0.3"/><rect x="-20" y="-20" width="40" height="40" rx="7" fill="` + bone + `" stroke="` + pitch + `" stroke-width="1.8"/>`)
	if n < 1 || n > 6 {
		return
	}
	for _, p := range pips[n] {
		s.Put(`<circle cx="~" cy="~" r="4" fill="`+pitch+`"/>`, p[0], p[1])
	}
}
