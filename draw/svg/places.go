package svg

import (
	"math"
	"strings"

	"parlour/board"
	"parlour/draw/markup"
)

// inset is a fine line inside a coloured area, as printers use it.
const inset = ` fill="none" stroke="` + bone + `" stroke-opacity="0.9"`

// decor draws a part of the picture that is not a place.
func (s *sheet) decor(d *board.Decor) {
	x, y := s.at(d.At)
	w, h := s.size(d.Size)
	paint := bright
	switch {
	case d.Colour != "":
		paint = s.fill(d.Colour)
	case d.Shade:
		paint = field
	}
	lined := `" stroke="` + ink + `"` + s.pen(1.2) + `/>`
	switch d.Kind {
	case board.Box:
		s.Put(`<rect x="~" y="~" width="~" height="~" fill="`+paint+lined, x-w/2, y-h/2, w, h)
		if d.Colour != "" {
			s.Put(`<rect x="~" y="~" width="~" height="~"`+inset+s.pen(1.6)+`/>`, x-w/2+6, y-h/2+6, w-12, h-12)
		}
	case board.Disc, board.Oval:
		if d.Kind == board.Oval {
			paint = "none"
		}
		s.Put(`<ellipse cx="~" cy="~" rx="~" ry="~" fill="`+paint+lined, x, y, w/2, h/2)
		if d.Colour != "" {
			s.Put(`<ellipse cx="~" cy="~" rx="~" ry="~"`+inset+s.pen(1.6)+`/>`, x, y, w/2-6, h/2-6)
		}
	case board.Polygon:
		s.Raw(`<path d="`)
		s.outline(d.Points)
		s.Raw(`" fill="` + paint + lined)
	case board.Lines:
		s.Raw(`<path d="`)
		for i := 0; i+1 < len(d.Points); i += 2 {
			x0, y0 := s.at(d.Points[i])
			x1, y1 := s.at(d.Points[i+1])
			s.Put("M~ ~L~ ~", x0, y0, x1, y1)
		}
		s.Raw(`" fill="none" stroke="` + ink + `" stroke-opacity="0.6"` + s.pen(0.9) + `/>`)
	case board.Picture:
		s.picture(d, x, y, min(w, h))
	case board.Caption:
		size := min(w, h)
		if d.Size == (board.Point{}) {
			size = Unit * 0.4
		}
		paint = ink
		if d.Colour != "" {
			paint = s.tint(d.Colour).dark
		}
		spacing := 0.0
		if strings.ToUpper(d.Text) == d.Text && len(d.Text) > 2 {
			spacing = size * 0.14
		}
		s.Put(`<text x="~" y="~" text-anchor="middle" font-size="~" letter-spacing="~" fill="`+paint+`">`, x, y+size*0.35, size, spacing)
		s.Raw(markup.Escape(d.Text) + "</text>")
	}
	s.Raw("\n")
}

// place draws a place as a separate group.
func (s *sheet) place(p *board.Place) {
	x, y := s.at(p.At)
	w, h := s.size(p.Across())
	paint := bright
	switch {
	case p.Colour != "":
		paint = s.fill(p.Colour)
	case p.Shade:
		paint = shade
	}
	lined := `" stroke="` + ink + `"` + s.pen(1.1) + `/>`
	s.Raw(`<g class="place" data-place="` + markup.Escape(p.Name) + `">`)
	switch {
	case p.Shape == board.Crossing && p.Corners != nil, p.Shape == board.Tray && p.Corners != nil:
		s.Raw(`<path d="`)
		s.outline(p.Corners)
		s.Raw(`" fill="none" pointer-events="all"/>`)
	case p.Corners != nil:
		s.Raw(`<path d="`)
		s.outline(p.Corners)
		s.Raw(`" fill="` + paint + lined)
	case p.Shape == board.Crossing:
		r := min(w, h) / 2
		s.Put(`<rect x="~" y="~" width="~" height="~" fill="none" pointer-events="all"/>`, x-r, y-r, 2*r, 2*r)
	case p.Shape == board.Circle:
		r := min(w, h) / 2 * 0.94
		s.Put(`<circle cx="~" cy="~" r="~" fill="`+paint+lined, x, y, r)
	case p.Shape == board.Spike:
		s.spike(p, paint)
	case p.Shape == board.Tray && p.Spots != nil:
		s.Put(`<rect x="~" y="~" width="~" height="~" fill="none" pointer-events="all"/>`, x-w/2, y-h/2, w, h)
	case p.Shape == board.Tray:
		s.Put(`<rect x="~" y="~" width="~" height="~" rx="4" fill="`+field+lined, x-w/2, y-h/2, w, h)
		if p.Colour != "" { // the owner's ink along the edge where the first man goes
			_, sy := s.stand(p, 0)
			end := y - h/2 + 4
			if sy > y {
				end = y + h/2 - 4
			}
			s.Put(`<path d="M~ ~h~" stroke="`+s.tint(p.Colour).flat+`" stroke-width="4" stroke-linecap="round"/>`, x-w/2+6, end, w-12)
		}
	default:
		s.Put(`<rect x="~" y="~" width="~" height="~" fill="`+paint+lined, x-w/2, y-h/2, w, h)
	}
	if p.Shape == board.Tray {
		r, lines := s.manSize(p)/2*1.2, lined
		if p.Corners != nil { // close together, so draw it lightly
			r, lines = s.manSize(p)/2*0.96, `" fill-opacity="0.82"/>`
		}
		for _, spot := range p.Spots {
			sx, sy := s.at(spot)
			s.Put(`<circle cx="~" cy="~" r="~" fill="`+bright+lines, sx, sy, r)
		}
	}
	s.mark(p, x, y, min(w, h))
	s.label(p, x, y, w, h)
	s.Raw("</g>\n")
}

// spike draws a backgammon point. Its base is at the edge of the board.
func (s *sheet) spike(p *board.Place, paint string) {
	base, high := p.Size.X/2, p.Size.Y/2 // high is negative if it points down
	if p.Colour == "" && !p.Shade {
		paint = pale
	}
	s.Raw(`<path d="`)
	s.outline([]board.Point{{X: p.At.X - base, Y: p.At.Y + high}, {X: p.At.X, Y: p.At.Y - high}, {X: p.At.X + base, Y: p.At.Y + high}})
	s.Raw(`" fill="` + paint + `" stroke="` + ink + `"` + s.pen(1.1) + `/>`)
}

// mark draws the sign printed on a place, size across.
func (s *sheet) mark(p *board.Place, x, y, size float64) {
	paint := ink
	if p.Colour != "" {
		paint = s.tint(p.Colour).light
	}
	turn := p.Turn + 90*float64(s.v.Quarter&3)
	switch p.Mark {
	case board.Arrow:
		s.Put(`<path transform="translate(~ ~) rotate(~) scale(~)" d="M0-15L10-3H4V14H-4V-3H-10z" fill="`+paint+`" stroke="`+ink+`" stroke-width="1"/>`, x, y, turn, size/Unit)
	case board.Ring:
		s.Put(`<circle cx="~" cy="~" r="~" fill="`+bright+`" stroke="`+ink+`" stroke-width="1.6"/><circle cx="~" cy="~" r="3" fill="`+ink+`"/>`, x, y, min(size, Unit)*0.26, x, y)
	case board.Foot:
		s.Put(`<path d="M~ ~l~ ~M~ ~l~ ~" stroke="`+paint+`" stroke-width="1.6" fill="none"/>`, x-size*0.28, y-size*0.28, size*0.56, size*0.56, x+size*0.28, y-size*0.28, -size*0.56, size*0.56)
	case board.Start:
		s.gate(p, turn, false)
		s.banner(p, turn, "start", -Unit*0.44, "START")
	case board.Finish:
		s.gate(p, turn, true)
		s.banner(p, turn, "end", Unit*0.3, "FINISH")
	}
}

// gate draws the line at the near edge of START or the squares of FINISH.
func (s *sheet) gate(p *board.Place, turn float64, squares bool) {
	x, y := s.at(p.At)
	half := trackWidth(p) / 2 * Unit
	s.Put(`<g transform="translate(~ ~) rotate(~)">`, x, y, turn)
	if squares {
		n := 2 * int(math.Round(half/Unit/0.22))
		side := 2 * half / float64(n)
		s.Raw(`<path d="`)
		for row := range 2 {
			for i := row; i < n; i += 2 {
				s.Put("M~ ~h~v~h~z", -half+float64(i)*side, -Unit*0.46+float64(row)*side, side, side, -side)
			}
		}
		s.Raw(`" fill="` + ink + `"/>`)
	} else {
		s.Put(`<path d="M~ ~H~" stroke="`+tints["red"].flat+`" stroke-width="3.5"/>`, -half, Unit*0.44, half)
	}
	s.Raw("</g>")
}

// trackWidth returns the width of the track at a place with corners: the
// distance between the ends of its two sides.
func trackWidth(p *board.Place) float64 {
	if len(p.Corners) < 4 {
		return p.Across().X
	}
	a, z := p.Corners[0], p.Corners[len(p.Corners)-1]
	return math.Hypot(a.X-z.X, a.Y-z.Y)
}

// banner writes a word beside the track, on the left as the cars go, where no
// car hides it. Along says where the word starts or ends, as the anchor says,
// ahead of the middle of the place.
func (s *sheet) banner(p *board.Place, turn float64, anchor string, along float64, word string) {
	x, y := s.at(p.At)
	track := trackWidth(p) * Unit
	size := track * 0.17
	s.Put(`<text transform="translate(~ ~) rotate(~)" x="~" y="~" text-anchor="`+anchor+`" font-size="~" letter-spacing="1" fill="`+ink+`">`+word+`</text>`, x, y, turn-90, along, -track/2-size*0.75, size)
}

// label writes the label of a place: large in a tray or beside a spike, small
// in the corner of a space.
func (s *sheet) label(p *board.Place, x, y, w, h float64) {
	if p.Label == "" {
		return
	}
	size, anchor, paint := Unit*0.19, "middle", ink
	tx, ty := x, y
	switch {
	case p.Shape == board.Spike:
		size = Unit * 0.34
		off := board.Point{X: p.At.X, Y: p.At.Y + p.Size.Y/2 + math.Copysign(0.32, p.Size.Y)}
		tx, ty = s.at(off)
		ty += size * 0.35
	case p.Corners != nil:
		// At the outer edge, where cars do not hide it.
		a, z := p.Corners[0], p.Corners[len(p.Corners)/2-1]
		ox, oy := s.at(board.Point{X: (a.X + z.X) / 2, Y: (a.Y + z.Y) / 2})
		size = Unit * 0.28
		tx, ty = ox+(x-ox)*0.15, oy+(y-oy)*0.15+size*0.35
	case p.Shape == board.Circle && p.Mark != board.NoMark:
		return // the mark is where the label would be
	case p.Shape == board.Circle:
		size = Unit * 0.27
		ty += size * 0.35
	case p.Shape == board.Tray:
		size = Unit * 0.3
		ty += h/2 - size*0.4
	default:
		anchor = "start"
		tx, ty = x-w/2+2.2, y-h/2+size*0.98
	}
	if p.Colour != "" {
		paint = s.tint(p.Colour).light
	}
	s.Put(`<text x="~" y="~" text-anchor="`+anchor+`" font-size="~" fill="`+paint+`" fill-opacity="0.72">`, tx, ty, size)
	s.Raw(markup.Escape(p.Label) + "</text>")
}

// picture draws a small picture of the given size. Without a drawing it is an
// empty frame with its name.
func (s *sheet) picture(d *board.Decor, x, y, size float64) {
	art, name := d.Drawing, markup.Escape(d.Text)
	if art == "" {
		art = `<rect x="-40" y="-40" width="80" height="80" fill="none"/><text y="5" text-anchor="middle" font-size="16" stroke="none" fill="` + ink + `">` + name + `</text>`
	}
	s.Put(`<g class="picture" transform="translate(~ ~) scale(~)" stroke="`+ink+`" stroke-width="3">`, x, y, size/100)
	s.Raw("<title>" + name + "</title>" + art + "</g>")
}
