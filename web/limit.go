package web

import (
	"cmp"
	"context"
	"hash/maphash"
	"math"
	"net/http"
	"sync"
	"time"
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
	Answers    int     // answers under way to one address, without streams
	AllAnswers int     // answers under way to all addresses
	Advice     float64 // hints and opinions a minute with one token; ten times as many from one address
}

// DefaultLimits let thirty classes of thirty pupils play behind one address.
var DefaultLimits = Limits{PerAddress: 300, PerToken: 30, Creations: 120, BotTables: 10, Streams: 2000, AllStreams: 20_000, Answers: 500, AllAnswers: 5000, Advice: 60}

// NoLimits allow everything.
var NoLimits = Limits{PerAddress: -1, PerToken: -1, Creations: -1, BotTables: -1, Streams: -1, AllStreams: -1, Answers: -1, AllAnswers: -1, Advice: -1}

func (l Limits) or(d Limits) Limits {
	return Limits{cmp.Or(l.PerAddress, d.PerAddress), cmp.Or(l.PerToken, d.PerToken), cmp.Or(l.Creations, d.Creations), cmp.Or(l.BotTables, d.BotTables), cmp.Or(l.Streams, d.Streams), cmp.Or(l.AllStreams, d.AllStreams), cmp.Or(l.Answers, d.Answers), cmp.Or(l.AllAnswers, d.AllAnswers), cmp.Or(l.Advice, d.Advice)}
}

// A limiter gives every key a bucket that fills at a rate and holds a burst.
//
// The buckets are in a table of fixed size, in small sets. The hash of a key
// selects a set, so a request looks at one set only, however many keys there
// are. A new key replaces the key in its set that was used longest ago. If the
// replaced key comes back it starts with a full bucket; an attacker with so many
// keys gains nothing by that, because every new key has a full bucket anyway.
type limiter struct {
	rate  float64 // a second
	burst float64
	now   func() time.Time
	start time.Time
	seed  maphash.Seed // so that nobody can choose keys that share a set

	mu     sync.Mutex
	sets   [][bucketSet]bucket // made by the first request
	looked int                 // number of buckets looked at, for the test
}

// A bucket is what one key may still ask for.
//
//	key    8 bytes  hash of the key, 0 if nobody has it
//	at     8 bytes  when it was used last, after the start
//	level  8 bytes  what was left in it then
type bucket struct {
	key   uint64
	at    time.Duration
	level float64
}

const (
	bucketSets = 1 << 14
	bucketSet  = 8 // 131,072 buckets of 24 bytes, 3 MiB in all
)

// newLimiter returns a limiter. For a negative rate it is nil and limits nothing.
func newLimiter(rate, burst float64, now func() time.Time) *limiter {
	if rate < 0 {
		return nil
	}
	return &limiter{rate: rate, burst: burst, now: now, start: now(), seed: maphash.MakeSeed()}
}

// take takes one unit from the bucket of a key, if there is one left.
func (l *limiter) take(key string) bool {
	if l == nil {
		return true
	}
	hash := max(1, maphash.String(l.seed, key))
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now().Sub(l.start)
	b := l.bucket(hash, now)
	b.level = min(l.burst, b.level+(now-b.at).Seconds()*l.rate)
	b.at = now
	if b.level < 1 {
		return false
	}
	b.level--
	return true
}

// bucket returns the bucket of a key. A new key has a full one.
func (l *limiter) bucket(hash uint64, now time.Duration) *bucket {
	if l.sets == nil {
		l.sets = make([][bucketSet]bucket, bucketSets)
	}
	set := &l.sets[hash%bucketSets]
	oldest := &set[0]
	for i := range set {
		l.looked++
		b := &set[i]
		switch {
		case b.key == hash:
			return b
		case b.key == 0:
			*b = bucket{hash, now, l.burst}
			return b
		case b.at < oldest.at:
			oldest = b
		}
	}
	*oldest = bucket{hash, now, l.burst}
	return oldest
}

// wait returns after how many seconds any bucket has a unit again.
func (l *limiter) wait() int { return max(1, int(math.Ceil(1/l.rate))) }

func limited(l *limiter) *Error {
	return &Error{Code: Limited, Message: "Too many requests. Wait a moment.", retry: l.wait()}
}

// limits are the limiters of a server.
type limits struct {
	address, token, create, bots *limiter
	advice, adviceFrom           *limiter // by token and by address
}

func newLimits(l Limits, now func() time.Time) limits {
	return limits{
		address:    newLimiter(l.PerAddress, 5*l.PerAddress, now),
		token:      newLimiter(l.PerToken, 5*l.PerToken, now),
		create:     newLimiter(l.Creations/60, l.Creations, now),
		bots:       newLimiter(l.BotTables/60, l.BotTables, now),
		advice:     newLimiter(l.Advice/60, l.Advice, now),
		adviceFrom: newLimiter(10*l.Advice/60, 10*l.Advice, now),
	}
}

// check returns an error if a request from an address exceeds a limit.
func (s *Server) check(r *http.Request, address string) *Error {
	if !s.limits.address.take(address) {
		return limited(s.limits.address)
	}
	if token := tokenOf(r); token != "" && !s.limits.token.take(token) {
		return limited(s.limits.token)
	}
	return nil
}

// A gate lets a few requests of one key work at the same time; the others wait.
// Many expensive requests of one address then share a part of the processors, and
// those of everybody else do not queue behind them.
type gate struct {
	most int // that work at the same time, of one key
	mu   sync.Mutex
	of   map[string]*turnstile
}

// A turnstile is the way through a gate for one key.
type turnstile struct {
	slots chan struct{}
	users int // at work or waiting; without any it is dropped
}

// enter waits for a turn and returns what ends it.
func (g *gate) enter(ctx context.Context, key string) (leave func(), err error) {
	g.mu.Lock()
	t := g.of[key]
	if t == nil {
		if g.of == nil {
			g.of = map[string]*turnstile{}
		}
		t = &turnstile{slots: make(chan struct{}, g.most)}
		g.of[key] = t
	}
	t.users++
	g.mu.Unlock()
	gone := func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		if t.users--; t.users == 0 {
			delete(g.of, key)
		}
	}
	select {
	case t.slots <- struct{}{}:
		return func() { <-t.slots; gone() }, nil
	case <-ctx.Done():
		gone()
		return nil, ctx.Err()
	}
}

// turn waits until the address of a request may compute something. The turn ends
// when the answer begins, so that slow readers keep nobody waiting. Take it when
// the body has been read and the store has answered.
func (s *Server) turn(w http.ResponseWriter, r *http.Request) error {
	rec := w.(*recorder) // route makes it
	if s.Limits.PerAddress < 0 || rec.begins != nil {
		return nil // there are no limits, or the request has its turn already
	}
	leave, err := s.work.enter(r.Context(), addressKey(s.client(r)))
	if err == nil {
		rec.begins = sync.OnceFunc(leave)
	}
	return err
}

// inTurn makes a handler compute in turn.
func (s *Server) inTurn(h handler) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if err := s.turn(w, r); err != nil {
			return err
		}
		return h(w, r)
	}
}

// counted limits how many things are open, by key and in all.
type counted struct {
	most    int // of one key; negative for no limit
	mostAll int // of all keys; negative for no limit
	mu      sync.Mutex
	open    map[string]int
	all     int
}

func (c *counted) enter(key string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.most >= 0 && c.open[key] >= c.most || c.mostAll >= 0 && c.all >= c.mostAll {
		return false
	}
	if c.open == nil {
		c.open = map[string]int{}
	}
	c.open[key]++
	c.all++
	return true
}

func (c *counted) leave(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.all--
	if c.open[key]--; c.open[key] == 0 {
		delete(c.open, key)
	}
}

func (c *counted) len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.all
}
