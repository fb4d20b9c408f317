package web

import (
	"context"
	"net/http"
	"time"
)

// healthAnswer is the answer of GET /healthz.
type healthAnswer struct {
	Status string `json:"status"` // ok, or unready: send people elsewhere
	Node   string `json:"node"`   // name of this node
	Store  string `json:"store"`  // ok or unreachable
	Bus    string `json:"bus"`    // ok or unreachable; without it news from other nodes is a second late
	Rules  string `json:"rules"`  // revision of the rules
}

// storeTime is how long the store may take to answer for the node to be ready.
const storeTime = 2 * time.Second

// Drain makes the server say that it is not ready, so that nobody new is sent
// to it. It goes on answering until it is closed.
func (s *Server) Drain() { s.draining.Store(true) }

// health answers GET /healthz: whether the node can serve people. A stopped bus
// is told, but is no reason to stay away.
func (s *Server) health(w http.ResponseWriter, r *http.Request) error {
	h := healthAnswer{Status: "ok", Node: s.Hall.Node, Store: "ok", Bus: "ok", Rules: s.Hall.Shelf.Revision()}
	ctx, cancel := context.WithTimeout(r.Context(), storeTime)
	defer cancel()
	if _, err := s.Hall.Store.LastBeat(ctx); err != nil {
		s.Log.ErrorContext(r.Context(), "health", "err", err)
		h.Store = "unreachable"
	}
	if bus, ok := s.Hall.Bus.(interface{ Healthy() error }); ok && bus.Healthy() != nil {
		h.Bus = "unreachable"
	}
	status := http.StatusOK
	if h.Store != "ok" || s.draining.Load() {
		h.Status, status = "unready", http.StatusServiceUnavailable
		w.Header().Set("Retry-After", "5")
	}
	w.Header().Set("Cache-Control", "no-store")
	writeJSON(w, status, h)
	return nil
}
