package faults

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
	"time"

	"parlour"
	"parlour/cabinet"
	"parlour/games/gametest"
	"parlour/internal/servers"
	"parlour/internal/wait"
	"parlour/record"
)

// TestManyHands gives work to three workers, each a process of its own. One of
// them, or the server between them, dies in the middle. The results are the
// same bytes that one process makes alone.
func TestManyHands(t *testing.T) {
	alone, err := quick()
	if err != nil {
		t.Fatal(err)
	}
	bus := servers.NATS(t)
	var crew []*hand
	for range 3 {
		crew = append(crew, work(t, bus.URL()))
	}
	// One dies and another takes its place.
	replace := func(end func(*hand)) {
		end(crew[0])
		crew = append(crew[1:], work(t, bus.URL()))
	}
	cases := []struct {
		name  string
		args  string
		fault func()
	}{
		{"worker killed", "sim contact --bots greedy --games 300 --seed 1928 --json", func() { replace((*hand).kill) }},
		{"server killed", "lab mensch --games 100 --seed 1928 --json", func() { bus.Kill(); bus.Start() }},
		{"worker stopped", "arena contact greedy random --rounds 96 --seed 1928 --json", func() { replace((*hand).stop) }},
		{"server stopped", "analyse --json " + someRecords(t, 24), func() { bus.Stop(); bus.Start() }},
	}
	rounds := 1
	if soak() {
		rounds = 50
	}
	for i := range rounds * len(cases) {
		c := cases[i%len(cases)]
		t.Run(c.name, func(t *testing.T) {
			args := strings.Fields(c.args)
			want, err := exec.Command(alone, args...).Output()
			if err != nil {
				t.Fatal(err)
			}
			before := 0
			for _, h := range crew {
				before += h.done()
			}
			var got, said bytes.Buffer
			job := exec.Command(executable, append(args, "--bus", bus.URL())...)
			job.Stdout, job.Stderr = &got, &said
			if err := job.Start(); err != nil {
				t.Fatal(err)
			}
			over := make(chan error, 1)
			go func() { over <- job.Wait() }()
			t.Cleanup(func() { _ = job.Process.Kill() }) // fails only if it has ended already
			wait.For(t, "some work to be done", func() bool {
				select {
				case err := <-over:
					t.Fatalf("the work was over before anything could happen: %v\n%s", err, &said)
				default:
				}
				after := 0
				for _, h := range crew {
					after += h.done()
				}
				return after >= before+3
			})
			c.fault()
			select {
			case err := <-over:
				if err != nil {
					t.Fatalf("the work failed: %v\n%s", err, &said)
				}
			case <-time.After(2 * wait.Limit):
				_ = job.Process.Signal(syscall.SIGQUIT) // it says where it stands, and ends
				<-over
				t.Fatalf("the work does not end:\n%s", &said)
			}
			if !bytes.Equal(got.Bytes(), want) {
				t.Errorf("several workers made\n%s\none process made\n%s", &got, want)
			}
		})
	}
}

// A hand is a worker process.
type hand struct {
	t    *testing.T
	cmd  *exec.Cmd
	mu   sync.Mutex
	said bytes.Buffer
}

// work starts a worker with one hand.
func work(t *testing.T, address string) *hand {
	t.Helper()
	h := &hand{t: t, cmd: exec.Command(executable, "worker", "--bus", address, "--workers", "1", "--verbose")}
	h.cmd.Stdout, h.cmd.Stderr = h, h
	if err := h.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		end := syscall.SIGKILL
		if t.Failed() {
			end = syscall.SIGQUIT // it says where it stands
		}
		_ = h.cmd.Process.Signal(end) // fails only if it has ended already
		_ = h.cmd.Wait()
		if t.Failed() {
			t.Logf("a worker said:\n%s", &h.said)
		}
	})
	return h
}

// Write collects its output.
func (h *hand) Write(p []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.said.Write(p)
}

// done returns the number of tasks it has done.
func (h *hand) done() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return bytes.Count(h.said.Bytes(), []byte("msg=done "))
}

func (h *hand) kill() {
	if err := h.cmd.Process.Kill(); err != nil {
		h.t.Fatal(err)
	}
}

// stop asks it to leave, which it does gracefully.
func (h *hand) stop() {
	if err := h.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		h.t.Fatal(err)
	}
	if err := h.cmd.Wait(); err != nil {
		h.t.Errorf("a worker that was asked to leave ended with %v", err)
	}
}

// someRecords writes a file with the openings of n games.
func someRecords(t *testing.T, n int) string {
	t.Helper()
	e := cabinet.ByID("kleefeld")
	var records []*record.Record
	for i := range n {
		m, err := e.Game.New(parlour.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		rec := record.Begin(m)
		rec.SetTag("Event", fmt.Sprint("game ", i+1))
		gametest.Random(t, m, uint64(i), 40, func(mv parlour.Move) { rec.Add(m, mv, e.Style) })
		records = append(records, rec)
	}
	path := filepath.Join(t.TempDir(), "games.txt")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := record.Write(f, records...); err != nil {
		t.Fatal(err)
	}
	return path
}
