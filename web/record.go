package web

import (
	"bytes"
	"cmp"
	"net/http"

	"parlour/cabinet"
	"parlour/qr"
	"parlour/record"
	"parlour/record/mat"
	"parlour/record/pdn"
	"parlour/record/sgf"
	"parlour/record/sheet"
	"parlour/table"
	"parlour/table/proof"
)

// recordOf makes the record of a table, with the proofs of its dice.
func (s *Server) recordOf(r *http.Request) (*table.Table, *record.Record, error) {
	t, err := s.open(r)
	if err != nil {
		return nil, nil, err
	}
	v, err := t.View(r.Context(), "")
	if err != nil {
		return nil, nil, err
	}
	e := cabinet.ByID(v.Game)
	if e == nil {
		return nil, nil, table.ErrNewer
	}
	events, err := t.Since(r.Context(), 0)
	if err != nil {
		return nil, nil, err
	}
	rec, err := proof.Record(events, e.Game, e.Style)
	if err != nil {
		return nil, nil, err
	}
	for _, c := range v.Chairs {
		for _, letter := range c.Seats {
			if who := or(c.Name, c.Bot); who != "" {
				rec.SetTag("Seat "+letter, who)
			}
		}
	}
	return t, rec, nil
}

// A format is another way to write a record.
type format struct {
	kind  string
	write func(*record.Record) ([]byte, error)
}

// formats of the field, by the end of the address. Each is for one game.
var formats = map[string]format{
	"pdn": {"application/vnd.chess-pgn", func(r *record.Record) ([]byte, error) {
		g, err := pdn.FromRecord(r)
		if err != nil {
			return nil, err
		}
		return g.Append(nil), nil
	}},
	"mat": {"text/plain; charset=utf-8", func(r *record.Record) ([]byte, error) {
		m, err := sheet.FromRecords(r)
		if err != nil {
			return nil, err
		}
		return mat.Append(nil, m), nil
	}},
	"sgf": {"application/x-go-sgf", func(r *record.Record) ([]byte, error) {
		m, err := sheet.FromRecords(r)
		if err != nil {
			return nil, err
		}
		var b bytes.Buffer
		err = sgf.Write(&b, m)
		return b.Bytes(), err
	}},
}

// formatsOf names the formats of a game.
var formatsOf = map[string][]string{"checkers": {"pdn"}, "backgammon": {"mat", "sgf"}}

// record answers GET /api/tables/{table}/record.
func (s *Server) record(w http.ResponseWriter, r *http.Request) error {
	t, rec, err := s.recordOf(r)
	if err != nil {
		return err
	}
	return download(w, t.ID()+".txt", "text/plain; charset=utf-8", rec.Append(nil))
}

// recordAs answers GET /api/tables/{table}/record.FORMAT.
func (s *Server) recordAs(name string) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		t, rec, err := s.recordOf(r)
		if err != nil {
			return err
		}
		has := false
		for _, f := range formatsOf[rec.Tag("Game")] {
			has = has || f == name
		}
		if !has {
			return fail(NotFound, "This game is not written in that format.")
		}
		body, err := formats[name].write(rec)
		if err != nil {
			s.Log.Warn("a record cannot be written", "table", t.ID(), "format", name, "err", err)
			return fail(Refused, sentence("this game cannot be written in that format: "+err.Error()))
		}
		return download(w, t.ID()+"."+name, formats[name].kind, body)
	}
}

func download(w http.ResponseWriter, name, kind string, body []byte) error {
	h := w.Header()
	h.Set("Content-Disposition", `inline; filename="`+name+`"`)
	h.Set("Cache-Control", "no-cache")
	return write(w, http.StatusOK, kind, body)
}

// qrCode answers GET /api/tables/{table}/qr.svg: the join link as a QR code.
func (s *Server) qrCode(w http.ResponseWriter, r *http.Request) error {
	t, err := s.open(r)
	if err != nil {
		return err
	}
	base := cmp.Or(s.base(r), s.LAN)
	if base == "" { // a code cannot be relative to anything
		return fail(Refused, "The server does not know by which address it is reached. Whoever runs it can name it with --public-url.")
	}
	code, err := qr.Make(base + "/t/" + t.ID())
	if err != nil {
		return err
	}
	body := code.SVG()
	return send(w, r, tagOf(body), "image/svg+xml", body)
}
