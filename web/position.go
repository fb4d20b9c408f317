package web

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"

	"parlour"
	"parlour/cabinet"
	"parlour/web/show"
	"parlour/web/study"
	"parlour/web/wire"
)

// The routes below let people try moves in any position. They need no table and
// keep nothing: the position comes with every request.

// positionOf reads the game and the position of a request.
func positionOf(r *http.Request) (*cabinet.Entry, parlour.Match, error) {
	e, err := entryOf(r)
	if err != nil {
		return nil, nil, err
	}
	line := r.URL.Query().Get("line")
	if len(line) > study.MostLine {
		return nil, nil, fail(wire.BadRequest, "No position line is that long.")
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
	a, err := wire.NewAnswer(show.PositionOf(e, m))
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
	d, err := kept(s, w, r, s.boards, key, func(context.Context) (wire.Answer, error) { return wire.NewAnswer(show.BoardOf(e, m, quarter)) })
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
	out, err := stepsAfter(r, m)
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
	Error *wire.Error    `json:"error,omitempty"` // why not
	Told  *show.ToldMove `json:"told,omitempty"`  // what it did
	After *show.Position `json:"after,omitempty"` // the position then
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
	told := show.Tell(e, m, mv)
	writeJSON(w, http.StatusOK, trial{Legal: true, Told: &told, After: show.PositionOf(e, m.Next(mv))})
	return nil
}

// positionPicture answers GET /api/games/{game}/position/board.svg.
func (s *Server) positionPicture(w http.ResponseWriter, r *http.Request) error {
	e, m, err := positionOf(r)
	if err != nil {
		return err
	}
	quarter, err := quarters(r)
	if err != nil {
		return err
	}
	return send(w, r, "image/svg+xml", wire.Tagged(show.DrawPosition(e, m, quarter, nil)))
}

// studied reads the position of a request that is about to make the server
// think, and who asks.
func (s *Server) studied(r *http.Request) (*cabinet.Entry, parlour.Match, study.Guest, error) {
	guest := s.guest(r)
	if site := r.Header.Get("Sec-Fetch-Site"); site == "cross-site" {
		return nil, nil, guest, errOtherSite
	}
	guest.Token = cmp.Or(guest.Token, guest.Address)
	e, m, err := positionOf(r)
	return e, m, guest, err
}

// positionLook answers GET /api/games/{game}/position/look with Server-Sent
// Events: what the moves of a position are worth, deeper and deeper while
// somebody listens.
func (s *Server) positionLook(w http.ResponseWriter, r *http.Request) error {
	e, m, guest, err := s.studied(r)
	if err != nil {
		return err
	}
	return s.streamed(w, r, "a look at a position failed", func(ctx context.Context, send func(string, any) error) error {
		return s.looks.At(ctx, guest, e, m, send)
	})
}

// positionRollout answers GET /api/games/{game}/position/rollout with
// Server-Sent Events: a position is played out while somebody listens.
func (s *Server) positionRollout(w http.ResponseWriter, r *http.Request) error {
	e, m, guest, err := s.studied(r)
	if err != nil {
		return err
	}
	move := r.URL.Query().Get("move")
	if len(move) > longestMove {
		return errLongMove
	}
	return s.streamed(w, r, "a rollout failed", func(ctx context.Context, send func(string, any) error) error {
		return s.looks.Rollout(ctx, guest, e, m, move, send)
	})
}
