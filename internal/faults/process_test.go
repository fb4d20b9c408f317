package faults

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"parlour/internal/programs"
	"parlour/internal/servers"
	"parlour/internal/wait"
	"parlour/table"
)

var (
	buildFlags []string // of the server under test
	executable string   // the server under test

	// quick builds the server without the race detector, once. It is for what mostly
	// computes.
	quick func() (string, error)
)

// soak reports whether to run the long campaigns.
func soak() bool { return os.Getenv("PARLOUR_SOAK") != "" }

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "parlour-faults")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := 1
	quick = sync.OnceValues(func() (string, error) { return build(dir, "quick") })
	if executable, err = build(dir, "parlour", buildFlags...); err != nil {
		fmt.Fprintln(os.Stderr, err)
	} else {
		code = m.Run()
	}
	os.RemoveAll(dir)
	os.Exit(code)
}

// build builds the command into dir.
func build(dir, name string, flags ...string) (string, error) {
	path := filepath.Join(dir, name)
	compiler, err := programs.Path("go")
	if err != nil {
		return "", err
	}
	cmd := exec.Command(compiler, slices.Concat([]string{"build", "-ldflags=-s -w"}, flags, []string{"-o", path, "parlour/cmd/parlour"})...)
	if !slices.Contains(flags, "-race") {
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0") // as everywhere else, so that little has to be compiled
	}
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("building the server: %w\n%s", err, out)
	}
	return path, nil
}

// A process is a running server.
type process struct {
	cmd  *exec.Cmd
	base string // "http://127.0.0.1:12345"
	log  *bytes.Buffer
	done chan struct{}
	mu   sync.Mutex
}

// server starts the server with its data in dir. Wrap, if given, is a command
// line that runs it, such as strace's.
func server(t testing.TB, dir string, wrap ...string) *process {
	t.Helper()
	return serverOf(t, executable, dir, wrap...)
}

func serverOf(t testing.TB, command, dir string, wrap ...string) *process {
	t.Helper()
	p, err := start(command, dir, wrap...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		p.kill()
		if t.Failed() {
			t.Logf("the server said:\n%s", p.said())
		}
	})
	return p
}

func start(name, dir string, wrap ...string) (*process, error) {
	return launch(append(wrap, command(name, dir)...))
}

// command returns the command line of a server with its data in dir. When it is
// killed, nobody else may answer at its address.
func command(name, dir string) []string {
	return []string{name, "serve", "--addr", fmt.Sprintf("127.0.0.1:%d", servers.FreePort()), "--data", dir, "--rate", "0", "--bot-delay", "0s",
		"--keep-over", "0", "--keep-unfinished", "0"} // the databases of old releases are old
}

// launch starts a server and waits until it answers. It inherits the files, from
// number 3 on.
func launch(args []string, files ...*os.File) (*process, error) {
	p := &process{cmd: exec.Command(args[0], args[1:]...), log: &bytes.Buffer{}, done: make(chan struct{})}
	p.cmd.ExtraFiles = files
	p.cmd.Env = append(os.Environ(), "PARLOUR_PUBLIC_METRICS=true") // no flag, because releases of the past do not know it
	// Use a process group, so that a kill reaches the wrapper too.
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	p.cmd.Stderr = locked{p}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	opened := make(chan string, 1)
	go func() {
		defer close(p.done)
		lines := bufio.NewReader(out)
		for {
			line, err := lines.ReadString('\n')
			fmt.Fprint(locked{p}, line)
			if _, address, ok := strings.Cut(line, "is open at "); ok {
				opened <- strings.TrimSpace(address)
			}
			if err != nil {
				break
			}
		}
		_ = p.cmd.Wait() // killed, as intended
	}()
	select {
	case p.base = <-opened:
		return p, nil
	case <-p.done:
		return nil, fmt.Errorf("the server did not start:\n%s", p.said())
	case <-time.After(wait.Limit):
		p.kill()
		return nil, fmt.Errorf("the server does not answer:\n%s", p.said())
	}
}

// locked collects the output of a process from several goroutines.
type locked struct{ p *process }

func (l locked) Write(b []byte) (int, error) {
	l.p.mu.Lock()
	defer l.p.mu.Unlock()
	return l.p.log.Write(b)
}

func (p *process) said() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.log.String()
}

// kill ends the process like a power cut, without warning.
func (p *process) kill() {
	select {
	case <-p.done:
		return // its process id may have been reused
	default:
	}
	_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL)
	<-p.done
}

// stop shuts the server down gracefully.
func (p *process) stop(t testing.TB) {
	t.Helper()
	if err := syscall.Kill(-p.cmd.Process.Pid, syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	select {
	case <-p.done:
	case <-time.After(wait.Limit):
		t.Fatal("the server does not stop")
	}
}

// metric reads a number from the server's metrics.
func (p *process) metric(t testing.TB, name string) (v float64) {
	t.Helper()
	resp, err := http.Get(p.base + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(body)) {
		if rest, ok := strings.CutPrefix(line, name+" "); ok {
			if _, err := fmt.Sscan(rest, &v); err != nil {
				t.Fatal(err)
			}
			return v
		}
	}
	t.Fatalf("there is no metric %s", name)
	return 0
}

// database is the server's file in its folder.
const database = "parlour.db"

// snapshot copies the database and its write-ahead log from the disk. It
// leaves the log's index out: SQLite rebuilds that.
func snapshot(t testing.TB, dir string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), database)
	for _, suffix := range []string{"", "-wal"} {
		data, err := os.ReadFile(filepath.Join(dir, database) + suffix)
		if err != nil {
			if suffix != "" && os.IsNotExist(err) {
				continue
			}
			t.Fatal(err)
		}
		if err := os.WriteFile(path+suffix, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

// stored returns the log of every table as stored on the disk, except those
// whose length is known already.
func stored(t testing.TB, dir string, known map[string][]table.Event) map[string][]table.Event {
	t.Helper()
	path := snapshot(t, dir)
	defer os.RemoveAll(filepath.Dir(path))
	all, err := readLogs(path, known)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// An address is where the server is now; it changes when the server restarts.
// If there are several nodes, it picks any.
type address struct {
	v        atomic.Pointer[[]string]
	patience time.Duration // how long to wait for a node that does not answer; a minute if zero
	slowest  atomic.Int64  // how long somebody waited for an answer or a stream, at most, tries included
}

// waited notes how long somebody waited.
func (a *address) waited(since time.Time) {
	for took := int64(time.Since(since)); ; {
		if old := a.slowest.Load(); took <= old || a.slowest.CompareAndSwap(old, took) {
			return
		}
	}
}

func (a *address) set(bases ...string) { a.v.Store(&bases) }

func (a *address) get() string {
	bases := *a.v.Load()
	return bases[rand.IntN(len(bases))]
}
