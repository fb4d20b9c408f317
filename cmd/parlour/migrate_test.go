package main

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parlour/hall/storetest"
	"parlour/internal/servers"
	"parlour/internal/wait"
)

// Tables are copied to PostgreSQL and back. A second run has nothing to do.
func TestMigrate(t *testing.T) {
	ctx := context.Background()
	data := t.TempDir()
	source, err := openStore(ctx, "", data)
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"one", "two"} {
		if err := source.Append(ctx, storetest.Batch(id, 0, 3)); err != nil {
			t.Fatal(err)
		}
	}
	if err := source.Beat(ctx, time.Now().Add(-time.Minute)); err != nil {
		t.Fatal(err)
	}
	if err := source.Close(); err != nil {
		t.Fatal(err)
	}
	database := servers.Postgres(t).Database(t)
	back := "sqlite:" + filepath.Join(t.TempDir(), "back.db")
	for _, step := range []struct {
		args []string
		want string
	}{
		{[]string{"--data", data, "--to", database}, "2 tables with 6 events copied from " + filepath.Join(data, "parlour.db") + " to postgres://parlour@127.0.0.1"},
		{[]string{"--data", data, "--to", database}, "6 events had been copied before."},
		{[]string{"--from", database, "--to", back}, "Read back and compared: 6 events, 0 keys, 2 secrets and 0 notes of the server are the same."},
	} {
		if code, out, errs := call("", append([]string{"migrate"}, step.args...)...); code != 0 || !strings.Contains(out, step.want) {
			t.Errorf("migrate %v: %d %s %s, want %s", step.args, code, out, errs, step.want)
		}
	}
	if code, out, errs := call("", "tables", "--store", back); code != 0 || !strings.Contains(out, "one") || !strings.Contains(out, "two") {
		t.Errorf("tables: %d %s %s", code, out, errs)
	}
}

// A game from SQLite is the same on PostgreSQL, and the server keeps its push key.
func TestMigrateServer(t *testing.T) {
	ctx := context.Background()
	data := t.TempDir()
	address, _, stop := serving(t, "--data", data)
	token := field(t, ask(t, http.DefaultClient, "POST", address+"/api/token", "", `{"bearer":true}`), "token")
	id := field(t, ask(t, http.DefaultClient, "POST", address+"/api/tables", token, `{"terms":{"game":"auto-race","setup":{"players":2},"bots":["greedy","random"]},"name":"Host","key":"key-0000001"}`), "table")
	wait.For(t, "the game to end", func() bool {
		return field(t, ask(t, http.DefaultClient, "GET", address+"/api/tables/"+id, "", ""), "status") == "over"
	})
	before := ask(t, http.DefaultClient, "GET", address+"/api/tables/"+id+"/record", "", "")
	key := ask(t, http.DefaultClient, "GET", address+"/api/push/key", token, "")
	if code := stop(); code != 0 {
		t.Fatalf("the server ended with %d", code)
	}
	store, err := openStore(ctx, "", data)
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Beat(ctx, time.Now().Add(-time.Minute)); err != nil { // it was stopped long ago
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	database := servers.Postgres(t).Database(t)
	if code, out, errs := call("", "migrate", "--data", data, "--to", database); code != 0 || !strings.Contains(out, "are the same") || !strings.Contains(out, data) {
		t.Fatalf("migrate: %d %s %s", code, out, errs)
	}
	address, _, _ = serving(t, "--data", t.TempDir(), "--store", database)
	if after := ask(t, http.DefaultClient, "GET", address+"/api/tables/"+id+"/record", "", ""); after != before {
		t.Errorf("the record became\n%s\nwas\n%s", after, before)
	}
	if got := ask(t, http.DefaultClient, "GET", address+"/api/push/key", token, ""); got != key {
		t.Errorf("the key became %s, was %s", got, key)
	}
}

// Migrate refuses to copy the tables of a running server, from either kind of store,
// and writes nothing.
func TestMigrateLive(t *testing.T) {
	data, database := t.TempDir(), servers.Postgres(t).Database(t)
	for from, flags := range map[string][]string{
		"sqlite:" + filepath.Join(data, "parlour.db"): {"--data", data},
		database: {"--data", t.TempDir(), "--store", database},
	} {
		address, _, stop := serving(t, flags...)
		token := field(t, ask(t, http.DefaultClient, "POST", address+"/api/token", "", `{"bearer":true}`), "token")
		ask(t, http.DefaultClient, "POST", address+"/api/tables", token, `{"terms":{"game":"auto-race","setup":{"players":2},"bots":["greedy","random"]},"name":"Host","key":"key-0000001"}`)
		target := filepath.Join(t.TempDir(), "new.db")
		code, _, errs := call("", "migrate", "--from", from, "--to", "sqlite:"+target)
		if code != exitFailed || !strings.Contains(errs, "stop it first") {
			t.Errorf("migrating from a live server: %d %s", code, errs)
		}
		if _, err := os.Stat(target); err == nil {
			t.Error("a target was written")
		}
		stop()
	}
}

func TestMigrateRefused(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	file := func(name string) string { return "sqlite:" + filepath.Join(dir, name) }
	used, err := openStore(ctx, file("used.db"), "")
	if err != nil {
		t.Fatal(err)
	}
	defer used.Close()
	if err := used.Beat(ctx, time.Now()); err != nil {
		t.Fatal(err)
	}
	other, err := openStore(ctx, file("other.db"), "")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if err := other.Append(ctx, storetest.Batch("t", 0, 1)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		from, to string
		code     int
		want     string
	}{
		{"", "", exitUsage, "--to"},
		{"", file("new.db"), exitFailed, "parlour.db"},
		{file("none.db"), file("new.db"), exitFailed, "none.db"},
		{file("used.db"), file("new.db"), exitFailed, "stop it first"},
		{file("other.db"), file("used.db"), exitFailed, "stop it first"},
		{file("other.db"), "mysql://u:hidden@h/d", exitUsage, "sqlite:FILE"},
		{file("other.db"), "postgres://u:hidden@127.0.0.1:1/d", exitFailed, "connect"},
	} {
		code, _, errs := call("", "migrate", "--data", filepath.Join(dir, "empty"), "--from", c.from, "--to", c.to)
		if code != c.code || !strings.Contains(errs, c.want) || strings.Contains(errs, "hidden") {
			t.Errorf("from %s to %s: %d %s, want %d and %s", c.from, c.to, code, errs, c.code, c.want)
		}
	}
}
