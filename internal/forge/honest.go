package forge

import (
	"encoding/json"
	"fmt"

	"parlour"
	"parlour/table"
	"parlour/table/fair"
	"parlour/table/proof"
)

// A Case is a log and what every verifier must say about it.
type Case struct {
	Name   string
	Table  string
	Events []table.Event
	Memory *proof.Memory // memory of the honest person's device; nil if not needed
	Other  []table.Event // another copy of the log; nil if not needed

	Code  string // code of the fault; "" if there is none
	Event int64  // event of the fault
	Rules bool   // only a verifier that knows the rules can find the fault
}

// JSON returns the case in the form the page's verifier reads.
func (c *Case) JSON() []byte {
	type input struct {
		Table  string            `json:"table"`
		Events []json.RawMessage `json:"events"`
		Memory *proof.Memory     `json:"memory,omitempty"`
		Other  []json.RawMessage `json:"other,omitempty"`
	}
	in := input{Table: c.Table, Events: JSON(c.Events), Memory: c.Memory}
	if c.Other != nil {
		in.Other = JSON(c.Other)
	}
	return must(json.Marshal(in))
}

// two returns a table with two people who both take part.
func two(id string) *Log {
	l := New(id, "kleefeld", parlour.Setup{Players: 2})
	l.Sit(1, 1)
	l.Sit(2, 2)
	l.TakePart(1, 2)
	l.Begin(table.WhyBegin, 1, 2)
	return l
}

// withBot returns a table with one person who takes part, and a bot.
func withBot(id string) *Log {
	l := New(id, "kleefeld", parlour.Setup{Players: 2}, "", "greedy")
	l.Sit(1, 1)
	l.TakePart(1)
	l.Begin(table.WhyBegin, 1)
	return l
}

// Honest returns logs of an honest server.
func Honest() []Case {
	var list []Case
	add := func(name string, l *Log) {
		list = append(list, Case{Name: name, Table: l.ID, Events: l.Events, Memory: l.Memory(1)})
	}

	l := two("honesttwo")
	l.Play(60)
	add("two people", l)

	l = withBot("honestbot")
	l.Play(60)
	add("a person and a bot", l)

	l = New("honestbots", "kleefeld", parlour.Setup{Players: 2}, "greedy", "greedy")
	l.Begin(table.WhyBegin)
	l.Play(40)
	add("bots alone", l)

	l = New("honestold", "kleefeld", parlour.Setup{Players: 2})
	l.Sit(1, 1)
	l.Sit(2, 2)
	l.Begin(table.WhyBegin)
	l.Play(40)
	add("programs that never take part", l)

	for _, g := range []struct {
		game  string
		setup parlour.Setup
	}{
		{"backgammon", parlour.Setup{}}, {"parker", parlour.Setup{Players: 2}}, {"auto-race", parlour.Setup{Players: 2}}, {"mensch", parlour.Setup{Players: 2}},
		{"checkers", parlour.Setup{Options: map[string]string{"opening": "three-move"}}}, {"checkers", parlour.Setup{Options: map[string]string{"opening": "eleven-man"}}},
	} {
		l = New("honest"+g.game+g.setup.Options["opening"][:min(2, len(g.setup.Options["opening"]))], g.game, g.setup)
		for i := range l.chairs {
			l.Sit(i+1, i+1)
			l.TakePart(i + 1)
		}
		all := []int{1, 2, 3, 4, 5, 6}[:len(l.chairs)]
		l.Begin(table.WhyBegin, all...)
		l.Play(30)
		add("every kind of dice: "+g.game, l)
	}

	add("joins and leaves", comings())
	add("refusals to answer", refusals())

	// Bob's device takes part while a bot stands in for him, and another bot
	// replaces it: he stays the one who decides, so the round stays open.
	l = two("honestlevel")
	l.Play(4)
	l.StandIn(2)
	l.TakePart(2)
	l.ToThrowOrNow()
	l.Begin(table.WhyClosed, 1, 2)
	l.Play(4)
	l.StandIn(2)
	l.Play(4)
	l.TakePart(1)
	l.ToThrowOrNow()
	l.Begin(table.WhyClosed, 1, 2)
	l.Play(4)
	add("a stand-in is replaced by another", l)

	l = two("honestepoch")
	l.Play(20)
	l.Epoch = 4
	l.Begin(table.WhyEpoch, 1, 2)
	l.Play(20)
	l.Epoch = 5
	l.Round(table.WhyEpoch, []int{1, 2}, nil)
	l.Pledge(1)
	l.Epoch = 7 // restored again before anybody answered
	l.Begin(table.WhyEpoch, 1, 2)
	l.Play(10)
	add("restored with a new epoch", l)

	l = New("honestlow", "kleefeld", parlour.Setup{Players: 4}, "", "greedy", "greedy", "greedy")
	l.Sit(1, 1)
	l.TakePart(1)
	l.Round(table.WhyBegin, []int{1}, nil)
	l.PledgeOf(1, fair.NewChain(l.Secret(), fair.MinOwnLinks))
	l.Reveal(1)
	for l.force.own[1].opened <= fair.MinOwnLinks-8 {
		l.Play(1)
	}
	l.Begin(table.WhyLow, 1)
	l.Play(20)
	add("a device's chain runs low", l)

	l = Old("honestfirst", "kleefeld", parlour.Setup{Players: 2}, 16, "", "greedy")
	l.Sit(1, 1)
	for range 4 {
		for l.throws < l.first+15 {
			l.Play(1)
		}
		l.Commit(16)
	}
	l.Play(3)
	add("parlour-dice-1", l)

	l = Old("honestmixed", "kleefeld", parlour.Setup{Players: 2}, 1024, "", "greedy")
	l.Sit(1, 1)
	l.Play(20)
	l.TakePart(1)
	l.ToThrow(func(int) bool { return true })
	l.Begin(table.WhyBegin, 1)
	l.Play(30)
	add("an old table that continues with rounds", l)

	l = two("honestback")
	l.ToThrow(func(p int) bool { return p == 1 })
	for range 6 {
		l.Throw()
		if l.ref.Turn().Needs() == parlour.NeedMove {
			l.Move()
			l.TakeBack(1, 1)
			l.Move()
		}
		l.ToThrow(func(p int) bool { return p == 1 })
	}
	add("moves taken back", l)

	// A memory saved in the middle of the game must not lead to an accusation.
	for _, plies := range []int{0, 1, 2, 7, 12} {
		l = two(fmt.Sprint("honestsaved", plies))
		l.Play(plies)
		seen := l.Memory(1)
		l.Play(11)
		l.TakePart(2)
		l.ToThrowOrNow()
		l.Begin(table.WhyClosed, 1, 2)
		l.Play(10)
		list = append(list, Case{Name: fmt.Sprint("a memory saved after ", plies, " throws and moves"), Table: l.ID, Events: l.Events, Memory: seen})
	}
	l = two("honestwaits")
	l.TakePart(2)
	l.Round(table.WhyClosed, []int{1, 2}, nil)
	l.Pledge(1)
	l.Pledge(2)
	seen := l.Memory(1) // saved before it revealed
	l.Reveal(1)
	l.Reveal(2)
	l.Play(10)
	list = append(list, Case{Name: "a memory saved before a reveal", Table: l.ID, Events: l.Events, Memory: seen})

	l = two("honestclaim")
	l.Play(10)
	l.Claim(2)
	l.TakePart(2)
	l.ToThrowOrNow()
	l.Begin(table.WhyClosed, 1, 2)
	l.Play(10)
	l.Claim(1)
	l.ToThrowOrNow()
	l.Begin(table.WhyClosed, 1, 2)
	l.Play(10)
	add("another device", l)
	return list
}

// ToThrowOrNow plays until a throw is due, which may be now.
func (l *Log) ToThrowOrNow() {
	for l.ref.Turn().Needs() == parlour.NeedMove {
		l.Move()
	}
}

// comings is a table where people come and go.
func comings() *Log {
	l := New("honestcomings", "auto-race", parlour.Setup{Players: 3}, "", "greedy", "greedy")
	l.Sit(1, 1)
	l.TakePart(1)
	l.Begin(table.WhyBegin, 1)
	l.Play(7)
	l.Bot(2)
	l.Sit(2, 2) // on a bot's chair: no chain is affected
	l.Play(2)
	l.TakePart(2)
	l.Play(3)
	l.Round(table.WhyJoined, []int{1, 2}, nil)
	l.Play(2) // the old round continues
	l.Pledge(2)
	l.Play(1)
	l.Pledge(1)
	l.Reveal(2)
	l.Reveal(1)
	l.Play(9)
	l.StandIn(2)
	l.ToThrowOrNow()
	l.Begin(table.WhyClosed, 1)
	l.Play(5)
	l.Return(2)
	l.TakePart(2)
	l.Begin(table.WhyJoined, 1, 2)
	l.Play(5)
	l.RuleBot(2)
	l.ToThrowOrNow()
	l.Begin(table.WhyClosed, 1)
	l.Play(3)
	l.Stand(2)
	l.Bot(2)
	l.Play(6)
	l.Stand(1)
	l.Sit(3, 1)
	l.ToThrowOrNow()
	l.Begin(table.WhyClosed)
	l.Play(4)
	return l
}

// refusals is a table where somebody often does not answer.
func refusals() *Log {
	l := New("honestrefusals", "kleefeld", parlour.Setup{Players: 2})
	l.Sit(1, 1)
	l.Sit(2, 2)
	l.TakePart(1, 2)
	l.Round(table.WhyBegin, []int{1, 2}, nil)
	l.Pledge(1) // but not 2
	l.Round(table.WhyUnanswered, []int{1}, []int{2})
	l.Answer(1)
	l.Play(6)
	for range 3 {
		l.TakePart(2)
		l.Round(table.WhyJoined, []int{1, 2}, nil)
		l.Play(2)
		l.Pledge(2)
		l.Pledge(1)
		l.Reveal(1) // but not 2
		l.ToThrowOrNow()
		l.Round(table.WhyUnanswered, []int{1}, []int{2})
		l.Answer(1)
		l.Play(4)
	}
	l.TakePart(2)
	l.Round(table.WhyJoined, []int{1, 2}, nil)
	l.Round(table.WhyUnanswered, nil, []int{1, 2})
	l.Play(4)
	return l
}

// Exposed returns logs in which a dishonest server gains what the protocol
// cannot prevent. No verifier may find a fault, and none may call the throws
// guaranteed to Ann, who is person 1, unless her device took part.
func Exposed() []Case {
	var list []Case
	add := func(name string, l *Log) {
		list = append(list, Case{Name: name, Table: l.ID, Events: l.Events, Memory: l.Memory(1)})
	}

	// If every throw-off is a tie, the game never starts.
	l := oldSixes(400)
	add("400 sixes by parlour-dice-1, a chain of one link each", l)

	l = New("sixesbots", "auto-race", parlour.Setup{Players: 2}, "", "greedy")
	l.Sit(1, 1)
	why := table.WhyBegin
	for range 40 { // a new epoch for each
		c, _ := l.grindChain(Links, l.number+1, nil)
		l.RoundOf(c, why, nil, nil)
		l.Throw()
		l.Epoch++
		why = table.WhyEpoch
	}
	add("sixes by a new epoch for each", l)

	// Bob is the server's accomplice. He asks again before each throw, which
	// closes the round, and Ann's device is never invited.
	l = New("sixesbob", "auto-race", parlour.Setup{Players: 2}, "", "")
	l.Sit(1, 1)
	l.Sit(2, 2)
	why = table.WhyBegin
	for range 40 {
		l.TakePart(2)
		for {
			try := l.Clone()
			try.Begin(why, 2)
			if t, _ := try.Next(); try.Text(t) == six {
				l = try
				break
			}
		}
		l.Throw()
		why = table.WhyClosed
	}
	add("sixes by an accomplice who asks again for each", l)

	add("refusing to reveal until it is a six", refuseForSixes())
	return list
}

// oldSixes is the well-known flaw: with parlour-dice-1 the server could commit
// to a chain of one link after it knew all nonces.
func oldSixes(n int) *Log {
	// The first chain is committed before Ann sits down. The server creates
	// tables until it likes the throw that her nonce makes, and shows her that
	// one.
	var l *Log
	for try := 0; l == nil || l.OldText() != six; try++ {
		l = oldFrom(try, "sixesfirst", "auto-race", parlour.Setup{Players: 2}, 1, "", "greedy")
		l.Sit(1, 1)
	}
	l.Throw()
	for l.throws < n {
		for {
			try := *l
			try.Events = append([]table.Event(nil), l.Events...)
			try.Commit(1)
			l.drawn = try.drawn
			if try.OldText() == six {
				l = &try
				break
			}
		}
		l.Throw()
	}
	return l
}

// refuseForSixes is a table where Bob, the accomplice, reveals only if the
// bot's next throw is a six. Ann's device takes part: he gains one more try
// per round, and the log shows every one.
func refuseForSixes() *Log {
	l := New("refusesix", "auto-race", parlour.Setup{Players: 3}, "greedy", "", "")
	l.Sit(1, 2)
	l.Sit(2, 3)
	l.TakePart(1, 2)
	l.Begin(table.WhyBegin, 1, 2)
	l.ToThrow(isBot)
	for range 12 {
		l.TakePart(2)
		l.Round(table.WhyClosed, []int{1, 2}, nil)
		l.Pledge(1)
		l.Pledge(2)
		l.Reveal(1)
		try := l.Clone()
		try.Reveal(2)
		if t, _ := try.Next(); try.Text(t) == six {
			l = try
			break
		}
		l.Round(table.WhyUnanswered, []int{1}, []int{2})
		l.Answer(1)
		l.TakePart(1) // nobody throws; Ann's round is closed too
	}
	l.Play(6)
	return l
}
