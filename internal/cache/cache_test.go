package cache_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parlour/internal/cache"
)

const whole = cache.Overhead + 100 // bytes of an entry in these tests

func bytesCache(entries int) *cache.Cache[int, []byte] {
	return &cache.Cache[int, []byte]{Most: entries * whole, Size: func(b []byte) int { return len(b) }}
}

// TestFill checks that a value is made once for all who wait, that errors and panics
// are returned and not kept, and that a caller who leaves does not stop it.
func TestFill(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := bytesCache(10)
		c.Fresh = time.Second
		made := 0
		slow := func(ctx context.Context) ([]byte, error) {
			time.Sleep(10 * time.Millisecond)
			made++
			return make([]byte, 100), ctx.Err()
		}
		gone, cancel := context.WithCancel(t.Context())
		var all sync.WaitGroup
		all.Go(func() { _, _ = c.Fill(gone, 0, "", slow) })
		synctest.Wait()
		for range 20 {
			all.Go(func() {
				if v, err := c.Fill(t.Context(), 0, "", slow); err != nil || len(v) != 100 {
					t.Errorf("%d bytes, %v", len(v), err)
				}
			})
		}
		synctest.Wait()
		cancel()
		if _, err := c.Fill(gone, 0, "", slow); !errors.Is(err, context.Canceled) {
			t.Errorf("who does not wait: %v", err)
		}
		if all.Wait(); made != 1 {
			t.Errorf("made %d times", made)
		}
		time.Sleep(time.Second)
		if _, ok := c.Get(0); ok || c.Len() != 0 || c.Held() != 0 {
			t.Error("an old value is kept")
		}
		for range 2 {
			if _, err := c.Fill(t.Context(), 1, "", func(context.Context) ([]byte, error) { return nil, io.EOF }); !errors.Is(err, io.EOF) {
				t.Errorf("an error became %v", err)
			}
			panics := make(chan struct{})
			all.Go(func() {
				defer func() {
					if recover() == nil {
						t.Error("a panic was swallowed")
					}
				}()
				_, _ = c.Fill(t.Context(), 1, "", func(context.Context) ([]byte, error) { <-panics; panic("x") })
			})
			synctest.Wait()
			all.Go(func() {
				if _, err := c.Fill(t.Context(), 1, "", slow); err == nil {
					t.Error("a value that nobody made")
				}
			})
			synctest.Wait()
			close(panics)
			all.Wait()
		}
		if _, err := c.Fill(t.Context(), 1, "", func(ctx context.Context) ([]byte, error) { <-ctx.Done(); return nil, ctx.Err() }); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a value that takes for ever: %v", err)
		}
	})
}

// TestOwners checks that an owner who keeps much does not push out what others keep.
func TestOwners(t *testing.T) {
	c := bytesCache(10)
	c.Put(1, "Ann", make([]byte, 100))
	c.Put(2, "Bob", make([]byte, 100))
	for i := range 1000 {
		c.Put(100+i, "Eve", make([]byte, 100))
	}
	for _, key := range []int{1, 2, 1099, 1092} {
		if _, ok := c.Get(key); !ok {
			t.Errorf("%d is not kept", key)
		}
	}
	c.Put(1, "Ann", make([]byte, 10*whole)) // larger than all others together
	if _, ok := c.Get(1); ok || c.Len() != 9 || c.Held() != 9*whole {
		t.Errorf("%d values of %d bytes, want 9 of %d", c.Len(), c.Held(), 9*whole)
	}
	alone := bytesCache(1)
	alone.Put(1, "", make([]byte, 500))
	if _, ok := alone.Get(1); !ok {
		t.Error("a large value is not kept where it is alone")
	}
}

// TestModel uses a cache at random and compares it with a list.
func TestModel(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	c := bytesCache(20)
	has := map[int]int{} // bytes by key, as far as they can be there
	for n := range 50_000 {
		key, size := rng.IntN(60), rng.IntN(2*whole)
		switch rng.IntN(5) {
		case 0, 1:
			c.Put(key, fmt.Sprint(key%7), make([]byte, size))
			has[key] = size
		case 2:
			if v, ok := c.Get(key); ok && len(v) != has[key] {
				t.Fatalf("step %d: %d bytes, want %d", n, len(v), has[key])
			}
			if _, ok := c.Get(key); ok {
				if latest, _ := c.Latest(); latest != key {
					t.Fatalf("step %d: %d was used last, not %d", n, latest, key)
				}
			}
		case 3:
			c.Take(key)
			if _, ok := c.Get(key); ok {
				t.Fatalf("step %d: %d is still there", n, key)
			}
		default:
			c.Grow(key, func(b []byte) bool { return len(b) > whole }, 1) // counts, though the value does not change
		}
		if c.Held() > 20*whole && c.Len() > 1 || c.Held() < c.Len()*cache.Overhead || c.Len() == 0 && c.Held() != 0 {
			t.Fatalf("step %d: %d values of %d bytes", n, c.Len(), c.Held())
		}
	}
}
