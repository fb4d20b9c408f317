package hall

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"parlour/table"
)

// A hall beats: now and again it notes in the store that it lives. From its
// last beat it knows how far it can trust what it knows of the store: which
// outages there were (outage.go), and whether the store may have lost events
// (its epoch).
//
// Two clocks matter. Now is the clock on the wall: it dates events and is what
// nodes compare. The hall's own clock, which nobody can set, measures how long
// something lasts. It stands still while a machine sleeps, so a beat is late if
// it is late by either.

// A heartbeat is what a hall's beats have told it.
type heartbeat struct {
	turn chan struct{} // holds one value while somebody beats
	sign atomic.Pointer[sign]
}

// A sign is what is known since the last beat. It is never changed, only
// replaced.
type sign struct {
	missed  bool           // the store did not take the last beat
	doubted bool           // the store has failed since: ask it before anything is written
	wall    time.Time      // when the store took the last beat, by the clock on the wall
	clock   time.Duration  // and by the hall's own clock
	epoch   int64          // of the store
	outages []table.Outage // the latest, in order
	resumed time.Duration  // when the hall learned of the last of them, by its own clock
	refused time.Duration  // when the store last refused events, by the hall's own clock; 0 once it has taken some
}

// refusalCounts is how long a refusal of the store counts if nobody tries again.
const refusalCounts = 10 * time.Second

func newHeartbeat() *heartbeat {
	b := &heartbeat{turn: make(chan struct{}, 1)}
	b.sign.Store(&sign{})
	return b
}

// now returns what is known.
func (b *heartbeat) now() *sign { return b.sign.Load() }

// learn replaces what is known by what f makes of it. f may run several times.
func (b *heartbeat) learn(f func(s *sign)) (before, after *sign) {
	for {
		before = b.sign.Load()
		s := *before
		f(&s)
		if b.sign.CompareAndSwap(before, &s) {
			return before, &s
		}
	}
}

// begin waits for the turn to beat. It reports false if the context ends first;
// otherwise call end afterwards.
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

// now is the time as stores keep it.
func (h *Hall) now() time.Time { return h.Now().Truncate(time.Millisecond) }

// epoch is the store's epoch, as far as the hall knows.
func (h *Hall) epoch() int64 { return h.heart.now().epoch }

// gap is the longest time between two beats in which nobody was kept from
// playing.
func (h *Hall) gap() time.Duration { return h.Beat * 5 / 2 }

// unsure reports whether the hall may not know of an outage or a loss: its last
// beat is too long ago, or the store has failed since.
func (h *Hall) unsure() bool {
	s, gap := h.heart.now(), h.gap()
	return s.doubted || h.clock()-s.clock > gap || h.Now().Sub(s.wall) > gap
}

// sure makes certain, before something is written, that the hall knows of every
// outage and the store's epoch. If it does not, it beats.
func (h *Hall) sure(ctx context.Context) error {
	if !h.unsure() {
		return nil
	}
	wait, cancel := context.WithTimeout(ctx, again)
	defer cancel()
	if !h.heart.begin(wait) {
		return ErrBusy
	}
	defer h.heart.end()
	if !h.unsure() { // somebody else has beaten meanwhile
		return nil
	}
	return h.fault(h.beatNow(ctx))
}

// doubt notes that the store may have lost something.
func (h *Hall) doubt() { h.heart.learn(func(s *sign) { s.doubted = true }) }

// firstBeat finds out how long the server was down.
func (h *Hall) firstBeat(ctx context.Context) error {
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
		h.setOutages([]table.Outage{{From: last, To: now}})
	}
	err = h.Store.Beat(ctx, now)
	if errors.Is(err, ErrBusy) && !last.IsZero() {
		// The disk may be full. What is there can still be read, and the
		// outage lasts until the store takes a beat.
		h.heart.learn(func(s *sign) { s.outages, s.wall = nil, last })
		h.missed(err)
		return nil
	}
	if err != nil {
		return err
	}
	if h.shared == nil {
		// Somebody may have put an older copy of the whole store in its place
		// while no server ran. Nothing in it would tell, so each start counts.
		if err := h.Store.RaiseEpoch(ctx, 0); errors.Is(err, ErrBusy) && !last.IsZero() {
			h.missed(err) // the disk may be full: people can still read
		} else if err != nil {
			return err
		}
	}
	if err := h.readEpoch(ctx); err != nil {
		return err
	}
	h.took(now, h.clock())
	return nil
}

// beat notes in the store that the hall lives.
func (h *Hall) beat(ctx context.Context) error {
	if !h.heart.begin(ctx) {
		return ctx.Err()
	}
	defer h.heart.end()
	return h.beatNow(ctx)
}

// beatNow beats; it is this caller's turn.
func (h *Hall) beatNow(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, ownTime)
	defer cancel()
	began, now, last := h.clock(), h.now(), h.heart.now()
	// Round drops the readings of a clock that stands still while the machine sleeps.
	if last.missed || now.Round(0).Sub(last.wall.Round(0)) > h.gap() {
		if err := h.noteOutage(ctx, last.wall, now); err != nil {
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
	if last.missed {
		h.Log.Info("the store answers again")
	}
	h.took(now, began)
	return nil
}

// took notes that the store took a beat.
func (h *Hall) took(wall time.Time, clock time.Duration) {
	h.heart.learn(func(s *sign) { s.missed, s.wall, s.clock = false, wall, clock })
}

// missed notes that the store did not take a beat.
func (h *Hall) missed(err error) {
	if before, _ := h.heart.learn(func(s *sign) { s.missed = true }); !before.missed {
		h.Log.Error("the store does not answer", "err", err)
	}
}

// wrote notes whether the store took the events of an action.
func (h *Hall) wrote(ok bool) {
	if ok && h.heart.now().refused == 0 {
		return
	}
	at := max(1, h.clock())
	h.heart.learn(func(s *sign) {
		if s.refused = 0; !ok {
			s.refused = at
		}
	})
}

// trouble logs what did not work, unless it is known that the store does not
// answer: then nothing works, and one line says so.
func (h *Hall) trouble(ctx context.Context, what string, err error, args ...any) {
	if ctx.Err() == nil && !h.heart.now().missed {
		h.Log.WarnContext(ctx, what, append(args, "err", err)...)
	}
}

// readEpoch asks the store for its epoch. If it has risen, the tables here may
// know events that the store has lost: each is read again.
func (h *Hall) readEpoch(ctx context.Context) error {
	h.heart.learn(func(s *sign) { s.doubted = false }) // failures from here on count again
	epoch, err := h.Store.Epoch(ctx)
	if err != nil {
		h.doubt()
		return err
	}
	before, after := h.heart.learn(func(s *sign) { s.epoch = max(s.epoch, epoch) })
	if before.epoch != 0 && before.epoch < after.epoch {
		h.Log.Warn("the store may have lost something; tables are read again and get new dice", "epoch", epoch)
		go h.wakeAll()
	}
	return nil
}

// Probe checks that the store takes a write and gives it back: the hall beats,
// and reads the beat. It is a beat like any other, so it does no harm however
// often it comes. A beat is small, and may fit on a disk that has no room for an
// action: so it also fails while the store refuses actions.
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
	if at := h.heart.now().refused; at != 0 && h.clock()-at < refusalCounts {
		return errors.New("the store refuses actions")
	}
	return nil
}
