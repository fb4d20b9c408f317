package hall_test

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"parlour/hall"
	"parlour/hall/storetest"
	"parlour/table"
)

// A slowDisk is a store whose writes wait until somebody lets them through.
type slowDisk struct {
	hall.Store
	slow    atomic.Bool
	through chan struct{}
}

func (d *slowDisk) Append(ctx context.Context, b hall.Batch) error {
	if d.slow.Load() {
		<-d.through
	}
	return d.Store.Append(ctx, b)
}

// let lets one write through that waits.
func (d *slowDisk) let(t *testing.T) {
	t.Helper()
	synctest.Wait()
	select {
	case d.through <- struct{}{}:
	default:
		t.Error("nothing is being written")
	}
	synctest.Wait()
}

// newSlow returns a hall alone on a slow disk, with a table of checkers and the
// tokens of its two people.
func newSlow(t *testing.T) (*slowDisk, *hall.Table, [2]string) {
	d := &slowDisk{Store: struct{ hall.Store }{&storetest.Memory{}}, through: make(chan struct{})}
	h, err := hall.New(t.Context(), hall.Config{Store: d, Bus: &hall.Local{}, Shelf: newShelf(), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.Close)
	tokens := [2]string{hall.NewToken(), hall.NewToken()}
	tab, err := h.Create(t.Context(), tokens[0], table.Terms{Game: "checkers"}, table.Action{Key: key(), Name: "Ann", Chair: 1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tab.Do(t.Context(), tokens[1], table.Action{Kind: table.Sit, Key: key(), Name: "Bob", Chair: 2}); err != nil {
		t.Fatal(err)
	}
	return d, tab, tokens
}

// TestReadersDoNotCrowd has two hundred people look at a table while its store
// is slow. They take no place from the players, and a player waits for one of
// them at most.
func TestReadersDoNotCrowd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, tab, tokens := newSlow(t)
		d.slow.Store(true)
		var all sync.WaitGroup
		errs := make(chan error, 300)
		move := func(token, text string, seq int64) {
			all.Go(func() {
				_, err := tab.Do(t.Context(), token, table.Action{Kind: table.Move, Key: key(), Move: text, Seq: seq})
				errs <- err
			})
			synctest.Wait()
		}
		move(tokens[0], "11-15", 3)
		var looked atomic.Int32
		for range 200 {
			all.Go(func() {
				_, err := tab.View(t.Context(), "")
				looked.Add(1)
				errs <- err
			})
		}
		synctest.Wait()
		move(tokens[1], "22-18", 4)
		d.let(t) // now the second move is being written
		if n := looked.Load(); n > 1 {
			t.Errorf("%d readers were served before the player", n)
		}
		d.let(t)
		all.Wait()
		close(errs)
		for err := range errs {
			if err != nil {
				t.Fatal(err)
			}
		}
	})
}

// TestActionsGiveUp lets actions wait for a slow store: who gives up before it
// is their turn has done nothing, and one action too many is refused at once.
func TestActionsGiveUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, tab, tokens := newSlow(t)
		d.slow.Store(true)
		var all sync.WaitGroup
		all.Go(func() {
			if _, err := tab.Do(t.Context(), tokens[0], table.Action{Kind: table.Move, Key: key(), Move: "11-15", Seq: 3}); err != nil {
				t.Error(err)
			}
		})
		synctest.Wait()
		ctx, cancel := context.WithCancel(t.Context())
		var canceled, busy atomic.Int32
		for range 100 {
			all.Go(func() {
				switch _, err := tab.Do(ctx, tokens[1], table.Action{Kind: table.Emote, Key: key(), Text: "hello"}); {
				case errors.Is(err, context.Canceled):
					canceled.Add(1)
				case errors.Is(err, hall.ErrBusy):
					busy.Add(1)
				default:
					t.Errorf("an action that was given up: %v", err)
				}
			})
		}
		synctest.Wait()
		if busy.Load() == 0 {
			t.Error("a hundred actions wait at one table")
		}
		cancel()
		synctest.Wait()
		if canceled.Load() == 0 {
			t.Error("nobody waited, or nobody gave up")
		}
		d.slow.Store(false)
		d.let(t)
		all.Wait()
		if v, err := tab.View(t.Context(), ""); err != nil || v.Seq != 4 {
			t.Errorf("event %d after one move: %v", v.Seq, err)
		}
	})
}

// A table whose first person is refused does not come into being.
func TestRefusedFirst(t *testing.T) {
	r := newRoom(t)
	for _, first := range []table.Action{{Chair: 9}, {Chair: 1, Name: "Ann", Seq: 7}, {Chair: -1}} {
		first.Key = key()
		if tab, err := r.hall.Create(t.Context(), hall.NewToken(), table.Terms{Game: "checkers"}, first); err == nil {
			t.Errorf("%+v made table %s", first, tab.ID())
		}
	}
	if list, err := r.store.List(t.Context(), hall.Query{Limit: 10}); err != nil || len(list) > 0 || r.hall.Len() > 0 {
		t.Errorf("%d tables in the store, %d in memory, %v", len(list), r.hall.Len(), err)
	}
}
