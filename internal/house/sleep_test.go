package house

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// sleeps are the files whose tests let real time pass, and why no condition would
// do. Everywhere else time is virtual: see testing/synctest.
var sleeps = map[string]string{
	"hall/nats/work_test.go":        "hands finish in random order",
	"internal/faults/kill_test.go":  "a process is killed at a random moment",
	"internal/faults/nodes_test.go": "faults come at random moments, and a node is stopped for longer than its lease",
	"internal/e2e/frames.mjs":       "it measures a player who looks before tapping; no test runs it",
	"web/stream_test.go":            "an idle stream outlives the deadline of a write, which only real sockets have",
}

// TestNobodySleeps checks that no test waits for time to pass instead of a
// condition.
func TestNobodySleeps(t *testing.T) {
	waits := regexp.MustCompile(`\btime\.Sleep\(|\bwaitForTimeout\(`)
	seen := 0
	for _, ending := range []string{".go", ".mjs"} {
		for _, path := range sources(t, ending) {
			if ending == ".go" && !strings.HasSuffix(path, "_test.go") {
				continue
			}
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			name := strings.TrimPrefix(path, root)
			found := waits.Match(text) && name != "internal/house/sleep_test.go"
			_, may := sleeps[name]
			switch {
			case found && !may && !strings.Contains(string(text), `"testing/synctest"`):
				t.Errorf("%s waits for time; wait for a condition (internal/wait), use testing/synctest, or say in sleeps why neither will do", name)
			case may && !found:
				t.Errorf("%s no longer waits for time: take it out of sleeps", name)
			}
			if found {
				seen++
			}
		}
	}
	if seen < 10 {
		t.Errorf("only %d files let time pass: does the search still work?", seen)
	}
}
