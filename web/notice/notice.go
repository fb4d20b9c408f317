// Package notice tells people who are away that it is their turn: by Web Push,
// and by Atom feeds that they subscribe to. It also calls the hooks of programs
// and chats at every turn.
//
//	n := notice.New(notice.Config{Hall: h, Vault: store, Push: sender, Words: words})
//	defer n.Close()
//	err := n.Subscribe(ctx, table, person, subscription)
//
// Who wants notices is kept in the vault of the store, so that all nodes of a
// server agree. Nobody is told twice about the same turn, and people who have the
// table open are not told at all.
package notice

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"parlour/hall"
	"parlour/web/notice/push"
)

// A Hall opens tables and says when a turn begins. *hall.Hall is one.
type Hall interface {
	Open(ctx context.Context, id string) (*hall.Table, error)
	OnTurn(f func(id string, a hall.Awaited))
}

var _ Hall = (*hall.Hall)(nil)

// Said is a notice in words.
type Said struct {
	Head  string // "Your turn: Checkers"
	Title string // of the game
	Words string // whose turn it is
}

// Config is what Notices need. Hall and Words are required.
type Config struct {
	Hall    Hall
	Vault   hall.Vault                     // keeps who wants notices; nil to offer none
	Push    *push.Sender                   // sends notices to browsers; nil for feeds only
	Delay   time.Duration                  // before somebody is told, so that other nodes can say who listens there
	Log     *slog.Logger                   // the default logger if nil
	Contain func(what string, args ...any) // deferred, it recovers from a panic and logs it; nil lets the program end

	// Words says in a language, by its tag, whose turn it is at a table.
	Words func(ctx context.Context, lang string, t *hall.Table) (Said, error)
}

// The reasons why Notices refuse something.
var (
	ErrOff      = errors.New("this server sends no notices")
	ErrOver     = errors.New("the game is over")
	ErrNoFeed   = errors.New("there is no such feed")
	ErrFull     = fmt.Errorf("at most %d browsers get notices of one table", mostTargets)
	ErrNoHook   = errors.New("the table has no such hook")
	ErrHookFull = fmt.Errorf("a table has at most %d hooks", mostHooks)
	ErrFeedFull = fmt.Errorf("a feed follows at most %d tables", mostFeedTables)
)

// The limits of notices.
const (
	mostTargets    = 16             // browsers at one table
	mostOfPerson   = 4              // of them of one person; a new one replaces the oldest
	mostHooks      = 4              // hooks of one table
	mostFeedTables = 64             // tables of one feed
	noticeTTL      = 24 * time.Hour // how long a push service keeps a notice
	queueSize      = 1024           // tables that wait to be checked
	workers        = 4              // tables checked at the same time, so that a slow one delays nobody
	checkTime      = 10 * time.Second
	noneLasts      = 10 * time.Second // how long a table without notices is not looked up again
	mostNone       = 1 << 14
)

// Notices keep who wants notices, and send them. They are safe for use by many
// goroutines.
type Notices struct {
	c       Config
	started time.Time
	closing chan struct{}
	once    sync.Once
	queue   chan string // tables where a turn has begun

	mu      sync.Mutex
	begun   map[string]turn      // by table in the queue: the newest turn
	delayed map[string]turn      // by table: the newest turn that waits for the delay
	busy    int                  // turns that are being checked
	none    map[string]time.Time // tables without notices, and until when that is assumed
}

// New begins to tell people.
func New(c Config) *Notices {
	if c.Vault == nil {
		c.Vault = noVault{}
	}
	if c.Log == nil {
		c.Log = slog.Default()
	}
	if c.Contain == nil {
		c.Contain = func(string, ...any) {}
	}
	n := &Notices{c: c, started: time.Now(), closing: make(chan struct{}), queue: make(chan string, queueSize),
		begun: map[string]turn{}, delayed: map[string]turn{}, none: map[string]time.Time{}}
	if c.Push != nil {
		c.Hall.OnTurn(n.turned)
		for range workers {
			go n.run()
		}
	}
	return n
}

// Close stops telling people of new turns.
func (n *Notices) Close() { n.once.Do(func() { close(n.closing) }) }

// Len returns how many turns wait or are being checked.
func (n *Notices) Len() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return len(n.begun) + len(n.delayed) + n.busy
}

// Key returns the key that browsers subscribe with.
func (n *Notices) Key() (string, error) {
	if n.c.Push == nil {
		return "", ErrOff
	}
	return n.c.Push.Public(), nil
}

// Subscribe makes a browser of a person get notices of a table. If the person
// has too many browsers there, the oldest is dropped: one player cannot keep
// out another. The turn under way is not told.
func (n *Notices) Subscribe(ctx context.Context, t *hall.Table, person int, lang string, to push.Subscription) error {
	if n.c.Push == nil {
		return ErrOff
	}
	a, err := t.Awaited(ctx)
	switch {
	case err != nil:
		return err
	case a.Over:
		return ErrOver
	}
	id := t.ID()
	defer n.remember(id, false)
	return change(ctx, n, keptOf(id), func(k *kept) error {
		k.Told = max(k.Told, a.Turn)
		k.Subs = keep(k.Subs, func(s target) bool { return s.Endpoint != to.Endpoint })
		if own := keep(k.Subs, func(s target) bool { return s.Person == person }); len(own) >= mostOfPerson {
			old := own[:len(own)-mostOfPerson+1]
			k.Subs = keep(k.Subs, func(s target) bool { return !slices.Contains(old, s) })
		}
		if len(k.Subs) >= mostTargets {
			return ErrFull
		}
		k.Subs, k.Changed = append(k.Subs, target{person, lang, to}), time.Now().UTC()
		return nil
	})
}

// Unsubscribe ends the notices that a browser of a person gets of a table.
func (n *Notices) Unsubscribe(id string, person int, endpoint string) {
	n.drop(id, func(s target) bool { return s.Person == person && s.Endpoint == endpoint })
}

// Depart ends all notices and feeds of a person at a table, because another
// device has taken over the chairs.
func (n *Notices) Depart(id string, person int) {
	var feeds []string
	n.shrink(id, func(k *kept) {
		k.Subs = keep(k.Subs, func(s target) bool { return s.Person != person })
		feeds = nil
		k.Feeds = slices.DeleteFunc(k.Feeds, func(f follower) bool {
			if f.Person == person {
				feeds = append(feeds, f.Feed)
			}
			return f.Person == person
		})
	})
	for _, feed := range feeds {
		n.leave(feed, id)
	}
}

// kept is what the vault holds about a table where somebody wants notices.
type kept struct {
	Told    int64      `json:"told"` // last turn that somebody was told of
	Changed time.Time  `json:"changed"`
	Subs    []target   `json:"subs"`
	Feeds   []follower `json:"feeds,omitempty"`
	Hooks   []Hook     `json:"hooks,omitempty"`
}

// A target is a browser of a person at a table.
type target struct {
	Person int    `json:"person"`
	Lang   string `json:"lang,omitempty"` // in which the person reads, "" in what earlier releases stored
	push.Subscription
}

// A follower is a feed that follows a table for a person.
type follower struct {
	Person int    `json:"person"`
	Feed   string `json:"feed"` // hash of its secret
}

// Names in the vault.
func keptOf(table string) string { return "notices/" + table }
func feedOf(key string) string   { return "feed/" + key }

// A noVault keeps nothing.
type noVault struct{}

func (noVault) Kept(context.Context, string) ([]byte, int64, error) { return nil, 0, nil }
func (noVault) Keep(context.Context, string, int64, []byte) error   { return ErrOff }

// change reads a value from the vault, lets f change it and writes it back. If
// somebody else was faster it tries again. If f returns errSame nothing is
// written.
func change[T any](ctx context.Context, n *Notices, name string, f func(*T) error) error {
	const tries = 50
	for range tries {
		raw, version, err := n.c.Vault.Kept(ctx, name)
		if err != nil {
			return err
		}
		var v T
		if len(raw) > 0 {
			if err := json.Unmarshal(raw, &v); err != nil {
				return err
			}
		}
		switch err := f(&v); {
		case errors.Is(err, errSame):
			return nil
		case err != nil:
			return err
		}
		if raw, err = json.Marshal(v); err != nil {
			return err
		}
		if err := n.c.Vault.Keep(ctx, name, version, raw); !errors.Is(err, hall.ErrConflict) {
			return err
		}
	}
	return hall.ErrBusy
}

var errSame = errors.New("nothing has changed")

// keep returns the browsers that pass, in a new slice.
func keep(list []target, pass func(target) bool) (out []target) {
	for _, s := range list {
		if pass(s) {
			out = append(out, s)
		}
	}
	return out
}

// drop removes browsers from a table.
func (n *Notices) drop(id string, which func(target) bool) {
	n.shrink(id, func(k *kept) {
		k.Subs = keep(k.Subs, func(s target) bool { return !which(s) })
	})
}

// dropAll removes all browsers and hooks from a table.
func (n *Notices) dropAll(id string) {
	n.shrink(id, func(k *kept) { k.Subs, k.Hooks = nil, nil })
}

// shrink removes something from what is kept of a table.
func (n *Notices) shrink(id string, f func(*kept)) {
	ctx, cancel := context.WithTimeout(context.Background(), checkTime)
	defer cancel()
	err := change(ctx, n, keptOf(id), func(k *kept) error {
		size := func() int { return len(k.Subs) + len(k.Feeds) + len(k.Hooks) }
		before := size()
		if f(k); size() == before {
			return errSame
		}
		return nil
	})
	if err != nil {
		n.c.Log.Error("remove notices of a table", "table", id, "err", err)
	}
}
