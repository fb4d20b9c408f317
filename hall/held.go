package hall

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	. "parlour/table"
	"slices"
	"sync/atomic"
	"time"
)

// While nobody could play, because the server was down or its store did not
// answer, nobody's clock runs. Halls beat: each notes in the store, now and
// again, that it lives. A long gap between two beats, of whatever halls, is an
// outage. Who finds one writes it down where all halls read it, and does so
// before beating: a hall that sees the beat sees the outage too. So all agree
// on its beginning and its end, and each table is credited once, by an event
// that is dated no earlier than the end.

// An outage is a time when nobody could play.
type outage struct {
	From time.Time `json:"from"` // the last beat before it
	To   time.Time `json:"to"`
}

// The memory of outages.
const (
	outagesName = "outages" // in the vault
	mostOutages = 64
)

// A pulse is the heartbeat of a hall.
type pulse struct {
	busy    chan struct{} // holds one while a beat is under way
	last    time.Time     // when the store took the last beat
	missed  atomic.Bool   // it did not take the last one
	beaten  atomic.Int64  // when it took the last, by the hall's own clock
	wall    atomic.Int64  // the same by the clock on the wall, in milliseconds
	outages atomic.Pointer[[]outage]
	resumed atomic.Int64 // when the hall learned of the last outage, by its own clock
	epoch   atomic.Int64 // of the store, as of the last beat
	doubted atomic.Bool  // the store may have lost something since: it is asked before anything is written
}

// clock is the hall's own clock, which nobody sets. It measures how long
// something lasts; Now only says when something happened, for the log and for
// other nodes.
func (h *Hall) clock() time.Duration { return h.Elapsed() }

// gap is the time between beats from which on somebody may have been kept from
// playing.
func (h *Hall) gap() time.Duration { return h.Beat * 5 / 2 }

// unsure reports whether the hall has not reached its store for so long that it
// may not know of an outage, or whether the store has failed since. While a
// machine sleeps its own clock stands.
func (h *Hall) unsure() bool {
	p, gap := &h.pulse, h.gap()
	return p.doubted.Load() || h.clock()-time.Duration(p.beaten.Load()) > gap || h.Now().UnixMilli()-p.wall.Load() > gap.Milliseconds()
}

// sure makes certain, before something is written, that the hall knows of every
// outage and the store's epoch.
func (h *Hall) sure(ctx context.Context) error {
	if !h.unsure() {
		return nil
	}
	// Somebody may be finding out just now.
	wait, cancel := context.WithTimeout(ctx, again)
	defer cancel()
	if !h.pulse.begin(wait) {
		return ErrBusy
	}
	defer h.pulse.end()
	if !h.unsure() {
		return nil
	}
	return h.fault(h.beatNow(ctx))
}

// begin waits until no beat is under way and reports whether the next may
// begin; it may not if the context ends first. Whoever may ends it.
func (p *pulse) begin(ctx context.Context) bool {
	select {
	case p.busy <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

func (p *pulse) end() { <-p.busy }

// now is the time as stores keep it.
func (h *Hall) now() time.Time { return h.Now().Truncate(time.Millisecond) }

// firstBeat finds out how long the server was down.
func (h *Hall) firstBeat(ctx context.Context) error {
	h.pulse.outages.Store(&[]outage{})
	last, err := h.Store.LastBeat(ctx)
	if err != nil {
		return err
	}
	now := h.now()
	h.alive, h.since = now, h.clock()
	if !last.IsZero() && last.Before(now) {
		h.alive = last
	}
	if h.shared != nil {
		if err := h.agreeOnOutage(ctx, now); err != nil {
			return err
		}
	} else if !last.IsZero() && now.After(last) {
		h.pulse.outages.Store(&[]outage{{last, now}})
	}
	err = h.Store.Beat(ctx, now)
	if errors.Is(err, ErrBusy) && !last.IsZero() {
		// The disk may be full. What is there can be looked at, and the
		// outage lasts until the store takes a beat.
		h.pulse.outages.Store(&[]outage{})
		h.pulse.last = last
		h.missed(err)
		return nil
	}
	if err != nil {
		return err
	}
	if err := h.readEpoch(ctx); err != nil {
		return err
	}
	h.pulse.took(now, h.clock())
	return nil
}

// readEpoch asks the store for its epoch. If it has risen, what the tables here
// know may be more than the store does: each is read anew.
func (h *Hall) readEpoch(ctx context.Context) error {
	h.pulse.doubted.Store(false) // what fails from here on counts again
	epoch, err := h.Store.Epoch(ctx)
	if err != nil {
		h.pulse.doubted.Store(true)
		return err
	}
	for {
		before := h.pulse.epoch.Load()
		if before >= epoch {
			return nil
		}
		if !h.pulse.epoch.CompareAndSwap(before, epoch) {
			continue
		}
		if before != 0 {
			h.Log.Warn("the store may have lost something; tables are read anew and get new dice", "epoch", epoch)
			go h.wakeAll()
		}
		return nil
	}
}

// wakeAll makes every table in memory look at what it has to do.
func (h *Hall) wakeAll() {
	h.mu.Lock()
	tables := slices.Collect(maps.Values(h.tables))
	h.mu.Unlock()
	for _, t := range tables {
		t.wake()
	}
}

// doubt notes that the store may have lost something.
func (h *Hall) doubt() { h.pulse.doubted.Store(true) }

// beat notes that the hall lives.
func (h *Hall) beat(ctx context.Context) error {
	if !h.pulse.begin(ctx) {
		return ctx.Err()
	}
	defer h.pulse.end()
	return h.beatNow(ctx)
}

// beatNow does so between begin and end.
func (h *Hall) beatNow(ctx context.Context) error {
	p := &h.pulse
	ctx, cancel := context.WithTimeout(ctx, ownTime)
	defer cancel()
	began, now := h.clock(), h.now()
	// Without the readings of a clock that stands while the machine sleeps.
	if p.missed.Load() || now.Round(0).Sub(p.last.Round(0)) > h.gap() {
		if err := h.noteOutage(ctx, now); err != nil {
			h.missed(err)
			return err
		}
	}
	err := h.Store.Beat(ctx, now)
	if err == nil {
		err = h.readEpoch(ctx)
	}
	if err != nil {
		h.missed(err)
		return err
	}
	if p.missed.Load() {
		h.Log.Info("the store answers again")
	}
	p.took(now, began)
	return nil
}

// missed notes that the store did not take a beat.
func (h *Hall) missed(err error) {
	if !h.pulse.missed.Swap(true) {
		h.Log.Error("the store does not answer", "err", err)
	}
}

// trouble logs what did not work, unless it is known that the store does not
// answer: then nothing works, and one line says so.
func (h *Hall) trouble(ctx context.Context, what string, err error, args ...any) {
	if ctx.Err() == nil && !h.pulse.missed.Load() {
		h.Log.WarnContext(ctx, what, append(args, "err", err)...)
	}
}

// took notes that the store took a beat.
func (p *pulse) took(now time.Time, clock time.Duration) {
	p.last = now
	p.missed.Store(false)
	p.beaten.Store(int64(clock))
	p.wall.Store(now.UnixMilli())
}

// noteOutage notes that this hall has not beaten until now.
func (h *Hall) noteOutage(ctx context.Context, now time.Time) error {
	if h.shared != nil {
		return h.agreeOnOutage(ctx, now)
	}
	h.setOutages(append(h.outages(), outage{h.pulse.last, now}))
	return nil
}

func (h *Hall) outages() []outage { return *h.pulse.outages.Load() }

// resumed returns when people could play again after the last outage, by the
// hall's own clock.
func (h *Hall) resumed() time.Duration { return time.Duration(h.pulse.resumed.Load()) }

// setOutages keeps a list, the last of them at least.
func (h *Hall) setOutages(list []outage) []outage {
	list = append([]outage(nil), list[max(0, len(list)-mostOutages):]...)
	if old := h.outages(); len(list) > 0 && (len(old) == 0 || list[len(list)-1].To.After(old[len(old)-1].To)) {
		h.pulse.resumed.Store(int64(h.clock()))
	}
	h.pulse.outages.Store(&list)
	return list
}

// agreeOnOutage reads the outages that all nodes know, and adds the one that
// ends now if no node at all has beaten for long and none has noted it yet.
func (h *Hall) agreeOnOutage(ctx context.Context, now time.Time) error {
	last, err := h.Store.LastBeat(ctx)
	if err != nil {
		return err
	}
	vault, ok := h.Store.(Vault)
	if !ok { // then each node notes its own
		if now.Sub(last) > h.gap() && !last.IsZero() {
			h.setOutages(append(h.outages(), outage{last, now}))
		}
		return nil
	}
	for {
		value, version, err := vault.Kept(ctx, outagesName)
		if err != nil {
			return err
		}
		var list []outage
		if version > 0 {
			if err := json.Unmarshal(value, &list); err != nil {
				h.Log.Error("the list of outages", "err", err)
				list = nil
			}
		}
		known := last.IsZero() || now.Sub(last) <= h.gap() || len(list) > 0 && list[len(list)-1].To.After(last)
		if known {
			h.setOutages(list)
			return nil
		}
		list = append(list, outage{last.UTC(), now.UTC()})
		value, err = json.Marshal(list[max(0, len(list)-mostOutages):])
		if err != nil {
			return err
		}
		switch err := vault.Keep(ctx, outagesName, version, value); {
		case errors.Is(err, ErrConflict):
			continue
		case err != nil:
			return err
		}
		h.Log.Warn("nobody could play; no clock ran", "from", last, "to", now)
		h.setOutages(list)
		return nil
	}
}

// owed returns the time by which the clock that runs has to be held: while the
// table waited for somebody nobody could play.
func (t *Table) owed() (owed time.Duration) {
	s := t.s
	list := t.hall.outages()
	if len(list) == 0 || !list[len(list)-1].To.After(s.last) || !s.ticking() || s.running.IsZero() {
		return 0
	}
	for _, o := range list {
		from := o.From
		if from.Before(s.running) {
			from = s.running
		}
		if o.To.After(s.last) && o.To.After(from) {
			owed += o.To.Sub(from)
		}
	}
	return owed
}

// held is the event that credits the clock. Its time is not before the end of
// any outage, so that no node does it again.
func (t *Table) held(owed time.Duration) Event {
	list := t.hall.outages()
	return Event{Kind: Held, At: list[len(list)-1].To.UTC(), Body: Body{Lasted: owed}}
}
