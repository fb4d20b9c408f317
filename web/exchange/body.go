package exchange

import (
	"errors"
	"io"
	"net/http"
	"os"
	"time"

	"parlour/internal/line"
	"parlour/web/wire"
)

// A Body is what a client sends. Bodies that are read are counted, by address, until
// their end: a slow sender holds nothing else while it sends.
type Body struct {
	io.ReadCloser
	rc     *http.ResponseController
	room   *line.Room
	guest  line.Guest
	within time.Duration
	leave  func() // nil before the first byte
	err    error  // what ended it
}

var errSlow = &wire.Error{Code: wire.BadRequest, Reason: "error.slow"}

// Body returns the body of the request as one that counts for an address. The client
// has a limited time to send it.
func (w *Writer) Body(room *line.Room, address string, within time.Duration) *Body {
	return &Body{ReadCloser: w.asked.Body, rc: w.rc, room: room, guest: line.Guest{Address: address}, within: within}
}

func (b *Body) Read(p []byte) (n int, err error) {
	if b.err != nil {
		return 0, b.err
	}
	if b.leave == nil {
		_ = b.rc.SetReadDeadline(time.Now().Add(b.within)) // the requests of some tests have none
		if b.leave, err = b.room.Enter(b.guest, func() { _ = b.rc.SetReadDeadline(past) }); err != nil {
			b.leave, b.err = nil, Crowded(err)
			return 0, b.err
		}
	}
	if n, err = b.ReadCloser.Read(p); err != nil {
		b.End()
		if b.err = err; errors.Is(err, os.ErrDeadlineExceeded) {
			b.err = errSlow
		} else {
			_ = b.rc.SetReadDeadline(time.Time{})
		}
	}
	return n, b.err
}

// End stops counting the body.
func (b *Body) End() {
	if b.leave != nil {
		b.leave()
	}
}
