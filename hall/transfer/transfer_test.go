package transfer_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"parlour/hall"
	"parlour/hall/postgres"
	"parlour/hall/sqlite"
	"parlour/hall/storetest"
	"parlour/hall/transfer"
	"parlour/internal/servers"
	"parlour/table"
)

func TestMain(m *testing.M) { os.Exit(servers.Main(m)) }

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// A vaulted store has a vault.
type vaulted interface {
	hall.Store
	hall.Vault
	Names(context.Context) ([]string, error)
}

// fill adds tables of many lengths to a store, one longer than a single batch,
// with keys, secrets and odd text.
func fill(t *testing.T, s vaulted) (want transfer.Report) {
	t.Helper()
	ctx := context.Background()
	for n := range 25 {
		id := fmt.Sprint("table ", n)
		events := n + 1
		if n == 20 {
			events = 1201
		}
		b := storetest.Batch(id, 0, events)
		for i := range b.Events {
			e := &b.Events[i]
			e.Body.Text = "\x00 \u2028 'quoted' </script> \U0001F3B2"
			if i%3 == 0 {
				e.Key = fmt.Sprintf("key-%d\x00\xff", i)
				want.Keys++
			}
			if i%5 == 0 {
				e.Secret = &table.Secret{Token: fmt.Sprint("token ", i), Once: "once"}
				want.Secrets++
			}
		}
		if n%2 == 0 {
			b.Summary.Deadline = b.Summary.Changed.Add(time.Hour)
		}
		b.Summary.Listed, b.Summary.Free = n%3 == 0, n%4
		must(t, s.Append(ctx, b))
		want.Events += events
		want.Tables++
	}
	for name, value := range map[string]string{"key": "private\x00\xff", "book": "{}", "empty": ""} {
		must(t, s.Keep(ctx, name, 0, []byte(value)))
		want.Kept++
	}
	must(t, s.Keep(ctx, "book", 1, []byte(`{"changed":true}`)))
	must(t, s.Beat(ctx, time.Date(2026, 3, 4, 5, 6, 7, 89e6, time.UTC)))
	want.New = want.Events
	return want
}

// all returns the whole contents of a store as text.
func all(t *testing.T, s vaulted) string {
	t.Helper()
	ctx := context.Background()
	var text bytes.Buffer
	out := json.NewEncoder(&text)
	list, err := s.List(ctx, hall.Query{Limit: 1 << 20})
	must(t, err)
	byName := map[string]hall.Summary{}
	logs := map[string][]table.Event{}
	for _, sum := range list {
		byName[sum.Table] = sum
		logs[sum.Table], err = s.Load(ctx, sum.Table, 0)
		must(t, err)
	}
	must(t, out.Encode(byName))
	must(t, out.Encode(logs))
	names, err := s.Names(ctx)
	must(t, err)
	for _, name := range names {
		value, _, err := s.Kept(ctx, name)
		must(t, err)
		fmt.Fprintf(&text, "%s: %q\n", name, value)
	}
	last, err := s.LastBeat(ctx)
	must(t, err)
	fmt.Fprintln(&text, last)
	return text.String()
}

func newSQLite(t *testing.T, path string) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(path)
	must(t, err)
	t.Cleanup(func() { s.Close() })
	return s
}

func newPostgres(t *testing.T) *postgres.Store {
	t.Helper()
	s, err := postgres.Open(context.Background(), servers.Postgres(t).Database(t))
	must(t, err)
	t.Cleanup(func() { s.Close() })
	return s
}

// TestBothWays copies tables from SQLite to PostgreSQL and back: both hold the
// same bytes, and the source is unchanged.
func TestBothWays(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "source.db")
	first := newSQLite(t, path)
	want := fill(t, first)
	text := all(t, first)
	must(t, first.Close())
	before, err := os.ReadFile(path)
	must(t, err)
	source, err := sqlite.Read(path)
	must(t, err)
	defer source.Close()

	last, steps := 0, 0
	middle := newPostgres(t)
	got, err := transfer.Copy(ctx, source, middle, func(done, total int) {
		if done <= last || done > total {
			t.Errorf("%d of %d steps after %d", done, total, last)
		}
		last, steps = done, total
	})
	must(t, err)
	if got != want || last != steps || steps != 2*want.Events {
		t.Errorf("copied %+v in %d of %d steps, want %+v", got, last, steps, want)
	}
	if after := all(t, middle); after != text {
		t.Errorf("PostgreSQL has\n%s\nwant\n%s", after, text)
	}
	back := newSQLite(t, filepath.Join(t.TempDir(), "back.db"))
	if got, err = transfer.Copy(ctx, middle, back, nil); err != nil || got != want {
		t.Errorf("copied back %+v, %v; want %+v", got, err, want)
	}
	if after := all(t, back); after != text {
		t.Errorf("SQLite has\n%s\nwant\n%s", after, text)
	}
	must(t, source.Close())
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the source has changed, %v", err)
	}
}

// TestReleases copies the databases of all earlier releases.
func TestReleases(t *testing.T) {
	files, err := filepath.Glob("../../internal/faults/testdata/*.db")
	must(t, err)
	if len(files) == 0 {
		t.Fatal("there is no database of any release")
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		must(t, err)
		path := filepath.Join(t.TempDir(), "copy.db")
		must(t, os.WriteFile(path, data, 0o600))
		source, err := sqlite.Read(path)
		must(t, err)
		defer source.Close()
		target := newPostgres(t)
		r, err := transfer.Copy(context.Background(), source, target, nil)
		if err != nil || r.Events == 0 {
			t.Errorf("%s: %+v, %v", file, r, err)
		}
		if got, want := all(t, target), all(t, source); got != want {
			t.Errorf("%s became\n%s\nwant\n%s", file, got, want)
		}
	}
}

// TestEpoch copies tables into a store with a lower epoch: it rises above that
// of the source. A store whose epoch is already higher is left alone.
func TestEpoch(t *testing.T) {
	ctx := context.Background()
	source, target := &storetest.Memory{}, &storetest.Memory{}
	fill(t, source)
	must(t, source.RaiseEpoch(ctx, 1<<50))
	above, err := source.Epoch(ctx)
	must(t, err)
	last := int64(0)
	for range 2 {
		if _, err := transfer.Copy(ctx, source, target, nil); err != nil {
			t.Fatal(err)
		}
		got, err := target.Epoch(ctx)
		must(t, err)
		if got <= above || last != 0 && got != last {
			t.Errorf("the target has epoch %d after %d, the source %d", got, last, above)
		}
		last = got
	}
}

// TestUsed runs a server on the source, or the target, after the comparison:
// what it writes would be lost, so the transfer fails.
func TestUsed(t *testing.T) {
	ctx := context.Background()
	for _, what := range []string{"source", "target"} {
		source, target := &storetest.Memory{}, &storetest.Memory{}
		fill(t, source)
		used := source
		if what == "target" {
			used = target
		}
		looks := 0
		source.Before = func(op string) error {
			if op != "LastBeat" {
				return nil
			}
			if looks++; looks == 2 {
				source.Before = nil
				must(t, used.Beat(ctx, time.Now()))
				must(t, used.Append(ctx, storetest.Batch("lost", 0, 1)))
			}
			return nil
		}
		_, err := transfer.Copy(ctx, source, target, nil)
		if err == nil || !strings.Contains(err.Error(), "used the "+what+" during the transfer") {
			t.Errorf("a server used the %s: %v", what, err)
		}
	}
}

// TestResume interrupts a transfer again and again and restarts it: at the end
// everything is copied, and nothing was written twice.
func TestResume(t *testing.T) {
	ctx := context.Background()
	source, target := &storetest.Memory{}, &storetest.Memory{}
	want := fill(t, source)
	text := all(t, source)
	away := errors.New("away")
	var left atomic.Int64
	target.Before = func(op string) error {
		if op == "Append" && left.Add(-1) < 0 {
			return away
		}
		return nil
	}
	for broken := 0; ; broken++ {
		left.Store(5)
		r, err := transfer.Copy(ctx, source, target, nil)
		if errors.Is(err, away) {
			continue
		}
		must(t, err)
		if want.New = r.New; r != want || r.New == 0 || r.New >= r.Events || broken < 3 {
			t.Errorf("copied %+v at last, want %+v, after %d times", r, want, broken)
		}
		break
	}
	target.Before = nil
	if got := all(t, target); got != text {
		t.Errorf("the target has\n%s\nwant\n%s", got, text)
	}
	r, err := transfer.Copy(ctx, source, target, nil)
	if want.New = 0; err != nil || r != want {
		t.Errorf("copied once more: %+v, %v; want %+v", r, err, want)
	}
}

// TestRefused copies to targets that hold something else. Nothing is written.
func TestRefused(t *testing.T) {
	ctx := context.Background()
	for name, c := range map[string]struct {
		spoil func(t *testing.T, target *storetest.Memory)
		want  transfer.Difference
	}{
		"another table": {func(t *testing.T, m *storetest.Memory) {
			must(t, m.Append(ctx, storetest.Batch("other", 0, 1)))
		}, transfer.Difference{Table: "other"}},
		"another event": {func(t *testing.T, m *storetest.Memory) {
			must(t, m.Append(ctx, storetest.Batch("table 4", 0, 2)))
		}, transfer.Difference{Table: "table 4", Seq: 1}},
		"a longer log": {func(t *testing.T, m *storetest.Memory) {
			from := &storetest.Memory{}
			fill(t, from)
			events, err := from.Load(ctx, "table 0", 0)
			must(t, err)
			b := storetest.Batch("table 0", 0, 2)
			b.Events[0] = events[0]
			must(t, m.Append(ctx, b))
		}, transfer.Difference{Table: "table 0", Seq: 2}},
		"another entry": {func(t *testing.T, m *storetest.Memory) {
			must(t, m.Keep(ctx, "book", 0, []byte("other")))
		}, transfer.Difference{Entry: "book"}},
		"an entry more": {func(t *testing.T, m *storetest.Memory) {
			must(t, m.Keep(ctx, "more", 0, []byte("other")))
		}, transfer.Difference{Entry: "more"}},
	} {
		t.Run(name, func(t *testing.T) {
			source, target := &storetest.Memory{}, &storetest.Memory{}
			fill(t, source)
			c.spoil(t, target)
			before := all(t, target)
			_, err := transfer.Copy(ctx, source, target, nil)
			var d *transfer.Difference
			if !errors.As(err, &d) {
				t.Fatalf("the transfer was not refused: %v", err)
			}
			if d.Why == "" || strings.Contains(d.Error(), "private") {
				t.Errorf("it says %v", d)
			}
			if d.Why = ""; *d != c.want {
				t.Errorf("refused because of %+v, want %+v", *d, c.want)
			}
			if after := all(t, target); after != before {
				t.Errorf("the target became\n%s\nwas\n%s", after, before)
			}
		})
	}
}

// TestLater refuses to copy a table that a later release wrote.
func TestLater(t *testing.T) {
	ctx := context.Background()
	source, target := &storetest.Memory{}, &storetest.Memory{}
	b := storetest.Batch("later", 0, 2)
	b.Events[1].Schema = table.Schema + 1
	must(t, source.Append(ctx, b))
	if _, err := transfer.Copy(ctx, source, target, nil); !errors.Is(err, table.ErrNewer) || !strings.Contains(err.Error(), "later") {
		t.Errorf("a table of a later release: %v", err)
	}
	if list, err := target.List(ctx, hall.Query{}); err != nil || len(list) != 0 {
		t.Errorf("the target has %v, %v", list, err)
	}
}

// A forgetful store loses a field of each event.
type forgetful struct {
	*storetest.Memory
	lose func(*hall.Batch)
}

func (f forgetful) Append(ctx context.Context, b hall.Batch) error {
	b.Events = append([]table.Event{}, b.Events...)
	f.lose(&b)
	return f.Memory.Append(ctx, b)
}

// TestNoticed checks that every part of an event and of a summary is compared.
func TestNoticed(t *testing.T) {
	ctx := context.Background()
	for name, lose := range map[string]func(*hall.Batch){
		"key":      func(b *hall.Batch) { b.Events[0].Key = "" },
		"secret":   func(b *hall.Batch) { b.Events[0].Secret = nil },
		"time":     func(b *hall.Batch) { b.Events[0].At = b.Events[0].At.Add(time.Millisecond) },
		"line":     func(b *hall.Batch) { b.Events[0].Line += " " },
		"who":      func(b *hall.Batch) { b.Events[0].By++ },
		"text":     func(b *hall.Batch) { b.Events[0].Body.Text = "" },
		"deadline": func(b *hall.Batch) { b.Summary.Deadline = time.Time{} },
		"people":   func(b *hall.Batch) { b.Summary.People = nil },
	} {
		source, target := &storetest.Memory{}, forgetful{&storetest.Memory{}, lose}
		fill(t, source)
		_, err := transfer.Copy(ctx, source, target, nil)
		var d *transfer.Difference
		if !errors.As(err, &d) || !strings.HasPrefix(d.Table, "table ") {
			t.Errorf("%s was lost: %v", name, err)
		}
	}
}
