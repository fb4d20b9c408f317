// Package screentest is a terminal for tests of full-screen play: it presses keys,
// clicks, and reads what is on the screen.
//
//	sim := screentest.New(t, 80, 24)
//	go screen.Run(ctx, sim, game)
//	sim.Press("Enter")
//	sim.Until("the prompt", func(text string) bool { return strings.Contains(text, "Your turn") })
package screentest

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/gdamore/tcell/v2"

	"parlour/internal/wait"
)

// A Screen is a terminal in memory.
type Screen struct {
	tcell.SimulationScreen
	t testing.TB

	mu    sync.Mutex
	lines [][]rune
	ended bool
}

// New returns a screen of that many columns and lines.
func New(t testing.TB, width, height int) *Screen {
	t.Helper()
	s := &Screen{SimulationScreen: tcell.NewSimulationScreen("UTF-8"), t: t}
	if err := s.Init(); err != nil {
		t.Fatal(err)
	}
	s.SetSize(width, height)
	return s
}

// Show keeps a copy of what is shown, which tests may read at any time.
func (s *Screen) Show() {
	s.SimulationScreen.Show()
	cells, width, height := s.GetContents()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lines = make([][]rune, height)
	for y := range height {
		for x := range width {
			r := ' '
			if c := cells[y*width+x]; len(c.Runes) > 0 {
				r = c.Runes[0]
			}
			s.lines[y] = append(s.lines[y], r)
		}
	}
}

// Fini notes that the terminal was restored.
func (s *Screen) Fini() {
	s.SimulationScreen.Fini()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = true
}

// Ended reports whether the terminal was restored.
func (s *Screen) Ended() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ended
}

// Lines returns the characters on the screen.
func (s *Screen) Lines() [][]rune {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lines
}

// Text returns the text on the screen, without spaces at the ends of lines.
func (s *Screen) Text() string {
	var b strings.Builder
	for _, line := range s.Lines() {
		b.WriteString(strings.TrimRight(string(line), " ") + "\n")
	}
	return b.String()
}

// Until waits until the text on the screen is as a test wants it.
func (s *Screen) Until(what string, is func(text string) bool) {
	s.t.Helper()
	s.t.Cleanup(func() {
		if s.t.Failed() {
			s.t.Logf("the screen:\n%s", s.Text())
		}
	})
	wait.For(s.t, what, func() bool { return is(s.Text()) })
}

var keys = map[string]tcell.Key{
	"Enter": tcell.KeyEnter, "Esc": tcell.KeyEscape, "Tab": tcell.KeyTab, "Up": tcell.KeyUp, "Down": tcell.KeyDown, "Left": tcell.KeyLeft,
	"Right": tcell.KeyRight, "PgUp": tcell.KeyPgUp, "End": tcell.KeyEnd, "Backspace": tcell.KeyBackspace2, "Ctrl-C": tcell.KeyCtrlC,
}

// Press presses keys one after the other, and waits until each is drawn. A key is
// Enter, Esc, Tab, Up ..., or a text that is typed.
func (s *Screen) Press(names ...string) {
	s.t.Helper()
	for _, name := range names {
		if key, ok := keys[name]; ok {
			s.after(func() { s.InjectKey(key, 0, tcell.ModNone) })
			continue
		}
		for _, r := range name {
			s.after(func() { s.InjectKey(tcell.KeyRune, r, tcell.ModNone) })
		}
	}
}

// Click clicks at a column and a line.
func (s *Screen) Click(x, y int) {
	s.t.Helper()
	s.after(func() { s.InjectMouse(x, y, tcell.Button1, tcell.ModNone) })
	s.after(func() { s.InjectMouse(x, y, tcell.ButtonNone, tcell.ModNone) })
}

// Window changes the size of the window.
func (s *Screen) Window(width, height int) {
	s.t.Helper()
	s.after(func() {
		s.SetSize(width, height)
		_ = s.PostEvent(tcell.NewEventResize(width, height))
	})
}

// after does something and waits until it is handled and shown, or the screen has
// ended.
func (s *Screen) after(do func()) {
	s.t.Helper()
	var shown atomic.Bool
	do()
	if err := s.PostEvent(tcell.NewEventInterrupt(func() { shown.Store(true) })); err != nil {
		s.t.Fatal(err)
	}
	wait.For(s.t, "the screen", func() bool { return shown.Load() || s.Ended() })
}

// Settle waits until the screen shows everything that has happened so far.
func (s *Screen) Settle() {
	s.t.Helper()
	s.after(func() {})
}

// Marked returns the middle of the first place on the screen between two brackets,
// in a cell of that many columns.
func (s *Screen) Marked(left, right rune, wide int) (x, y int, ok bool) {
	for y, line := range s.Lines() {
		for x := 0; x+wide <= len(line); x++ {
			if line[x] == left && line[x+wide-1] == right {
				return x + wide/2, y, true
			}
		}
	}
	return 0, 0, false
}
