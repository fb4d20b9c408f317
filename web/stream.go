package web

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"parlour/table"
)

// The limits of streams.
const (
	heartbeat  = 15 * time.Second
	writeTime  = 10 * time.Second // for one write; who takes longer resumes later
	queueSize  = 32               // messages of one stream
	mostTables = 32               // tables of one stream
)

// A stream is one open answer that follows tables.
type stream struct {
	s    *Server
	w    http.ResponseWriter
	rc   *http.ResponseController
	at   map[string]int64 // last event sent of each table
	out  chan message
	full chan struct{} // closed when the reader is too slow
	once sync.Once
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
		return nil, nil, &Error{Code: Limited, Message: "Too many streams from this address.", retry: 30}
	}
	st = &stream{s: s, w: w, rc: http.NewResponseController(w), at: at, out: make(chan message, queueSize), full: make(chan struct{})}
	var leaves []func()
	for id, seq := range at {
		leaves = append(leaves, s.join(&sub{id: id, token: token, at: seq, out: st.out, drop: st.drop}))
	}
	return st, func() {
		for _, leave := range leaves {
			leave()
		}
		s.streams.leave(address)
	}, nil
}

// drop ends the stream of a reader who is too slow.
func (st *stream) drop() {
	st.once.Do(func() {
		st.s.metrics.dropped.Add(1)
		close(st.full)
	})
}

// run sends what comes until the reader leaves or is too slow.
func (st *stream) run(ctx context.Context, send func(message) error, beat string) {
	tick := time.NewTicker(heartbeat)
	defer tick.Stop()
	write := func(f func() error) bool {
		if err := st.rc.SetWriteDeadline(time.Now().Add(writeTime)); err != nil && !errors.Is(err, http.ErrNotSupported) {
			return false
		}
		return f() == nil && st.rc.Flush() == nil
	}
	if !write(func() error { return st.text(beat) }) {
		return
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-st.s.closing:
			return
		case <-st.full:
			return
		case m := <-st.out:
			if m.kind == "table" {
				st.at[m.id] = m.at
			}
			if !write(func() error { return send(m) }) {
				return
			}
		case <-tick.C:
			if !write(func() error { return st.text(beat) }) {
				return
			}
		}
	}
}

func (st *stream) text(s string) error {
	_, err := st.w.Write([]byte(s))
	return err
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
		if _, err := st.w.Write(m.data); err != nil {
			return err
		}
		return st.text("\n\n")
	}, ": here\n\n")
	return nil
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
		return table.ErrNotFound
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
			return table.ErrNotFound // which ends the stream
		}
		for _, e := range m.events {
			if _, err := st.w.Write(append(slices.Clip(e), '\n')); err != nil {
				return err
			}
		}
		if views && m.view != nil {
			return st.text(`{"view":` + string(m.view) + "}\n")
		}
		return nil
	}, "\n")
	return nil
}
