package web

import (
	"net/http"
	"strings"

	"parlour"
	"parlour/web/wire"
)

// verdict is the answer to whether a move is legal.
type verdict struct {
	Legal bool        `json:"legal"`
	Move  string      `json:"move"`            // in canonical spelling, if it is legal
	Error *wire.Error `json:"error,omitempty"` // why not
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
	return judge(w, r, m)
}

// judge answers whether the move in the parameters is legal.
func judge(w http.ResponseWriter, r *http.Request, m parlour.Match) (err error) {
	q := r.URL.Query()
	text, from, to, taken := q.Get("move"), q.Get("from"), q.Get("to"), q["taken"]
	if len(text)+len(from)+len(to)+len(strings.Join(taken, "")) > longestMove || len(taken) > mostSteps {
		return errLongMove
	}
	if from != "" {
		text, err = parlour.Point(m, taken, from, to)
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

// longestMove is how many bytes a move may have.
const longestMove = 500

var errLongMove = fail(wire.BadRequest, "No move is that long.")
