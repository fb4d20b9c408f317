package web

import (
	"cmp"
	"context"
	"sync"
	"time"

	"parlour/internal/cache"
	"parlour/internal/line"
	"parlour/web/exchange"
	"parlour/web/wire"
)

// Limits say how much one address or one token may request. They are generous,
// because a whole school plays behind one address.
type Limits struct {
	PerAddress float64 // requests a second from one address; 0 for DefaultLimits, negative for no limit
	PerToken   float64 // requests a second with one token
	Creations  float64 // tables a minute from one address
	BotTables  float64 // of these, tables where only bots play, or three or more of the strongest bots
	Streams    int     // open streams from one address
	AllStreams int     // open streams from all addresses
	Answers    int     // answers being written to one address, without streams; as many of its requests may wait or be half sent
	AllAnswers int     // answers being written to all addresses
	Stored     float64 // bytes of new tables a day from one address
	Advice     float64 // hints and opinions a minute with one token; ten times as many from one address
}

// DefaultLimits let thirty classes of thirty pupils play behind one address.
var DefaultLimits = Limits{PerAddress: 300, PerToken: 30, Creations: 120, BotTables: 10, Streams: 2000, AllStreams: 20_000, Answers: 500, AllAnswers: 5000, Stored: 128 << 20, Advice: 60}

// NoLimits allow everything.
var NoLimits = Limits{PerAddress: -1, PerToken: -1, Creations: -1, BotTables: -1, Streams: -1, AllStreams: -1, Answers: -1, AllAnswers: -1, Stored: -1, Advice: -1}

func (l Limits) or(d Limits) Limits {
	return Limits{cmp.Or(l.PerAddress, d.PerAddress), cmp.Or(l.PerToken, d.PerToken), cmp.Or(l.Creations, d.Creations), cmp.Or(l.BotTables, d.BotTables), cmp.Or(l.Streams, d.Streams), cmp.Or(l.AllStreams, d.AllStreams), cmp.Or(l.Answers, d.Answers), cmp.Or(l.AllAnswers, d.AllAnswers), cmp.Or(l.Stored, d.Stored), cmp.Or(l.Advice, d.Advice)}
}

func limited(l *line.Rate) *wire.Error {
	return &wire.Error{Code: wire.Limited, Reason: "error.requests", Retry: l.Wait()}
}

// limits are the rates of a server.
type limits struct {
	address, token, create, bots, stored *line.Rate
	advice, adviceFrom                   *line.Rate // by token and by address
}

func newLimits(l Limits, now func() time.Time) limits {
	return limits{
		address:    line.NewRate(l.PerAddress, 5*l.PerAddress, now),
		token:      line.NewRate(l.PerToken, 5*l.PerToken, now),
		create:     line.NewRate(l.Creations/60, l.Creations, now),
		bots:       line.NewRate(l.BotTables/60, l.BotTables, now),
		stored:     line.NewRate(l.Stored/(24*60*60), l.Stored, now),
		advice:     line.NewRate(l.Advice/60, l.Advice, now),
		adviceFrom: line.NewRate(10*l.Advice/60, 10*l.Advice, now),
	}
}

// check returns an error if a request exceeds a limit.
func (s *Server) check(r *request) *wire.Error {
	if !s.limits.address.Take(r.address, 1) {
		return limited(s.limits.address)
	}
	if r.token != "" && !s.limits.token.Take(r.token, 1) {
		return limited(s.limits.token)
	}
	return nil
}

// turn waits until the address of a request may compute something. The turn ends
// when the answer begins, so that slow readers keep nobody waiting. Take it when
// the body has been read, before any work.
func (s *Server) turn(r *request) error {
	if s.Limits.PerAddress < 0 || r.w.Holds() {
		return nil // there are no limits, or the request has its turn already
	}
	ticket, err := s.work.Join(line.Guest{Address: r.address})
	if err != nil {
		return exchange.Crowded(err)
	}
	if err := ticket.Wait(r.Context()); err != nil {
		ticket.Leave()
		return exchange.Crowded(err)
	}
	r.w.Hold(sync.OnceFunc(ticket.Leave))
	return nil
}

// cached returns a cached value. If there is none, the caller makes it, one caller at a time.
func cached[K comparable, V any](s *Server, r *request, c *cache.Cache[K, V], key K, f func(context.Context) (V, error)) (v V, err error) {
	if v, ok := c.Get(key); ok {
		return v, nil
	}
	if err := s.turn(r); err != nil {
		return v, err
	}
	return c.Fill(r.Context(), key, line.Block(r.address), f)
}

// byTurns makes a handler compute in turn.
func byTurns(h handler) handler {
	return func(s *Server, r *request) error {
		if err := s.turn(r); err != nil {
			return err
		}
		return h(s, r)
	}
}
