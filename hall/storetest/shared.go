package storetest

import (
	"context"
	"crypto/rand"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"parlour/hall"
	"parlour/internal/wait"
)

// RunShared tests what a shared store adds to a store. Open returns two
// handles on one new, empty database. RunVault tests the store's vault.
func RunShared(t *testing.T, open func(t *testing.T) (first, second hall.Shared)) {
	for name, test := range map[string]func(*testing.T, hall.Shared, hall.Shared){
		"OneHolder": oneHolder,
		"Expiry":    expiry,
		"Renew":     renew,
		"Release":   release,
		"LeaseRace": leaseRace,
		"Crossing":  crossing,
		"Tips":      tips,
		"Forks":     forks,
		"NewTable":  sameNewTable,
	} {
		t.Run(name, func(t *testing.T) {
			a, b := open(t)
			test(t, a, b)
		})
	}
}

// A long lease does not end during a test; a short one does.
const (
	long  = time.Hour
	short = 30 * time.Millisecond
)

// leases checks whether node gets the lease of a table.
func leases(t *testing.T, s hall.Shared, id, node string, ttl time.Duration, want bool) {
	t.Helper()
	if got, err := s.Lease(context.Background(), id, node, ttl); err != nil || got != want {
		t.Errorf("node %s leases %s: %v, %v; want %v", node, id, got, err, want)
	}
}

// pass waits until all short leases have ended: those that stand end before one that
// is given now.
func pass(t *testing.T, a, b hall.Shared) {
	t.Helper()
	id := rand.Text()
	leases(t, a, id, "dead", short, true)
	wait.For(t, "a short lease to end", func() bool {
		got, err := b.Lease(context.Background(), id, "heir", long)
		must(t, err)
		return got
	})
}

func oneHolder(t *testing.T, a, b hall.Shared) {
	leases(t, a, "t", "a", long, true)
	leases(t, b, "t", "b", long, false)
	leases(t, a, "t", "a", long, true) // again
	leases(t, b, "u", "b", long, true)
	leases(t, a, "u", "a", long, false)
}

func expiry(t *testing.T, a, b hall.Shared) {
	leases(t, a, "t", "a", short, true)
	pass(t, a, b)
	leases(t, b, "t", "b", long, true)
	leases(t, a, "t", "a", long, false)
	if held, err := a.Renew(context.Background(), "a", []string{"t"}, long); err != nil || len(held) != 0 {
		t.Errorf("renewed a lease of another node: %v, %v", held, err)
	}
	// Shortening a lease makes it end sooner.
	leases(t, b, "t", "b", short, true)
	pass(t, a, b)
	leases(t, a, "t", "a", long, true)
}

func renew(t *testing.T, a, b hall.Shared) {
	ctx := context.Background()
	for _, id := range []string{"t", "u", "gone"} {
		leases(t, a, id, "a", long, true)
	}
	leases(t, b, "v", "b", long, true)
	leases(t, a, "gone", "a", short, true)
	pass(t, a, b)
	held, err := a.Renew(ctx, "a", []string{"v", "u", "t", "never", "gone"}, long)
	must(t, err)
	if slices.Sort(held); !slices.Equal(held, []string{"t", "u"}) {
		t.Errorf("renewed %v, want t and u", held)
	}
	leases(t, a, "v", "a", long, false)
	leases(t, b, "gone", "b", long, true)
	// Renewing replaces the end, even with an earlier time.
	if held, err = a.Renew(ctx, "a", []string{"t"}, short); err != nil || len(held) != 1 {
		t.Errorf("renewed %v, %v, want t", held, err)
	}
	pass(t, a, b)
	leases(t, b, "t", "b", long, true)
	leases(t, b, "u", "b", long, false)
	if held, err = a.Renew(ctx, "a", nil, long); err != nil || len(held) != 0 {
		t.Errorf("renewed %v of no leases, %v", held, err)
	}
}

func release(t *testing.T, a, b hall.Shared) {
	ctx := context.Background()
	leases(t, a, "t", "a", long, true)
	leases(t, a, "u", "a", long, true)
	must(t, b.Release(ctx, "b", []string{"t", "u"})) // it does not hold them
	leases(t, b, "t", "b", long, false)
	must(t, a.Release(ctx, "a", []string{"t", "never"}))
	leases(t, b, "t", "b", long, true)
	leases(t, b, "u", "b", long, false)
	must(t, a.Release(ctx, "a", nil))
}

// leaseRace makes nodes race for free and expired leases: each is won once.
func leaseRace(t *testing.T, a, b hall.Shared) {
	const tables, nodes = 20, 8
	ids := make([]string, tables)
	for i := range ids {
		ids[i] = fmt.Sprint("table ", i)
		if i%2 == 0 {
			leases(t, a, ids[i], "dead", short, true)
		}
	}
	pass(t, a, b)
	var won [tables]atomic.Int64
	var wg sync.WaitGroup
	for n := range nodes {
		s := a
		if n%2 == 1 {
			s = b
		}
		wg.Go(func() {
			for i, id := range ids {
				switch ok, err := s.Lease(context.Background(), id, fmt.Sprint("node ", n), long); {
				case err != nil:
					t.Error(err)
				case ok:
					won[i].Add(1)
				}
			}
		})
	}
	wg.Wait()
	for i := range won {
		if n := won[i].Load(); n != 1 {
			t.Errorf("%s has %d holders", ids[i], n)
		}
	}
}

// crossing renews and releases many leases at once in any order: no two
// statements deadlock.
func crossing(t *testing.T, a, b hall.Shared) {
	ctx := context.Background()
	var ids []string
	for i := range 50 {
		ids = append(ids, fmt.Sprint("table ", i))
		leases(t, a, ids[i], "a", long, true)
	}
	back := slices.Clone(ids)
	slices.Reverse(back)
	var wg sync.WaitGroup
	for n, s := range []hall.Shared{a, b, a, b} {
		wg.Go(func() {
			list := ids
			if n%2 == 1 {
				list = back
			}
			for range 10 {
				if _, err := s.Renew(ctx, "a", list, long); err != nil {
					t.Error(err)
				}
			}
			if err := s.Release(ctx, "a", list); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	leases(t, b, ids[7], "b", long, true)
}

func tips(t *testing.T, a, b hall.Shared) {
	ctx := context.Background()
	must(t, a.Append(ctx, Batch("t", 0, 3)))
	must(t, b.Append(ctx, Batch("u", 0, 1)))
	must(t, a.Append(ctx, Batch("t", 3, 2)))
	must(t, a.Append(ctx, Batch("deleted", 0, 2)))
	must(t, a.Delete(ctx, "deleted"))
	got, err := b.Tips(ctx, []string{"t", "none", "u", "deleted", "t", odd})
	must(t, err)
	if want := map[string]int64{"t": 5, "u": 1}; !maps.Equal(got, want) {
		t.Errorf("tips %v, want %v", got, want)
	}
	if got, err := a.Tips(ctx, nil); err != nil || len(got) != 0 {
		t.Errorf("tips of no tables: %v, %v", got, err)
	}
}

// forks makes many writers on both handles append to a few tables, each after
// what it has read: the logs have no gaps or forks, and hold exactly what was
// acknowledged.
func forks(t *testing.T, a, b hall.Shared) {
	ctx := context.Background()
	const tables, writers, each = 3, 12, 8
	var acknowledged sync.Map // key to sequence number
	var wg sync.WaitGroup
	for n := range writers {
		s := hall.Store(a)
		if n%2 == 1 {
			s = b
		}
		id := fmt.Sprint("table ", n%tables)
		wg.Go(func() {
			for i := 0; i < each; {
				seq, err := race(ctx, s, id, fmt.Sprintf("key %d of %d", i, n))
				if err != nil {
					t.Error(err)
					return
				}
				if seq > 0 {
					acknowledged.Store(fmt.Sprintf("%s key %d of %d", id, i, n), seq)
					i++
				}
			}
		})
	}
	wg.Wait()
	total := 0
	for n := range tables {
		id := fmt.Sprint("table ", n)
		events, err := b.Load(ctx, id, 0)
		must(t, err)
		total += len(events)
		for i, e := range events {
			if seq, _ := acknowledged.Load(id + " " + e.Key); e.Seq != int64(i+1) || seq != e.Seq {
				t.Errorf("%s has event %d with the key %s at place %d, acknowledged as %v", id, e.Seq, e.Key, i+1, seq)
			}
		}
	}
	if total != writers*each {
		t.Errorf("%d events, %d were acknowledged", total, writers*each)
	}
}

// sameNewTable makes many writers create one table: one succeeds, and the
// others learn that they did not.
func sameNewTable(t *testing.T, a, b hall.Shared) {
	ctx := context.Background()
	for round := range 10 {
		id := fmt.Sprint("table ", round)
		var made atomic.Int64
		var wg sync.WaitGroup
		for n := range 8 {
			s := hall.Store(a)
			if n%2 == 1 {
				s = b
			}
			wg.Go(func() {
				switch seq, err := write(ctx, s, id, 0, fmt.Sprint("key ", n)); {
				case err != nil:
					t.Error(err)
				case seq > 0:
					made.Add(1)
				}
			})
		}
		wg.Wait()
		if events, err := a.Load(ctx, id, 0); err != nil || len(events) != 1 || made.Load() != 1 {
			t.Errorf("%s was created %d times and has %d events, %v", id, made.Load(), len(events), err)
		}
	}
}
