package keyed_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"parlour/hall"
	"parlour/hall/keyed"
	"parlour/hall/storetest"
)

// A port is a database in memory.
type port struct {
	mu   sync.Mutex
	of   map[string][]byte
	full error // what Write fails with, if not nil
}

func (p *port) Read(_ context.Context, prefix, from string) (list []keyed.Pair, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, key := range slices.Sorted(maps.Keys(p.of)) {
		if strings.HasPrefix(key, prefix) && key >= from {
			list = append(list, keyed.Pair{Key: key, Value: p.of[key]})
		}
	}
	return list, nil
}

func (p *port) Write(_ context.Context, c keyed.Change) (bool, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.full != nil {
		return false, p.full
	}
	for _, key := range c.Lacks {
		if _, ok := p.of[key]; ok {
			return false, nil
		}
	}
	if _, ok := p.of[c.Has]; c.Has != "" && !ok {
		return false, nil
	}
	for _, prefix := range c.Drop {
		maps.DeleteFunc(p.of, func(key string, _ []byte) bool { return strings.HasPrefix(key, prefix) })
	}
	for _, pair := range c.Put {
		p.of[pair.Key] = pair.Value
	}
	return true, nil
}

func TestStore(t *testing.T) {
	storetest.Run(t, func(*testing.T) (first, second hall.Store) {
		p := &port{of: map[string][]byte{}}
		return keyed.New(p, time.Now), keyed.New(p, time.Now)
	})
}

// Deleting a table leaves alone another whose name begins with its name.
func TestDeleteOne(t *testing.T) {
	s := keyed.New(&port{of: map[string][]byte{}}, time.Now)
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
	p := &port{of: map[string][]byte{}}
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
