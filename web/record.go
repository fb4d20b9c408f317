package web

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"math"
	"net/http"
	"slices"

	"parlour/cabinet"
	"parlour/draw/qr"
	"parlour/record"
	"parlour/record/mat"
	"parlour/record/pdn"
	"parlour/record/sgf"
	"parlour/record/sheet"
	"parlour/table"
	"parlour/table/proof"
)

// logOf returns the events of a table up to last, as anybody may see them, from
// what is in memory.
func (s *Server) logOf(ctx context.Context, id string, last int64) ([]table.Event, error) {
	al, err := s.album(ctx, id, last)
	if err != nil {
		return nil, err
	}
	pages, _ := al.after(0, last, math.MaxInt)
	events := make([]table.Event, len(pages))
	for i, page := range pages {
		if err := json.Unmarshal(page, &events[i]); err != nil {
			return nil, err
		}
		events[i].Table = id
	}
	return events, nil
}

// recordOf makes the record of a table as a view shows it, with the proofs of
// its dice.
func (s *Server) recordOf(ctx context.Context, v *table.View) (*record.Record, []table.Event, error) {
	e := cabinet.ByID(v.Game)
	if e == nil {
		return nil, nil, table.ErrNewer
	}
	events, err := s.logOf(ctx, v.Table, v.Seq)
	if err != nil {
		return nil, nil, err
	}
	rec, err := proof.Record(events, e.Game, e.Style)
	if err != nil {
		return nil, nil, err
	}
	for _, c := range v.Chairs {
		for _, letter := range c.Seats {
			if who := cmp.Or(c.Name, c.Bot); who != "" {
				rec.SetTag("Seat "+letter, who)
			}
		}
	}
	return rec, events, nil
}

// The limits of records.
const (
	mostRecords  = 16 << 20 // bytes that are kept
	recordMakers = 2        // written at a time: a long log is in memory meanwhile
)

// A recordKey names what was written of a table up to an event.
type recordKey struct {
	table  string
	seq    int64
	format string // "" for our own
}

// written is a record in some format, or why there is none.
type written struct {
	body    []byte
	refusal *Error
}

// written returns the record of the table of a request in a format. It is made
// once for each event of the table.
func (s *Server) written(r *http.Request, format string) (id string, body []byte, err error) {
	t, err := s.open(r)
	if err != nil {
		return "", nil, err
	}
	v, err := t.View(r.Context(), "")
	if err != nil {
		return "", nil, err
	}
	if format != "" && !slices.Contains(formatsOf[v.Game], format) {
		return "", nil, fail(NotFound, "This game is not written in that format.")
	}
	done, err := s.records.get(r.Context(), recordKey{v.Table, v.Seq, format}, func(ctx context.Context) (w written, err error) {
		rec, _, err := s.recordOf(ctx, &v)
		switch {
		case err != nil:
			return w, err
		case format == "":
			return written{body: rec.Append(nil)}, nil
		}
		body, err := formats[format].write(rec)
		if err != nil {
			s.Log.Warn("a record cannot be written", "table", v.Table, "format", format, "err", err)
			return written{refusal: fail(Refused, sentence("this game cannot be written in that format: "+err.Error()))}, nil
		}
		return written{body: body}, nil
	})
	if err == nil && done.refusal != nil {
		err = done.refusal
	}
	return v.Table, done.body, err
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
	id, body, err := s.written(r, "")
	if err != nil {
		return err
	}
	return download(w, id+".txt", "text/plain; charset=utf-8", body)
}

// recordAs answers GET /api/tables/{table}/record.FORMAT.
func (s *Server) recordAs(name string) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		id, body, err := s.written(r, name)
		if err != nil {
			return err
		}
		return download(w, id+"."+name, formats[name].kind, body)
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
