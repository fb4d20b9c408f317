package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"slices"
	"strconv"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"parlour"
	"parlour/inproc"
	"parlour/sqlite"
	"parlour/table"
	"parlour/web"
)

// serverBench measures a server under load.
type serverBench struct {
	tables  []int
	span    time.Duration
	flight  int // most actions under way at once
	game    string
	data    string
	views   bool
	profile string
}

func benchServerCommand(s *streams) *cobra.Command {
	var b serverBench
	cmd := &cobra.Command{
		Use:   "server",
		Short: "Measure a server with many tables",
		Long: `Measure how many actions a second a server acknowledges, every one of them
durable on the disk before its acknowledgement, and how long each takes.

The server runs inside this process on a real file and real sockets; the clients
share the machine with it. Of the given number of tables all are played in turn,
with at most --flight actions under way at once. "direct" asks the tables without
HTTP; "http" sends requests over connections that stay open, and each answer
carries the whole view that a page needs, unless --views=false.

The processor time of an action is that of the whole process, clients included;
unlike the other figures it says the same on a busy machine.

Memory is counted after a garbage collection, heap and stacks: for a table in
memory at which nobody has played yet, and for one with its game under way.
Tables nobody uses leave memory altogether after a while.`,
		Example: "  parlour bench server\n  parlour bench server --tables 1000 --time 10s --flight 100",
		Args:    exactly(0, "no argument"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if b.span <= 0 || b.flight <= 0 || slices.Min(b.tables) <= 0 {
				return misused("--time, --flight and --tables have to be above zero")
			}
			if _, err := gameArg(b.game); err != nil {
				return err
			}
			return b.run(cmd.Context(), s)
		},
	}
	fl := cmd.Flags()
	fl.IntSliceVar(&b.tables, "tables", []int{10, 100, 1000, 10000}, "numbers of tables to measure with")
	fl.DurationVar(&b.span, "time", 5*time.Second, "how long each is measured")
	fl.IntVar(&b.flight, "flight", 256, "most actions under way at once")
	fl.StringVar(&b.game, "game", "kleefeld", "game that is played")
	fl.StringVar(&b.data, "data", "", "folder of the database, which is removed afterwards (default: the folder of temporary files)")
	fl.BoolVar(&b.views, "views", true, "answers carry the view")
	fl.StringVar(&b.profile, "cpuprofile", "", "write a profile of the processor to this file")
	return cmd
}

func (b *serverBench) run(ctx context.Context, s *streams) error {
	dir, err := os.MkdirTemp(b.data, "parlour-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	sync, err := syncTime(dir)
	if err != nil {
		return err
	}
	if b.profile != "" {
		f, err := os.Create(b.profile)
		if err != nil {
			return err
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	s.printf("%s, %d cores; a sync of 4 KiB takes %v\n\n", b.game, runtime.GOMAXPROCS(0), sync.Round(time.Microsecond))
	w := tabwriter.NewWriter(s.out, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "TABLES\tWAY\tUNDER WAY\tACTIONS/S\tP50\tP99\tLONGEST\tCPU/ACTION\tKiB IDLE\tKiB ACTIVE\t")
	for _, n := range b.tables {
		if err := b.measure(ctx, w, filepath.Join(dir, strconv.Itoa(n)+".db"), n); err != nil {
			return err
		}
	}
	return w.Flush()
}

// syncTime measures what a durable write costs here.
func syncTime(dir string) (time.Duration, error) {
	f, err := os.CreateTemp(dir, "sync")
	if err != nil {
		return 0, err
	}
	defer f.Close()
	const rounds = 50
	begin := time.Now()
	for range rounds {
		if _, err := f.Write(make([]byte, 4096)); err != nil {
			return 0, err
		}
		if err := f.Sync(); err != nil {
			return 0, err
		}
	}
	return time.Since(begin) / rounds, nil
}

// A load is one server with its tables and those who play at them.
type load struct {
	*serverBench
	hall  *table.Hall
	addr  string
	token string
}

// measure plays at n tables, directly and by HTTP.
func (b *serverBench) measure(ctx context.Context, w io.Writer, path string, n int) error {
	store, err := sqlite.Open(path)
	if err != nil {
		return err
	}
	defer store.Close()
	log := slog.New(slog.DiscardHandler)
	bus := &inproc.Bus{}
	hall, err := table.NewHall(ctx, table.Config{Store: store, Bus: bus, Shelf: web.Shelf{}, Log: log, Idle: time.Hour})
	if err != nil {
		return err
	}
	defer hall.Close()
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	handler := web.New(web.Config{Hall: hall, Log: log, Limits: web.Limits{PerAddress: -1, PerToken: -1, Creations: -1, Streams: -1}})
	server := newHTTP(handler, log)
	go server.Serve(listener)
	defer server.Close()

	l := &load{b, hall, listener.Addr().String(), table.NewToken()}
	empty := memory()
	seats := make([]*place, n)
	if err := l.each(n, func(i int) (err error) {
		seats[i], err = l.open(ctx)
		return err
	}); err != nil {
		return err
	}
	idle := memory()
	direct, err := l.play(ctx, seats, l.direct)
	if err != nil {
		return err
	}
	active := memory()
	byHTTP, err := l.play(ctx, seats, l.http)
	if err != nil {
		return err
	}
	per := func(m uint64) float64 { return float64(int64(m)-int64(empty)) / 1024 / float64(n) }
	direct.print(w, n, "direct")
	fmt.Fprintf(w, "%.1f\t%.1f\t\n", per(idle), per(active))
	byHTTP.print(w, n, "http")
	fmt.Fprintf(w, "\t\t\n")
	return nil
}

// memory returns the bytes in use on the heap and on stacks.
func memory() uint64 {
	runtime.GC()
	runtime.GC() // the first one may have found things that wait to be finalized
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc + m.StackInuse
}

// each does something n times, some at once.
func (l *load) each(n int, f func(i int) error) error {
	workers := min(n, l.flight)
	errs := make([]error, workers)
	var wg sync.WaitGroup
	for k := range workers {
		wg.Go(func() {
			for i := k; i < n && errs[k] == nil; i += workers {
				errs[k] = f(i)
			}
		})
	}
	wg.Wait()
	return errors.Join(errs...)
}

// A place is one table as its player knows it.
type place struct {
	t    *table.Table
	seq  int64
	move string // what to do next, "" for a throw
	over bool
}

// open makes a table with one person on all chairs.
func (l *load) open(ctx context.Context) (*place, error) {
	act := func() table.Action {
		return table.Action{Kind: table.Sit, Key: table.NewToken(), Chair: 1, Name: "Ann", Nonce: table.NewToken()}
	}
	t, err := l.hall.Create(ctx, l.token, table.Terms{Game: l.game, Setup: parlour.Setup{Players: 2}}, act())
	if err != nil {
		return nil, err
	}
	a := act()
	a.Chair = 2
	if _, err := t.Do(ctx, l.token, a); err != nil {
		return nil, err
	}
	p := &place{t: t}
	return p, p.look(ctx)
}

// look finds out what is to be done, without HTTP.
func (p *place) look(ctx context.Context) error {
	m, err := p.t.Match(ctx)
	if err != nil {
		return err
	}
	p.move, p.over = "", m.Turn().Over()
	if moves := m.Moves(); len(moves) > 0 {
		p.move = m.Text(moves[len(moves)/2])
	}
	return nil
}

func (p *place) action() table.Action {
	a := table.Action{Kind: table.Throw, Key: table.NewToken(), Seq: p.seq}
	if p.move != "" {
		a.Kind, a.Move = table.Move, p.move
	}
	return a
}

// An actor does the next action at a place and returns how long it took.
type actor func(ctx context.Context, p *place) (time.Duration, error)

// play plays at all places in turn for a while. New returns an actor and a
// function that ends it.
func (l *load) play(ctx context.Context, places []*place, newActor func(context.Context) (actor, func(), error)) (*figures, error) {
	workers := min(len(places), l.flight)
	all := make([]figures, workers)
	errs := make([]error, workers)
	begin, cpu := time.Now(), cpuTime()
	end := begin.Add(l.span)
	var wg sync.WaitGroup
	for k := range workers {
		wg.Go(func() {
			act, done, err := newActor(ctx)
			if err != nil {
				errs[k] = err
				return
			}
			defer done()
			for i := k; time.Now().Before(end) && errs[k] == nil; i += workers {
				if i >= len(places) {
					i = k
				}
				if places[i].over {
					places[i], errs[k] = l.open(ctx) // a new game instead; it does not count
					continue
				}
				took, err := act(ctx, places[i])
				all[k].took, errs[k] = append(all[k].took, took), err
			}
		})
	}
	wg.Wait()
	sum := figures{workers: workers, span: time.Since(begin), cpu: cpuTime() - cpu}
	for i := range all {
		sum.took = append(sum.took, all[i].took...)
	}
	slices.Sort(sum.took)
	return &sum, errors.Join(errs...)
}

// figures are how long each action took.
type figures struct {
	workers int
	span    time.Duration
	cpu     time.Duration
	took    []time.Duration
}

func (f *figures) print(w io.Writer, tables int, way string) {
	at := func(q float64) string {
		if len(f.took) == 0 {
			return "-"
		}
		return fmt.Sprintf("%.2f ms", f.took[int(q*float64(len(f.took)-1))].Seconds()*1000)
	}
	fmt.Fprintf(w, "%d\t%s\t%d\t%.0f\t%s\t%s\t%s\t%.0f µs\t", tables, way, f.workers, float64(len(f.took))/f.span.Seconds(), at(0.5), at(0.99), at(1),
		float64(f.cpu.Microseconds())/float64(max(1, len(f.took))))
}

// direct asks the tables themselves.
func (l *load) direct(context.Context) (actor, func(), error) {
	return func(ctx context.Context, p *place) (time.Duration, error) {
		begin := time.Now()
		r, err := p.t.Do(ctx, l.token, p.action())
		took := time.Since(begin)
		if err != nil {
			return took, err
		}
		p.seq = r.Seq
		return took, p.look(ctx)
	}, func() {}, nil
}

// http sends requests over a connection of its own.
func (l *load) http(ctx context.Context) (actor, func(), error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", l.addr)
	if err != nil {
		return nil, nil, err
	}
	in := bufio.NewReaderSize(conn, 16<<10)
	var out, body bytes.Buffer
	query := ""
	if !l.views {
		query = "?view=0"
	}
	return func(ctx context.Context, p *place) (time.Duration, error) {
		a := p.action()
		text := fmt.Sprintf(`{"kind":%q,"key":%q,"seq":%d,"move":%q}`, a.Kind, a.Key, a.Seq, a.Move)
		out.Reset()
		fmt.Fprintf(&out, "POST /api/tables/%s/actions%s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
			p.t.ID(), query, l.addr, l.token, len(text), text)
		begin := time.Now()
		if _, err := conn.Write(out.Bytes()); err != nil {
			return 0, err
		}
		resp, err := http.ReadResponse(in, nil)
		if err != nil {
			return 0, err
		}
		body.Reset()
		_, err = body.ReadFrom(resp.Body)
		took := time.Since(begin)
		switch {
		case err != nil:
			return took, err
		case resp.StatusCode != http.StatusOK:
			return took, fmt.Errorf("status %d: %s", resp.StatusCode, body.Bytes())
		}
		if !l.views {
			p.seq++
			return took, p.look(ctx)
		}
		p.read(body.Bytes())
		return took, nil
	}, func() { conn.Close() }, nil
}

// read finds in an answer what is to be done next. It is cheaper than reading
// all of it: the clients share the machine with the server.
func (p *place) read(answer []byte) {
	_, rest, _ := bytes.Cut(answer, []byte(`"seq":`))
	digits, _, _ := bytes.Cut(rest, []byte(","))
	p.seq, _ = strconv.ParseInt(string(digits), 10, 64)
	p.over = bytes.Contains(answer, []byte(`"status":"over"`))
	p.move = ""
	if _, rest, ok := bytes.Cut(answer, []byte(`"moves":["`)); ok {
		list, _, _ := bytes.Cut(rest, []byte(`"]`))
		moves := bytes.Split(list, []byte(`","`))
		p.move = strings.ReplaceAll(string(moves[len(moves)/2]), `\u003e`, ">")
	}
}
