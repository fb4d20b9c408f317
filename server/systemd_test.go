package server

import (
	"context"
	"io"
	"log/slog"
	"net"
	"path/filepath"
	"testing"

	"parlour/internal/wait"
	"parlour/server/backend"
)

// Systemd is told when the server is ready, that it is alive, and when it stops.
func TestNotify(t *testing.T) {
	name := filepath.Join(t.TempDir(), "notify")
	socket, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: name, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	told := make(chan string)
	go func() {
		for b := make([]byte, 100); ; {
			n, err := socket.Read(b)
			if err != nil {
				close(told)
				return
			}
			told <- string(b[:n])
		}
	}()
	t.Setenv("NOTIFY_SOCKET", name)
	t.Setenv("WATCHDOG_USEC", "30000")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	done := make(chan error, 1)
	go func() {
		done <- Run(ctx, Config{Addr: "127.0.0.1:0", Place: backend.Place{Data: t.TempDir()}, Out: io.Discard, Log: slog.New(slog.DiscardHandler)})
	}()
	// WATCHDOG=1 may also come in between.
	for _, want := range []string{"READY=1", "WATCHDOG=1", "STOPPING=1"} {
		if want == "STOPPING=1" {
			cancel()
		}
		for got := ""; got != want; {
			if got = wait.Receive(t, want, told); got != want && got != "WATCHDOG=1" {
				t.Fatalf("told %s, want %s", got, want)
			}
		}
	}
	go func() {
		for range told {
		}
	}()
	if err := wait.Receive(t, "the server to stop", done); err != nil {
		t.Error(err)
	}
}

// Without systemd there is no socket, and one for another process is not ours.
func TestNotInherited(t *testing.T) {
	t.Setenv("LISTEN_FDS", "1")
	for _, pid := range []string{"", "1"} {
		t.Setenv("LISTEN_PID", pid)
		if l, err := inherited(); l != nil || err != nil {
			t.Errorf("LISTEN_PID=%q: %v, %v", pid, l, err)
		}
	}
}
