package forge

import (
	"math/rand/v2"
	"slices"

	"parlour/table"
)

// Spoil returns a copy of a log with one random change, as a clumsy forger
// would make.
func Spoil(rng *rand.Rand, events []table.Event) []table.Event {
	var of []int64 // events about the dice
	for _, e := range events {
		switch e.Kind {
		case table.TakePart, table.Round, table.Pledge, table.Reveal, table.Throw, table.Claim, table.StandIn, table.Return, table.Sit, table.Stand, table.Commit:
			of = append(of, e.Seq)
		}
	}
	at := of[rng.IntN(len(of))]
	switch rng.IntN(4) {
	case 0: // left out
		return Renumber(slices.Delete(slices.Clone(events), int(at-1), int(at)))
	case 1: // twice
		return Renumber(slices.Insert(slices.Clone(events), int(at), events[at-1]))
	case 2: // too early or too late
		to := int64(1 + rng.IntN(len(events)-1))
		c := slices.Delete(slices.Clone(events), int(at-1), int(at))
		return Renumber(slices.Insert(c, int(to), events[at-1]))
	}
	return Edit(events, at, func(e *table.Event) { spoilEvent(rng, e) })
}

// spoilEvent changes one field of an event.
func spoilEvent(rng *rand.Rand, e *table.Event) {
	b := &e.Body
	by := 1 - 2*rng.IntN(2)
	hex := func(s string) string {
		if s == "" || rng.IntN(8) == 0 {
			return "0123"
		}
		return flip(s)
	}
	people := func(list []int) []int {
		if len(list) > 0 && rng.IntN(2) == 0 {
			return slices.Delete(slices.Clone(list), 0, 1)
		}
		return append(slices.Clone(list), 1+rng.IntN(3))
	}
	changes := []func(){func() { b.Person += by }, func() { e.Seq += int64(by) }}
	if e.Kind != table.Throw || b.Round > 0 { // the sender of an old throw never mattered
		changes = append(changes, func() { e.By += by })
	}
	if b.Dice != nil {
		changes = append(changes, func() { b.Dice.Commitment = hex(b.Dice.Commitment) }, func() { b.Dice.Links /= 20 }, func() { b.Dice.First += by })
	}
	switch e.Kind {
	case table.Round:
		changes = append(changes, func() { b.Round += by }, func() { b.Epoch += int64(by) }, func() { b.People = people(b.People) }, func() { b.Out = people(b.Out) },
			func() {
				b.Why = []string{table.WhyBegin, table.WhyJoined, table.WhyClosed, table.WhyLow, table.WhyEpoch, table.WhyUnanswered}[rng.IntN(6)]
			})
	case table.Pledge:
		changes = append(changes, func() { b.Round += by })
	case table.Reveal:
		changes = append(changes, func() { b.Round += by }, func() { b.Link = hex(b.Link) })
	case table.Throw:
		changes = append(changes, func() { b.Round += by }, func() { b.Number += by }, func() { b.Link = hex(b.Link) }, func() { b.Own = hex(b.Own) }, func() { b.Own = "" }, func() { b.Throw = "1" })
	}
	changes[rng.IntN(len(changes))]()
}
