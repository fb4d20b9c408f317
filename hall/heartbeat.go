package hall

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"parlour/table"
)

// A hall beats: every few seconds it writes to the store that it is alive. With
// each beat it learns which outages there were (outage.go) and whether the store
// may have lost events (the store's epoch). After a recent beat it can rely on
// both.
//
// There are two clocks. Now is the wall clock: it dates events, and nodes compare
// it. The hall's own clock, which nobody can set, measures durations. It may stop
// while a machine sleeps, so a beat is late if either clock says so.

// A heartbeat holds what a hall has learned from its beats.
type heartbeat struct {
	turn  chan struct{} // holds one value during a beat
	state atomic.Pointer[beatState]
}

// A beatState is what is known since the last beat. It is replaced, never changed.
type beatState struct {
	missed      bool           // the last beat failed
	storeFailed bool           // the store has failed since the last beat: beat before writing anything
	wall        time.Time      // when the last successful beat was, by the wall clock
	clock       time.Duration  // the same by the hall's own clock
	epoch       int64          // the store's epoch
	outages     []table.Outage // the latest, in order
	resumed     time.Duration  // when the hall learned of the last of them, by its own clock
	refused     time.Duration  // when a write last failed, by the hall's own clock; 0 after a write that worked
}

// refusalCounts is how long a failed write counts if nobody tries again.
const refusalCounts = 10 * time.Second

func newHeartbeat() *heartbeat {
	b := &heartbeat{turn: make(chan struct{}, 1)}
	b.state.Store(&beatState{})
	return b
}

// load returns the current state.
func (b *heartbeat) load() *beatState { return b.state.Load() }

// update replaces the state by a copy that f changes. It may call f several times.
func (b *heartbeat) update(f func(s *beatState)) (before, after *beatState) {
	for {
		before = b.state.Load()
		s := *before
		f(&s)
		if b.state.CompareAndSwap(before, &s) {
			return before, &s
		}
	}
}

// begin waits until no other beat is under way. It reports false if the context
// ends first; otherwise call end afterwards.
func (b *heartbeat) begin(ctx context.Context) bool {
	select {
	case b.turn <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

func (b *heartbeat) end() { <-b.turn }

// clock is the hall's own clock.
func (h *Hall) clock() time.Duration { return h.Elapsed() }

// now returns the time to the millisecond, as stores keep it.
func (h *Hall) now() time.Time { return h.Now().Truncate(time.Millisecond) }

// epoch returns the last known epoch of the store.
func (h *Hall) epoch() int64 { return h.heart.load().epoch }

// gap is the longest time between two beats that is not an outage.
func (h *Hall) gap() time.Duration { return h.Beat * 5 / 2 }

// stale reports whether the hall may have missed an outage or a loss of events:
// its last beat is too long ago, or the store has failed since.
func (h *Hall) stale() bool {
	s, gap := h.heart.load(), h.gap()
	return s.storeFailed || h.clock()-s.clock > gap || h.Now().Sub(s.wall) > gap
}

// ensureFresh makes sure, before something is written, that the hall knows of every
// outage and the store's epoch. If it is stale, it beats.
func (h *Hall) ensureFresh(ctx context.Context) error {
	if !h.stale() {
		return nil
	}
	wait, cancel := context.WithTimeout(ctx, retryAfter)
	defer cancel()
	if !h.heart.begin(wait) {
		return ErrBusy
	}
	defer h.heart.end()
	if !h.stale() { // another goroutine has beaten meanwhile
		return nil
	}
	return h.storeError(h.beatNow(ctx))
}

// noteStoreFailure records that the store failed and may have lost events.
func (h *Hall) noteStoreFailure() { h.heart.update(func(s *beatState) { s.storeFailed = true }) }

// firstBeat finds out how long the server was down.
func (h *Hall) firstBeat(ctx context.Context) error {
	last, err := h.Store.LastBeat(ctx)
	if err != nil {
		return err
	}
	now := h.now()
	h.aliveAt, h.openedAt = now, h.clock()
	if !last.IsZero() && last.Before(now) {
		h.aliveAt = last
	}
	if h.shared != nil {
		if err := h.agreeOnOutage(ctx, now); err != nil {
			return err
		}
	} else if !last.IsZero() && now.After(last) {
		h.setOutages([]table.Outage{{From: last, To: now}})
	}
	err = h.Store.Beat(ctx, now)
	if errors.Is(err, ErrBusy) && !last.IsZero() {
		// The disk may be full. Tables can still be read, and the outage lasts
		// until a beat succeeds.
		h.heart.update(func(s *beatState) { s.outages, s.wall = nil, last })
		h.noteMissedBeat(err)
		return nil
	}
	if err != nil {
		return err
	}
	if h.shared == nil {
		// Somebody may have put an older copy of the store in its place while no
		// server ran. Nothing in the copy would show it, so each start raises
		// the epoch.
		if err := h.Store.RaiseEpoch(ctx, 0); errors.Is(err, ErrBusy) && !last.IsZero() {
			h.noteMissedBeat(err) // the disk may be full: people can still read
		} else if err != nil {
			return err
		}
	}
	if err := h.readEpoch(ctx); err != nil {
		return err
	}
	h.noteBeat(now, h.clock())
	return nil
}

// beat writes to the store that the hall is alive.
func (h *Hall) beat(ctx context.Context) error {
	if !h.heart.begin(ctx) {
		return ctx.Err()
	}
	defer h.heart.end()
	return h.beatNow(ctx)
}

// beatNow does what beat does. The caller has called begin.
func (h *Hall) beatNow(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, ownTime)
	defer cancel()
	began, now, last := h.clock(), h.now(), h.heart.load()
	// Round drops the monotonic clock, which stops while the machine sleeps.
	if last.missed || now.Round(0).Sub(last.wall.Round(0)) > h.gap() {
		if err := h.noteOutage(ctx, last.wall, now); err != nil {
			h.noteMissedBeat(err)
			return err
		}
	}
	err := h.Store.Beat(ctx, now)
	if err == nil {
		err = h.readEpoch(ctx)
	}
	if err != nil {
		h.noteMissedBeat(err)
		return err
	}
	if last.missed {
		h.Log.Info("the store answers again")
	}
	h.noteBeat(now, began)
	return nil
}

// noteBeat records a beat that succeeded.
func (h *Hall) noteBeat(wall time.Time, clock time.Duration) {
	h.heart.update(func(s *beatState) { s.missed, s.wall, s.clock = false, wall, clock })
}

// noteMissedBeat records a beat that failed.
func (h *Hall) noteMissedBeat(err error) {
	if before, _ := h.heart.update(func(s *beatState) { s.missed = true }); !before.missed {
		h.Log.Error("the store does not answer", "err", err)
	}
}

// noteWrite records whether the events of an action could be written.
func (h *Hall) noteWrite(ok bool) {
	if ok && h.heart.load().refused == 0 {
		return
	}
	at := max(1, h.clock())
	h.heart.update(func(s *beatState) {
		if s.refused = 0; !ok {
			s.refused = at
		}
	})
}

// logFailure logs an error, unless the last beat failed too: then everything
// fails, and one line has said so.
func (h *Hall) logFailure(ctx context.Context, what string, err error, args ...any) {
	if ctx.Err() == nil && !h.heart.load().missed {
		h.Log.WarnContext(ctx, what, append(args, "err", err)...)
	}
}

// readEpoch asks the store for its epoch. If it has risen, tables in memory may
// have events that the store has lost, so all are read again.
func (h *Hall) readEpoch(ctx context.Context) error {
	h.heart.update(func(s *beatState) { s.storeFailed = false }) // failures from now on count again
	epoch, err := h.Store.Epoch(ctx)
	if err != nil {
		h.noteStoreFailure()
		return err
	}
	before, after := h.heart.update(func(s *beatState) { s.epoch = max(s.epoch, epoch) })
	if before.epoch != 0 && before.epoch < after.epoch {
		h.Log.Warn("the store may have lost something; tables are read again and get new dice", "epoch", epoch)
		go h.wakeAll()
	}
	return nil
}

// Probe checks that the store can be written and read: the hall beats and reads
// the beat back. You can call it as often as you like. A beat is small and may fit
// on a disk that is too full for an action, so Probe also fails if a write failed
// lately.
func (h *Hall) Probe(ctx context.Context) error {
	began := h.now()
	if err := h.beat(ctx); err != nil {
		return fmt.Errorf("the store does not take writes: %w", err)
	}
	last, err := h.Store.LastBeat(ctx)
	switch {
	case err != nil:
		return fmt.Errorf("the store cannot be read: %w", err)
	case last.Before(began):
		return errors.New("the store does not return what was written")
	}
	if at := h.heart.load().refused; at != 0 && h.clock()-at < refusalCounts {
		return errors.New("the store refuses actions")
	}
	return nil
}
