package web

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"parlour/hall"
	"parlour/internal/line"
	"parlour/web/live"
	"parlour/web/wire"
)

const (
	writeTime  = 10 * time.Second // for one message of a stream; a slower reader has to connect again
	mostTables = 32               // tables of one stream
)

// stream answers GET /api/stream with Server-Sent Events.
func (s *Server) stream(w http.ResponseWriter, r *http.Request) error {
	at, err := places(r.URL.Query()["t"])
	if err != nil {
		return err
	}
	// A browser that reconnects says how far it came.
	last, err := places(strings.FieldsFunc(r.Header.Get("Last-Event-ID"), func(c rune) bool { return c == ',' }))
	if err == nil {
		for id, seq := range last {
			if _, ok := at[id]; ok {
				at[id] = seq
			}
		}
	}
	if len(at) == 0 {
		return fail(wire.BadRequest, "Say which tables to follow: t=TABLE:SEQ.")
	}
	return s.follow(w, r, at, "text/event-stream", func(ctx context.Context, st *live.Stream, w live.Writer) { st.SSE(ctx, w) })
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
	views := r.URL.Query().Get("view") == "1"
	return s.follow(w, r, live.Places{id: since}, "application/x-ndjson", func(ctx context.Context, st *live.Stream, w live.Writer) { st.Lines(ctx, w, views) })
}

// follow runs a stream of the tables in at, within the limits for streams.
func (s *Server) follow(w http.ResponseWriter, r *http.Request, at live.Places, kind string, run func(context.Context, *live.Stream, live.Writer)) error {
	if err := s.turn(w, r); err != nil {
		return err
	}
	st, err := s.live.Follow(r.Context(), s.guest(r), at)
	if err != nil {
		return err
	}
	st.Call(r.URL.Query().Get("name"))
	rec, ctx, leave, err := s.opened(w, r)
	if err != nil {
		return err
	}
	defer leave()
	begin(w, kind)
	run(ctx, st, rec)
	return nil
}

// opened counts an answer as a stream from now on. Its context ends if it has to make
// room for streams of others.
func (s *Server) opened(w http.ResponseWriter, r *http.Request) (rec *recorder, ctx context.Context, leave func(), err error) {
	rec = w.(*recorder) // answer makes it
	ctx, cancel := context.WithCancel(r.Context())
	left, err := s.streams.Enter(line.Guest{Address: s.address(r)}, func() { cancel(); rec.dismiss() })
	if err != nil {
		cancel()
		return nil, nil, nil, &wire.Error{Code: wire.Limited, Message: "Too many streams are open.", Retry: 30}
	}
	rec.room, rec.within = nil, s.writeTime
	return rec, ctx, func() { left(); cancel() }, nil
}

// begin sends the head of an answer that stays open.
func begin(w http.ResponseWriter, kind string) {
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // or a proxy would hold it back
	w.WriteHeader(http.StatusOK)
}

// places reads TABLE:SEQ pairs. A table without SEQ is followed from its
// beginning.
func places(list []string) (live.Places, error) {
	at := live.Places{}
	for _, text := range list {
		id, num, _ := strings.Cut(strings.TrimSpace(text), ":")
		seq, err := strconv.ParseInt(cmp.Or(num, "0"), 10, 64)
		if err != nil || seq < 0 || !wellNamed(id) {
			return nil, fail(wire.BadRequest, "A table to follow is written TABLE:SEQ.")
		}
		at[id] = seq
	}
	if len(at) > mostTables {
		return nil, fail(wire.BadRequest, fmt.Sprintf("A stream follows at most %d tables.", mostTables))
	}
	return at, nil
}
