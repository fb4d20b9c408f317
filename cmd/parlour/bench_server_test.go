package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"parlour/internal/servers"
)

// One run measures all ways to run a server, and leaves the database empty.
func TestBenchServer(t *testing.T) {
	t.Setenv(asCommand, "1") // the servers that are measured are this program
	store, bus := servers.Postgres(t).Database(t), servers.NATS(t)
	for range 2 { // the second time shows that nothing was left
		code, out, errs := call("", "bench", "server", "--tables", "4", "--time", "300ms", "--flight", "4", "--data", t.TempDir(), "--store", store, "--bus", bus.URL(), "--against", os.Args[0])
		if code != exitOK {
			t.Fatalf("exit %d: %s", code, errs)
		}
		for _, row := range []string{"SQLite  1  4  direct", "SQLite  1  4  http", "PostgreSQL  1  4  direct", "PostgreSQL, NATS  3  4  direct", "PostgreSQL, NATS  3  4  http", "SQLite, before  1  4  http"} {
			pattern := strings.ReplaceAll(regexp.QuoteMeta(row), "  ", `\s+`) + `\s+4\s+[1-9]\d*\s`
			if !regexp.MustCompile(pattern).MatchString(out) {
				t.Errorf("no row %q with actions in\n%s", row, out)
			}
		}
		for _, line := range []string{"times the processor time of the server for each, of " + os.Args[0], "PostgreSQL, NATS, 4 tables, http: 3 nodes need"} {
			if !strings.Contains(out, line) {
				t.Errorf("%q is not in\n%s", line, out)
			}
		}
	}
	for _, args := range [][]string{{"--tables", "0"}, {"--nodes", "0"}, {"--bus", "nats://127.0.0.1:1"}, {"--store", "sqlite:x.db"}} {
		if code, _, errs := call("", append([]string{"bench", "server"}, args...)...); code != exitUsage || !strings.Contains(errs, args[0]) {
			t.Errorf("%v: exit %d, %s", args, code, errs)
		}
	}
}
