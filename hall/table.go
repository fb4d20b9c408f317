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

// A Table is one log and the state it adds up to. Whoever acts or looks holds
// its lock meanwhile, and does the work in their own goroutine.
type Table struct {
	hall    *Hall
	id      string
	game    string
	terms   table.Terms   // as it was made
	lock    chan struct{} // guards the state; holds one value while somebody has it
	reading chan struct{} // holds one value while somebody who only looks has the lock or waits for it
	acting  atomic.Int32  // how many actions have the lock or wait for it
	woken   atomic.Bool   // somebody is about to look
	quit    chan struct{} // closed when the table has to end
	done    chan struct{} // closed when it has ended
	used    atomic.Int64  // when it was last used, by the hall's own clock
	tip     atomic.Int64  // its last event

	// What follows is guarded by the lock. Whoever holds it may take any lock of
	// the hall; nobody who holds one of those takes a table's lock.

	s       *table.State
	under   int64 // the store's epoch when the log was read
	broken  bool  // the state may differ from the log: read it again
	newer   bool  // the log has events of a later release: it is left alone
	timer   *time.Timer
	crowd   presence
	origin  string             // from where a person acted last, "" if that is not known
	think   context.CancelFunc // stops a bot that thinks
	devices devices            // what devices said about the dice
	phase   table.Phase        // what the throw that is asked for waits for
	known   time.Duration      // since when this node knows of the phase, by the hall's own clock
	told    table.Moment       // what the state was last told
	tryAt   time.Time          // the lease is not asked for before this

	leased atomic.Int64 // until when the lease lasts, by the hall's own clock
	useful atomic.Int64 // when the lease was last of use, likewise
	seen   atomic.Int64 // until when somebody may still look, likewise
	deaf   atomic.Int64 // until when the node that leads is not asked, because it did not answer, likewise

	nudges chan nudge   // comparisons with the store that found another log
	people atomic.Value // of []int: who listens at this node, in order

	mu   sync.Mutex    // taken under the lock; no other lock is taken while it is held
	tail []table.Event // the last events as anybody may see them, for streams
}

// mostActing is how many actions may have a table's lock or wait for it.
const mostActing = 64

// newTable returns a table that nobody can use until it starts.
func newTable(h *Hall, s *table.State, under int64) *Table {
	terms := s.Terms()
	t := &Table{
		hall: h, id: s.ID(), game: terms.Game, terms: terms, s: s, under: under,
		lock:    make(chan struct{}, 1),
		reading: make(chan struct{}, 1),
		quit:    make(chan struct{}),
		done:    make(chan struct{}),
		nudges:  make(chan nudge, 1),
		crowd:   newPresence(),
	}
	t.lock <- struct{}{}
	t.people.Store([]int(nil))
	t.told = table.Moment{Away: t.isAway, Here: t.attends, Links: t.linkOf, Draw: h.Random, House: &h.House}
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

// end ends the table once what is being done is durable. The lock is never
// released again.
func (t *Table) end() {
	t.lock <- struct{}{}
	t.timer.Stop()
	if t.think != nil {
		t.think()
	}
	t.forgetMinds()
	t.everybodyLeaves() // they come again to the table that follows
	close(t.done)
}

// acquire takes the lock. It gives up when the context ends or the table does.
func (t *Table) acquire(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case t.lock <- struct{}{}: // usually it is free
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
		go t.inside(func() {
			t.woken.Store(false)
			t.look()
		})
	}
}

// inside does something for the table itself, unless the table has ended.
func (t *Table) inside(f func()) { _ = t.hold(context.Background(), f) }

// hold runs f under the lock. It contains a panic to this table, which is
// dropped and read again.
func (t *Table) hold(ctx context.Context, f func()) error {
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

// act runs f for somebody who acts. Actions wait in order of arrival, and not
// too many of them.
func (t *Table) act(ctx context.Context, f func()) error {
	t.touch()
	defer t.acting.Add(-1)
	if t.acting.Add(1) > mostActing {
		return ErrBusy
	}
	return t.hold(ctx, f)
}

// read runs f for somebody who only looks. Readers queue for the lock one at a
// time, so that an action waits for one reader at most, however many there are.
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
	return t.hold(ctx, f)
}

// query runs f on a state that has every event that was acknowledged, by any node, before query was called.
func (t *Table) query(ctx context.Context, f func(s *table.State) error) error {
	if err := t.Fresh(ctx); err != nil {
		return err
	}
	return t.local(ctx, f)
}

// local runs f on the state as this node knows it.
func (t *Table) local(ctx context.Context, f func(s *table.State) error) error {
	fail := ErrBusy // should the table panic on the way
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
	fail := ErrBusy // should the table panic on the way
	if err := t.act(ctx, func() { reply, fail = t.do(ctx, from, a) }); err != nil {
		return table.Reply{}, err
	}
	return reply, fail
}

// mostTries is how often an action is judged again because others were faster.
const mostTries = 16

// errAgain says that an action has to be judged again on a fresh state.
var errAgain = errors.New("judge again")

// do performs an action. A refusal is always made on a state as fresh as the
// log. An action that loses a race for the next number is judged again, against
// the number that the client knew, so that it is done only if it still means
// the same.
func (t *Table) do(ctx context.Context, from *table.Sender, a *table.Action) (table.Reply, error) {
	if err := table.CheckKey(a.Key); err != nil {
		return table.Reply{}, err
	}
	if t.leads() {
		t.useful.Store(int64(t.hall.clock()))
	}
	before := t.origin
	if origin, ok := ctx.Value(originKey{}).(string); ok {
		t.origin = origin // bots that act next think in its line
	}
	lost := false // it is unknown whether something was written
	for range mostTries {
		if err := t.hall.sure(ctx); err != nil {
			t.origin = before
			return table.Reply{}, err
		}
		reply, err := t.attempt(ctx, from, a)
		switch {
		case errors.Is(err, errAgain), errors.Is(err, ErrConflict):
			continue
		case errors.Is(err, ErrBusy) && t.hall.shared != nil && !lost && ctx.Err() == nil:
			// The connection may have ended after the event was written. Look
			// for its key once; after that the client has to ask again.
			lost = true
			continue
		}
		if err != nil { // or anybody could move the table into a longer line
			t.origin = before
		}
		return reply, err
	}
	t.origin = before
	return table.Reply{}, ErrBusy
}

// attempt judges an action and commits what it becomes.
func (t *Table) attempt(ctx context.Context, from *table.Sender, a *table.Action) (table.Reply, error) {
	if err := t.refresh(ctx); err != nil {
		return table.Reply{}, err
	}
	if t.hall.unsure() { // the log has become shorter
		return table.Reply{}, errAgain
	}
	if a.Seq > t.s.Seq() && t.hall.shared != nil { // its sender knows more than we do
		if _, err := t.catchUp(ctx); err != nil {
			return table.Reply{}, err
		}
	}
	if r, ok, err := t.s.Answered(from, a.Key); ok || err != nil {
		return r, err
	}
	if err := t.verify(ctx, a); err != nil {
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

// refuse returns why an action is refused, or errAgain if other nodes have
// written to the log since it was read.
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

// lost reports whether the store may have lost events since the log was read:
// then the log may have become another.
func (t *Table) lost() bool { return t.under < t.hall.epoch() }

// refresh reads the log again if the state may differ from it.
func (t *Table) refresh(ctx context.Context) error {
	if t.newer {
		return table.ErrNewer
	}
	lost := t.lost()
	if !t.broken && !lost {
		return nil
	}
	s, under, err := t.hall.load(ctx, t.id)
	if err != nil {
		return t.stumbled(err)
	}
	if s.Seq() < t.tip.Load() && !lost {
		t.hall.doubt() // the store has lost something: its epoch tells
	}
	t.s, t.under, t.broken = s, under, false
	t.mu.Lock()
	t.tail = nil // it is filled again as events come
	t.mu.Unlock()
	t.learned()
	return nil
}

// commit numbers, dates and appends events, folds them in once they are
// durable, and announces them.
func (t *Table) commit(ctx context.Context, events []table.Event) error {
	if t.hall.shared != nil {
		// Finish the write even if the client has gone: otherwise nobody
		// would know whether something was written.
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(context.WithoutCancel(ctx), ownTime)
		defer cancel()
	}
	turned, _ := t.s.Turned()
	// The fold comes first so that the store gets the summary of the new state.
	// Nobody can see it before it is durable: everybody who looks needs the
	// lock. If the store refuses, the log is read again.
	if err := t.fold(events); err != nil {
		t.broken = true
		return err
	}
	if err := t.append(ctx, events); err != nil {
		t.broken = true
		if !errors.Is(err, ErrConflict) {
			t.hall.trouble(ctx, "writing to the store", err, "table", t.id)
			if ctx.Err() == nil { // nobody makes a server look ill by leaving
				t.hall.wrote(false)
			}
		}
		return err
	}
	t.hall.wrote(true)
	t.remember(events)
	t.learned()
	t.hall.Bus.Publish(t.id, t.s.Seq())
	t.hall.turned(t, turned)
	t.look()
	return nil
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

// now is the time of the next event: never before the last one.
func (t *Table) now() time.Time {
	now := t.hall.Now().UTC().Truncate(time.Millisecond)
	if last := t.s.Last(); now.Before(last) {
		return last
	}
	return now
}

// moment is what the state has to be told now. It is valid until the next call.
func (t *Table) moment() *table.Moment {
	sign := t.hall.heart.now()
	m := &t.told
	m.Now, m.Epoch, m.Outages, m.Waited = t.now(), sign.epoch, sign.outages, t.waited()
	return m
}

func draw() (b [32]byte) {
	rand.Read(b[:])
	return b
}

// append writes events with the summary of the state they are appended to.
func (t *Table) append(ctx context.Context, events []table.Event) error {
	begin := time.Now()
	err := t.hall.Store.Append(ctx, Batch{Table: t.id, After: events[0].Seq - 1, Events: events, Summary: t.summary()})
	t.hall.figures.appended(time.Since(begin), err)
	return t.hall.fault(err)
}

// summary describes the table as it is.
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
