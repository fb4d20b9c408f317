package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"parlour/internal/forge"
)

// TestVerifyWords compares the output of verify for honest and dishonest tables with
// testdata/verify.golden. go test ./cmd/parlour -update rewrites it.
func TestVerifyWords(t *testing.T) {
	golden, err := filepath.Abs("testdata/verify.golden")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	write := func(name string, v any) {
		t.Helper()
		data, err := json.Marshal(v)
		if text, ok := v.(string); ok {
			data = []byte(text)
		}
		if err == nil {
			err = os.WriteFile(name, data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	var out strings.Builder
	run := func(title string, args ...string) {
		t.Helper()
		code, o, e := call("", append([]string{"verify"}, args...)...)
		fmt.Fprintf(&out, "## %s\n$ parlour verify %s\n%s", title, strings.Join(args, " "), o)
		for line := range strings.Lines(e) {
			out.WriteString("! " + line)
		}
		if code != 0 {
			fmt.Fprintf(&out, "[exit %d]\n", code)
		}
		out.WriteString("\n")
	}
	cases := forge.Cases()
	find := func(name string) forge.Case {
		t.Helper()
		i := slices.IndexFunc(cases, func(c forge.Case) bool { return c.Name == name })
		if i < 0 {
			t.Fatalf("there is no log %q", name)
		}
		return cases[i]
	}
	events := func(c forge.Case, args ...string) {
		t.Helper()
		write("log.json", map[string]any{"events": c.Events})
		if c.Memory != nil {
			write("memory.json", c.Memory)
			args = append(args, "--seen", "memory.json")
		}
		run(c.Name, append([]string{"log.json", "--table", c.Table}, args...)...)
	}
	for _, name := range []string{
		"two people", "no memory", "bots alone", "a phone is locked", "a restart while a throw is asked for", "a restored backup", "restored by seven throws",
		"a bot takes over while a throw is asked for", "an accomplice does not like the throw", "a stale page", "a table of earlier dice goes on", "a carried game",
		"another throw", "two logs for two people", "a press in the victim's name", "a move that is not legal",
	} {
		events(find(name))
	}
	c := find("two people")
	rec := forge.Record(c)
	write("log.json", c.Events)
	write("record.txt", rec)
	run("a record", "record.txt")
	run("a record and its log", "record.txt", "--log", "log.json")
	write("memory.json", c.Memory)
	run("a record, its log and a memory", "record.txt", "--log", "log.json", "--seen", "memory.json")
	write("record.txt", strings.Replace(rec, " enter", " pass", 1))
	run("an edited record", "record.txt", "--log", "log.json")

	c.Events, c.Memory = c.Events[:14], nil
	events(c, "--json")
	events(c, "--person", "2")
	write("lines.ndjson", string(c.Events[0])+"\n"+string(c.Events[1])+"\n")
	run("an event a line", "lines.ndjson", "--table", c.Table)
	run("no table", "log.json")
	write("memory.json", find("a phone is locked").Memory)
	run("the memory of another table", "log.json", "--table", c.Table, "--seen", "memory.json")
	write("empty.json", "[]")
	run("no events", "empty.json", "--table", c.Table)
	write("bad.json", `{"format":"parlour-memory-9"}`)
	run("a memory of another format", "log.json", "--table", c.Table, "--seen", "bad.json")

	got := out.String()
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	g, w := strings.Split(got, "\n"), strings.Split(string(data), "\n")
	for i := range max(len(g), len(w)) {
		if i >= len(g) || i >= len(w) || g[i] != w[i] {
			t.Fatalf("testdata/verify.golden:%d: expected\n%s\nbut the command prints\n%s\n(-update rewrites it)", i+1,
				strings.Join(w[min(i, len(w)):min(i+3, len(w))], "\n"), strings.Join(g[min(i, len(g)):min(i+3, len(g))], "\n"))
		}
	}
}
