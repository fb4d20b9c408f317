package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"parlour/hall"
)

// RunVault tests the vault of a store. Open returns two handles on one new,
// empty database.
func RunVault(t *testing.T, open func(t *testing.T) (first, second hall.Vault)) {
	for name, test := range map[string]func(*testing.T, hall.Vault, hall.Vault){
		"Keep": keep,
		"Race": keepRace,
	} {
		t.Run(name, func(t *testing.T) {
			a, b := open(t)
			test(t, a, b)
		})
	}
}

func keep(t *testing.T, a, b hall.Vault) {
	ctx := context.Background()
	is := func(v hall.Vault, name string, want []byte, version int64) {
		t.Helper()
		got, n, err := v.Kept(ctx, name)
		if err != nil || !bytes.Equal(got, want) || n != version {
			t.Errorf("%q is kept under %s at version %d, %v; want %q at %d", got, name, n, err, want, version)
		}
	}
	is(a, "key", nil, 0)
	if err := a.Keep(ctx, "key", 1, []byte("early")); !errors.Is(err, hall.ErrConflict) {
		t.Errorf("replacing a missing entry: %v", err)
	}
	must(t, a.Keep(ctx, "key", 0, []byte("one\x00\xff")))
	is(b, "key", []byte("one\x00\xff"), 1)
	for _, version := range []int64{0, 2} {
		if err := b.Keep(ctx, "key", version, []byte("other")); !errors.Is(err, hall.ErrConflict) {
			t.Errorf("replacing version %d: %v", version, err)
		}
	}
	must(t, b.Keep(ctx, "key", 1, nil))
	is(a, "key", nil, 2)
	is(a, "other", nil, 0)
	must(t, a.Keep(ctx, "a", 0, []byte("first by name")))
	if l, ok := b.(interface {
		Names(context.Context) ([]string, error)
	}); ok {
		if names, err := l.Names(ctx); err != nil || fmt.Sprint(names) != "[a key]" {
			t.Errorf("names %v, %v, want a and key", names, err)
		}
	}
	large := bytes.Repeat([]byte("large "), 1<<18)
	must(t, a.Keep(ctx, "key", 2, large))
	is(b, "key", large, 3)
}

// keepRace makes many writers add to one entry: no write is lost.
func keepRace(t *testing.T, a, b hall.Vault) {
	ctx := context.Background()
	const writers, each = 6, 5
	var wg sync.WaitGroup
	for n := range writers {
		v := a
		if n%2 == 1 {
			v = b
		}
		wg.Go(func() {
			for i := 0; i < each; {
				old, version, err := v.Kept(ctx, "list")
				if err != nil {
					t.Error(err)
					return
				}
				err = v.Keep(ctx, "list", version, fmt.Appendf(old, "%d.%d\n", n, i))
				switch {
				case err == nil:
					i++
				case !errors.Is(err, hall.ErrConflict):
					t.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	list, version, err := a.Kept(ctx, "list")
	must(t, err)
	if got := bytes.Count(list, []byte("\n")); got != writers*each || version != writers*each {
		t.Errorf("%d entries at version %d, want %d", got, version, writers*each)
	}
}
