// Package cache keeps values in memory, as many bytes as it may.
//
//	c := &cache.Cache[string, []byte]{Most: 32 << 20, Size: func(b []byte) int { return len(b) }}
//	b, err := c.Fill(ctx, "key", owner, func(ctx context.Context) ([]byte, error) { return draw() })
//
// A value has an owner, such as the address that asked for it. If there is no room,
// the owner who has most bytes loses the value that was used longest ago. So nobody
// pushes out what others need by asking for many things.
package cache

import (
	"container/list"
	"context"
	"errors"
	"sync"
	"time"

	"parlour/internal/largest"
)

// Overhead is how many bytes a value takes besides its own.
const Overhead = 256

// A Cache keeps values by key. Set its fields before it is used. Its lock is not held
// while a value is made, and no other lock is taken under it.
type Cache[K comparable, V any] struct {
	Most  int           // bytes of all values with their overhead; a single value may be larger
	Size  func(V) int   // bytes of a value
	Fresh time.Duration // how long a value may be used; 0 for ever

	mu     sync.Mutex
	of     map[K]*entry[K, V]
	making map[K]*making[V]
	owners map[string]*owner
	sizes  largest.Of[*owner]
	uses   list.List // *entry, the last used first
	held   int       // bytes
}

type entry[K comparable, V any] struct {
	key   K
	value V
	size  int
	at    time.Time
	owner *owner
	use   *list.Element // in uses of the cache
	own   *list.Element // in uses of the owner
}

// An owner has entries.
type owner struct {
	name string
	uses list.List // *entry, the last used first
	size *largest.Counter[*owner]
}

// making is a value that somebody makes. It is ready when done is closed.
type making[V any] struct {
	done  chan struct{}
	value V
	err   error
}

// Get returns the value of a key, if there is one.
func (c *Cache[K, V]) Get(key K) (v V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.get(key)
	if e == nil {
		return v, false
	}
	return e.value, true
}

func (c *Cache[K, V]) get(key K) *entry[K, V] {
	e := c.of[key]
	if e == nil {
		return nil
	}
	if c.Fresh > 0 && time.Since(e.at) >= c.Fresh {
		c.drop(e)
		return nil
	}
	c.uses.MoveToFront(e.use)
	e.owner.uses.MoveToFront(e.own)
	return e
}

// Take returns the value of a key, if there is one, and removes it.
func (c *Cache[K, V]) Take(key K) (v V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.get(key)
	if e == nil {
		return v, false
	}
	c.drop(e)
	return e.value, true
}

// Put keeps a value, instead of another with the same key.
func (c *Cache[K, V]) Put(key K, name string, v V) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.put(key, name, v)
}

func (c *Cache[K, V]) put(key K, name string, v V) {
	if old := c.of[key]; old != nil {
		c.drop(old)
	}
	if c.of == nil {
		c.of, c.owners = map[K]*entry[K, V]{}, map[string]*owner{}
	}
	o := c.owners[name]
	if o == nil {
		o = &owner{name: name}
		o.size = c.sizes.Add(o, 0)
		c.owners[name] = o
	}
	e := &entry[K, V]{key: key, value: v, at: time.Now(), owner: o}
	e.use, e.own = c.uses.PushFront(e), o.uses.PushFront(e)
	c.of[key] = e
	c.grow(e, Overhead+c.Size(v))
}

// Grow notes that a value has become larger by some bytes, if it is still that of
// its key.
func (c *Cache[K, V]) Grow(key K, is func(V) bool, by int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.of[key]; e != nil && is(e.value) {
		c.grow(e, by)
	}
}

// grow counts more bytes of an entry, and makes room for them.
func (c *Cache[K, V]) grow(e *entry[K, V], by int) {
	e.size, c.held = e.size+by, c.held+by
	c.sizes.Change(e.owner.size, by)
	for c.held > c.Most && len(c.of) > 1 {
		c.drop(c.sizes.Top().Value.uses.Back().Value.(*entry[K, V])) // perhaps e itself
	}
}

func (c *Cache[K, V]) drop(e *entry[K, V]) {
	delete(c.of, e.key)
	c.uses.Remove(e.use)
	c.held -= e.size
	o := e.owner
	c.sizes.Change(o.size, -e.size)
	if o.uses.Remove(e.own); o.uses.Len() == 0 {
		c.sizes.Remove(o.size)
		delete(c.owners, o.name)
	}
}

// errPanic is what others get who wait for a value while its maker panics.
var errPanic = errors.New("making a value failed")

// Fill returns the value of a key. If there is none, f makes it once for all who
// wait for it; they all get its error, which is not kept. The context of f does not
// end with that of its caller, because others may wait, but within some time.
func (c *Cache[K, V]) Fill(ctx context.Context, key K, name string, f func(context.Context) (V, error)) (v V, err error) {
	c.mu.Lock()
	if e := c.get(key); e != nil {
		c.mu.Unlock()
		return e.value, nil
	}
	m := c.making[key]
	if m != nil {
		c.mu.Unlock()
		select {
		case <-m.done:
			return m.value, m.err
		case <-ctx.Done():
			return v, ctx.Err()
		}
	}
	m = &making[V]{done: make(chan struct{}), err: errPanic}
	if c.making == nil {
		c.making = map[K]*making[V]{}
	}
	c.making[key] = m
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if delete(c.making, key); m.err == nil {
			c.put(key, name, m.value)
		}
		close(m.done)
	}()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), fillTime)
	defer cancel()
	m.value, m.err = f(ctx)
	return m.value, m.err
}

// fillTime limits how long it takes to make a value.
const fillTime = 20 * time.Second

// Delete removes the value of a key.
func (c *Cache[K, V]) Delete(key K) { c.Take(key) }

// DeleteFunc removes the values whose keys a function names.
func (c *Cache[K, V]) DeleteFunc(of func(K) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for key, e := range c.of {
		if of(key) {
			c.drop(e)
		}
	}
}

// Latest returns the key of the value that was used last, if there is one.
func (c *Cache[K, V]) Latest() (key K, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.uses.Front()
	if e == nil {
		return key, false
	}
	return e.Value.(*entry[K, V]).key, true
}

// Len returns how many values there are.
func (c *Cache[K, V]) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.of)
}

// Held returns how many bytes all values have, with their overhead.
func (c *Cache[K, V]) Held() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.held
}
