package web

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"time"
)

// healthAnswer is the answer of GET /healthz.
type healthAnswer struct {
	Status string `json:"status"`           // ok, or unready: send people elsewhere
	Reason string `json:"reason,omitempty"` // unready: why, in words
	Node   string `json:"node"`             // name of this node
	Store  string `json:"store"`            // ok or unreachable: it does not take a write, or does not return it
	Events string `json:"events"`           // ok or stuck: the events of a table cannot be read
	Bus    string `json:"bus"`              // ok or unreachable; without it news from other nodes is a second late
	Rules  string `json:"rules"`            // revision of the rules
}

const (
	healthTime  = 2 * time.Second // how long a check may take
	healthFresh = time.Second     // how old a result may be; all requests in that time share one check
)

// Drain makes /healthz say unready, so that load balancers send nobody new, and ends
// the streams one by one in the second half of a time, if that is not zero. The
// server keeps answering until it is closed.
func (s *Server) Drain(over time.Duration) {
	s.draining.Store(true)
	if over > 0 {
		s.live.End(over)
	}
}

// healthy runs a check, or uses the result of a moment ago.
func (s *Server) healthy(ctx context.Context, name string, check func(context.Context) error) bool {
	ctx, cancel := context.WithTimeout(ctx, s.healthTime)
	defer cancel()
	done := make(chan bool, 1)
	go func() { // a check may be stuck
		defer s.contain("a health check")
		ok, err := s.checks.Fill(ctx, name, "", func(ctx context.Context) (bool, error) {
			err := check(ctx)
			if err != nil {
				s.Log.Error("health", "check", name, "err", err)
			}
			return err == nil, nil
		})
		done <- ok && err == nil
	}()
	select {
	case ok := <-done:
		return ok
	case <-ctx.Done():
		return false
	}
}

// health answers GET /healthz: whether the node can serve people. It mentions a
// stopped bus, but the node stays ready without one.
func (s *Server) health(r *request) (healthAnswer, error) {
	h := healthAnswer{Status: "ok", Node: s.Hall.Node, Store: "ok", Events: "ok", Bus: "ok", Rules: s.Hall.Shelf.Revision()}
	var store, events bool
	var checks sync.WaitGroup
	checks.Go(func() { store = s.healthy(r.Context(), "store", s.Hall.Probe) })
	checks.Go(func() { events = s.healthy(r.Context(), "events", s.live.Probe) })
	checks.Wait()
	var reasons []string
	if !store {
		h.Store = "unreachable"
		reasons = append(reasons, "The store does not take writes, or does not return them.")
	}
	if !events {
		h.Events = "stuck"
		reasons = append(reasons, "The events of a table cannot be read.")
	}
	if s.draining.Load() {
		reasons = append(reasons, "The server is about to stop.")
	}
	if bus, ok := s.Hall.Bus.(interface{ Healthy() error }); ok && bus.Healthy() != nil {
		h.Bus = "unreachable"
	}
	if len(reasons) > 0 {
		h.Status, h.Reason, r.status = "unready", strings.Join(reasons, " "), http.StatusServiceUnavailable
		r.w.Header().Set("Retry-After", "5")
	}
	return h, nil
}
