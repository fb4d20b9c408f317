package web

import (
	"context"
	"net/http"
	"strings"
	"time"

	"parlour/hall"
	"parlour/internal/line"
	"parlour/table"
	"parlour/web/live"
	"parlour/web/wire"
)

const (
	answerTime = 30 * time.Second // for a client to read an answer
	bodyTime   = 10 * time.Second // for a client to send the body of a request
	writeTime  = 10 * time.Second // for one message of a stream; a slower reader has to connect again
)

// stream answers GET /api/stream with Server-Sent Events.
func (s *Server) stream(r *request) error {
	at, err := live.ParsePlaces(r.URL.Query()["t"])
	if err != nil {
		return err
	}
	// A browser that reconnects says how far it came.
	last, err := live.ParsePlaces(strings.FieldsFunc(r.Header.Get("Last-Event-ID"), func(c rune) bool { return c == ',' }))
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
	if !table.IsID(id) {
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
	r.w.Open(kind)
	run(ctx, st, r.w)
	return nil
}

// headless makes a stream do nothing for HEAD: nobody would read what it sends.
func headless(h handler) handler {
	return func(s *Server, r *request) error {
		if r.Method == http.MethodHead {
			r.w.Open(r.route.media)
			return nil
		}
		return h(s, r)
	}
}

// opened counts an answer as a stream from now on. Its context ends if it has to make
// room for streams of others.
func (s *Server) opened(r *request) (ctx context.Context, leave func(), err error) {
	ctx, cancel := context.WithCancel(r.Context())
	left, err := s.streams.Enter(line.Guest{Address: r.address}, func() { cancel(); r.w.Dismiss() })
	if err != nil {
		cancel()
		return nil, nil, &wire.Error{Code: wire.Limited, Reason: "error.streams", Retry: 30}
	}
	r.w.Stream(s.writeTime)
	return ctx, func() { left(); cancel() }, nil
}

// streamed answers with Server-Sent Events while f sends some. The context of f
// ends when the reader goes or the server shuts down. If f fails before it sends
// anything, the answer is its error. The turn of the request ends, because f has a
// line of its own.
func (s *Server) streamed(r *request, failed string, f func(ctx context.Context, send func(kind string, v any) error) error) error {
	r.w.Release()
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
			r.w.Open("text/event-stream")
		}
		gone = r.w.SendEvent(kind, v)
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
