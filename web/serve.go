package web

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// NewHTTP returns an HTTP server with our limits for slow clients. It sets no
// limit for writing a whole answer: streams last, and limit every single write.
func NewHTTP(h http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler: h, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 30 * time.Second, IdleTimeout: 2 * time.Minute,
		MaxHeaderBytes: 16 << 10, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
}

// Serve serves until ctx ends, and then lets what is under way finish. /healthz
// says unready for the time of drain before the streams end, so that load
// balancers send their readers elsewhere.
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
