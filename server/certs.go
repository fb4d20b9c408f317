package server

import (
	"context"
	"errors"

	"golang.org/x/crypto/acme/autocert"

	"parlour/hall"
)

// certificates keeps ACME data in the vault of a shared store, so that any
// node can answer a challenge and all use the same certificate.
type certificates struct{ vault hall.Vault }

func (certificates) name(key string) string { return "acme/" + key }

// Get returns the data of a key.
func (c certificates) Get(ctx context.Context, key string) ([]byte, error) {
	value, _, err := c.vault.Kept(ctx, c.name(key))
	if err == nil && len(value) == 0 {
		return nil, autocert.ErrCacheMiss
	}
	return value, err
}

// Put stores the data of a key. If two nodes store it, the later one wins.
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

// Delete deletes the data of a key.
func (c certificates) Delete(ctx context.Context, key string) error { return c.Put(ctx, key, nil) }
