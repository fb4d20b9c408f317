package proof

import (
	"slices"

	"parlour"
	"parlour/table"
	"parlour/table/fair"
)

// An oldChain is a chain of parlour-dice-1 and the throws it covers.
type oldChain struct {
	chain
	first int
}

// commit records a chain of parlour-dice-1, which may have any length.
func (d *dice) commit(c *table.Chain) *Fault {
	if d.number > 0 {
		return fault(OldClaim, "a chain of parlour-dice-1 is committed after a round of parlour-dice-2 has begun")
	}
	next := 1
	if n := len(d.old); n > 0 {
		next = d.old[n-1].first + d.old[n-1].links
	}
	if c.First != next || c.First <= len(d.throws) {
		return fault(RoundNumber, "the chain begins with throw %d; expected %d", c.First, next)
	}
	ch, f := d.commits(c, 1)
	if f == nil {
		d.used[ch.last] = true
		d.old = append(d.old, oldChain{ch, c.First})
	}
	return f
}

// oldThrow checks a throw of parlour-dice-1.
func (d *dice) oldThrow(e *table.Event, text string, m parlour.Match) *Fault {
	b := &e.Body
	if b.Number != len(d.throws)+1 {
		return fault(ThrowNumber, "the throw is numbered %d; expected %d", b.Number, len(d.throws)+1)
	}
	i := slices.IndexFunc(d.old, func(c oldChain) bool { return b.Number >= c.first && b.Number < c.first+c.links })
	if i < 0 {
		return fault(WrongLink, "no committed chain covers the throw")
	}
	link, ok := fair.ParseLink(b.Link)
	if !ok || !d.old[i].open(link) {
		return fault(WrongLink, "the server's link does not follow the one before it: its SHA-256 does not match")
	}
	d.used[link] = true
	n := func(weight int) int { return fair.OldNumber(link, d.table, b.Number, d.nonces, weight) }
	if f := falls(m, n, text); f != nil {
		return f
	}
	d.throws = append(d.throws, Throw{Number: b.Number, Event: e.Seq, Members: []int{}})
	return nil
}
