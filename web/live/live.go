// Package live tells everybody who watches a table what happens there.
//
//	b := live.New(live.Config{Hall: h})
//	defer b.Close()
//	stream, err := b.Follow(ctx, live.Reader{Guest: guest}, live.Places{id: 12})
//	stream.SSE(ctx, w)
//
// Every event of a table is put into words and encoded once for each language in
// which somebody reads it, in an album of the table; all readers of a language
// share these bytes. One goroutine for each watched
// table, its hub, looks at the table for all its watchers together. A reader
// keeps only the number of the last event it has, so a slow reader delays
// nobody and needs no queue.
package live

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"parlour/hall"
	"parlour/internal/cache"
	"parlour/internal/line"
	"parlour/phrase"
	"parlour/table"
	"parlour/web/wire"
)

// A Hall opens tables and says when they change. *hall.Hall is one.
type Hall interface {
	Open(ctx context.Context, id string) (*hall.Table, error)
	Watch(id string) (news <-chan int64, stop func())
}

var _ Hall = (*hall.Hall)(nil)

// Config is what a Broadcaster needs. Hall is required.
type Config struct {
	Hall     Hall
	Log      *slog.Logger                   // the default logger if nil
	Watchers int                            // how many streams may watch one table; players are always let in; 2000 if zero
	Presence time.Duration                  // how often to check who is away; 5 seconds if zero
	Contain  func(what string, args ...any) // deferred, it recovers from a panic and logs it; nil lets the program end
}

// A Reader is somebody who reads what happens, in a language.
type Reader struct {
	line.Guest
	Lang *phrase.Catalogue // English if nil
}

// ErrCrowded says that too many people watch a table.
var ErrCrowded = errors.New("too many people watch this table")

// ErrNoEvent says that a table has no event with that number.
var ErrNoEvent = errors.New("there is no such event")

// A Broadcaster serves everybody who reads or watches tables. It is safe for
// use by many goroutines.
type Broadcaster struct {
	c       Config
	hubs    hubs
	albums  cache.Cache[albumKey, *album]
	decoded cache.Cache[eventKey, wire.Event]
	fillers line.Line // who fills empty albums
	reading reading
	dropped atomic.Int64
	closing chan struct{}
	once    sync.Once
	ending  chan struct{} // closed by End
	over    time.Duration // set by End
	ends    sync.Once
}

// New returns a Broadcaster.
func New(c Config) *Broadcaster {
	if c.Log == nil {
		c.Log = slog.Default()
	}
	if c.Contain == nil {
		c.Contain = func(string, ...any) {}
	}
	c.Watchers = cmp.Or(c.Watchers, 2000)
	c.Presence = cmp.Or(c.Presence, 5*time.Second)
	return &Broadcaster{c: c, albums: newAlbums(), fillers: line.Line{Places: mostFillers, Hold: 1},
		decoded: cache.Cache[eventKey, wire.Event]{Most: mostDecoded, Size: func(wire.Event) int { return eventDecoded }}, closing: make(chan struct{}), ending: make(chan struct{})}
}

// End ends each stream at a random moment in the second half of the duration over, so
// that not everybody connects to the other nodes at once.
func (b *Broadcaster) End(over time.Duration) {
	b.ends.Do(func() {
		b.over = over
		close(b.ending)
	})
}

// Close ends every stream now.
func (b *Broadcaster) Close() { b.once.Do(func() { close(b.closing) }) }

// Watching returns how many streams watch a table.
func (b *Broadcaster) Watching(id string) int { return b.hubs.watching(id) }

// Dropped returns how many streams ended because their reader was too slow.
func (b *Broadcaster) Dropped() int64 { return b.dropped.Load() }

// Forget drops what is kept of a deleted table and tells its watchers.
func (b *Broadcaster) Forget(id string) {
	b.drop(id)
	b.hubs.wake(id)
}

// Probe reads the table that somebody read last, in the same way as streams
// and lists do. An error means that readers are stuck.
func (b *Broadcaster) Probe(ctx context.Context) error {
	latest, _ := b.albums.Latest()
	b.hubs.watching(latest.id) // waits for the locks of the hubs
	if latest.id == "" {
		return nil
	}
	_, err := b.album(ctx, Reader{Lang: latest.lang}, latest.id, 0)
	if errors.Is(err, hall.ErrNotFound) || errors.Is(err, table.ErrNewer) {
		return nil
	}
	return err
}
