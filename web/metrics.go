package web

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"parlour/hall"
	"parlour/internal/metrics"
	"parlour/table"
	"parlour/web/wire"
)

// counts are what the server has done, for GET /metrics.
type counts struct {
	created atomic.Int64
	panics  atomic.Int64

	mu       sync.Mutex
	requests map[answered]int64
	actions  map[table.Kind]int64
	errors   map[wire.Code]int64
	times    map[string]*times // by route, without streams
}

// times are how long requests of a route took.
type times struct {
	counts [len(bounds)]int64 // by bound
	all    int64              // including those above the last bound
	sum    float64
}

type answered struct {
	route  string
	status int
}

// bounds of the histogram of durations, in seconds.
var bounds = [...]float64{0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5}

// begin sets the counters to zero that have labels. One that first appears with 1 would
// hide that from a program that computes rates.
func (m *counts) begin(list []route) {
	m.requests, m.times = map[answered]int64{}, map[string]*times{}
	for _, r := range list {
		m.requests[answered{r.pattern, cmp.Or(r.status, http.StatusOK)}] = 0
		m.requests[answered{r.pattern, http.StatusInternalServerError}] = 0
	}
	m.actions, m.errors = map[table.Kind]int64{}, map[wire.Code]int64{}
	for _, k := range table.Actions() {
		m.actions[k] = 0
	}
	for c := range statusOf {
		m.errors[c] = 0
	}
}

func (m *counts) served(route string, status int, took time.Duration, open bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.requests[answered{route, status}]++
	if open { // the duration of a stream means nothing
		return
	}
	t := m.times[route]
	if t == nil {
		t = &times{}
		m.times[route] = t
	}
	s := took.Seconds()
	if i, _ := slices.BinarySearch(bounds[:], s); i < len(bounds) {
		t.counts[i]++
	}
	t.all++
	t.sum += s
}

func (m *counts) action(k table.Kind) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.actions[k]++
}

func (m *counts) failed(c wire.Code) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.errors[c]++
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
	head, single, m := b.Head, b.Single, &s.metrics
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
	head("parlour_append_seconds", "histogram", "How long the store took until a batch was durable.")
	b.Histogram("parlour_append_seconds", "", hall.Bounds[:], f.Seconds[:], f.Appends, f.Sum.Seconds())

	m.mu.Lock()
	head("parlour_requests_total", "counter", "Requests by route and status.")
	for _, k := range slices.SortedFunc(maps.Keys(m.requests), func(a, b answered) int {
		if c := strings.Compare(a.route, b.route); c != 0 {
			return c
		}
		return a.status - b.status
	}) {
		fmt.Fprintf(&b, "parlour_requests_total{route=%q,status=\"%d\"} %d\n", k.route, k.status, m.requests[k])
	}
	head("parlour_actions_total", "counter", "Actions done by kind.")
	for _, k := range slices.Sorted(maps.Keys(m.actions)) {
		fmt.Fprintf(&b, "parlour_actions_total{kind=%q} %d\n", k, m.actions[k])
	}
	head("parlour_errors_total", "counter", "Errors answered by code.")
	for _, k := range slices.Sorted(maps.Keys(m.errors)) {
		fmt.Fprintf(&b, "parlour_errors_total{code=%q} %d\n", k, m.errors[k])
	}
	head("parlour_request_seconds", "histogram", "Durations of requests by route, streams left out.")
	for _, route := range slices.Sorted(maps.Keys(m.times)) {
		t := m.times[route]
		b.Histogram("parlour_request_seconds", fmt.Sprintf("route=%q", route), bounds[:], t.counts[:], t.all, t.sum)
	}
	m.mu.Unlock()
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
