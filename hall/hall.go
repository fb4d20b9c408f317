package hall

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"parlour"
	"parlour/internal/line"
	"parlour/table"
)

// A Player chooses moves for a bot.
type Player interface {
	Choose(ctx context.Context, m parlour.Match) (parlour.Move, error)
}

// A Shelf knows the games and their bots.
type Shelf interface {
	table.Games
	// Player returns a bot. It gets no seed of any dice.
	Player(game, level string) (Player, error)
	// Revision names the rules as this program plays them.
	Revision() string
}

// Config is what a hall needs. Store, Bus and Shelf are required.
type Config struct {
	Store    Store
	Bus      Bus
	Shelf    Shelf
	House    table.House
	Log      *slog.Logger         // the default logger if nil
	Now      func() time.Time     // time.Now if nil
	Random   func() [32]byte      // unguessable bytes for the dice; from crypto/rand if nil
	Elapsed  func() time.Duration // a clock that nobody can set; the time since the hall opened if nil
	BotDelay time.Duration        // how long a bot takes to act, thinking included, so that people can follow
	BotTime  time.Duration        // how long a bot may think; 2 s if zero
	Idle     time.Duration        // an unused table is dropped from memory after this; 5 min if zero
	Beat     time.Duration        // how often the server records that it is alive; 5 s if zero, 1 s if the store is shared

	// Only used with a Shared store.

	Node  string        // a name that no other node has; a random one if empty
	Lease time.Duration // how long the lease of a table lasts unless it is renewed; 5 s if zero
	Poll  time.Duration // how often tables in memory are compared with the store; 1 s if zero
}

// A Hall holds the tables of a server: it opens them on demand and drops idle
// ones. It is safe for use by many goroutines.
//
// With a Shared store, several halls in different processes hold the same
// tables. Each keeps its own copies in memory up to date.
type Hall struct {
	Config
	shared         Shared     // the store, if it is shared
	forwarder      Forwarder  // the bus, if the store is shared and it can forward actions
	mu             sync.Mutex // taken under the lock of a table, never before it; no other lock is taken while it is held
	tables         map[string]*Table
	leases         map[string]*Table    // tables whose lease is renewed
	endLeading     map[string]func()    // stops the actions forwarded to them, by table
	newerUntil     map[string]time.Time // tables of a later release: do not open them for their clocks and bots before this time
	resting        map[string]int64     // tables that rest although the store says they are due, with their last event
	presenceSentAt time.Time            // when the other nodes were last told who is connected here
	aliveAt        time.Time            // the last beat before the hall opened; when it opened if there was none
	openedAt       time.Duration        // when it opened, by its own clock
	closed         bool
	stop           context.CancelFunc
	wg             sync.WaitGroup

	figures  figures
	watches  Local // people at this node who watch tables
	loads    loads
	tips     tips
	heart    *heartbeat
	thinking *line.Line

	attendance *attendance
	keptBots   *keptBots
	onTurn     atomic.Pointer[func(string, Awaited)]
}

// New opens a hall. The last heartbeat in the store tells how long the server
// was down; nobody's clock is charged for that time.
func New(ctx context.Context, c Config) (*Hall, error) {
	if c.Log == nil {
		c.Log = slog.Default()
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	c.Now = steady(c.Now)
	if c.Random == nil {
		c.Random = draw
	}
	if c.Elapsed == nil {
		began := time.Now()
		c.Elapsed = func() time.Duration { return time.Since(began) }
	}
	c.BotTime = cmp.Or(c.BotTime, 2*time.Second)
	c.Idle = cmp.Or(c.Idle, 5*time.Minute)
	c.House = c.House.Complete()
	c.Node = cmp.Or(c.Node, NewToken())
	c.Lease = cmp.Or(c.Lease, 5*time.Second)
	c.Poll = cmp.Or(c.Poll, time.Second)
	shared, _ := c.Store.(Shared)
	if shared != nil {
		c.Beat = cmp.Or(c.Beat, time.Second)
	}
	c.Beat = cmp.Or(c.Beat, 5*time.Second)
	h := &Hall{
		Config: c, shared: shared, heart: newHeartbeat(), thinking: newThinkingLine(), keptBots: newKeptBots(), attendance: newAttendance(),
		tables: map[string]*Table{}, leases: map[string]*Table{}, endLeading: map[string]func(){}, newerUntil: map[string]time.Time{}, resting: map[string]int64{},
	}
	if shared != nil {
		h.forwarder, _ = c.Bus.(Forwarder)
	}
	if err := h.firstBeat(ctx); err != nil {
		return nil, err
	}
	life, stop := context.WithCancel(context.Background())
	h.stop = stop
	// Beats have a goroutine of their own, so that nothing delays them.
	h.wg.Go(func() { every(life, h.Beat, func() { _ = h.beat(life) }) }) // beat logs its errors
	h.wg.Go(func() {
		h.openDue(life)
		every(life, h.Beat, func() {
			h.openDue(life)
			h.sweep()
		})
	})
	if shared != nil {
		h.wg.Go(func() { every(life, h.Poll, func() { h.syncWithNodes(life) }) })
		h.wg.Go(func() { h.keepPresenceLeases(life) })
	}
	return h, nil
}

// every calls f at intervals until the context ends.
func every(ctx context.Context, d time.Duration, f func()) {
	tick := time.NewTicker(d)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			f()
		}
	}
}

// wakeAll makes every table in memory check what it has to do.
func (h *Hall) wakeAll() {
	h.mu.Lock()
	tables := slices.Collect(maps.Values(h.tables))
	h.mu.Unlock()
	for _, t := range tables {
		t.wake()
	}
}

// mostDue is how many due tables are opened at once.
const mostDue = 1000

// openDue opens tables where a clock has run out or a bot has to act but no node
// is doing it: after a restart, or when the node that led the table has stopped.
func (h *Hall) openDue(ctx context.Context) {
	now := h.Now()
	if h.shared != nil {
		now = now.Add(-h.Poll) // a node that has the table in memory goes first
	}
	due, err := h.Store.List(ctx, Query{Due: now, Status: table.Playing, Limit: mostDue})
	if err != nil {
		h.logFailure(ctx, "looking for tables that have something to do", err)
	}
	rests := h.stillRests(due)
	for _, s := range due {
		if rests[s.Table] || h.knownNewer(s.Table) {
			continue
		}
		// Once open, the table does what is due.
		if t, err := h.Open(ctx, s.Table); err == nil {
			t.wake()
		}
	}
}

// sweep drops tables that nobody has used for a while.
func (h *Hall) sweep() {
	h.mu.Lock()
	var idle []*Table
	for id, t := range h.tables {
		if t.idleFor() > h.Idle {
			idle = append(idle, t)
			delete(h.tables, id)
		}
	}
	h.mu.Unlock()
	h.endTables(idle)
}

// Len returns how many tables are in memory.
func (h *Hall) Len() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.tables)
}

// Create makes a table. The first action seats the person who made it, who
// becomes the host; its Chair may be 0 for a host who only watches. Its key
// makes one table: called again with the same key, Create returns the same
// table.
func (h *Hall) Create(ctx context.Context, token string, terms table.Terms, first table.Action) (*Table, error) {
	return h.begin(ctx, token, terms, nil, first)
}

// begin makes a table, like Create. Bots holds the names of the bots that a
// rematch keeps, by chair.
func (h *Hall) begin(ctx context.Context, token string, terms table.Terms, bots []string, first table.Action) (*Table, error) {
	if err := table.CheckKey(first.Key); err != nil {
		return nil, err
	}
	if err := terms.Check(h.Shelf); err != nil {
		return nil, err
	}
	if err := h.ensureFresh(ctx); err != nil {
		return nil, err
	}
	first.Kind = table.Sit
	id := table.IDFor(token, first.Key)
	t, err := h.create(ctx, id, terms, bots, first.From(id, token), &first)
	if !errors.Is(err, ErrConflict) {
		return t, err
	}
	// The same request has made it before.
	if t, err = h.Open(ctx, id); err != nil {
		return nil, err
	}
	same := false
	if err := t.query(ctx, func(s *table.State) error {
		plain := terms
		if t.terms.Before == nil { // or a table of an earlier release
			plain.Before = nil
		}
		same = t.terms.Same(&plain) && (t.terms.Before != nil || s.Continues(terms.Before))
		return nil
	}); err != nil {
		return nil, err
	}
	if !same {
		return nil, table.ErrKeyUsed
	}
	_, err = t.Do(ctx, token, first)
	return t, err
}

// create makes a table with the given id and performs the first action there, in
// one step: if the action is refused, no table is made.
func (h *Hall) create(ctx context.Context, id string, terms table.Terms, bots []string, from table.Sender, first *table.Action) (*Table, error) {
	var earlier []table.Event
	if terms.Before != nil {
		var err error
		if earlier, err = terms.Before.Events(h.Shelf.Game(terms.Game)); err != nil {
			return nil, &table.BadAction{Err: err}
		}
		terms.Before = nil
	}
	e := table.Event{
		Table: id, Seq: 1, Schema: table.Schema, At: h.now().UTC(), Kind: table.Created,
		Body: table.Body{Terms: &terms, Rules: h.Shelf.Revision(), Bots: bots},
	}
	s, err := table.New(h.Shelf, &e)
	if err != nil {
		return nil, &table.BadAction{Err: err}
	}
	if chairs := len(s.Chairs()); len(terms.Bots) > chairs {
		return nil, &table.BadAction{Err: fmt.Errorf("there are %d chairs, but bots for %d", chairs, len(terms.Bots))}
	}
	e.Line = s.Line()
	if err := s.Apply(&e); err != nil {
		return nil, err
	}
	t := newTable(h, s, h.epoch())
	t.origin, _ = ctx.Value(originKey{}).(string)
	if err := t.fold(earlier); err != nil {
		return nil, err
	}
	events, err := s.Judge(&from, first, t.moment())
	if err != nil {
		return nil, err
	}
	if err := t.fold(events); err != nil {
		return nil, err
	}
	events = slices.Concat([]table.Event{e}, earlier, events)
	err = t.append(ctx, events)
	if !errors.Is(err, ErrConflict) && (err == nil || ctx.Err() == nil) {
		h.noteWrite(err == nil)
	}
	if err != nil {
		return nil, err
	}
	t.remember(events)
	h.callOnTurn(t, 0)
	return h.enter(t)
}

// enter starts the table, unless one with its id is in memory already, and
// returns the table in memory. It starts the table outside the hall's lock,
// because subscribing to the bus may be slow. Until then others wait for the
// table's own lock.
func (h *Hall) enter(t *Table) (*Table, error) {
	if other, err := h.admit(t); other != t || err != nil {
		return other, err
	}
	t.start()
	return t, nil
}

// admit puts the table into memory, unless one with its id is there already, and
// returns the table in memory.
func (h *Hall) admit(t *Table) (*Table, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return nil, ErrBusy
	}
	if other := h.tables[t.id]; other != nil {
		other.touch()
		return other, nil
	}
	h.tables[t.id] = t
	return t, nil
}

// Open returns a table, from memory or from the store.
func (h *Hall) Open(ctx context.Context, id string) (*Table, error) {
	h.mu.Lock()
	t, closed := h.tables[id], h.closed
	if t != nil {
		t.touch() // under the lock, so that sweep does not end it before it is used
	}
	h.mu.Unlock()
	switch {
	case closed:
		return nil, ErrBusy
	case t != nil:
		return t, nil
	}
	return h.loadOnce(ctx, id)
}

// load folds the log of a table. It also returns the store's epoch from before
// the log was read.
func (h *Hall) load(ctx context.Context, id string) (s *table.State, epoch int64, err error) {
	if h.shared != nil { // another database server may have taken over since the last beat
		if err := h.readEpoch(ctx); err != nil {
			return nil, 0, h.storeError(err)
		}
	}
	epoch = h.epoch()
	events, err := h.Store.Load(ctx, id, 0)
	if err != nil {
		return nil, 0, h.storeError(err)
	}
	if len(events) == 0 {
		return nil, 0, ErrNotFound
	}
	s, err = table.Fold(h.Shelf, events)
	if errors.Is(err, table.ErrNewer) {
		h.noteNewer(id)
	}
	return s, epoch, err
}

// Delete removes a table for good. Somebody may open it again before the store
// has deleted it, so Delete drops it from memory once more afterwards.
func (h *Hall) Delete(ctx context.Context, id string) error {
	h.forget(id)
	err := h.Store.Delete(ctx, id)
	h.loads.wait(id)
	h.forget(id)
	h.releasePresenceLeases(ctx, id)
	h.notifyWatchers(id, 0)
	return err
}

// forget drops a table from memory; the next Open reads it from the store.
func (h *Hall) forget(id string) {
	h.mu.Lock()
	t := h.tables[id]
	delete(h.tables, id)
	h.mu.Unlock()
	if t != nil {
		h.endTables([]*Table{t})
	}
}

// Expire deletes tables that nobody has changed for a while: finished ones
// after over, others after unfinished. A table ages only while the server runs,
// so a clock that jumps ahead deletes nothing.
func (h *Hall) Expire(ctx context.Context, over, unfinished time.Duration) (n int, err error) {
	now := h.Now()
	if ran := h.aliveAt.Add(h.clock() - h.openedAt); ran.Before(now) {
		now = ran
	}
	for _, rule := range []struct {
		status table.Status
		age    time.Duration
	}{{table.Over, over}, {table.Waiting, unfinished}, {table.Playing, unfinished}} {
		list, err := h.Store.List(ctx, Query{Status: rule.status, Before: now.Add(-rule.age), Limit: 1000})
		if err != nil {
			return n, err
		}
		for _, s := range list {
			if err := h.Delete(ctx, s.Table); err != nil && !errors.Is(err, ErrNotFound) {
				return n, err
			}
			n++
		}
	}
	return n, nil
}

// Close waits until every table has stored what it is doing, and ends them all.
func (h *Hall) Close() {
	h.mu.Lock()
	h.closed = true
	tables := h.tables
	h.tables = map[string]*Table{}
	h.mu.Unlock()
	h.stop()
	h.endTables(slices.Collect(maps.Values(tables)))
	h.wg.Wait()
	// The outage begins now.
	ctx, cancel := context.WithTimeout(context.Background(), ownTime)
	defer cancel()
	_ = h.beat(ctx)
}

// NewToken returns a token: 128 random bits.
func NewToken() string {
	var b [16]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

// IsToken reports whether a text can be a token.
func IsToken(text string) bool {
	if len(text) != 32 {
		return false
	}
	for i := range len(text) {
		if c := text[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}
