package server

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"golang.org/x/crypto/acme/autocert"

	"parlour/hall"
	"parlour/server/backend"
	"parlour/web/notice/push"
)

// A node is one of the servers that share a store, or the only server.
type node struct {
	name  string
	dir   string // folder for files
	store hall.Store
	bus   hall.Bus
	log   *slog.Logger
	close func()
}

// openNode opens the store and the bus.
func openNode(ctx context.Context, c *Config) (*node, error) {
	n := &node{name: c.Node, log: c.Log}
	if n.name == "" {
		n.name = nodeName()
	}
	if c.Place.Shared() {
		n.log = n.log.With("node", n.name)
		if c.Bus.Address == "" {
			n.log.Warn("there is no --bus: other nodes of this store learn of events with a delay of up to a second")
		}
	}
	var err error
	if n.dir, err = c.Place.Dir(); err != nil {
		return nil, err
	}
	n.store, n.bus, n.close, err = backend.OpenBoth(ctx, c.Place, c.Bus, n.name, n.log)
	return n, err
}

// nodeName makes up a name from the machine, the process and random letters.
func nodeName() string {
	host, err := os.Hostname()
	if err != nil {
		host = "node"
	}
	var b [3]byte
	rand.Read(b[:])
	return fmt.Sprintf("%s-%d-%s", host, os.Getpid(), hex.EncodeToString(b[:]))
}

// certificates returns where certificates are kept: in the vault of a shared
// store, where all nodes find them, or otherwise in a folder.
func (n *node) certificates() autocert.Cache {
	_, shared := n.store.(hall.Shared)
	if vault, ok := n.store.(hall.Vault); ok && shared {
		return certificates{vault}
	}
	return autocert.DirCache(filepath.Join(n.dir, "certificates"))
}

// pushKey returns the key that signs notices. All nodes use the same one,
// because browsers bind their subscriptions to it.
func (n *node) pushKey(ctx context.Context) (*push.Key, error) {
	vault, ok := n.store.(hall.Vault)
	if !ok {
		return push.NewKey() // for as long as the server runs
	}
	for {
		value, version, err := vault.Kept(ctx, backend.PushKey)
		if err != nil {
			return nil, err
		}
		if version > 0 {
			return push.ReadKey(value)
		}
		key, err := push.NewKey()
		if err != nil {
			return nil, err
		}
		if value, err = key.PEM(); err != nil {
			return nil, err
		}
		// After a conflict, the next attempt reads the other node's key.
		if err := vault.Keep(ctx, backend.PushKey, 0, value); err != nil && !errors.Is(err, hall.ErrConflict) {
			return nil, err
		}
	}
}
