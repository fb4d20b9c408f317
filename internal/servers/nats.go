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

	"parlour/internal/programs"
)

// A NATSServer is a NATS server with JetStream, which stores its data in a
// folder of the test. Its address stays the same when it is killed and started
// again.
type NATSServer struct {
	t       testing.TB
	command []string
	port    int
	store   string // its folder, "" if it stores nothing

	mu      sync.Mutex
	process *process // nil until it is started
}

// NATS starts a NATS server, optionally with further arguments. It is stopped
// at the end of the test.
func NATS(t testing.TB, args ...string) *NATSServer {
	t.Helper()
	store := filepath.Join(t.TempDir(), "store")
	return startNATS(t, store, append(args, "--jetstream", "--store_dir", store)...)
}

// PlainNATS starts a NATS server without JetStream, which stores nothing.
func PlainNATS(t testing.TB) *NATSServer {
	t.Helper()
	return startNATS(t, "")
}

func startNATS(t testing.TB, store string, args ...string) *NATSServer {
	t.Helper()
	s := &NATSServer{t: t, store: store, command: append([]string{programs.Find(t, "nats-server"), "--addr", "127.0.0.1"}, args...)}
	t.Cleanup(s.Stop)
	var err error
	const tries = 5 // a port that was free a moment ago may be taken
	for range tries {
		s.port = FreePort()
		if err = s.start(); err == nil {
			return s
		}
	}
	t.Fatal(err)
	return nil
}

// URL returns its address, even while it is stopped.
func (s *NATSServer) URL() string { return "nats://" + address(s.port) }

// Start starts it again with the data it had stored.
func (s *NATSServer) Start() {
	s.t.Helper()
	if err := s.start(); err != nil {
		s.t.Fatal(err)
	}
}

func (s *NATSServer) start() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.process != nil && s.process.running() {
		return nil
	}
	log := &bytes.Buffer{}
	cmd := exec.Command(s.command[0], append(s.command[1:], "--port", strconv.Itoa(s.port))...)
	cmd.Stdout, cmd.Stderr = log, log
	if err := detach(cmd, nil); err != nil {
		return err
	}
	p, err := start(cmd)
	if err != nil {
		return err
	}
	if !await(p, s.answers) {
		_ = cmd.Process.Kill() // if this fails, the server has ended
		<-p.ended
		return fmt.Errorf("nats-server did not start:\n%s", log)
	}
	s.t.Cleanup(func() {
		if s.t.Failed() {
			s.Stop() // or it would write on
			<-p.ended
			s.t.Logf("nats-server said:\n%s", log)
		}
	})
	s.process = p
	return nil
}

// answers reports whether a NATS server listens on the port.
func (s *NATSServer) answers() bool {
	c, err := net.DialTimeout("tcp", address(s.port), time.Second)
	if err != nil {
		return false
	}
	defer c.Close()
	greeting := make([]byte, 4)
	_ = c.SetReadDeadline(time.Now().Add(time.Second)) // if this fails, reading fails too
	_, err = c.Read(greeting)
	return err == nil && string(greeting) == "INFO"
}

// Kill ends it without warning.
func (s *NATSServer) Kill() { s.end(os.Kill) }

// Lose kills it and deletes what it has stored.
func (s *NATSServer) Lose() {
	s.t.Helper()
	s.Kill()
	if err := os.RemoveAll(s.store); err != nil {
		s.t.Fatal(err)
	}
}

// Stop shuts it down properly.
func (s *NATSServer) Stop() { s.end(os.Interrupt) }

func (s *NATSServer) end(sig os.Signal) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.process == nil || !s.process.running() {
		return
	}
	_ = s.process.cmd.Process.Signal(sig) // if this fails, the server has ended
	select {
	case <-s.process.ended:
	case <-time.After(patience): // it may be paused
		_ = s.process.cmd.Process.Kill()
		<-s.process.ended
	}
}

// Signal sends it a signal, such as one that pauses it.
func (s *NATSServer) Signal(sig os.Signal) {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.process.cmd.Process.Signal(sig); err != nil {
		s.t.Fatal(err)
	}
}
