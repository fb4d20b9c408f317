package faults

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"parlour/internal/programs"
	"parlour/internal/wait"
)

// A server whose socket somebody else keeps open, as systemd does, restarts under load
// and refuses nobody: every new connection is accepted, and every request answered.
func TestRestartRefusesNobody(t *testing.T) {
	socket, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	file, err := socket.(*net.TCPListener).File()
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	dir := t.TempDir()
	launched := func() *process {
		t.Helper()
		// The shell knows the number of the process that it becomes.
		p, err := launch(append([]string{programs.Find(t, "sh"), "-c", `LISTEN_PID=$$ LISTEN_FDS=1 exec "$@"`, "sh"}, command(executable, dir)...), file)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(p.kill)
		if want := "http://" + socket.Addr().String(); p.base != want {
			t.Fatalf("the server listens on %s, want %s", p.base, want)
		}
		return p
	}
	p := launched()
	url := p.base + "/api/games" // the same after every restart
	var answers atomic.Int64
	var stop atomic.Bool
	var callers sync.WaitGroup
	faults := make(chan error, 1)
	for range 8 {
		callers.Go(func() {
			c := &http.Client{Timeout: wait.Limit, Transport: &http.Transport{DisableKeepAlives: true}}
			for !stop.Load() {
				begun := time.Now()
				if err := get(c, url); err != nil {
					// A server that stops waits a second for the request of a new connection. On
					// a busy machine that may be too short.
					if time.Since(begun) > time.Second && !errors.Is(err, syscall.ECONNREFUSED) {
						continue
					}
					select {
					case faults <- err:
					default:
					}
					return
				}
				answers.Add(1)
			}
		})
	}
	for range 3 {
		before := answers.Load()
		wait.For(t, "answers", func() bool { return answers.Load() > before+50 || len(faults) > 0 })
		p.stop(t)
		p = launched()
	}
	before := answers.Load()
	wait.For(t, "answers after the last restart", func() bool { return answers.Load() > before+50 || len(faults) > 0 })
	stop.Store(true)
	callers.Wait()
	select {
	case err := <-faults:
		t.Fatalf("after %d answers: %v (refused: %v)", answers.Load(), err, errors.Is(err, syscall.ECONNREFUSED))
	default:
	}
}

// get wants an answer of 200, read to its end.
func get(c *http.Client, url string) error {
	res, err := c.Get(url)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if _, err := io.Copy(io.Discard, res.Body); err != nil {
		return err
	}
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", url, res.Status)
	}
	return nil
}
