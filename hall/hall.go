package hall

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"errors"
	"log/slog"
	"maps"
	. "parlour/table"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"parlour"
	"parlour/table/fair"
)

// A Player chooses moves for a bot.
type Player interface {
	Choose(ctx context.Context, m parlour.Match) (parlour.Move, error)
}

// Config is what a hall needs. Store, Bus and Shelf are required.
type Config struct {
	Store     Store
	Bus       Bus
	Shelf     Shelf
	Log       *slog.Logger         // the default logger if nil
	Now       func() time.Time     // time.Now if nil
	Elapsed   func() time.Duration // by a clock that nobody sets; the time since the hall opened if nil
	BotDelay  time.Duration        // pause of a calm bot before it chooses, thinking included, so that people can follow
	BotTime   time.Duration        // how long a bot may think; 2 s if zero
	Idle      time.Duration        // tables nobody uses leave memory after this; 5 min if zero
	Unlimited bool                 // people may say and change as much as they like, as measurements and tests need
	MostPlay  int                  // events of a game after which a table ends it as a tie; 100,000 if zero
	Links     int                  // throws of one chain of dice, at least fair.MinLinks; fair.Links if zero
	Patience  Patience             // with the devices of people
	Beat      time.Duration        // how often the server notes that it is alive; 5 s if zero, 1 s if the store is shared

	// What only a Shared store needs.

	Node  string        // a name no other node has; a random one if empty
	Lease time.Duration // how long the lease of a table lasts unless it is renewed; 5 s if zero
	Poll  time.Duration // how often tables in memory are compared with the store; 1 s if zero
}

// A Hall holds the tables of a server: it opens them on demand and lets idle
// ones go. It is safe for use by many goroutines.
//
// With a Shared store several halls, each in its own process, hold the same
// tables: what one has in memory is a copy that it keeps up to date.
type Hall struct {
	Config
	shared  Shared // the store, if it is shared
	mu      sync.Mutex
	tables  map[string]*Table
	leases  map[string]*Table    // tables whose lease is renewed
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
	pulse   pulse
	places  *places

	attendance *attendance
	minds      minds
	turn       atomic.Pointer[func(string, Awaited)]
}

// NewHall opens a hall. The heartbeat of the store tells how long the server
// was down; that time is charged to nobody.
func New(ctx context.Context, c Config) (*Hall, error) {
	if c.Log == nil {
		c.Log = slog.Default()
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	c.Now = steady(c.Now)
	if c.Elapsed == nil {
		began := time.Now()
		c.Elapsed = func() time.Duration { return time.Since(began) }
	}
	c.BotTime = or(c.BotTime, 2*time.Second)
	c.Idle = or(c.Idle, 5*time.Minute)
	c.MostPlay = or(c.MostPlay, mostPlay)
	c.Links = max(or(c.Links, fair.Links), fair.MinLinks)
	c.Patience.Answer = or(c.Patience.Answer, 4*time.Second)
	c.Patience.Pledge = or(c.Patience.Pledge, 15*time.Second)
	c.Node = or(c.Node, newID())
	c.Lease = or(c.Lease, 5*time.Second)
	c.Poll = or(c.Poll, time.Second)
	shared, _ := c.Store.(Shared)
	if shared != nil {
		c.Beat = or(c.Beat, time.Second)
	}
	c.Beat = or(c.Beat, 5*time.Second)
	h := &Hall{Config: c, shared: shared, tables: map[string]*Table{}, leases: map[string]*Table{}, newer: map[string]time.Time{}, resting: map[string]int64{}, places: newPlaces(), attendance: newAttendance()}
	h.pulse.busy = make(chan struct{}, 1)
	if err := h.firstBeat(ctx); err != nil {
		return nil, err
	}
	life, stop := context.WithCancel(context.Background())
	h.stop = stop
	// Beats come by themselves, so that nothing else delays them.
	h.wg.Go(func() { every(life, h.Beat, func() { _ = h.beat(life) }) }) // which says so where it fails
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

func or[T comparable](v, otherwise T) T {
	var zero T
	if v == zero {
		return otherwise
	}
	return v
}

// every calls f in intervals until the context ends.
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

// mostRoused is how many tables are roused at once.
const mostRoused = 1000

// rouse opens tables where a clock ran out or a bot has to act and nobody does
// anything about it: after a restart, or when the node that did is no more.
func (h *Hall) rouse(ctx context.Context) {
	now := h.Now()
	if h.shared != nil {
		now = now.Add(-h.Poll) // whoever has it in memory goes first
	}
	due, err := h.Store.List(ctx, Query{Due: now, Status: Playing, Limit: mostRoused})
	if err != nil {
		h.trouble(ctx, "looking for tables that have something to do", err)
	}
	rests := h.stillRests(due)
	for _, s := range due {
		if rests[s.Table] || h.leftAlone(s.Table) {
			continue
		}
		// Opening is enough: the table looks by itself.
		if t, err := h.Open(ctx, s.Table); err == nil {
			t.wake()
		}
	}
}

// sweep lets go of tables that nobody has used for a while.
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
// becomes the host; its Chair may be 0 for a host who only looks on. Its key
// makes one table: asked again, whatever happened in between, Create returns
// the same.
func (h *Hall) Create(ctx context.Context, token string, terms Terms, first Action) (*Table, error) {
	if terms.Clock.Kind == "" {
		terms.Clock.Kind = NoClock
	}
	if err := checkKey(first.Key); err != nil {
		return nil, err
	}
	id := idFor(token, first.Key)
	now := h.Now().UTC().Truncate(time.Millisecond)
	e := Event{Table: id, Seq: 1, Schema: Schema, At: now, Kind: Created,
		Body: Body{Terms: &terms, Rules: h.Shelf.Revision()},
	}
	if err := h.checkTerms(&terms); err != nil {
		return nil, err
	}
	s, err := newState(h.Shelf, &e)
	if err != nil {
		return nil, bad("%v", err)
	}
	e.Line, s.under = s.line(), h.pulse.epoch.Load()
	if err := s.apply(&e); err != nil {
		return nil, err
	}
	t := newTable(h, s)
	switch err := t.append(ctx, []Event{e}); {
	case errors.Is(err, ErrConflict): // it was made before
		if t, err = h.Open(ctx, id); err != nil {
			return nil, err
		}
		if !sameTerms(&t.terms, &terms) {
			return nil, ErrKeyUsed
		}
	case err != nil:
		return nil, err
	default:
		t.remember([]Event{e})
		if t, err = h.enter(t); err != nil {
			return nil, err
		}
	}
	first.Kind = Sit
	if _, err := t.Do(ctx, token, first); err != nil {
		return nil, err
	}
	return t, nil
}

// enter starts a table, unless it is in memory already, and returns the one
// that is. The table starts outside the lock, because it subscribes to the bus,
// which may be slow. Whoever finds it before then waits in its mailbox.
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

// checkTerms says what is wrong with terms.
func (h *Hall) checkTerms(t *Terms) error {
	if h.Shelf.Game(t.Game) == nil {
		return bad("there is no game %q", t.Game)
	}
	if f := t.Clock.Fault(); f != "" {
		return bad("%s", f)
	}
	if err := checkPace(t.Pace); err != nil {
		return err
	}
	var err error
	if t.Help, err = helpOf(t.Help); err != nil {
		return err
	}
	for _, level := range append([]string{t.StandIn}, t.Bots...) {
		if level != "" && !h.knows(t.Game, level) {
			return bad("there is no bot %q; the levels are %s", level, strings.Join(h.Shelf.Levels(t.Game), ", "))
		}
	}
	return nil
}

func (h *Hall) knows(game, level string) bool {
	for _, l := range h.Shelf.Levels(game) {
		if l == level {
			return true
		}
	}
	return false
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

// load folds the log of a table.
func (h *Hall) load(ctx context.Context, id string) (*state, error) {
	if h.shared != nil { // since the last beat another server may have taken over
		if err := h.readEpoch(ctx); err != nil {
			return nil, h.fault(err)
		}
	}
	epoch := h.pulse.epoch.Load()
	events, err := h.Store.Load(ctx, id, 0)
	if err != nil {
		return nil, h.fault(err)
	}
	if len(events) == 0 {
		return nil, ErrNotFound
	}
	s, err := h.fold(events)
	if errors.Is(err, ErrNewer) {
		h.leave(id)
	}
	if err != nil {
		return nil, err
	}
	s.under = epoch
	return s, nil
}

func (h *Hall) fold(events []Event) (*state, error) {
	if events[0].Schema > Schema {
		return nil, ErrNewer
	}
	s, err := newState(h.Shelf, &events[0])
	if err != nil {
		return nil, err
	}
	for i := range events {
		if err := s.apply(&events[i]); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Delete removes a table for good.
func (h *Hall) Delete(ctx context.Context, id string) error {
	h.forget(id)
	err := h.Store.Delete(ctx, id)
	h.unattend(ctx, id)
	h.tell(id, 0)
	return err
}

// forget lets a table go, so that it is read anew from the store.
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
// after over, others after unfinished. Only time in which the server ran makes a
// table old, so a clock that jumps ahead deletes nothing.
func (h *Hall) Expire(ctx context.Context, over, unfinished time.Duration) (n int, err error) {
	now := h.Now()
	if ran := h.alive.Add(h.clock() - h.since); ran.Before(now) {
		now = ran
	}
	for _, rule := range []struct {
		status Status
		age    time.Duration
	}{{Over, over}, {Waiting, unfinished}, {Playing, unfinished}} {
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

// Close ends every table's goroutine, after what it is doing is durable.
func (h *Hall) Close() {
	h.mu.Lock()
	h.closed = true
	tables := h.tables
	h.tables = map[string]*Table{}
	h.mu.Unlock()
	h.stop()
	h.dismiss(slices.Collect(maps.Values(tables)))
	h.wg.Wait()
	// What was down is counted from here.
	ctx, cancel := context.WithTimeout(context.Background(), ownTime)
	defer cancel()
	_ = h.beat(ctx)
}

// newID returns a name that cannot be guessed: 80 random bits.
func newID() string {
	var b [10]byte
	rand.Read(b[:])
	return name(b)
}

func name(b [10]byte) string { return strings.ToLower(base32.StdEncoding.EncodeToString(b[:])) }

// idFor returns the name of the table that the holder of a token makes with a
// key. Only who knows the token could guess it.
func idFor(token, key string) string {
	h := sha256.Sum256([]byte("parlour-table\n" + token + "\n" + key))
	return name([10]byte(h[:]))
}

// checkKey says what is wrong with the key of an action.
func checkKey(key string) error {
	if len(key) < 8 || len(key) > 64 {
		return bad("an action has a key of 8 to 64 characters")
	}
	return nil
}

// NewToken returns a token: 128 random bits.
func NewToken() string {
	var b [16]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}
