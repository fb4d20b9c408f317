package web

import (
	"bytes"
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"

	"parlour/cabinet"
	"parlour/draw/qr"
	"parlour/internal/line"
	"parlour/phrase"
	"parlour/record"
	"parlour/table"
	"parlour/table/proof"
	"parlour/web/wire"
)

// recordOf returns the record of a table up to the event of a view, and the events
// it is made of.
func (s *Server) recordOf(ctx context.Context, g line.Guest, v *table.View) (*record.Record, []table.Event, error) {
	e := cabinet.ByID(v.Game)
	if e == nil {
		return nil, nil, table.ErrNewer
	}
	events, err := s.live.Log(ctx, g, v.Table, v.Seq)
	if err != nil {
		return nil, nil, err
	}
	rec, err := proof.Record(events, e.Game, e.Style)
	if err != nil {
		return nil, nil, err
	}
	for _, c := range v.Chairs {
		who := c.Name
		if c.Bot != "" && !c.Person {
			who = table.BotTitle(c.Name, c.Bot)
		}
		for _, letter := range c.Seats {
			rec.SetPlayer(letter, who)
		}
	}
	return rec, events, nil
}

// The limits of records.
const (
	mostRecords = 16 << 20 // bytes in the cache
)

// A recordKey names the record of a table up to an event.
type recordKey struct {
	table  string
	seq    int64
	format string
}

// written is a record in some format, or the reason why there is none.
type written struct {
	body    []byte
	refusal *wire.Error
}

// written returns the record of a request's table in a format. It is made once
// for each event of the table.
func (s *Server) written(w http.ResponseWriter, r *http.Request, f *cabinet.Format) (id string, body []byte, err error) {
	t, err := s.open(r)
	if err != nil {
		return "", nil, err
	}
	v, err := t.Brief(r.Context())
	if err != nil {
		return "", nil, err
	}
	if !slices.Contains(f.Games(), v.Game) {
		return "", nil, fail(wire.NotFound, "This game is not written in that format.")
	}
	done, err := kept(s, w, r, s.records, recordKey{v.Table, v.Seq, f.Name}, func(ctx context.Context) (out written, err error) {
		rec, _, err := s.recordOf(ctx, s.guest(r), &v)
		if err != nil {
			return out, err
		}
		var b bytes.Buffer
		if err := f.Write(&b, []*record.Record{rec}); err != nil {
			s.Log.Warn("a record cannot be written", "table", v.Table, "format", f.Name, "err", err)
			return written{refusal: fail(wire.Refused, phrase.Sentence("this game cannot be written in that format: "+err.Error()))}, nil
		}
		return written{body: b.Bytes()}, nil
	})
	if err == nil && done.refusal != nil {
		err = done.refusal
	}
	return v.Table, done.body, err
}

// record answers GET /api/tables/{table}/record, and record.NAME for the other
// formats of the catalogue.
func (s *Server) record(w http.ResponseWriter, r *http.Request, f *cabinet.Format) error {
	id, body, err := s.written(w, r, f)
	if err != nil {
		return err
	}
	if err := s.turn(w, r); err != nil { // to compress it
		return err
	}
	return download(w, id+f.Endings[0], f.Type, body)
}

func download(w http.ResponseWriter, name, kind string, body []byte) error {
	h := w.Header()
	h.Set("Content-Disposition", `inline; filename="`+name+`"`)
	h.Set("Cache-Control", "no-cache")
	return write(w, http.StatusOK, kind, body)
}

// qrCode answers GET /api/tables/{table}/qr.svg: the join link as a QR code.
func (s *Server) qrCode(w http.ResponseWriter, r *http.Request) error {
	body, err := s.codeOf(r, "")
	if err != nil {
		return err
	}
	return send(w, r, "image/svg+xml", wire.Tagged(body))
}

// claimCode is the body of POST /api/tables/{table}/qr.
type claimCode struct {
	Claim string `json:"claim"` // the secret of the action carry
}

// qrClaim answers POST /api/tables/{table}/qr: the link that takes a person's
// chairs to another device as a QR code. The secret comes in the body, because
// addresses are logged and cached.
func (s *Server) qrClaim(w http.ResponseWriter, r *http.Request) error {
	var c claimCode
	if err := decode(w, r, &c); err != nil {
		return err
	}
	if c.Claim == "" || len(c.Claim) > 128 {
		return fail(wire.BadRequest, "Send the secret of the action carry as claim.")
	}
	body, err := s.codeOf(r, "#claim="+url.QueryEscape(c.Claim))
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	w.Header().Set("Cache-Control", "no-store")
	_, err = w.Write(body)
	return err
}

// codeOf draws the link to the table of a request, with an ending, as a QR code.
func (s *Server) codeOf(r *http.Request, ending string) ([]byte, error) {
	t, err := s.open(r)
	if err != nil {
		return nil, err
	}
	base := cmp.Or(s.base(r), s.LAN)
	if base == "" { // a QR code cannot be relative
		return nil, fail(wire.Refused, "The server does not know its own address. Its host can set it with --public-url.")
	}
	code, err := qr.Make(base + "/t/" + t.ID() + ending)
	if err != nil {
		return nil, err
	}
	return code.SVG(), nil
}
