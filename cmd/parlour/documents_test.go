package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

var (
	// A document shows a command in backticks, or at the start of an indented or
	// fenced line.
	command = regexp.MustCompile("(?m)(?:`|^ *(?:\\$ )?)(?:go run \\./cmd/)?parlour ([a-z]+)([^`\n]*)")
	option  = regexp.MustCompile(`(?:^| )--([a-z][a-z-]*)`)
)

// TestDocumentedCommands checks that each command shown in a document exists
// and has the flags it is shown with.
func TestDocumentedCommands(t *testing.T) {
	found := 0
	for _, pattern := range []string{"README.md", "CONTRIBUTING.md", "docs/*.md", "docs/adr/*.md"} {
		files, err := filepath.Glob("../../" + pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range command.FindAllStringSubmatch(string(text), -1) {
				found++
				shown := strings.TrimSpace("parlour " + m[1] + m[2])
				root := newRoot(&streams{})
				root.InitDefaultHelpCmd()
				root.InitDefaultCompletionCmd()
				cmd, _, err := root.Find(strings.Fields(m[1] + m[2]))
				if err != nil || cmd == root {
					t.Errorf("%s: %s: there is no such command", file, shown)
					continue
				}
				// What follows two spaces or a pipe is not part of the command.
				args := regexp.MustCompile(`  +|[|;#]`).Split(m[2], 2)[0]
				for _, o := range option.FindAllStringSubmatch(args, -1) {
					flags := []*pflag.FlagSet{cmd.Flags(), cmd.InheritedFlags()}
					if o[1] != "help" && flags[0].Lookup(o[1]) == nil && flags[1].Lookup(o[1]) == nil {
						t.Errorf("%s: %s: there is no flag --%s", file, shown, o[1])
					}
				}
			}
		}
	}
	if found < 100 {
		t.Errorf("only %d commands were found", found)
	}
}

// TestReadmeExample runs the example in README.md.
func TestReadmeExample(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	m := shown.FindStringSubmatch(string(text))
	if m == nil {
		t.Fatal("README.md shows no command with its output")
	}
	_, out, errs := call("", split(m[1])[1:]...)
	if got := out + errs; got != m[2] {
		t.Errorf("%s prints\n%sbut README.md shows\n%s", m[1], got, m[2])
	}
}
