package keyed_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"parlour/hall"
	"parlour/hall/keyed"
	"parlour/hall/storetest"
)

// A port is a database that may be full.
type port struct {
	keyed.Memory
	full error // what Write fails with, if not nil
}

func (p *port) Write(ctx context.Context, c keyed.Change) (bool, error) {
	if p.full != nil {
		return false, p.full
	}
	return p.Memory.Write(ctx, c)
}

func TestStore(t *testing.T) {
	storetest.Run(t, func(*testing.T) (first, second hall.Store) {
		p := &keyed.Memory{}
		return keyed.New(p, time.Now), keyed.New(p, time.Now)
	})
}

// Deleting a table leaves alone another whose name begins with its name.
func TestDeleteOne(t *testing.T) {
	s := keyed.New(&keyed.Memory{}, time.Now)
	for _, id := range []string{"t", "tt"} {
		if err := s.Append(t.Context(), storetest.Batch(id, 0, 1)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Delete(t.Context(), "t"); err != nil {
		t.Fatal(err)
	}
	if list, err := s.List(t.Context(), hall.Query{}); err != nil || len(list) != 1 || list[0].Table != "tt" {
		t.Errorf("the list is %v, %v; want tt", list, err)
	}
	if events, err := s.Load(t.Context(), "tt", 0); err != nil || len(events) != 1 {
		t.Errorf("%d events, %v; want 1", len(events), err)
	}
}

// If the database is full, nothing is acknowledged and nothing is stored.
func TestFull(t *testing.T) {
	p := &port{}
	s := keyed.New(p, time.Now)
	if err := s.Append(t.Context(), storetest.Batch("t", 0, 2)); err != nil {
		t.Fatal(err)
	}
	p.full = errors.New("no room is left")
	if err := s.Append(t.Context(), storetest.Batch("t", 2, 2)); !errors.Is(err, p.full) {
		t.Errorf("a full database: %v", err)
	}
	p.full = nil
	if events, err := s.Load(t.Context(), "t", 0); err != nil || len(events) != 2 {
		t.Errorf("%d events, %v; want the first two", len(events), err)
	}
}
