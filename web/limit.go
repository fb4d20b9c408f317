package web

import (
	"math"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"
)

// Limits are how much one address or one token may ask for. They are generous:
// a school plays behind one address.
type Limits struct {
	PerAddress float64 // requests a second from one address; 0 for DefaultLimits, negative for no limit
	PerToken   float64 // requests a second with one token
	Creations  float64 // tables a minute from one address
	Streams    int     // open streams from one address
	Advice     float64 // hints and opinions a minute with one token
}

// DefaultLimits let thirty classes of thirty play behind one address.
var DefaultLimits = Limits{PerAddress: 300, PerToken: 30, Creations: 120, Streams: 2000, Advice: 60}

func (l Limits) or(d Limits) Limits {
	return Limits{or(l.PerAddress, d.PerAddress), or(l.PerToken, d.PerToken), or(l.Creations, d.Creations), or(l.Streams, d.Streams), or(l.Advice, d.Advice)}
}

// A limiter gives every key a bucket that fills at a rate and holds a burst.
type limiter struct {
	rate  float64 // a second
	burst float64
	now   func() time.Time

	mu      sync.Mutex
	buckets map[string]bucket
	swept   time.Time
}

type bucket struct {
	level float64 // what is left in it
	at    time.Time
}

// newLimiter returns a limiter, nil for a rate below zero, which limits
// nothing.
func newLimiter(rate, burst float64, now func() time.Time) *limiter {
	if rate < 0 {
		return nil
	}
	return &limiter{rate: rate, burst: burst, now: now, buckets: map[string]bucket{}, swept: now()}
}

// take takes one from the bucket of the key, if there is one left.
func (l *limiter) take(key string) bool {
	if l == nil {
		return true
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	l.sweep(now)
	b, ok := l.buckets[key]
	if !ok {
		b = bucket{l.burst, now}
	}
	b.level = min(l.burst, b.level+now.Sub(b.at).Seconds()*l.rate)
	b.at = now
	if b.level >= 1 {
		b.level--
		l.buckets[key] = b
		return true
	}
	l.buckets[key] = b
	return false
}

// sweep forgets buckets that are full again, so that their number stays small.
func (l *limiter) sweep(now time.Time) {
	if now.Sub(l.swept) < time.Minute && len(l.buckets) < 1<<16 {
		return
	}
	l.swept = now
	full := time.Duration(l.burst / l.rate * float64(time.Second))
	for key, b := range l.buckets {
		if now.Sub(b.at) > full {
			delete(l.buckets, key)
		}
	}
}

// wait returns the seconds after which a bucket surely has one again.
func (l *limiter) wait() int { return max(1, int(math.Ceil(1/l.rate))) }

func limited(l *limiter) *Error {
	return &Error{Code: Limited, Message: "Too many requests, wait a moment.", retry: l.wait()}
}

// limits are the limiters of a server.
type limits struct {
	address, token, create, advice *limiter
}

func newLimits(l Limits, now func() time.Time) limits {
	return limits{
		address: newLimiter(l.PerAddress, 5*l.PerAddress, now),
		token:   newLimiter(l.PerToken, 5*l.PerToken, now),
		create:  newLimiter(l.Creations/60, l.Creations, now),
		advice:  newLimiter(l.Advice/60, l.Advice, now),
	}
}

// check says whether a request may pass.
func (s *Server) check(r *http.Request) *Error {
	if !s.limits.address.take(addressKey(s.client(r))) {
		return limited(s.limits.address)
	}
	if token := tokenOf(r); token != "" && !s.limits.token.take(token) {
		return limited(s.limits.token)
	}
	return nil
}

// counted counts what is open by key.
type counted struct {
	most int // negative for any number
	mu   sync.Mutex
	open map[string]int
	all  int
}

func (c *counted) enter(key string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.most >= 0 && c.open[key] >= c.most {
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

// remote returns the address at the other end of the connection.
func remote(r *http.Request) netip.Addr {
	ap, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	return ap.Addr().Unmap()
}

// trusted reports whether an address is one of our proxies.
func (s *Server) trusted(a netip.Addr) bool {
	for _, p := range s.TrustedProxies {
		if p.Contains(a) {
			return true
		}
	}
	return false
}

// client returns the address of whoever asks: behind proxies we trust the last
// address they forwarded that is not their own.
func (s *Server) client(r *http.Request) netip.Addr {
	a := remote(r)
	if !s.trusted(a) {
		return a
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0; i-- {
		hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break
		}
		if a = hop.Unmap(); !s.trusted(a) {
			break
		}
	}
	return a
}

// addressKey is the key of an address: a home has a whole /64 of IPv6.
func addressKey(a netip.Addr) string {
	if a.Is6() {
		if p, err := a.WithZone("").Prefix(64); err == nil {
			return p.String()
		}
	}
	return a.String()
}

// isLoopback reports whether an address of the web works on this machine only.
func isLoopback(address string) bool {
	_, host, ok := strings.Cut(address, "://")
	if !ok {
		return false
	}
	host, _, _ = strings.Cut(host, "/")
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	host = strings.Trim(host, "[]")
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	a, err := netip.ParseAddr(host)
	return err == nil && a.Unmap().IsLoopback()
}
