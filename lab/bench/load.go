package bench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/pprof"
	"slices"
	"time"

	"parlour"
	"parlour/cabinet/shelf"
	"parlour/hall"
	"parlour/table"
)

// A load is a server of one or several nodes inside this process, and its players.
type load struct {
	*Server
	nodes []*hall.Hall
	end   []func()
	token string
}

// add starts a further node. Dir is the folder of the store's files.
func (l *load) add(ctx context.Context, k *Setting, dir string) error {
	name := fmt.Sprintf("bench-%d", len(l.nodes))
	store, bus, end, err := k.Open(ctx, dir, name)
	if err != nil {
		return err
	}
	h, err := hall.New(ctx, hall.Config{Store: store, Bus: bus, Shelf: shelf.Cabinet{}, Log: slog.New(slog.DiscardHandler), Idle: time.Hour, Node: name, House: table.House{Unlimited: true}})
	if err != nil {
		end()
		return err
	}
	l.nodes, l.end = append(l.nodes, h), append(l.end, end, h.Close)
	return nil
}

func (l *load) close() {
	for _, f := range slices.Backward(l.end) {
		f()
	}
}

// any returns a node, as a load balancer would.
func (l *load) any() *hall.Hall { return l.nodes[rand.IntN(len(l.nodes))] }

// direct plays at n tables of a setting without HTTP.
func (b *Server) direct(ctx context.Context, k *Setting, dir string, n int) (*result, error) {
	l := &load{Server: b, token: hall.NewToken()}
	defer l.close()
	for range k.Nodes {
		if err := l.add(ctx, k, dir); err != nil {
			return nil, err
		}
	}
	store := l.nodes[0].Store
	if list, err := store.List(ctx, hall.Query{Limit: 1}); err != nil {
		return nil, err
	} else if len(list) > 0 {
		return nil, errors.New("the database is not empty; measure with one of its own")
	}
	defer clearStore(l.nodes[0])
	join := func(context.Context) (player, error) { return l, nil }
	empty := memory()
	places, err := b.fill(ctx, n, join)
	if err != nil {
		return nil, err
	}
	idle := memory()
	if b.Profile != "" {
		f, err := os.Create(b.Profile + ".direct")
		if err != nil {
			return nil, err
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			return nil, err
		}
		defer pprof.StopCPUProfile()
	}
	r := &result{setting: k, tables: n, way: "direct"}
	if err := r.play(ctx, b.Span, b.Flight, places, join); err != nil {
		return nil, err
	}
	per := func(m uint64) float64 { return float64(int64(m)-int64(empty)) / 1024 / float64(n) }
	r.server, r.clients = r.clients, 0 // they are one process
	r.idle, r.active = per(idle), per(memory())
	return r, nil
}

// clearStore removes all tables, also after an interrupt.
func clearStore(h *hall.Hall) {
	ctx := context.Background()
	for {
		list, err := h.Store.List(ctx, hall.Query{Limit: 1000})
		if err != nil || len(list) == 0 {
			return
		}
		for _, t := range list {
			if h.Delete(ctx, t.Table) != nil {
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

// open makes a table with one person on all chairs.
func (l *load) open(ctx context.Context) (*place, error) {
	act := func(chair int) table.Action {
		return table.Action{Kind: table.Sit, Key: hall.NewToken(), Chair: chair, Name: "Ann"}
	}
	t, err := l.any().Create(ctx, l.token, l.terms(), act(1))
	if err != nil {
		return nil, err
	}
	if _, err := t.Do(ctx, l.token, act(2)); err != nil {
		return nil, err
	}
	p := &place{id: t.ID()}
	if p.match, err = t.Match(ctx); err != nil {
		return nil, err
	}
	p.follow(p.match)
	return p, nil
}

func (b *Server) terms() table.Terms {
	return table.Terms{Game: b.Game, Setup: parlour.Setup{Players: 2}}
}

// act asks a hall.
func (l *load) act(ctx context.Context, p *place) (time.Duration, error) {
	a := table.Action{Kind: table.Throw, Key: hall.NewToken(), Seq: p.seq}
	if p.move != "" {
		a.Kind, a.Move = table.Move, p.move
	}
	begin := time.Now()
	r, err := l.any().Do(ctx, p.id, l.token, a)
	took := time.Since(begin)
	if err != nil {
		return took, err
	}
	p.seq = r.Seq
	return took, p.played(cmp.Or(a.Move, r.Throw))
}

// leave does nothing, because all players share the nodes.
func (l *load) leave() {}
