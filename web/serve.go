//go:build !js

package web

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// NewHTTP returns an HTTP server with limits for slow clients. There is no limit
// for writing a whole answer, because streams last; each write has its own.
func NewHTTP(h http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler: h, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 30 * time.Second, IdleTimeout: 2 * time.Minute,
		MaxHeaderBytes: 16 << 10, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
}

// Serve serves until ctx ends, and then finishes the requests under way. Before
// that, /healthz says unready for the duration drain, so that load balancers
// send people to other nodes, and in its second half the streams end one by one.
func (s *Server) Serve(ctx context.Context, l net.Listener, drain time.Duration) error {
	server := NewHTTP(s, s.Log)
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(l) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	s.Drain()
	if drain > 0 {
		s.live.End(drain)
	}
	select {
	case err := <-failed:
		return err
	case <-time.After(drain):
	}
	s.Close()
	grace, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if err := server.Shutdown(grace); err != nil {
		return server.Close()
	}
	return nil
}
