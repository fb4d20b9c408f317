package live

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"parlour/hall"
	"parlour/phrase"
	"parlour/table"
	"parlour/web/wire"
)

// The limits of streams.
const (
	heartbeat = 15 * time.Second

	// messageBytes is how many bytes of events one message carries. The rest of
	// a long log follows as the reader takes it.
	messageBytes = 256 << 10

	// mostReading is how many bytes of events all answers together may hold
	// while they are written. They are the bytes of the albums, unless a table
	// is deleted or an album dropped meanwhile. Beyond this limit an answer
	// takes one event at a time.
	mostReading = 64 << 20
)

// A Writer is the connection to one reader. FlushError sends what was written;
// os.ErrDeadlineExceeded means that the reader is too slow.
type Writer interface {
	io.Writer
	FlushError() error
}

// Places says how far a reader came: the number of the last event it has of
// each table.
type Places map[string]int64

// String returns the places as TABLE:SEQ,TABLE:SEQ in the order of the tables.
func (p Places) String() string {
	var parts []string
	for _, id := range slices.Sorted(maps.Keys(p)) {
		parts = append(parts, fmt.Sprintf("%s:%d", id, p[id]))
	}
	return strings.Join(parts, ",")
}

// mostTables is how many tables a stream follows.
const mostTables = 32

// ParsePlaces reads TABLE:SEQ pairs. A table without SEQ is followed from its
// beginning.
func ParsePlaces(list []string) (Places, error) {
	at := Places{}
	for _, text := range list {
		id, num, _ := strings.Cut(strings.TrimSpace(text), ":")
		seq, err := strconv.ParseInt(cmp.Or(num, "0"), 10, 64)
		if err != nil || seq < 0 || !table.IsID(id) {
			return nil, &wire.Error{Code: wire.BadRequest, Message: "A table to follow is written TABLE:SEQ."}
		}
		at[id] = seq
	}
	if len(at) > mostTables {
		return nil, &wire.Error{Code: wire.BadRequest, Message: fmt.Sprintf("A stream follows at most %d tables.", mostTables)}
	}
	return at, nil
}

// A Stream is one reader that follows tables.
type Stream struct {
	b    *Broadcaster
	who  Reader
	w    Writer
	at   Places
	subs []*sub
	left map[*sub]unsent // taken from a sub and not sent yet
	wake chan struct{}
}

// A message is what a stream sends about one table.
type message struct {
	id     string
	kind   string            // table, presence or gone
	data   []byte            // presence, gone: JSON
	events []json.RawMessage // table
	view   *sharedView       // table: nil if more events follow
	you    []byte            // table: who the reader is, for the view
}

// Follow returns a stream for a guest that begins after the given
// events. It fails with ErrCrowded if too many strangers watch a table already.
func (b *Broadcaster) Follow(ctx context.Context, r Reader, at Places) (*Stream, error) {
	for id := range at {
		t, err := b.c.Hall.Open(ctx, id)
		if err != nil {
			return nil, err
		}
		if b.hubs.watching(id) < b.c.Watchers {
			continue
		}
		// Players are let in, however many watch.
		if you, err := t.You(ctx, r.Token); err != nil {
			return nil, err
		} else if you.Person == 0 {
			return nil, ErrCrowded
		}
	}
	st := &Stream{b: b, who: r, at: at, left: map[*sub]unsent{}, wake: make(chan struct{}, 1)}
	for _, id := range slices.Sorted(maps.Keys(at)) {
		st.subs = append(st.subs, &sub{id: id, token: r.Token, lang: cmp.Or(r.Lang, phrase.English), lastEvent: at[id], wake: st.wake})
	}
	return st, nil
}

// Call gives the reader a name that others see while the reader watches.
func (st *Stream) Call(name string) {
	for _, x := range st.subs {
		x.name = table.CleanName(name)
	}
}

// SSE writes Server-Sent Events until ctx ends, the Broadcaster closes or the
// reader is too slow. A message of the kind table carries the places as its id.
func (st *Stream) SSE(ctx context.Context, w Writer) {
	st.run(ctx, w, fmt.Sprintf("retry: %d\n", again().Milliseconds()), ": here\n\n", func(m message) error {
		id := ""
		if m.kind == "table" {
			id = "id: " + st.at.String() + "\n"
		}
		if err := st.text("event: " + m.kind + "\n" + id + "data: "); err != nil {
			return err
		}
		if err := m.writeTo(st.w); err != nil {
			return err
		}
		return st.text("\n\n")
	})
}

// Lines writes one event a line until ctx ends, the Broadcaster closes, the
// table is deleted or the reader is too slow. With views, a line {"view":...}
// follows each group of events.
func (st *Stream) Lines(ctx context.Context, w Writer, views bool) {
	st.run(ctx, w, "", "\n", func(m message) error {
		if m.kind == "gone" {
			return hall.ErrNotFound // ends the stream
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
	})
}

// again returns how long a reader waits before it connects again: each another
// time, so that not all come back at once after a server has stopped.
func again() time.Duration { return 200*time.Millisecond + rand.N(800*time.Millisecond) }

// run joins the hubs and sends what comes.
func (st *Stream) run(ctx context.Context, w Writer, first, beat string, send func(message) error) {
	st.w = w
	for _, x := range st.subs {
		defer st.b.join(x)()
	}
	tick := time.NewTicker(heartbeat)
	defer tick.Stop()
	ending, end := st.b.ending, (<-chan time.Time)(nil)
	err := st.write(func() error { return st.text(first + beat) })
	for err == nil {
		select {
		case <-ctx.Done():
			return
		case <-st.b.closing:
			return
		case <-ending:
			ending, end = nil, time.After(st.b.over/2+rand.N(st.b.over/2+1))
		case <-end:
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

// gone says that a table was deleted, once.
func (st *Stream) gone(id string, send func(message) error) error {
	if _, ok := st.at[id]; !ok {
		return nil
	}
	delete(st.at, id)
	return st.write(func() error {
		return send(message{id: id, kind: "gone", data: []byte(`{"table":"` + id + `"}`)})
	})
}

// errEnd ends a stream; its reader should connect again.
var errEnd = errors.New("the stream ends")

// round sends one message about each table that has news, and reports whether
// there may be more to send.
func (st *Stream) round(ctx context.Context, send func(message) error) (more bool, err error) {
	for _, x := range st.subs {
		select {
		case <-ctx.Done():
			return false, ctx.Err()
		case <-st.b.closing:
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
			if err := st.gone(x.id, send); err != nil {
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
func (st *Stream) news(ctx context.Context, x *sub, u *unsent, send func(message) error) (rest bool, err error) {
	al, err := st.b.album(ctx, st.who, x.id, u.seq)
	switch {
	case errors.Is(err, hall.ErrNotFound): // deleted just now
		return false, st.gone(x.id, send)
	case err != nil:
		return false, err
	}
	from := min(st.at[x.id], u.seq)
	pages, done := st.b.reading.take(al, from, u.seq, messageBytes)
	defer done()
	if len(pages) == 0 && from < u.seq { // the log is shorter than it was: another table of the same name
		return false, errEnd
	}
	m := message{id: x.id, kind: "table", events: pages, view: u.view, you: u.you}
	if st.at[x.id] = from + int64(len(pages)); st.at[x.id] < u.seq {
		m.view, rest = nil, true
	}
	return rest, st.write(func() error { return send(m) })
}

// write writes something and sends it.
func (st *Stream) write(f func() error) error {
	err := f()
	if err == nil {
		err = st.w.FlushError()
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		st.b.dropped.Add(1)
	}
	return err
}

func (st *Stream) text(s string) error {
	_, err := io.WriteString(st.w, s)
	return err
}

// reading counts the bytes of events that answers hold while they are written.
type reading struct{ size atomic.Int64 }

// take takes events of an album: at most that many bytes, or one event if too
// many bytes are held already. Call done when they are written.
func (u *reading) take(al *album, since, last int64, most int) (pages []json.RawMessage, done func()) {
	want := int64(most)
	if u.size.Add(want) > mostReading {
		u.size.Add(-want)
		want = 0
	}
	pages, size := al.after(since, last, int(want))
	u.size.Add(int64(size) - want)
	return pages, func() { u.size.Add(-int64(size)) }
}

// writeTo writes a view for one reader.
func (v *sharedView) writeTo(w io.Writer, you []byte) error {
	for _, part := range [][]byte{v.before, you, v.after} {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	return nil
}

// writeTo writes what a message says in JSON, piece by piece, so that the events
// are not copied for each reader.
func (m *message) writeTo(w io.Writer) error {
	if m.kind != "table" {
		_, err := w.Write(m.data)
		return err
	}
	if _, err := io.WriteString(w, `{"table":"`+m.id+`","events":[`); err != nil {
		return err
	}
	if err := wire.Join(w, m.events); err != nil {
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
