package web

import (
	"errors"
	"net/http"
	"sync"

	"parlour"
	"parlour/board"
	"parlour/cabinet"
	"parlour/draw"
	"parlour/draw/svg"
	"parlour/table"
	"parlour/web/live"
	"parlour/web/wire"
)

// stepList is the answer of GET /api/tables/{table}/steps.
type stepList struct {
	Seq  int64            `json:"seq,omitempty"` // of the table, if there is one
	Next []table.StepNode `json:"next"`          // what may follow
	End  string           `json:"end,omitempty"` // the move, if the turn may end here
}

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
	out, err := stepsAfter(m, r.URL.Query()["taken"])
	if err != nil {
		return err
	}
	out.Seq = v.Seq
	writeJSON(w, http.StatusOK, out)
	return nil
}

// stepsAfter returns what may follow the steps taken in a position.
func stepsAfter(m parlour.Match, taken []string) (out stepList, err error) {
	if len(taken) > mostSteps {
		return out, fail(wire.BadRequest, "No turn has that many steps.")
	}
	next, end, err := m.Steps(taken)
	if err != nil {
		return out, err
	}
	out.Next = []table.StepNode{}
	if end != parlour.NoMove {
		out.End = m.Text(end)
	}
	for _, n := range next {
		below, end, err := m.Steps(append(taken[:len(taken):len(taken)], n.Text))
		if err != nil {
			return out, err
		}
		one := table.StepNode{Step: n, More: len(below) > 0}
		if end != parlour.NoMove {
			one.End = m.Text(end)
		}
		out.Next = append(out.Next, one)
	}
	return out, nil
}

// moveList is the answer of GET /api/tables/{table}/moves.
type moveList struct {
	Seq   int64           `json:"seq"`
	Moves []live.ToldMove `json:"moves"`
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
	out := moveList{Seq: v.Seq, Moves: []live.ToldMove{}}
	if v.Needs == parlour.NeedMove && v.Position == m.String() {
		out.Moves = live.MovesOf(e, m)
		for i, mv := range out.Moves {
			out.Moves[i].Told = e.Told(mv.Effects)
		}
	}
	writeJSON(w, http.StatusOK, out)
	return nil
}

// setupAnswer is the answer of POST /api/games/{game}/setup.
type setupAnswer struct {
	Chairs [][]string `json:"chairs"` // letters of the seats of each chair
	Faults []string   `json:"faults"` // what is wrong with the settings, in words
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
	out := setupAnswer{Chairs: [][]string{}, Faults: []string{}}
	m, err := e.Game.New(setup)
	var wrong *parlour.SetupError
	switch {
	case errors.As(err, &wrong):
		out.Faults = wrong.Faults
	case err != nil:
		return err
	default:
		out.Chairs = chairsOf(m)
	}
	writeJSON(w, http.StatusOK, out)
	return nil
}

// chairsOf returns the letters of the seats that each chair decides for.
func chairsOf(m parlour.Match) (chairs [][]string) {
	info := m.Info()
	for _, c := range table.Chairs(m) {
		var letters []string
		for _, seat := range c.Seats {
			letters = append(letters, info.Letter(seat))
		}
		chairs = append(chairs, letters)
	}
	return chairs
}

// gamePicture answers GET /api/games/{game}/board.svg: the starting position.
func (s *Server) gamePicture(w http.ResponseWriter, r *http.Request) error {
	e, err := entryOf(r)
	if err != nil {
		return err
	}
	made, _ := s.gamePictures.LoadOrStore(e.Info.ID, sync.OnceValues(func() (small, error) {
		body, err := drawGame(r)
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

// drawGame draws the starting position of a game.
func drawGame(r *http.Request) ([]byte, error) {
	e, err := entryOf(r)
	if err != nil {
		return nil, err
	}
	m, err := e.Game.New(parlour.Setup{})
	if err != nil {
		return nil, err
	}
	return svg.AppendBoard(nil, e.Board(m), draw.View{Pieces: m.Pieces()}), nil
}

// sidesOf returns for each seat, by its letter, how many quarter turns bring its
// side of the board near. It depends on the setup only.
func sidesOf(e *cabinet.Entry, b *board.Board, m parlour.Match) map[string]int {
	pieces := m.Pieces()
	if start, err := e.Game.New(parlour.Setup{}); err == nil {
		pieces = start.Pieces()
	}
	colours := svg.Sides(b, pieces)
	sides := map[string]int{}
	for _, seat := range e.Info.Seats {
		for colour, quarter := range colours {
			if b.Ink(colour) == b.Ink(seat.Letter) {
				sides[seat.Letter] = quarter
			}
		}
	}
	return sides
}
