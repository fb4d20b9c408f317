package web

import (
	"cmp"
	"net/http"
	"time"
)

// answerTime is how long a client may take to read an answer.
const answerTime = 30 * time.Second

// A recorder remembers the status of an answer, and sets the deadline for the
// client to read it: within starts at the first byte, and again after each flush.
type recorder struct {
	http.ResponseWriter
	rc      *http.ResponseController
	status  int
	flushed bool
	packs   bool // the client accepts gzip
	within  time.Duration
	timed   bool     // the deadline is set
	answers *counted // where the answer is counted as under way, nil if nowhere
	address string   // for which
	begins  func()   // called when the answer begins, if not nil
}

// leave stops counting the answer as under way.
func (r *recorder) leave() {
	if r.begins != nil {
		r.begins()
	}
	if r.answers != nil {
		r.answers.leave(r.address)
		r.answers = nil
	}
}

func (r *recorder) code() int { return cmp.Or(r.status, http.StatusOK) }

// time sets the deadline, unless it is set.
func (r *recorder) time() {
	if r.begins != nil {
		r.begins()
	}
	if !r.timed {
		r.timed = true
		_ = r.rc.SetWriteDeadline(time.Now().Add(r.within)) // the answers of some tests have no deadline
	}
}

func (r *recorder) WriteHeader(status int) {
	r.time()
	if r.status == 0 {
		r.status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(b []byte) (int, error) {
	r.time()
	if r.status == 0 {
		r.status = http.StatusOK
	}
	return r.ResponseWriter.Write(b)
}

// FlushError sends what was written and removes the deadline: HTTP/2 would end
// an idle stream whose deadline passes.
func (r *recorder) FlushError() error {
	r.time()
	r.flushed = true
	if err := r.rc.Flush(); err != nil {
		return err
	}
	r.timed = false
	_ = r.rc.SetWriteDeadline(time.Time{})
	return nil
}

// Unwrap lets http.ResponseController reach the connection.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }
