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
func (s *Server) stream(r *request) error {
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
	return s.follow(r, at, "text/event-stream", func(ctx context.Context, st *live.Stream, w live.Writer) { st.SSE(ctx, w) })
}

// lines answers GET /api/tables/{table}/events.ndjson: an event a line, kept
// open. With view=1 a line {"view":...} follows each group of events.
func (s *Server) lines(r *request) error {
	id := r.PathValue("table")
	if !wellNamed(id) {
		return hall.ErrNotFound
	}
	since, err := r.number("since")
	if err != nil {
		return err
	}
	views := r.URL.Query().Get("view") == "1"
	return s.follow(r, live.Places{id: since}, "application/x-ndjson", func(ctx context.Context, st *live.Stream, w live.Writer) { st.Lines(ctx, w, views) })
}

// follow runs a stream of the tables in at, within the limits for streams.
func (s *Server) follow(r *request, at live.Places, kind string, run func(context.Context, *live.Stream, live.Writer)) error {
	if err := s.turn(r); err != nil {
		return err
	}
	st, err := s.live.Follow(r.Context(), r.reader(), at)
	if err != nil {
		return err
	}
	st.Call(r.URL.Query().Get("name"))
	ctx, leave, err := s.opened(r)
	if err != nil {
		return err
	}
	defer leave()
	begin(r.w, kind)
	run(ctx, st, r.w)
	return nil
}

// opened counts an answer as a stream from now on. Its context ends if it has to make
// room for streams of others.
func (s *Server) opened(r *request) (ctx context.Context, leave func(), err error) {
	ctx, cancel := context.WithCancel(r.Context())
	left, err := s.streams.Enter(line.Guest{Address: r.address}, func() { cancel(); r.w.dismiss() })
	if err != nil {
		cancel()
		return nil, nil, &wire.Error{Code: wire.Limited, Reason: "error.streams", Retry: 30}
	}
	r.w.room, r.w.within = nil, s.writeTime
	return ctx, func() { left(); cancel() }, nil
}

// streamed answers with Server-Sent Events while f sends some. The context of f
// ends when the reader goes or the server shuts down. If f fails before it sends
// anything, the answer is its error.
func (s *Server) streamed(r *request, failed string, f func(ctx context.Context, send func(kind string, v any) error) error) error {
	ctx, leave, err := s.opened(r)
	if err != nil {
		return err
	}
	defer leave()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(s.life, cancel)() // a server that shuts down does not wait
	var begun bool
	var gone error // the reader
	err = f(ctx, func(kind string, v any) error {
		if !begun {
			begun = true
			begin(r.w, "text/event-stream")
		}
		gone = sendEvent(r.w, kind, v)
		return gone
	})
	switch {
	case err == nil || gone != nil || ctx.Err() != nil:
		return nil
	case !begun:
		return err
	}
	s.Log.ErrorContext(ctx, failed, "route", r.Pattern, "err", err)
	return nil
}

// sendEvent writes one Server-Sent Event.
func sendEvent(w *recorder, kind string, v any) error {
	data, err := wire.Marshal(v)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(w, "event: %s\ndata: %s\n\n", kind, data); err != nil {
		return err
	}
	return w.FlushError()
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
