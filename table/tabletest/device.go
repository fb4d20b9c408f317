// Package tabletest has devices that take part in the dice of a table, for tests.
//
//	d := tabletest.NewDevice(1)
//	d.See(events...)
//	if a, ok := d.Next(&view); ok {
//		send(a)
//	}
//	send(d.Press())
//
// They keep nothing and believe everything they are shown, so nothing is guaranteed
// to the caller. The package parlour/clients/go has a device that checks.
package tabletest

import (
	"crypto/rand"
	"slices"

	"parlour/table"
	"parlour/table/fair"
)

// A Device takes part for one person.
type Device struct {
	person int
	chain  *fair.Chain
	seq    int64        // the last event it has seen
	joined int64        // the event with which it took part, 0 before that
	next   int          // the first link that it can open
	ask    *table.Event // the ask that is open
	sent   int64        // the ask for which it has opened a link
}

// NewDevice returns a device for a person, with a new chain.
func NewDevice(person int) *Device {
	var secret [32]byte
	rand.Read(secret[:])
	return &Device{person: person, chain: fair.NewChain(secret, 1024), next: 1}
}

// See shows it events. It passes over those that it has seen.
func (d *Device) See(events ...table.Event) {
	for i := range events {
		e := &events[i]
		if e.Seq <= d.seq {
			continue
		}
		d.seq = e.Seq
		switch e.Kind {
		case table.TakePart:
			if e.Body.Dice != nil && e.Body.Dice.Commitment == d.chain.Commitment().String() {
				d.joined = e.Seq
			}
		case table.Ask:
			d.ask = e
		case table.Throw, table.Void:
			d.ask = nil
		}
	}
}

// Again makes it read the log from the first event on, because the server went
// back. It never opens a link twice.
func (d *Device) Again() { d.seq, d.joined, d.ask = 0, 0, nil }

// Seen returns the number of the last event that it has seen.
func (d *Device) Seen() int64 { return d.seq }

// asked returns the link that the open ask wants, nil if none.
func (d *Device) asked() *table.Asked {
	if d.ask == nil || d.joined == 0 {
		return nil
	}
	i := slices.IndexFunc(d.ask.Body.Who, func(a table.Asked) bool { return a.Person == d.person && a.Chain == d.joined })
	if i < 0 {
		return nil
	}
	return &d.ask.Body.Who[i]
}

// Next returns what the device has to send now, if there is something: that it
// takes part, or the link that it opens.
func (d *Device) Next(v *table.View) (a table.Action, ok bool) {
	if d.joined == 0 {
		return table.Action{Kind: table.TakePart, Seq: v.Seq, Dice: d.Chain()}, v.Status != table.Over
	}
	who := d.asked()
	if who == nil || d.sent == d.ask.Seq || who.Link > d.chain.Len() {
		return a, false
	}
	if b := &d.ask.Body; b.Person == d.person && len(b.Who) > 1 && len(v.You.Links) == 0 {
		return a, false // the thrower opens last
	}
	d.sent, d.next = d.ask.Seq, who.Link+1
	return d.Link(), true
}

// Link returns the link that the open ask wants, whether or not it was sent.
func (d *Device) Link() table.Action {
	b := &d.ask.Body
	return table.Action{Kind: table.Link, Seq: d.seq, Number: b.Number, Attempt: b.Attempt, Link: d.chain.Link(d.asked().Link).String()}
}

// Chain returns what the device commits to.
func (d *Device) Chain() *table.Chain {
	return &table.Chain{Commitment: d.chain.Commitment().String(), Links: d.chain.Len()}
}

// Here says that the device is there, and Press asks for a throw.
func (d *Device) Here() table.Action { return table.Action{Kind: table.Here, Next: d.next} }

// Press asks for a throw.
func (d *Device) Press() table.Action {
	a := table.Action{Kind: table.Throw, Seq: d.seq}
	if d.joined != 0 {
		a.Next = d.next
	}
	return a
}
