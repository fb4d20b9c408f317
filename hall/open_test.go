package hall

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"parlour/table"
)

// slowStore takes a while to report that a table is missing.
type slowStore struct {
	Store
	loads atomic.Int64
	gate  chan struct{}
}

func (s *slowStore) Load(ctx context.Context, _ string, _ int64) ([]table.Event, error) {
	s.loads.Add(1)
	<-s.gate
	return nil, ErrNotFound
}
func (s *slowStore) List(context.Context, Query) ([]Summary, error)  { return nil, nil }
func (s *slowStore) Beat(context.Context, time.Time) error           { return nil }
func (s *slowStore) RaiseEpoch(context.Context, int64) error         { return nil }
func (s *slowStore) LastBeat(context.Context) (t time.Time, _ error) { return t, nil }
func (s *slowStore) Epoch(context.Context) (int64, error)            { return 1, nil }

// TestOpenReadsOnce opens one table many times at once. The log is read once,
// and a caller that gives up does not affect the others.
func TestOpenReadsOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &slowStore{gate: make(chan struct{})}
		h, err := New(t.Context(), Config{Store: s, Node: "test"})
		if err != nil {
			t.Fatal(err)
		}
		defer h.Close()
		const many = 100
		first, leave := context.WithCancel(t.Context())
		answers := make(chan error, many)
		for i := range many {
			ctx := t.Context()
			if i == 0 {
				ctx = first
			}
			go func() {
				_, err := h.Open(ctx, "abcdefgh")
				answers <- err
			}()
			synctest.Wait()
		}
		leave()
		if err := <-answers; !errors.Is(err, context.Canceled) {
			t.Errorf("the caller that gave up got %v", err)
		}
		close(s.gate)
		for range many - 1 {
			if err := <-answers; !errors.Is(err, ErrNotFound) {
				t.Errorf("a caller that waited got %v", err)
			}
		}
		if n := s.loads.Load(); n != 1 {
			t.Errorf("the log was read %d times for %d callers", n, many)
		}
	})
}

// askingBus uses the hall while a table subscribes.
type askingBus struct {
	Bus
	ask func()
}

func (b *askingBus) Subscribe(string) (<-chan int64, func()) {
	b.ask()
	return nil, func() {}
}

// A table subscribes to the bus, which may be slow, without holding the lock
// of the hall.
func TestSlowBus(t *testing.T) {
	bus := &askingBus{}
	var shared struct{ Shared } // never called
	h := &Hall{Config: Config{Bus: bus, Now: time.Now, Elapsed: func() time.Duration { return 0 }}, shared: shared, tables: map[string]*Table{}}
	bus.ask = func() {
		if !h.mu.TryLock() {
			t.Error("the hall is locked while a table subscribes")
			return
		}
		h.mu.Unlock()
	}
	x := newTable(h, &table.State{}, 0)
	x.newer = true // it never looks at the log
	if _, err := h.enter(x); err != nil {
		t.Fatal(err)
	}
	x.end()
	<-x.done
}
