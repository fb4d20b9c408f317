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

// slowStore takes its time to find out that it has no table.
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
func (s *slowStore) LastBeat(context.Context) (t time.Time, _ error) { return t, nil }
func (s *slowStore) Epoch(context.Context) (int64, error)            { return 1, nil }

// TestOpenReadsOnce opens one table many times at once. It is read once, and
// whoever has no patience leaves the others alone.
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
			t.Errorf("who left was told %v", err)
		}
		close(s.gate)
		for range many - 1 {
			if err := <-answers; !errors.Is(err, ErrNotFound) {
				t.Errorf("who waited was told %v", err)
			}
		}
		if n := s.loads.Load(); n != 1 {
			t.Errorf("the log was read %d times for %d who asked", n, many)
		}
	})
}

// askingBus looks at the hall while a table subscribes.
type askingBus struct {
	Bus
	ask func()
}

func (b *askingBus) Subscribe(string) (<-chan int64, func()) {
	b.ask()
	return nil, func() {}
}

// A table subscribes to the bus, which may be slow, while nobody waits for the
// lock of the hall.
func TestSlowBus(t *testing.T) {
	bus := &askingBus{}
	var shared struct{ Shared } // which nobody asks anything
	h := &Hall{Config: Config{Bus: bus, Now: time.Now, Elapsed: func() time.Duration { return 0 }}, shared: shared, tables: map[string]*Table{}}
	bus.ask = func() {
		if !h.mu.TryLock() {
			t.Error("the hall is locked while a table subscribes")
			return
		}
		h.mu.Unlock()
	}
	x := newTable(h, &table.State{}, 0)
	x.newer = true // it looks at nothing
	if _, err := h.enter(x); err != nil {
		t.Fatal(err)
	}
	x.end()
	<-x.done
}
