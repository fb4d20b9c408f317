package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"

	"parlour/internal/files"
	"parlour/internal/programs"
	"parlour/internal/wait"
)

// root is the folder of the module, where all commands run.
var root = sync.OnceValue(func() string {
	dir, err := os.Getwd()
	if err != nil {
		return "."
	}
	for ; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil || dir == filepath.Dir(dir) {
			return dir
		}
	}
})

func command(t testing.TB, name string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = root()
	return cmd
}

// Modules installs the packages in package.json, unless all are there.
func Modules(t testing.TB) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root(), "package.json"))
	if err != nil {
		t.Fatal(err)
	}
	var needs struct {
		Dev map[string]string `json:"devDependencies"`
	}
	if err := json.Unmarshal(text, &needs); err != nil {
		t.Fatalf("package.json: %v", err)
	}
	missing := func(name string) bool {
		_, err := os.Stat(filepath.Join(root(), "node_modules", name))
		return err != nil
	}
	// Tests of several packages may want them at the same time.
	var unlock func()
	wait.For(t, "another test to install the packages", func() bool {
		unlock, err = files.Lock(filepath.Join(root(), "node_modules.lock"))
		return !errors.Is(err, files.ErrLocked)
	})
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	// npm writes its own list last.
	if !slices.ContainsFunc(append(slices.Collect(maps.Keys(needs.Dev)), ".package-lock.json"), missing) {
		return
	}
	if out, err := command(t, programs.Find(t, "npm"), "ci", "--no-audit", "--no-fund").CombinedOutput(); err != nil {
		t.Fatalf("npm ci: %v\n%s", err, out)
	}
}

// Build builds the program into a file. Flags are added to those of go build.
func Build(t testing.TB, file string, flags ...string) {
	t.Helper()
	args := append([]string{"build", "-ldflags=-s -w", "-o", file}, flags...)
	if out, err := command(t, programs.Find(t, "go"), append(args, "./cmd/parlour")...).CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
}

// Program writes the program for tables on a device into a folder. Flags are added to
// those of go build.
func Program(t testing.TB, dir string, flags ...string) {
	t.Helper()
	args := append([]string{"run", "./cmd/local", dir}, flags...)
	if out, err := command(t, programs.Find(t, "go"), args...).CombinedOutput(); err != nil {
		t.Fatalf("building the program for devices: %v\n%s", err, out)
	}
}

// A Server is the program running for the scripts.
type Server struct {
	URL     string
	Local   string // folder with the program for devices, for scripts that start a server with it; may be ""
	private string
	binary  string
	process *os.Process
	log     tail
}

var (
	publicAt  = regexp.MustCompile(`open at (http://127\.0\.0\.1:\d+)`)
	privateAt = regexp.MustCompile(`alone: (http://127\.0\.0\.1:\d+)`)
)

// Serve starts a program's server on free ports until the end of the test.
func Serve(t testing.TB, binary string) *Server {
	t.Helper()
	s := &Server{binary: binary}
	cmd := command(t, binary, "serve", "--addr", "127.0.0.1:0", "--private-addr", "127.0.0.1:0", "--data", t.TempDir(), "--bot-delay", "0", "--rate", "0", "--local", "off")
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 30 * time.Second
	cmd.Stdout, cmd.Stderr = &s.log, &s.log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s.process = cmd.Process
	t.Cleanup(func() { // the context of the test interrupts it
		_ = cmd.Wait()
		if t.Failed() {
			t.Logf("the server said at last:\n%s", s.log.String())
		}
	})
	wait.For(t, "the server to say where it listens", func() bool {
		said := s.log.String()
		public, private := publicAt.FindStringSubmatch(said), privateAt.FindStringSubmatch(said)
		if public == nil || private == nil {
			return false
		}
		s.URL, s.private = public[1], private[1]
		return true
	})
	return s
}

// Drive runs a script in the test's folder, which drives the browser.
func (s *Server) Drive(t *testing.T, script string) {
	t.Helper()
	// End before go test does, so that the output is shown.
	ctx, cancel := t.Context(), func() {}
	if limit, ok := t.Deadline(); ok {
		ctx, cancel = context.WithDeadline(ctx, limit.Add(-30*time.Second))
	}
	defer cancel()
	// The script's browsers do not see a terminal's signals, so pass them on.
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	// Each step has its own limit, see robot.mjs. A script ends even if its browser hangs.
	cmd := exec.CommandContext(ctx, programs.Find(t, "node"), "--test", "--test-force-exit", "--test-reporter=spec", script)
	cmd.WaitDelay = 5 * time.Second // its browser may hold the output open
	end := group(cmd)
	defer end()
	cmd.Env = append(os.Environ(), "PARLOUR_URL="+s.URL, "PARLOUR_PRIVATE="+s.private, "PARLOUR="+s.binary, "PARLOUR_PROGRAM="+s.Local, programs.Env(t, "chromium", "firefox", "WebKitWebDriver", "Xvfb", "python3"))
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	} else {
		t.Logf("%s", out)
	}
	if ctx.Err() != nil && s.process != nil { // show what the server was doing
		_ = s.process.Signal(syscall.SIGQUIT)
	}
}

// A tail keeps the end of a process's output. It never blocks the process.
type tail struct {
	mu   sync.Mutex
	text []byte
}

// most is the number of bytes that a tail keeps: enough for the stacks of all
// goroutines.
const most = 256 << 10

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	t.text = t.text[max(0, len(t.text)-most):]
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.text)
}
