package web

import (
	"errors"
	"io"
	"net/http"
	"os"
	"time"

	"parlour/internal/line"
	"parlour/web/wire"
)

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
