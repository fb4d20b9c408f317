package svg

import (
	"slices"

	"parlour/board"
)

// ways draws the last move: a line along each way, with a hollow ring where it
// began and an arrow head where it ended.
func (s *sheet) ways() {
	if len(s.v.Last) == 0 {
		return
	}
	s.Raw(`<g class="last" fill="none" stroke="` + accent + `" stroke-linecap="round">`)
	for _, way := range s.v.Last {
		var stops []*board.Place
		for _, name := range way {
			if p := s.b.Place(name); p != nil && (len(stops) == 0 || stops[len(stops)-1] != p) {
				stops = append(stops, p)
			}
		}
		for i, p := range stops {
			if i == 0 || i == len(stops)-1 {
				s.around(p, i == 0)
			}
		}
		if len(stops) < 2 {
			continue
		}
		s.Raw(`<path d="`)
		for i, p := range stops {
			x, y := s.end(p, i == 0)
			if i == 0 {
				s.Put("M~ ~L", x, y)
				continue
			}
			s.Put("~ ~ ", x, y)
		}
		s.Raw(`"` + s.pen(4) + ` stroke-opacity="0.55" stroke-dasharray="0.1 8"/>`)
	}
	s.Raw("</g>\n")
}

// around draws the edge of a place again as a mark, dashed if a piece has left.
func (s *sheet) around(p *board.Place, left bool) {
	style := s.pen(3.5) + `/>`
	if left {
		style = s.pen(2.5) + ` stroke-dasharray="5 5"/>`
	}
	x, y := s.at(p.At)
	w, h := s.size(p.Across())
	switch {
	case p.Corners != nil:
		s.Raw(`<path d="`)
		s.outline(p.Corners)
		s.Raw(`"` + style)
	case p.Shape == board.Circle:
		s.Put(`<circle cx="~" cy="~" r="~"`+style, x, y, min(w, h)*0.47)
	case p.Shape == board.Spike, p.Shape == board.Tray && p.Spots != nil:
		sx, sy := s.end(p, left)
		s.Put(`<circle cx="~" cy="~" r="~"`+style, sx, sy, s.manSize(p)*0.54)
	default:
		s.Put(`<rect x="~" y="~" width="~" height="~" rx="3"`+style, x-w/2+1.5, y-h/2+1.5, w-3, h-3)
	}
}

// end returns where a way begins or ends on a place: beside the remaining
// pieces if one has left, at the last piece if one has arrived.
func (s *sheet) end(p *board.Place, left bool) (x, y float64) {
	n := s.next(p)
	switch {
	case s.lanes(), p.Spots == nil && p.Stack == (board.Point{}):
		return s.at(p.At)
	case !left && len(s.on[p.Name]) <= n:
		n--
	}
	return s.stand(p, max(n, 0))
}

// next returns the spot that the next piece on a place would have.
func (s *sheet) next(p *board.Place) int {
	n := len(s.on[p.Name])
	return min(n, s.room(p, n+1)-1)
}

// lanes reports whether the pieces keep to the lanes of their colours.
func (s *sheet) lanes() bool {
	return len(s.v.Pieces) > 0 && s.b.Art(s.v.Pieces[0].Kind).Lanes
}

// targets marks the places a piece may move to, and the pieces that may move.
func (s *sheet) targets() {
	for i := range s.b.Places {
		p := &s.b.Places[i]
		pile := s.on[p.Name]
		if slices.Contains(s.v.Sources, p.Name) && pile != nil {
			at := s.where[s.mover(pile)]
			s.Put(`<circle class="source" cx="~" cy="~" r="~" fill="none" stroke="`+accent+`" stroke-dasharray="3 4"`+s.pen(2)+"/>\n", at.x, at.y, s.manSize(p)*0.64)
		}
		if slices.Contains(s.v.Targets, p.Name) {
			s.target(p, pile)
		}
	}
}

// mover returns the piece of a pile that may move: one of the colour to move,
// otherwise the top one.
func (s *sheet) mover(pile []int) int {
	for _, i := range slices.Backward(pile) {
		if s.v.Pieces[i].Colour == s.v.Turn {
			return i
		}
	}
	return pile[len(pile)-1]
}

// target marks a place a piece may move to: by a dot where it will be, or by a
// ring around the pieces already there.
func (s *sheet) target(p *board.Place, pile []int) {
	size := s.manSize(p)
	if len(pile) > 0 && p.Spots == nil && p.Stack == (board.Point{}) {
		x, y := s.at(p.At)
		s.Put(`<circle class="target" cx="~" cy="~" r="~" fill="none" stroke="`+accent+`" `+s.pen(4)+"/>\n", x, y, size*0.6)
		return
	}
	n := s.next(p)
	if s.lanes() {
		n = s.lane(s.v.Turn)
	}
	x, y := s.stand(p, n)
	s.Put(`<circle class="target" cx="~" cy="~" r="~" fill="`+accent+`" fill-opacity="0.85" stroke="`+bright+`" `+s.pen(2.5)+"/>\n", x, y, size*0.2)
}
