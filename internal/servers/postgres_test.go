package servers

import (
	"os"
	"strings"
	"testing"
)

func TestMain(m *testing.M) { os.Exit(Main(m)) }

// TestPostgres checks that tests share a server but have separate databases.
func TestPostgres(t *testing.T) {
	a, b := Postgres(t), Postgres(t)
	if a != b {
		t.Error("two tests have different servers")
	}
	if one, two := a.Database(t), b.Database(t); one == two {
		t.Errorf("two tests share the database %s", one)
	}
	for setting, want := range map[string]string{"fsync": "on", "synchronous_commit": "on", "full_page_writes": "on"} {
		if got, err := a.sql("postgres", "SHOW "+setting); err != nil || got != want {
			t.Errorf("%s is %q, want %q: %v", setting, got, want, err)
		}
	}
}

// TestKill checks that a server dies at once, comes back at the same address
// with its committed data, and leaves nothing behind.
func TestKill(t *testing.T) {
	var dir string
	t.Run("server", func(t *testing.T) {
		s := OwnPostgres(t)
		dir = s.dir
		url := s.URL("postgres")
		if _, err := s.sql("postgres", "CREATE TABLE kept AS SELECT 42 AS n"); err != nil {
			t.Fatal(err)
		}
		s.Kill(t)
		if out, err := s.sql("postgres", "SELECT n FROM kept"); err == nil {
			t.Fatalf("a killed server answers %q", out)
		}
		s.Start(t)
		if got, err := s.sql("postgres", "SELECT n FROM kept"); err != nil || got != "42" {
			t.Errorf("after the start %q, %v", got, err)
		}
		if s.URL("postgres") != url || !strings.HasPrefix(url, "postgres://parlour:") {
			t.Errorf("the address was %s and is %s", url, s.URL("postgres"))
		}
	})
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("the folder %s still exists: %v", dir, err)
	}
}
