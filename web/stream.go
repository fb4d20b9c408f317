package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"parlour/hall"
)

// The limits of streams.
const (
	heartbeat  = 15 * time.Second
	writeTime  = 10 * time.Second // for one message; who takes longer resumes later
	mostTables = 32               // tables of one stream

	// messageBytes is how many bytes of events one message carries. The rest of
	// a long log follows as the reader takes it.
	messageBytes = 256 << 10

	// mostUnderWay is how many bytes of events all answers together hold while
	// they are written. They are those of the albums, unless a table is deleted
	// or an album is dropped meanwhile. Beyond it each holds one event.
	mostUnderWay = 64 << 20
)

// A stream is one open answer that follows tables.
type stream struct {
	s    *Server
	w    http.ResponseWriter
	rc   *http.ResponseController
	at   map[string]int64 // last event sent of each table
	subs []*sub
	left map[*sub]unsent // what was taken from a sub and is not sent yet
	wake chan struct{}
}

// A message is what a stream sends about one table.
type message struct {
	id     string
	kind   string            // table, presence or gone
	data   []byte            // presence, gone: JSON
	events []json.RawMessage // table
	view   *view             // table: nil if more events follow
	you    []byte            // table: who the reader is, for the view
}

// follow begins a stream of the tables in at, from the event each is at.
func (s *Server) follow(w http.ResponseWriter, r *http.Request, at map[string]int64) (st *stream, leave func(), err error) {
	token := tokenOf(r)
	for id := range at {
		t, err := s.Hall.Open(r.Context(), id)
		if err != nil {
			return nil, nil, err
		}
		if s.hubs.watching(id) < s.Watchers {
			continue
		}
		// Whoever plays is let in, however many watch.
		if v, err := t.View(r.Context(), token); err != nil {
			return nil, nil, err
		} else if v.You.Person == 0 {
			return nil, nil, &Error{Code: Busy, Message: "Too many people watch this table.", retry: 30}
		}
	}
	address := addressKey(s.client(r))
	if !s.streams.enter(address) {
		return nil, nil, &Error{Code: Limited, Message: "Too many streams are open.", retry: 30}
	}
	if rec, ok := w.(*recorder); ok {
		rec.within = s.writeTime
		rec.leave() // it is counted among the streams
	}
	st = &stream{s: s, w: w, rc: http.NewResponseController(w), at: at, left: map[*sub]unsent{}, wake: make(chan struct{}, 1)}
	var leaves []func()
	for _, id := range slices.Sorted(maps.Keys(at)) {
		x := &sub{id: id, token: token, told: at[id], wake: st.wake}
		st.subs = append(st.subs, x)
		leaves = append(leaves, s.join(x))
	}
	return st, func() {
		for _, leave := range leaves {
			leave()
		}
		s.streams.leave(address)
	}, nil
}

// run sends what comes until the reader leaves or is too slow.
func (st *stream) run(ctx context.Context, send func(message) error, beat string) {
	tick := time.NewTicker(heartbeat)
	defer tick.Stop()
	err := st.write(func() error { return st.text(beat) })
	for err == nil {
		select {
		case <-ctx.Done():
			return
		case <-st.s.closing:
			return
		case <-st.wake:
			for more := true; more && err == nil; {
				more, err = st.round(ctx, send)
			}
		case <-tick.C:
			err = st.write(func() error { return st.text(beat) })
		}
	}
}

// goneMessage says that a table was deleted.
func goneMessage(id string) message {
	return message{id: id, kind: "gone", data: []byte(`{"table":"` + id + `"}`)}
}

// errEnd ends a stream whose reader does well to ask again.
var errEnd = errors.New("the stream ends")

// round sends one message about each table that has news, and reports whether
// there may be more to send.
func (st *stream) round(ctx context.Context, send func(message) error) (more bool, err error) {
	for _, x := range st.subs {
		select {
		case <-ctx.Done():
			return false, ctx.Err()
		case <-st.s.closing:
			return false, errEnd
		default:
		}
		u := x.take()
		if old := st.left[x]; u.view == nil && old.view != nil {
			u.seq, u.view, u.you = old.seq, old.view, old.you
		}
		delete(st.left, x)
		switch {
		case u.end:
			return false, errEnd
		case u.gone:
			if err := st.write(func() error { return send(goneMessage(x.id)) }); err != nil {
				return false, err
			}
			continue
		}
		if u.presence != nil {
			if err := st.write(func() error { return send(message{id: x.id, kind: "presence", data: u.presence}) }); err != nil {
				return false, err
			}
		}
		if u.view == nil {
			continue
		}
		rest, err := st.news(ctx, x, &u, send)
		if err != nil {
			return false, err
		}
		if rest {
			st.left[x], more = u, true
		}
	}
	return more, nil
}

// news sends the next events of a table, with the view if they are the last.
func (st *stream) news(ctx context.Context, x *sub, u *unsent, send func(message) error) (rest bool, err error) {
	al, err := st.s.album(ctx, x.id, u.seq)
	switch {
	case errors.Is(err, hall.ErrNotFound): // deleted just now
		return false, st.write(func() error { return send(goneMessage(x.id)) })
	case err != nil:
		return false, err
	}
	from := min(st.at[x.id], u.seq)
	pages, done := st.s.underWay.take(al, from, u.seq, messageBytes)
	defer done()
	if len(pages) == 0 && from < u.seq { // the log is shorter than it was: another table of that name
		return false, errEnd
	}
	m := message{id: x.id, kind: "table", events: pages, view: u.view, you: u.you}
	if st.at[x.id] = from + int64(len(pages)); st.at[x.id] < u.seq {
		m.view, rest = nil, true
	}
	return rest, st.write(func() error { return send(m) })
}

// write sends something and sees that it arrives in time.
func (st *stream) write(f func() error) error {
	err := f()
	if err == nil {
		err = st.rc.Flush()
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		st.s.metrics.dropped.Add(1)
	}
	return err
}

// underWay counts the bytes of events that answers hold while they are written.
type underWay struct{ size atomic.Int64 }

// take takes events of an album to write them: some of most bytes, or one where
// too many are under way. The function it returns is called when they are
// written.
func (u *underWay) take(al *album, since, last int64, most int) (pages []json.RawMessage, done func()) {
	want := int64(most)
	if u.size.Add(want) > mostUnderWay {
		u.size.Add(-want)
		want = 0
	}
	pages, size := al.after(since, last, int(want))
	u.size.Add(int64(size) - want)
	return pages, func() { u.size.Add(-int64(size)) }
}

func (st *stream) text(s string) error {
	_, err := io.WriteString(st.w, s)
	return err
}

// join writes parts of JSON one after another with commas between them.
func join(w io.Writer, parts []json.RawMessage) error {
	for i, part := range parts {
		if i > 0 {
			if _, err := io.WriteString(w, ","); err != nil {
				return err
			}
		}
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	return nil
}

// writeTo writes a view for one reader.
func (v *view) writeTo(w io.Writer, you []byte) error {
	for _, part := range [][]byte{v.before, you, v.after} {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	return nil
}

// live answers GET /api/stream with Server-Sent Events.
func (s *Server) live(w http.ResponseWriter, r *http.Request) error {
	at, err := places(r.URL.Query()["t"])
	if err != nil {
		return err
	}
	// A browser that resumes says how far it came.
	last, err := places(strings.FieldsFunc(r.Header.Get("Last-Event-ID"), func(c rune) bool { return c == ',' }))
	if err == nil {
		for id, seq := range last {
			if _, ok := at[id]; ok {
				at[id] = seq
			}
		}
	}
	if len(at) == 0 {
		return fail(BadRequest, "Say which tables to follow: t=TABLE:SEQ.")
	}
	st, leave, err := s.follow(w, r, at)
	if err != nil {
		return err
	}
	defer leave()
	begin(w, "text/event-stream")
	st.run(r.Context(), func(m message) error {
		id := ""
		if m.kind == "table" {
			id = "id: " + st.id() + "\n"
		}
		if err := st.text("event: " + m.kind + "\n" + id + "data: "); err != nil {
			return err
		}
		if err := m.writeTo(st.w); err != nil {
			return err
		}
		return st.text("\n\n")
	}, ": here\n\n")
	return nil
}

// writeTo writes what a message says in JSON, piece by piece: there is no copy
// of the events for each reader.
func (m *message) writeTo(w io.Writer) error {
	if m.kind != "table" {
		_, err := w.Write(m.data)
		return err
	}
	if _, err := io.WriteString(w, `{"table":"`+m.id+`","events":[`); err != nil {
		return err
	}
	if err := join(w, m.events); err != nil {
		return err
	}
	if m.view == nil {
		_, err := io.WriteString(w, "]}")
		return err
	}
	if _, err := io.WriteString(w, `],"view":`); err != nil {
		return err
	}
	if err := m.view.writeTo(w, m.you); err != nil {
		return err
	}
	_, err := io.WriteString(w, "}")
	return err
}

func begin(w http.ResponseWriter, kind string) {
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // or a proxy would hold it back
	w.WriteHeader(http.StatusOK)
}

// id says how far the stream came, for Last-Event-ID.
func (st *stream) id() string {
	var parts []string
	for _, id := range slices.Sorted(maps.Keys(st.at)) {
		parts = append(parts, fmt.Sprintf("%s:%d", id, st.at[id]))
	}
	return strings.Join(parts, ",")
}

// places reads TABLE:SEQ pairs; without SEQ a table is followed from its
// beginning.
func places(list []string) (map[string]int64, error) {
	at := map[string]int64{}
	for _, text := range list {
		id, num, _ := strings.Cut(strings.TrimSpace(text), ":")
		seq, err := strconv.ParseInt(or(num, "0"), 10, 64)
		if err != nil || seq < 0 || !wellNamed(id) {
			return nil, fail(BadRequest, "A table to follow is written TABLE:SEQ.")
		}
		at[id] = seq
	}
	if len(at) > mostTables {
		return nil, fail(BadRequest, fmt.Sprintf("A stream follows at most %d tables.", mostTables))
	}
	return at, nil
}

// lines answers GET /api/tables/{table}/events.ndjson: an event a line, kept
// open. With view=1 a line {"view":...} follows each group of events.
func (s *Server) lines(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("table")
	if !wellNamed(id) {
		return hall.ErrNotFound
	}
	since, err := number(r, "since")
	if err != nil {
		return err
	}
	st, leave, err := s.follow(w, r, map[string]int64{id: since})
	if err != nil {
		return err
	}
	defer leave()
	views := r.URL.Query().Get("view") == "1"
	begin(w, "application/x-ndjson")
	st.run(r.Context(), func(m message) error {
		if m.kind == "gone" {
			return hall.ErrNotFound // which ends the stream
		}
		for _, e := range m.events {
			if _, err := st.w.Write(e); err != nil {
				return err
			}
			if err := st.text("\n"); err != nil {
				return err
			}
		}
		if !views || m.view == nil {
			return nil
		}
		if err := st.text(`{"view":`); err != nil {
			return err
		}
		if err := m.view.writeTo(st.w, m.you); err != nil {
			return err
		}
		return st.text("}\n")
	}, "\n")
	return nil
}
