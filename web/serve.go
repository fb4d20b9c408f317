//go:build !js

package web

import (
	"log/slog"
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
