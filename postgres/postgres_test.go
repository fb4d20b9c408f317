package postgres

import (
	"context"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"parlour/internal/servers"
	"parlour/table"
	"parlour/table/storetest"
)

func TestMain(m *testing.M) { os.Exit(servers.Main(m)) }

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T) (first, second table.Store) {
		url := servers.Postgres(t).Database(t)
		return openTest(t, url), openTest(t, url)
	})
}

func TestShared(t *testing.T) {
	storetest.RunShared(t, func(t *testing.T) (first, second table.Shared) {
		url := servers.Postgres(t).Database(t)
		return openTest(t, url), openTest(t, url)
	})
}

func TestVault(t *testing.T) {
	storetest.RunVault(t, func(t *testing.T) (first, second table.Vault) {
		url := servers.Postgres(t).Database(t)
		return openTest(t, url), openTest(t, url)
	})
}

// TestDurable checks what an acknowledgement rests on, also where somebody has
// told the database to be quick rather than safe.
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
			t.Errorf("%s: the error tells the password: %v", name, err)
		}
	}
	if got, want := Name("postgres://u:hidden@h:5/d?password=hidden"), "postgres://u@h:5/d"; got != want {
		t.Errorf("shown as %s, want %s", got, want)
	}
}

// TestPlans checks with many tables that no question the server asks reads
// them all.
func TestPlans(t *testing.T) {
	ctx := context.Background()
	s := openTest(t, servers.Postgres(t).Database(t))
	if _, err := s.pool.Exec(ctx, `
		INSERT INTO parlour.tables (id, game, status, listed, free, people, changed, deadline, seq)
		SELECT 'table ' || n, 'kleefeld', (ARRAY['over', 'playing', 'waiting'])[1 + n % 3], n % 5 = 0, 1, '[]', timestamptz '2026-01-01' + n * interval '1 minute',
			CASE WHEN n % 7 = 0 THEN timestamptz '2026-01-01' + n * interval '2 minutes' END, 9
		FROM generate_series(1, 50000) n`); err != nil {
		t.Fatal(err)
	}
	if _, err := s.pool.Exec(ctx, "ANALYZE parlour.tables"); err != nil {
		t.Fatal(err)
	}
	early := time.Date(2026, 1, 1, 1, 0, 0, 0, time.UTC)
	for name, q := range map[string]table.Query{
		"all":     {},
		"lobby":   {Status: table.Waiting, Listed: true, Limit: 100},
		"due":     {Status: table.Playing, Due: early},
		"expired": {Status: table.Over, Before: early, Limit: 1000},
	} {
		query, args := listing(q)
		rows, err := s.pool.Query(ctx, "EXPLAIN "+query, args...)
		if err != nil {
			t.Fatal(err)
		}
		plan, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(err)
		}
		if text := strings.Join(plan, "\n"); strings.Contains(text, "Seq Scan") || !strings.Contains(text, "Index") {
			t.Errorf("%s:\n%s", name, text)
		}
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
