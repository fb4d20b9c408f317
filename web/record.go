package web

import (
	"bytes"
	"context"
	"net/http"
	"net/url"
	"slices"

	"parlour/cabinet"
	"parlour/draw/qr"
	"parlour/hall"
	"parlour/record"
	"parlour/web/wire"
)

// mostRecords is how many bytes of records the cache holds.
const mostRecords = 16 << 20

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

// recordIn returns the handler of GET /api/tables/{table}/record, and record.NAME for
// the other formats of the catalogue. A record is made once for each event of the
// table.
func recordIn(f *cabinet.Format) func(*Server, *request, *hall.Table) (file, error) {
	return func(s *Server, r *request, t *hall.Table) (out file, err error) {
		v, err := t.Brief(r.Context())
		if err != nil {
			return out, err
		}
		if !slices.Contains(f.Games(), v.Game) {
			return out, tell(wire.NotFound, "error.no-format")
		}
		done, err := cached(s, r, s.records, recordKey{v.Table, v.Seq, f.Name}, func(ctx context.Context) (out written, err error) {
			rec, _, err := s.live.Record(ctx, r.guest(), &v)
			if err != nil {
				return out, err
			}
			var b bytes.Buffer
			if err := f.Write(&b, []*record.Record{rec}); err != nil {
				s.Log.Warn("a record cannot be written", "table", v.Table, "format", f.Name, "err", err)
				return written{refusal: tell(wire.Refused, "error.format-fault", "why", err)}, nil
			}
			return written{body: b.Bytes()}, nil
		})
		if err != nil {
			return out, err
		}
		if done.refusal != nil {
			return out, done.refusal
		}
		return file{v.Table + f.Endings[0], f.Type, done.body}, s.turn(r) // to compress it
	}
}

// A file is an answer to be saved.
type file struct {
	name, kind string
	body       []byte
}

func (f file) send(r *request) error {
	h := r.w.Header()
	h.Set("Content-Disposition", `inline; filename="`+f.name+`"`)
	h.Set("Cache-Control", "no-cache")
	return r.w.Send(http.StatusOK, f.kind, f.body)
}

// qrCode answers GET /api/tables/{table}/qr.svg: the join link as a QR code.
func (s *Server) qrCode(r *request, t *hall.Table) (drawing, error) { return s.codeOf(r, t, "") }

// claimCode is the body of POST /api/tables/{table}/qr.
type claimCode struct {
	Claim string `json:"claim"` // the secret of the action carry
}

// secretDrawing is a drawing that nobody may keep.
type secretDrawing []byte

func (d secretDrawing) send(r *request) error {
	r.w.Header().Set("Cache-Control", "no-store")
	return r.w.Send(http.StatusOK, "image/svg+xml", d)
}

// qrClaim answers POST /api/tables/{table}/qr: the link that takes a person's
// chairs to another device as a QR code. The secret comes in the body, because
// addresses are logged and cached.
func (s *Server) qrClaim(r *request, t *hall.Table, c claimCode) (secretDrawing, error) {
	if c.Claim == "" || len(c.Claim) > 128 {
		return nil, fail(wire.BadRequest, "Send the secret of the action carry as claim.")
	}
	return s.codeOf(r, t, "#claim="+url.QueryEscape(c.Claim))
}

// codeOf draws the link to a table, with an ending, as a QR code.
func (s *Server) codeOf(r *request, t *hall.Table, ending string) ([]byte, error) {
	base := s.Printed(r.Request)
	if base == "" { // a QR code cannot be relative
		return nil, tell(wire.Refused, "error.no-address")
	}
	code, err := qr.Make(base + "/t/" + t.ID() + ending)
	if err != nil {
		return nil, err
	}
	return code.SVG(""), nil
}
