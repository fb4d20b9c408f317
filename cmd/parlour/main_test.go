package main

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode"

	"parlour"
	"parlour/cabinet"
	"parlour/internal/wait"
	"parlour/record"
)

// asCommand is the environment variable that makes the test binary act as the
// command, for commands that start themselves again.
const asCommand = "TEST_AS_PARLOUR"

func TestMain(m *testing.M) {
	if os.Getenv(asCommand) != "" && len(os.Args) > 1 && !strings.HasPrefix(os.Args[1], "-") {
		main()
	}
	os.Exit(m.Run())
}

// Every command has help with an example, and the help can be printed.
func TestHelp(t *testing.T) {
	root := newRoot(&streams{in: strings.NewReader(""), out: io.Discard, err: io.Discard})
	for _, c := range append(root.Commands(), root) {
		if c.Short == "" || c.Example == "" {
			t.Errorf("%s has no help with an example", c.Name())
		}
		if code, out, _ := call("", c.Name(), "--help"); c != root && (code != 0 || !strings.Contains(out, "Examples:")) {
			t.Errorf("%s --help: %d %s", c.Name(), code, out)
		}
	}
	if code, out, _ := call("", "--help"); code != 0 || !strings.Contains(out, "Exit codes") {
		t.Errorf("parlour --help: %d %s", code, out)
	}
}

func TestCompletion(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if code, out, errs := call("", "completion", shell); code != 0 || len(out) < 100 {
			t.Errorf("%s: %d %s", shell, code, errs)
		}
	}
	for _, c := range []struct{ args, want string }{
		{"play ", "kleefeld"},
		{"rules ", "backgammon"},
		{"rules parker ", "blockade-stops-all"},
		{"new kleefeld --option ", "jump=off"},
	} {
		args := strings.Split("__complete "+c.args, " ")
		if code, out, _ := call("", args...); code != 0 || !strings.Contains(out, c.want) {
			t.Errorf("%s: %d, %s not among %s", c.args, code, c.want, out)
		}
	}
}

// Every position of every game can be drawn both ways.
func TestDraw(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, e := range cabinet.Games() {
		m, err := e.Game.New(parlour.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		if code, _, errs := call("", "draw", m.String(), "-o", "x.svg"); code != 0 {
			t.Fatalf("%s: %s", e.Info.ID, errs)
		}
		file, err := os.ReadFile("x.svg")
		if err != nil || xml.Unmarshal(file, new(struct{ XMLName xml.Name })) != nil {
			t.Errorf("%s: no SVG: %v", e.Info.ID, err)
		}
		if code, out, _ := call(m.String(), "draw", "-"); code != 0 || out != string(file) {
			t.Errorf("%s: the drawing on standard output is another one", e.Info.ID)
		}
		if code, out, _ := call("", "draw", "--term", m.String()); code != 0 || !strings.Contains(out, e.Info.Title) || strings.Contains(out, "\x1b") {
			t.Errorf("%s: in the terminal: %d %s", e.Info.ID, code, out)
		}
	}
	if code, _, errs := call("", "draw", "B:W21-32:B1-12", "-o", "no/such/folder/x.svg"); code != 1 || !strings.Contains(errs, "no such file") {
		t.Errorf("into nowhere: %d %s", code, errs)
	}
}

// Every game can be played to its end by programs, and its record replays.
func TestPlayEveryGame(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, e := range cabinet.Games() {
		name := e.Info.ID + ".txt"
		code, out, errs := call("", "play", e.Info.ID, "--seat", "greedy", "--seed", "11", "--plain", "--autosave", name)
		if code != 0 || !strings.Contains(out, "The game is over. ") {
			t.Fatalf("%s: %d %s", e.Info.ID, code, errs)
		}
		code, out, errs = call("", "replay", name)
		if code != 0 || strings.Contains(out, "not finished") {
			t.Errorf("%s: %d %s %s", e.Info.ID, code, out, errs)
		}
	}
}

// When one of several players resigns, the game goes on and can be saved and resumed.
func TestRetire(t *testing.T) {
	t.Chdir(t.TempDir())
	code, out, errs := call("resign\nsave three.txt\nabandon\n", "play", "contact", "--seat", "human", "--plain")
	if code != 0 || !strings.Contains(out, "West to move") {
		t.Fatalf("%d %s %s", code, out, errs)
	}
	code, out, errs = call("position\nabandon\n", "play", "--resume", "three.txt", "--plain")
	if code != 0 || !strings.Contains(out, "West to move") {
		t.Errorf("%d %s %s", code, out, errs)
	}
	if code, out, errs := call("", "replay", "three.txt"); code != 0 {
		t.Errorf("%d %s %s", code, out, errs)
	}
}

// idle is an input where nothing is ever typed.
type idle struct{}

func (idle) Read([]byte) (int, error) { select {} }

func TestInterrupt(t *testing.T) {
	t.Chdir(t.TempDir())
	ctx, cancel := context.WithCancel(context.Background())
	in := io.MultiReader(strings.NewReader("4\n"), idle{})
	var out screen
	go func() {
		defer cancel()
		wait.For(t, "the second question", func() bool { return strings.Contains(out.String(), "Green to move (one move") })
	}()
	var errs bytes.Buffer
	code := run(ctx, []string{"play", "auto-race", "--first", "G", "--manual", "--seat", "human"}, &streams{in: in, out: &out, err: &errs})
	if code != 0 || !strings.Contains(out.String(), "--resume") {
		t.Fatalf("%d %s %s", code, out.String(), errs.String())
	}
	files, _ := filepath.Glob("parlour-auto-race-*.txt")
	if len(files) != 1 {
		t.Fatalf("kept: %v", files)
	}
	f, err := os.Open(files[0])
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := record.ReadOne(f)
	if err != nil || len(r.Entries) != 3 {
		t.Errorf("%v, %v", r, err)
	}
}

// A long count and a long simulation can be interrupted.
func TestInterruptCounts(t *testing.T) {
	for _, args := range [][]string{
		{"perft", "B:W21-32:B1-12", "--depth", "30"},
		{"sim", "kleefeld", "--games", "1000000000"},
	} {
		ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
		var errs bytes.Buffer
		if code := run(ctx, args, &streams{in: strings.NewReader(""), out: io.Discard, err: &errs}); code != 1 || !strings.Contains(errs.String(), "interrupted") {
			t.Errorf("%v: %d %s", args, code, errs.String())
		}
		cancel()
	}
}

// If the autosave file cannot be written, the game is saved elsewhere.
func TestKeep(t *testing.T) {
	t.Chdir(t.TempDir())
	code, out, errs := call("4\n", "play", "auto-race", "--first", "G", "--manual", "--seat", "human", "--autosave", "no/such/folder/x.txt")
	if code != 0 || !strings.Contains(errs, "not saved") || !strings.Contains(out, "--resume") {
		t.Errorf("%d %s %s", code, out, errs)
	}
}

func TestBench(t *testing.T) {
	code, out, errs := call("", "bench", "auto-race", "--time", "10ms")
	if code != 0 || !strings.Contains(out, "ratio") || !strings.Contains(out, "auto-race") {
		t.Errorf("%d %s %s", code, out, errs)
	}
}

func TestBar(t *testing.T) {
	var b bytes.Buffer
	bar := &bar{s: &streams{err: &b}, total: 10, on: true}
	bar.show(5)
	bar.show(6) // too soon
	bar.clear()
	if got, want := b.String(), "\r["+strings.Repeat("#", 20)+strings.Repeat(".", 20)+"] 5 of 10\x1b[K\r\x1b[K"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// The bar says how much time is left, counted from what this run has done.
func TestTimeLeft(t *testing.T) {
	for _, c := range []struct {
		first, done int
		took        time.Duration
		want        string
	}{
		{0, 5, time.Second, ""}, // too soon to tell
		{0, 250, 10 * time.Second, ", 31 s left"},
		{500, 750, 10 * time.Second, ", 11 s left"}, // 500 were done before
		{0, 1, 10 * time.Second, ", 2 h 46 min left"},
		{0, 100, time.Minute, ", 9 min left"},
		{0, 1000, time.Minute, ""},
		{500, 500, time.Minute, ""}, // nothing has happened yet
	} {
		synctest.Test(t, func(t *testing.T) {
			var b bytes.Buffer
			bar := &bar{s: &streams{err: &b}, total: 1000, on: true}
			bar.show(c.first)
			time.Sleep(c.took)
			b.Reset()
			bar.show(c.done)
			if want := fmt.Sprintf(" %d of 1000%s\x1b[K", c.done, c.want); !strings.HasSuffix(b.String(), want) {
				t.Errorf("after %v: %q, want %q", c.took, b.String(), want)
			}
		})
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

func TestBrokenOutput(t *testing.T) {
	for _, args := range [][]string{{"games"}, {"draw", "B:W21-32:B1-12"}, {"sim", "auto-race", "--games", "1"}} {
		if code := run(context.Background(), args, &streams{in: strings.NewReader(""), out: broken{}, err: io.Discard}); code != 1 {
			t.Errorf("%v into a broken pipe exits with %d", args, code)
		}
	}
}

// What a file says cannot change what a terminal does, in whatever format it is
// read and written.
func TestConvertShowsNoControls(t *testing.T) {
	bad := "An\x1b]0;owned\x07n\u009b31m\x7f"
	_, position, _ := call("", "new", "checkers")
	position = strings.TrimSpace(position)
	files := map[string]string{
		"a.pdn": "[Event \"" + bad + "\"]\n[Black \"" + bad + "\"]\n[GameType \"21\"]\n\n1. 11-15 22-18 *\n",
		"a.txt": "@ Game: checkers\n@ Black: " + bad + "\n" + "= " + position + "\n# " + bad + "\nB 11-15\n",
	}
	for name, text := range files {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{{"convert", path, "--to", "pdn"}, {"convert", path, "--to", "record"}, {"replay", path}} {
			_, out, errs := call("", args...)
			if !strings.Contains(out, "owned") && args[0] == "convert" {
				t.Errorf("%v: %s %s", args, out, errs)
			}
			for _, r := range out + errs {
				if unicode.IsControl(r) && r != '\n' && r != '\t' {
					t.Errorf("%v shows the character %U", args, r)
				}
			}
		}
	}
}
