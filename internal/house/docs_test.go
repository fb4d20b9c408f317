package house

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The CHANGELOG tells of the past, so it may name what is gone.
var documents = []string{"README.md", "lab/train/backgammon/gpu/README.md", "lab/train/checkers/gpu/README.md", "CONTRIBUTING.md", "Makefile", "docs/*.md", "docs/adr/*.md"}

// A tree is what the documents may name.
type tree struct {
	paths map[string]bool            // files and folders, from the root
	names map[string]bool            // their last elements
	tests map[string]map[string]bool // by folder, the tests, fuzz tests and benchmarks in it
	made  map[string]bool            // targets of the Makefile
}

var testFunc = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Benchmark|Example)\w*)\(`)

func walk(t *testing.T) tree {
	t.Helper()
	out := tree{map[string]bool{}, map[string]bool{}, map[string]map[string]bool{}, map[string]bool{}}
	err := filepath.WalkDir(root, func(name string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && slices.Contains([]string{".git", ".tools", "node_modules"}, d.Name()) {
			return filepath.SkipDir
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		out.paths[rel], out.names[d.Name()] = true, true
		if !strings.HasSuffix(rel, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		dir := path.Dir(rel)
		if out.tests[dir] == nil {
			out.tests[dir] = map[string]bool{}
		}
		for _, m := range testFunc.FindAllSubmatch(text, -1) {
			out.tests[dir][string(m[1])] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(root + "Makefile")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`(?m)^([a-z]+):`).FindAllSubmatch(text, -1) {
		out.made[string(m[1])] = true
	}
	return out
}

var (
	quoted   = regexp.MustCompile("`([^`\n]+)`")
	pathLike = regexp.MustCompile(`^[A-Za-z][\w.@-]*(/[\w.@-]+)+/?$`)
	fileLike = regexp.MustCompile(`^[A-Za-z][\w-]*\.(go|md|js|py|cu|yaml|service)$`)
	link     = regexp.MustCompile(`\]\(([^)#:\s]+)(?:#[^)]*)?\)`)
	named    = regexp.MustCompile(`\b(?:Test|Fuzz|Benchmark)[A-Z]\w*`)
	testsIn  = regexp.MustCompile("((?:`(?:Test|Fuzz)\\w+`(?:, | and )?)+) in ((?:`[a-z/]+`(?: and )?)+)")
	goRun    = regexp.MustCompile(`(?m)(?:\bgo (?:test|run|build|vet)\b|^[A-Z_]+ +=)[^\n` + "`" + `]*`)
	runFlag  = regexp.MustCompile(`-run '?([A-Za-z0-9|]+)'?`)
	makeRun  = regexp.MustCompile("(?m)(?:^|`)make ([a-z]+)")
)

// halma is the game that CONTRIBUTING.md shows how to add.
func halma(name string) bool { return strings.Contains(name, "halma") }

// faults lists what a document names that the tree does not have. The paths of
// its links start from folder dir.
func (tr tree) faults(text, dir string) []string {
	var out []string
	miss := func(what, name string) { out = append(out, what+" "+name) }
	for _, m := range quoted.FindAllStringSubmatch(text, -1) {
		name := strings.TrimPrefix(m[1], "./")
		first, _, _ := strings.Cut(strings.TrimPrefix(name, "parlour/"), "/")
		switch {
		case halma(name):
		case fileLike.MatchString(name) && !tr.names[name]:
			miss("file", name)
		case pathLike.MatchString(name) && (tr.paths[first] || fileLike.MatchString(path.Base(name)) || strings.HasPrefix(name, "parlour/")):
			if name = strings.TrimSuffix(strings.TrimPrefix(name, "parlour/"), "/"); !tr.paths[name] {
				miss("path", name)
			}
		}
	}
	for _, m := range link.FindAllStringSubmatch(text, -1) {
		if name := path.Join(dir, m[1]); !tr.paths[name] {
			miss("link", m[1])
		}
	}
	for _, name := range named.FindAllString(text, -1) {
		if !tr.has(name) {
			miss("test", name)
		}
	}
	for _, m := range testsIn.FindAllStringSubmatch(text, -1) {
		for _, p := range quoted.FindAllStringSubmatch(m[2], -1) {
			for _, name := range quoted.FindAllStringSubmatch(m[1], -1) {
				if !tr.tests[p[1]][name[1]] {
					miss("test", name[1]+" in "+p[1])
				}
			}
		}
	}
	for _, command := range goRun.FindAllString(text, -1) {
		run := runFlag.FindStringSubmatch(command)
		for _, word := range strings.Fields(command) {
			name, ok := strings.CutPrefix(word, "./")
			if name = strings.TrimSuffix(strings.TrimRight(name, `")`), "/..."); !ok || strings.Contains(name, "*") || name == "..." {
				continue
			}
			if !tr.paths[name] {
				miss("path", word)
				continue
			}
			if run == nil {
				continue
			}
			for part := range strings.SplitSeq(run[1], "|") {
				if !tr.matches(name, part) {
					miss("tests", part+" in "+name)
				}
			}
		}
	}
	for _, m := range makeRun.FindAllStringSubmatch(text, -1) {
		if !tr.made[m[1]] {
			miss("target", "make "+m[1])
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func (tr tree) has(test string) bool {
	for _, tests := range tr.tests {
		if tests[test] {
			return true
		}
	}
	return false
}

func (tr tree) matches(dir, pattern string) bool {
	re := regexp.MustCompile(pattern)
	for test := range tr.tests[dir] {
		if re.MatchString(test) {
			return true
		}
	}
	return false
}

// TestDocuments checks that every path, file, link, test and make target that
// a document names exists.
func TestDocuments(t *testing.T) {
	tr := walk(t)
	for _, pattern := range documents {
		files, err := filepath.Glob(root + pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(files), err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			rel, _ := filepath.Rel(root, file)
			for _, fault := range tr.faults(string(text), path.Dir(filepath.ToSlash(rel))) {
				t.Errorf("%s names what does not exist: %s", rel, fault)
			}
		}
	}
}

// TestTrust checks that a test in a table of docs/TRUST.md is in internal/faults
// if no other package is named.
func TestTrust(t *testing.T) {
	text, err := os.ReadFile(root + "docs/TRUST.md")
	if err != nil {
		t.Fatal(err)
	}
	tests, checked := walk(t).tests["internal/faults"], 0
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "|") {
			continue
		}
		for _, name := range named.FindAllString(testsIn.ReplaceAllString(line, ""), -1) {
			if checked++; !tests[name] {
				t.Errorf("%s is not in internal/faults, and no other package is named", name)
			}
		}
	}
	if checked < 10 {
		t.Errorf("only %d tests were found", checked)
	}
}

// TestDocumentsNotice shows that each kind of wrong name is found.
func TestDocumentsNotice(t *testing.T) {
	tr := walk(t)
	for text, want := range map[string]string{
		"see `hall/sqlite/writer.go` and `parlour/table`": "",
		"see `hall/sqlit`":                                  "path hall/sqlit",
		"see `parlour/tables`":                              "path tables",
		"see `nowhere/at_all.go`":                           "path nowhere/at_all.go",
		"see `nothing-such.go`":                             "file nothing-such.go",
		"[here](TRUST.md#dice) and [there](https://go.dev)": "",
		"[here](TRUTH.md)":                                  "link TRUTH.md",
		"TestLayers holds":                                  "",
		"TestNothingOfThe" + "Kind holds":                   "test TestNothingOfThe" + "Kind",
		"`TestDecks`, `TestLayers` in `internal/house`":     "",
		"`TestLayers` in `hall`":                            "test TestLayers in hall",
		"go test ./internal/house -run 'Decks|Unheard'":     "tests Unheard in internal/house",
		"go test -run Decks ./internal/house":               "",
		"go run ./cmd/parler":                               "path ./cmd/parler",
		"`make test`":                                       "",
		"`make tea`":                                        "target make tea",
	} {
		if got := strings.Join(tr.faults(text, "docs"), ", "); got != want {
			t.Errorf("%q: found %q, want %q", text, got, want)
		}
	}
}

// TestRooms checks that the map of rooms in docs/ARCHITECTURE.md shows every
// package.
func TestRooms(t *testing.T) {
	text, err := os.ReadFile(root + "docs/ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rooms, _ := strings.Cut(string(text), "\n## Rooms\n")
	rooms, _, _ = strings.Cut(rooms, "\n## ")
	for _, p := range packages(t) {
		name := strings.TrimPrefix(p.ImportPath, "parlour/")
		if !strings.Contains(rooms, "`"+name+"`") {
			t.Errorf("the map of rooms lacks `%s`", name)
		}
	}
}
