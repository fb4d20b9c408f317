package forge

import (
	"encoding/binary"
	"slices"

	"parlour"
	"parlour/table"
	"parlour/table/fair"
	"parlour/table/proof"
)

// throws are attacks on single throws.
func (a *attacks) throws() {
	l := withBot("skippedthrow")
	l.Play(6)
	l.ToThrow(isBot)
	l.throws++
	l.force.opened++
	l.Throw()
	a.last("a throw number skipped", proof.ThrowNumber, l)

	l = withBot("repeatedthrow")
	l.Play(6)
	l.ToThrow(isBot)
	l.throws--
	l.force.opened--
	l.Throw()
	a.last("a throw number repeated", proof.ThrowNumber, l)

	l = two("reordered")
	l.Play(8)
	var at []int
	for i, e := range l.Events {
		if e.Kind == table.Throw {
			at = append(at, i)
		}
	}
	ev := slices.Clone(l.Events)
	i, j := at[1], at[2]
	ev[i].Body.Number, ev[j].Body.Number = ev[j].Body.Number, ev[i].Body.Number
	ev[i].Body.Link, ev[j].Body.Link = ev[j].Body.Link, ev[i].Body.Link
	l.Events = ev
	a.fault("two throws swapped", proof.ThrowNumber, int64(i+1), l)

	l = two("gap")
	l.Play(8)
	l.Events = append(slices.Clone(l.Events[:10]), l.Events[11:]...)
	a.fault("an event left out", proof.Gap, 11, l)

	l = withBot("otherlink")
	l.ToThrow(isBot)
	t, by := l.Next()
	for n := uint64(1); l.Text(t) != six; n++ {
		binary.BigEndian.PutUint64(t.Link[:], n)
	}
	l.Fall(t, by, six)
	a.last("a link that makes a six", proof.WrongLink, l)

	l = withBot("linkskipped")
	l.ToThrow(isBot)
	for t, _ = l.Next(); l.Text(t) != six; t, _ = l.Next() {
		l.force.opened++
	}
	l.force.opened += 2
	for t, by = l.Next(); l.Text(t) != six; t, by = l.Next() {
		l.force.opened++
	}
	l.Fall(t, by, six)
	a.last("links skipped until one makes a six", proof.WrongLink, l)

	l = withBot("otherthrow")
	l.ToThrow(isBot)
	for t, by = l.Next(); l.Text(t) == six; t, by = l.Next() {
		l.Play(1)
		l.ToThrow(isBot)
	}
	l.Fall(t, by, six)
	a.last("another throw than the links make", proof.WrongThrow, l)

	// The throw leaves Ann's nonce out.
	l = withBot("dropped")
	l.ToThrow(isBot)
	for {
		t, by = l.Next()
		kept := l.Text(t)
		t.Nonces = nil
		if l.Text(t) == six && kept != six {
			break
		}
		l.Play(1)
		l.ToThrow(isBot)
	}
	l.Fall(t, by, six)
	a.last("a nonce dropped from a throw", proof.WrongThrow, l)

	// The throw has an extra nonce, which the server grinds.
	l = withBot("added")
	l.ToThrow(isBot)
	for t, by = l.Next(); l.Text(t) == six; t, by = l.Next() {
		l.Play(1)
		l.ToThrow(isBot)
	}
	l.Fall(l.grindNonce(t, 2), by, six)
	a.last("a nonce added to a throw", proof.WrongThrow, l)

	l = New("latesitter", "auto-race", parlour.Setup{Players: 3}, "", "greedy", "greedy")
	l.Sit(1, 1)
	l.TakePart(1)
	l.Begin(table.WhyBegin, 1)
	l.ToThrow(isBot)
	for t, _ = l.Next(); l.Text(t) == six; t, _ = l.Next() {
		l.Play(1)
		l.ToThrow(isBot)
	}
	l.Sit(2, l.botChair())
	l.TakePart(2)
	t, by = l.Next()
	l.Fall(l.grindNonce(t, 2), by, six)
	a.last("the nonce of somebody who sat down late", proof.WrongThrow, l)
}

// botChair returns the number of the chair to move.
func (l *Log) botChair() int {
	seat := l.ref.Turn().Seat
	return 1 + slices.IndexFunc(l.seats, func(p table.Place) bool { return slices.Contains(p.Seats, seat) })
}

// own are attacks on the links that devices open for their own throws.
func (a *attacks) own() {
	l := two("owndevice")
	l.ToThrow(isAnn)
	t, _ := l.Next()
	t.Own = nil
	l.Fall(t, 1, l.Text(t))
	a.last("a member throws without a link", proof.WrongOwn, l)

	l = two("ownserver")
	l.ToThrow(isAnn)
	t, _ = l.Next()
	t.Own = nil
	l.Fall(t, 0, l.Text(t))
	a.last("the server throws for a member", proof.WrongOwn, l)

	l = withBot("ownserverbot")
	l.ToThrow(isAnn)
	t, _ = l.Next()
	t.Own = nil
	l.Fall(t, 0, l.Text(t))
	a.last("the server throws for a member, as if a bot did", proof.WrongOwn, l).Rules = true

	l = two("ownchosen")
	l.ToThrow(isAnn)
	t, _ = l.Next()
	for n := uint64(1); l.Text(t) != six; n++ {
		binary.BigEndian.PutUint64(t.Own.Link[:], n)
	}
	l.Fall(t, 1, six)
	a.last("a member's link chosen by the server", proof.WrongOwn, l)

	l = withBot("ownbot")
	l.ToThrow(isBot)
	t, _ = l.Next()
	t.Own = &fair.Nonce{Person: 1, Link: l.force.own[1].chain.Link(2)}
	l.Fall(t, 0, l.Text(t))
	a.last("a link of a device in a bot's throw", proof.WrongOwn, l)

	l = two("ownother")
	l.ToThrow(isAnn)
	t, _ = l.Next()
	t.Own = &fair.Nonce{Person: 2, Link: l.force.own[2].chain.Link(l.force.own[2].opened + 1)}
	l.Fall(t, 2, l.Text(t))
	a.last("another member throws for the one to move", proof.WrongOwn, l).Rules = true

	l = New("ownexhausted", "kleefeld", parlour.Setup{Players: 4}, "", "greedy", "greedy", "greedy")
	l.Sit(1, 1)
	l.TakePart(1)
	l.Round(table.WhyBegin, []int{1}, nil)
	secret := l.Secret()
	l.PledgeOf(1, fair.NewChain(secret, fair.MinOwnLinks))
	l.Reveal(1)
	for l.force.own[1].opened < fair.MinOwnLinks {
		l.Play(1)
	}
	l.ToThrow(isAnn)
	t, _ = l.nextWith(fair.Link(secret)) // the secret hashes to the last link
	l.Fall(t, 1, l.Text(t))
	a.last("more throws than a device has links", proof.Exhausted, l)
}

// exhausted is a game, found by trial, that outlasts the server's chain.
func (a *attacks) exhausted() {
	l := New("serverexhausted2", "kleefeld", parlour.Setup{Players: 4}, "", "greedy", "greedy", "greedy")
	l.Sit(1, 1)
	secret := l.Secret()
	l.RoundOf(fair.NewChain(secret, Links), table.WhyBegin, nil, nil)
	for l.throws < Links {
		l.Play(1)
	}
	l.ToThrowOrNow()
	t := fair.Throw{Table: l.ID, Round: 1, Number: l.throws + 1, Link: fair.Link(secret)} // it hashes to the last link
	l.Fall(t, l.Thrower(), l.Text(t))
	a.last("more throws than the server has links", proof.Exhausted, l)
}

// nextWith is Next with the given link for the thrower's device.
func (l *Log) nextWith(own fair.Link) (t fair.Throw, by int) {
	r := l.force
	by = l.Thrower()
	return fair.Throw{Table: l.ID, Round: r.number, Number: l.throws + 1, Link: r.server.Link(r.opened + 1), Nonces: r.nonces, Own: &fair.Nonce{Person: by, Link: own}}, by
}

// sixes are the tricks of a server that throws only sixes.
func (a *attacks) sixes() {
	l := New("sixesshort", "auto-race", parlour.Setup{Players: 2}, "", "greedy")
	l.Sit(1, 1)
	why := table.WhyBegin
	for range 400 {
		c, _ := l.grindChain(1, l.number+1, nil)
		l.RoundOf(c, why, nil, nil)
		l.Throw()
		why = table.WhyLow
	}
	a.fault("400 sixes by chains of one link", proof.ShortChain, 3, l)

	l = New("sixeslow", "auto-race", parlour.Setup{Players: 2}, "", "greedy")
	l.Sit(1, 1)
	why = table.WhyBegin
	for range 40 {
		c, _ := l.grindChain(Links, l.number+1, nil)
		l.RoundOf(c, why, nil, nil)
		l.Throw()
		why = table.WhyLow
	}
	a.fault("sixes by a new round for each", proof.RoundWhy, 5, l)

	l = New("sixessame", "auto-race", parlour.Setup{Players: 2}, "", "greedy")
	l.Sit(1, 1)
	for range 40 {
		l.number = 0
		c, _ := l.grindChain(Links, 1, nil)
		l.RoundOf(c, table.WhyBegin, nil, nil)
		l.Throw()
	}
	a.fault("sixes by rounds with one number", proof.RoundNumber, 5, l)
}
