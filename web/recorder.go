package web

import (
	"cmp"
	"errors"
	"io"
	"net/http"
	"os"
	"sync/atomic"
	"time"

	"parlour/internal/line"
	"parlour/phrase"
	"parlour/web/wire"
)

// answerTime is how long a client may take to read an answer.
const answerTime = 30 * time.Second

// past is a deadline that ends whatever waits for a client.
var past = time.Unix(1, 0)

// A recorder remembers the status of an answer, counts it while it is written, and
// sets the deadline for the client to read it: within starts at the first byte, and
// again after each flush.
type recorder struct {
	http.ResponseWriter
	rc      *http.ResponseController
	status  int
	flushed bool
	packs   bool // the client accepts gzip
	within  time.Duration
	timed   bool        // the deadline is set
	cut     atomic.Bool // the client has to go, because others wait
	lang    *phrase.Catalogue
	begins  func() // ends the turn of the request when the answer begins, if not nil

	room    *line.Room // where the answer counts from its first byte on, nil for nowhere
	address string     // for which
	gone    func()     // it counts no more
	refused error      // there was no room for it: the client got this instead
}

// ends gives back what the request holds.
func (r *recorder) ends() {
	r.rest()
	if r.gone != nil {
		r.gone()
	}
}

// rest ends the turn of the request. It may take another.
func (r *recorder) rest() {
	if r.begins != nil {
		r.begins()
		r.begins = nil
	}
}

// dismiss ends the answer now, from any goroutine.
func (r *recorder) dismiss() {
	r.cut.Store(true)
	_ = r.rc.SetWriteDeadline(past)
}

// dismissAll also ends what the client sends.
func (r *recorder) dismissAll() {
	r.dismiss()
	_ = r.rc.SetReadDeadline(past)
}

func (r *recorder) code() int { return cmp.Or(r.status, http.StatusOK) }

// begin counts the answer and sets its deadline, unless that was done. It fails if
// too many answers are being written to the address.
func (r *recorder) begin() error {
	if r.refused != nil {
		return r.refused
	}
	r.rest()
	if r.room != nil {
		room := r.room
		r.room = nil
		var err error
		if r.gone, err = room.Enter(line.Guest{Address: r.address}, r.dismiss); err != nil {
			r.gone = nil
			for _, name := range []string{"Content-Length", "Content-Encoding", "Content-Disposition", "ETag", "Link", "Location"} {
				r.Header().Del(name)
			}
			e := errorOf(r.lang, crowded(err))
			writeError(r, e)
			r.refused = e
			return e
		}
	}
	if !r.timed {
		r.timed = true
		_ = r.rc.SetWriteDeadline(time.Now().Add(r.within)) // the answers of some tests have no deadline
		if r.cut.Load() {
			_ = r.rc.SetWriteDeadline(past)
		}
	}
	return nil
}

func (r *recorder) WriteHeader(status int) {
	if r.begin() != nil {
		return
	}
	if r.status == 0 {
		r.status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(b []byte) (int, error) {
	if err := r.begin(); err != nil {
		return 0, err
	}
	if r.status == 0 {
		r.status = http.StatusOK
	}
	return r.ResponseWriter.Write(b)
}

// FlushError sends what was written and removes the deadline: HTTP/2 would end
// an idle stream whose deadline passes.
func (r *recorder) FlushError() error {
	if err := r.begin(); err != nil {
		return err
	}
	r.flushed = true
	if err := r.rc.Flush(); err != nil {
		return err
	}
	r.timed = false
	_ = r.rc.SetWriteDeadline(time.Time{})
	if r.cut.Load() {
		_ = r.rc.SetWriteDeadline(past)
	}
	return nil
}

// Unwrap lets http.ResponseController reach the connection.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// bodyTime is how long a client may take to send the body of a request.
const bodyTime = 10 * time.Second

// A body is what a client sends. Bodies that are read are counted, by address, until
// their end: a slow sender holds nothing else while it sends.
type body struct {
	io.ReadCloser
	rc    *http.ResponseController
	room  *line.Room
	guest line.Guest
	leave func() // nil before the first byte
	err   error  // what ended it
}

var errSlow = tell(wire.BadRequest, "error.slow")

func (b *body) Read(p []byte) (n int, err error) {
	if b.err != nil {
		return 0, b.err
	}
	if b.leave == nil {
		_ = b.rc.SetReadDeadline(time.Now().Add(bodyTime)) // the requests of some tests have none
		if b.leave, err = b.room.Enter(b.guest, func() { _ = b.rc.SetReadDeadline(past) }); err != nil {
			b.leave, b.err = nil, crowded(err)
			return 0, b.err
		}
	}
	if n, err = b.ReadCloser.Read(p); err != nil {
		b.end()
		if b.err = err; errors.Is(err, os.ErrDeadlineExceeded) {
			b.err = errSlow
		} else {
			_ = b.rc.SetReadDeadline(time.Time{})
		}
	}
	return n, b.err
}

// end stops counting the body.
func (b *body) end() {
	if b.leave != nil {
		b.leave()
	}
}
