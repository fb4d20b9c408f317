package hall

import (
	"context"
	"errors"
	. "parlour/table"

	"parlour"
)

// tailSize is how many events a table keeps for its streams.
const tailSize = 256

// remember keeps events for the streams.
func (t *Table) remember(events []Event) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, e := range events {
		t.tail = append(t.tail, e.Public())
	}
	if len(t.tail) > 2*tailSize {
		t.tail = append([]Event(nil), t.tail[len(t.tail)-tailSize:]...)
	}
}

// Since returns the events after seq as anybody may see them.
func (t *Table) Since(ctx context.Context, seq int64) ([]Event, error) {
	t.touch()
	t.mu.Lock()
	if len(t.tail) > 0 && t.tail[0].Seq <= seq+1 {
		i := int(seq + 1 - t.tail[0].Seq)
		list := append([]Event(nil), t.tail[min(i, len(t.tail)):]...)
		t.mu.Unlock()
		return list, nil
	}
	t.mu.Unlock()
	events, err := t.hall.Store.Load(ctx, t.id, seq)
	for i := range events {
		events[i] = events[i].Public()
	}
	return events, t.hall.fault(err)
}

// View returns the table as the holder of the token sees it, with everything
// that was acknowledged before, by whatever node.
func (t *Table) View(ctx context.Context, token string) (View, error) {
	if err := t.Fresh(ctx); err != nil {
		return View{}, err
	}
	var v View
	fail := ErrBusy
	if err := t.ask(ctx, func() {
		if fail = t.refresh(ctx); fail == nil {
			v = t.view(t.s.whose(token))
			t.see()
		}
	}); err != nil {
		return View{}, err
	}
	return v, fail
}

// DoAndView performs an action like Do and returns the table as the holder of
// the token sees it afterwards, or as it stands if the action was late.
func (t *Table) DoAndView(ctx context.Context, token string, a Action) (Reply, View, error) {
	var reply Reply
	var v View
	fail := ErrBusy
	if err := t.ask(ctx, func() {
		reply, fail = t.do(ctx, token, a)
		if (fail == nil || errors.Is(fail, ErrLate)) && t.refresh(ctx) == nil {
			v = t.view(t.s.whose(token))
		}
	}); err != nil {
		return Reply{}, View{}, err
	}
	return reply, v, fail
}

// Views returns the table as a stranger sees it, and what makes the view of
// each holder of a token different. One look serves a whole audience. It shows
// what this node knows; Watch says when that is more.
func (t *Table) Views(ctx context.Context, tokens []string) (View, []You, error) {
	var v View
	var you []You
	fail := ErrBusy
	if err := t.ask(ctx, func() {
		if fail = t.refresh(ctx); fail != nil {
			return
		}
		v = t.view(0)
		you = make([]You, len(tokens))
		for i, token := range tokens {
			you[i] = t.s.you(t.s.whose(token))
		}
	}); err != nil {
		return View{}, nil, err
	}
	return v, you, fail
}

// Away returns the chairs, numbers plus one, of people who are away.
func (t *Table) Away(ctx context.Context) ([]int, error) {
	var chairs []int
	if err := t.ask(ctx, func() {
		for i, c := range t.s.chairs {
			if c.Person != 0 && t.isAway(c.Person, awayAfter) {
				chairs = append(chairs, i+1)
			}
		}
	}); err != nil {
		return nil, err
	}
	return chairs, nil
}

// you tells what a person may do, nothing for a stranger.
func (s *state) you(who int) (y You) {
	p := s.person(who)
	if p == nil {
		return y
	}
	y = You{Person: who, Name: p.Name, Host: who == s.host}
	for i, c := range s.chairs {
		if c.Person == who {
			y.Chairs = append(y.Chairs, i+1)
		}
	}
	return y
}

func (t *Table) view(who int) View {
	s := t.s
	m := s.ref.Match()
	info := m.Info()
	turn := s.turn()
	v := View{
		Table: s.id, Seq: s.seq, Game: s.terms.Game, Terms: s.terms, Rules: s.rules, Drift: s.drift, Status: s.status(),
		Position: m.String(), Turn: info.Letter(turn.Seat), Needs: turn.Needs(), Dice: t.diceView(),
		Locked: s.locked, Paused: s.paused, Chat: s.chat, Help: s.help, Asked: s.asked, TimeUp: s.timeUp,
		Deadline: s.deadline(), Now: t.hall.Now().UTC(), Throws: s.dice.throws, Next: s.next,
		Levels: t.hall.Shelf.Levels(s.terms.Game), Made: s.made, Pieces: m.Pieces(),
	}
	if v.Pieces == nil {
		v.Pieces = []parlour.Piece{} // in JSON a list, though an empty one
	}
	if turn.Needs() == parlour.NeedMove {
		for _, mv := range m.Moves() {
			v.Moves = append(v.Moves, m.Text(mv))
		}
		v.Steps = Steps(m)
	}
	if o := s.ref.Offered(); o != parlour.Nobody {
		v.Offer = info.Letter(o)
	}
	for i, c := range s.chairs {
		cv := ChairView{Bot: c.Bot, Person: c.Person != 0, Host: c.Person != 0 && c.Person == s.host, Left: s.left[i].Seconds()}
		for _, seat := range c.Seats {
			cv.Seats = append(cv.Seats, info.Letter(seat))
		}
		if p := s.person(c.Person); p != nil {
			cv.Name, cv.Muted = p.Name, p.muted
			cv.Away = t.isAway(p.ID, awayAfter)
		}
		v.Chairs = append(v.Chairs, cv)
	}
	v.You = s.you(who)
	if r := s.ref.Result(); r.Over {
		v.Result = &ResultView{Reason: r.Reason, Places: map[string]int{}, Shares: map[string]float64{}, Stake: r.Stake}
		for i, seat := range info.Seats {
			if r.Place[i] != 0 {
				v.Result.Places[seat.Letter] = int(r.Place[i])
				v.Result.Shares[seat.Letter] = r.Share[i]
			}
		}
	}
	return v
}

// Match returns a copy of the present position.
func (t *Table) Match(ctx context.Context) (parlour.Match, error) {
	if err := t.Fresh(ctx); err != nil {
		return nil, err
	}
	var m parlour.Match
	fail := ErrBusy
	if err := t.ask(ctx, func() {
		if fail = t.refresh(ctx); fail == nil {
			m = t.s.ref.Match()
		}
	}); err != nil {
		return nil, err
	}
	return m, fail
}

// Rematch makes a further table with the same terms and rotated chairs, and
// notes it in the log. Who asks becomes its host. People sit down there by
// themselves, one chair further on. Asked again it returns the same table.
func (h *Hall) Rematch(ctx context.Context, old *Table, token string, a Action) (string, error) {
	var next string
	var terms Terms
	a.Kind = Rematch
	if err := checkKey(a.Key); err != nil {
		return "", err
	}
	if err := old.Fresh(ctx); err != nil {
		return "", err
	}
	fail := ErrBusy
	if err := old.ask(ctx, func() {
		if fail = old.refresh(ctx); fail != nil {
			return
		}
		if _, _, fail = old.answered(ctx, token, a); fail != nil {
			return
		}
		s := old.s
		who := s.whose(token)
		switch {
		case !s.seated(who):
			fail = ErrForbidden
			return
		case s.status() != Over:
			fail = bad("the game is not over")
			return
		}
		next, terms = s.next, s.terms
		terms.Chat, terms.Help = s.chat, s.help
		terms.Bots = make([]string, len(s.chairs))
		for i, c := range s.chairs {
			if c.Person == 0 {
				terms.Bots[(i+1)%len(s.chairs)] = c.Bot
			}
		}
	}); err != nil {
		return "", err
	}
	if fail != nil || next != "" {
		return next, fail
	}
	t, err := h.Create(ctx, token, terms, Action{Key: idFor(old.id, a.Key), Name: a.Name})
	if err != nil {
		return "", err
	}
	if err := old.ask(ctx, func() { next, fail = old.rematch(ctx, token, a, t.ID()) }); err != nil {
		return "", err
	}
	return next, fail
}

// rematch notes the table of the rematch, unless somebody was faster: then
// their table counts.
func (t *Table) rematch(ctx context.Context, token string, a Action, next string) (string, error) {
	for range mostTries {
		if err := t.refresh(ctx); err != nil {
			return "", err
		}
		if t.s.next != "" {
			return t.s.next, nil
		}
		e := Event{Kind: Rematch, By: t.s.whose(token), Body: Body{Text: next}}
		t.sealKey(&e, token, a)
		err := t.commit(ctx, []Event{e})
		if !errors.Is(err, ErrConflict) {
			return next, err
		}
	}
	return "", ErrBusy
}
