package exchange

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"parlour/web/wire"
)

// JSON is the type of an answer in JSON.
const JSON = "application/json; charset=utf-8"

// SendJSON answers with a value.
func (w *Writer) SendJSON(status int, v any) {
	body, err := wire.Marshal(v)
	if err != nil {
		status, body = http.StatusInternalServerError, []byte(`{"error":{"code":"internal","message":"Something went wrong on the server."}}`)
	}
	if h := w.Header(); h.Get("Cache-Control") == "" {
		h.Set("Cache-Control", "no-store")
	}
	_ = w.Send(status, JSON, append(body, '\n')) // if it fails the client has gone
}

// Send answers with a body, compressed if the client accepts it.
func (w *Writer) Send(status int, kind string, body []byte) error {
	return w.SendParts(status, kind, len(body), func(w io.Writer) error {
		_, err := w.Write(body)
		return err
	})
}

// worthPacking is the size from which an answer is compressed. A smaller one fits
// into one packet anyway.
const worthPacking = 1400

// SendParts answers with a body of a known size that is written part by part. A
// compressed body is complete before it is sent, so that a slow reader holds
// only the compressed bytes in memory.
func (w *Writer) SendParts(status int, kind string, size int, body func(io.Writer) error) error {
	if size >= worthPacking {
		w.Header().Add("Vary", "Accept-Encoding")
		if packing && w.Packs() {
			packed, err := pack(body)
			if err != nil {
				return err
			}
			w.Header().Set("Content-Encoding", "gzip")
			size, body = packed.Len(), func(w io.Writer) error {
				_, err := packed.WriteTo(w)
				return err
			}
		}
	}
	return w.plain(status, kind, size, body)
}

// plain answers with a body as it is.
func (w *Writer) plain(status int, kind string, size int, body func(io.Writer) error) error {
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Content-Length", strconv.Itoa(size)) // or it would be sent in chunks
	w.WriteHeader(status)
	return body(w)
}

// SendTagged answers with what browsers may keep until its tag changes.
func (w *Writer) SendTagged(kind string, a wire.Answer) error {
	if w.known(a.Tag) {
		return nil
	}
	return w.Send(http.StatusOK, kind, a.Body)
}

// SendPacked is SendTagged for what is compressed already.
func (w *Writer) SendPacked(kind string, a wire.Answer) error {
	if w.known(a.Tag) {
		return nil
	}
	return w.plain(http.StatusOK, kind, len(a.Body), func(w io.Writer) error {
		_, err := w.Write(a.Body)
		return err
	})
}

// known answers that nothing has changed, if the client has what belongs to a tag.
func (w *Writer) known(tag string) bool {
	h := w.Header()
	h.Set("ETag", tag)
	h.Set("Cache-Control", "no-cache")
	if !strings.Contains(w.asked.Header.Get("If-None-Match"), tag) {
		return false
	}
	w.WriteHeader(http.StatusNotModified)
	return true
}

// A Fixed body never changes, so it is compressed once and as well as can be.
type Fixed struct {
	wire.Answer
	Packed []byte
}

// Fix compresses what never changes.
func Fix(body []byte) Fixed {
	if !packing {
		return Fixed{Answer: wire.Tagged(body)}
	}
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	z.Write(body) // writing to a buffer never fails
	z.Close()
	return Fixed{wire.Tagged(body), b.Bytes()}
}

// SendFixed answers with a body that never changes.
func (w *Writer) SendFixed(kind string, a Fixed) error {
	if !packing || !w.Packs() || strings.Contains(w.asked.Header.Get("If-None-Match"), a.Tag) {
		return w.SendTagged(kind, a.Answer)
	}
	w.Header().Add("Vary", "Accept-Encoding")
	w.Header().Set("Content-Encoding", "gzip")
	return w.SendPacked(kind, wire.Answer{Tag: a.Tag, Body: a.Packed})
}

// Open sends the head of an answer that stays open.
func (w *Writer) Open(kind string) {
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // or a proxy would hold it back
	w.WriteHeader(http.StatusOK)
}

// SendEvent writes one Server-Sent Event.
func (w *Writer) SendEvent(kind string, v any) error {
	data, err := wire.Marshal(v)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(w, "event: %s\ndata: %s\n\n", kind, data); err != nil {
		return err
	}
	return w.FlushError()
}

var packers = sync.Pool{New: func() any {
	z, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed)
	return z
}}

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

// Packs reports whether the client accepts gzip.
func (w *Writer) Packs() bool {
	for part := range strings.SplitSeq(w.asked.Header.Get("Accept-Encoding"), ",") {
		name, q, _ := strings.Cut(strings.TrimSpace(part), ";")
		if name == "gzip" {
			return strings.ReplaceAll(q, " ", "") != "q=0"
		}
	}
	return false
}
