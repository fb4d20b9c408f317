package bench

import (
	"bytes"
	"context"
	"log/slog"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"parlour/cabinet/shelf"
	"parlour/hall"
	"parlour/hall/storetest"
	"parlour/table"
	"parlour/web"
	"parlour/web/live"
)

// watched acts at tables that somebody watches, and waits until they have read it.
type watched struct {
	*load
	all     *live.Broadcaster
	readers map[string]*reader // by table
}

func (w *watched) open(ctx context.Context) (*place, error) {
	p, err := w.load.open(ctx)
	if err != nil {
		return nil, err
	}
	stream, err := w.all.Follow(ctx, live.Reader{}, live.Places{p.id: 0})
	if err != nil {
		return nil, err
	}
	r := &reader{wake: make(chan struct{}, 1)}
	w.readers[p.id] = r
	go stream.SSE(ctx, r)
	r.await(1)
	return p, nil
}

func (w *watched) act(ctx context.Context, p *place) (time.Duration, error) {
	begin := time.Now()
	if _, err := w.load.act(ctx, p); err != nil {
		return 0, err
	}
	w.readers[p.id].await(p.seq)
	return time.Since(begin), nil
}

// A reader reads a stream and knows only how far it came.
type reader struct {
	seq  atomic.Int64
	wake chan struct{}
}

// await waits until the reader has an event.
func (r *reader) await(seq int64) {
	for r.seq.Load() < seq {
		<-r.wake
	}
}

func (r *reader) Write(p []byte) (int, error) {
	if id, ok := bytes.CutPrefix(p, []byte("event: table\nid: ")); ok {
		id, _, _ = bytes.Cut(id, []byte("\n"))
		seq, err := strconv.ParseInt(string(id[bytes.IndexByte(id, ':')+1:]), 10, 64)
		if err != nil {
			return 0, err
		}
		r.seq.Store(seq)
	}
	return len(p), nil
}

func (r *reader) FlushError() error {
	select {
	case r.wake <- struct{}{}:
	default:
	}
	return nil
}

// BenchmarkAction acts at one table after another, with a store in memory:
// without HTTP, without HTTP until somebody who watches has read it, and over a
// connection.
//
//	go test ./lab/bench -run '^$' -bench Action
func BenchmarkAction(b *testing.B) {
	ctx := b.Context()
	open := func(b *testing.B) (*Server, *load) {
		s := &Server{Game: "kleefeld", Flight: 1}
		log := slog.New(slog.DiscardHandler)
		h, err := hall.New(ctx, hall.Config{Store: struct{ hall.Store }{&storetest.Memory{}}, Bus: &hall.Local{}, Shelf: shelf.Cabinet{}, Log: log, Node: "bench", House: table.House{Unlimited: true}})
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(h.Close)
		return s, &load{Server: s, nodes: []*hall.Hall{h}, token: hall.NewToken()}
	}
	play := func(b *testing.B, who player) {
		const tables = 100
		places := make([]*place, tables)
		for n := range places {
			var err error
			if places[n], err = who.open(ctx); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportAllocs()
		cpu := cpuTime()
		defer func() { b.ReportMetric(float64((cpuTime()-cpu).Nanoseconds())/float64(b.N), "cpu-ns/op") }()
		for i := 0; b.Loop(); i++ {
			p := places[i%tables]
			if _, err := who.act(ctx, p); err != nil {
				b.Fatal(err)
			}
			if p.over {
				b.StopTimer()
				var err error
				if places[i%tables], err = who.open(ctx); err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
			}
		}
	}
	b.Run("direct", func(b *testing.B) {
		_, l := open(b)
		play(b, l)
	})
	b.Run("watched", func(b *testing.B) {
		_, l := open(b)
		all := live.New(live.Config{Hall: l.nodes[0], Log: slog.New(slog.DiscardHandler)})
		defer all.Close()
		play(b, &watched{l, all, map[string]*reader{}})
	})
	b.Run("http", func(b *testing.B) {
		s, l := open(b)
		handler := web.New(web.Config{Hall: l.nodes[0], Log: slog.New(slog.DiscardHandler), Limits: web.NoLimits})
		defer handler.Close()
		server := httptest.NewUnstartedServer(nil)
		server.Config = web.NewHTTP(handler, slog.New(slog.DiscardHandler))
		server.Start()
		defer server.Close()
		who, err := s.join(ctx, []*node{{addr: strings.TrimPrefix(server.URL, "http://")}}, l.token)
		if err != nil {
			b.Fatal(err)
		}
		defer who.leave()
		play(b, who)
	})
}
