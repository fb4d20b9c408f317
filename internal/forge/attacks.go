package forge

import (
	"encoding/binary"
	"slices"

	"parlour"
	"parlour/table"
	"parlour/table/fair"
	"parlour/table/proof"
)

// six is the throw that a dishonest server wants.
const six = "6"

// isBot reports whether the throw belongs to a bot, or to nobody.
func isBot(person int) bool { return person == 0 }

func isAnn(person int) bool { return person == 1 }

// grindChain returns a chain that makes the next throw of a round with these
// nonces a six, and the number of chains it tried.
func (l *Log) grindChain(links, number int, nonces []fair.Nonce) (c *fair.Chain, tries int) {
	for {
		tries++
		c = fair.NewChain(l.Secret(), links)
		if l.Text(fair.Throw{Table: l.ID, Round: number, Number: l.throws + 1, Link: c.Link(1), Nonces: nonces}) == six {
			return c, tries
		}
	}
}

// grindNonce returns a nonce for a person that makes the throw a six.
func (l *Log) grindNonce(t fair.Throw, person int) fair.Throw {
	at := len(t.Nonces)
	t.Nonces = append(slices.Clone(t.Nonces), fair.Nonce{Person: person})
	for i := uint64(1); l.Text(t) != six; i++ {
		binary.BigEndian.PutUint64(t.Nonces[at].Link[:], i)
	}
	return t
}

// An attacks collects cases.
type attacks struct{ list []Case }

// fault adds a log for which a verifier must report the code at the event.
func (a *attacks) fault(name, code string, at int64, l *Log) *Case {
	a.list = append(a.list, Case{Name: name, Table: l.ID, Events: l.Events, Code: code, Event: at})
	return &a.list[len(a.list)-1]
}

// last is fault for the last event of the log.
func (a *attacks) last(name, code string, l *Log) *Case { return a.fault(name, code, l.Seq(), l) }

// Attacks returns logs that a dishonest server could write, each with the
// fault a verifier must find.
func Attacks() []Case {
	var a attacks
	a.chains()
	a.causes()
	a.answers()
	a.rounds()
	a.throws()
	a.own()
	a.exhausted()
	a.sixes()
	a.memory()
	a.rules()
	return a.list
}

// chains are attacks on the commitments.
func (a *attacks) chains() {
	l := New("shortchain", "kleefeld", parlour.Setup{Players: 2}, "", "greedy")
	l.Sit(1, 1)
	l.TakePart(1)
	before := l.Clone()
	l.Links = fair.MinLinks - 1
	l.Begin(table.WhyBegin, 1)
	l.Play(4)
	a.fault("the server's chain is too short", proof.ShortChain, 4, l)

	l = before.Clone()
	l.Round(table.WhyBegin, []int{1}, nil).Body.Dice.Links = 0
	a.last("the length of the server's chain is missing", proof.ShortChain, l)

	l = before.Clone()
	l.Round(table.WhyBegin, []int{1}, nil).Body.Dice.Links = fair.MaxLinks + 1
	a.last("the server's chain is too long", proof.ShortChain, l)

	l = before.Clone()
	l.Round(table.WhyBegin, []int{1}, nil)
	l.PledgeOf(1, fair.NewChain(l.Secret(), fair.MinOwnLinks-1))
	l.Reveal(1)
	l.Play(2)
	a.fault("a device's chain is too short", proof.ShortChain, 5, l)

	// After a restore the server commits to the same chain again: it knows the
	// links, and everybody has seen some of them.
	l = withBot("reusedchain")
	chain := l.force.server
	l.Play(10)
	l.ToThrowOrNow()
	l.Epoch++
	at := l.Seq() + 1
	l.RoundOf(chain, table.WhyEpoch, []int{1}, nil)
	l.Answer(1)
	l.Play(4)
	a.fault("the same chain again after a restore", proof.ReusedChain, at, l)

	l = withBot("reusedlink")
	l.Play(10)
	l.ToThrowOrNow()
	opened := l.force.server.Link(2).String()
	l.Epoch++
	l.Round(table.WhyEpoch, []int{1}, nil).Body.Dice.Commitment = opened
	a.last("a link of an earlier round as the commitment", proof.ReusedChain, l)

	l = withBot("reusedpledge")
	mine := l.force.own[1].chain
	l.Play(10)
	l.ToThrowOrNow()
	l.Epoch++
	l.Round(table.WhyEpoch, []int{1}, nil)
	l.PledgeOf(1, mine)
	a.last("a device pledges the same chain again", proof.ReusedChain, l)

	l = withBot("epochfalls")
	l.Play(6)
	l.Epoch = 5
	l.Begin(table.WhyEpoch, 1)
	l.Play(6)
	l.ToThrowOrNow()
	l.TakePart(1)
	l.Epoch = 4
	l.Round(table.WhyClosed, []int{1}, nil)
	a.last("the epoch falls", proof.Epoch, l)
}

// causes are new rounds without a valid cause.
func (a *attacks) causes() {
	// The server knows what the bot will throw and starts new rounds until it
	// is a six. Each new round would be another try.
	l := withBot("nocause")
	l.ToThrow(isBot)
	at := l.Seq() + 1
	for try := 0; try < 50; try++ {
		if t, _ := l.Next(); l.Text(t) == six && try > 0 {
			break
		}
		l.Begin(table.WhyClosed, 1)
	}
	l.Play(6)
	a.fault("new rounds without a cause until the bot throws a six", proof.RoundWhy, at, l)

	for _, why := range []string{table.WhyBegin, table.WhyJoined, table.WhyClosed, table.WhyLow, table.WhyEpoch, table.WhyUnanswered, "whim"} {
		l := withBot("why" + why)
		l.Play(6)
		l.Round(why, []int{1}, nil)
		a.last("a new round because of "+why+", which is not true", proof.RoundWhy, l)
	}

	l = two("whyanswered")
	l.Play(6)
	l.TakePart(1)
	l.Round(table.WhyClosed, []int{1, 2}, nil)
	l.Pledge(1)
	l.Round(table.WhyUnanswered, []int{2}, []int{1})
	a.last("somebody is left out who had answered", proof.RoundWhy, l)

	l = two("whyasked")
	l.Play(6)
	l.TakePart(2)
	l.Round(table.WhyClosed, []int{1}, nil)
	l.Pledge(1)
	l.Round(table.WhyUnanswered, []int{1}, []int{2})
	a.last("somebody is left out who was not asked", proof.RoundWhy, l)

	// Everybody but an accomplice has revealed; the server does not like the
	// result and starts again, giving the same reason as before.
	l = two("whypending")
	l.Play(6)
	l.ToThrowOrNow()
	l.TakePart(2)
	l.Round(table.WhyClosed, []int{1, 2}, nil)
	l.Pledge(1)
	l.Pledge(2)
	l.Reveal(1)
	l.Round(table.WhyClosed, []int{1, 2}, nil)
	a.last("a pending round is dropped after a reveal", proof.RoundWhy, l)

	l = two("notseated")
	l.Play(6)
	l.Stand(2)
	l.Bot(2)
	l.Round(table.WhyClosed, []int{1, 2}, nil)
	a.last("somebody is invited who has left", proof.NotInvited, l)

	l = New("notasked", "kleefeld", parlour.Setup{Players: 2})
	l.Sit(1, 1)
	l.Sit(2, 2)
	l.TakePart(1)
	l.Round(table.WhyBegin, []int{1, 2}, nil)
	a.last("somebody is invited who did not ask", proof.NotInvited, l)

	l = withBot("invited")
	l.Play(4)
	l.TakePart(1)
	l.Round(table.WhyClosed, []int{1, 7}, nil)
	a.last("a bot is invited", proof.NotInvited, l)
}

// answers are attacks on pledges and reveals.
func (a *attacks) answers() {
	// The accomplice waits for Ann's reveal and grinds its own pledge.
	l := New("earlyreveal", "kleefeld", parlour.Setup{Players: 2})
	l.Sit(1, 1)
	l.Sit(2, 2)
	l.TakePart(1, 2)
	before := l.Clone()
	l.Round(table.WhyBegin, []int{1, 2}, nil)
	l.Pledge(1)
	l.Reveal(1)
	at := l.Seq()
	l.Pledge(2)
	l.Reveal(2)
	l.Play(4)
	a.fault("a reveal before everybody has pledged", proof.EarlyReveal, at, l)

	l = before.Clone()
	l.Round(table.WhyBegin, []int{1, 2}, nil)
	l.Pledge(1)
	l.Pledge(2)
	l.Pledge(2)
	a.last("a second pledge", proof.LatePledge, l)

	l = before.Clone()
	l.Round(table.WhyBegin, []int{1, 2}, nil)
	l.Pledge(1)
	l.Pledge(2)
	l.Reveal(1)
	// Now the server knows Ann's nonce, and its accomplice pledges again.
	r := l.pending
	for {
		c := fair.NewChain(l.Secret(), OwnLinks)
		t := fair.Throw{Table: l.ID, Round: 1, Number: 1, Link: r.server.Link(1), Nonces: []fair.Nonce{r.nonces[0], {Person: 2, Link: c.Link(1)}}}
		if l.Text(t) == six {
			l.PledgeOf(2, c)
			break
		}
	}
	at = l.Seq()
	l.Reveal(2)
	a.fault("a pledge after a reveal", proof.LatePledge, at, l)

	l = before.Clone()
	l.Begin(table.WhyBegin, 1)
	l.pending = l.force
	l.Pledge(2)
	a.last("a pledge by somebody who was not invited, when the round is complete", proof.LatePledge, l)

	l = before.Clone()
	l.Round(table.WhyBegin, []int{1}, nil)
	l.Pledge(2)
	a.last("a pledge by somebody who was not invited", proof.NotInvited, l)

	l = before.Clone()
	l.Round(table.WhyBegin, []int{1, 2}, nil)
	l.Pledge(1)
	l.Pledge(2).By = 1
	a.last("a pledge for another person", proof.NotInvited, l)

	l = before.Clone()
	l.Round(table.WhyBegin, []int{1}, nil)
	l.Pledge(1)
	e := l.Pledge(0)
	e.Body.Person = 0
	a.last("a bot pledges", proof.NotInvited, l)

	// The accomplice reveals something it did not pledge, chosen after Ann's
	// reveal.
	l = before.Clone()
	l.Round(table.WhyBegin, []int{1, 2}, nil)
	l.Pledge(1)
	l.Pledge(2)
	l.Reveal(1)
	t := fair.Throw{Table: l.ID, Round: 1, Number: 1, Link: l.pending.server.Link(1), Nonces: l.pending.nonces}
	t = l.grindNonce(t, 2)
	e = l.Reveal(2)
	e.Body.Link = t.Nonces[1].Link.String()
	at = l.Seq()
	l.force.nonces[1] = t.Nonces[1]
	l.Play(3)
	a.fault("a reveal that was not pledged", proof.WrongReveal, at, l)

	// The server commits only after it knows Ann's nonce.
	l = before.Clone()
	l.Round(table.WhyBegin, []int{1}, nil)
	l.Answer(1)
	ev := l.Events
	n := len(ev)
	late := append(slices.Clone(ev[:n-3]), ev[n-2], ev[n-1], ev[n-3])
	l.Events = Renumber(late)
	a.fault("the server's commitment after a reveal", proof.LatePledge, int64(n-2), l)
}

// rounds are throws under a round that is not in force.
func (a *attacks) rounds() {
	l := New("noround", "kleefeld", parlour.Setup{Players: 2}, "", "greedy")
	l.Sit(1, 1)
	l.TakePart(1)
	l.Round(table.WhyBegin, []int{1}, nil)
	l.Pledge(1)
	l.force = l.pending
	l.force.people = nil
	l.Throw()
	a.last("a throw before the round is complete", proof.NoRound, l)

	l = New("noroundatall", "kleefeld", parlour.Setup{Players: 2}, "", "greedy")
	l.Sit(1, 1)
	l.RoundOf(fair.NewChain(l.Secret(), Links), table.WhyBegin, nil, nil)
	l.Throw()
	l.Events = Renumber(append(slices.Clone(l.Events[:2]), l.Events[3]))
	a.last("a throw without any round", proof.NoRound, l)

	// The accomplice reveals only if that makes the better throw.
	l = two("switching")
	l.Play(6)
	l.Claim(2) // the accomplice
	l.TakePart(2)
	l.ToThrowOrNow()
	l.Begin(table.WhyClosed, 1)
	l.ToThrow(func(p int) bool { return p == 2 })
	l.TakePart(2)
	l.Round(table.WhyJoined, []int{1, 2}, nil)
	old := l.force
	l.Pledge(1)
	l.Pledge(2)
	l.Reveal(1)
	l.force = old
	l.Throw()
	a.last("the old round is used after a reveal in the next", proof.NoRound, l)

	l = two("pendingused")
	l.Play(6)
	l.ToThrowOrNow()
	l.TakePart(2)
	l.Round(table.WhyClosed, []int{1, 2}, nil)
	l.Pledge(1)
	l.Pledge(2)
	l.Reveal(2)
	l.force = l.pending.clone()
	l.force.people = []int{2}
	l.Throw()
	a.last("a pending round is used without one nonce", proof.NoRound, l)

	l = withBot("oldround")
	l.Play(6)
	l.ToThrowOrNow()
	old = l.force
	l.Epoch++
	l.Begin(table.WhyEpoch, 1)
	l.Play(4)
	l.ToThrowOrNow()
	l.force = old
	l.Throw()
	a.last("a throw under the round before", proof.NoRound, l)

	l = withBot("epochclosed")
	l.Play(6)
	l.ToThrowOrNow()
	l.Epoch++
	old = l.force
	l.Round(table.WhyEpoch, []int{1}, nil)
	l.force = old
	l.Throw()
	a.last("the old round is used after the epoch rose", proof.NoRound, l)

	// Bob is the server's accomplice. The server knows what he would throw and
	// what the bot would throw in his place, and takes the better one.
	l = two("standin")
	l.ToThrow(func(p int) bool { return p == 2 })
	for {
		t, _ := l.Next()
		without := t
		without.Own = nil
		if l.Text(t) != six && l.Text(without) == six {
			break
		}
		l.Play(1)
		l.ToThrow(func(p int) bool { return p == 2 })
	}
	back := l.Clone()
	l.StandIn(2)
	l.Throw()
	at := l.Seq()
	l.Play(5)
	a.fault("a bot stands in to choose between two throws", proof.NoRound, at, l)

	l = back
	l.StandIn(2)
	l.Return(2)
	l.Throw()
	a.last("a bot stands in for a moment", proof.NoRound, l)

	for _, c := range []struct {
		name string
		do   func(*Log)
	}{
		{"a member leaves", func(l *Log) { l.Stand(2); l.Bot(2) }},
		{"a member changes the device", func(l *Log) { l.Claim(2) }},
		{"a member asks again", func(l *Log) { l.TakePart(2) }},
		{"a bot is chosen for a member whose time is up", func(l *Log) { l.RuleBot(2) }},
		{"the host removes a member", func(l *Log) { l.Bot(2) }},
	} {
		l := two("closed")
		l.Play(6)
		l.ToThrow(isAnn)
		c.do(l)
		l.Throw()
		a.last("the round continues although "+c.name, proof.NoRound, l)
	}

	l = withBot("samenumber")
	l.Play(6)
	l.TakePart(1)
	l.number--
	l.Round(table.WhyClosed, []int{1}, nil)
	a.last("a round number twice", proof.RoundNumber, l)

	l = withBot("skippednumber")
	l.Play(6)
	l.TakePart(1)
	l.number++
	l.Round(table.WhyClosed, []int{1}, nil)
	a.last("a round number left out", proof.RoundNumber, l)

	l = withBot("overlap")
	l.Play(10)
	l.TakePart(1)
	l.Round(table.WhyClosed, []int{1}, nil).Body.Dice.First -= 2
	a.last("a chain that overlaps the one before", proof.RoundFirst, l)

	l = withBot("oldafter")
	l.Play(10)
	l.ToThrowOrNow()
	c := fair.NewChain(l.Secret(), 1024)
	l.Add(table.Event{Kind: table.Commit, Body: table.Body{Dice: &table.Chain{Commitment: c.Commitment().String(), Links: 1024, First: l.throws + 1, Bots: []string{"a", "b"}}}})
	a.last("a chain of parlour-dice-1 after a round", proof.OldClaim, l)

	l = Old("oldthrow", "kleefeld", parlour.Setup{Players: 2}, 1024, "", "greedy")
	l.Sit(1, 1)
	l.Play(10)
	l.ToThrowOrNow()
	l.TakePart(1)
	l.Begin(table.WhyBegin, 1)
	l.Play(4)
	l.ToThrowOrNow()
	l.number = 0
	l.Throw()
	a.last("a throw of parlour-dice-1 after a round", proof.OldClaim, l)
}
