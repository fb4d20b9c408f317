package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/crypto/acme/autocert"

	"parlour/hall"
	"parlour/web/notice/push"
)

// nodeFlags say what a server shares with others, so that they are one.
type nodeFlags struct {
	store string
	bus   busFlags
	name  string
	drain time.Duration
}

func (f *nodeFlags) add(cmd *cobra.Command) {
	fl := cmd.Flags()
	f.bus.add(cmd, "with a shared store, nodes tell each other at once what happens")
	fl.StringVar(&f.name, "node", "", "name of this node, which no other has (default: of the machine, the process and chance)")
	fl.DurationVar(&f.drain, "drain", 0, "how long /healthz says unready before the server stops, for load balancers to see it")
}

// A node is what a server stands on.
type node struct {
	name  string
	dir   string // for files
	store hall.Store
	bus   hall.Bus
	log   *slog.Logger
	close func()
}

// open opens the store and the bus.
func (f *nodeFlags) open(ctx context.Context, data string, log *slog.Logger) (*node, error) {
	n := &node{name: f.name, log: log}
	if n.name == "" {
		n.name = nodeName()
	}
	shared := isPostgres(f.store)
	switch {
	case shared:
		n.log = log.With("node", n.name)
		if f.bus.address == "" {
			n.log.Warn("there is no --bus: other nodes of this store would hear of everything a second late")
		}
	case f.bus.address != "":
		return nil, misused("--bus joins nodes that share a store: give --store postgres://user:password@host/database too")
	}
	path, err := dataFile(data)
	if !shared {
		path, err = storeFile(f.store, data)
	}
	if err != nil {
		return nil, err
	}
	n.dir = filepath.Dir(path)
	if n.store, err = openStore(ctx, f.store, data); err != nil {
		return nil, err
	}
	bus, end, err := openBus(ctx, f.bus, n.name, n.log)
	if err != nil {
		n.store.Close()
		return nil, err
	}
	n.bus, n.close = bus, func() {
		end()
		n.store.Close()
	}
	return n, nil
}

// nodeName makes a name for a node.
func nodeName() string {
	host, err := os.Hostname()
	if err != nil {
		host = "node"
	}
	var b [3]byte
	rand.Read(b[:])
	return fmt.Sprintf("%s-%d-%s", host, os.Getpid(), hex.EncodeToString(b[:]))
}

// certificates returns where certificates are kept: in a folder, or where all
// nodes find them.
func (n *node) certificates() autocert.Cache {
	if vault, ok := n.store.(hall.Vault); ok && n.shared() {
		return certificates{vault}
	}
	return autocert.DirCache(filepath.Join(n.dir, "certificates"))
}

// shared reports whether other nodes may have the same store.
func (n *node) shared() bool {
	_, ok := n.store.(hall.Shared)
	return ok
}

// pushKeyName is where nodes keep the one key they sign notices with.
const pushKeyName = "push-key"

// Earlier releases kept the key, and whom to tell, in files beside the
// database.
const (
	pushKeyFile = "push.pem"
	noticesFile = "notices.json"
)

// pushKey returns the key that signs notices, which is the same at all nodes:
// browsers bind their subscriptions to it.
func (n *node) pushKey(ctx context.Context) (*push.Key, error) {
	file := filepath.Join(n.dir, pushKeyFile)
	vault, ok := n.store.(hall.Vault)
	if !ok {
		return push.OpenKey(file)
	}
	for {
		value, version, err := vault.Kept(ctx, pushKeyName)
		if err != nil {
			return nil, err
		}
		if version > 0 {
			return push.ReadKey(value)
		}
		// Earlier releases kept it in a file.
		key, err := push.NewKey()
		if _, missing := os.Stat(file); missing == nil {
			key, err = push.OpenKey(file)
		}
		if err != nil {
			return nil, err
		}
		if value, err = key.PEM(); err != nil {
			return nil, err
		}
		if err := vault.Keep(ctx, pushKeyName, 0, value); err != nil && !errors.Is(err, hall.ErrConflict) {
			return nil, err
		}
	}
}
