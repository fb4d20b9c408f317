package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"unicode"
	"unsafe"

	"parlour/internal/programs"
	"parlour/internal/wait"
)

// control controls a pseudo-terminal.
func control(t *testing.T, f *os.File, request uintptr, arg unsafe.Pointer) {
	t.Helper()
	if _, _, err := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), request, uintptr(arg)); err != 0 {
		t.Fatal(err)
	}
}

// openTerminal opens a pseudo-terminal of 80 columns and 24 lines: the side of the
// window, and that of the program.
func openTerminal(t *testing.T) (window, program *os.File) {
	t.Helper()
	window, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	var number uint32
	var unlocked int32
	control(t, window, syscall.TIOCGPTN, unsafe.Pointer(&number))
	control(t, window, syscall.TIOCSPTLCK, unsafe.Pointer(&unlocked))
	program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	size := [4]uint16{24, 80}
	control(t, window, syscall.TIOCSWINSZ, unsafe.Pointer(&size))
	t.Cleanup(func() {
		program.Close()
		window.Close()
	})
	return window, program
}

// A display is what a window has shown.
type display struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *display) read(window *os.File) {
	for buf := make([]byte, 4096); ; {
		n, err := window.Read(buf)
		if err != nil {
			return
		}
		s.mu.Lock()
		s.text.Write(buf[:n])
		s.mu.Unlock()
	}
}

func (s *display) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

func (s *display) has(text string) bool { return strings.Contains(s.String(), text) }

// settings returns how a terminal is set.
func settings(t *testing.T, terminal *os.File) string {
	t.Helper()
	cmd := exec.Command(programs.Find(t, "stty"), "-g")
	cmd.Stdin = terminal
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// In a real terminal a game fills the screen. When it ends, by a key or by a signal,
// the terminal is as it was.
func TestFullScreen(t *testing.T) {
	for name, end := range map[string]func(window *os.File, p *os.Process) error{
		"a key":    func(window *os.File, _ *os.Process) error { _, err := window.WriteString("q"); return err },
		"a signal": func(_ *os.File, p *os.Process) error { return p.Signal(syscall.SIGTERM) },
	} {
		t.Run(name, func(t *testing.T) {
			window, program := openTerminal(t)
			before := settings(t, program)
			cmd := exec.Command(os.Args[0], "play", "checkers")
			cmd.Dir = t.TempDir()
			cmd.Env = append(os.Environ(), asCommand+"=1", "TERM=xterm-256color")
			cmd.Stdin, cmd.Stdout, cmd.Stderr = program, program, program
			cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			defer func() { _ = cmd.Process.Kill() }() // it has ended, unless the test fails
			var s display
			go s.read(window)
			wait.For(t, "the screen", func() bool { return s.has("\x1b[?1049h") && s.has("Your turn") })
			if settings(t, program) == before {
				t.Error("the terminal still waits for whole lines")
			}
			if err := end(window, cmd.Process); err != nil {
				t.Fatal(err)
			}
			if err := cmd.Wait(); err != nil {
				t.Errorf("it ended with %v", err)
			}
			wait.For(t, "the screen to be left", func() bool { return s.has("\x1b[?1049l") })
			if after := settings(t, program); after != before {
				t.Errorf("the terminal was %s, and is %s", before, after)
			}
		})
	}
}

// A terminal that can only print lines gets ASCII, and so does a pipe.
func TestDumb(t *testing.T) {
	window, program := openTerminal(t)
	cmd := exec.Command(os.Args[0], "play", "backgammon", "--seat", "human", "--seed", "1")
	cmd.Dir = t.TempDir()
	cmd.Env = append(os.Environ(), asCommand+"=1", "TERM=dumb")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = program, program, program
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = cmd.Process.Kill() }() // it has ended, unless the test fails
	var s display
	go s.read(window)
	wait.For(t, "the prompt", func() bool { return s.has("to move") })
	if _, err := window.WriteString("abandon\n"); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	_, piped, _ := call("abandon\n", "play", "backgammon", "--seat", "human", "--seed", "1")
	for name, text := range map[string]string{"a dumb terminal": s.String(), "a pipe": piped} {
		if !strings.Contains(text, "to move") || strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxASCII || r == '\x1b' }) {
			t.Errorf("%s shows\n%s", name, text)
		}
	}
}

// Ctrl-C ends long work in the middle of a game. The command says so and prints and
// writes what was done. The bar is there before anything is.
func TestCtrlC(t *testing.T) {
	dir := t.TempDir()
	game := filepath.Join(dir, "game.txt")
	if code, _, errs := call("", "play", "checkers", "--seat", "greedy", "--seed", "3", "--autosave", game); code != 0 {
		t.Fatal(errs)
	}
	for _, c := range []struct {
		args string
		want []string // on standard output and standard error
	}{
		{"sim contact --bots expert --games 100000 --records sim.txt", []string{"0 games, seed 1928", "interrupted; these are the games played so far"}},
		{"sim kleefeld --games 1000000000", []string{"games, seed 1928", "interrupted; these are the games played so far"}},
		{"arena checkers expert strong --think 1h --records arena.txt", []string{"expert", "interrupted; these are the rounds played so far"}},
		{"lab contact --bots expert --games 100000", []string{"Contact", "interrupted; these are the games played so far"}},
		{"analyse --think 1h " + game, []string{"", "interrupted; the games before it are analysed"}},
	} {
		t.Run(strings.Fields(c.args)[0]+" "+strings.Fields(c.args)[1], func(t *testing.T) {
			window, program := openTerminal(t)
			cmd := exec.Command(os.Args[0], strings.Fields(c.args)...)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), asCommand+"=1")
			var out bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, program
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			defer func() { _ = cmd.Process.Kill() }() // it has ended, unless the test fails
			var s display
			go s.read(window)
			wait.For(t, "the bar", func() bool { return s.has("[......") })
			if err := cmd.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
			if err := cmd.Wait(); cmd.ProcessState.ExitCode() != exitFailed {
				t.Errorf("it ended with %v", err)
			}
			wait.For(t, "the words", func() bool { return s.has(c.want[1]) })
			if !strings.Contains(out.String(), c.want[0]) {
				t.Errorf("it printed %s", out.String())
			}
		})
	}
	for _, name := range []string{"sim.txt", "arena.txt"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
}
