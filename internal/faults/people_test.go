package faults

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"parlour"
	"parlour/hall"
	"parlour/table"
	"parlour/table/tabletest"
)

// An entry of a history is one action and its outcome.
type entry struct {
	action table.Action
	seq    int64 // the event it became; 0 if it was refused as late
}

// A history is what the server told the people at one table.
type history struct {
	table   string
	mu      sync.Mutex
	done    []entry
	pending map[string]table.Action // sent and not yet answered
	began   time.Time
	ops     []op // all requests, see linear
}

// asks records a request; the returned function records the answer.
func (h *history) asks(person int, key string, known int64) (answered func(seq int64, late bool)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	i := len(h.ops)
	h.ops = append(h.ops, op{person: person, call: int64(time.Since(h.began)), ret: open, key: key, known: known})
	return func(seq int64, late bool) {
		h.mu.Lock()
		defer h.mu.Unlock()
		o := &h.ops[i]
		o.ret, o.seq, o.late = int64(time.Since(h.began)), seq, late
	}
}

func (h *history) sending(a table.Action) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.pending[a.Key] = a
}

func (h *history) answered(a table.Action, seq int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.pending, a.Key)
	h.done = append(h.done, entry{a, seq})
}

// now returns what is known so far.
func (h *history) now() (done []entry, pending map[string]table.Action) {
	h.mu.Lock()
	defer h.mu.Unlock()
	pending = map[string]table.Action{}
	for k, a := range h.pending {
		pending[k] = a
	}
	return append([]entry(nil), h.done...), pending
}

// A crowd plays at many tables until told to stop. Whatever happens to the
// server, its people resend until they get an answer.
type crowd struct {
	at   *address
	fail func(error)
	most int64 // number of events after which they leave a table; 0 for never

	rest   time.Duration   // pause of a person after each action
	opened func(id string) // called for each table, if not nil

	mu     sync.Mutex
	tables []*history
	acks   int
}

// all returns the histories of all tables.
func (c *crowd) all() []*history {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]*history(nil), c.tables...)
}

// acknowledged returns the number of actions acknowledged so far.
func (c *crowd) acknowledged() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.acks
}

func (c *crowd) ack() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.acks++
}

// play plays at one table after another.
func (c *crowd) play(ctx context.Context, seed uint64, terms func(*rand.Rand) table.Terms) {
	rng := rand.New(rand.NewPCG(seed, 4))
	for ctx.Err() == nil {
		if err := c.game(ctx, rng, terms(rng)); err != nil && ctx.Err() == nil {
			c.fail(err)
			return
		}
	}
}

// note starts the history of a table.
func (c *crowd) note(id string) *history {
	h := &history{table: id, pending: map[string]table.Action{}, began: time.Now()}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tables = append(c.tables, h)
	return h
}

// game creates a table, seats people on all its open chairs and lets them
// play.
func (c *crowd) game(ctx context.Context, rng *rand.Rand, terms table.Terms) error {
	first := newClient(c.at)
	id, err := first.create(ctx, terms)
	if err != nil {
		return err
	}
	h := c.note(id)
	if c.opened != nil {
		c.opened(id)
	}
	v, err := first.view(ctx, id)
	if err != nil {
		return err
	}
	people := []*client{first}
	first.device = tabletest.NewDevice(1)
	if err := c.takePart(ctx, first, h, 0, &v); err != nil {
		return err
	}
	for chair, place := range v.Chairs {
		if chair == 0 || place.Bot != "" {
			continue
		}
		p := newClient(c.at)
		act := table.Action{Kind: table.Sit, Key: hall.NewToken(), Chair: chair + 1, Name: fmt.Sprint("Guest ", chair)}
		if _, err := c.act(ctx, p, h, chair, act); err != nil {
			return err
		}
		if rng.IntN(2) == 0 {
			p.device = tabletest.NewDevice(len(people) + 1)
		}
		people = append(people, p)
	}
	var wg sync.WaitGroup
	errs := make([]error, len(people))
	for i, p := range people {
		own := rand.New(rand.NewPCG(rng.Uint64(), uint64(i)))
		wg.Go(func() { errs[i] = c.person(ctx, p, h, i, own) })
	}
	wg.Wait()
	return errors.Join(errs...)
}

// takePart sends what a person's device owes the dice, if anything. Only taking
// part becomes an event.
func (c *crowd) takePart(ctx context.Context, p *client, h *history, person int, v *table.View) error {
	if p.device == nil {
		return nil
	}
	if v.Seq > p.device.Seen() {
		events, err := p.since(ctx, h.table, p.device.Seen())
		if err != nil {
			return err
		}
		p.device.See(events...)
	}
	a, owes := p.device.Next(v)
	switch {
	case owes && a.Kind == table.TakePart && p.asked:
		return nil // once is enough: a device that was left out plays on without taking part
	case owes && a.Kind == table.TakePart:
		p.asked = true
		a.Key = hall.NewToken()
		_, err := c.act(ctx, p, h, person, a)
		return err
	case !owes && v.Needs == parlour.NeedThrow && v.Dice.Ask == nil:
		a = p.device.Here()
	case !owes:
		return nil
	}
	a.Key = hall.NewToken()
	_, err := p.do(ctx, h.table, a)
	if errors.Is(err, errLate) || errors.Is(err, errDice) {
		return nil // the throw has fallen, or is asked for again
	}
	return err
}

// act sends an action and records the outcome.
func (c *crowd) act(ctx context.Context, p *client, h *history, person int, a table.Action) (acted, error) {
	h.sending(a)
	answered := h.asks(person, a.Key, a.Seq)
	r, err := p.do(ctx, h.table, a)
	switch {
	case errors.Is(err, errDice): // nothing was done, though no other event need have happened
		h.answered(a, 0)
	case errors.Is(err, errLate):
		answered(0, true)
		h.answered(a, 0)
	case err == nil:
		answered(r.Seq, false)
		h.answered(a, r.Seq)
		c.ack()
	default:
		err = fmt.Errorf("table %s, %s at %d: %w", h.table, a.Kind, a.Seq, err)
	}
	return r, err
}

// person plays until the game is over. Sometimes it resends an action that was
// answered long ago, and sometimes it chats out of turn.
func (c *crowd) person(ctx context.Context, p *client, h *history, person int, rng *rand.Rand) error {
	if p.device != nil {
		ctx, cancel := context.WithCancel(ctx)
		var wg sync.WaitGroup
		wg.Go(func() { p.listen(ctx, h.table) })
		defer wg.Wait()
		defer cancel()
	}
	var last *entry
	for ctx.Err() == nil {
		looked := h.asks(person, "", 0)
		v, err := p.view(ctx, h.table)
		if err != nil {
			return err
		}
		looked(v.Seq, false)
		if v.Status == table.Over || c.most > 0 && v.Seq > c.most {
			return nil
		}
		switch n := rng.IntN(40); {
		case n == 0 && last != nil:
			answered := h.asks(person, last.action.Key, last.action.Seq)
			r, err := p.do(ctx, h.table, last.action)
			if err != nil {
				return fmt.Errorf("table %s: resending %s: %w", h.table, last.action.Kind, err)
			}
			answered(r.Seq, false)
			if r.Seq != last.seq {
				return fmt.Errorf("table %s: %s was answered with event %d, sent again with %d", h.table, last.action.Kind, last.seq, r.Seq)
			}
			continue
		case n == 1:
			a := table.Action{Kind: table.Emote, Key: hall.NewToken(), Seq: v.Seq, Text: table.Emotes[rng.IntN(len(table.Emotes))]}
			if _, err := c.act(ctx, p, h, person, a); err != nil {
				return err
			}
			continue
		}
		if err := c.takePart(ctx, p, h, person, &v); err != nil {
			return err
		}
		a, mine := choose(&v, rng)
		if !mine {
			idle(ctx, 4*time.Millisecond)
			continue
		}
		if a.Kind == table.Throw && p.device != nil {
			a.Next = p.device.Press().Next
		}
		r, err := c.act(ctx, p, h, person, a)
		switch {
		case errors.Is(err, errDice):
			idle(ctx, 4*time.Millisecond)
			continue
		case errors.Is(err, errLate):
			// Another device of the same person could have been faster, but
			// there is none. So the view was older than the person's own last
			// action.
			return fmt.Errorf("table %s: %s at %d was refused as late although nobody else was to move", h.table, a.Kind, a.Seq)
		case err != nil:
			return err
		}
		last = &entry{a, r.Seq}
		idle(ctx, c.rest)
	}
	return nil
}

// choose picks the viewer's next action, if it is the viewer's turn.
func choose(v *table.View, rng *rand.Rand) (a table.Action, mine bool) {
	a = table.Action{Key: hall.NewToken(), Seq: v.Seq}
	for _, n := range v.You.Chairs {
		for _, seat := range v.Chairs[n-1].Seats {
			if seat != v.Turn || v.Status != table.Playing || v.Dice.Ask != nil {
				continue
			}
			if a.Kind = table.Throw; len(v.Moves) > 0 {
				a.Kind, a.Move = table.Move, v.Moves[rng.IntN(len(v.Moves))]
			}
			return a, true
		}
	}
	return a, false
}

func idle(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
