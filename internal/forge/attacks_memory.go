package forge

import (
	"parlour"
	"parlour/referee"
	"parlour/table"
	"parlour/table/fair"
	"parlour/table/proof"
)

// memory are attacks that only a device's memory reveals.
func (a *attacks) memory() {
	// The server shows Ann one commitment. Once it knows her nonce, it grinds
	// another and claims that it was the first. The bot throws first.
	l := New("othercommitment", "kleefeld", parlour.Setup{Players: 2}, "greedy", "")
	l.Sit(1, 2)
	l.TakePart(1)
	shown := l.Clone()
	shown.Begin(table.WhyBegin, 1)
	seen := shown.Memory(1)
	seen.Heads = seen.Heads[:1] // show the device as little as possible
	mine := shown.force.own[1].chain
	ground := l.Clone()
	chain, _ := ground.grindChain(Links, 1, []fair.Nonce{{Person: 1, Link: mine.Link(1)}})
	ground.RoundOf(chain, table.WhyBegin, []int{1}, nil)
	ground.PledgeOf(1, mine)
	ground.Reveal(1)
	ground.Play(4)
	a.fault("another commitment than the device saw", proof.MemoryCommitment, 4, ground).Memory = seen

	l3 := shown.Clone()
	k := l3.Memory(1)
	k.Heads = k.Heads[:0]
	k.Rounds[1].Epoch++
	a.fault("another epoch than the device saw", proof.MemoryCommitment, 4, l3).Memory = k

	// The server answers in Ann's name with a chain of its own, and grinds it.
	swapped := l.Clone()
	swapped.Round(table.WhyBegin, []int{1}, nil)
	ann := swapped.Clone()
	ann.Answer(1)
	seen = ann.Memory(1)
	seen.Heads = seen.Heads[:1]
	for {
		try := swapped.Clone()
		try.Answer(1)
		if t, _ := try.Next(); try.Text(t) == six {
			try.Play(2)
			a.fault("a nonce swapped", proof.MemoryPledge, 5, try).Memory = seen
			break
		}
	}

	// The log has the round Ann saw, but without her.
	dropped := l.Clone()
	c := fair.NewChain(dropped.Secret(), Links)
	ann = dropped.Clone()
	ann.RoundOf(c, table.WhyBegin, []int{1}, nil)
	ann.Answer(1)
	seen = ann.Memory(1)
	seen.Heads = seen.Heads[:0]
	dropped.RoundOf(c, table.WhyBegin, nil, nil)
	dropped.Play(4)
	a.fault("a person dropped from the round", proof.MemoryPledge, 4, dropped).Memory = seen

	// Ann asks for a throw. The server sees the result, does not like it,
	// withholds the event, and throws again after a "crash".
	l = two("withheld")
	l.ToThrow(isAnn)
	for t, _ := l.Next(); l.Text(t) != six; t, _ = l.Next() {
		l.Play(1)
		l.ToThrow(isAnn)
	}
	seen = l.Memory(1)
	r := seen.Rounds[1]
	r.Opened, r.Asked = r.Opened+1, append(r.Asked, l.throws+1)
	l.Epoch++
	l.Begin(table.WhyEpoch, 1, 2)
	l.Throw()
	at := l.Seq()
	l.Play(4)
	a.fault("a throw withheld and thrown again", proof.MemoryAsked, at, l).Memory = seen

	// The same without a new round: the server cannot change its link, but
	// Bob's chair or a bot can make the throw later.
	l = two("withheldbot")
	l.ToThrow(isAnn)
	seen = l.Memory(1)
	r = seen.Rounds[1]
	r.Opened, r.Asked = r.Opened+1, append(r.Asked, l.throws+1)
	l.StandIn(1)
	l.Begin(table.WhyClosed, 2)
	l.Throw()
	a.last("a throw withheld and thrown by a bot", proof.MemoryAsked, l).Memory = seen

	// Ann was shown the throw, and the server goes back to before it.
	l = two("gobehind")
	l.ToThrow(isAnn)
	before := l.Clone()
	l.Throw()
	seen = l.Memory(1)
	before.Epoch++
	at = before.Seq() + 1
	before.Begin(table.WhyEpoch, 1, 2)
	before.Play(4)
	a.fault("the server goes back behind what it showed", proof.MemoryStory, at, before).Memory = seen

	l = two("cutoff")
	l.Play(20)
	seen = l.Memory(1)
	l.Events = l.Events[:20]
	a.fault("the log ends before what was shown", proof.MemoryStory, 21, l).Memory = seen

	l = two("twologs")
	l.Play(12)
	other := l.Clone()
	l.Add(table.Event{Kind: table.Emote, By: 1, Body: table.Body{Text: "hello"}})
	other.Add(table.Event{Kind: table.Emote, By: 2, Body: table.Body{Text: "oops"}})
	at = l.Seq()
	l.Play(8)
	other.Play(8)
	a.fault("two logs for two people", proof.MemoryStory, at, l).Other = other.Events

	l = two("twogames")
	l.Play(12)
	l.ToThrowOrNow()
	other = l.Clone()
	l.TakePart(1)
	l.Begin(table.WhyClosed, 1, 2)
	other.TakePart(2)
	other.Begin(table.WhyClosed, 1, 2)
	l.Play(8)
	other.Play(8)
	at = firstDifference(l.Events, other.Events)
	a.fault("two games for two people", proof.MemoryStory, at, l).Other = other.Events

	l = two("copyedited")
	l.Play(20)
	honest := l.Events
	l.Events = Edit(l.Events, 4, func(e *table.Event) { e.At = e.At.Add(1) })
	a.fault("an event with another time than in the other copy", proof.MemoryStory, 4, l).Other = honest
}

// firstDifference returns the number of the first event that differs.
func firstDifference(a, b []table.Event) int64 {
	for i, e := range JSON(a) {
		if i >= len(b) || string(e) != string(JSON(b[i : i+1])[0]) {
			return int64(i) + 1
		}
	}
	return 0
}

// rules are attacks that only the rules of the game reveal.
func (a *attacks) rules() {
	l := two("illegalmove")
	l.Play(9)
	for l.Events[l.Seq()-1].Kind != table.Move {
		l.Play(1)
	}
	e := &l.Events[l.Seq()-1]
	e.Body.Move = "39>40"
	a.last("a move that is not legal", proof.Illegal, l).Rules = true

	l = two("otherline")
	l.Play(10)
	l.Add(table.Event{Kind: table.Emote, By: 2, Body: table.Body{Text: "wow"}, Line: l.Events[0].Line})
	a.last("a position that does not follow", proof.Illegal, l).Rules = true

	// The dice of a throw that the game ignores are valid, and so are those of
	// the next one: the server throws until it likes the result.
	l = two("thrownaway")
	l.ToThrow(isAnn)
	before := l.ref
	for t, _ := l.Next(); l.Text(t) != six; t, _ = l.Next() {
		l.ref = referee.New(before.Match())
		l.Throw()
		l.Events[l.Seq()-1].Line = before.Match().String()
		l.ref = referee.New(before.Match())
	}
	at := int64(0)
	for i, e := range l.Events {
		if e.Kind == table.Throw && at == 0 {
			at = int64(i) + 1
		}
	}
	l.Throw()
	a.fault("throws that the game does not use until one is a six", proof.Illegal, at, l).Rules = true

	// A throw taken back would be repeated.
	l = two("throwback")
	l.ToThrow(isAnn)
	l.Throw()
	l.Move()
	l.TakeBack(1, 2)
	at = l.Seq()
	l.Throw()
	a.fault("a throw taken back and thrown again", proof.Illegal, at, l).Rules = true
}
