package postgres

import (
	"context"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"parlour/hall"
	"parlour/hall/storetest"
	"parlour/internal/servers"
)

// TestMigrateRace opens a new database from many nodes at once.
func TestMigrateRace(t *testing.T) {
	ctx := context.Background()
	address := servers.Postgres(t).Database(t)
	var stores [8]*Store
	var wg sync.WaitGroup
	for n := range stores {
		wg.Go(func() {
			var err error
			if stores[n], err = Open(ctx, address); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for n, s := range stores {
		if s == nil {
			continue
		}
		if err := s.Append(ctx, storetest.Batch("t", int64(n), 1)); err != nil {
			t.Errorf("node %d: %v", n, err)
		}
		s.Close()
	}
	s := openTest(t, address)
	var rows, got int
	if err := s.pool.QueryRow(ctx, "SELECT count(*), max(version) FROM parlour.version").Scan(&rows, &got); err != nil || rows != 1 || got != version {
		t.Errorf("%d version rows, version %d; want one row with %d: %v", rows, got, version, err)
	}
}

// TestEarlierVersion opens a database of version 1, as commit 16af9dd made it, and
// appends to a table in it. Afterwards it has the indexes of a new database.
func TestEarlierVersion(t *testing.T) {
	ctx := context.Background()
	earlier, err := os.ReadFile("testdata/version1.sql")
	if err != nil {
		t.Fatal(err)
	}
	address := servers.Postgres(t).Database(t)
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	for _, statement := range []string{
		"CREATE SCHEMA parlour", "CREATE TABLE parlour.version (version integer NOT NULL, oldest integer NOT NULL)", "INSERT INTO parlour.version VALUES (1, 1)", string(earlier),
		"INSERT INTO parlour.tables VALUES ('t', 'checkers', 'playing', true, 0, '[]', now(), NULL, 1)",
		"INSERT INTO parlour.events VALUES ('t', 1, 1, now(), 'chat', 1, 'key', '', '{}', NULL)",
	} {
		if _, err := conn.Exec(ctx, statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	s := openTest(t, address)
	if err := s.Append(ctx, storetest.Batch("t", 1, 2)); err != nil {
		t.Error(err)
	}
	if events, err := s.Load(ctx, "t", 0); err != nil || len(events) != 3 || events[0].Key != "key" {
		t.Errorf("the events are %+v, %v", events, err)
	}
	indexes := func(s *Store) (list string) {
		if err := s.pool.QueryRow(ctx, "SELECT string_agg(indexdef, E'\n' ORDER BY indexname) FROM pg_indexes WHERE schemaname = 'parlour'").Scan(&list); err != nil {
			t.Fatal(err)
		}
		return list
	}
	if got, want := indexes(s), indexes(openTest(t, servers.Postgres(t).Database(t))); got != want {
		t.Errorf("the indexes are\n%s\nthose of a new database are\n%s", got, want)
	}
}

// TestLaterRelease opens databases of future releases: one that only adds
// something is used and left unchanged; any other is refused.
func TestLaterRelease(t *testing.T) {
	ctx := context.Background()
	address := servers.Postgres(t).Database(t)
	s := openTest(t, address)
	if _, err := s.pool.Exec(ctx, "UPDATE parlour.version SET version = 99"); err != nil {
		t.Fatal(err)
	}
	beside := openTest(t, address)
	var got int
	if err := beside.pool.QueryRow(ctx, "SELECT version FROM parlour.version").Scan(&got); err != nil || got != 99 {
		t.Errorf("the version became %d, %v", got, err)
	}
	if _, err := s.pool.Exec(ctx, "UPDATE parlour.version SET oldest = 99"); err != nil {
		t.Fatal(err)
	}
	if later, err := Open(ctx, address); err == nil {
		later.Close()
		t.Error("a database of a later release was opened")
	} else if !strings.Contains(err.Error(), "later release") {
		t.Errorf("a database of a later release: %v", err)
	}
}

// TestPlainUser opens the database as a user with no rights beyond the schema
// that was created for it.
func TestPlainUser(t *testing.T) {
	ctx := context.Background()
	address := servers.Postgres(t).Database(t)
	admin := openTest(t, address)
	for _, statement := range []string{
		"DROP SCHEMA parlour CASCADE", "CREATE ROLE plain LOGIN PASSWORD 'plain'", "CREATE SCHEMA parlour AUTHORIZATION plain",
	} {
		if _, err := admin.pool.Exec(ctx, statement); err != nil {
			t.Fatal(err)
		}
	}
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	u.User = url.UserPassword("plain", "plain")
	var s hall.Store = openTest(t, u.String())
	if err := s.Append(ctx, storetest.Batch("t", 0, 1)); err != nil {
		t.Error(err)
	}
	var noted int64
	err = admin.pool.QueryRow(ctx, "SELECT cluster FROM parlour.epoch").Scan(&noted)
	if e, failed := s.Epoch(ctx); failed != nil || err != nil || e == 0 || noted == 0 {
		t.Errorf("the epoch is %d in cluster %d, %v, %v; want both", e, noted, failed, err)
	}
}

// TestRead checks that a database opened for reading cannot be changed.
func TestRead(t *testing.T) {
	ctx := context.Background()
	address := servers.Postgres(t).Database(t)
	if s, err := Read(ctx, address); err == nil {
		s.Close()
		t.Fatal("a database without tables was opened")
	}
	if err := openTest(t, address).Append(ctx, storetest.Batch("t", 0, 3)); err != nil {
		t.Fatal(err)
	}
	r, err := Read(ctx, address)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if events, err := r.Load(ctx, "t", 0); err != nil || len(events) != 3 {
		t.Errorf("%d events, %v", len(events), err)
	}
	for name, err := range map[string]error{
		"append": r.Append(ctx, storetest.Batch("t", 3, 1)), "delete": r.Delete(ctx, "t"), "beat": r.Beat(ctx, time.Now()), "keep": r.Keep(ctx, "key", 0, nil),
	} {
		if err == nil {
			t.Errorf("%s changed the database", name)
		}
	}
}
