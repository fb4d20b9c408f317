package postgres

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"parlour/hall"
	"parlour/hall/storetest"
	"parlour/internal/servers"
	"parlour/internal/wait"
	"parlour/table"
)

func TestMain(m *testing.M) { os.Exit(servers.Main(m)) }

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T) (first, second hall.Store) {
		url := servers.Postgres(t).Database(t)
		return openTest(t, url), openTest(t, url)
	})
}

func TestShared(t *testing.T) {
	storetest.RunShared(t, func(t *testing.T) (first, second hall.Shared) {
		url := servers.Postgres(t).Database(t)
		return openTest(t, url), openTest(t, url)
	})
}

func TestVault(t *testing.T) {
	storetest.RunVault(t, func(t *testing.T) (first, second hall.Vault) {
		url := servers.Postgres(t).Database(t)
		return openTest(t, url), openTest(t, url)
	})
}

// TestDurable checks the durability of an acknowledgement, even where somebody
// has told the database to be quick rather than safe.
func TestDurable(t *testing.T) {
	ctx := context.Background()
	url := servers.Postgres(t).Database(t)
	for setting, want := range map[string]string{"off": "on", "local": "on", "on": "on", "remote_apply": "remote_apply"} {
		admin := openTest(t, url)
		if _, err := admin.pool.Exec(ctx, "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET synchronous_commit = "+setting+"', current_database()); END $$"); err != nil {
			t.Fatal(err)
		}
		var got string
		if err := openTest(t, url).pool.QueryRow(ctx, "SHOW synchronous_commit").Scan(&got); err != nil || got != want {
			t.Errorf("where synchronous_commit is %s a connection has %s, want %s: %v", setting, got, want, err)
		}
	}
}

// TestSecrets looks for the password in errors.
func TestSecrets(t *testing.T) {
	ctx := context.Background()
	server := servers.Postgres(t)
	right, err := url.Parse(server.URL("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	wrong := *right
	wrong.User = url.UserPassword("parlour", "hidden")
	for name, address := range map[string]string{
		"wrong password":    wrong.String(),
		"no server":         "postgres://u:hidden@127.0.0.1:1/d",
		"no host":           "postgres://u:hidden@no-such-host.invalid/d",
		"bad mode":          "postgres://u:hidden@127.0.0.1/d?sslmode=hidden",
		"bad pool":          "postgres://u:hidden@127.0.0.1/d?pool_max_conns=hidden",
		"in the query":      "postgres://127.0.0.1/d?user=u&password=hidden&sslmode=maybe",
		"bad port":          "postgres://u:hidden@127.0.0.1:port/d",
		"not escaped":       "postgres://u:12/hidden@127.0.0.1/d",
		"not escaped again": "postgres://u:12#hidden@127.0.0.1/d",
		"brackets":          "postgres://u:hidden@[::1/d",
		"another kind":      "mysql://u:hidden@h/d",
		"keywords":          "host=127.0.0.1 user=u password=hidden",
	} {
		s, err := Open(ctx, address)
		if err == nil {
			s.Close()
			t.Errorf("%s: opened", name)
			continue
		}
		if strings.Contains(err.Error(), "hidden") {
			t.Errorf("%s: the error contains the password: %v", name, err)
		}
	}
	if got, want := Name("postgres://u:hidden@h:5/d?password=hidden"), "postgres://u@h:5/d"; got != want {
		t.Errorf("shown as %s, want %s", got, want)
	}
}

// TestPlans checks with many tables that no query of the server scans them
// all.
func TestPlans(t *testing.T) {
	ctx := context.Background()
	s := openTest(t, servers.Postgres(t).Database(t))
	for _, statement := range []string{`
		INSERT INTO parlour.tables (id, game, status, listed, free, people, changed, deadline, seq)
		SELECT 'table ' || n, 'kleefeld', (ARRAY['over', 'playing', 'waiting'])[1 + n % 3], n % 5 = 0, 1, '[]', timestamptz '2026-01-01' + n * interval '1 minute',
			CASE WHEN n % 7 = 0 THEN timestamptz '2026-01-01' + n * interval '2 minutes' END, 9
		FROM generate_series(1, 50000) n`, `
		INSERT INTO parlour.events (table_id, seq, schema, at, kind, who, key, line, body)
		SELECT 'table ' || n, seq, 1, now(), 'move', 1, convert_to('key ' || seq, 'UTF8'), 'line', '{}'
		FROM generate_series(1, 1000) n, generate_series(1, 50) seq`,
		// The statistics come from all rows, not from a random sample: 300 rows
		// are read for each unit of the target.
		"ALTER TABLE parlour.tables ALTER changed SET STATISTICS 1000", "ALTER TABLE parlour.events ALTER seq SET STATISTICS 1000",
		"ANALYZE parlour.tables", "ANALYZE parlour.events",
	} {
		if _, err := s.pool.Exec(ctx, statement); err != nil {
			t.Fatal(err)
		}
	}
	early := time.Date(2026, 1, 1, 1, 0, 0, 0, time.UTC)
	// Far more tables than a page shows lie behind the cursor. To sort the last
	// few would be as quick as to read them in order.
	cursor := hall.Cursor{At: early.Add(25_000 * time.Minute), Table: "table 25060"}
	list := func(q hall.Query) []any {
		query, args, err := listing(q)
		if err != nil {
			t.Fatal(err)
		}
		return append([]any{query}, args...)
	}
	for name, q := range map[string][]any{
		"all":     list(hall.Query{}),
		"lobby":   list(hall.Query{Status: table.Waiting, Listed: true, Limit: 100}),
		"due":     list(hall.Query{Status: table.Playing, Due: early}),
		"expired": list(hall.Query{Status: table.Over, Before: early, Limit: 1000}),
		"listed":  list(hall.Query{Listed: true}),
		"page":    list(hall.Query{Status: table.Waiting, Listed: true, After: cursor}),
		"log":     {eventsAfter, "table 7", int64(0)},
		"reading": {eventsAfter, "table 7", int64(48)},
	} {
		rows, err := s.pool.Query(ctx, "EXPLAIN "+q[0].(string), q[1:]...)
		if err != nil {
			t.Fatal(err)
		}
		plan, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(err)
		}
		if text := strings.Join(plan, "\n"); strings.Contains(text, "Seq Scan") || strings.Contains(text, "Sort") && slices.Contains([]string{"all", "lobby", "listed", "page"}, name) || !strings.Contains(text, "Index") {
			t.Errorf("%s:\n%s", name, text)
		}
	}
}

// TestHeldLock appends to a table whose row is locked by somebody else: that
// table is busy, and the others do not wait forever.
func TestHeldLock(t *testing.T) {
	ctx := context.Background()
	address := servers.Postgres(t).Database(t)
	s := openTest(t, address+"&lock_timeout=50ms")
	for _, id := range []string{"held", "free"} {
		if err := s.Append(ctx, storetest.Batch(id, 0, 1)); err != nil {
			t.Fatal(err)
		}
	}
	tx, err := openTest(t, address).pool.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(ctx, "SELECT 1 FROM parlour.tables WHERE id = 'held' FOR UPDATE"); err != nil {
		t.Fatal(err)
	}
	if err := s.Append(ctx, storetest.Batch("held", 1, 1)); !errors.Is(err, hall.ErrBusy) {
		t.Errorf("appending to a locked table: %v", err)
	}
	if err := s.Append(ctx, storetest.Batch("free", 1, 1)); err != nil {
		t.Errorf("appending elsewhere: %v", err)
	}
	if err := tx.Rollback(ctx); err != nil {
		t.Fatal(err)
	}
	if err := s.Append(ctx, storetest.Batch("held", 1, 1)); err != nil {
		t.Errorf("appending after the lock was released: %v", err)
	}
}

// TestClosed closes the store during appends: every caller gets an answer, and
// every acknowledged event is stored.
func TestClosed(t *testing.T) {
	ctx := context.Background()
	address := servers.Postgres(t).Database(t)
	s := openTest(t, address)
	done := make(chan []string)
	var appended atomic.Int64
	for n := range 8 {
		go func() {
			var acks []string
			for i := 0; ; i++ {
				id := fmt.Sprintf("table %d of %d", i, n)
				if err := s.Append(ctx, storetest.Batch(id, 0, 1)); err != nil {
					done <- acks
					return
				}
				acks = append(acks, id)
				appended.Add(1)
			}
		}()
	}
	wait.For(t, "some appends", func() bool { return appended.Load() > 20 })
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	var acks []string
	for range 8 {
		acks = append(acks, <-done...)
	}
	tips, err := openTest(t, address).Tips(ctx, acks)
	if err != nil || len(tips) != len(acks) {
		t.Errorf("%d of %d acknowledged tables are there, %v", len(tips), len(acks), err)
	}
	if err := s.Append(ctx, storetest.Batch("late", 0, 1)); !errors.Is(err, errClosed) {
		t.Errorf("appending after the end: %v", err)
	}
}

// openTest opens a database that is closed at the end of the test.
func openTest(t testing.TB, url string) *Store {
	t.Helper()
	s, err := Open(context.Background(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}
