//go:build !js

package web

import (
	"net/http"
	"net/http/pprof"
)

// Private returns a handler for the host of a server only: profiles of the
// process, and metrics of each table in memory. Serve it at an address that the
// world cannot reach, because anyone who knows the id of a table can watch it. It has
// no profile "cmdline", because the command line may have a password in it.
func (s *Server) Private() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	for _, rt := range []route{
		{pattern: "GET /healthz", handle: asks((*Server).health)},
		{pattern: "GET /metrics", handle: writes((*Server).exposition)},
		{pattern: "GET /metrics/tables", handle: writes((*Server).tableMetrics)},
	} {
		mux.Handle(rt.pattern, s.answer(&rt, rt.handle.handler))
	}
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = w.Write([]byte("/debug/pprof/\n/healthz\n/metrics\n/metrics/tables\n"))
	})
	return s.named(mux, s.Foreign)
}
