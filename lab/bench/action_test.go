package bench

import (
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"

	"parlour/cabinet/shelf"
	"parlour/hall"
	"parlour/hall/storetest"
	"parlour/table"
	"parlour/web"
)

// BenchmarkAction acts at one table after another, with a store in memory:
// without HTTP, through the server's handler, and over a connection.
//
//	go test ./bench -run '^$' -bench Action
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
