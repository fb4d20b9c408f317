package client

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"

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
	Stale    bool         // the log is older than what this device was shown
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
	memory  *Memory
	story   *story // the log that the state shows, checked
	loading *story // another one, which replaces it when the whole of it has come; nil for none
	shown   bool   // the state has a view whose events have come and were checked
	gaps    int    // how often in a row events were missing
	duties  duties
}

// A story is a log with what its checks have found.
type story struct {
	check  *proof.Checker
	events []Event
}

// Follow follows a table. It returns when the whole log has been read and checked.
func Follow(ctx context.Context, c Config) (*Table, error) {
	v, err := c.Client.View(ctx, c.Table)
	if err != nil {
		return nil, err
	}
	t := newTable(c, v)
	ctx, t.cancel = context.WithCancel(ctx)
	t.done.Go(func() { t.follow(ctx) })
	t.done.Go(func() { t.attend(ctx) })
	for {
		t.mu.Lock()
		err, shown, changed := t.s.Err, t.shown, t.changed
		t.mu.Unlock()
		switch {
		case err != nil:
			t.Close()
			return nil, err
		case shown:
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
	t := &Table{c: c, changed: make(chan struct{}), memory: c.Memory, duties: duties{wait: takeEvery}}
	if t.memory == nil {
		t.memory = NewMemory(Address{Server: c.Client.Server, Table: c.Table})
	}
	t.s.View = v
	if v.You.Person != 0 {
		t.memory.is(v.You.Person, v.Seq+1)
	}
	t.story = t.newStory()
	return t
}

// newStory returns an empty log that is checked against what the device remembers.
func (t *Table) newStory() *story {
	s := &story{check: proof.NewChecker(t.c.Table, t.c.Open)}
	if d := t.memory.Device; d != nil && d.Person != 0 { // even if the server says that nobody sits here
		s.check.Remember(d.Seen())
	}
	return s
}

// Close stops following, and tells the table so. The chair stays yours.
func (t *Table) Close() {
	t.cancel()
	t.done.Wait()
	t.bye()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.failed(t.memory.Save()) // what was shown since something was sent last
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

// Report says what is known about the dice.
func (t *Table) Report() *proof.Report {
	t.mu.Lock()
	defer t.mu.Unlock()
	r := t.story.check.Report()
	clean(reflect.ValueOf(r.Names))
	return r
}

// Export writes what this device remembers of the table for parlour verify, without
// its secrets.
func (t *Table) Export(w io.Writer) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.memory.Export(w)
}

// GoOn lets the client act although a check of the dice failed. It takes no part in
// the dice from then on.
func (t *Table) GoOn() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.s.Fault != nil { // what is not known yet cannot be accepted
		t.s.Accepted = true
		t.notify()
	}
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
	if err := t.prepare(&a); err != nil {
		return err
	}
	reply, err := t.c.Client.act(ctx, t.c.Table, a, -1, func() { t.up(false) })
	if err != nil {
		return err
	}
	_, err = t.Wait(ctx, func(s *State) bool { return s.View.Seq >= reply.Seq })
	return err
}

// prepare fills in what an action needs and remembers it.
func (t *Table) prepare(a *table.Action) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.may(); err != nil {
		return err
	}
	a.Seq = cmp.Or(a.Seq, t.s.View.Seq)
	if a.Kind == table.Move {
		a.Move = t.canonical(a.Move)
	}
	t.failed(t.memory.Act(*a))
	return t.s.Err
}

// canonical returns a move as the log will have it, which is compared with what the
// device remembers. The server judges what cannot be read.
func (t *Table) canonical(move string) string {
	m, err := t.c.Open(t.s.View.Position)
	if err != nil {
		return move
	}
	mv, err := m.Parse(move)
	if err != nil {
		return move
	}
	return m.Text(mv)
}

// up notes whether the stream is open.
func (t *Table) up(up bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.s.Up != up {
		t.s.Up = up
		t.duties.lost()
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

var (
	errGap   = errors.New("events are missing")     // connect the stream again
	errOther = errors.New("the log is another one") // read it from its beginning
)

// receive takes what the stream says about the table. First says that nothing came
// before it on this stream.
func (t *Table) receive(data []byte, first bool) error {
	var said struct {
		Events []json.RawMessage
		View   *View
	}
	if err := json.Unmarshal(data, &said); err != nil {
		return fmt.Errorf("the server's answer cannot be read: %w", err)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	into := t.story
	if t.loading != nil {
		into = t.loading
	}
	for _, raw := range said.Events {
		if err := t.add(into, raw); err != nil {
			return err
		}
	}
	clean(reflect.ValueOf(said.View))
	if said.View != nil {
		if err := t.view(into, said.View, first); err != nil {
			return err
		}
	}
	t.s.Events = t.story.events
	t.broken(t.story.check.Fault()) // there may be no view
	t.notify()
	return nil
}

// add checks an event and adds it to a log.
func (t *Table) add(into *story, raw []byte) error {
	var e Event
	if err := json.Unmarshal(raw, &e); err != nil {
		return fmt.Errorf("the server's answer cannot be read: %w", err)
	}
	seen := int64(len(into.events))
	if e.Seq <= seen {
		clean(reflect.ValueOf(&e))
		if e.Seq == seen && !same(&e.Event, &into.events[seen-1].Event) {
			return t.reload() // the server went back, or shows another log
		}
		return nil
	}
	if e.Seq > seen+1 {
		if t.gaps++; t.gaps < 3 {
			return errGap
		}
	} else {
		t.gaps = 0
	}
	if err := into.check.AddJSON(raw); err != nil {
		return &endError{err}
	}
	if d := t.memory.Device; d != nil && d.Person != 0 {
		d.See(into.check)
	}
	clean(reflect.ValueOf(&e))
	into.events = append(into.events, e)
	return nil
}

// same reports whether two events are the same entry of a log.
func same(a, b *table.Event) bool {
	return a.At.Equal(b.At) && a.Kind == b.Kind && a.By == b.By && a.Line == b.Line
}

// reload has the whole log read again. The caller holds the lock.
func (t *Table) reload() error {
	t.loading = t.newStory()
	return errOther
}

// view takes a view, after all events that came with it.
func (t *Table) view(into *story, v *View, first bool) error {
	if err := t.c.Client.sound(v); err != nil {
		return &endError{err}
	}
	if d := t.memory.Device; v.You.Person != 0 && (d == nil || d.Person != v.You.Person) { // somebody who watched sat down
		t.memory.is(v.You.Person, v.Seq+1)
		return t.reload()
	}
	switch n := int64(len(into.events)); {
	case n < v.Seq || v.Seq < 1:
		return nil // there is more to come, and nothing is shown before it was checked
	case t.loading != nil:
		t.story, t.loading = t.loading, nil
	case first && v.Seq < n:
		return t.reload()
	case v.Seq < t.s.View.Seq && !first:
		return nil
	}
	t.s.View, t.shown = v, true
	t.checked()
	return nil
}

// checked notes what the checks have found, after all events of a view.
func (t *Table) checked() {
	c, events, v := t.story.check, t.story.events, t.s.View
	fault := c.Fault()
	if n := v.Seq; fault == nil && n > 0 && events[n-1].Line != v.Position {
		fault = &proof.Fault{Code: proof.Illegal, Event: n, Text: fmt.Sprintf("the server shows the position %q, but in the log it is %q", v.Position, events[n-1].Line)}
	}
	if o := c.Open(); fault == nil && o != nil && v.Seq == c.Head().Event && (v.Status == table.Over || v.Result != nil) {
		fault = &proof.Fault{Code: proof.OpenAsk, Event: v.Seq, Throw: o.Number, Text: fmt.Sprintf("the server says that the game has ended, but throw %d is still asked for", o.Number)}
	}
	if d := t.memory.Device; d != nil && !c.Behind() && (d.Since != 0 || d.Person == v.You.Person) {
		d.From(int64(len(events)) + 1) // the server may have named an event that never comes
	}
	t.s.Throws = 0
	for i := range events {
		if events[i].Kind == table.Throw {
			t.s.Throws++
		}
	}
	t.s.Stale = c.Behind()
	t.broken(fault)
}

// failed ends everything if the memory cannot be written: secrets must not be used
// that a restart would forget. The caller holds the lock.
func (t *Table) failed(err error) {
	if err != nil && t.s.Err == nil {
		t.s.Err = unsaved(err)
	}
}
