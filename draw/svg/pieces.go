package svg

import (
	"math"
	"strconv"
	"strings"

	"parlour"
	"parlour/board"
	"parlour/draw/markup"
)

// pieces draws every piece, place by place, the first of a stack at the bottom.
func (s *sheet) pieces() {
	for i := range s.b.Places {
		p := &s.b.Places[i]
		if pile := s.on[p.Name]; pile != nil {
			s.pile(p, pile)
		}
	}
}

// pile draws the pieces of one place.
func (s *sheet) pile(p *board.Place, pile []int) {
	shown := min(len(pile), s.room(p, len(pile)))
	var x, y float64
	size := s.manSize(p)
	spread, mixed := 0.2, s.mixed(pile)
	if mixed { // no piece may hide one of another colour
		size, spread = size*0.74, 0.6
	}
	// If a pile is too high, show its top, so that nothing hides who is on it.
	hidden := len(pile) - shown
	for n, i := range pile[hidden:] {
		x, y = s.stand(p, s.spot(p, i, n))
		if p.Spots == nil && p.Stack == (board.Point{}) {
			off := (float64(n) - float64(shown-1)/2) * size * spread
			x, y = x+off, y-off
		}
		s.where[i] = point{x, y}
		s.piece(p, i, x, y, size)
	}
	if hidden > 0 || len(pile) > 1 && !mixed && p.Spots == nil && p.Stack == (board.Point{}) {
		s.count(x, y, size, len(pile))
	}
}

// room returns how many pieces a place shows separately.
func (s *sheet) room(p *board.Place, n int) int {
	step := math.Hypot(p.Stack.X, p.Stack.Y)
	switch {
	case p.Spots != nil:
		return len(p.Spots)
	case step == 0:
		return 3
	case step < 0.3: // pieces on edge, as in a tray
		return n
	}
	w := p.Across()
	long := math.Abs(w.X)
	if math.Abs(p.Stack.Y) > math.Abs(p.Stack.X) {
		long = math.Abs(w.Y)
	}
	return max(1, int(long/step+0.35))
}

// spot returns the spot of piece i, the nth on its place. Where colours have
// lanes, it keeps to that of its colour.
func (s *sheet) spot(p *board.Place, i, n int) int {
	if !s.b.Art(s.v.Pieces[i].Kind).Lanes {
		return n
	}
	return s.lane(s.v.Pieces[i].Colour)
}

// lane returns the lane of a colour, by its position in the list of pieces.
func (s *sheet) lane(colour string) int {
	n, last := -1, ""
	for i := range s.v.Pieces {
		if c := s.v.Pieces[i].Colour; c != last {
			n, last = n+1, c
		}
		if last == colour {
			break
		}
	}
	return max(n, 0)
}

// mixed reports whether the pieces of a pile have different colours.
func (s *sheet) mixed(pile []int) bool {
	for _, i := range pile {
		if s.v.Pieces[i].Colour != s.v.Pieces[pile[0]].Colour {
			return true
		}
	}
	return false
}

// stand returns where piece n on a place is drawn: in the middle of the place
// if pieces are stacked.
func (s *sheet) stand(p *board.Place, n int) (x, y float64) {
	if p.Spots != nil {
		return s.at(p.Spots[min(n, len(p.Spots)-1)])
	}
	first := p.At
	half, edge := p.Across(), s.manSize(p)/Unit*0.54
	switch {
	case p.Shape == board.Spike:
		first.Y += half.Y/2 - math.Copysign(edge, half.Y)
	case p.Shape == board.Tray && p.Stack.Y != 0: // from one end towards the other
		first.Y -= math.Copysign(half.Y/2-edge, p.Stack.Y)
	case p.Shape == board.Tray && p.Stack.X != 0:
		first.X -= math.Copysign(half.X/2-edge, p.Stack.X)
	}
	return s.at(board.Point{X: first.X + float64(n)*p.Stack.X, Y: first.Y + float64(n)*p.Stack.Y})
}

// manSize returns the width of a man on a place.
func (s *sheet) manSize(p *board.Place) float64 {
	w := p.Across()
	size := min(math.Abs(w.X), math.Abs(w.Y), 1) * 0.76
	switch {
	case p.Shape == board.Tray && p.Corners == nil && p.Spots != nil:
		size = 0.9
	case p.Corners != nil:
		size = 0.76
	case p.Shape == board.Spike:
		size = math.Abs(w.X) * 0.92
	case p.Stack != (board.Point{}):
		size = min(math.Abs(w.X), math.Abs(w.Y)) * 0.92
	}
	for i, a := range p.Spots {
		for _, b := range p.Spots[:i] {
			size = min(size, math.Hypot(a.X-b.X, a.Y-b.Y)*0.84)
		}
	}
	return size * Unit
}

// count draws the number of pieces in a pile, at its upper right.
func (s *sheet) count(x, y, size float64, n int) {
	r := max(size*0.25, 8)
	cx, cy := x+size*0.36, y-size*0.34
	s.Put(`<circle cx="~" cy="~" r="~" fill="`+bone+`" stroke="`+pitch+`" stroke-width="1.2"/>`, cx, cy, r)
	s.Put(`<text x="~" y="~" text-anchor="middle" font-size="~" font-weight="bold" fill="`+pitch+`">`+strconv.Itoa(n)+"</text>\n", cx, cy+r*0.5, r*1.45)
}

// piece draws piece i of the view at a point.
func (s *sheet) piece(p *board.Place, i int, x, y, size float64) {
	piece := &s.v.Pieces[i]
	s.Raw(`<g class="piece ` + markup.Escape(piece.Kind) + `" data-piece="` + strconv.Itoa(i) + `" data-place="` + markup.Escape(piece.Place) + `" data-colour="` + markup.Escape(piece.Colour) + `"`)
	art := s.b.Art(piece.Kind)
	if art.Fills {
		w := p.Across()
		size = min(w.X, w.Y) * Unit
	}
	if art.Heads {
		s.Put(` transform="translate(~ ~) rotate(~) scale(~)">`, x, y, p.Turn+90*float64(s.v.Quarter&3), size/art.Width())
	} else {
		s.Put(` transform="translate(~ ~) scale(~)">`, x, y, size/art.Width())
	}
	s.look(art, piece)
	s.Raw("</g>\n")
}

// look draws a piece around the origin, as wide as its art.
func (s *sheet) look(art *board.Art, piece *parlour.Piece) {
	if art.Drawing == "" {
		s.man(piece, art.Crowned)
		return
	}
	s.expand(art.Drawing, art, piece)
	if art.Text.Size > 0 {
		s.text(art, piece)
	}
}

// expand writes a part of the drawing of a piece, with its inks and outlines.
func (s *sheet) expand(drawing string, art *board.Art, piece *parlour.Piece) {
	for {
		before, rest, found := strings.Cut(drawing, "{")
		s.Raw(before)
		if !found {
			return
		}
		var name string
		name, drawing, _ = strings.Cut(rest, "}")
		t := s.tint(piece.Colour)
		switch name {
		case "ink":
			s.Raw(pitch)
		case "paper":
			s.Raw(bone)
		case "fill":
			s.Raw(s.fill(piece.Colour))
		case "flat":
			s.Raw(t.flat)
		case "dark":
			s.Raw(t.dark)
		case "light":
			s.Raw(t.light)
		case "man":
			s.Raw(string(t.shape))
		case "body":
			s.Raw(art.Body(s.b.Ink(piece.Colour)))
		}
	}
}

// text writes the face of a piece: in one line, or a character at each point.
func (s *sheet) text(art *board.Art, piece *parlour.Piece) {
	t := &art.Text
	letters := func(at string, size float64, text string) {
		s.Raw(`<text ` + at)
		s.Put(` text-anchor="middle" font-size="~" font-weight="bold"`, size)
		if t.Plain {
			s.Raw(` font-family="Verdana,'DejaVu Sans',Arial,sans-serif"`)
		}
		s.Raw(` fill="`)
		s.expand(t.Paint, art, piece)
		s.Raw(`">` + markup.Escape(text) + "</text>")
	}
	number := func(n float64) string { return string(markup.AppendNumber(nil, n)) }
	chars := art.Characters(piece.Face, s.v.Quarter)
	if t.At == nil {
		size := t.Size
		if t.Most > 0 && len(chars) > 0 {
			size = min(size, t.Most/float64(len(chars)))
		}
		letters(`y="`+number(size*0.36)+`"`, size, string(chars))
		return
	}
	for i, c := range chars {
		if c != ' ' {
			letters(`x="`+number(t.At[i].X)+`" y="`+number(t.At[i].Y)+`"`, t.Size, string(c))
		}
	}
}

// A shape is the outline of a man, about 40 across, around the origin.
type shape string

// The shapes of men.
const (
	disc     shape = "M-20 0a20 20 0 1 0 40 0a20 20 0 1 0-40 0z"
	square   shape = "M-17-13.5q0-3.5 3.5-3.5h27q3.5 0 3.5 3.5v27q0 3.5-3.5 3.5h-27q-3.5 0-3.5-3.5z"
	triangle shape = "M-2.6-19.5q2.6-4 5.2 0L21.5 13q2.2 4.5-2.5 4.5h-38q-4.7 0-2.5-4.5z"
	diamond  shape = "M-2.4-21.5q2.4-2.4 4.8 0l19.1 19.1q2.4 2.4 0 4.8L2.4 21.5q-2.4 2.4-4.8 0L-21.5 2.4q-2.4-2.4 0-4.8z"
	hexagon  shape = "M-10-18.5h20L21 0 10 18.5h-20L-21 0z"
	draught  shape = disc
)

// man draws a man or a king 40 across, in the shape and pattern of its ink.
func (s *sheet) man(piece *parlour.Piece, king bool) {
	t := s.tint(piece.Colour)
	outline := string(t.shape)
	rise := 0.0
	if king { // a second man below
		rise = -3.5
		s.Raw(`<g transform="translate(0 3.5)">`)
		s.body(t)
		s.Raw(`</g>`)
	}
	s.Put(`<g transform="translate(0 ~)">`, rise)
	if king {
		s.Raw(`<path d="` + outline + `" fill="` + t.flat + `" stroke="` + pitch + `" stroke-width="1.8"/>`)
	} else {
		s.body(t)
	}
	switch {
	case t.shape == draught && s.b.Ink(piece.Colour) != "green":
		s.Put(`<circle r="~" fill="none" stroke="`+t.light+`" stroke-opacity="0.75" stroke-width="1.3"/>`, 16)
		if !king {
			s.Put(`<circle r="~" fill="none" stroke="`+t.light+`" stroke-opacity="0.75" stroke-width="1.3"/>`, 9.5)
		}
	default:
		s.Raw(face[s.b.Ink(piece.Colour)])
	}
	if king {
		s.Raw(`<path d="M-10 7.5L-12-6l6.5 5L0-10l5.5 9L12-6l-2 13.5z" fill="` + t.light + `" stroke="` + t.dark + `" stroke-width="0.9"/>`)
	}
	s.Raw(`</g>`)
}

// body draws the outline of a man with its shadow, and a light edge that makes
// it visible on a place of its own colour.
func (s *sheet) body(t tint) {
	for _, attr := range [3]string{
		`" transform="translate(1.5 2.5)" fill="` + pitch + `" fill-opacity="0.35"/>`,
		`" fill="` + t.flat + `" stroke="` + bone + `" stroke-width="5"/>`,
		`" fill="` + t.flat + `" stroke="` + pitch + `" stroke-width="1.8"/>`,
	} {
		s.Raw(`<path d="` + string(t.shape) + attr)
	}
}

// face is what is printed on the man of an ink: its pattern, so that men can be
// told apart without colour.
var face = map[string]string{
	"green":  `<path d="M-13 3L3-13M-10 10L10-10M-3 13L13-3" stroke="#e9f0dc" stroke-width="2.4" stroke-linecap="round"/>`,
	"yellow": `<g fill="#2a211c"><circle cx="-7.5" cy="-7.5" r="2.6"/><circle cx="7.5" cy="-7.5" r="2.6"/><circle r="2.6"/><circle cx="-7.5" cy="7.5" r="2.6"/><circle cx="7.5" cy="7.5" r="2.6"/></g>`,
	"blue":   `<path d="M-5-3q2.5-3 5 0t5 0M-9 5q3-3.5 6 0t6 0 6 0M-13 12q3.25-3.5 6.5 0t6.5 0 6.5 0 6.5 0" fill="none" stroke="#e6eef2" stroke-width="2" stroke-linecap="round"/>`,
	"red":    `<circle r="8" fill="none" stroke="#fbf4e1" stroke-width="2.6"/>`,
	"black":  `<circle r="4" fill="#fbf4e1"/>`,
}
