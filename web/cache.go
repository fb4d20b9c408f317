package web

import (
	lru "container/list"
	"context"
	"sync"
	"time"
)

// makeTime limits how long it takes to make a value, even if nobody waits for it
// any more.
const makeTime = 20 * time.Second

// A cache makes a value once for all requests that need it at the same time, and
// keeps it. Its lock is not held while a value is made, and no other lock is
// taken under it.
type cache[K comparable, V any] struct {
	most   int           // bytes of all values
	size   func(V) int   // bytes of one value
	fresh  time.Duration // how long a value may be used; 0 for ever
	makers chan struct{} // limits how many values are made at a time
	now    func() time.Time
	// contain is deferred: it recovers from a panic and logs it.
	contain func(what string, args ...any)

	mu   sync.Mutex
	of   map[K]*cached[K, V]
	uses lru.List // the values, last used first
	held int      // bytes of all values
}

// A cached value is ready when done is closed.
type cached[K comparable, V any] struct {
	done  chan struct{}
	key   K
	value V
	err   error
	at    time.Time
	size  int
	use   *lru.Element // nil until it is ready
}

// cacheOverhead is the bytes that a value needs besides its own.
const cacheOverhead = 256

// newCache returns a cache that makes that many values at a time.
func newCache[K comparable, V any](s *Server, most int, fresh time.Duration, makers int, size func(V) int) *cache[K, V] {
	return &cache[K, V]{most: most, size: size, fresh: fresh, makers: make(chan struct{}, makers), now: time.Now, contain: s.contain, of: map[K]*cached[K, V]{}}
}

// get returns the value of a key. If there is none, f makes it once for all who
// wait. They all get its error, which is not kept.
func (c *cache[K, V]) get(ctx context.Context, key K, f func(context.Context) (V, error)) (value V, err error) {
	c.mu.Lock()
	x := c.of[key]
	if x != nil && x.use != nil && c.fresh > 0 && c.now().Sub(x.at) >= c.fresh {
		c.drop(x)
		x = nil
	}
	if x == nil {
		x = &cached[K, V]{done: make(chan struct{}), key: key}
		c.of[key] = x
		go c.make(context.WithoutCancel(ctx), x, f)
	} else if x.use != nil {
		c.uses.MoveToFront(x.use)
	}
	c.mu.Unlock()
	select {
	case <-x.done:
		return x.value, x.err
	case <-ctx.Done():
		return value, ctx.Err()
	}
}

// make makes a value and keeps it.
func (c *cache[K, V]) make(ctx context.Context, x *cached[K, V], f func(context.Context) (V, error)) {
	ctx, cancel := context.WithTimeout(ctx, makeTime)
	defer cancel()
	x.err = errInternal // in case f panics
	defer c.keep(x)
	defer c.contain("making an answer")
	select {
	case c.makers <- struct{}{}:
	case <-ctx.Done():
		x.err = ctx.Err()
		return
	}
	defer func() { <-c.makers }()
	x.value, x.err = f(ctx)
}

// keep keeps a value, unless it is an error. Values used longest ago make room.
func (c *cache[K, V]) keep(x *cached[K, V]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	defer close(x.done)
	if x.err != nil {
		delete(c.of, x.key)
		return
	}
	x.at, x.size, x.use = c.now(), cacheOverhead+c.size(x.value), c.uses.PushFront(x)
	for c.held += x.size; c.held > c.most; {
		c.drop(c.uses.Back().Value.(*cached[K, V]))
	}
}

func (c *cache[K, V]) drop(x *cached[K, V]) {
	delete(c.of, x.key)
	c.uses.Remove(x.use)
	c.held -= x.size
}
