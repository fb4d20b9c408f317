package postgres

import (
	"context"
	"os"
	"testing"

	"parlour/internal/servers"
	"parlour/table"
	"parlour/table/storetest"
)

func TestMain(m *testing.M) { os.Exit(servers.Main(m)) }

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T) (first, second table.Store) {
		url := servers.Postgres(t).Database(t)
		return open(t, url), open(t, url)
	})
}

func TestShared(t *testing.T) {
	storetest.RunShared(t, func(t *testing.T) (first, second table.Shared) {
		url := servers.Postgres(t).Database(t)
		return open(t, url), open(t, url)
	})
}

func TestVault(t *testing.T) {
	storetest.RunVault(t, func(t *testing.T) (first, second table.Vault) {
		url := servers.Postgres(t).Database(t)
		return open(t, url), open(t, url)
	})
}

// open opens a database that is closed at the end of the test.
func open(t testing.TB, url string) *Store {
	t.Helper()
	s, err := Open(context.Background(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}
