package web

import (
	"errors"
	"net/http"
	"sync"

	"parlour"
	"parlour/draw/svg"
	"parlour/web/show"
	"parlour/web/wire"
)

// mostSteps is how many steps a turn may have.
const mostSteps = 32

// steps answers GET /api/tables/{table}/steps: what may follow the steps in the
// parameters taken. It is for turns with too many steps to send in a view.
func (s *Server) steps(w http.ResponseWriter, r *http.Request) error {
	t, err := s.open(r)
	if err != nil {
		return err
	}
	v, err := t.Brief(r.Context())
	if err != nil {
		return err
	}
	m, err := t.Match(r.Context())
	if err != nil {
		return err
	}
	out, err := stepsAfter(r, m)
	if err != nil {
		return err
	}
	out.Seq = v.Seq
	writeJSON(w, http.StatusOK, out)
	return nil
}

// stepsAfter returns what may follow the steps of a request in a position.
func stepsAfter(r *http.Request, m parlour.Match) (show.StepList, error) {
	taken := r.URL.Query()["taken"]
	if len(taken) > mostSteps {
		return show.StepList{}, fail(wire.BadRequest, "No turn has that many steps.")
	}
	return show.StepsAfter(m, taken)
}

// moves answers GET /api/tables/{table}/moves: the legal moves in words and
// piece by piece, for previews and for choosing without a board.
func (s *Server) moves(w http.ResponseWriter, r *http.Request) error {
	t, err := s.open(r)
	if err != nil {
		return err
	}
	v, err := t.Brief(r.Context())
	if err != nil {
		return err
	}
	e, m, err := s.match(r.Context(), t)
	if err != nil {
		return err
	}
	if err := s.turn(w, r); err != nil {
		return err
	}
	out := show.MoveList{Seq: v.Seq, Moves: []show.ToldMove{}}
	if v.Needs == parlour.NeedMove && v.Position == m.String() {
		out.Moves = show.MovesOf(e, m)
		for i, mv := range out.Moves {
			out.Moves[i].Told = e.Told(mv.Effects)
		}
	}
	writeJSON(w, http.StatusOK, out)
	return nil
}

// setup answers POST /api/games/{game}/setup: which chairs a table with these
// settings would have, or what is wrong with them. It does not make the table.
func (s *Server) setup(w http.ResponseWriter, r *http.Request) error {
	e, err := entryOf(r)
	if err != nil {
		return err
	}
	var setup parlour.Setup
	if err := decode(w, r, &setup); err != nil {
		return err
	}
	out := show.SetupAnswer{Chairs: [][]string{}, Faults: []string{}}
	m, err := e.Game.New(setup)
	var wrong *parlour.SetupError
	switch {
	case errors.As(err, &wrong):
		out.Faults = wrong.Faults
	case err != nil:
		return err
	default:
		out.Chairs = show.ChairsOf(m)
	}
	writeJSON(w, http.StatusOK, out)
	return nil
}

// gamePicture answers GET /api/games/{game}/board.svg: the starting position.
func (s *Server) gamePicture(w http.ResponseWriter, r *http.Request) error {
	e, err := entryOf(r)
	if err != nil {
		return err
	}
	return s.sendDrawing(w, r, e.Info.ID+"/board", func() ([]byte, error) {
		body, err := show.DrawGame(e)
		return svg.Themed(body), err
	})
}

// sendDrawing answers with a drawing that never changes, made at the first request.
func (s *Server) sendDrawing(w http.ResponseWriter, r *http.Request, name string, draw func() ([]byte, error)) error {
	made, _ := s.gamePictures.LoadOrStore(name, sync.OnceValues(func() (small, error) {
		body, err := draw()
		if err != nil {
			return small{}, err
		}
		return smallest(body), nil
	}))
	a, err := made.(func() (small, error))()
	if err != nil {
		return err
	}
	// A picture needs nothing from elsewhere. The shelf has one of each game, so
	// its headers are short.
	w.Header().Set("Content-Security-Policy", "default-src 'none'")
	w.Header().Del("Permissions-Policy")
	return a.send(w, r, "image/svg+xml")
}
