package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"parlour"
	"parlour/cabinet"
	"parlour/draw"
	"parlour/draw/svg"
	"parlour/hall"
	"parlour/phrase"
	"parlour/table"
	"parlour/web/wire"
)

// boardData is the answer of GET /api/tables/{table}/board.
type boardData struct {
	SVG string `json:"svg"` // the board without pieces; places are groups with data-place
	svg.Layout
	Pieces  map[string]string `json:"pieces"`  // drawings by "COLOUR KIND FACE", 1 across around the origin
	Names   map[string]string `json:"names"`   // by kind of piece: its word
	Spoken  map[string]string `json:"spoken"`  // by place: how it is called in a sentence, "point 8"
	Choices map[string]string `json:"choices"` // by text of a step without a place: what its button says
	Signs   map[string]string `json:"signs"`   // by letter of a seat: a drawing of its own that stands for the seat
	Sides   map[string]int    `json:"sides"`   // by letter of a seat: quarter turns that bring its side near
	Inks    map[string]string `json:"inks"`    // by letter of a seat: the ink it is printed in
}

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
		return drawBoard(e, m, quarter)
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

func drawBoard(e *cabinet.Entry, m parlour.Match, quarter int) (wire.Answer, error) {
	b := e.Board(m)
	v := draw.View{Pieces: m.Kinds(), Quarter: quarter}
	data := boardData{
		SVG: string(svg.AppendEmpty(nil, b, v)), Layout: svg.LayoutOf(b, v), Sides: sidesOf(e, b, m),
		Pieces: map[string]string{}, Names: map[string]string{}, Spoken: map[string]string{}, Choices: phrase.English.Choices(e.Family), Signs: map[string]string{}, Inks: map[string]string{},
	}
	for _, p := range v.Pieces {
		data.Pieces[pieceName(p)] = string(svg.AppendPiece(nil, b, p, quarter))
		data.Names[p.Kind] = e.PieceName(p.Kind)
	}
	for i := range b.Places {
		p := &b.Places[i]
		data.Spoken[p.Name] = phrase.English.Place(p.Kind, p.Number, p.Name)
	}
	for _, seat := range e.Info.Seats {
		data.Inks[seat.Letter] = b.Ink(seat.Letter)
		data.Signs[seat.Letter] = string(svg.AppendSign(nil, b, seat.Letter))
	}
	return wire.NewAnswer(data)
}

// pieceName is the name of a drawing: colour, kind and face.
func pieceName(p parlour.Piece) string {
	return strings.TrimSpace(p.Colour + " " + strings.TrimSpace(p.Kind+" "+p.Face))
}

// pieceAnswer is the drawing of one piece.
type pieceAnswer struct {
	Name string `json:"name"`
	SVG  string `json:"svg"` // 1 across, around the origin
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
	mark := string(svg.AppendPiece(nil, e.Board(m), p, quarter))
	writeJSON(w, http.StatusOK, pieceAnswer{pieceName(p), mark})
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
	view := draw.Of(m)
	view.Quarter = quarter
	view.Last = draw.Ways(ev.Effects)
	return svg.AppendBoard(nil, e.Board(m), view), nil
}
