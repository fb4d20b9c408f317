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
	"bufio"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
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

// serve builds the program and starts the server on a port of its own.
func serve(t *testing.T) (url, binary string) {
	t.Helper()
	dir := t.TempDir()
	binary = filepath.Join(dir, "parlour")
	if out, err := command(t, "go", "build", "-o", binary, "./cmd/parlour").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	cmd := command(t, binary, "serve", "--addr", "127.0.0.1:0", "--data", dir, "--bot-delay", "0", "--rate", "0")
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 5 * time.Second
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdout, cmd.Stderr = w, w
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	t.Cleanup(func() { _ = cmd.Wait() }) // it is interrupted by the context of the test
	found := make(chan string, 1)
	go func() {
		address := regexp.MustCompile(`http://127\.0\.0\.1:\d+`)
		for lines := bufio.NewScanner(r); lines.Scan(); {
			if a := address.FindString(lines.Text()); a != "" {
				select {
				case found <- a:
				default:
				}
			}
		}
	}()
	select {
	case url = <-found:
	case <-time.After(20 * time.Second):
		t.Fatal("the server did not say where it listens")
	}
	return url, binary
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
	url, binary := serve(t)
	scripts := []string{"page", "dice", "spoken", "games", "lab", "tutor"}
	if os.Getenv("SHOTS") != "" {
		scripts = append(scripts, "pictures")
	}
	for _, script := range scripts {
		t.Run(script, func(t *testing.T) {
			// Sooner than the limit of go test, so that what was printed is seen.
			ctx, cancel := context.WithTimeout(t.Context(), 8*time.Minute)
			defer cancel()
			cmd := exec.CommandContext(ctx, "node", "--test", "--test-reporter=spec", script+".test.mjs")
			cmd.WaitDelay = 5 * time.Second // its browser may hold the output open
			cmd.Env = append(os.Environ(), "PARLOUR_URL="+url, "CHROMIUM="+path, "PARLOUR="+binary)
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Errorf("%v\n%s", err, out)
			}
			t.Logf("%s", out)
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
