package live

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"parlour/cabinet/shelf"
	"parlour/hall"
	"parlour/hall/storetest"
	"parlour/internal/line"
	"parlour/internal/wait"
	"parlour/table"
	"parlour/web/wire"
)

// open returns a hall with one table of checkers and the token of its host.
func open(t testing.TB) (h *hall.Hall, tb *hall.Table, token string) {
	t.Helper()
	h, err := hall.New(t.Context(), hall.Config{Store: &storetest.Memory{}, Bus: &hall.Local{}, Shelf: shelf.Cabinet{}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.Close)
	token = hall.NewToken()
	tb, err = h.Create(t.Context(), token, table.Terms{Game: "checkers"}, table.Action{Key: "key-of-the-table", Chair: 1, Name: "Ann"})
	if err != nil {
		t.Fatal(err)
	}
	return h, tb, token
}

// emote makes an event happen at a table.
func emote(t testing.TB, tb *hall.Table, token, key string) {
	t.Helper()
	if _, err := tb.Do(t.Context(), token, table.Action{Kind: table.Emote, Text: "hello", Key: key}); err != nil {
		t.Fatal(err)
	}
}

// A reader is a connection that remembers what was sent.
type reader struct {
	mu    sync.Mutex
	sent  strings.Builder
	fails error // of the next flush
}

func (r *reader) Write(b []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.sent.Write(b)
}

func (r *reader) FlushError() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.fails
}

func (r *reader) String() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.sent.String()
}

// follow runs a stream until the test ends. Done is closed when it ended.
func follow(t *testing.T, b *Broadcaster, token string, at Places, run func(*Stream, context.Context, Writer)) (r *reader, done chan struct{}) {
	t.Helper()
	st, err := b.Follow(t.Context(), Reader{Guest: line.Guest{Token: token}}, at)
	if err != nil {
		t.Fatal(err)
	}
	r, done = &reader{}, make(chan struct{})
	go func() {
		defer close(done)
		run(st, t.Context(), r)
	}()
	return r, done
}

// A reader gets the events it lacks, then every further one, each with the place
// it has reached.
func TestSSE(t *testing.T) {
	h, tb, token := open(t)
	b := New(Config{Hall: h})
	r, done := follow(t, b, token, Places{tb.ID(): 1}, (*Stream).SSE)
	wait.For(t, "the first message", func() bool { return strings.Contains(r.String(), "id: "+tb.ID()+":2\n") })
	emote(t, tb, token, "key-of-hello")
	wait.For(t, "the emote", func() bool { return strings.Contains(r.String(), "id: "+tb.ID()+":3\n") })
	for _, want := range []string{`"seq":2`, `"words":"Ann: `, `"you":{"person":1,"name":"Ann","chairs":[1],"host":true}`} {
		if !strings.Contains(r.String(), want) {
			t.Errorf("there is no %s in\n%s", want, r)
		}
	}
	if strings.Contains(r.String(), `"seq":1,"schema"`) {
		t.Errorf("an event came again:\n%s", r)
	}
	b.Close()
	wait.Receive(t, "the end of the stream", done)
	if n := b.Watching(tb.ID()); n != 0 {
		t.Errorf("%d streams are left", n)
	}
}

// A deleted table ends a stream of lines and is announced in one of messages.
func TestDeleted(t *testing.T) {
	h, tb, token := open(t)
	b := New(Config{Hall: h})
	lines, ended := follow(t, b, token, Places{tb.ID(): 0}, func(st *Stream, ctx context.Context, w Writer) { st.Lines(ctx, w, true) })
	messages, _ := follow(t, b, "", Places{tb.ID(): 0}, (*Stream).SSE)
	for _, r := range []*reader{lines, messages} {
		wait.For(t, "the events", func() bool { return strings.Contains(r.String(), `"you":`) })
	}
	if err := h.Delete(t.Context(), tb.ID()); err != nil {
		t.Fatal(err)
	}
	b.Forget(tb.ID())
	wait.Receive(t, "the end of the lines", ended)
	wait.For(t, "the message", func() bool { return strings.Contains(messages.String(), "event: gone\n") })
	b.Close()
}

// A stream is told once that a table was deleted, however long it stays.
func TestDeletedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, tb, _ := open(t)
		b := New(Config{Hall: h})
		r, done := follow(t, b, "", Places{tb.ID(): 0}, (*Stream).SSE)
		synctest.Wait()
		if err := h.Delete(t.Context(), tb.ID()); err != nil {
			t.Fatal(err)
		}
		b.Forget(tb.ID())
		time.Sleep(time.Minute)
		b.Forget(tb.ID())
		synctest.Wait()
		if n := strings.Count(r.String(), "event: gone\n"); n != 1 {
			t.Errorf("the table was announced as deleted %d times", n)
		}
		b.Close()
		<-done
	})
}

// A reader who is too slow is dropped and counted.
func TestDropped(t *testing.T) {
	h, tb, token := open(t)
	b := New(Config{Hall: h})
	r, done := follow(t, b, token, Places{tb.ID(): 0}, (*Stream).SSE)
	wait.For(t, "the first message", func() bool { return strings.Contains(r.String(), `"you":`) })
	r.mu.Lock()
	r.fails = os.ErrDeadlineExceeded
	r.mu.Unlock()
	emote(t, tb, token, "key-of-hello")
	wait.Receive(t, "the end of the stream", done)
	if n := b.Dropped(); n != 1 {
		t.Errorf("%d readers count as dropped", n)
	}
}

// A full table lets in players only.
func TestCrowded(t *testing.T) {
	h, tb, token := open(t)
	b := New(Config{Hall: h, Watchers: 1})
	follow(t, b, "", Places{tb.ID(): 0}, (*Stream).SSE)
	wait.For(t, "a watcher", func() bool { return b.Watching(tb.ID()) == 1 })
	if _, err := b.Follow(t.Context(), Reader{Guest: line.Guest{}}, Places{tb.ID(): 0}); err != ErrCrowded {
		t.Errorf("a second watcher: %v", err)
	}
	if _, err := b.Follow(t.Context(), Reader{Guest: line.Guest{Token: token}}, Places{tb.ID(): 0}); err != nil {
		t.Errorf("a player: %v", err)
	}
	b.Close()
}

// A list goes on where it ended, and every event of it can be read alone.
func TestList(t *testing.T) {
	h, tb, token := open(t)
	b := New(Config{Hall: h})
	for n := range 10 {
		emote(t, tb, token, fmt.Sprintf("key-number-%d", n))
	}
	var seqs []int64
	for since := int64(0); ; {
		list, err := b.List(t.Context(), Reader{Guest: line.Guest{}}, tb.ID(), since, 1000)
		if err != nil {
			t.Fatal(err)
		}
		for _, raw := range list.Events {
			var ev wire.Event
			if err := json.Unmarshal(raw, &ev); err != nil {
				t.Fatal(err)
			}
			alone, err := b.Event(t.Context(), Reader{Guest: line.Guest{}}, tb.ID(), ev.Seq)
			if err != nil || alone.Words != ev.Words || ev.Words == "" {
				t.Errorf("event %d is %q alone, %v", ev.Seq, alone.Words, err)
			}
			seqs = append(seqs, ev.Seq)
		}
		list.Done()
		if since = list.Next; since == 0 {
			break
		}
	}
	if len(seqs) != 12 || seqs[0] != 1 || seqs[11] != 12 {
		t.Errorf("read were %v", seqs)
	}
	for _, seq := range []int64{0, 13} {
		if _, err := b.Event(t.Context(), Reader{Guest: line.Guest{}}, tb.ID(), seq); err != ErrNoEvent {
			t.Errorf("event %d: %v", seq, err)
		}
	}
	if log, err := b.Log(t.Context(), line.Guest{}, tb.ID(), 5); err != nil || len(log) != 5 || log[4].Seq != 5 || log[4].Table != tb.ID() {
		t.Errorf("the log is %v, %v", log, err)
	}
}

// Readers and somebody who keeps dropping the album do not wait for each other
// for ever.
func TestForgetWhileReading(t *testing.T) {
	h, tb, _ := open(t)
	b := New(Config{Hall: h})
	stop := make(chan struct{})
	var dropping, readers sync.WaitGroup
	dropping.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				b.Forget(tb.ID())
			}
		}
	})
	ctx, cancel := context.WithTimeout(t.Context(), wait.Limit)
	defer cancel()
	for range 4 {
		readers.Go(func() {
			for range 2000 {
				list, err := b.List(ctx, Reader{Guest: line.Guest{}}, tb.ID(), 0, 1000)
				if err != nil {
					t.Error(err)
					return
				}
				list.Done()
			}
		})
	}
	readers.Wait()
	close(stop)
	dropping.Wait()
}

// When a node is about to stop, its streams end one by one in the second half of
// the time, and each reader comes back after another while.
func TestEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, tb, token := open(t)
		b := New(Config{Hall: h})
		const streams = 200
		var ended atomic.Int32
		var readers []*reader
		for range streams {
			r, done := follow(t, b, token, Places{tb.ID(): 1}, (*Stream).SSE)
			readers = append(readers, r)
			go func() {
				<-done
				ended.Add(1)
			}()
		}
		synctest.Wait()
		b.End(10 * time.Second)
		time.Sleep(4900 * time.Millisecond)
		if n := ended.Load(); n > 0 {
			t.Errorf("%d streams ended before load balancers could notice", n)
		}
		most := int32(0)
		for before := int32(0); before < streams; {
			time.Sleep(500 * time.Millisecond)
			synctest.Wait()
			now := ended.Load()
			most, before = max(most, now-before), now
		}
		if most > streams/4 {
			t.Errorf("%d of %d streams ended within half a second", most, streams)
		}
		waits := map[string]bool{}
		for _, r := range readers {
			_, rest, ok := strings.Cut(r.String(), "retry: ")
			ms, _, _ := strings.Cut(rest, "\n")
			n, err := strconv.Atoi(ms)
			if !ok || err != nil || n < 200 || n > 1000 {
				t.Fatalf("a reader waits for %q ms", ms)
			}
			waits[ms] = true
		}
		if len(waits) < streams/4 {
			t.Errorf("%d readers come back at %d different times", streams, len(waits))
		}
	})
}

// FuzzPlaces reads the parameters of streams.
func FuzzPlaces(f *testing.F) {
	f.Add("aaaaaaaaaaaaaaaa:5,bbbbbbbbbbbbbbbb")
	f.Add(":::,")
	f.Add("aaaaaaaa:-1")
	f.Fuzz(func(t *testing.T, text string) {
		at, err := ParsePlaces(strings.Split(text, ","))
		if err != nil {
			if e := (*wire.Error)(nil); !errors.As(err, &e) || e.Code != wire.BadRequest {
				t.Fatal(err)
			}
			return
		}
		again, err := ParsePlaces(strings.FieldsFunc(at.String(), func(c rune) bool { return c == ',' }))
		if err != nil || !maps.Equal(again, at) {
			t.Fatalf("%q came back as %v, %v", at, again, err)
		}
	})
}
