// Package exchange carries what a client sends and what it is answered: compressed,
// with a tag, in good time, and no more at once than there is room for. A slow client
// keeps nobody waiting.
//
//	w := exchange.NewWriter(rw, r, 30*time.Second)
//	defer w.End()
//	err := w.Send(http.StatusOK, "text/plain", body)
package exchange

import (
	"cmp"
	"errors"
	"net/http"
	"sync/atomic"
	"time"

	"parlour/internal/line"
	"parlour/web/wire"
)

// past is a deadline that ends whatever waits for a client.
var past = time.Unix(1, 0)

// A Writer writes the answer to one request. It remembers the status, counts the
// answer while it is written, and sets the deadline for the client to read it: within
// starts at the first byte, and again after each flush.
type Writer struct {
	http.ResponseWriter
	asked   *http.Request
	rc      *http.ResponseController
	status  int
	flushed bool
	lost    bool // the client did not take what was written
	within  time.Duration
	timed   bool        // the deadline is set
	cut     atomic.Bool // the client has to go, because others wait
	release func()      // ends the turn of the request, if it has one

	room    *line.Room        // where the answer counts from its first byte on, nil for nowhere
	address string            // for which
	refuse  func(error) error // answers if there is no room, and returns what it said
	gone    func()            // it counts no more
	refused error             // what refuse returned
}

// NewWriter returns a writer for the answer to a request, which the client has to read
// within some time.
func NewWriter(w http.ResponseWriter, asked *http.Request, within time.Duration) *Writer {
	return &Writer{ResponseWriter: w, asked: asked, rc: http.NewResponseController(w), within: within}
}

// Count makes the answer count for an address from its first byte on. If the room is
// full then, refuse answers instead.
func (w *Writer) Count(room *line.Room, address string, refuse func(error) error) {
	w.room, w.address, w.refuse = room, address, refuse
}

// Stream makes the answer one that stays open. It does not count, and the client has
// to read each message within some time.
func (w *Writer) Stream(within time.Duration) { w.room, w.within = nil, within }

// Hold gives the request a turn, which ends when the answer begins, so that slow
// readers keep nobody waiting.
func (w *Writer) Hold(release func()) { w.release = release }

// Holds reports whether the request has a turn.
func (w *Writer) Holds() bool { return w.release != nil }

// Release ends the turn of the request. It may take another.
func (w *Writer) Release() {
	if w.release != nil {
		w.release()
		w.release = nil
	}
}

// End gives back what the request holds.
func (w *Writer) End() {
	w.Release()
	if w.gone != nil {
		w.gone()
	}
}

// Dismiss ends the answer now, from any goroutine.
func (w *Writer) Dismiss() {
	w.cut.Store(true)
	_ = w.rc.SetWriteDeadline(past)
}

// DismissAll also ends what the client sends.
func (w *Writer) DismissAll() {
	w.Dismiss()
	_ = w.rc.SetReadDeadline(past)
}

// Stop ends what the client sends, so that the answer need not wait for the rest of it.
func (w *Writer) Stop() { _ = w.rc.SetReadDeadline(past) }

// Begun reports whether an answer has begun.
func (w *Writer) Begun() bool { return w.status != 0 }

// Status returns the status of the answer.
func (w *Writer) Status() int { return cmp.Or(w.status, http.StatusOK) }

// Flushed reports whether the answer was sent in parts, as streams are.
func (w *Writer) Flushed() bool { return w.flushed }

// Lost reports whether the client has gone, or read too slowly, before it had the answer.
func (w *Writer) Lost() bool { return w.lost }

// begin counts the answer and sets its deadline, unless that was done. It fails if
// too many answers are being written to the address.
func (w *Writer) begin() error {
	if w.refused != nil {
		return w.refused
	}
	w.Release()
	if w.room != nil {
		room := w.room
		w.room = nil
		var err error
		if w.gone, err = room.Enter(line.Guest{Address: w.address}, w.Dismiss); err != nil {
			w.gone = nil
			for _, name := range []string{"Content-Length", "Content-Encoding", "Content-Disposition", "ETag", "Link", "Location"} {
				w.Header().Del(name)
			}
			w.refused = w.refuse(Crowded(err))
			return w.refused
		}
	}
	if !w.timed {
		w.timed = true
		_ = w.rc.SetWriteDeadline(time.Now().Add(w.within)) // the answers of some tests have no deadline
		if w.cut.Load() {
			_ = w.rc.SetWriteDeadline(past)
		}
	}
	return nil
}

func (w *Writer) WriteHeader(status int) {
	if w.begin() != nil {
		return
	}
	if w.status == 0 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *Writer) Write(b []byte) (int, error) {
	if err := w.begin(); err != nil {
		return 0, err
	}
	if w.status == 0 {
		w.status = http.StatusOK
	}
	n, err := w.ResponseWriter.Write(b)
	if err != nil && !errors.Is(err, http.ErrContentLength) && !errors.Is(err, http.ErrBodyNotAllowed) {
		w.lost = true
	}
	return n, err
}

// FlushError sends what was written and removes the deadline: HTTP/2 would end
// an idle stream whose deadline passes.
func (w *Writer) FlushError() error {
	if err := w.begin(); err != nil {
		return err
	}
	w.flushed = true
	if err := w.rc.Flush(); err != nil {
		return err
	}
	w.timed = false
	_ = w.rc.SetWriteDeadline(time.Time{})
	if w.cut.Load() {
		_ = w.rc.SetWriteDeadline(past)
	}
	return nil
}

// Unwrap lets http.ResponseController reach the connection.
func (w *Writer) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Crowded says that too many wait. Any other error stays as it is.
func Crowded(err error) error {
	switch {
	case errors.Is(err, line.ErrFull):
		return &wire.Error{Code: wire.Busy, Reason: "error.crowded", Retry: 2}
	case errors.Is(err, line.ErrEach), errors.Is(err, line.ErrOwn):
		return &wire.Error{Code: wire.Limited, Reason: "error.in-progress", Retry: 1}
	}
	return err
}
