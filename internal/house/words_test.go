package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// A banned word is one that we do not use because another has the same meaning.
type banned struct {
	word *regexp.Regexp
	use  string         // instead
	but  *regexp.Regexp // sentences that may have it, in which it means something else
	in   *regexp.Regexp // files that may have it
}

// One word for each thing: the page, the log, the terminal and the documents
// use the same.
var bannedWords = []banned{
	{
		word: regexp.MustCompile(`(?i)\b(tie|ties|tied)\b`), use: "draw",
		// Contact's book says tie. Equal throws at the start of a race are a tie too.
		in:  regexp.MustCompile(`^(games/contact|learn/lesson/contact|rulebook/contact|docs/STRENGTH\.md)`),
		but: regexp.MustCompile(`(?i)throw|highest|tied to throwing|ties it to`),
	},
	{
		word: regexp.MustCompile(`(?i)\bcomputers?\b`), use: "bot, or device",
		but: regexp.MustCompile(`(?i)this computer`), // the machine
	},
	{
		word: regexp.MustCompile(`(?i)\b(strongest|against( a| the| other)?|greedy|beginner|expert) programs?\b|\bprograms?( that)? plays?\b`), use: "bot",
		but: regexp.MustCompile(`plays (on the device|inside browsers)|--against`), // not a player
	},
	{
		word: regexp.MustCompile(`(?i)\b(gives?|gave|given|giving|\{gives/give\}) up\b`), use: "resign, or what is meant",
		// A man is given up for a better place, a task after too many attempts.
		but: regexp.MustCompile(`(?i)up a man|a task that|waiting`),
	},
	{
		word: regexp.MustCompile(`(?i)\broll(s|ed|ing)?\b`), use: "throw",
		// Notation, the name of a chapter of a book, and other kinds of rolling.
		but: regexp.MustCompile(`(?i)pass, roll, double|\broll;|must be throw, not roll|rolling three times|six-extra-roll|rolled back|rolling (upgrade|update)|on roll|roll(s|ed)? (it )?(out|forward)`),
	},
}

// What each book calls a man, and so what its rules, its lesson and its log must
// not call it.
var bookNouns = map[string]struct{ says, not string }{
	"kleefeld":   {"setter", `men|man|tiles?|checkers?|pawns?|tokens?`},
	"british":    {"piece", `men|man|setters?|tiles?|checkers?|pawns?|tokens?`},
	"mensch":     {"piece", `men|man|setters?|tiles?|checkers?|pawns?|tokens?`},
	"parker":     {"man", `pieces?|setters?|tiles?|checkers?|pawns?|tokens?`},
	"auto-race":  {"car", `men|man|setters?|tiles?|checkers?|pawns?`},
	"contact":    {"tile", `men|man|setters?|checkers?|pawns?|pieces?`},
	"backgammon": {"man", `pieces?|setters?|tiles?|checkers?|pawns?|tokens?`},
	"checkers":   {"man", `setters?|tiles?|pawns?|tokens?`},
}

// A spokenText is something that people read, with the file it is in.
type spokenText struct{ file, text string }

// spoken returns everything that people read: string literals with a space in
// them, the texts of the page, and the documents without what they quote.
func spoken(t *testing.T) (list []spokenText) {
	t.Helper()
	read := func(pattern string, f func(file string, text []byte)) {
		files, err := filepath.Glob(root + pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no files (%v)", pattern, err)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			rel, err := filepath.Rel(root, name)
			if err != nil {
				t.Fatal(err)
			}
			f(filepath.ToSlash(rel), text)
		}
	}
	for _, dir := range []string{
		"phrase", "cabinet", "rulebook", "referee", "learn/lesson", "games/race", "games/contact", "games/checkers", "games/backgammon",
		"terminal", "terminal/compose", "terminal/screen", "cmd/parlour", "engine", "clients/go", "server", "server/backend", "server/doctor", "hall",
		"table", "table/proof", "lab", "lab/analyse", "lab/arena", "web", "web/live", "web/notice", "web/page", "web/rules", "web/show", "web/study", "draw/printing",
	} {
		read(dir+"/*.go", func(file string, text []byte) {
			for _, s := range literals(t, file, text) {
				list = append(list, spokenText{file, s})
			}
		})
	}
	texts := regexp.MustCompile(`"[\w.-]+":\s+("(?:[^"\\]|\\.)*")`) // a long text stands on a line of its own
	read("web/page/js/words/*.js", func(file string, text []byte) {
		for _, m := range texts.FindAllSubmatch(text, -1) {
			list = append(list, spokenText{file, string(m[1])})
		}
	})
	tag := regexp.MustCompile(`(?s)<(script|style).*?</(script|style)>|<[^>]*>|\{\{.*?\}\}`)
	for _, pattern := range []string{"web/page/*.html", "web/rules/*.html"} {
		read(pattern, func(file string, text []byte) {
			for line := range strings.Lines(tag.ReplaceAllString(string(text), " ")) {
				list = append(list, spokenText{file, line})
			}
		})
	}
	code := regexp.MustCompile("(?s)```.*?```|`[^`\n]*`|“[^”]*”")
	for _, pattern := range []string{"README.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs/*.md", "docs/adr/*.md"} {
		read(pattern, func(file string, text []byte) {
			for line := range strings.Lines(code.ReplaceAllString(string(text), "")) {
				list = append(list, spokenText{file, line})
			}
		})
	}
	return list
}

// literals returns the string literals of a Go file that have a space in them.
func literals(t *testing.T, file string, text []byte) (list []string) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, text, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if b, ok := n.(*ast.BasicLit); ok && b.Kind == token.STRING {
			if s, err := strconv.Unquote(b.Value); err == nil && strings.Contains(strings.TrimSpace(s), " ") && !strings.Contains(s, "XGID=") {
				list = append(list, s)
			}
		}
		return true
	})
	return list
}

// TestOneWord checks that a thing has the same name wherever people read it.
func TestOneWord(t *testing.T) {
	list := spoken(t)
	if len(list) < 3000 {
		t.Fatalf("only %d sentences were found", len(list))
	}
	for _, b := range bannedWords {
		for _, s := range list {
			for line := range strings.Lines(s.text) {
				if word := b.word.FindString(line); word != "" && (b.in == nil || !b.in.MatchString(s.file)) && (b.but == nil || !b.but.MatchString(line)) {
					t.Errorf("%s says %q, where we say %s: %s", s.file, word, b.use, strings.TrimSpace(line))
				}
			}
		}
		if b.word.MatchString("one word is enough") {
			t.Errorf("%s matches everything", b.word)
		}
	}
}

// TestBooksOwnWord checks that each book calls a man by one word, in its rules, in
// its lesson and in its log.
func TestBooksOwnWord(t *testing.T) {
	for id, noun := range bookNouns {
		not := regexp.MustCompile(`(?i)\b(` + noun.not + `)\b`)
		says := regexp.MustCompile(`(?i)\b(` + noun.says + `s?|men)\b`)
		name := strings.ReplaceAll(id, "-", "")
		found := 0
		files := []string{"rulebook/" + name + ".go", "rulebook/" + name + "_reading.go", "learn/lesson/" + name + ".go"}
		for _, log := range []string{"games/race/" + name + "_phrases.go", "games/" + name + "/phrases.go"} {
			if _, err := os.Stat(root + log); err == nil { // what its log says; books that share sentences put their word into them
				files = append(files, log)
			}
		}
		for _, file := range files {
			text, err := os.ReadFile(root + file)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range literals(t, file, text) {
				if says.MatchString(s) {
					found++
				}
				if word := not.FindString(s); word != "" && !strings.HasPrefix(s, "piece.") { // a code
					t.Errorf("%s says %q, where its book says %s: %s", file, word, noun.says, s)
				}
			}
		}
		if found == 0 {
			t.Errorf("%s never says %s", id, noun.says)
		}
	}
}
