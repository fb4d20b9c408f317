package web

import (
	"net/http"
	"strings"

	"parlour"
)

// verdict is the answer of GET /api/tables/{table}/why.
type verdict struct {
	Legal bool   `json:"legal"`
	Move  string `json:"move"`            // in canonical spelling, if it is legal
	Error *Error `json:"error,omitempty"` // why not
}

// why answers GET /api/tables/{table}/why: whether a move is legal, given as text
// or as two places on the board.
func (s *Server) why(w http.ResponseWriter, r *http.Request) error {
	t, err := s.open(r)
	if err != nil {
		return err
	}
	m, err := t.Match(r.Context())
	if err != nil {
		return err
	}
	q := r.URL.Query()
	text, from, to, taken := q.Get("move"), q.Get("from"), q.Get("to"), q["taken"]
	const most = 500
	if len(text)+len(from)+len(to)+len(strings.Join(taken, "")) > most || len(taken) > mostSteps {
		return fail(BadRequest, "No move is that long.")
	}
	if from != "" {
		text, err = m.Point(taken, from, to)
	} else {
		var mv parlour.Move
		if mv, err = m.Parse(text); err == nil {
			text = m.Text(mv)
		}
	}
	if err != nil {
		writeJSON(w, http.StatusOK, verdict{false, text, errorOf(err)})
	} else {
		writeJSON(w, http.StatusOK, verdict{true, text, nil})
	}
	return nil
}
