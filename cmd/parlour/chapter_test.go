package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// A chapter shows a command and its output as a fenced block.
var shown = regexp.MustCompile("(?s)```\n\\$ (parlour [^\n]*)\n(.*?)```\n")

// TestChapterCommands runs the short commands of docs/LAB.md and compares what
// they print with it. -update rewrites it.
func TestChapterCommands(t *testing.T) {
	const file = "../../docs/LAB.md"
	old, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	got := shown.ReplaceAllStringFunc(string(old), func(text string) string {
		m := shown.FindStringSubmatch(text)
		ran++
		code, out, errs := call("", split(m[1])[1:]...)
		if code != 0 {
			t.Errorf("%s: exit code %d, %s", m[1], code, errs)
		}
		var b strings.Builder
		for line := range strings.Lines(out) {
			b.WriteString(strings.TrimRight(line, " \n") + "\n")
		}
		return "```\n$ " + m[1] + "\n" + b.String() + "```\n"
	})
	if ran < 3 {
		t.Errorf("the chapter shows only %d commands", ran)
	}
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if got != string(old) {
		t.Errorf("the commands in %s print something else; -update rewrites it", file)
	}
}
