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
	Random   func() [32]byte      // for the dice, which nobody may be able to guess; from crypto/rand if nil
	Elapsed  func() time.Duration // by a clock that nobody sets; the time since the hall opened if nil
	BotDelay time.Duration        // pause of a calm bot before it chooses, thinking included, so that people can follow
	BotTime  time.Duration        // how long a bot may think; 2 s if zero
	Idle     time.Duration        // tables nobody uses leave memory after this; 5 min if zero
	Beat     time.Duration        // how often the server notes that it is alive; 5 s if zero, 1 s if the store is shared

	// What only a Shared store needs.

	Node  string        // a name no other node has; a random one if empty
	Lease time.Duration // how long the lease of a table lasts unless it is renewed; 5 s if zero
	Poll  time.Duration // how often tables in memory are compared with the store; 1 s if zero
}

// A Hall holds the tables of a server: it opens them on demand and drops idle
// ones. It is safe for use by many goroutines.
//
// With a Shared store several halls, each in its own process, hold the same
// tables: each keeps copies in memory that it keeps up to date.
type Hall struct {
	Config
	shared  Shared     // the store, if it is shared
	carrier Carrier    // the bus, if the store is shared and it can carry actions
	mu      sync.Mutex // taken under the lock of a table, never before it; no other lock is taken while it is held
	tables  map[string]*Table
	leases  map[string]*Table    // tables whose lease is renewed
	leading map[string]func()    // ends what the carrier brings to them
	newer   map[string]time.Time // tables of a later release, and until when they are not opened to drive them
	resting map[string]int64     // tables that rest although the store says they are due, and after which event
	cried   time.Time            // when it was last said who listens here
	alive   time.Time            // the last beat before the hall opened, or else when it opened
	since   time.Duration        // when it opened, by its own clock
	closed  bool
	stop    context.CancelFunc
	wg      sync.WaitGroup

	figures figures
	watches Local // who watches tables at this node
	loads   loads
	tips    tips
	heart   *heartbeat
	places  *line.Line

	attendance *attendance
	minds      *minds
	turn       atomic.Pointer[func(string, Awaited)]
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
		Config: c, shared: shared, heart: newHeartbeat(), places: newPlaces(), minds: newMinds(), attendance: newAttendance(),
		tables: map[string]*Table{}, leases: map[string]*Table{}, leading: map[string]func(){}, newer: map[string]time.Time{}, resting: map[string]int64{},
	}
	if shared != nil {
		h.carrier, _ = c.Bus.(Carrier)
	}
	if err := h.firstBeat(ctx); err != nil {
		return nil, err
	}
	life, stop := context.WithCancel(context.Background())
	h.stop = stop
	// Beats have a goroutine of their own, so that nothing delays them.
	h.wg.Go(func() { every(life, h.Beat, func() { _ = h.beat(life) }) }) // which logs its failures
	h.wg.Go(func() {
		h.rouse(life)
		every(life, h.Beat, func() {
			h.rouse(life)
			h.sweep()
		})
	})
	if shared != nil {
		h.wg.Go(func() { every(life, h.Poll, func() { h.agree(life) }) })
		h.wg.Go(func() { h.attend(life) })
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

// mostRoused is how many tables are roused at once.
const mostRoused = 1000

// rouse opens tables where a clock has run out or a bot has to act and no node does
// it: after a restart, or when the node that did it has gone.
func (h *Hall) rouse(ctx context.Context) {
	now := h.Now()
	if h.shared != nil {
		now = now.Add(-h.Poll) // a node that has the table in memory goes first
	}
	due, err := h.Store.List(ctx, Query{Due: now, Status: table.Playing, Limit: mostRoused})
	if err != nil {
		h.trouble(ctx, "looking for tables that have something to do", err)
	}
	rests := h.stillRests(due)
	for _, s := range due {
		if rests[s.Table] || h.leftAlone(s.Table) {
			continue
		}
		// Opening is enough: the table sees to itself.
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
	h.dismiss(idle)
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

// begin makes a table, like Create. Bots are the names of bots that a rematch
// keeps, by chair.
func (h *Hall) begin(ctx context.Context, token string, terms table.Terms, bots []string, first table.Action) (*Table, error) {
	if err := table.CheckKey(first.Key); err != nil {
		return nil, err
	}
	if err := terms.Check(h.Shelf); err != nil {
		return nil, err
	}
	if err := h.sure(ctx); err != nil {
		return nil, err
	}
	first.Kind = table.Sit
	id := table.IDFor(token, first.Key)
	t, err := h.create(ctx, id, terms, bots, first.From(id, token), &first)
	if !errors.Is(err, ErrConflict) {
		return t, err
	}
	// It was made before.
	if t, err = h.Open(ctx, id); err != nil {
		return nil, err
	}
	same := false
	if err := t.query(ctx, func(s *table.State) error {
		plain := terms
		if t.terms.Before == nil { // or an earlier release made it
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

// create makes a table with the given name and does the first action there, in
// one step: if the action is refused, there is no table.
func (h *Hall) create(ctx context.Context, id string, terms table.Terms, bots []string, from table.Sender, first *table.Action) (*Table, error) {
	var earlier []table.Event
	if terms.Before != nil {
		var err error
		if earlier, err = terms.Before.Events(h.Shelf.Game(terms.Game)); err != nil {
			return nil, &table.BadAction{Reason: err.Error()}
		}
		terms.Before = nil
	}
	e := table.Event{
		Table: id, Seq: 1, Schema: table.Schema, At: h.now().UTC(), Kind: table.Created,
		Body: table.Body{Terms: &terms, Rules: h.Shelf.Revision(), Bots: bots},
	}
	s, err := table.New(h.Shelf, &e)
	if err != nil {
		return nil, &table.BadAction{Reason: err.Error()}
	}
	if chairs := len(s.Chairs()); len(terms.Bots) > chairs {
		return nil, &table.BadAction{Reason: fmt.Sprintf("there are %d chairs, but bots for %d", chairs, len(terms.Bots))}
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
		h.wrote(err == nil)
	}
	if err != nil {
		return nil, err
	}
	t.remember(events)
	h.turned(t, 0)
	return h.enter(t)
}

// enter starts a table unless it is in memory already, and returns the one that
// is. The table starts outside the lock because it subscribes to the bus, which
// may be slow. Callers who find it earlier wait for its lock.
func (h *Hall) enter(t *Table) (*Table, error) {
	if other, err := h.admit(t); other != t || err != nil {
		return other, err
	}
	t.start()
	return t, nil
}

// admit puts a table into memory, unless it is there, and returns the one that
// is.
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
	return h.readIn(ctx, id)
}

// load folds the log of a table. Under is the store's epoch before it was read.
func (h *Hall) load(ctx context.Context, id string) (s *table.State, under int64, err error) {
	if h.shared != nil { // since the last beat another server may have taken over
		if err := h.readEpoch(ctx); err != nil {
			return nil, 0, h.fault(err)
		}
	}
	under = h.epoch()
	events, err := h.Store.Load(ctx, id, 0)
	if err != nil {
		return nil, 0, h.fault(err)
	}
	if len(events) == 0 {
		return nil, 0, ErrNotFound
	}
	s, err = table.Fold(h.Shelf, events)
	if errors.Is(err, table.ErrNewer) {
		h.leave(id)
	}
	return s, under, err
}

// Delete removes a table for good. Somebody may open it meanwhile, such as a stream
// that looks who is there, so it is forgotten once more when the store has deleted it.
func (h *Hall) Delete(ctx context.Context, id string) error {
	h.forget(id)
	err := h.Store.Delete(ctx, id)
	h.loads.wait(id)
	h.forget(id)
	h.unattend(ctx, id)
	h.tell(id, 0)
	return err
}

// forget drops a table from memory; the next Open reads it from the store.
func (h *Hall) forget(id string) {
	h.mu.Lock()
	t := h.tables[id]
	delete(h.tables, id)
	h.mu.Unlock()
	if t != nil {
		h.dismiss([]*Table{t})
	}
}

// Expire deletes tables that nobody has changed for a while: finished ones
// after over, others after unfinished. A table only
// ages while the server runs, so a clock that jumps ahead deletes nothing.
func (h *Hall) Expire(ctx context.Context, over, unfinished time.Duration) (n int, err error) {
	now := h.Now()
	if ran := h.alive.Add(h.clock() - h.since); ran.Before(now) {
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

// Close ends every table once what it is doing is durable.
func (h *Hall) Close() {
	h.mu.Lock()
	h.closed = true
	tables := h.tables
	h.tables = map[string]*Table{}
	h.mu.Unlock()
	h.stop()
	h.dismiss(slices.Collect(maps.Values(tables)))
	h.wg.Wait()
	// An outage is counted from here.
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
