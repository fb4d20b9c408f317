package postgres

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"parlour/hall"
	"parlour/hall/storetest"
	"parlour/internal/servers"
	"parlour/internal/wait"
)

// A writer appends to one table the way a real table does: with keys, after
// the last event it knows, and reading the log again whenever the outcome is
// unknown.
type writer struct {
	t     *testing.T
	id    string
	store *Store
	acks  []string     // keys in the order of the log
	done  atomic.Int64 // how many there are
	lost  int          // how often the database was unreachable
}

// write appends until told to stop.
func (w *writer) write(ctx context.Context, stop <-chan struct{}) error {
	for n := 0; ; n++ {
		select {
		case <-stop:
			return nil
		default:
		}
		if err := w.one(ctx, fmt.Sprintf("key %d of %s", n, w.id)); err != nil {
			return err
		}
	}
}

// one appends one event, however often the database goes down.
func (w *writer) one(ctx context.Context, key string) error {
	for {
		b := storetest.Batch(w.id, int64(len(w.acks)), 1)
		b.Events[0].Key = key
		err := w.store.Append(ctx, b)
		switch {
		case err == nil:
			w.acks = append(w.acks, key)
			w.done.Add(1)
			return nil
		case errors.Is(err, hall.ErrBusy):
			w.lost++
		default:
			return err
		}
		seq, err := w.look(ctx, key)
		if err != nil {
			return err
		}
		if seq != 0 {
			if seq != int64(len(w.acks)+1) {
				return fmt.Errorf("%s is event %d, after %d", key, seq, len(w.acks))
			}
			w.acks = append(w.acks, key)
			w.done.Add(1)
			return nil
		}
	}
}

// look asks for the event of a key until the database answers.
func (w *writer) look(ctx context.Context, key string) (seq int64, err error) {
	wait.For(w.t, "the database", func() bool {
		seq, err = storetest.Find(ctx, w.store, w.id, key)
		return !errors.Is(err, hall.ErrBusy)
	})
	return seq, err
}

// check compares the log with what was acknowledged.
func (w *writer) check(t *testing.T) {
	t.Helper()
	events, err := w.store.Load(context.Background(), w.id, 0)
	if err != nil {
		t.Fatal(err)
	}
	var keys []string
	for i, e := range events {
		if e.Seq != int64(i+1) {
			t.Errorf("event %d of %s has the number %d", i+1, w.id, e.Seq)
		}
		keys = append(keys, e.Key)
	}
	if !slices.Equal(keys, w.acks) {
		t.Errorf("%s has %d events, %d were acknowledged:\n%v\n%v", w.id, len(keys), len(w.acks), keys, w.acks)
	}
}

// TestKill kills the server again and again while nodes write: every
// acknowledged event is stored exactly once, and the nodes recover by
// themselves.
func TestKill(t *testing.T) {
	server := servers.OwnPostgres(t)
	address := server.Database(t)
	ctx := context.Background()
	nodes := []*Store{openTest(t, address), openTest(t, address)}
	rounds := 3
	if os.Getenv("PARLOUR_SOAK") != "" {
		rounds = 100
	}
	stop := make(chan struct{})
	var writers []*writer
	var wg sync.WaitGroup
	for n := range 12 {
		w := &writer{t: t, id: fmt.Sprint("table ", n), store: nodes[n%2]}
		writers = append(writers, w)
		wg.Go(func() {
			if err := w.write(ctx, stop); err != nil {
				t.Error(err)
			}
		})
	}
	// Every writer makes progress before each kill.
	goOn := func() {
		t.Helper()
		for _, w := range writers {
			most := w.done.Load() + 3
			wait.For(t, w.id+" to make progress", func() bool { return w.done.Load() >= most || t.Failed() })
		}
	}
	for range rounds {
		goOn()
		server.Kill(t)
		server.Start(t)
	}
	goOn()
	close(stop)
	wg.Wait()
	lost, acks := 0, 0
	for _, w := range writers {
		w.check(t)
		lost += w.lost
		acks += len(w.acks)
	}
	if lost == 0 || acks == 0 {
		t.Errorf("%d events were acknowledged, and the server was unreachable %d times", acks, lost)
	}
	for i, node := range nodes {
		if _, err := node.LastBeat(ctx); err != nil {
			t.Errorf("node %d has not recovered: %v", i, err)
		}
	}
}

// TestUnknownOutcome drops the answer to an append: the error says that the
// outcome is unknown, the key shows that the event was stored, and repeating
// the append is refused.
func TestUnknownOutcome(t *testing.T) {
	ctx := context.Background()
	proxy, address := servers.Through(t, servers.Postgres(t).Database(t))
	s := openTest(t, address+"&pool_max_conns=1")
	for after, key := range []string{"first key", "second key"} {
		b := storetest.Batch("t", int64(after), 1)
		b.Events[0].Key = key
		for tries := 0; ; tries++ {
			// Use the connection for both statements first, so that it need
			// not prepare them later. If the pool pings the connection anyway,
			// because this took a while, the ping's answer is dropped instead.
			for _, warm := range []int64{0, 1} {
				if err := s.Append(ctx, storetest.Batch(fmt.Sprint("warm ", key, tries), warm, 1)); err != nil {
					t.Fatal(err)
				}
			}
			proxy.LoseAnswers(true)
			if err := s.Append(ctx, b); !errors.Is(err, hall.ErrBusy) {
				t.Fatalf("an append whose answer was lost: %v", err)
			}
			proxy.LoseAnswers(false)
			seq, err := storetest.Find(ctx, s, "t", key)
			if err != nil || seq != 0 && seq != int64(after+1) {
				t.Fatalf("the key is found at %d, %v, want %d", seq, err, after+1)
			}
			if seq != 0 {
				break
			}
			if tries == 20 {
				t.Fatal("nothing was ever written")
			}
		}
		if err := s.Append(ctx, b); !errors.Is(err, hall.ErrConflict) {
			t.Errorf("the same append again: %v", err)
		}
	}
}

// TestCut breaks connections during every kind of request: the errors say that
// the database was unreachable, and afterwards everything works.
func TestCut(t *testing.T) {
	ctx := context.Background()
	proxy, address := servers.Through(t, servers.Postgres(t).Database(t))
	s := openTest(t, address)
	asks := map[string]func() error{
		"load":   func() error { _, err := s.Load(ctx, "t", 0); return err },
		"list":   func() error { _, err := s.List(ctx, hall.Query{}); return err },
		"beat":   func() error { return s.Beat(ctx, time.Now()) },
		"beaten": func() error { _, err := s.LastBeat(ctx); return err },
		"lease":  func() error { _, err := s.Lease(ctx, "t", "a", time.Minute); return err },
		"renew":  func() error { _, err := s.Renew(ctx, "a", []string{"t"}, time.Minute); return err },
		"tips":   func() error { _, err := s.Tips(ctx, []string{"t"}); return err },
		"kept":   func() error { _, _, err := s.Kept(ctx, "k"); return err },
	}
	if err := s.Append(ctx, storetest.Batch("t", 0, 1)); err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(asks)) {
		if err := asks[name](); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		proxy.Gone(true)
		if err := asks[name](); !errors.Is(err, hall.ErrBusy) {
			t.Errorf("%s without a server: %v", name, err)
		}
		proxy.Gone(false)
		if err := asks[name](); err != nil {
			t.Errorf("%s after the server is back: %v", name, err)
		}
	}
}

// TestSilent connects to a server that never answers: the caller's deadline
// decides.
func TestSilent(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	s, err := Open(ctx, fmt.Sprintf("postgres://u:hidden@%s/d", l.Addr()))
	if err == nil {
		s.Close()
		t.Fatal("a silent server was opened")
	}
	if strings.Contains(err.Error(), "hidden") {
		t.Errorf("the error contains the password: %v", err)
	}
}

// TestDump copies a database with PostgreSQL's own tools while it is being
// written to, as the manual describes. The copy shows a single instant, with
// everything acknowledged before it.
func TestDump(t *testing.T) {
	ctx := context.Background()
	server := servers.Postgres(t)
	address := server.Database(t)
	s := openTest(t, address)
	before, beside := &writer{t: t, id: "before", store: s}, &writer{t: t, id: "beside", store: s}
	for n := range 5 {
		if err := before.one(ctx, fmt.Sprint("key ", n)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Keep(ctx, "key", 0, []byte("kept")); err != nil {
		t.Fatal(err)
	}
	stop := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		if err := beside.write(ctx, stop); err != nil {
			t.Error(err)
		}
	})
	from := address[strings.LastIndex(address, "/")+1 : strings.Index(address, "?")]
	server.Run(t, "pg_dump", "--format=custom", "--file="+from+".dump", from)
	close(stop)
	wg.Wait()
	copied := server.Database(t)
	to := copied[strings.LastIndex(copied, "/")+1 : strings.Index(copied, "?")]
	server.Run(t, "pg_restore", "--dbname="+to, from+".dump")

	restored := openTest(t, copied)
	before.store = restored
	before.check(t)
	if value, _, err := restored.Kept(ctx, "key"); err != nil || string(value) != "kept" {
		t.Errorf("kept is %q, %v", value, err)
	}
	events, err := restored.Load(ctx, beside.id, 0)
	if err != nil && !errors.Is(err, hall.ErrNotFound) {
		t.Fatal(err)
	}
	tips, err := restored.Tips(ctx, []string{beside.id})
	if err != nil || int(tips[beside.id]) != len(events) || len(events) > len(beside.acks) {
		t.Errorf("%d events of %d, the last is %d, %v", len(events), len(beside.acks), tips[beside.id], err)
	}
}
