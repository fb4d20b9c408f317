package main

import (
	"context"
	"encoding/json"
	"io"
	"maps"
	"net"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"parlour/internal/build"
	"parlour/internal/wait"
)

// everyCommand calls f with each command and its subcommands.
func everyCommand(f func(*cobra.Command)) {
	var walk func(*cobra.Command)
	walk = func(c *cobra.Command) {
		f(c)
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(newRoot(&streams{in: strings.NewReader(""), out: io.Discard, err: io.Discard}))
}

// Every command is in a group of the help, and every group has commands.
func TestGroups(t *testing.T) {
	root := newRoot(&streams{})
	groups := map[string]int{}
	for _, c := range root.Commands() {
		if c.GroupID == "" {
			t.Errorf("%s is in no group", c.Name())
		}
		groups[c.GroupID]++
	}
	_, help, _ := call("", "--help")
	for _, g := range root.Groups() {
		if groups[g.ID] == 0 || !strings.Contains(help, "\n"+g.Title+"\n") {
			t.Errorf("the group %s has %d commands in %s", g.ID, groups[g.ID], help)
		}
	}
	if strings.Contains(help, "Additional Commands") {
		t.Errorf("some commands are in no group: %s", help)
	}
}

// A short flag means the same with every command. Only -n counts different things.
func TestShortFlags(t *testing.T) {
	names := map[string]map[string]bool{}
	everyCommand(func(c *cobra.Command) {
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if names[f.Shorthand] == nil {
				names[f.Shorthand] = map[string]bool{}
			}
			names[f.Shorthand][f.Name] = true
		})
	})
	delete(names, "")
	delete(names, "n")
	for short, long := range names {
		if len(long) > 1 {
			t.Errorf("-%s is short for %v", short, slices.Sorted(maps.Keys(long)))
		}
	}
	if !names["o"]["out"] {
		t.Error("-o is not --out")
	}
}

// The bare command is a server with the flags of serve.
func TestBareFlags(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	out, code := &screen{}, make(chan int, 1)
	go func() {
		code <- run(ctx, []string{"--lan", "--addr", "127.0.0.1:0", "--data", t.TempDir()}, &streams{in: strings.NewReader(""), out: out, err: out})
	}()
	wait.For(t, "the server to start", func() bool { return opened.MatchString(out.String()) })
	if text := out.String(); !strings.Contains(text, "On this network") && !strings.Contains(text, "on a network") {
		t.Errorf("--lan without a command: %s", text)
	}
	cancel()
	if c := wait.Receive(t, "the server to stop", code); c != 0 {
		t.Errorf("the server ended with %d: %s", c, out)
	}
	serve := map[string]bool{}
	serveCommand(&streams{}).Flags().VisitAll(func(f *pflag.Flag) { serve[f.Name] = true })
	root := newRoot(&streams{})
	for name := range serve {
		if f := root.Flags().Lookup(name); f == nil || !f.Hidden {
			t.Errorf("--%s of the bare command: %+v", name, f)
		}
	}
}

// A port in use is explained, on both addresses.
func TestPortInUse(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for _, args := range [][]string{{"--addr", l.Addr().String()}, {"--addr", "127.0.0.1:0", "--private-addr", l.Addr().String()}} {
		code, _, errs := call("", append([]string{"serve", "--data", t.TempDir()}, args...)...)
		if code != exitFailed || !strings.Contains(errs, "another program uses the address "+l.Addr().String()) {
			t.Errorf("%v: %d %s", args, code, errs)
		}
	}
}

// The version can be read by people and programs.
func TestVersion(t *testing.T) {
	want := "parlour version " + build.Info().String() + "\n"
	for _, arg := range []string{"version", "--version"} {
		if code, out, errs := call("", arg); code != 0 || out != want {
			t.Errorf("%s: %d %q %s, want %q", arg, code, out, errs, want)
		}
	}
	var b build.Build
	code, out, _ := call("", "version", "--json")
	if err := json.Unmarshal([]byte(out), &b); code != 0 || err != nil || b != build.Info() {
		t.Errorf("version --json: %d %s: %v", code, out, err)
	}
}

// Every interval has a low and a high end, and what programs read has the exit code
// that people get.
func TestJSON(t *testing.T) {
	t.Chdir(t.TempDir())
	if code, _, errs := call("", "sim", "mensch", "--games", "2", "--records", "games.txt"); code != 0 {
		t.Fatal(errs)
	}
	for _, args := range []string{"luck mensch --games 1 --level beginner", "arena backgammon greedy random beginner --rounds 1", "ladder kleefeld --rounds 1", "puzzles show backgammon 1"} {
		code, out, errs := call("", append(strings.Fields(args), "--json")...)
		if code != 0 || !strings.Contains(out, `"low": `) || !strings.Contains(out, `"high": `) {
			t.Errorf("%s --json: %d %s%s", args, code, out, errs)
		}
		for _, old := range []string{`"half"`, `"Half"`, `"within"`, `"error"`} {
			if strings.Contains(out, old) {
				t.Errorf("%s --json has %s", args, old)
			}
		}
	}
	code, out, errs := call("", "replay", "games.txt", "--json")
	if strings.Count(out, `"end": "win `) != 2 || code != 0 {
		t.Errorf("replay --json: %d %s%s", code, out, errs)
	}
	if code, out, _ := call("", "why", "checkers", "9-10", "--json"); code != exitFailed || !strings.Contains(out, `"legal":false`) {
		t.Errorf("why --json of an illegal move: %d %s", code, out)
	}
	if code, out, errs := call("", "rules", "mensch", "tries", "--json"); code != 0 || !strings.Contains(out, `"key": "tries"`) || strings.Contains(out, `"key": "must"`) {
		t.Errorf("rules --json of an option: %d %s%s", code, out, errs)
	}
}
