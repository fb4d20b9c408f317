package table

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"parlour"
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
	used    atomic.Int64 // when it was last used, in nanoseconds
	tip     atomic.Int64 // its last event
	game    string

	// What follows belongs to the goroutine.

	s       *state
	broken  bool // the state may differ from the log: read it anew
	recent  map[string]answer
	timer   *time.Timer
	present map[int]int // streams of each person
	away    map[int]time.Time
	think   context.CancelFunc // stops a bot that thinks

	mu   sync.Mutex
	tail []Event // the last events as anybody may see them, for streams
}

// An answer remembers what a key was answered with.
type answer struct {
	by    int
	reply Reply
}

const (
	mailboxSize = 64
	recentKeys  = 256
)

func newTable(h *Hall, s *state) *Table {
	t := &Table{
		hall: h, id: s.id, game: s.terms.Game, s: s,
		mailbox: make(chan func(), mailboxSize),
		quit:    make(chan struct{}),
		done:    make(chan struct{}),
		recent:  map[string]answer{},
		present: map[int]int{},
		away:    map[int]time.Time{},
		timer:   time.NewTimer(time.Hour),
	}
	t.tip.Store(s.seq)
	t.touch()
	return t
}

// ID returns the name of the table.
func (t *Table) ID() string { return t.id }

func (t *Table) touch() { t.used.Store(t.hall.Now().UnixNano()) }

func (t *Table) idleFor() time.Duration {
	return t.hall.Now().Sub(time.Unix(0, t.used.Load()))
}

func (t *Table) start() {
	go t.run()
	t.wake()
}

func (t *Table) close() {
	t.once.Do(func() { close(t.quit) })
	<-t.done
}

// wake makes the table look at its clock and its bots.
func (t *Table) wake() {
	select {
	case t.mailbox <- t.look:
	default: // it is awake
	}
}

func (t *Table) run() {
	defer close(t.done)
	defer t.timer.Stop()
	defer func() {
		if t.think != nil {
			t.think()
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

// ask runs f in the table's goroutine and waits for it.
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
func (t *Table) Do(ctx context.Context, token string, a Action) (reply Reply, err error) {
	fail := ErrBusy // should the table panic on the way
	askErr := t.ask(ctx, func() {
		reply, fail = t.do(ctx, token, a)
	})
	if askErr != nil {
		return Reply{}, askErr
	}
	return reply, fail
}

func (t *Table) do(ctx context.Context, token string, a Action) (Reply, error) {
	if err := t.refresh(ctx); err != nil {
		return Reply{}, err
	}
	if err := checkKey(a.Key); err != nil {
		return Reply{}, err
	}
	who := t.s.whose(token)
	if r, ok, err := t.answered(ctx, a.Key, who); ok || err != nil {
		return r, err
	}
	events, reply, err := t.judge(who, token, a)
	if err != nil {
		return Reply{}, err
	}
	for i := range events {
		if i == 0 {
			events[i].Key = a.Key
		}
		if events[i].By == 0 {
			events[i].By = who
		}
	}
	if err := t.commit(ctx, events); err != nil {
		if errors.Is(err, ErrDuplicate) && t.refresh(ctx) == nil {
			if r, ok, err := t.answered(ctx, a.Key, who); ok || err != nil {
				return r, err
			}
		}
		return Reply{}, err
	}
	reply.Seq = events[0].Seq
	if len(t.recent) >= recentKeys {
		clear(t.recent) // the store remembers every key
	}
	t.recent[a.Key] = answer{events[0].By, reply}
	return reply, nil
}

// answered finds the answer to a key that was used before.
func (t *Table) answered(ctx context.Context, key string, who int) (Reply, bool, error) {
	if a, ok := t.recent[key]; ok {
		if a.by != who && a.by != 0 && who != 0 {
			return Reply{}, true, ErrForbidden
		}
		return a.reply, true, nil
	}
	if !t.s.used(key) {
		return Reply{}, false, nil
	}
	seq, err := t.hall.Store.Find(ctx, t.id, key)
	if err != nil || seq == 0 {
		return Reply{}, false, err
	}
	return Reply{Seq: seq}, true, nil
}

// refresh reads the log anew if the state may differ from it.
func (t *Table) refresh(ctx context.Context) error {
	if !t.broken {
		return nil
	}
	s, err := t.hall.load(ctx, t.id)
	if err != nil {
		return err
	}
	t.s, t.broken = s, false
	t.mu.Lock()
	t.tail = nil // it is filled again as events come
	t.mu.Unlock()
	return nil
}

// commit numbers, dates and appends events, folds them in once they are
// durable, and announces them.
func (t *Table) commit(ctx context.Context, events []Event) error {
	now := t.now()
	line := t.s.line()
	for i := range events {
		e := &events[i]
		e.Table, e.Seq, e.Schema, e.At = t.id, t.s.seq+int64(i)+1, Schema, now
		if e.Line == "" {
			e.Line = line
		}
		line = e.Line
	}
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
		switch {
		case errors.Is(err, ErrConflict):
			return ErrLate
		case !errors.Is(err, ErrDuplicate) && ctx.Err() == nil:
			t.hall.Log.ErrorContext(ctx, "the store", "table", t.id, "err", err)
		}
		return err
	}
	t.remember(events)
	t.hall.Bus.Publish(t.id, t.s.seq)
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
	err := t.hall.Store.Append(ctx, Batch{Table: t.id, After: events[0].Seq - 1, Events: events, Summary: t.s.summary(last)})
	t.hall.figures.appended(time.Since(begin), err)
	return err
}

// summary describes the table after the event e.
func (s *state) summary(e Event) Summary {
	sum := Summary{Table: s.id, Game: s.terms.Game, Status: s.status(), Listed: s.terms.Listed && !s.locked, Changed: e.At, Deadline: s.deadline(), Seq: e.Seq}
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

// look sees to everything that happens by itself: clocks that run out, bots
// whose turn it is, dice that run low, time the server was down.
func (t *Table) look() {
	if t.broken {
		return
	}
	s := t.s
	switch {
	case t.heldClock():
		return
	case s.coming == nil && s.chain != nil && s.throws >= s.dice.First-1+s.dice.Links-8 && !s.ref.Result().Over:
		t.own(t.newChain())
		return
	}
	if d := s.deadline(); !d.IsZero() {
		if wait := d.Sub(t.hall.Now()); wait > 0 {
			t.timer.Reset(wait + time.Millisecond)
		} else {
			chair := s.turnChair()
			t.own(Event{Kind: TimeUp, Body: Body{Chair: chair + 1}})
			return
		}
	}
	t.bot()
}

// heldClock credits the time the server was down to the clock that ran.
func (t *Table) heldClock() bool {
	from, to := t.hall.down[0], t.hall.down[1]
	s := t.s
	if from.IsZero() || !s.ticking() || s.running.IsZero() || !s.running.Before(from) || !s.last.Before(to) {
		return false
	}
	return t.own(Event{Kind: Held, Body: Body{Lasted: to.Sub(from)}})
}

// own commits an event of the table itself.
func (t *Table) own(e Event) bool {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	err := t.commit(ctx, []Event{e})
	if err != nil {
		t.hall.Log.Error("an event of the table itself", "table", t.id, "kind", e.Kind, "err", err)
		t.timer.Reset(time.Second)
		if t.refresh(ctx) != nil {
			return false
		}
	}
	return err == nil
}

// newChain commits the chain that follows the present one.
func (t *Table) newChain() Event {
	secret := newSecret()
	link := fair.NewChain(secret, t.hall.Links).Commitment()
	return Event{Kind: Commit,
		Body: Body{Dice: &Chain{
			Commitment: hex.EncodeToString(link[:]), Links: t.hall.Links,
			First: t.s.dice.First + t.s.dice.Links, Bots: t.s.dice.Bots,
		}},
		Secret: &Secret{Dice: hex.EncodeToString(secret[:])},
	}
}

// bot lets a bot act whose turn it is.
func (t *Table) bot() {
	s := t.s
	chair := s.turnChair()
	if t.think != nil || chair < 0 || s.status() != Playing || s.paused || s.timeUp != 0 || s.chairs[chair].Bot == "" {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), t.hall.BotTime)
	t.think = cancel
	game, played, level, match := s.terms.Game, s.played, s.chairs[chair].Bot, s.ref.Match()
	pause := time.After(pause(t.hall.BotDelay, s.terms.Pace, match)) // thinking counts within
	go func() {
		defer cancel()
		mv, ok := t.choose(ctx, game, level, match)
		select {
		case <-pause:
		case <-t.quit:
			return
		}
		act := func() {
			t.think = nil
			if t.broken || t.s.played != played || !ok {
				t.look()
				return
			}
			t.botPlays(mv, match)
		}
		select {
		case t.mailbox <- act:
		case <-t.done:
		}
	}()
}

// choose asks the bot for a move; a throw needs no thought. A bot that fails
// plays the first legal move.
func (t *Table) choose(ctx context.Context, game, level string, m parlour.Match) (mv parlour.Move, ok bool) {
	if m.Turn().Needs() == parlour.NeedThrow {
		return 0, true
	}
	moves := m.Moves()
	defer func() {
		if r := recover(); r != nil {
			t.hall.Log.Error("a bot panicked", "table", t.id, "level", level, "panic", fmt.Sprint(r))
			mv, ok = moves[0], true
		}
	}()
	p, err := t.hall.Shelf.Player(game, level)
	if err == nil {
		mv, err = p.Choose(ctx, m.Clone())
	}
	if err != nil || !slices.Contains(moves, mv) {
		return moves[0], true
	}
	return mv, true
}

func (t *Table) botPlays(mv parlour.Move, m parlour.Match) {
	var e Event
	var err error
	if m.Turn().Needs() == parlour.NeedThrow {
		e, err = t.throw()
	} else {
		e, err = t.move(m, mv)
	}
	if err == nil {
		t.own(e)
	}
}

// newSecret returns 256 random bits.
func newSecret() (b [32]byte) {
	fillRandom(b[:])
	return b
}
