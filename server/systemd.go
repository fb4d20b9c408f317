package server

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"os"
	"strconv"
	"time"
)

// This file speaks with systemd: sd_listen_fds(3) and sd_notify(3) have the protocol.

// inherited returns the socket that systemd opened for this process, or nil. It stays
// open while the server restarts: who comes then waits for the next process.
func inherited() (net.Listener, error) {
	own := os.Getenv("LISTEN_PID") == strconv.Itoa(os.Getpid())
	count := os.Getenv("LISTEN_FDS")
	if !own || count == "" {
		return nil, nil
	}
	for _, name := range []string{"LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"} {
		os.Unsetenv(name) // not for the processes we start
	}
	if count != "1" {
		return nil, fmt.Errorf("systemd passed %s sockets, but a server listens on one: see parlour.socket", count)
	}
	const first = 3
	f := os.NewFile(first, "the socket of systemd")
	defer f.Close()
	listener, err := net.FileListener(f)
	if err != nil {
		return nil, fmt.Errorf("the socket of systemd: %w", err)
	}
	return listener, nil
}

// notify tells systemd something, if it wants to be told.
func notify(log *slog.Logger, state string) {
	name := os.Getenv("NOTIFY_SOCKET")
	if name == "" {
		return
	}
	c, err := net.Dial("unixgram", name)
	if err == nil {
		_, err = c.Write([]byte(state))
		c.Close()
	}
	if err != nil {
		log.Warn("telling systemd", "state", state, "err", err)
	}
}

// watch tells systemd again and again that the server is alive, if it asks for that.
// A server where check does not return is not.
func watch(ctx context.Context, log *slog.Logger, check func()) {
	limit, err := strconv.ParseInt(os.Getenv("WATCHDOG_USEC"), 10, 64)
	if pid := os.Getenv("WATCHDOG_PID"); err != nil || limit <= 0 || pid != "" && pid != strconv.Itoa(os.Getpid()) {
		return
	}
	for again := time.Tick(time.Duration(limit) * time.Microsecond / 3); ; {
		select {
		case <-ctx.Done():
			return
		case <-again:
			check()
			notify(log, "WATCHDOG=1")
		}
	}
}
