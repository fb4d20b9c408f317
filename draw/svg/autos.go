package svg

import "parlour"

// bodies are the cars, one for each ink, seen from above and heading up, 18
// wide and 38 long: a racer with a round tail, a square tourer, a boat-tailed
// speedster and a runabout with a pointed bonnet.
var bodies = map[string]string{
	"green":  "M-6-12q1-7 6-7t6 7l1.5 22q0 9-7.5 9t-7.5-9z",
	"yellow": "M-7.5-17q0-2 2-2h11q2 0 2 2v34q0 2-2 2h-11q-2 0-2-2z",
	"blue":   "M-7-14q0-4.5 7-4.5t7 4.5v18L0 20-7 4z",
	"red":    "M0-20.5L7.5-6v19q0 6-7.5 6t-7.5-6V-6z",
}

// auto draws a car in the ink of its colour. Its number plate shows the shape
// of the colour's men.
func (s *sheet) auto(piece *parlour.Piece) {
	t := s.tint(piece.Colour)
	body, ok := bodies[s.b.Ink(piece.Colour)]
	if !ok {
		body = bodies["green"]
	}
	// Wheels, shadow, body, windscreen, seats, plate.
	s.Raw(`<path d="M-10-14h4v8h-4zM6-14h4v8h-4zM-10 6h4v9h-4zM6 6h4v9h-4z" fill="` + ink + `"/>`)
	s.Raw(`<path d="` + body + `" fill="` + s.fill(piece.Colour) + `" stroke="` + bright + `" stroke-width="3"/>`)
	s.Raw(`<path d="` + body + `" fill="` + s.fill(piece.Colour) + `" stroke="` + ink + `" stroke-width="1.2"/>`)
	s.Raw(`<path d="M-5 1q5-3.5 10 0v1.8q-5-3-10 0z" fill="` + bright + `" stroke="` + ink + `" stroke-width="0.6"/>`)
	s.Raw(`<rect x="-4.5" y="4.5" width="9" height="5.5" rx="1.8" fill="` + ink + `"/>`)
	s.Raw(`<circle cy="-7.5" r="4.6" fill="` + bright + `" stroke="` + ink + `" stroke-width="0.7"/>`)
	s.Raw(`<path transform="translate(0 -7.5) scale(0.13)" d="` + string(t.shape) + `" fill="` + t.dark + `"/>`)
}
