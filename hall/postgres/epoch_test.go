package postgres

import (
	"context"
	"net/url"
	"testing"
	"time"

	"parlour/hall/storetest"
	"parlour/internal/servers"
)

func epochOf(t *testing.T, s *Store) int64 {
	t.Helper()
	e, err := s.Epoch(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// TestEpochRestored dumps a database and restores it over itself, beside itself
// and in another cluster: the epoch rises each time. It does not when the server
// crashes and starts again.
func TestEpochRestored(t *testing.T) {
	ctx := context.Background()
	server := servers.OwnPostgres(t)
	address := server.Database(t)
	s := openTest(t, address)
	if err := s.RaiseEpoch(ctx, 1<<50); err != nil { // so that the clock cannot explain a rise
		t.Fatal(err)
	}
	if err := s.Append(ctx, storetest.Batch("t", 0, 3)); err != nil {
		t.Fatal(err)
	}
	if err := s.Beat(ctx, time.Now()); err != nil {
		t.Fatal(err)
	}
	before := epochOf(t, s)
	s.Close()
	server.Kill(t)
	server.Start(t)
	s = openTest(t, address)
	if after := epochOf(t, s); after != before {
		t.Errorf("after a crash the epoch is %d, want %d as before", after, before)
	}
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	server.Run(t, "pg_dump", "-Fc", "-f", "dump", u.Path[1:])
	rises := func(what string, s *Store) {
		t.Helper()
		after := epochOf(t, s)
		if after <= before {
			t.Errorf("after the dump was restored %s the epoch is %d, it was %d", what, after, before)
		}
		if again := epochOf(t, s); again != after {
			t.Errorf("%s: the epoch rose again, from %d to %d", what, after, again)
		}
	}
	beside, err := url.Parse(server.Database(t))
	if err != nil {
		t.Fatal(err)
	}
	server.Run(t, "pg_restore", "-d", beside.Path[1:], "dump")
	rises("beside it", openTest(t, beside.String()))
	other := servers.Postgres(t).Database(t)
	server.Run(t, "pg_restore", "-d", other, "dump")
	rises("in another cluster", openTest(t, other))
	server.Run(t, "pg_restore", "--clean", "-d", u.Path[1:], "dump")
	rises("over it while a server is running", s)
}

// TestEpochSeen makes the database report an older epoch than before: a node
// that has seen the newer one raises the epoch above it.
func TestEpochSeen(t *testing.T) {
	ctx := context.Background()
	s := openTest(t, servers.Postgres(t).Database(t))
	if err := s.RaiseEpoch(ctx, 1<<50); err != nil {
		t.Fatal(err)
	}
	before := epochOf(t, s)
	if _, err := s.pool.Exec(ctx, "UPDATE parlour.epoch SET epoch = 7"); err != nil {
		t.Fatal(err)
	}
	if err := s.Beat(ctx, time.Now()); err != nil {
		t.Fatal(err)
	}
	var stored int64
	if err := s.pool.QueryRow(ctx, "SELECT epoch FROM parlour.epoch").Scan(&stored); err != nil || stored <= before {
		t.Errorf("with a beat the epoch became %d, %v; want more than %d", stored, err, before)
	}
}
