package web

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"sync/atomic"
	"time"

	"parlour/hall"
	"parlour/internal/metrics"
	"parlour/table"
	"parlour/web/wire"
)

// counts are what the server has done, for GET /metrics.
type counts struct {
	created  atomic.Int64
	panics   atomic.Int64
	requests metrics.Counter[answered]
	actions  metrics.Counter[table.Kind]
	errors   metrics.Counter[wire.Code]
	times    metrics.Timer // by route, without streams
}

type answered struct {
	route  string
	status int
}

// begin sets the counters to zero.
func (m *counts) begin(list []route) {
	var all []answered
	for _, r := range list {
		all = append(all, answered{r.pattern, cmp.Or(r.status, http.StatusOK)}, answered{r.pattern, http.StatusInternalServerError})
	}
	m.requests.Begin(all...)
	m.actions.Begin(table.Actions()...)
	m.errors.Begin(slices.Collect(maps.Keys(statusOf))...)
	m.times.Bounds = []float64{0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5}
}

func (m *counts) served(route string, status int, took time.Duration, open bool) {
	m.requests.Add(answered{route, status})
	if !open { // the duration of a stream means nothing
		m.times.Add(route, took)
	}
}

// publicMetrics are the metrics for everybody, if the host wants that.
func (s *Server) publicMetrics(r *request) error {
	if !s.PublicMetrics {
		return fail(wire.NotFound, "The metrics are at the private address of the server.")
	}
	return s.exposition(r)
}

// exposition writes the metrics in the text format of Prometheus.
func (s *Server) exposition(r *request) error {
	var b metrics.Writer
	single, m := b.Single, &s.metrics
	single("parlour_tables_in_memory", "gauge", "Tables in memory.", s.Hall.Len())
	single("parlour_tables_created_total", "counter", "Tables made since the start.", m.created.Load())
	single("parlour_streams", "gauge", "Open streams.", s.streams.Len())
	single("parlour_streams_dropped_total", "counter", "Streams ended because their reader was too slow.", s.live.Dropped())
	single("parlour_experiments", "gauge", "Experiments of the laboratory that run or wait.", s.lab.Len())
	single("parlour_notices_waiting", "gauge", "Turns that somebody may have to be told of.", s.reach.waiting())
	single("parlour_analyses_waiting", "gauge", "Finished games that wait to be looked at.", s.analyses.Len())
	single("parlour_panics_total", "counter", "Panics contained.", m.panics.Load())
	single("parlour_start_time_seconds", "gauge", "When the server started, in seconds since 1970.", s.started.Unix())
	b.Program(s.started)

	f := s.Hall.Figures()
	single("parlour_leases", "gauge", "Tables whose clock and bots this node drives; a server alone drives all and counts none.", f.Leases)
	single("parlour_appends_total", "counter", "Batches of events the store took.", f.Appends)
	single("parlour_append_conflicts_total", "counter", "Batches that came after those of another node.", f.Conflicts)
	single("parlour_append_failures_total", "counter", "Batches the store did not take for another reason.", f.Refusals)
	b.Head("parlour_append_seconds", "histogram", "How long the store took until a batch was durable.")
	b.Histogram("parlour_append_seconds", "", hall.Bounds[:], f.Seconds[:], f.Appends, f.Sum.Seconds())

	m.requests.Write(&b, "parlour_requests_total", "Requests by route and status.", func(a answered) string { return fmt.Sprintf("route=%q,status=\"%d\"", a.route, a.status) })
	m.actions.Write(&b, "parlour_actions_total", "Actions done by kind.", func(k table.Kind) string { return fmt.Sprintf("kind=%q", k) })
	m.errors.Write(&b, "parlour_errors_total", "Errors answered by code.", func(c wire.Code) string { return fmt.Sprintf("code=%q", c) })
	m.times.Write(&b, "parlour_request_seconds", "Durations of requests by route, streams left out.", "route")
	return writeMetrics(r.w, b.String())
}

func writeMetrics(w http.ResponseWriter, text string) error {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	_, err := w.Write([]byte(text))
	return err
}

// tableMetrics writes a line for each table in memory.
func (s *Server) tableMetrics(r *request) error {
	var b metrics.Writer
	list := s.Hall.Residents()
	each := func(name, help string, value func(hall.Resident) any) {
		b.Head(name, "gauge", help)
		for _, t := range list {
			fmt.Fprintf(&b, "%s{table=%q,game=%q} %v\n", name, t.Table, t.Game, value(t))
		}
	}
	each("parlour_table_events", "Events in the log of a table in memory.", func(t hall.Resident) any { return t.Seq })
	each("parlour_table_streams", "Streams that watch a table.", func(t hall.Resident) any { return s.live.Watching(t.Table) })
	each("parlour_table_idle_seconds", "Since somebody used a table.", func(t hall.Resident) any { return t.Idle.Seconds() })
	return writeMetrics(r.w, b.String())
}
