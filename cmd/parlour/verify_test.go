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
	find := func(list []forge.Case, name string) forge.Case {
		t.Helper()
		i := slices.IndexFunc(list, func(c forge.Case) bool { return c.Name == name })
		if i < 0 {
			t.Fatalf("there is no log %q", name)
		}
		return list[i]
	}
	honest, exposed, attacks := forge.Honest(), forge.Exposed(), forge.Attacks()
	events := func(c forge.Case, args ...string) {
		t.Helper()
		write("events.json", map[string]any{"events": forge.JSON(c.Events)})
		switch {
		case c.Other != nil:
			write("seen.json", forge.JSON(c.Other))
			args = append(args, "--seen", "seen.json")
		case c.Memory != nil:
			write("seen.json", c.Memory)
			args = append(args, "--seen", "seen.json")
		}
		run(c.Name, append([]string{"events.json", "--table", c.Table}, args...)...)
	}
	for _, name := range []string{"two people", "a person and a bot", "bots alone", "joins and leaves", "refusals to answer", "restored with a new epoch", "parlour-dice-1", "an old table that continues with rounds"} {
		c := find(honest, name)
		events(c)
		write("record.txt", forge.Record(c.Events))
		run(name+", from the record", "record.txt")
	}
	for _, name := range []string{"400 sixes by parlour-dice-1, a chain of one link each", "sixes by an accomplice who asks again for each"} {
		events(find(exposed, name))
	}
	for _, name := range []string{"400 sixes by chains of one link", "a bot stands in to choose between two throws", "a throw withheld and thrown again", "two logs for two people", "a move that is not legal"} {
		events(find(attacks, name))
	}
	for _, c := range forge.Records() {
		if c.Name == "another throw" || c.Name == "an old record presented as a new one" || c.Name == "another legal move" {
			write("record.txt", c.Text)
			args := []string{"record.txt"}
			if c.Other != nil {
				write("seen.json", forge.JSON(c.Other))
				args = append(args, "--seen", "seen.json")
			}
			run(c.Name, args...)
		}
	}
	c := find(honest, "a person and a bot")
	c.Events, c.Memory = c.Events[:8], nil
	events(c, "--json")
	write("lines.ndjson", string(forge.JSON(c.Events)[0])+"\n"+string(forge.JSON(c.Events)[1])+"\n")
	run("an event a line", "lines.ndjson", "--table", c.Table)
	run("no table", "events.json")
	write("seen.json", find(honest, "two people").Memory)
	run("the memory of another table", "events.json", "--table", c.Table, "--seen", "seen.json")
	write("empty.json", "[]")
	run("no events", "empty.json", "--table", c.Table)
	write("bad.json", `{"format":"parlour-memory-9"}`)
	run("a memory of another format", "events.json", "--table", c.Table, "--seen", "bad.json")

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
