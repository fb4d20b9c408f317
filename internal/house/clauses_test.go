package house

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"parlour/cabinet"
	"parlour/games/gametest"
	_ "parlour/internal/ninth" // so that its book and its words are checked too
	"parlour/rulebook"
)

const root = "../../"

// books returns the book of every game.
func books() (list []*rulebook.Book) {
	for _, e := range cabinet.Games() {
		list = append(list, e.Book)
	}
	return list
}

// room returns the folder of a game's code and the file of its scenarios.
func room(t *testing.T, id string) (dir, scenarios string) {
	t.Helper()
	files, _ := filepath.Glob(root + "games/*/testdata/" + id + ".json")
	ninth, _ := filepath.Glob(root + "internal/ninth/*/testdata/" + id + ".json")
	if files = append(files, ninth...); len(files) != 1 {
		t.Fatalf("the scenarios of %s are in %v, want one file games/*/testdata/%s.json", id, files, id)
	}
	dir, _ = filepath.Rel(root, filepath.Dir(filepath.Dir(files[0])))
	return dir, files[0]
}

// rooms returns the folders of the games.
func rooms(t *testing.T) (dirs []string) {
	t.Helper()
	for _, b := range books() {
		if dir, _ := room(t, b.ID); !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

var citation = regexp.MustCompile(`\[([a-z-]+/[a-z0-9-]+)\]|"([a-z-]+/[a-z0-9-]+)"`)

// cited returns every id that the code of a folder cites.
func cited(t *testing.T, dir string) map[string][]string {
	t.Helper()
	files, err := filepath.Glob(root + dir + "/*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no code in %s", dir)
	}
	ids := map[string][]string{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range citation.FindAllStringSubmatch(string(data), -1) {
			id := m[1] + m[2]
			ids[id] = append(ids[id], filepath.Base(file))
		}
	}
	return ids
}

// TestClauses checks that every clause of every book is cited where the code
// implements it or covered by a scenario, and that nothing cites an unknown
// rule.
func TestClauses(t *testing.T) {
	known := map[string]bool{}
	for _, b := range books() {
		for _, c := range b.Clauses {
			known[c.ID] = true
		}
		for _, r := range b.Rulings {
			known[r.ID] = true
		}
	}
	for _, b := range books() {
		dir, scenarios := room(t, b.ID)
		ids := cited(t, dir)
		covered := map[string]bool{}
		for _, s := range gametest.ReadScenarios(t, scenarios) {
			for _, id := range s.Tests {
				if !known[id] {
					t.Errorf("scenario %s tests %s, which is in no book", s.ID, id)
				}
				covered[id] = true
			}
		}
		for _, c := range b.Clauses {
			if ids[c.ID] == nil && !covered[c.ID] {
				t.Errorf("clause %s is neither cited in %s nor covered by a scenario: %s", c.ID, dir, c.Rule)
			}
		}
	}
	for _, dir := range append(rooms(t), "referee") {
		for id, files := range cited(t, dir) {
			book, _, _ := strings.Cut(id, "/")
			if cabinet.ByID(book) != nil && !known[id] {
				t.Errorf("%s cites %s, which is in no book", strings.Join(files, ", "), id)
			}
		}
	}
}

// sentence matches text that begins like a sentence, or with a setting, and
// ends like a sentence.
var sentence = regexp.MustCompile(`^(["'A-Z0-9]|[a-z0-9-]+=).*[.?]["']?$`)

// TestSentences checks that the books are written in whole sentences.
func TestSentences(t *testing.T) {
	check := func(id, what, text string) {
		if text != "" && !sentence.MatchString(text) {
			t.Errorf("%s: the %s is not a sentence: %s", id, what, text)
		}
	}
	for _, b := range books() {
		for _, c := range b.Clauses {
			check(c.ID, "rule", c.Rule)
		}
		for _, r := range b.Rulings {
			check(r.ID, "question", r.Question)
			check(r.ID, "decision", r.Decision)
			check(r.ID, "reason", r.Reason)
			check(r.ID, "rest", r.Others)
		}
	}
}

// TestBooks checks that each book is consistent.
func TestBooks(t *testing.T) {
	for _, b := range books() {
		seen := map[string]bool{}
		for _, c := range b.Clauses {
			if seen[c.ID] || !strings.HasPrefix(c.ID, b.ID+"/") || c.Rule == "" || c.Passage == "" {
				t.Errorf("clause %q of %s is incomplete or given twice", c.ID, b.ID)
			}
			seen[c.ID] = true
		}
		for _, r := range b.Rulings {
			if seen[r.ID] || !strings.HasPrefix(r.ID, b.ID+"/r-") || r.Question == "" || r.Decision == "" {
				t.Errorf("ruling %q of %s is incomplete or given twice", r.ID, b.ID)
			}
			seen[r.ID] = true
			for _, key := range r.Options {
				if b.Option(key) == nil {
					t.Errorf("ruling %s names option %s, which %s does not have", r.ID, key, b.ID)
				}
			}
		}
		last := ""
		for _, o := range b.Options {
			if o.Key <= last {
				t.Errorf("%s: option %s is out of order", b.ID, o.Key)
			}
			last = o.Key
			if len(o.Values) == 0 || o.Values[0].Name != o.Default {
				t.Errorf("%s: the first value of option %s is not its default", b.ID, o.Key)
			}
			for _, v := range o.Values {
				if v.Means == "" {
					t.Errorf("%s: option %s=%s has no meaning", b.ID, o.Key, v.Name)
				}
			}
			if len(o.Rulings) == 0 {
				t.Errorf("%s: option %s belongs to no ruling", b.ID, o.Key)
			}
			for _, id := range o.Rulings {
				if b.Ruling(id) == nil && b.Clause(id) == nil {
					t.Errorf("%s: option %s belongs to %s, which is not in the book", b.ID, o.Key, id)
				}
			}
		}
	}
}
