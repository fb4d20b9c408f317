package hall

import (
	"context"
	"errors"
	"time"

	"parlour"
	"parlour/table"
)

// tailSize is how many events a table keeps for its streams.
const tailSize = 32

// remember keeps the last events for streams.
func (t *Table) remember(events []table.Event) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, e := range events {
		t.tail = append(t.tail, e.Public())
	}
	if len(t.tail) > 2*tailSize {
		n := copy(t.tail, t.tail[len(t.tail)-tailSize:])
		clear(t.tail[n:])
		t.tail = t.tail[:n]
	}
}

// Since returns the public form of the events after seq.
func (t *Table) Since(ctx context.Context, seq int64) ([]table.Event, error) {
	t.touch()
	t.mu.Lock()
	if len(t.tail) > 0 && t.tail[0].Seq <= seq+1 {
		i := int(seq + 1 - t.tail[0].Seq)
		list := append([]table.Event(nil), t.tail[min(i, len(t.tail)):]...)
		t.mu.Unlock()
		return list, nil
	}
	t.mu.Unlock()
	events, err := t.hall.Store.Load(ctx, t.id, seq)
	for i := range events {
		events[i] = events[i].Public()
	}
	return events, t.hall.storeError(err)
}

// View returns the table as the holder of the token sees it, with every event that
// any node acknowledged before the call.
func (t *Table) View(ctx context.Context, token string) (v table.View, err error) {
	err = t.query(ctx, func(s *table.State) error {
		t.noteViewer()
		v = s.View(s.Whose(token), t.moment())
		return nil
	})
	return v, err
}

// Brief returns a view without the parts that are slow to compute: the moves, their
// steps, the pieces, the dice, and what one person may do.
func (t *Table) Brief(ctx context.Context) (v table.View, err error) {
	err = t.query(ctx, func(s *table.State) error {
		v = s.Brief(t.moment())
		return nil
	})
	return v, err
}

// You returns what the holder of the token may do at the table.
func (t *Table) You(ctx context.Context, token string) (you table.You, err error) {
	err = t.query(ctx, func(s *table.State) error {
		you = s.You(s.Whose(token))
		return nil
	})
	return you, err
}

// Match returns a copy of the present position.
func (t *Table) Match(ctx context.Context) (m parlour.Match, err error) {
	err = t.query(ctx, func(s *table.State) error {
		m = s.Match()
		return nil
	})
	return m, err
}

// DoAndView performs an action like Do and returns the table as the holder of
// the token sees it afterwards, or as it stands if the action was late.
func (t *Table) DoAndView(ctx context.Context, token string, a table.Action) (table.Reply, table.View, error) {
	from := a.From(t.id, token)
	var reply table.Reply
	var v table.View
	fail := ErrBusy
	if err := t.act(ctx, func() {
		reply, fail = t.do(ctx, &from, &a)
		if (fail == nil || errors.Is(fail, table.ErrLate)) && t.refresh(ctx) == nil {
			v = t.s.View(t.s.Whose(token), t.moment())
		}
	}); err != nil {
		return table.Reply{}, table.View{}, err
	}
	return reply, v, fail
}

// Views returns the table as a stranger sees it, and the part that differs for each
// holder of a token. One call serves all watchers. It shows what this node knows;
// Watch says when there is more.
func (t *Table) Views(ctx context.Context, tokens []string) (all table.View, you []table.You, err error) {
	err = t.local(ctx, func(s *table.State) error {
		all = s.View(0, t.moment())
		for _, token := range tokens {
			you = append(you, s.You(s.Whose(token)))
		}
		return nil
	})
	return all, you, err
}

// Missing lists chairs whose people are not connected, counted from 1.
type Missing struct {
	Away   []int // not connected now
	Absent []int // away for so long that a bot may stand in
}

// Away returns the chairs of people who are away.
func (t *Table) Away(ctx context.Context) (m Missing, err error) {
	err = t.local(ctx, func(s *table.State) error {
		for i, c := range s.Chairs() {
			if c.Person == 0 || !t.isAway(c.Person, table.LeftAfter) {
				continue
			}
			m.Away = append(m.Away, i+1)
			if t.isAway(c.Person, table.AwayAfter) {
				m.Absent = append(m.Absent, i+1)
			}
		}
		return nil
	})
	return m, err
}

// Advisable returns the position for which the holder of the token may ask for a
// kind of help, and the last event that changed it.
func (t *Table) Advisable(ctx context.Context, token, kind string) (m parlour.Match, played int64, err error) {
	err = t.query(ctx, func(s *table.State) error {
		if err := s.Advisable(s.Whose(token), kind); err != nil {
			return err
		}
		m, played = s.Match(), s.Played()
		return nil
	})
	return m, played, err
}

// Awaited names the people a table waits for.
type Awaited struct {
	Person int       // 0 for nobody: a bot, a free chair, a pause
	Here   bool      // a device of the person is connected
	Over   bool      // the game is over
	Turn   int64     // the event that began the turn; it identifies the turn
	Since  time.Time // when the turn began
}

// Awaited returns the people the table waits for.
func (t *Table) Awaited(ctx context.Context) (a Awaited, err error) {
	err = t.query(ctx, func(*table.State) error {
		a = t.awaited()
		return nil
	})
	return a, err
}

func (t *Table) awaited() (a Awaited) {
	s := t.s
	a.Turn, a.Since = s.Turned()
	switch s.Status() {
	case table.Over:
		a.Over = true
	case table.Playing:
		if c := s.Chairs()[s.TurnChair()]; c.Bot == "" && !s.Paused() {
			a.Person, a.Here = c.Person, t.here(c.Person)
		}
	}
	return a
}

// OnTurn sets a function to call when an event that this hall wrote begins a turn
// or ends the game. It runs under the table's lock and must not block.
func (h *Hall) OnTurn(f func(table string, a Awaited)) { h.onTurn.Store(&f) }

// callOnTurn calls the function of OnTurn if the game is over or another turn has
// begun since the one that began with the event before.
func (h *Hall) callOnTurn(t *Table, before int64) {
	f := h.onTurn.Load()
	if f == nil {
		return
	}
	if now, _ := t.s.Turned(); now != before || t.s.Status() == table.Over {
		(*f)(t.id, t.awaited())
	}
}

// Rematch makes a new table with the same terms and rotated chairs, and records it
// in the log. The person who asks becomes its host. The others sit down there
// themselves, one chair further on. Called again, Rematch returns the same table.
func (h *Hall) Rematch(ctx context.Context, old *Table, token string, a table.Action) (string, error) {
	a.Kind = table.Rematch
	if err := table.CheckKey(a.Key); err != nil {
		return "", err
	}
	from := a.From(old.id, token)
	var next string
	var terms table.Terms
	var bots []string
	err := old.query(ctx, func(s *table.State) error {
		if _, _, err := s.Answered(&from, a.Key); err != nil {
			return err
		}
		var err error
		terms, bots, err = s.Again(s.Whose(token))
		next = s.Next()
		return err
	})
	if err != nil {
		return "", err
	}
	if next != "" {
		return next, nil
	}
	t, err := h.begin(ctx, token, terms, bots, table.Action{Key: table.IDFor(old.id, a.Key), Name: a.Name})
	if err != nil {
		return "", err
	}
	fail := ErrBusy
	if err := old.act(ctx, func() { next, fail = old.noteRematch(ctx, token, a.Key, from.Print, t.ID()) }); err != nil {
		return "", err
	}
	return next, fail
}

// noteRematch records the table of the rematch, unless somebody else has made one
// first: then it returns that one.
func (t *Table) noteRematch(ctx context.Context, token, key, print, next string) (string, error) {
	for range mostTries {
		if err := t.refresh(ctx); err != nil {
			return "", err
		}
		if t.s.Next() != "" {
			return t.s.Next(), nil
		}
		e := table.Event{Kind: table.Rematch, By: t.s.Whose(token), Body: table.Body{Text: next}}
		e.Seal(key, print)
		err := t.commit(ctx, []table.Event{e})
		if !errors.Is(err, ErrConflict) {
			return next, err
		}
	}
	return "", ErrBusy
}
