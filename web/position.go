package web

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"

	"parlour"
	"parlour/cabinet"
	"parlour/web/live"
	"parlour/web/wire"
)

// The routes below let people try moves in any position. They need no table and
// keep nothing: the position comes with every request.

// mostLine is how many bytes a position line may have.
const mostLine = 1000

// positionOf reads the game and the position of a request.
func positionOf(r *http.Request) (*cabinet.Entry, parlour.Match, error) {
	e, err := entryOf(r)
	if err != nil {
		return nil, nil, err
	}
	line := r.URL.Query().Get("line")
	if len(line) > mostLine {
		return nil, nil, fail(BadRequest, "No position line is that long.")
	}
	m, err := e.Game.Parse(line)
	return e, m, err
}

// position answers GET /api/games/{game}/position.
func (s *Server) position(w http.ResponseWriter, r *http.Request) error {
	e, m, err := positionOf(r)
	if err != nil {
		return err
	}
	a, err := wire.NewAnswer(live.PositionOf(e, m))
	if err != nil {
		return err
	}
	return send(w, r, jsonType, a)
}

// positionBoard answers GET /api/games/{game}/position/board.
func (s *Server) positionBoard(w http.ResponseWriter, r *http.Request) error {
	e, m, err := positionOf(r)
	if err != nil {
		return err
	}
	quarter, err := quarters(r)
	if err != nil {
		return err
	}
	key := fmt.Sprintf("%s at %d", m, quarter) // a line names its game
	d, err := s.boards.get(r.Context(), key, func(context.Context) (wire.Answer, error) { return drawBoard(e, m, quarter) })
	if err != nil {
		return err
	}
	return send(w, r, jsonType, d)
}

// positionPiece answers GET /api/games/{game}/position/piece.
func (s *Server) positionPiece(w http.ResponseWriter, r *http.Request) error {
	e, m, err := positionOf(r)
	if err != nil {
		return err
	}
	quarter, err := quarters(r)
	if err != nil {
		return err
	}
	return sendPiece(w, r, e, m, quarter)
}

// positionSteps answers GET /api/games/{game}/position/steps.
func (s *Server) positionSteps(w http.ResponseWriter, r *http.Request) error {
	_, m, err := positionOf(r)
	if err != nil {
		return err
	}
	out, err := stepsAfter(m, r.URL.Query()["taken"])
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, out)
	return nil
}

// positionWhy answers GET /api/games/{game}/position/why.
func (s *Server) positionWhy(w http.ResponseWriter, r *http.Request) error {
	_, m, err := positionOf(r)
	if err != nil {
		return err
	}
	return judge(w, r, m)
}

// A trial is a move tried in a position.
type trial struct {
	Legal bool           `json:"legal"`
	Error *Error         `json:"error,omitempty"` // why not
	Told  *live.ToldMove `json:"told,omitempty"`  // what it did
	After *live.Position `json:"after,omitempty"` // the position then
}

// positionPlay answers GET /api/games/{game}/position/play.
func (s *Server) positionPlay(w http.ResponseWriter, r *http.Request) error {
	e, m, err := positionOf(r)
	if err != nil {
		return err
	}
	text := r.URL.Query().Get("move")
	if len(text) > longestMove {
		return errLongMove
	}
	var mv parlour.Move
	if dice := m.Turn().Dice; text == "" && dice != 0 {
		mv = dice.Nth(rand.IntN(dice.Weight()))
	} else if mv, err = m.Parse(text); err != nil {
		writeJSON(w, http.StatusOK, trial{Error: errorOf(err)})
		return nil
	}
	told := live.Tell(e, m, mv)
	writeJSON(w, http.StatusOK, trial{Legal: true, Told: &told, After: live.PositionOf(e, m.Next(mv))})
	return nil
}
