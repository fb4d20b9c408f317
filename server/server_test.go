package server

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"parlour/internal/wait"
	"parlour/server/backend"
)

// A server answers until its context ends, and then closes its store.
func TestRun(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	r, w := io.Pipe()
	done := make(chan error, 1)
	config := Config{Addr: "127.0.0.1:0", Place: backend.Place{Data: t.TempDir()}, Out: w, Log: slog.New(slog.DiscardHandler)}
	go func() {
		done <- Run(ctx, config)
		w.Close()
	}()
	printed := make([]byte, 1<<10)
	n, err := r.Read(printed)
	if err != nil {
		t.Fatal(err)
	}
	go io.Copy(io.Discard, r)
	address := regexp.MustCompile(`http://\S+`).Find(printed[:n])
	wait.For(t, "a healthy server", func() bool { // a busy store may be too slow for a check
		res, err := http.Get(string(address) + "/healthz")
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		return res.StatusCode == http.StatusOK
	})
	cancel()
	if err := wait.Receive(t, "the server to stop", done); err != nil {
		t.Error(err)
	}
	if store, err := config.Place.Read(t.Context()); err != nil {
		t.Errorf("the store of a stopped server: %v", err)
	} else {
		store.Close()
	}
}

// A server that cannot start says why.
func TestRunFails(t *testing.T) {
	quiet := slog.New(slog.DiscardHandler)
	for want, c := range map[string]Config{
		backend.ErrAddress.Error(): {Addr: "127.0.0.1:0", Place: backend.Place{Store: "mysql://h/d"}},
		"listen tcp":               {Addr: "256.0.0.1:1", Place: backend.Place{Data: t.TempDir()}},
		"no such file":             {Addr: "127.0.0.1:0", Place: backend.Place{Data: t.TempDir()}, Cert: "none.pem", Key: "none.pem"},
	} {
		c.Out, c.Log = io.Discard, quiet
		if err := Run(t.Context(), c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, expected one with %q", err, want)
		}
	}
}
