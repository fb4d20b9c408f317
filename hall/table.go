package hall

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"parlour/table"
)

// A Table is one log and the state it adds up to. Actions and readers take its
// lock and do the work in their own goroutine.
type Table struct {
	hall    *Hall
	id      string
	game    string
	terms   table.Terms   // the terms it was made with
	lock    chan struct{} // guards the state; holds one value while it is locked
	reading chan struct{} // holds one value while a reader has the lock or waits for it
	acting  atomic.Int32  // how many actions have the lock or wait for it
	woken   atomic.Bool   // a goroutine is about to call runDue
	quit    chan struct{} // closed when the table has to end
	done    chan struct{} // closed when it has ended
	used    atomic.Int64  // when it was last used, by the hall's own clock
	tip     atomic.Int64  // the number of its last event

	// The lock guards the fields below. You may take any lock of the hall while
	// you hold a table's lock, never the other way round.

	s          *table.State
	logEpoch   int64 // the store's epoch when the log was read
	broken     bool  // the state may differ from the log: read it again
	newer      bool  // the log has events of a later release: do not touch it
	timer      *time.Timer
	presence   presence
	origin     string             // the address from which a person acted last, "" if unknown
	think      context.CancelFunc // stops the bot that is thinking
	hurried    bool               // a player wants bots not to pause until a person has to act
	hurry      chan struct{}      // ends the pause of the bot that is thinking, nil if it has ended
	devices    devices            // what players' devices said about the dice
	phase      table.Phase        // what the next throw waits for
	phaseSince time.Duration      // when this node learned of the phase, by the hall's own clock
	momentBuf  table.Moment       // returned by moment, which fills it again each time
	tryAt      time.Time          // do not ask for the lease before this time

	leasedUntil   atomic.Int64 // when the lease ends; this and the next three by the hall's own clock
	leaseUsedAt   atomic.Int64 // when the lease was last needed
	viewedUntil   atomic.Int64 // until then a person may still be looking at the table
	retryLeaderAt atomic.Int64 // do not forward to the leader before this time: it did not answer

	nudges    chan nudge   // the store has another number of events
	listeners atomic.Value // []int: people connected to this node, sorted

	mu   sync.Mutex    // taken under the lock; no other lock is taken while it is held
	tail []table.Event // the public form of the last events, for streams
}

// mostActing is how many actions may have a table's lock or wait for it.
const mostActing = 64

// newTable returns a table that nobody can use until it starts.
func newTable(h *Hall, s *table.State, epoch int64) *Table {
	terms := s.Terms()
	t := &Table{
		hall: h, id: s.ID(), game: terms.Game, terms: terms, s: s, logEpoch: epoch,
		lock:     make(chan struct{}, 1),
		reading:  make(chan struct{}, 1),
		quit:     make(chan struct{}),
		done:     make(chan struct{}),
		nudges:   make(chan nudge, 1),
		presence: newPresence(),
	}
	t.lock <- struct{}{}
	t.listeners.Store([]int(nil))
	t.momentBuf = table.Moment{Away: t.isAway, Here: t.deviceHere, Links: t.linkOf, Draw: h.Random, House: &h.House}
	t.tip.Store(s.Seq())
	t.touch()
	return t
}

// ID returns the name of the table.
func (t *Table) ID() string { return t.id }

func (t *Table) touch() { t.used.Store(int64(t.hall.clock())) }

func (t *Table) idleFor() time.Duration {
	return t.hall.clock() - time.Duration(t.used.Load())
}

// start subscribes to what other nodes announce and unlocks the table.
func (t *Table) start() {
	t.timer = time.AfterFunc(time.Hour, t.wake)
	t.follow()
	t.release()
	t.wake()
}

// end waits for the lock, so that what is being done is durable, and ends the
// table. It never releases the lock.
func (t *Table) end() {
	t.lock <- struct{}{}
	t.timer.Stop()
	if t.think != nil {
		t.think()
	}
	t.dropKeptBots()
	t.removeEverybody() // they connect again to the table's next copy
	close(t.done)
}

// acquire takes the lock. It returns an error if the context or the table ends
// first.
func (t *Table) acquire(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case t.lock <- struct{}{}: // the lock is usually free
	default:
		select {
		case t.lock <- struct{}{}:
		case <-ctx.Done():
			return ctx.Err()
		case <-t.done:
			return ErrBusy
		}
	}
	select {
	case <-t.quit:
		t.release()
		return ErrBusy
	default:
		return nil
	}
}

func (t *Table) release() { <-t.lock }

// wake makes the table check its clock and its bots.
func (t *Table) wake() {
	if !t.woken.Swap(true) {
		go t.doLocked(func() {
			t.woken.Store(false)
			t.runDue()
		})
	}
}

// doLocked runs f under the lock, unless the table has ended.
func (t *Table) doLocked(f func()) { _ = t.runLocked(context.Background(), f) }

// runLocked runs f under the lock. If f panics, only this table is dropped; the
// next Open reads it again.
func (t *Table) runLocked(ctx context.Context, f func()) error {
	if err := t.acquire(ctx); err != nil {
		return err
	}
	defer t.release()
	defer func() {
		if r := recover(); r != nil {
			t.broken = true
			t.hall.Log.Error("a table panicked", "table", t.id, "panic", fmt.Sprint(r), "stack", string(debug.Stack()))
			go t.hall.forget(t.id)
		}
	}()
	f()
	return nil
}

// act runs f under the lock, for an action. At most mostActing actions wait, in
// order of arrival.
func (t *Table) act(ctx context.Context, f func()) error {
	t.touch()
	defer t.acting.Add(-1)
	if t.acting.Add(1) > mostActing {
		return ErrBusy
	}
	return t.runLocked(ctx, f)
}

// read runs f under the lock, for a reader. Only one reader at a time waits for
// the lock, so that an action never waits for more than one.
func (t *Table) read(ctx context.Context, f func()) error {
	t.touch()
	select {
	case t.reading <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	case <-t.done:
		return ErrBusy
	}
	defer func() { <-t.reading }()
	return t.runLocked(ctx, f)
}

// query runs f on a state that has every event that any node acknowledged before
// the call.
func (t *Table) query(ctx context.Context, f func(s *table.State) error) error {
	if err := t.Fresh(ctx); err != nil {
		return err
	}
	return t.local(ctx, f)
}

// local runs f on the state as this node knows it.
func (t *Table) local(ctx context.Context, f func(s *table.State) error) error {
	fail := ErrBusy // if f panics
	if err := t.read(ctx, func() {
		if fail = t.refresh(ctx); fail == nil {
			fail = f(t.s)
		}
	}); err != nil {
		return err
	}
	return fail
}

// Do performs an action for the holder of the token, at this node. When it
// returns without an error the action is durable.
func (t *Table) Do(ctx context.Context, token string, a table.Action) (table.Reply, error) {
	from := a.From(t.id, token)
	return t.perform(ctx, &from, &a)
}

// perform performs an action of a sender.
func (t *Table) perform(ctx context.Context, from *table.Sender, a *table.Action) (table.Reply, error) {
	var reply table.Reply
	fail := ErrBusy // if f panics
	if err := t.act(ctx, func() { reply, fail = t.do(ctx, from, a) }); err != nil {
		return table.Reply{}, err
	}
	return reply, fail
}

// mostTries is how often an action is judged again because others wrote first.
const mostTries = 16

// errAgain says that an action has to be judged again on a fresh state.
var errAgain = errors.New("judge again")

// do performs an action. It refuses only after comparing the state with the
// whole log. An action that loses the race for the next number is judged again,
// still with the number that the client knew, so that it is done only if it means
// the same as before.
func (t *Table) do(ctx context.Context, from *table.Sender, a *table.Action) (table.Reply, error) {
	if err := table.CheckKey(a.Key); err != nil {
		return table.Reply{}, err
	}
	if t.leads() {
		t.leaseUsedAt.Store(int64(t.hall.clock()))
	}
	before := t.origin
	if origin, ok := ctx.Value(originKey{}).(string); ok {
		t.origin = origin // bots that answer it think in this address's waiting line
	}
	lost := false // whether the answer of the store got lost once
	for range mostTries {
		if err := t.hall.ensureFresh(ctx); err != nil {
			t.origin = before
			return table.Reply{}, err
		}
		reply, err := t.attempt(ctx, from, a)
		switch {
		case errors.Is(err, errAgain), errors.Is(err, ErrConflict):
			continue
		case errors.Is(err, ErrBusy) && t.hall.shared != nil && !lost && ctx.Err() == nil:
			// The connection may have failed after the event was written. Look
			// for its key once; after that the client has to try again.
			lost = true
			continue
		}
		if err != nil { // otherwise anybody could move the table into a longer line
			t.origin = before
		}
		return reply, err
	}
	t.origin = before
	return table.Reply{}, ErrBusy
}

// attempt judges an action and commits its events.
func (t *Table) attempt(ctx context.Context, from *table.Sender, a *table.Action) (table.Reply, error) {
	if err := t.refresh(ctx); err != nil {
		return table.Reply{}, err
	}
	if t.hall.stale() { // the log has become shorter
		return table.Reply{}, errAgain
	}
	if a.Seq > t.s.Seq() && t.hall.shared != nil { // the sender has seen later events
		if _, err := t.catchUp(ctx); err != nil {
			return table.Reply{}, err
		}
	}
	if r, ok, err := t.s.Answered(from, a.Key); ok || err != nil {
		return r, err
	}
	if err := t.confirmAbsent(ctx, a); err != nil {
		return table.Reply{}, err
	}
	if a.Kind.Signal() {
		return t.signal(ctx, from, a)
	}
	m := t.moment()
	if due := t.s.DueBefore(a.Kind, m); due.Kind != "" {
		events, err := t.s.Write(due, m)
		if err == nil {
			err = t.commit(ctx, events)
		}
		if err != nil {
			return table.Reply{}, err
		}
		m = t.moment()
	}
	events, err := t.s.Judge(from, a, m)
	if err != nil {
		return table.Reply{}, t.refuse(ctx, err)
	}
	if err := t.commit(ctx, events); err != nil {
		return table.Reply{}, err
	}
	return from.ReplyTo(events), nil
}

// refuse returns the reason, or errAgain if other nodes have written to the log
// since it was read.
func (t *Table) refuse(ctx context.Context, why error) error {
	if t.hall.shared == nil {
		return why
	}
	moved, err := t.catchUp(ctx)
	switch {
	case err != nil:
		return err
	case moved:
		return errAgain
	}
	return why
}

// logMayHaveChanged reports whether the store may have lost events since the log
// was read.
func (t *Table) logMayHaveChanged() bool { return t.logEpoch < t.hall.epoch() }

// refresh reads the log again if the state may differ from it.
func (t *Table) refresh(ctx context.Context) error {
	if t.newer {
		return table.ErrNewer
	}
	lost := t.logMayHaveChanged()
	if !t.broken && !lost {
		return nil
	}
	s, epoch, err := t.hall.load(ctx, t.id)
	if err != nil {
		return t.loadFailed(err)
	}
	if s.Seq() < t.tip.Load() && !lost {
		t.hall.noteStoreFailure() // the store has lost events: ask for its epoch
	}
	t.s, t.logEpoch, t.broken = s, epoch, false
	t.mu.Lock()
	t.tail = nil // new events fill it again
	t.mu.Unlock()
	t.notifyWatchers()
	return nil
}

// commit numbers, dates and appends events, folds them in once they are
// durable, and announces them.
func (t *Table) commit(ctx context.Context, events []table.Event) error {
	if t.hall.shared != nil {
		// Finish the write even if the client has disconnected: otherwise
		// nobody would know whether the events were written.
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(context.WithoutCancel(ctx), ownTime)
		defer cancel()
	}
	turned, _ := t.s.Turned()
	// Fold first, because the store also gets the summary of the new state.
	// Nobody can see that state before it is durable: reading it needs the lock.
	// If the store refuses the events, the log is read again.
	if err := t.fold(events); err != nil {
		t.broken = true
		return err
	}
	if err := t.append(ctx, events); err != nil {
		t.broken = true
		if !errors.Is(err, ErrConflict) {
			t.hall.logFailure(ctx, "writing to the store", err, "table", t.id)
			if ctx.Err() == nil { // a client that disconnects is not a failure of the store
				t.hall.noteWrite(false)
			}
		}
		return err
	}
	t.hall.noteWrite(true)
	t.remember(events)
	t.notifyWatchers()
	t.hall.Bus.Publish(t.id, t.s.Seq())
	t.hall.callOnTurn(t, turned)
	t.runDue()
	return nil
}

// notifyWatchers tells everybody at this node who watches the table that there are
// new events.
func (t *Table) notifyWatchers() {
	t.tip.Store(t.s.Seq())
	t.hall.notifyWatchers(t.id, t.s.Seq())
}

// fold numbers and dates events and folds them into the state.
func (t *Table) fold(events []table.Event) error {
	now := t.now()
	line := ""
	for i := range events {
		e := &events[i]
		if e.At.After(now) {
			now = e.At
		}
		e.Table, e.Seq, e.Schema, e.At = t.id, t.s.Seq()+int64(i)+1, table.Schema, now
		if e.Line == "" {
			if line == "" {
				line = t.s.Line()
			}
			e.Line = line
		}
		line = e.Line
	}
	for i := range events {
		if err := t.s.Apply(&events[i]); err != nil {
			return err
		}
	}
	return nil
}

// now returns the time for the next event, which is never before the last event.
func (t *Table) now() time.Time {
	now := t.hall.Now().UTC().Truncate(time.Millisecond)
	if last := t.s.Last(); now.Before(last) {
		return last
	}
	return now
}

// moment returns what the state cannot know itself: the time, the epoch, outages
// and who is here. The result is valid until the next call.
func (t *Table) moment() *table.Moment {
	sign := t.hall.heart.load()
	m := &t.momentBuf
	m.Now, m.Epoch, m.Outages, m.Waited = t.now(), sign.epoch, sign.outages, t.waited()
	return m
}

func draw() (b [32]byte) {
	rand.Read(b[:])
	return b
}

// append writes events together with the summary of the state after them.
func (t *Table) append(ctx context.Context, events []table.Event) error {
	begin := time.Now()
	err := t.hall.Store.Append(ctx, Batch{Table: t.id, After: events[0].Seq - 1, Events: events, Summary: t.summary()})
	t.hall.figures.appended(time.Since(begin), err)
	return t.hall.storeError(err)
}

// summary describes the present state of the table.
func (t *Table) summary() Summary {
	s := t.s
	grace := min(t.hall.BotTime+t.hall.BotDelay, botGrace) + time.Second
	sum := Summary{
		Table: t.id, Game: t.game, Status: s.Status(), Listed: t.terms.Listed && !s.Locked(),
		Changed: s.Last(), Deadline: s.Wake(t.moment(), grace), Seq: s.Seq(),
	}
	for i, c := range s.Chairs() {
		switch {
		case c.Person != 0:
			sum.People = append(sum.People, s.NameOf(c.Person))
		case c.Bot != "":
			sum.People = append(sum.People, table.BotTitle(s.BotName(i), c.Bot))
		default:
			sum.Free++
		}
	}
	return sum
}
