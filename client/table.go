package client

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"parlour"
	"parlour/table"
	"parlour/table/proof"
)

// Config says which table to follow, and as whom.
type Config struct {
	Client *Client // required
	Table  string  // required
	Open   func(line string) (parlour.Match, error)
	Memory *Memory // of this device; nil forgets everything at the end
	Name   string  // how a watcher is called, or ""
}

// ErrGone says that the table was deleted.
var ErrGone = errors.New("the table was deleted")

// A BrokenPromise says that a check of a table's dice failed. Nothing is sent to the
// table until GoOn is called.
type BrokenPromise struct{ *proof.Fault }

func (e *BrokenPromise) Error() string {
	return "a check of this table's dice failed, so nothing more is sent there: " + e.Fault.Error()
}

// A State is the state of a table at one moment. It never changes.
type State struct {
	View     *View
	Events   []Event      // the whole log
	Up       bool         // the stream is open
	Fault    *proof.Fault // the first thing that is wrong with the log, nil if nothing is
	Accepted bool         // GoOn was called in spite of it
	Throws   int          // how many throws were checked
	Watchers int          // how many people watch
	Err      error        // why nothing more comes, nil while it goes on
}

// Mine reports whether this client has to throw or to move.
func (s *State) Mine() bool {
	v := s.View
	if v == nil || s.Err != nil || v.Status != table.Playing || v.Paused {
		return false
	}
	i := slices.IndexFunc(v.Chairs, func(c table.ChairView) bool { return slices.Contains(c.Seats, v.Turn) })
	return i >= 0 && v.Chairs[i].Bot == "" && slices.Contains(v.You.Chairs, i+1)
}

// A Table follows one table of a server. It is safe for use by many goroutines.
type Table struct {
	c      Config
	cancel context.CancelFunc
	done   sync.WaitGroup
	quick  atomic.Bool // tests do not wait before connecting again

	mu      sync.Mutex
	s       State
	changed chan struct{}
	check   *proof.Checker
	memory  *Memory
	last    int64 // the last event that the memory was shown before
	gaps    int   // how often in a row events were missing

	// What the device needs to know, as the log has it. It opens its secrets by the
	// log alone: a view is not checked.
	round struct { // the latest one
		number     int
		commitment string
		epoch      int64
		people     []int
		sealed     proof.HeadAt
		pledged    map[int]string
		since      time.Time
	}
	throws   int          // how many have fallen
	opened   map[int]open // by person
	asks     int          // how often this person has asked to take part
	asked    time.Time
	patience time.Duration
	sent     map[string]bool
}

// An open says how many links a person's device has opened in a round.
type open struct{ round, links int }

// Follow follows a table. It returns when the whole log has been read and checked.
func Follow(ctx context.Context, c Config) (*Table, error) {
	v, err := c.Client.View(ctx, c.Table)
	if err != nil {
		return nil, err
	}
	t := newTable(c, v)
	ctx, t.cancel = context.WithCancel(ctx)
	t.done.Go(func() { t.follow(ctx) })
	t.done.Go(func() { t.duties(ctx) })
	for {
		s, changed := t.State(), t.Changed()
		if s.Err != nil {
			t.Close()
			return nil, s.Err
		}
		if n := int64(len(s.Events)); n > 0 && n >= s.View.Seq {
			return t, nil
		}
		select {
		case <-ctx.Done():
			t.Close()
			return nil, ctx.Err()
		case <-changed:
		}
	}
}

func newTable(c Config, v *View) *Table {
	t := &Table{c: c, changed: make(chan struct{}), memory: c.Memory, patience: askEvery, sent: map[string]bool{}, opened: map[int]open{}}
	if t.memory == nil {
		t.memory = NewMemory(Address{Server: c.Client.Server, Table: c.Table})
	}
	t.s.View = v
	t.check = proof.NewChecker(c.Table, c.Open)
	if v.You.Person != 0 {
		t.memory.is(v.You.Person)
		t.check.Remember(t.memory.Seen())
		if n := len(t.memory.Heads); n > 0 {
			t.last = t.memory.Heads[n-1].Event
		}
	}
	return t
}

// Close stops following. The chair stays yours.
func (t *Table) Close() {
	t.cancel()
	t.done.Wait()
}

// State returns the current state of the table.
func (t *Table) State() State {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.s
}

// Changed returns a channel that is closed when the state changes next.
func (t *Table) Changed() <-chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.changed
}

// Wait waits until the state is as is wants it, or nothing more comes.
func (t *Table) Wait(ctx context.Context, is func(*State) bool) (State, error) {
	for {
		changed := t.Changed()
		s := t.State()
		if is(&s) {
			return s, nil
		}
		if s.Err != nil {
			return s, s.Err
		}
		select {
		case <-ctx.Done():
			return s, ctx.Err()
		case <-changed:
		}
	}
}

// Report says which throws are guaranteed, and for whom.
func (t *Table) Report() *proof.Report {
	t.mu.Lock()
	defer t.mu.Unlock()
	// A fresh checker, because a report takes the log for complete.
	c := proof.NewChecker(t.c.Table, t.c.Open)
	for i := range t.s.Events {
		if c.Add(&t.s.Events[i].Event) != nil {
			break
		}
	}
	return c.Report()
}

// GoOn lets the client act although a check of the dice failed.
func (t *Table) GoOn() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.s.Accepted = true
	t.notify()
}

// notify tells everybody that the state has changed. The caller holds the lock.
func (t *Table) notify() {
	close(t.changed)
	t.changed = make(chan struct{})
}

// may reports whether anything may be sent now. The caller holds the lock.
func (t *Table) may() error {
	switch {
	case t.s.Err != nil:
		return t.s.Err
	case t.s.Fault != nil && !t.s.Accepted:
		return &BrokenPromise{t.s.Fault}
	}
	return nil
}

// Act does something at the table, and waits until the state shows it. While the
// server cannot be reached it tries again until ctx ends. Seq is filled in.
func (t *Table) Act(ctx context.Context, a table.Action) error {
	t.mu.Lock()
	err := t.may()
	a.Seq = cmp.Or(a.Seq, t.s.View.Seq)
	t.mu.Unlock()
	if err != nil {
		return err
	}
	reply, err := t.c.Client.act(ctx, t.c.Table, a, -1, func() { t.up(false) })
	if err != nil {
		return err
	}
	_, err = t.Wait(ctx, func(s *State) bool { return s.View.Seq >= reply.Seq })
	return err
}

// Throw throws the dice, as soon as they are ready, with this device's part in them.
func (t *Table) Throw(ctx context.Context) error {
	for {
		a, changed, wait, err := t.throw()
		if err != nil {
			return err
		}
		if wait == 0 {
			err = t.Act(ctx, a)
			if !errors.Is(err, ErrDice) && !errors.Is(err, ErrLate) {
				return err
			}
			wait = time.Second
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-changed:
			timer.Stop()
		case <-timer.C:
		}
	}
}

// ErrNoThrow says that this client has nothing to throw now.
var ErrNoThrow = errors.New("it is not your turn to throw")

// throw returns the action for the next throw, or how long to wait for it at most.
func (t *Table) throw() (a table.Action, changed <-chan struct{}, wait time.Duration, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	changed = t.changed
	if err := t.may(); err != nil {
		return a, changed, 0, err
	}
	if v := t.s.View; !t.s.Mine() || v.Needs != parlour.NeedThrow {
		return a, changed, 0, ErrNoThrow
	}
	if wait = t.notReady(time.Now()); wait > 0 {
		return a, changed, wait, nil
	}
	a, err = t.throwAction()
	return a, changed, 0, err
}

// up notes whether the stream is open.
func (t *Table) up(up bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.s.Up != up {
		t.s.Up = up
		t.notify()
	}
}

// end notes that nothing more comes.
func (t *Table) end(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.s.Err, t.s.Up = err, false
	t.notify()
}

// errGap says that events are missing, so that the stream has to begin again.
var errGap = errors.New("events are missing")

// receive takes what the stream says about the table.
func (t *Table) receive(data []byte) error {
	var said struct {
		Events []json.RawMessage
		View   *View
	}
	if err := json.Unmarshal(data, &said); err != nil {
		return fmt.Errorf("the server's answer cannot be read: %w", err)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, raw := range said.Events {
		var e Event
		if err := json.Unmarshal(raw, &e); err != nil {
			return fmt.Errorf("the server's answer cannot be read: %w", err)
		}
		seen := int64(len(t.s.Events))
		if e.Seq <= seen {
			continue
		}
		if e.Seq > seen+1 {
			if t.gaps++; t.gaps < 3 {
				return errGap
			}
		} else {
			t.gaps = 0
		}
		if err := t.check.AddJSON(raw); err != nil {
			return &endError{err}
		}
		clean(reflect.ValueOf(&e))
		t.s.Events = append(t.s.Events, e)
		t.see(&e)
	}
	clean(reflect.ValueOf(said.View))
	if said.View != nil && said.View.Seq >= t.s.View.Seq {
		if err := t.c.Client.sound(said.View); err != nil {
			return &endError{err}
		}
		t.s.View = said.View
		t.checked()
	}
	t.notify()
	return nil
}

// checked notes what the checks have found, after all events of a view.
func (t *Table) checked() {
	head := t.check.Head()
	fault := t.check.Fault()
	if fault == nil && t.last > head.Event {
		fault = &proof.Fault{Code: proof.MemoryStory, Event: head.Event + 1, Text: fmt.Sprintf("the log ends with event %d, but event %d was shown to this device", head.Event, t.last)}
	}
	t.last = 0
	if n := len(t.s.Events); fault == nil && n > 0 && int64(n) == t.s.View.Seq && t.s.Events[n-1].Line != t.s.View.Position {
		fault = &proof.Fault{Code: proof.Illegal, Event: head.Event, Text: fmt.Sprintf("the server shows the position %q, but in the log it is %q", t.s.View.Position, t.s.Events[n-1].Line)}
	}
	t.s.Throws = 0
	for i := range t.s.Events {
		if t.s.Events[i].Kind == table.Throw {
			t.s.Throws++
		}
	}
	if fault != nil && t.s.Fault == nil {
		t.s.Fault = fault
		if slices.Contains([]string{proof.MemoryCommitment, proof.MemoryPledge, proof.MemoryAsked, proof.MemoryStory}, fault.Code) {
			t.failed(t.memory.breaks())
		}
	}
	if t.s.Fault == nil && t.memory.Person != 0 {
		t.failed(t.memory.show(head))
	}
}

// failed ends everything if the memory cannot be written: secrets must not be used
// that a restart would forget. The caller holds the lock.
func (t *Table) failed(err error) {
	if err != nil && t.s.Err == nil {
		t.s.Err = fmt.Errorf("what this device knows about the table cannot be saved: %w", err)
	}
}
