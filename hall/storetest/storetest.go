// Package storetest is the test suite that all stores share.
//
//	func TestStore(t *testing.T) {
//		storetest.Run(t, func(t *testing.T) (first, second hall.Store) { ... })
//	}
//
// Both stores must see the same data, as two nodes of a server do. RunShared
// and RunVault test the optional interfaces.
package storetest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"parlour/hall"
	"parlour/table"
)

// Run tests a store. Open returns two handles on one new, empty database.
func Run(t *testing.T, open func(t *testing.T) (first, second hall.Store)) {
	for name, test := range map[string]func(*testing.T, hall.Store, hall.Store){
		"RoundTrip":   roundTrip,
		"Conflict":    conflict,
		"Find":        find,
		"TwoWriters":  twoWriters,
		"ManyTables":  manyTables,
		"OneBadBatch": oneBadBatch,
		"List":        list,
		"Pages":       pages,
		"Epoch":       epoch,
		"Delete":      remove,
		"Beat":        beat,
		"OddNames":    oddNames,
		"Races":       deleteRace,
	} {
		t.Run(name, func(t *testing.T) {
			a, b := open(t)
			test(t, a, b)
		})
	}
}

var start = time.Date(2026, 1, 2, 3, 4, 5, 678_000_000, time.UTC)

// Batch makes a batch of n events of a table after the event numbered after.
func Batch(id string, after int64, n int) hall.Batch {
	b := hall.Batch{Table: id, After: after, Summary: hall.Summary{
		Table: id, Game: "kleefeld", Status: table.Playing, People: []string{"Ann", "bot"}, Changed: start.Add(time.Duration(after) * time.Second),
	}}
	for i := range n {
		seq := after + int64(i) + 1
		e := table.Event{
			Table: id, Seq: seq, Schema: table.Schema, At: start.Add(time.Duration(seq) * time.Second), Kind: table.Move, By: 1,
			Line: fmt.Sprintf("line %d of %s", seq, id), Body: table.Body{Seat: "G", Move: "10>14xY", Text: "ünïcode <b> \u2603"},
		}
		if seq == 1 {
			e.Kind = table.Created
			e.Secret = &table.Secret{Dice: "abcd"}
			e.Body.Terms = &table.Terms{Game: "kleefeld", Bots: []string{"", "greedy"}}
		}
		b.Events = append(b.Events, e)
	}
	b.Summary.Seq = after + int64(n)
	return b
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func roundTrip(t *testing.T, a, b hall.Store) {
	ctx := context.Background()
	if _, err := a.Load(ctx, "none", 0); !errors.Is(err, hall.ErrNotFound) {
		t.Errorf("loading a missing table: %v", err)
	}
	first, second := Batch("t", 0, 3), Batch("t", 3, 2)
	must(t, a.Append(ctx, first))
	must(t, b.Append(ctx, second))
	got, err := a.Load(ctx, "t", 0)
	must(t, err)
	want := append(first.Events, second.Events...)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("loaded\n%+v\nwant\n%+v", got, want)
	}
	got, err = b.Load(ctx, "t", 4)
	must(t, err)
	if len(got) != 1 || got[0].Seq != 5 {
		t.Errorf("loaded after 4: %+v", got)
	}
	if got, err = b.Load(ctx, "t", 5); err != nil || len(got) != 0 {
		t.Errorf("loaded after the last: %+v, %v", got, err)
	}
}

func conflict(t *testing.T, a, b hall.Store) {
	ctx := context.Background()
	must(t, a.Append(ctx, Batch("t", 0, 2)))
	for _, bad := range []hall.Batch{Batch("t", 0, 1), Batch("t", 1, 1), Batch("t", 3, 1), Batch("new", 2, 1)} {
		if err := b.Append(ctx, bad); !errors.Is(err, hall.ErrConflict) {
			t.Errorf("appending to %s after %d: %v, want a conflict", bad.Table, bad.After, err)
		}
	}
	if events, err := a.Load(ctx, "t", 0); err != nil || len(events) != 2 {
		t.Errorf("refused batches left %d events, %v", len(events), err)
	}
}

// find looks up keys; each table has its own.
func find(t *testing.T, a, b hall.Store) {
	ctx := context.Background()
	one := Batch("t", 0, 1)
	one.Events[0].Key = "key-one-1"
	must(t, a.Append(ctx, one))
	other := Batch("u", 0, 1)
	other.Events[0].Key = "key-one-1"
	if err := b.Append(ctx, other); err != nil {
		t.Errorf("the same key at another table: %v", err)
	}
	must(t, a.Append(ctx, Batch("t", 1, 3)))
	last := Batch("t", 4, 1)
	last.Events[0].Key = "key-two-2"
	must(t, a.Append(ctx, last))
	for key, want := range map[string]int64{"key-one-1": 1, "key-two-2": 5, "key-three": 0, "": 0} {
		if got, err := Find(ctx, b, "t", key); err != nil || got != want {
			t.Errorf("found %s at %d, %v; want %d", key, got, err, want)
		}
	}
}

// Find returns the number of the event with a key, 0 if there is none.
func Find(ctx context.Context, s hall.Store, table, key string) (int64, error) {
	events, err := s.Load(ctx, table, 0)
	for _, e := range events {
		if e.Key == key && key != "" {
			return e.Seq, err
		}
	}
	return 0, err
}

// twoWriters makes two handles race for every sequence number: each is won
// once, and the loser gets a conflict.
func twoWriters(t *testing.T, a, b hall.Store) {
	ctx := context.Background()
	must(t, a.Append(ctx, Batch("t", 0, 1)))
	const rounds = 100
	var wins [2]atomic.Int64
	var wg sync.WaitGroup
	for i, s := range []hall.Store{a, b} {
		wg.Go(func() {
			for wins[0].Load()+wins[1].Load() < rounds {
				events, err := s.Load(ctx, "t", 0)
				if err != nil {
					t.Error(err)
					return
				}
				err = s.Append(ctx, Batch("t", int64(len(events)), 1))
				switch {
				case err == nil:
					wins[i].Add(1)
				case !errors.Is(err, hall.ErrConflict):
					t.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	events, err := a.Load(ctx, "t", 0)
	must(t, err)
	if got := wins[0].Load() + wins[1].Load(); int64(len(events)) != got+1 {
		t.Errorf("%d events for %d acknowledged batches", len(events), got)
	}
	for i, e := range events {
		if e.Seq != int64(i+1) {
			t.Fatalf("event %d has number %d", i+1, e.Seq)
		}
	}
}

func manyTables(t *testing.T, a, b hall.Store) {
	ctx := context.Background()
	var wg sync.WaitGroup
	for n := range 40 {
		wg.Go(func() {
			id := fmt.Sprint("table ", n)
			for after := range int64(10) {
				s := a
				if n%2 == 1 {
					s = b
				}
				if err := s.Append(ctx, Batch(id, after, 1)); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	for n := range 40 {
		if events, err := a.Load(ctx, fmt.Sprint("table ", n), 0); err != nil || len(events) != 10 {
			t.Errorf("table %d has %d events, %v", n, len(events), err)
		}
	}
}

// oneBadBatch writes good and bad batches at once: only the bad ones fail.
func oneBadBatch(t *testing.T, a, _ hall.Store) {
	ctx := context.Background()
	var wg sync.WaitGroup
	for n := range 60 {
		wg.Go(func() {
			b := Batch(fmt.Sprint("table ", n), 0, 1)
			if n%3 == 0 {
				b = Batch(fmt.Sprint("table ", n), 7, 1) // after an event that does not exist
			}
			if n%3 == 1 {
				b.Events = append(b.Events, b.Events[0]) // the same number twice
			}
			if err := a.Append(ctx, b); (err == nil) != (n%3 == 2) {
				t.Errorf("batch %d: %v", n, err)
			}
		})
	}
	wg.Wait()
}

func list(t *testing.T, a, b hall.Store) {
	ctx := context.Background()
	for n, change := range []func(*hall.Summary){
		func(s *hall.Summary) { s.Status, s.Listed, s.Free = table.Waiting, true, 2 },
		func(s *hall.Summary) { s.Status, s.Deadline = table.Playing, start.Add(time.Hour) },
		func(s *hall.Summary) { s.Status = table.Over },
	} {
		batch := Batch(fmt.Sprint("t", n), 0, 1)
		batch.Summary.Changed = start.Add(time.Duration(n) * time.Minute)
		change(&batch.Summary)
		must(t, a.Append(ctx, batch))
	}
	for name, c := range map[string]struct {
		q    hall.Query
		want string
	}{
		"all":     {hall.Query{}, "[t2 t1 t0]"},
		"limit":   {hall.Query{Limit: 1}, "[t2]"},
		"waiting": {hall.Query{Status: table.Waiting}, "[t0]"},
		"listed":  {hall.Query{Listed: true}, "[t0]"},
		"due":     {hall.Query{Due: start.Add(time.Hour)}, "[t1]"},
		"not due": {hall.Query{Due: start.Add(time.Minute)}, "[]"},
		"old":     {hall.Query{Before: start.Add(90 * time.Second)}, "[t1 t0]"},
	} {
		got, err := b.List(ctx, c.q)
		must(t, err)
		names := []string{}
		for _, s := range got {
			names = append(names, s.Table)
		}
		if fmt.Sprint(names) != c.want {
			t.Errorf("%s: %v, want %s", name, names, c.want)
		}
	}
	got, err := b.List(ctx, hall.Query{Status: table.Waiting})
	must(t, err)
	want := hall.Summary{Table: "t0", Game: "kleefeld", Status: table.Waiting, Listed: true, Free: 2, People: []string{"Ann", "bot"}, Changed: start, Seq: 1}
	if !reflect.DeepEqual(got[0], want) {
		t.Errorf("summary %+v, want %+v", got[0], want)
	}
}

// pages reads lists page by page: each table comes once and in order, even if
// many changed at the same time or one changes between pages.
func pages(t *testing.T, a, b hall.Store) {
	ctx := context.Background()
	const tables = 23
	for n := range tables {
		batch := Batch(fmt.Sprintf("t%02d", (n*7)%tables), 0, 1)
		batch.Summary.Changed = start.Add(time.Duration(n/5) * time.Minute)
		batch.Summary.Deadline = start.Add(time.Duration(n%4+1) * time.Hour)
		batch.Summary.Listed = n%2 == 0
		must(t, a.Append(ctx, batch))
	}
	for name, q := range map[string]hall.Query{
		"all": {}, "playing": {Status: table.Playing}, "listed": {Listed: true}, "listed and playing": {Listed: true, Status: table.Playing},
		"old": {Before: start.Add(3 * time.Minute)}, "due": {Due: start.Add(3 * time.Hour)}, "due and playing": {Due: start.Add(3 * time.Hour), Status: table.Playing},
	} {
		q.Limit = 1000
		whole, err := b.List(ctx, q)
		must(t, err)
		var parts []hall.Summary
		q.Limit = 4
		for {
			page, err := b.List(ctx, q)
			must(t, err)
			if parts = append(parts, page...); len(page) < 4 {
				break
			}
			// A cursor survives encoding.
			q = q.Next(page[3])
			q.After, err = hall.ParseCursor(q.After.String())
			must(t, err)
		}
		if len(whole) < 5 || !reflect.DeepEqual(parts, whole) {
			t.Errorf("%s: the pages have\n%+v\nwant\n%+v", name, parts, whole)
		}
	}
	first, err := b.List(ctx, hall.Query{Limit: 2})
	must(t, err)
	changed := Batch("t03", 1, 1)
	changed.Summary.Changed = start.Add(time.Hour)
	must(t, a.Append(ctx, changed))
	rest, err := b.List(ctx, hall.Query{Limit: 1000}.Next(first[1]))
	must(t, err)
	seen := map[string]bool{}
	for _, s := range append(first, rest...) {
		if seen[s.Table] {
			t.Errorf("%s is listed twice", s.Table)
		}
		seen[s.Table] = true
	}
	if len(seen) != tables-1 {
		t.Errorf("the pages have %d tables; want all %d but the one that changed", len(seen), tables)
	}
}

// epoch raises the epoch: every handle sees it, and it never falls.
func epoch(t *testing.T, a, b hall.Store) {
	ctx := context.Background()
	last, err := a.Epoch(ctx)
	must(t, err)
	if last <= 0 {
		t.Errorf("the first epoch is %d, want one above 0", last)
	}
	must(t, a.Append(ctx, Batch("t", 0, 1)))
	must(t, a.Beat(ctx, time.Now()))
	began := time.Now().UnixMilli()
	for _, above := range []int64{0, 0, 1 << 50, 7, 1<<50 + 1} {
		if again, err := b.Epoch(ctx); err != nil || again != last {
			t.Errorf("the epoch is %d, %v; it was %d and nothing raised it", again, err, last)
		}
		must(t, b.RaiseEpoch(ctx, above))
		next, err := a.Epoch(ctx)
		must(t, err)
		if next <= last || next <= above {
			t.Errorf("the epoch rose from %d to %d, want more than that and than %d", last, next, above)
		}
		if next < began { // of two copies of a store, the one that was raised later has the higher epoch
			t.Errorf("the epoch rose to %d, want the time in milliseconds, %d, or more", next, began)
		}
		last = next
	}
}

func remove(t *testing.T, a, b hall.Store) {
	ctx := context.Background()
	must(t, a.Append(ctx, Batch("t", 0, 3)))
	must(t, a.Append(ctx, Batch("u", 0, 3)))
	must(t, b.Delete(ctx, "t"))
	if _, err := a.Load(ctx, "t", 0); !errors.Is(err, hall.ErrNotFound) {
		t.Errorf("a deleted table: %v", err)
	}
	if events, err := a.Load(ctx, "u", 0); err != nil || len(events) != 3 {
		t.Errorf("another table has %d events, %v", len(events), err)
	}
	if err := b.Delete(ctx, "t"); !errors.Is(err, hall.ErrNotFound) {
		t.Errorf("deleting it again: %v", err)
	}
	must(t, a.Append(ctx, Batch("t", 0, 1)))
}

func beat(t *testing.T, a, b hall.Store) {
	ctx := context.Background()
	if last, err := a.LastBeat(ctx); err != nil || !last.IsZero() {
		t.Errorf("before the first beat: %v, %v", last, err)
	}
	for i := range 3 {
		must(t, a.Beat(ctx, start.Add(time.Duration(i)*time.Second)))
	}
	if last, err := b.LastBeat(ctx); err != nil || !last.Equal(start.Add(2*time.Second)) {
		t.Errorf("last beat %v, %v", last, err)
	}
}

// odd is a name that users could send and that not every database can store.
const odd = "odd\x00\xff\u2603"

// oddNames looks for tables that cannot exist, and stores odd text that users
// may send.
func oddNames(t *testing.T, a, b hall.Store) {
	ctx := context.Background()
	if _, err := a.Load(ctx, odd, 0); !errors.Is(err, hall.ErrNotFound) {
		t.Errorf("loading a table with an odd name: %v", err)
	}
	if err := a.Delete(ctx, odd); !errors.Is(err, hall.ErrNotFound) {
		t.Errorf("deleting a table with an odd name: %v", err)
	}
	batch := Batch("t", 0, 2)
	for i := range batch.Events {
		batch.Events[i].Body.Text = "\x00 and \u2028"
	}
	batch.Events[0].Key = odd
	batch.Summary.People = []string{"\x00", "O'Neil; --", ""}
	must(t, a.Append(ctx, batch))
	if seq, err := Find(ctx, b, "t", odd); err != nil || seq != 1 {
		t.Errorf("an odd key is found at %d, %v", seq, err)
	}
	got, err := b.Load(ctx, "t", 0)
	must(t, err)
	if !reflect.DeepEqual(got, batch.Events) {
		t.Errorf("loaded\n%+v\nwant\n%+v", got, batch.Events)
	}
	list, err := b.List(ctx, hall.Query{})
	must(t, err)
	if len(list) != 1 || !reflect.DeepEqual(list[0].People, batch.Summary.People) {
		t.Errorf("the people of %+v", list)
	}
}

// write appends one event with a key after a number and returns the new
// number, or 0 if another writer was faster.
func write(ctx context.Context, s hall.Store, id string, after int64, key string) (int64, error) {
	b := Batch(id, after, 1)
	b.Events[0].Key = key
	err := s.Append(ctx, b)
	if errors.Is(err, hall.ErrConflict) {
		return 0, nil
	}
	return after + 1, err
}

// race appends after the last event that it reads.
func race(ctx context.Context, s hall.Store, id, key string) (int64, error) {
	events, err := s.Load(ctx, id, 0)
	if err != nil && !errors.Is(err, hall.ErrNotFound) {
		return 0, err
	}
	return write(ctx, s, id, int64(len(events)), key)
}

// deleteRace deletes a table again and again while others append to it and
// recreate it: its log always starts at 1 and has no gaps.
func deleteRace(t *testing.T, a, b hall.Store) {
	ctx := context.Background()
	var wg sync.WaitGroup
	var stop atomic.Bool
	for n, s := range []hall.Store{a, b, b} {
		wg.Go(func() {
			for i := 0; !stop.Load(); i++ {
				if _, err := race(ctx, s, "t", fmt.Sprintf("key %d of %d", i, n)); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	for range 20 {
		events, err := a.Load(ctx, "t", 0)
		if err != nil && !errors.Is(err, hall.ErrNotFound) {
			t.Error(err)
		}
		for i, e := range events {
			if e.Seq != int64(i+1) {
				t.Errorf("event %d has number %d", i+1, e.Seq)
			}
		}
		if err := a.Delete(ctx, "t"); err != nil && !errors.Is(err, hall.ErrNotFound) {
			t.Error(err)
		}
	}
	stop.Store(true)
	wg.Wait()
	must(t, b.Append(ctx, Batch("last", 0, 1)))
}
