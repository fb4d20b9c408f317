package ninth

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"parlour/cabinet"
	"parlour/games/gametest"
	"parlour/internal/e2e"
	"parlour/internal/ninth/morris"
	"parlour/internal/programs"
	"parlour/learn/lesson"
	"parlour/phrase"
)

// program builds the command with these games, once for all tests. Go lays one
// file over the folder of the command, which imports the games as anybody's
// program would; nothing else is added or changed. The same file is laid over the
// folder of the program for browsers.
func program(t *testing.T) string {
	t.Helper()
	built.Do(func() { built.path = build(t) })
	if built.path == "" {
		t.Fatal("the command was not built")
	}
	return built.path
}

var built struct {
	sync.Once
	folder, path string
}

func TestMain(m *testing.M) {
	code := m.Run()
	if built.folder != "" {
		os.RemoveAll(built.folder)
	}
	os.Exit(code)
}

func build(t *testing.T) string {
	dir, err := os.MkdirTemp("", "ninth")
	if err != nil {
		t.Fatal(err)
	}
	built.folder = dir
	file := filepath.Join(dir, "import.go")
	if err := os.WriteFile(file, []byte("package main\n\nimport _ \"parlour/internal/ninth\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	beside, err := filepath.Abs("../../cmd/parlour/ninth.go")
	if err != nil {
		t.Fatal(err)
	}
	within := filepath.Join(filepath.Dir(beside), "../local/ninth.go")
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {beside: file, within: file}})
	if err != nil {
		t.Fatal(err)
	}
	plan := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(plan, overlay, 0o600); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "parlour")
	e2e.Build(t, path, "-overlay", plan)
	return path
}

// TestNotShipped checks that the command as it is shipped does not know the
// game.
func TestNotShipped(t *testing.T) {
	out, err := exec.CommandContext(t.Context(), programs.Find(t, "go"), "list", "-deps", "parlour/cmd/parlour").Output()
	if err != nil || !bytes.Contains(out, []byte("parlour/cabinet\n")) {
		t.Fatalf("go list: %v\n%s", err, out)
	}
	if bytes.Contains(out, []byte("parlour/internal/ninth")) {
		t.Error("the command imports the ninth game")
	}
}

// call runs the command.
func call(t *testing.T, stdin string, args ...string) (code int, out, errs string) {
	t.Helper()
	var o, e bytes.Buffer
	cmd := exec.CommandContext(t.Context(), program(t), args...)
	cmd.Dir = t.TempDir()
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(stdin), &o, &e
	if err := cmd.Run(); err != nil && !errors.As(err, new(*exec.ExitError)) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), o.String(), e.String()
}

const (
	start = "morris W:W9/:B9/ q=0"
	near  = "morris W:W0/a7,d7,g4:B0/b4,f4,c3 q=9" // White closes a mill and wins
)

// game is a record of a short game, from a position near its end.
const game = "@ Game: morris\n= " + near + "\nW a7-a4\nB c3-c4\nW a4-a7\nB f4-f6\nW g4-g7xb4\n= morris B:W0/a7,d7,g7:B0/f6,c4 q=0\nend win W two-men\n"

// TestCommand calls everything of the command that takes a game or a position.
func TestCommand(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.txt")
	if err := os.WriteFile(file, []byte(game), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args  string // between bars
		stdin string
		code  int
		want  string // parts of what it prints, between bars
	}{
		{"games", "", 0, "morris |Nine Men's Morris|81 ± 43|0 %"},
		{"rules|morris", "", 0, "H. J. R. Murray|[morris/mill-safe]|fly=no"},
		{"rules|morris|loss-two", "", 0, "left with two men"},
		{"new|morris|--option|fly=no|--first|B", "", 0, "morris[first=black,fly=no] B:W9/:B9/ q=0"},
		{"new|morris|--option|fly=maybe", "", 1, `fly|"maybe"`},
		{"moves|-", start, 0, "a7\nd7\ng7\n"},
		{"moves|" + near, "", 0, "g4-g7xb4\ng4-g7xf4\ng4-g7xc3\n"},
		{"why|" + near + "|g4-g7", "", 1, "closes a mill: say which man it takes, b4, f4, c3|[morris/r-take-must]"},
		{"why|" + near + "|g4-g7xc3", "", 0, "White closes a mill at g7|Black's man on c3 is taken"},
		{"perft|" + start + "|--depth|4", "", 0, "255024"},
		{"sim|morris|--games|200|--seed|1|--bots|greedy,random", "", 0, "200|two-men"},
		{"sim|morris|--games|20|--seed|1|--bots|beginner|--option|quiet=20", "", 0, "beginner"},
		{"arena|morris|greedy|random|--rounds|5|--seed|1", "", 0, "greedy|random"},
		{"bench|morris|--time|20ms", "", 0, "morris"},
		{"luck|morris|--games|1", "", 0, "morris"},
		{"lab|morris|--games|20|--options|fly|--seed|1", "", 0, "fly=no"},
		{"draw|" + near, "", 0, `<title>Nine Men&#39;s Morris</title>|data-place="hand W"|class="piece man"`},
		{"draw|" + near + "|--term|--plain", "", 0, "a    b    c    d    e    f    g"},
		{"analyse|" + near, "", 0, "g4-g7xb4"},
		{"analyse|" + file, "", 0, "g4-a7|a4-a7"},
		{"replay|" + file, "", 0, "5 moves"},
		{"verify|" + file, "", 3, "holds no proof"},
		{"convert|" + file + "|--to|record", "", 0, "W g4-g7xb4"},
		{"convert|" + file + "|--to|pdn", "", 1, "pdn is for checkers"},
		{"train|morris", "", 2, "morris"},
	} {
		t.Run(strings.ReplaceAll(c.args, file, "FILE"), func(t *testing.T) {
			code, out, errs := call(t, c.stdin, strings.Split(c.args, "|")...)
			if code != c.code {
				t.Fatalf("exit %d, want %d\n%s%s", code, c.code, out, errs)
			}
			for want := range strings.SplitSeq(c.want, "|") {
				if !strings.Contains(out+errs, want) {
					t.Errorf("%q is missing in\n%s%s", want, out, errs)
				}
			}
		})
	}
}

// TestExamples plays the examples of the entry.
func TestExamples(t *testing.T) {
	for _, x := range cabinet.ByID("morris").Examples() {
		m := gametest.MustParse(t, morris.Game(), x.Position)
		gametest.PlayText(t, m, x.Move)
		for _, id := range x.Shows {
			if morris.Book.Clause(id) == nil && morris.Book.Ruling(id) == nil {
				t.Errorf("%s shows %s, which is not in the book", x.Position, id)
			}
		}
	}
}

// TestPlay plays in the terminal against a program, is refused, asks for a
// hint, saves, and replays what was saved.
func TestPlay(t *testing.T) {
	file := filepath.Join(t.TempDir(), "saved.txt")
	code, out, errs := call(t, "d4\nwhy a7-d7\nhint\nd6\nd6\nboard\nsave "+file+"\nabandon\n", "play", "morris", "--plain", "--seed", "1", "--seat", "W=human", "--seat", "B=greedy")
	for _, want := range []string{"there is no point d4", "still has 9 men in hand", "d6 is not empty"} {
		if !strings.Contains(out+errs, want) {
			t.Errorf("exit %d: %q is missing in\n%s%s", code, want, out, errs)
		}
	}
	if code, out, errs := call(t, "", "replay", file); code != 0 || !strings.Contains(out, "2 moves") {
		t.Errorf("replay: exit %d\n%s%s", code, out, errs)
	}
}

// TestEngine speaks the line protocol.
func TestEngine(t *testing.T) {
	ask := func(question string) (answer map[string]any) {
		t.Helper()
		code, out, errs := call(t, question+"\n", "engine")
		if code != 0 {
			t.Fatalf("%s: exit %d: %s", question, code, errs)
		}
		if err := json.Unmarshal([]byte(out), &answer); err != nil {
			t.Fatalf("%s: %v: %s", question, err, out)
		}
		return answer
	}
	for _, c := range []struct {
		question string
		want     string // part of the answer
	}{
		{`{"new":"morris","options":{"quiet":20}}`, `"position":"morris[quiet=20] W:W9/:B9/ q=0"`},
		{`{"position":"` + near + `"}`, `"needs":"move"`},
		{`{"position":"` + near + `","move":"g4-g7xc3"}`, `"means":"takes","text":"Black's man on c3 is taken"`},
		{`{"position":"` + near + `","move":"g4-g7"}`, `"clauses":["morris/mill","morris/r-take-must"],"error":"morris.must-take","instead":["g4-g7xb4","g4-g7xf4","g4-g7xc3"]`},
		{`{"position":"` + near + `","why":"b4-a4"}`, `"code":"morris.not-yours"`},
		{`{"position":"` + near + `","steps":["g4-g7"]}`, `"steps":[{"from":"b4","takes":"b4","text":"xb4"},{"from":"f4","takes":"f4","text":"xf4"},{"from":"c3","takes":"c3","text":"xc3"}]`},
		{`{"position":"` + near + `","steps":["g4-g7","xc3"]}`, `"end":"g4-g7xc3"`},
		{`{"position":"` + near + `","choose":"expert"}`, `"move":"g4-g7x`},
		{`{"position":"morris B:W0/a7,d7,g7:B0/b4,f4 q=0"}`, `"text":"win W two-men"`},
		{`{"position":"morris W:W8/:B9/ q=0"}`, `"error":"bad-position"`},
	} {
		got, err := json.Marshal(ask(c.question)) // with sorted keys
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(got), c.want) {
			t.Errorf("%s\nanswers %s\nwithout %s", c.question, got, c.want)
		}
	}
	games, ok := ask(`{"games":true}`)["games"].([]any)
	if !ok || len(games) != 10 {
		t.Errorf("%d games, want 10", len(games))
	}
}

// A game brings its course along: its moves are legal, and its mistakes are refused
// by the clauses it names.
func TestCourse(t *testing.T) {
	e := cabinet.ByID("morris")
	for _, err := range lesson.Check(e.Lesson, e.Game, e.Book) {
		t.Error(err)
	}
	if code := e.Lesson.Code("mill", "says"); phrase.English.Say(code, nil) != e.Lesson.Steps[3].Says {
		t.Errorf("the catalogue does not have %s", code)
	}
}
