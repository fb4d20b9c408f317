package web

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"parlour/web/wire"
)

// writeJSON answers with a value.
func writeJSON(w http.ResponseWriter, status int, v any) {
	body, err := wire.Marshal(v)
	if err != nil {
		status, body = http.StatusInternalServerError, []byte(`{"error":{"code":"internal","message":"Something went wrong on the server."}}`)
	}
	if h := w.Header(); h.Get("Cache-Control") == "" {
		h.Set("Cache-Control", "no-store")
	}
	_ = write(w, status, jsonType, append(body, '\n')) // if it fails the client has gone
}

const jsonType = "application/json; charset=utf-8"

// worthPacking is the size from which an answer is compressed. A smaller one fits
// into one packet anyway.
const worthPacking = 1400

var packers = sync.Pool{New: func() any {
	z, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed)
	return z
}}

// write answers with a body, compressed if the client accepts it.
func write(w http.ResponseWriter, status int, kind string, body []byte) error {
	return writeParts(w, status, kind, len(body), func(w io.Writer) error {
		_, err := w.Write(body)
		return err
	})
}

// send answers with what browsers may keep until its tag changes.
func send(r *request, kind string, a wire.Answer) error { return sendTo(r.w, r, kind, a) }

// sendPacked is send for what is compressed already. Hiding the recorder keeps write
// from doing it again.
func sendPacked(r *request, kind string, a wire.Answer) error {
	return sendTo(struct{ http.ResponseWriter }{r.w}, r, kind, a)
}

func sendTo(w http.ResponseWriter, r *request, kind string, a wire.Answer) error {
	h := w.Header()
	h.Set("ETag", a.Tag)
	h.Set("Cache-Control", "no-cache")
	if strings.Contains(r.Header.Get("If-None-Match"), a.Tag) {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	return write(w, http.StatusOK, kind, a.Body)
}

// A small drawing never changes, so it is compressed once and as well as can be.
type small struct {
	wire.Answer
	packed []byte
}

// smallest compresses what never changes.
func smallest(body []byte) small {
	if !packing {
		return small{Answer: wire.Tagged(body)}
	}
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	z.Write(body) // writing to a buffer never fails
	z.Close()
	return small{wire.Tagged(body), b.Bytes()}
}

// send answers with a drawing. It needs nothing from elsewhere, and the shelf has one
// of each game, so its headers are short.
func (a small) send(r *request) error {
	const kind = "image/svg+xml"
	h := r.w.Header()
	h.Set("Content-Security-Policy", "default-src 'none'")
	h.Del("Permissions-Policy")
	if !packing || !r.w.packs || strings.Contains(r.Header.Get("If-None-Match"), a.Tag) {
		return send(r, kind, a.Answer)
	}
	h.Add("Vary", "Accept-Encoding")
	h.Set("Content-Encoding", "gzip")
	return sendPacked(r, kind, wire.Answer{Tag: a.Tag, Body: a.packed})
}

// writeParts answers with a body of a known size that is written part by part. A
// compressed body is complete before it is sent, so that a slow reader holds
// only the compressed bytes in memory.
func writeParts(w http.ResponseWriter, status int, kind string, size int, body func(io.Writer) error) error {
	h := w.Header()
	h.Set("Content-Type", kind)
	if rec, ok := w.(*recorder); ok && size >= worthPacking {
		h.Add("Vary", "Accept-Encoding")
		if packing && rec.packs {
			packed, err := pack(body)
			if err != nil {
				return err
			}
			h.Set("Content-Encoding", "gzip")
			size, body = packed.Len(), func(w io.Writer) error {
				_, err := packed.WriteTo(w)
				return err
			}
		}
	}
	h.Set("Content-Length", strconv.Itoa(size)) // or it would be sent in chunks
	w.WriteHeader(status)
	return body(w)
}

// pack compresses a body.
func pack(body func(io.Writer) error) (*bytes.Buffer, error) {
	var b bytes.Buffer
	z := packers.Get().(*gzip.Writer)
	defer packers.Put(z)
	z.Reset(&b)
	if err := body(z); err != nil {
		return nil, err
	}
	return &b, z.Close()
}

// packing is false inside a browser, where answers travel nowhere. As a constant
// it keeps the packer out of the program.
const packing = runtime.GOOS != "js"

// packs reports whether a client accepts gzip.
func packs(r *http.Request) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, q, _ := strings.Cut(strings.TrimSpace(part), ";")
		if name == "gzip" {
			return strings.ReplaceAll(q, " ", "") != "q=0"
		}
	}
	return false
}
