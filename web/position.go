package web

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"parlour"
	"parlour/cabinet"
	"parlour/table"
	"parlour/web/show"
	"parlour/web/study"
	"parlour/web/wire"
)

// A position is what many requests are about: that of a table, or one that comes
// with the request, so that people can try moves without a table.
type position struct {
	*cabinet.Entry
	parlour.Match
	table table.View // the table, if there is one
}

// givenPosition reads the position line of a request.
func givenPosition(s *Server, r *request) (p position, err error) {
	if p.Entry, err = game(s, r); err != nil {
		return p, err
	}
	line := r.URL.Query().Get("line")
	if len(line) > parlour.MostLine {
		return p, tell(wire.BadRequest, "error.position-long")
	}
	p.Match, err = p.Game.Parse(line)
	return p, err
}

// presentPosition returns the position of a request's table.
func (s *Server) presentPosition(r *request) (p position, err error) {
	t, err := s.open(r)
	if err != nil {
		return p, err
	}
	if p.table, err = t.Brief(r.Context()); err != nil {
		return p, err
	}
	if p.Match, err = t.Match(r.Context()); err != nil {
		return p, err
	}
	if p.Entry = cabinet.ByID(p.table.Game); p.Entry == nil {
		err = table.ErrNewer
	}
	return p, err
}

// position answers GET /api/games/{game}/position.
func (s *Server) position(r *request, p position) (*show.Position, error) {
	return show.PositionOf(r.lang, p.Entry, p.Match), nil
}

// positionBoard answers GET /api/games/{game}/position/board.
func (s *Server) positionBoard(r *request, p position) (encoded[show.BoardData], error) {
	quarter, err := r.quarters()
	if err != nil {
		return encoded[show.BoardData]{}, err
	}
	key := fmt.Sprintf("%s %s at %d", r.lang.Tag(), p.Match, quarter) // a line names its game
	return cached(s, r, s.boards, key, func(context.Context) (encoded[show.BoardData], error) { return boardOf(r, p, quarter) })
}

// boardOf draws a board.
func boardOf(r *request, p position, quarter int) (encoded[show.BoardData], error) {
	a, err := wire.NewAnswer(show.BoardOf(r.lang, p.Entry, p.Match, quarter))
	return encoded[show.BoardData]{Answer: a}, err
}

// piece answers with the drawing of one piece that is not in the answer of board.
func (s *Server) piece(r *request, p position) (out show.PieceAnswer, err error) {
	quarter, err := r.quarters()
	if err != nil {
		return out, err
	}
	q := r.URL.Query()
	piece := parlour.Piece{Colour: q.Get("colour"), Kind: q.Get("kind"), Face: q.Get("face")}
	const most = 24
	if piece.Kind == "" || len(piece.Colour) > 1 || len(piece.Kind) > most || len(piece.Face) > most {
		return out, fail(wire.BadRequest, "A piece has a kind, a letter for its colour and perhaps a face.")
	}
	return show.PieceOf(p.Entry, p.Match, piece, quarter), nil
}

// mostSteps is how many steps a turn may have.
const mostSteps = 32

// steps answers with what may follow the steps in the parameters taken. It is for
// turns with too many steps to send at once.
func (s *Server) steps(r *request, p position) (out show.StepList, err error) {
	taken := r.URL.Query()["taken"]
	if len(taken) > mostSteps {
		return out, fail(wire.BadRequest, "No turn has that many steps.")
	}
	out, err = show.StepsAfter(p.Match, taken)
	out.Seq = p.table.Seq
	return out, err
}

// verdict is the answer to whether a move is legal.
type verdict struct {
	Legal bool        `json:"legal"`
	Move  string      `json:"move"`            // in canonical spelling, if it is legal
	Error *wire.Error `json:"error,omitempty"` // why not
}

// longestMove is how many bytes a move may have.
const longestMove = 500

var errLongMove = tell(wire.BadRequest, "error.move-long")

// why answers whether a move is legal, given as text or as two places on the board.
func (s *Server) why(r *request, p position) (v verdict, err error) {
	q := r.URL.Query()
	text, from, to, taken := q.Get("move"), q.Get("from"), q.Get("to"), q["taken"]
	if len(text)+len(from)+len(to)+len(strings.Join(taken, "")) > longestMove || len(taken) > mostSteps {
		return v, errLongMove
	}
	if from != "" {
		text, err = parlour.Point(p.Match, taken, from, to)
	} else {
		var mv parlour.Move
		if mv, err = p.Parse(text); err == nil {
			text = p.Text(mv)
		}
	}
	if err != nil {
		return verdict{false, text, errorOf(r.lang, err)}, nil
	}
	return verdict{true, text, nil}, nil
}

// A trial is a move tried in a position.
type trial struct {
	Legal bool           `json:"legal"`
	Error *wire.Error    `json:"error,omitempty"` // why not
	Told  *show.ToldMove `json:"told,omitempty"`  // what it did
	After *show.Position `json:"after,omitempty"` // the position then
}

// play answers GET /api/games/{game}/position/play.
func (s *Server) play(r *request, p position) (out trial, err error) {
	text := r.URL.Query().Get("move")
	if len(text) > longestMove {
		return out, errLongMove
	}
	var mv parlour.Move
	if dice := p.Turn().Dice; text == "" && dice != 0 {
		mv = dice.Nth(rand.IntN(dice.Weight()))
	} else if mv, err = p.Parse(text); err != nil {
		return trial{Error: errorOf(r.lang, err)}, nil
	}
	told := show.Tell(r.lang, p.Entry, p.Match, mv)
	return trial{Legal: true, Told: &told, After: show.PositionOf(r.lang, p.Entry, p.Next(mv))}, nil
}

// positionPicture answers GET /api/games/{game}/position/board.svg.
func (s *Server) positionPicture(r *request, p position) (drawing, error) {
	quarter, err := r.quarters()
	if err != nil {
		return nil, err
	}
	return show.DrawPosition(r.lang, p.Entry, p.Match, quarter, nil, false), nil
}

// takenApart answers GET /api/games/{game}/position/edit.
func (s *Server) takenApart(r *request, p position) (show.Edited, error) {
	return show.EditedOf(r.lang, p.Entry, p.Match), nil
}

// mostPieces is how many pieces a person may put on a board.
const mostPieces = 200

// edit answers POST /api/games/{game}/edit: the position that a person has put
// together, or every fault of it.
func (s *Server) edit(r *request, e *cabinet.Entry, in show.Edit) (show.Edited, error) {
	if len(in.Pieces) > mostPieces {
		return show.Edited{}, tell(wire.Refused, "error.pieces")
	}
	return show.Arrange(r.lang, e, &in)
}

// setup answers POST /api/games/{game}/setup: which chairs a table with these
// settings would have, or what is wrong with them. It does not make the table.
func (s *Server) setup(r *request, e *cabinet.Entry, setup parlour.Setup) (show.SetupAnswer, error) {
	return show.SetupOf(r.lang, e, setup)
}

// thinker returns who asks for something that makes the server think for long. Pages
// of other sites may not.
func (r *request) thinker() (study.Guest, error) {
	g := r.guest()
	if r.Header.Get("Sec-Fetch-Site") == "cross-site" {
		return g, errOtherSite
	}
	g.Token = cmp.Or(g.Token, g.Address)
	return g, nil
}

// look answers GET /api/games/{game}/position/look with Server-Sent Events: what the
// moves of a position are worth, deeper and deeper while somebody listens.
func (s *Server) look(r *request) error {
	guest, err := r.thinker()
	if err != nil {
		return err
	}
	p, err := givenPosition(s, r)
	if err != nil {
		return err
	}
	return s.streamed(r, "a look at a position failed", func(ctx context.Context, send func(string, any) error) error {
		return s.looks.At(ctx, r.lang, guest, p.Entry, p.Match, send)
	})
}

// rollout answers GET /api/games/{game}/position/rollout with Server-Sent Events: a
// position is played out while somebody listens.
func (s *Server) rollout(r *request) error {
	guest, err := r.thinker()
	if err != nil {
		return err
	}
	p, err := givenPosition(s, r)
	if err != nil {
		return err
	}
	move := r.URL.Query().Get("move")
	if len(move) > longestMove {
		return errLongMove
	}
	return s.streamed(r, "a rollout failed", func(ctx context.Context, send func(string, any) error) error {
		return s.looks.Rollout(ctx, guest, p.Entry, p.Match, move, send)
	})
}
