package main

import (
	"context"
	"errors"

	"golang.org/x/crypto/acme/autocert"

	"parlour/hall"
)

// certificates keeps what ACME needs where all nodes find it: whichever is
// asked can answer a challenge, and one certificate is enough.
type certificates struct{ vault hall.Vault }

func (certificates) name(key string) string { return "acme/" + key }

// Get returns what is kept under a key.
func (c certificates) Get(ctx context.Context, key string) ([]byte, error) {
	value, _, err := c.vault.Kept(ctx, c.name(key))
	if err == nil && len(value) == 0 {
		return nil, autocert.ErrCacheMiss
	}
	return value, err
}

// Put keeps something under a key. Of two nodes the later one wins.
func (c certificates) Put(ctx context.Context, key string, data []byte) error {
	for {
		_, version, err := c.vault.Kept(ctx, c.name(key))
		if err != nil {
			return err
		}
		if err := c.vault.Keep(ctx, c.name(key), version, data); !errors.Is(err, hall.ErrConflict) {
			return err
		}
	}
}

// Delete forgets what is kept under a key.
func (c certificates) Delete(ctx context.Context, key string) error { return c.Put(ctx, key, nil) }
