package notice

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"parlour/hall"
	"parlour/web/notice/push"
)

// A turn that has begun.
type turn struct {
	table string
	turn  int64
	over  bool // there is no turn: the game is over
	away  bool // it is the turn of a person who is away
}

// turned is called by a table when a turn begins. It never blocks. A table is in
// the queue once, with its newest turn, so that a quick game leaves room for
// others.
func (n *Notices) turned(id string, a hall.Awaited) {
	if n.surelyNone(id) {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if _, waits := n.begun[id]; !waits {
		select {
		case n.queue <- id:
		default:
			n.c.Log.Warn("too many notices wait; one is lost", "table", id)
			return
		}
	}
	n.begun[id] = turn{id, a.Turn, a.Over, a.Person != 0 && !a.Here}
}

// surelyNone reports whether a table had no notices a moment ago.
func (n *Notices) surelyNone(id string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return time.Now().Before(n.none[id])
}

// remember notes whether a table has no notices.
func (n *Notices) remember(id string, none bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	switch {
	case !none:
		delete(n.none, id)
	case len(n.none) >= mostNone:
		clear(n.none) // they are looked up again
		fallthrough
	default:
		n.none[id] = time.Now().Add(noneLasts)
	}
}

// run checks one table after another.
func (n *Notices) run() {
	for {
		select {
		case id := <-n.queue:
			n.mu.Lock()
			t := n.begun[id]
			delete(n.begun, id)
			n.busy++
			n.mu.Unlock()
			n.consider(t)
			n.finished()
		case <-n.closing:
			return
		}
	}
}

func (n *Notices) finished() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.busy--
}

// consider finds out whether anybody wants to know of a turn.
func (n *Notices) consider(t turn) {
	defer n.c.Contain("a notice", "table", t.table)
	ctx, cancel := context.WithTimeout(context.Background(), checkTime)
	defer cancel()
	raw, _, err := n.c.Vault.Kept(ctx, keptOf(t.table))
	var k kept
	if err == nil && len(raw) > 0 {
		err = json.Unmarshal(raw, &k)
	}
	switch {
	case err != nil:
		n.c.Log.Warn("look up who wants a notice", "table", t.table, "err", err)
		return
	case len(k.Subs)+len(k.Hooks) == 0:
		n.remember(t.table, true)
		return
	case len(k.Hooks) > 0:
		n.ring(ctx, t, k.Hooks)
	}
	switch {
	case t.over:
		n.dropAll(t.table)
	case !t.away:
	case n.c.Delay == 0:
		n.notify(t)
	default:
		n.later(t)
	}
}

// later tells of a turn when other nodes have had time to say who listens. If
// the next turn begins meanwhile, the delay starts again.
func (n *Notices) later(t turn) {
	n.mu.Lock()
	defer n.mu.Unlock()
	_, waits := n.delayed[t.table]
	if !waits && len(n.delayed) >= queueSize {
		n.c.Log.Warn("too many notices wait; one is lost", "table", t.table)
		return
	}
	n.delayed[t.table] = t
	if !waits {
		go func() {
			n.notify(n.await(t))
			n.finished()
		}()
	}
}

// await waits for the delay and returns the newest turn of a table.
func (n *Notices) await(t turn) turn {
	for {
		select {
		case <-time.After(n.c.Delay):
		case <-n.closing: // better one notice too many than none
		}
		n.mu.Lock()
		newest := n.delayed[t.table]
		if newest == t {
			delete(n.delayed, t.table)
			n.busy++
		}
		n.mu.Unlock()
		if newest == t {
			return t
		}
		t = newest
	}
}

// notify sends notices of a turn, if it is still under way and its player is
// away.
func (n *Notices) notify(t turn) {
	id := t.table
	defer n.c.Contain("a notice", "table", id)
	ctx, cancel := context.WithTimeout(context.Background(), checkTime)
	defer cancel()
	tb, err := n.c.Hall.Open(ctx, id)
	var a hall.Awaited
	if err == nil {
		a, err = tb.Awaited(ctx)
	}
	var targets []target
	switch {
	case errors.Is(err, hall.ErrNotFound):
		n.dropAll(id)
		return
	case err == nil && (a.Turn != t.turn || a.Person == 0 || a.Here):
		return
	case err == nil:
		targets, err = n.due(ctx, id, a)
	}
	if err == nil && len(targets) > 0 {
		err = n.send(ctx, tb, targets)
	}
	if err != nil {
		n.c.Log.Warn("send a notice", "table", id, "err", err)
	}
}

// text is the body of a notice, which the worker of the page shows.
type text struct {
	Title string `json:"title"`
	Body  string `json:"body"`
	URL   string `json:"url"`
	Tag   string `json:"tag"` // a later notice with the same tag replaces it
}

// send queues a notice for every target.
func (n *Notices) send(ctx context.Context, t *hall.Table, targets []target) error {
	id := t.ID()
	for _, to := range targets {
		said, err := n.c.Words(ctx, to.Lang, t)
		if err != nil {
			return err
		}
		body, err := json.Marshal(text{said.Head, said.Words, "/t/" + id, id})
		if err != nil {
			return err
		}
		gone := func() { n.drop(id, func(s target) bool { return s.Endpoint == to.Endpoint }) }
		if !n.c.Push.Offer(to.Subscription, push.Message{Body: body, TTL: noticeTTL, Urgency: "normal", Topic: id}, gone) {
			n.c.Log.Warn("too many notices wait; one is lost", "table", id)
		}
	}
	return nil
}

// due returns whom to tell of a turn, and notes that they were told.
func (n *Notices) due(ctx context.Context, id string, a hall.Awaited) (list []target, err error) {
	err = change(ctx, n, keptOf(id), func(k *kept) error {
		list = nil
		if a.Turn <= k.Told {
			return errSame
		}
		list = keep(k.Subs, func(s target) bool { return s.Person == a.Person })
		if list == nil {
			return errSame
		}
		k.Told, k.Changed = a.Turn, time.Now().UTC()
		return nil
	})
	return list, err
}
