package hall

import (
	"context"
	"errors"
	"fmt"
	. "parlour/table"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"parlour/table/fair"
)

// A Table is one log with its goroutine. Everything it is asked passes through
// a bounded mailbox and is done one after another.
type Table struct {
	hall    *Hall
	id      string
	mailbox chan func()
	quit    chan struct{}
	done    chan struct{}
	once    sync.Once
	used    atomic.Int64 // when it was last used, by the hall's own clock
	tip     atomic.Int64 // its last event
	game    string
	terms   Terms // as it was made

	// What follows belongs to the goroutine.

	s       *state
	broken  bool // the state may differ from the log: read it anew
	newer   bool // the log has events of a later release: it is left alone
	recent  map[string]answer
	timer   *time.Timer
	present map[int]int            // streams of each person here
	heard   map[int]time.Duration  // when other nodes last said that they have one, by the hall's own clock
	away    map[int]time.Duration  // since when they have none, likewise
	think   context.CancelFunc     // stops a bot that thinks
	news    <-chan int64           // announcements of other nodes, nil if there are none
	cries   <-chan []int           // who listens at other nodes, nil if there are none
	phase   phase                  // of the pending round of the dice
	chains  map[string]*fair.Chain // of the dice, by commitment: those opened lately
	tryAt   time.Time              // not before this is the lease asked for

	leased atomic.Int64 // until when the lease lasts, by the hall's own clock
	useful atomic.Int64 // when the lease was last of use, likewise
	seen   atomic.Int64 // until when somebody may still look, likewise
	crowd  atomic.Bool  // somebody's device listens here

	mu   sync.Mutex
	tail []Event // the last events as anybody may see them, for streams
}

// An answer remembers what a key was answered with.
type answer struct {
	print string // of the action
	reply Reply
}

const (
	mailboxSize = 64
	recentKeys  = 256
)

func newTable(h *Hall, s *state) *Table {
	t := &Table{
		hall: h, id: s.id, game: s.terms.Game, terms: s.terms, s: s,
		mailbox: make(chan func(), mailboxSize),
		quit:    make(chan struct{}),
		done:    make(chan struct{}),
		recent:  map[string]answer{},
		present: map[int]int{},
		heard:   map[int]time.Duration{},
		away:    map[int]time.Duration{},
		timer:   time.NewTimer(time.Hour),
		chains:  map[string]*fair.Chain{},
	}
	t.tip.Store(s.seq)
	t.touch()
	return t
}

// ID returns the name of the table.
func (t *Table) ID() string { return t.id }

func (t *Table) touch() { t.used.Store(int64(t.hall.clock())) }

func (t *Table) idleFor() time.Duration {
	return t.hall.clock() - time.Duration(t.used.Load())
}

func (t *Table) start() {
	stop := t.listen()
	go t.run(stop)
	t.wake()
}

// end tells the table's goroutine to end after what it is doing.
func (t *Table) end() { t.once.Do(func() { close(t.quit) }) }

// wake makes the table look at its clock and its bots.
func (t *Table) wake() {
	select {
	case t.mailbox <- t.look:
	default: // it is awake
	}
}

func (t *Table) run(stop func()) {
	defer close(t.done)
	defer t.timer.Stop()
	defer stop()
	defer func() {
		if t.think != nil {
			t.think()
		}
		t.hall.minds.forget(t)
		for who, n := range t.present { // they come again to the table that follows
			for range n {
				t.hall.attendance.leave(hereKey(t.id, who))
			}
		}
	}()
	for {
		select {
		case <-t.quit:
			return
		case f := <-t.mailbox:
			t.guard(f)
		case <-t.timer.C:
			t.guard(t.look)
		case seq := <-t.news:
			t.guard(func() { t.heed(seq) })
		case people := <-t.cries:
			t.guard(func() { t.hear(people) })
		}
	}
}

// guard contains a panic to this table: it is let go and read anew.
func (t *Table) guard(f func()) {
	defer func() {
		if r := recover(); r != nil {
			t.broken = true
			t.hall.Log.Error("a table panicked", "table", t.id, "panic", fmt.Sprint(r), "stack", string(debug.Stack()))
			go t.hall.forget(t.id)
		}
	}()
	f()
}

// ask runs f in the table's goroutine and waits for it. Where the context ends
// first, f may still run: then what it writes to must not be looked at.
func (t *Table) ask(ctx context.Context, f func()) error {
	t.touch()
	done := make(chan struct{})
	select {
	case t.mailbox <- func() { defer close(done); f() }:
	case <-t.quit:
		return ErrBusy
	default:
		return ErrBusy
	}
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-t.done:
		return ErrBusy
	}
}

// Do performs an action for the holder of the token. When it returns without
// an error the action is durable.
func (t *Table) Do(ctx context.Context, token string, a Action) (Reply, error) {
	var reply Reply
	fail := ErrBusy // should the table panic on the way
	if err := t.ask(ctx, func() { reply, fail = t.do(ctx, token, a) }); err != nil {
		return Reply{}, err
	}
	return reply, fail
}

// mostTries is how often an action is judged anew because others were faster.
const mostTries = 16

// errAgain says that an action has to be judged anew on a fresh state.
var errAgain = errors.New("judge again")

// do performs an action. What is refused is refused on a state as fresh as the
// log; who loses a race for the next number is judged again, against the number
// that the client knew, so that it is done only if it still means the same.
func (t *Table) do(ctx context.Context, token string, a Action) (Reply, error) {
	if err := checkKey(a.Key); err != nil {
		return Reply{}, err
	}
	lost := false // it is unknown whether something was written
	for range mostTries {
		if err := t.hall.sure(ctx); err != nil {
			return Reply{}, err
		}
		reply, err := t.attempt(ctx, token, a)
		switch {
		case errors.Is(err, errAgain), errors.Is(err, ErrConflict), errors.Is(err, ErrDuplicate):
			continue
		case errors.Is(err, ErrBusy) && t.hall.shared != nil && !lost && ctx.Err() == nil:
			// The connection may have ended after the event was written. Its
			// key tells: it is looked for once, and then the client asks.
			lost = true
			continue
		}
		return reply, err
	}
	return Reply{}, ErrBusy
}

// attempt judges an action and commits what it becomes.
func (t *Table) attempt(ctx context.Context, token string, a Action) (Reply, error) {
	if err := t.refresh(ctx); err != nil {
		return Reply{}, err
	}
	if t.hall.unsure() { // the log has become shorter
		return Reply{}, errAgain
	}
	if a.Seq > t.s.seq && t.hall.shared != nil { // its sender knows more than we do
		if _, err := t.catchUp(ctx); err != nil {
			return Reply{}, err
		}
	}
	who := t.s.whose(token)
	if r, ok, err := t.answered(ctx, token, a); ok || err != nil {
		return r, err
	}
	if err := t.verify(ctx, a); err != nil {
		return Reply{}, err
	}
	if err := t.prepare(ctx, a); err != nil {
		return Reply{}, err
	}
	events, reply, err := t.judge(who, token, a)
	if err != nil {
		if t.hall.shared != nil {
			if moved, err := t.catchUp(ctx); err != nil {
				return Reply{}, err
			} else if moved {
				return Reply{}, errAgain
			}
		}
		return Reply{}, err
	}
	if events[0].By == 0 {
		events[0].By = who
	}
	if !t.hall.Unlimited {
		if err := t.s.room(&events[0], t.now()); err != nil {
			return Reply{}, err
		}
	}
	for i := range events {
		if i == 0 {
			t.sealKey(&events[i], token, a)
		}
		if events[i].By == 0 {
			events[i].By = who
		}
	}
	if err := t.commit(ctx, events); err != nil {
		return Reply{}, err
	}
	reply.Seq = events[0].Seq
	if len(t.recent) >= recentKeys {
		clear(t.recent) // the store remembers every key
	}
	t.recent[a.Key] = answer{events[0].Secret.Print, reply}
	return reply, nil
}

// prepare writes what has to stand in the log before an action: time that is
// owed to the clock, and the round that a throw needs. Mostly the holder of the
// lease has done so long before.
func (t *Table) prepare(ctx context.Context, a Action) error {
	if owed := t.owed(); owed > 0 {
		if err := t.commit(ctx, []Event{t.held(owed)}); err != nil {
			return err
		}
	}
	if a.Kind != Throw {
		return nil
	}
	if n := t.needRound(); n.why != "" && n.must {
		return t.commit(ctx, []Event{t.newRound(n)})
	}
	return nil
}

// lost reports whether the store may have lost events since the log was read:
// then the log may have become another.
func (t *Table) lost() bool { return t.s.under < t.hall.pulse.epoch.Load() }

// refresh reads the log anew if the state may differ from it.
func (t *Table) refresh(ctx context.Context) error {
	if t.newer {
		return ErrNewer
	}
	lost := t.lost()
	if !t.broken && !lost {
		return nil
	}
	s, err := t.hall.load(ctx, t.id)
	if err != nil {
		return t.stumbled(err)
	}
	if s.seq < t.tip.Load() && !lost {
		t.hall.doubt() // the store has lost something: its epoch tells
	}
	if lost {
		clear(t.recent)
	}
	t.s, t.broken = s, false
	t.mu.Lock()
	t.tail = nil // it is filled again as events come
	t.mu.Unlock()
	t.learned()
	return nil
}

// commit numbers, dates and appends events, folds them in once they are
// durable, and announces them.
func (t *Table) commit(ctx context.Context, events []Event) error {
	if t.hall.shared != nil {
		// Who turns away does not leave it open whether something was written.
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(context.WithoutCancel(ctx), ownTime)
		defer cancel()
	}
	now := t.now()
	line := t.s.line()
	for i := range events {
		e := &events[i]
		if e.At.After(now) {
			now = e.At
		}
		e.Table, e.Seq, e.Schema, e.At = t.id, t.s.seq+int64(i)+1, Schema, now
		if e.Line == "" {
			e.Line = line
		}
		line = e.Line
	}
	turned := t.s.turned
	// The fold comes first so that the store gets the summary of the new state.
	// Nobody can see it before it is durable: everything that looks passes
	// through this goroutine. Should the store refuse, the log is read anew.
	for i := range events {
		if err := t.s.apply(&events[i]); err != nil {
			t.broken = true
			return err
		}
	}
	if err := t.append(ctx, events); err != nil {
		t.broken = true
		if !errors.Is(err, ErrConflict) && !errors.Is(err, ErrDuplicate) {
			t.hall.trouble(ctx, "writing to the store", err, "table", t.id)
		}
		return err
	}
	t.remember(events)
	t.learned()
	t.hall.Bus.Publish(t.id, t.s.seq)
	t.hall.turned(t, turned)
	t.look()
	return nil
}

// now is the time of the next event: never before the last one.
func (t *Table) now() time.Time {
	now := t.hall.Now().UTC().Truncate(time.Millisecond)
	if now.Before(t.s.last) {
		return t.s.last
	}
	return now
}

// append writes events with the summary of the state they are appended to.
func (t *Table) append(ctx context.Context, events []Event) error {
	last := events[len(events)-1]
	begin := time.Now()
	err := t.hall.Store.Append(ctx, Batch{Table: t.id, After: events[0].Seq - 1, Events: events, Summary: t.summary(last)})
	t.hall.figures.appended(time.Since(begin), err)
	return t.hall.fault(err)
}

// summary describes the table after the event e.
func (t *Table) summary(e Event) Summary {
	s := t.s
	sum := Summary{Table: s.id, Game: s.terms.Game, Status: s.status(), Listed: s.terms.Listed && !s.locked, Changed: e.At, Deadline: t.due(), Seq: e.Seq}
	for _, c := range s.chairs {
		switch p := s.person(c.Person); {
		case p != nil:
			sum.People = append(sum.People, p.Name)
		case c.Bot != "":
			sum.People = append(sum.People, c.Bot)
		default:
			sum.Free++
		}
	}
	return sum
}
