package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the expected outputs")

// call runs the command in this process.
func call(stdin string, args ...string) (code int, out, errs string) {
	var o, e bytes.Buffer
	code = run(context.Background(), args, &streams{in: strings.NewReader(stdin), out: &o, err: &e})
	return code, o.String(), e.String()
}

// TestScripts runs testdata/*.script. A script is made of blocks:
//
//	$ parlour moves -        a command; quotes as in a shell
//	< checkers ...           a line of its input
//	21-17                    what it prints
//	! words                  what it prints on standard error
//	[exit 1]                 its exit code, if it is not 0
//	## words                 a comment
//
// The command "file NAME" writes its input to a file, "show NAME" prints one.
// go test ./cmd/parlour -update rewrites the scripts.
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.script")
	if err != nil || len(files) == 0 {
		t.Fatal("no scripts")
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".script"), func(t *testing.T) {
			path := filepath.Join(here, name)
			old, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			t.Chdir(t.TempDir())
			got := replayScript(t, string(old))
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			g, w := strings.Split(got, "\n"), strings.Split(string(old), "\n")
			for i := range max(len(g), len(w)) {
				if i >= len(g) || i >= len(w) || g[i] != w[i] {
					t.Fatalf("%s:%d: expected\n%s\nbut the command prints\n%s\n(-update rewrites the script)", name, i+1,
						strings.Join(w[min(i, len(w)):min(i+3, len(w))], "\n"), strings.Join(g[min(i, len(g)):min(i+3, len(g))], "\n"))
				}
			}
		})
	}
}

// replayScript runs the blocks of a script and returns it with their actual outputs.
func replayScript(t *testing.T, text string) string {
	var out strings.Builder
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i := 0; i < len(lines); {
		if strings.HasPrefix(lines[i], "##") || lines[i] == "" {
			out.WriteString(lines[i] + "\n")
			i++
			continue
		}
		if !strings.HasPrefix(lines[i], "$ ") {
			t.Fatalf("line %d: expected a command, not %q", i+1, lines[i])
		}
		out.WriteString(lines[i] + "\n")
		args := split(lines[i][2:])
		var in strings.Builder
		for i++; i < len(lines) && (strings.HasPrefix(lines[i], "< ") || lines[i] == "<"); i++ {
			out.WriteString(lines[i] + "\n")
			in.WriteString(strings.TrimPrefix(lines[i][1:], " ") + "\n")
		}
		for i < len(lines) && !strings.HasPrefix(lines[i], "$ ") && !strings.HasPrefix(lines[i], "## ") {
			i++ // what was printed before
		}
		out.WriteString(block(t, args, in.String()))
	}
	return out.String()
}

var kept = regexp.MustCompile(`parlour-([a-z-]+)-\d{8}-\d{6}\.txt`)

// block runs one command and returns what it printed.
func block(t *testing.T, args []string, in string) string {
	switch args[0] {
	case "file":
		if err := os.WriteFile(args[1], []byte(in), 0o644); err != nil {
			t.Fatal(err)
		}
		return "\n"
	case "show":
		data, err := os.ReadFile(args[1])
		if err != nil {
			t.Fatal(err)
		}
		return regexp.MustCompile(`(?m)^@ Date: .*$`).ReplaceAllString(string(data), "@ Date: TODAY") + "\n"
	}
	code, o, e := call(in, args[1:]...)
	var b strings.Builder
	for line := range strings.Lines(kept.ReplaceAllString(o, "parlour-$1-TIME.txt")) {
		b.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	for line := range strings.Lines(e) {
		b.WriteString("! " + line)
	}
	if code != 0 {
		fmt.Fprintf(&b, "[exit %d]\n", code)
	}
	return strings.TrimRight(b.String(), "\n") + "\n\n"
}

// split splits a command at blanks outside single quotes.
func split(line string) (args []string) {
	var cur strings.Builder
	quoted, any := false, false
	for _, c := range line {
		switch {
		case c == '\'':
			quoted, any = !quoted, true
		case c == ' ' && !quoted:
			if any {
				args = append(args, cur.String())
			}
			cur.Reset()
			any = false
		default:
			cur.WriteRune(c)
			any = true
		}
	}
	if any {
		args = append(args, cur.String())
	}
	return args
}
