package web

import (
	"context"
	"encoding/json"
	"fmt"

	"parlour/cabinet"
	"parlour/hall"
	"parlour/table"
	"parlour/web/show"
	"parlour/web/wire"
)

// mostBoards is how many bytes of drawings the cache holds. They depend on the terms
// of a table only, so a few of them serve all tables.
const mostBoards = 32 << 20

// board answers GET /api/tables/{table}/board.
func (s *Server) board(r *request, t *hall.Table) (out encoded[show.BoardData], err error) {
	quarter, err := r.quarters()
	if err != nil {
		return out, err
	}
	v, err := t.Brief(r.Context())
	if err != nil {
		return out, err
	}
	terms, err := json.Marshal(v.Terms.Setup)
	if err != nil {
		return out, err
	}
	key := fmt.Sprintf("%s %s %s %s %d", r.lang.Tag(), v.Game, terms, v.Terms.Position, quarter)
	return cached(s, r, s.boards, key, func(context.Context) (out encoded[show.BoardData], err error) {
		p, err := s.presentPosition(r)
		if err != nil {
			return out, err
		}
		return boardOf(r, p, quarter)
	})
}

// quarters reads how many quarter turns the board is drawn with.
func (r *request) quarters() (int, error) {
	q, err := r.number("quarter")
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

// picture answers GET /api/tables/{table}/board.svg: the position after the event in
// the parameter seq, or now.
func (s *Server) picture(r *request, t *hall.Table) (drawing, error) {
	quarter, err := r.quarters()
	if err != nil {
		return nil, err
	}
	seq, err := r.number("seq")
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
	if err := s.turn(r); err != nil {
		return nil, err
	}
	ev, err := s.live.Event(r.Context(), r.reader(), t.ID(), seq)
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
	return show.DrawPosition(r.lang, e, m, quarter, ev.Effects, r.URL.Query().Get("bare") == "1"), nil
}
