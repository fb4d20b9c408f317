package servers

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"testing"
)

// Standby creates a second server, which has everything that this one
// acknowledges from now on and can replace it: see Promote.
func (s *PostgresServer) Standby(t testing.TB) *PostgresServer {
	t.Helper()
	b := &PostgresServer{password: s.password, initdb: s.initdb, who: s.who}
	if err := b.follow(s); err != nil {
		b.remove()
		t.Fatal(err)
	}
	t.Cleanup(b.remove)
	for _, statement := range []string{"ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()"} {
		if _, err := s.sql("postgres", statement); err != nil {
			t.Fatal(err)
		}
	}
	follows := func() bool {
		state, err := s.sql("postgres", "SELECT sync_state FROM pg_stat_replication")
		return err == nil && state == "sync"
	}
	if !await(b.process, follows) {
		t.Fatal("the standby does not replicate the server")
	}
	return b
}

// follow creates the folder of a standby from that of a server, and starts it.
func (b *PostgresServer) follow(s *PostgresServer) (err error) {
	if b.dir, err = os.MkdirTemp("", "parlour-postgres-"); err != nil {
		return err
	}
	if err := give(b.dir, b.who); err != nil {
		return err
	}
	cmd, err := s.command("pg_basebackup", "-D", b.data(), "--write-recovery-conf", "--checkpoint", "fast", "--no-sync")
	if err != nil {
		return err
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("copying a PostgreSQL server: %w\n%s", err, out)
	}
	f, err := os.OpenFile(filepath.Join(b.data(), "postgresql.conf"), os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	b.port = FreePort() // late, so that nobody else takes it
	if _, err := fmt.Fprintf(f, "port = %d\n", b.port); err != nil {
		return err
	}
	return b.run()
}

// Promote makes a standby an ordinary server and waits until it is one.
func (s *PostgresServer) Promote(t testing.TB) {
	t.Helper()
	if done, err := s.sql("postgres", "SELECT pg_promote()"); err != nil || done != "t" {
		t.Fatalf("the standby cannot be promoted: %s, %v", done, err)
	}
}

// Either returns the address of a database on whichever of two servers accepts
// writes.
func Either(t testing.TB, database string, other *PostgresServer) string {
	t.Helper()
	u, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	u.Host += "," + address(other.port)
	q := u.Query()
	q.Set("target_session_attrs", "read-write")
	u.RawQuery = q.Encode()
	return u.String()
}
