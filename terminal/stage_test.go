package terminal

import (
	"context"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parlour"
	"parlour/bot"
	"parlour/cabinet"
	"parlour/internal/wait"
	"parlour/terminal/screen"
	"parlour/terminal/screen/screentest"
)

var update = flag.Bool("update", false, "rewrite the expected screens")

// A show is a game on a simulated screen.
type show struct {
	*screentest.Screen
	stage *stage
	ended chan error
}

// open shows a game, which begins at a position if it is not "".
func open(t *testing.T, game, line string, width, height int, o Options) *show {
	t.Helper()
	t.Chdir(t.TempDir())
	e := cabinet.ByID(game)
	m, err := e.Game.New(parlour.Setup{})
	if line != "" {
		m, err = e.Game.Parse(line)
	}
	if err != nil {
		t.Fatal(err)
	}
	g, err := newSession(Streams{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard}, &Game{Entry: e, Start: m}, o)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	s := &show{screentest.New(t, width, height), newStage(g, 0), make(chan error, 1)}
	go func() {
		s.ended <- s.stage.run(ctx, func(ctx context.Context) error { return screen.Run(ctx, s.Screen, s.stage) })
	}()
	t.Cleanup(func() {
		cancel()
		wait.For(t, "the end", s.Ended)
	})
	return s
}

func (s *show) over() bool { return s.stage.Scene().Over }

// yours waits until the player has to act, or the game is over.
func (s *show) yours(t *testing.T) {
	t.Helper()
	wait.For(t, "the player's turn", func() bool { return s.stage.Scene().Yours || s.over() })
	s.Settle()
}

// golden compares the screen with a file.
func (s *show) golden(t *testing.T, name string) {
	t.Helper()
	got := s.Text()
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the screen is\n%s\nwant\n%s", got, want)
	}
}

// testdata returns the path of a file, whatever folder a test works in later.
func testdata(t *testing.T, name string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// Whole games are played with the Enter key alone, and with the mouse alone.
func TestWholeGames(t *testing.T) {
	for _, c := range []struct{ game, how string }{
		{"auto-race", "keys"}, {"checkers", "keys"}, {"backgammon", "keys"}, {"contact", "keys"},
		{"checkers", "mouse"}, {"backgammon", "mouse"},
	} {
		t.Run(c.game+" by "+c.how, func(t *testing.T) {
			s := open(t, c.game, "", 120, 40, Options{Seed: 7})
			for n := 0; !s.over(); n++ {
				if n > 5000 {
					t.Fatalf("the game does not end:\n%s", s.Text())
				}
				s.yours(t)
				if s.over() {
					break
				}
				if c.how == "keys" {
					s.Press("Enter")
					continue
				}
				x, y, ok := s.Marked('{', '}', 5)
				if !ok {
					x, y, ok = s.Marked('\'', '\'', 5)
				}
				if ok {
					s.Click(x, y)
				} else {
					s.Press(" ") // a word, such as a throw
				}
			}
			s.Until("the result", func(text string) bool { return strings.Contains(text, "The game is over. ") })
			if len(s.stage.Scene().Log) < 10 {
				t.Errorf("the log has only %q", s.stage.Scene().Log)
			}
		})
	}
}

// A jump over several men is led by keys: the men taken disappear on the way, and
// Esc takes a step back.
func TestManyJumps(t *testing.T) {
	file := testdata(t, "jumps.txt")
	s := open(t, "checkers", "checkers B:W6,15,23,22,14,29:B1,3 q=0", 80, 24, Options{Seats: map[parlour.Seat]string{0: Human, 1: Human}})
	s.yours(t)
	s.Press("Enter") // the only man that jumps goes to 10, where the ways part
	s.Press("Enter")
	s.golden(t, file)
	s.Press("Esc", "Esc")
	s.Until("everything to be taken back", func(text string) bool { return strings.Contains(text, "'●B '") })
}

// two people play checkers.
var two = Options{Seats: map[parlour.Seat]string{0: Human, 1: Human}}

// Choosing what is not allowed names the rule, and so does a piece that cannot move.
func TestWhyNot(t *testing.T) {
	s := open(t, "checkers", "", 80, 24, two)
	s.yours(t)
	s.Press("Up", "Enter")
	s.Until("why the man cannot move", func(text string) bool { return strings.Contains(text, "[checkers/") })
	s.Press("Tab", "Enter") // lifts the first man that can move
	if !strings.Contains(s.Text(), "Where to?") || !strings.Contains(s.Text(), "<●B >") {
		t.Errorf("no man is in hand:\n%s", s.Text())
	}
	s.Press("Down", "Down", "Enter")
	s.Until("why not there", func(text string) bool { return strings.Contains(text, "[checkers/") })
	s.Press("Esc")
	if strings.Contains(s.Text(), "<●B >") {
		t.Errorf("the man is still in hand:\n%s", s.Text())
	}
}

// Commands are typed as in line mode, and keys do the same.
func TestCommands(t *testing.T) {
	s := open(t, "checkers", "", 80, 24, two)
	says := func(what, words string) {
		t.Helper()
		s.Until(what, func(text string) bool { return strings.Contains(text, words) })
	}
	s.yours(t)
	s.Press(":why 9-14", "Enter")
	says("the words", "9-14 is legal")
	s.Press(":9-14", "Enter")
	says("the log", "Black: 9 → 14")
	s.Press("u")
	wait.For(t, "the undo", func() bool { return len(s.stage.Scene().Log) == 0 })
	s.Press(":10-19", "Enter")
	says("a refusal", "[checkers/")
	s.Press("m")
	says("the list", "Square 9 to square 13")
	s.Press("Down", "Enter")
	says("the second move", "Black: 9 → 14")
	s.Press("o")
	says("the offer", "White offers a draw")
	s.Press("d")
	says("the answer", "Black declines the draw")
	s.Press(":save game.txt", "Enter")
	says("the file", "Saved.")
	s.Press("?")
	says("help", "move the cursor")
	s.Press("Esc", "l")
	says("the log", "─ Log ")
	s.Press("Esc", "r", "n")
	if s.over() {
		t.Error("the game was resigned without an answer")
	}
	s.Press("r", "y")
	says("the end", "The game is over")
	if log := s.stage.Scene().Log; log[len(log)-1] != "White resigns" {
		t.Errorf("the log ends with %q", log)
	}
	s.Press("q")
	if err := wait.Receive(t, "the end", s.ended); err != nil || !s.Ended() {
		t.Errorf("the screen ended with %v", err)
	}
}

// The cube is offered and answered by words.
func TestCube(t *testing.T) {
	s := open(t, "backgammon", "", 80, 24, Options{Seats: two.Seats, Seed: 1})
	double := func() bool { return strings.Contains(s.Text(), "Double") }
	for n := 0; !double(); n++ {
		if n > 50 {
			t.Fatalf("nobody may double:\n%s", s.Text())
		}
		s.yours(t)
		s.Press("Enter")
	}
	s.yours(t)
	for i, n := range s.stage.Scene().Match.Moves() {
		if s.stage.Scene().Match.Text(n) == "double" {
			s.Press(string(rune('1' + i)))
		}
	}
	s.Until("the answer to be asked for", func(text string) bool { return strings.Contains(text, "Accept") })
	s.yours(t)
	s.Press(" ")
	s.Until("the cube to be taken", func(text string) bool { return strings.Contains(text, "accepts") })
}

// Real dice are typed.
func TestManualDice(t *testing.T) {
	s := open(t, "auto-race", "auto-race G:0/B:0 G - - -", 80, 24, Options{Seats: two.Seats, Manual: true})
	s.yours(t)
	s.Press("7")
	s.Press("4", "Enter")
	s.Until("the throw", func(text string) bool { return strings.Contains(text, "threw a 4") })
}

// A window that is too small says so, and a larger one shows everything again. A
// board that does not fit scrolls to the cursor.
func TestWindow(t *testing.T) {
	file := testdata(t, "contact.txt")
	s := open(t, "contact", "", 80, 24, Options{Seed: 1})
	s.yours(t)
	s.Until("the prompt", func(text string) bool { return strings.Contains(text, "Your turn") })
	s.golden(t, file)
	s.Window(30, 10)
	s.Until("the words", func(text string) bool { return strings.Contains(text, "10 lines.") })
	s.Window(120, 40)
	s.Until("the whole board", func(text string) bool { return strings.Contains(text, " 15 ") && strings.Contains(text, "South") })
}

// However a screen ends, the terminal is restored.
func TestRestored(t *testing.T) {
	s := open(t, "checkers", "", 80, 24, two)
	s.yours(t)
	s.Press("Ctrl-C")
	wait.For(t, "the end after Ctrl-C", s.Ended)

	s = open(t, "checkers", "", 80, 24, two)
	s.yours(t)
	s.Press("Enter", "Enter") // a move, so that there is something to save
	s.Until("the move", func(text string) bool { return len(s.stage.Scene().Log) > 0 })
	s.Press("q", "q")
	wait.For(t, "the end after q twice", s.Ended)

	sim := screentest.New(t, 80, 24)
	func() {
		defer func() {
			if recover() == nil || !sim.Ended() {
				t.Error("the screen was not restored before the panic went on")
			}
		}()
		_ = screen.Run(context.Background(), sim, broken{})
	}()

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	sim = screentest.New(t, 80, 24)
	if err := screen.Run(ctx, sim, s.stage); err == nil || !sim.Ended() {
		t.Errorf("after a signal: %v", err)
	}
}

// broken is a game that panics.
type broken struct{ screen.Game }

// A program that fails ends the screen with an error, and the game is saved.
func TestProgramFails(t *testing.T) {
	s := open(t, "checkers", "", 80, 24, Options{})
	s.stage.mu.Lock()
	s.stage.g.bots[1] = failing{}
	s.stage.mu.Unlock()
	s.yours(t)
	s.Press("Enter", "Enter")
	err := wait.Receive(t, "the end", s.ended)
	if err == nil || !strings.Contains(err.Error(), "a bot failed") || !s.Ended() {
		t.Fatalf("it ended with %v", err)
	}
	var out strings.Builder
	s.stage.g.s = Streams{In: nil, Out: &out, Err: &out}
	if err := s.stage.g.close(err); err == nil || !strings.Contains(out.String(), "The game is saved") {
		t.Errorf("%v: %s", err, out.String())
	}
}

type failing struct{ bot.Player }

func (failing) Choose(context.Context, parlour.Match) (parlour.Move, error) { panic("out of order") }

// Only terminals that can show it get a full screen.
func TestFullScreen(t *testing.T) {
	t.Setenv("TERM", "xterm-256color")
	if fullScreen(&Streams{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard}, false) {
		t.Error("a pipe gets a full screen")
	}
}

// A thinker says which position it thinks about, and answers when it is told to.
type thinker struct {
	asked  chan string
	answer chan struct{}
}

func (p *thinker) Name() string { return "thinker" }

func (p *thinker) Choose(ctx context.Context, m parlour.Match) (parlour.Move, error) {
	p.asked <- m.String()
	select {
	case <-ctx.Done():
		return parlour.NoMove, ctx.Err()
	case <-p.answer:
		return m.Moves()[0], nil
	}
}

// A program that thinks about a move which is then taken back and played otherwise
// thinks again: its answer was for another position.
func TestProgramThinksAgain(t *testing.T) {
	e := cabinet.ByID("checkers")
	m, err := e.Game.New(parlour.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	g, err := newSession(Streams{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard}, &Game{Entry: e, Start: m}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := &thinker{make(chan string), make(chan struct{})}
	g.bots[1] = p
	s := newStage(g, 0)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.bots(ctx) }()
	do := func(line string) {
		t.Helper()
		if _, err := s.Do(ctx, line); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
	do("9-14")
	first := wait.Receive(t, "the first question", p.asked)
	do("undo")
	do("11-15")
	p.answer <- struct{}{}
	second := ""
	wait.For(t, "the second question", func() bool {
		select {
		case second = <-p.asked:
		default:
		}
		return second != "" || s.Scene().Yours
	})
	if second == first || second != s.Scene().Match.String() {
		t.Errorf("after %s it was asked about %q; the game is at %s", first, second, s.Scene().Match)
	}
	cancel()
	wait.Receive(t, "the end", ended)
}

// A game that ends again after its last move was taken back is saved again.
func TestSavedAtEveryEnd(t *testing.T) {
	e := cabinet.ByID("checkers")
	m, err := e.Game.Parse("checkers B:W22:B17,18 q=0")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "game.txt")
	g, err := newSession(Streams{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard}, &Game{Entry: e, Start: m}, Options{Autosave: file})
	if err != nil {
		t.Fatal(err)
	}
	s := newStage(g, 0)
	for _, line := range []string{"17x26", "undo", "18x25"} {
		if _, err := s.Do(t.Context(), line); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if _, err := s.step(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if saved, err := os.ReadFile(file); err != nil || !strings.Contains(string(saved), "18x25") || !strings.Contains(string(saved), "win B") {
		t.Errorf("the file is %q, %v", saved, err)
	}
}
