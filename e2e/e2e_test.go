// Package e2e tests the page in a real browser: it builds and starts the
// server and lets the scripts beside it drive Chromium.
//
//	go test ./e2e                         # everything
//	go test ./e2e -run Browser/page       # one script
//	SHOTS=/tmp/shots go test ./e2e        # with pictures of all pages, to be looked at
//
// It needs node, npm and Chromium; what else the scripts use is named in
// package.json and installed into node_modules on the first run.
package e2e

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"parlour/internal/wait"
)

// chromium is where browsers are looked for besides the path.
var chromium = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}

func command(t *testing.T, name string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = ".."
	return cmd
}

// modules installs what package.json names, once.
func modules(t *testing.T) {
	t.Helper()
	if _, err := os.Stat("../node_modules/playwright-core"); err == nil {
		return
	}
	if out, err := command(t, "npm", "ci", "--no-audit", "--no-fund").CombinedOutput(); err != nil {
		t.Fatalf("npm ci: %v\n%s", err, out)
	}
}

// A server is the program as it runs for the scripts.
type server struct {
	binary       string
	url, private string
	process      *os.Process
	log          tail
}

var (
	publicAt  = regexp.MustCompile(`open at (http://127\.0\.0\.1:\d+)`)
	privateAt = regexp.MustCompile(`alone: (http://127\.0\.0\.1:\d+)`)
)

// serve builds the program and starts the server on ports of its own.
func serve(t *testing.T) *server {
	t.Helper()
	dir := t.TempDir()
	s := &server{binary: filepath.Join(dir, "parlour")}
	if out, err := command(t, "go", "build", "-o", s.binary, "./cmd/parlour").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	cmd := command(t, s.binary, "serve", "--addr", "127.0.0.1:0", "--private-addr", "127.0.0.1:0", "--data", dir, "--bot-delay", "0", "--rate", "0")
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 30 * time.Second
	cmd.Stdout, cmd.Stderr = &s.log, &s.log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s.process = cmd.Process
	t.Cleanup(func() { // it is interrupted by the context of the test
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
		s.url, s.private = public[1], private[1]
		return true
	})
	return s
}

// A tail keeps the end of what a process says. It never blocks the process.
type tail struct {
	mu   sync.Mutex
	text []byte
}

// most is how many bytes a tail keeps: enough for the stacks of all goroutines.
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

func browser(t *testing.T) string {
	t.Helper()
	for _, name := range chromium {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Fatalf("the tests of the page need a browser: please install one of %s", strings.Join(chromium, ", "))
	return ""
}

// The scripts of the page agree with their types.
func TestTypes(t *testing.T) {
	modules(t)
	for _, project := range []string{"tsconfig.json", "web/page/tsconfig.sw.json"} {
		if out, err := command(t, "node", "node_modules/typescript/bin/tsc", "-p", project).CombinedOutput(); err != nil {
			t.Errorf("tsc -p %s: %v\n%s", project, err, out)
		}
	}
}

func TestBrowser(t *testing.T) {
	modules(t)
	path := browser(t)
	s := serve(t)
	scripts := []string{"page", "dice", "spoken", "games", "lab", "tutor"}
	if os.Getenv("SHOTS") != "" {
		scripts = append(scripts, "pictures")
	}
	for _, script := range scripts {
		t.Run(script, func(t *testing.T) {
			// Sooner than the limit of go test, so that what was printed is seen.
			ctx, cancel := t.Context(), func() {}
			if end, ok := t.Deadline(); ok {
				ctx, cancel = context.WithDeadline(ctx, end.Add(-30*time.Second))
			}
			defer cancel()
			// Every step has a limit of its own, see robot.mjs. A whole test has
			// one for loops, and a script ends though its browser does not.
			cmd := exec.CommandContext(ctx, "node", "--test", "--test-timeout=900000", "--test-force-exit", "--test-reporter=spec", script+".test.mjs")
			cmd.WaitDelay = 5 * time.Second // its browser may hold the output open
			cmd.Env = append(os.Environ(), "PARLOUR_URL="+s.url, "PARLOUR_PRIVATE="+s.private, "CHROMIUM="+path, "PARLOUR="+s.binary)
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Errorf("%v\n%s", err, out)
			} else {
				t.Logf("%s", out)
			}
			if ctx.Err() != nil { // what did the server do meanwhile?
				_ = s.process.Signal(syscall.SIGQUIT)
			}
		})
	}
	pictures, err := filepath.Glob(filepath.Join(os.Getenv("SHOTS"), "readme-*.png"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range pictures {
		if err := shrink(path); err != nil {
			t.Error(err)
		}
	}
}
