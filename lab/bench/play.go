package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"parlour"
)

// A place is one table as its player knows it.
type place struct {
	id    string
	seq   int64
	match parlour.Match // nil if only the answers of the server tell
	move  string        // what to do next, "" for a throw
	over  bool
}

// follow finds out what is to be done in a position.
func (p *place) follow(m parlour.Match) {
	p.move, p.over = "", m.Turn().Over()
	if moves := m.Moves(); len(moves) > 0 {
		p.move = m.Text(moves[len(moves)/2])
	}
}

// played plays along with a throw or move.
func (p *place) played(text string) error {
	mv, err := p.match.Parse(text)
	if err != nil {
		return err
	}
	p.match = p.match.Next(mv)
	p.follow(p.match)
	return nil
}

// A player acts at places, one after another.
type player interface {
	// open makes a table.
	open(ctx context.Context) (*place, error)
	// act does the next action at a place and returns how long it took.
	act(ctx context.Context, p *place) (time.Duration, error)
	leave()
}

// fill makes n tables, some at once.
func (b *Server) fill(ctx context.Context, n int, join func(context.Context) (player, error)) ([]*place, error) {
	places := make([]*place, n)
	workers := min(n, b.Flight)
	errs := make([]error, workers)
	var wg sync.WaitGroup
	for k := range workers {
		wg.Go(func() {
			who, err := join(ctx)
			if err != nil {
				errs[k] = err
				return
			}
			defer who.leave()
			for i := k; i < n && errs[k] == nil; i += workers {
				places[i], errs[k] = who.open(ctx)
			}
		})
	}
	wg.Wait()
	return places, errors.Join(errs...)
}

// A result is what was measured in one way.
type result struct {
	setting      *Setting
	program      string // "" for this one
	tables       int
	way          string
	workers      int
	span         time.Duration
	server       time.Duration // processor time of the server
	clients      time.Duration // of the clients
	took         []time.Duration
	idle, active float64 // KiB of a table
}

// play plays at all places in turn for a while and adds what it measures.
func (r *result) play(ctx context.Context, span time.Duration, flight int, places []*place, join func(context.Context) (player, error)) error {
	workers := min(len(places), flight)
	all := make([][]time.Duration, workers)
	errs := make([]error, workers)
	begin, cpu := time.Now(), cpuTime()
	end := begin.Add(span)
	var wg sync.WaitGroup
	for k := range workers {
		wg.Go(func() {
			who, err := join(ctx)
			if err != nil {
				errs[k] = err
				return
			}
			defer who.leave()
			for i := k; time.Now().Before(end) && errs[k] == nil; i += workers {
				if i >= len(places) {
					i = k
				}
				if places[i].over {
					places[i], errs[k] = who.open(ctx) // a new game instead; it does not count
					continue
				}
				took, err := who.act(ctx, places[i])
				all[k], errs[k] = append(all[k], took), err
			}
		})
	}
	wg.Wait()
	r.workers = workers
	r.span += time.Since(begin)
	r.clients += cpuTime() - cpu
	r.took = slices.Concat(append(all, r.took)...)
	return errors.Join(errs...)
}

// rate is the number of actions a second.
func (r *result) rate() float64 { return float64(len(r.took)) / r.span.Seconds() }

// each returns what one action took of a time.
func (r *result) each(all time.Duration) time.Duration {
	return all / time.Duration(max(1, len(r.took)))
}

// A ServerLoad is what a server did in one way. Times are milliseconds, processor
// times microseconds of an action, and memory is KiB of a table; what was not measured
// is left out.
type ServerLoad struct {
	Store   string  `json:"store"`
	Nodes   int     `json:"nodes"`
	Tables  int     `json:"tables"`
	Way     string  `json:"way"` // direct or http
	Flight  int     `json:"under_way"`
	Rate    float64 `json:"actions_per_second"`
	Median  float64 `json:"p50_ms"`
	P99     float64 `json:"p99_ms"`
	Longest float64 `json:"longest_ms"`
	Server  float64 `json:"server_cpu_us,omitempty"`
	Client  float64 `json:"client_cpu_us,omitempty"`
	Idle    float64 `json:"idle_kib,omitempty"`
	Active  float64 `json:"active_kib,omitempty"`
}

// load returns the result for a report.
func (r *result) load() ServerLoad {
	slices.Sort(r.took)
	at := func(q float64) float64 {
		if len(r.took) == 0 {
			return 0
		}
		return r.took[int(q*float64(len(r.took)-1))].Seconds() * 1000
	}
	return ServerLoad{Store: r.setting.Name + r.by(), Nodes: r.setting.Nodes, Tables: r.tables, Way: r.way, Flight: r.workers, Rate: r.rate(),
		Median: at(0.5), P99: at(0.99), Longest: at(1), Server: micros(r.each(r.server)), Client: micros(r.each(r.clients)), Idle: r.idle, Active: r.active}
}

func (l *ServerLoad) print(w io.Writer) {
	known := func(format string, v float64) string {
		if v == 0 {
			return ""
		}
		return fmt.Sprintf(format, v)
	}
	fmt.Fprintf(w, "%s\t%d\t%d\t%s\t%d\t%.0f\t%.2f ms\t%.2f ms\t%.2f ms\t%s\t%s\t%s\t%s\t\n", l.Store, l.Nodes, l.Tables, l.Way, l.Flight,
		l.Rate, l.Median, l.P99, l.Longest, known("%.0f µs", l.Server), known("%.0f µs", l.Client), known("%.1f", l.Idle), known("%.1f", l.Active))
}

// by names the program that was measured, if it is another one.
func (r *result) by() string {
	if r.program == "" {
		return ""
	}
	return ", before"
}
