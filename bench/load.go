package bench

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"parlour"
	"parlour/hall"
	"parlour/table"
	"parlour/web"
)

// A stand is one node of the server that is measured.
type stand struct {
	hall *hall.Hall
	addr string
	end  []func() // in the order of their making
}

func (n *stand) close() {
	for _, f := range slices.Backward(n.end) {
		f()
	}
}

// open starts a node on real sockets. Dir is the folder of the store's files.
func (k *Setting) open(ctx context.Context, dir string, number int) (n *stand, err error) {
	n = &stand{}
	defer func() {
		if err != nil {
			n.close()
		}
	}()
	log := slog.New(slog.DiscardHandler)
	name := fmt.Sprintf("bench-%d", number)
	store, bus, end, err := k.Open(ctx, dir, name)
	if err != nil {
		return n, err
	}
	n.end = append(n.end, end)
	if n.hall, err = hall.New(ctx, hall.Config{Store: store, Bus: bus, Shelf: web.Shelf{}, Log: log, Idle: time.Hour, Node: name, Unlimited: true}); err != nil {
		return n, err
	}
	n.end = append(n.end, n.hall.Close)
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return n, err
	}
	n.addr = listener.Addr().String()
	handler := web.New(web.Config{Hall: n.hall, Log: log, Limits: web.NoLimits})
	server := web.NewHTTP(handler, log)
	go server.Serve(listener)
	n.end = append(n.end, func() { server.Close() })
	return n, nil
}

// A load is a server of one or several nodes, and those who play there.
type load struct {
	*Server
	nodes []*stand
	token string
}

// any returns a node, as a load balancer would.
func (l *load) any() *stand { return l.nodes[rand.IntN(len(l.nodes))] }

// measure plays at n tables, directly and by HTTP.
func (b *Server) measure(ctx context.Context, w io.Writer, k *Setting, dir string, n int) error {
	l := &load{Server: b, token: hall.NewToken()}
	defer func() {
		for _, n := range l.nodes {
			n.close()
		}
	}()
	for i := range k.Nodes {
		node, err := k.open(ctx, dir, i)
		if err != nil {
			return err
		}
		l.nodes = append(l.nodes, node)
	}
	store := l.nodes[0].hall.Store
	if list, err := store.List(ctx, hall.Query{Limit: 1}); err != nil {
		return err
	} else if len(list) > 0 {
		return errors.New("the database is not empty; measure with one of its own")
	}
	defer l.clear(store)
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
	fmt.Fprintf(w, "%s\t%d\t", k.Name, k.Nodes)
	direct.print(w, n, "direct")
	fmt.Fprintf(w, "%.1f\t%.1f\t\n", per(idle), per(active))
	fmt.Fprintf(w, "%s\t%d\t", k.Name, k.Nodes)
	byHTTP.print(w, n, "http")
	fmt.Fprintf(w, "\t\t\n")
	return nil
}

// clear removes what was made, also after an interrupt.
func (l *load) clear(store hall.Store) {
	ctx := context.Background()
	for {
		list, err := store.List(ctx, hall.Query{Limit: 1000})
		if err != nil || len(list) == 0 {
			return
		}
		for _, t := range list {
			if l.nodes[0].hall.Delete(ctx, t.Table) != nil {
				return
			}
		}
	}
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
	workers := min(n, l.Flight)
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
	id   string
	seq  int64
	move string // what to do next, "" for a throw
	over bool
}

// open makes a table with one person on all chairs.
func (l *load) open(ctx context.Context) (*place, error) {
	act := func() table.Action {
		return table.Action{Kind: table.Sit, Key: hall.NewToken(), Chair: 1, Name: "Ann"}
	}
	t, err := l.any().hall.Create(ctx, l.token, table.Terms{Game: l.Game, Setup: parlour.Setup{Players: 2}}, act())
	if err != nil {
		return nil, err
	}
	a := act()
	a.Chair = 2
	if _, err := t.Do(ctx, l.token, a); err != nil {
		return nil, err
	}
	p := &place{id: t.ID()}
	return p, p.look(ctx, t)
}

// look finds out what is to be done, without HTTP.
func (p *place) look(ctx context.Context, t *hall.Table) error {
	m, err := t.Match(ctx)
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
	a := table.Action{Kind: table.Throw, Key: hall.NewToken(), Seq: p.seq}
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
	workers := min(len(places), l.Flight)
	all := make([]figures, workers)
	errs := make([]error, workers)
	begin, cpu := time.Now(), cpuTime()
	end := begin.Add(l.Span)
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
		t, err := l.any().hall.Open(ctx, p.id)
		if err != nil {
			return 0, err
		}
		r, err := t.Do(ctx, l.token, p.action())
		took := time.Since(begin)
		if err != nil {
			return took, err
		}
		p.seq = r.Seq
		return took, p.look(ctx, t)
	}, func() {}, nil
}

// http sends requests over connections of its own, one to each node.
func (l *load) http(ctx context.Context) (actor, func(), error) {
	wires := make([]*wire, 0, len(l.nodes))
	done := func() {
		for _, w := range wires {
			w.conn.Close()
		}
	}
	for _, n := range l.nodes {
		conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", n.addr)
		if err != nil {
			done()
			return nil, nil, err
		}
		wires = append(wires, &wire{load: l, node: n, conn: conn, in: bufio.NewReaderSize(conn, 16<<10)})
	}
	return func(ctx context.Context, p *place) (time.Duration, error) {
		return wires[rand.IntN(len(wires))].act(ctx, p)
	}, done, nil
}

// A wire is a connection that stays open.
type wire struct {
	*load
	node      *stand
	conn      net.Conn
	in        *bufio.Reader
	out, body bytes.Buffer
}

// act sends the next action of a place.
func (w *wire) act(ctx context.Context, p *place) (time.Duration, error) {
	query := ""
	if !w.Views {
		query = "?view=0"
	}
	a := p.action()
	text := fmt.Sprintf(`{"kind":%q,"key":%q,"seq":%d,"move":%q}`, a.Kind, a.Key, a.Seq, a.Move)
	w.out.Reset()
	fmt.Fprintf(&w.out, "POST /api/tables/%s/actions%s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
		p.id, query, w.node.addr, w.token, len(text), text)
	begin := time.Now()
	if _, err := w.conn.Write(w.out.Bytes()); err != nil {
		return 0, err
	}
	resp, err := http.ReadResponse(w.in, nil)
	if err != nil {
		return 0, err
	}
	w.body.Reset()
	_, err = w.body.ReadFrom(resp.Body)
	took := time.Since(begin)
	switch {
	case err != nil:
		return took, err
	case resp.StatusCode != http.StatusOK:
		return took, fmt.Errorf("status %d: %s", resp.StatusCode, w.body.Bytes())
	}
	if !w.Views {
		p.seq++
		t, err := w.node.hall.Open(ctx, p.id)
		if err != nil {
			return took, err
		}
		return took, p.look(ctx, t)
	}
	p.read(w.body.Bytes())
	return took, nil
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
