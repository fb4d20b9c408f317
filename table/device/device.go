// Package device takes part in the dice of a table on behalf of a person, as
// the page does in a browser.
//
//	d := device.New()
//	for a, ok := d.Next(&view); ok; a, ok = d.Next(&view) {
//		view = send(a)
//	}
//	send(table.Action{Kind: table.Throw, Own: d.Own(&view)})
//
// It keeps its secrets in memory and trusts the views it is shown. A view that
// lies can make it open a link too early, which no check of the log shows later.
// Where you do not trust the server, use the package parlour/client, which goes
// by the log.
package device

import (
	"crypto/rand"
	"slices"
	"strconv"

	"parlour/table"
	"parlour/table/fair"
)

// A Device holds the secrets of one person at one table. Only one goroutine at
// a time may use it.
type Device struct {
	links  int
	chains map[int]*fair.Chain // by round
}

// New returns a device without secrets.
func New() *Device { return &Device{links: fair.OwnLinks, chains: map[int]*fair.Chain{}} }

// Next returns the action that the device has to send now to take part in the
// dice, if there is one. The table lets a device ask only every few seconds;
// if it refuses, call Next again with a later view.
func (d *Device) Next(v *table.View) (a table.Action, ok bool) {
	me := v.You.Person
	if len(v.You.Chairs) == 0 || v.Status == table.Over {
		return a, false
	}
	a.Seq = v.Seq
	if p := v.Dice.Pending; p != nil && slices.Contains(p.People, me) {
		a.Round = p.Round
		switch {
		case !slices.Contains(p.Pledged, me):
			c := d.chain(p.Round)
			a.Kind, a.Dice = table.Pledge, &table.Chain{Commitment: c.Commitment().String(), Links: c.Len()}
			return a, true
		case p.Phase == "reveal" && !slices.Contains(p.Revealed, me) && d.chains[p.Round] != nil:
			a.Kind, a.Link = table.Reveal, d.chains[p.Round].Link(1).String()
			return a, true
		}
		return a, false
	}
	lost := slices.Contains(v.Dice.Members, me) && d.chains[v.Dice.Round] == nil
	a.Kind = table.TakePart
	return a, lost || !slices.Contains(v.Dice.Part, me)
}

// Own returns the link that the device opens for its person's next throw, or
// "" if it does not take part in the round in force.
func (d *Device) Own(v *table.View) string {
	c := d.chains[v.Dice.Round]
	opened := v.Dice.Opened[strconv.Itoa(v.You.Person)]
	if c == nil || opened == 0 || opened >= c.Len() {
		return ""
	}
	return c.Link(opened + 1).String()
}

// chain returns the chain for a round and creates it on first use.
func (d *Device) chain(round int) *fair.Chain {
	c := d.chains[round]
	if c == nil {
		var secret [32]byte
		rand.Read(secret[:])
		c = fair.NewChain(secret, d.links)
		d.chains[round] = c
	}
	return c
}
