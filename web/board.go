package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"parlour"
	"parlour/cabinet"
	"parlour/hall"
	"parlour/table"
	"parlour/web/show"
	"parlour/web/wire"
)

// The limits of drawings. They depend on the terms of a table only, so a few of
// them serve all tables.
const (
	mostBoards = 32 << 20 // bytes in the cache
)

// board answers GET /api/tables/{table}/board.
func (s *Server) board(w http.ResponseWriter, r *http.Request) error {
	t, quarter, err := s.turned(r)
	if err != nil {
		return err
	}
	v, err := t.Brief(r.Context())
	if err != nil {
		return err
	}
	terms, err := json.Marshal(v.Terms.Setup)
	if err != nil {
		return err
	}
	key := fmt.Sprintf("%s %s %s %d", v.Game, terms, v.Terms.Position, quarter)
	d, err := kept(s, w, r, s.boards, key, func(ctx context.Context) (a wire.Answer, err error) {
		e, m, err := s.match(ctx, t)
		if err != nil {
			return a, err
		}
		return wire.NewAnswer(show.BoardOf(e, m, quarter))
	})
	if err != nil {
		return err
	}
	return send(w, r, jsonType, d)
}

// turned returns the table of a request and how many quarter turns its board is
// drawn with.
func (s *Server) turned(r *http.Request) (*hall.Table, int, error) {
	t, err := s.open(r)
	if err != nil {
		return nil, 0, err
	}
	quarter, err := quarters(r)
	return t, quarter, err
}

// quarters reads how many quarter turns the board is drawn with.
func quarters(r *http.Request) (int, error) {
	q, err := number(r, "quarter")
	switch {
	case err != nil:
		return 0, err
	case q > 3:
		return 0, fail(wire.BadRequest, "A board is turned by 0 to 3 quarters.")
	case r.URL.Query().Get("flip") == "1":
		q = (q + 2) % 4
	}
	return int(q), nil
}

// match returns the game and the present position of a table.
func (s *Server) match(ctx context.Context, t *hall.Table) (*cabinet.Entry, parlour.Match, error) {
	m, err := t.Match(ctx)
	if err != nil {
		return nil, nil, err
	}
	return cabinet.ByID(m.Info().ID), m, nil
}

// piece answers GET /api/tables/{table}/piece: the drawing of one piece that is
// not in the answer of board.
func (s *Server) piece(w http.ResponseWriter, r *http.Request) error {
	t, quarter, err := s.turned(r)
	if err != nil {
		return err
	}
	e, m, err := s.match(r.Context(), t)
	if err != nil {
		return err
	}
	return sendPiece(w, r, e, m, quarter)
}

// sendPiece answers with the drawing of the piece in the parameters.
func sendPiece(w http.ResponseWriter, r *http.Request, e *cabinet.Entry, m parlour.Match, quarter int) error {
	q := r.URL.Query()
	p := parlour.Piece{Colour: q.Get("colour"), Kind: q.Get("kind"), Face: q.Get("face")}
	const most = 24
	if p.Kind == "" || len(p.Colour) > 1 || len(p.Kind) > most || len(p.Face) > most {
		return fail(wire.BadRequest, "A piece has a kind, a letter for its colour and perhaps a face.")
	}
	writeJSON(w, http.StatusOK, show.PieceOf(e, m, p, quarter))
	return nil
}

// picture answers GET /api/tables/{table}/board.svg: a position as a picture.
func (s *Server) picture(w http.ResponseWriter, r *http.Request) error {
	body, err := s.drawAt(w, r)
	if err != nil {
		return err
	}
	return send(w, r, "image/svg+xml", wire.Tagged(body))
}

// drawAt draws the position of a table after the event in the parameter seq, or
// now.
func (s *Server) drawAt(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	t, quarter, err := s.turned(r)
	if err != nil {
		return nil, err
	}
	seq, err := number(r, "seq")
	if err != nil {
		return nil, err
	}
	v, err := t.Brief(r.Context())
	if err != nil {
		return nil, err
	}
	if seq == 0 {
		seq = v.Seq
	}
	if err := s.turn(w, r); err != nil {
		return nil, err
	}
	ev, err := s.live.Event(r.Context(), s.guest(r), t.ID(), seq)
	if err != nil {
		return nil, err
	}
	e := cabinet.ByID(v.Game)
	if e == nil {
		return nil, table.ErrNewer
	}
	m, err := e.Game.Parse(ev.Line)
	if err != nil {
		return nil, err
	}
	return show.DrawPosition(e, m, quarter, ev.Effects), nil
}
