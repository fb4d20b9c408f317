package servers

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"
)

// A NATSServer is a NATS server with JetStream, which keeps what it stores in
// a folder of the test.
type NATSServer struct {
	t       testing.TB
	command string
	dir     string
	port    int

	mu    sync.Mutex
	cmd   *exec.Cmd // nil while it is stopped
	ended chan struct{}
}

// NATS starts a NATS server on a free port of this machine. It is stopped at
// the end of the test.
func NATS(t testing.TB) *NATSServer {
	t.Helper()
	command, err := exec.LookPath("nats-server")
	if err != nil {
		command, err = exec.LookPath("/usr/sbin/nats-server") // which is not in everybody's path
	}
	if err != nil {
		t.Fatalf("the test needs a NATS server: install Debian's package nats-server, as make tools does (%v)", err)
	}
	s := &NATSServer{t: t, command: command, dir: t.TempDir()}
	t.Cleanup(s.Stop)
	const tries = 5 // a port that was free a moment ago may be taken
	for range tries {
		s.port = freePort()
		if err = s.start(); err == nil {
			return s
		}
	}
	t.Fatal(err)
	return nil
}

// URL returns where it is, also while it is stopped.
func (s *NATSServer) URL() string { return "nats://" + s.address() }

func (s *NATSServer) address() string { return address(s.port) }

// Start starts it again, at the same port and with what it had stored.
func (s *NATSServer) Start() {
	s.t.Helper()
	if err := s.start(); err != nil {
		s.t.Fatal(err)
	}
}

func (s *NATSServer) start() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cmd != nil {
		return nil
	}
	log := &bytes.Buffer{}
	cmd := exec.Command(s.command, "--addr", "127.0.0.1", "--port", strconv.Itoa(s.port), "--jetstream", "--store_dir", filepath.Join(s.dir, "nats"))
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		return err
	}
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait() // killed or not, it is over
		close(ended)
	}()
	for deadline := time.Now().Add(30 * time.Second); ; {
		if c, err := net.DialTimeout("tcp", s.address(), time.Second); err == nil {
			greeting := make([]byte, 4)
			_ = c.SetReadDeadline(time.Now().Add(time.Second))
			_, err := c.Read(greeting)
			c.Close()
			if err == nil && string(greeting) == "INFO" {
				s.cmd, s.ended = cmd, ended
				return nil
			}
		}
		select {
		case <-ended:
			return fmt.Errorf("nats-server has ended:\n%s", log)
		case <-time.After(20 * time.Millisecond):
		}
		if time.Now().After(deadline) {
			_ = cmd.Process.Kill()
			<-ended
			return fmt.Errorf("nats-server does not answer:\n%s", log)
		}
	}
}

// Kill ends it without a word of warning.
func (s *NATSServer) Kill() { s.end(os.Kill) }

// Stop ends it in peace.
func (s *NATSServer) Stop() { s.end(os.Interrupt) }

func (s *NATSServer) end(sig os.Signal) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cmd == nil {
		return
	}
	_ = s.cmd.Process.Signal(sig) // it may be gone already
	select {
	case <-s.ended:
	case <-time.After(30 * time.Second): // it may be paused
		_ = s.cmd.Process.Kill()
		<-s.ended
	}
	s.cmd = nil
}

// Signal sends it a signal, such as one that pauses it.
func (s *NATSServer) Signal(sig os.Signal) {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cmd == nil {
		s.t.Fatal("nats-server does not run")
	}
	if err := s.cmd.Process.Signal(sig); err != nil {
		s.t.Fatal(err)
	}
}
