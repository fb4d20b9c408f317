// Package device takes part in the dice of a table on behalf of a person. It keeps
// the rules that make the dice safe for that person, and leaves storing and
// sending to its caller:
//
//	d := device.New(id, person, since)
//	check.Remember(d.Seen())
//	for _, e := range events {
//		if check.AddJSON(e) == nil && d.See(check) {
//			save(d)
//		}
//	}
//	if a, err := d.Open(check, links); err == nil {
//		save(d) // durably, before anything is sent
//		send(a)
//	}
//
// It trusts the log that the checker has followed, and never a view. It draws no
// random numbers and does no I/O.
package device

import (
	"encoding/hex"
	"errors"
	"slices"

	"parlour/table"
	"parlour/table/fair"
	"parlour/table/proof"
)

// low is how many links are left when a device takes part anew.
const low = 16

// A Device is what a person's device keeps of one table. Its JSON is what has to
// be stored. Only one goroutine at a time may use it.
type Device struct {
	proof.Memory
	Secrets []Secret `json:"secrets"`
	Pressed []Press  `json:"pressed"`

	chain *fair.Chain // the one last used
}

// A Secret makes a chain.
type Secret struct {
	Commitment string `json:"commitment"`
	Secret     string `json:"secret"` // hex
}

// A Press is the owner's wish to throw, in a position.
type Press struct {
	Number int    `json:"number"`
	Line   string `json:"line"`
}

// Reasons why a device opens no link now.
var (
	ErrNothing = errors.New("no throw is asked for that needs this device")
	ErrWait    = errors.New("the others have not opened their links")
	ErrPress   = errors.New("the owner of this device has not asked for the throw")
)

// New returns the device of a person who comes to a table. Since is the first
// event from which on everything that the person does is done here.
func New(id string, person int, since int64) *Device {
	return &Device{Memory: proof.Memory{
		Format: proof.MemoryFormat, Table: id, Person: person, Since: since,
		Chains: []proof.Held{}, Opened: []proof.Opening{}, Heads: []proof.HeadAt{}, Back: []int64{}, Acts: [][]string{},
	}}
}

// As returns the device of the same owner as another person of the table, which
// happens if the server lost that the owner sat down. It uses none of the secrets
// again and knows no acts from before since, but remembers what it was shown and
// what it opened.
func (d *Device) As(person int, since int64) *Device {
	n := New(d.Table, person, since)
	n.Until, n.Epoch, n.Chains, n.Opened, n.Heads, n.Back = d.Until, d.Epoch, d.Chains, d.Opened, d.Heads, d.Back
	return n
}

// Seen returns the part that verifiers compare with, which has no secrets. It
// changes with the device.
func (d *Device) Seen() *proof.Memory {
	d.Live = true
	return &d.Memory
}

// See notes what the log shows, and reports whether there was anything new. Call
// it after each event, with a fault too: then only what happened is noted, not that
// the device agrees.
func (d *Device) See(c *proof.Checker) (changed bool) {
	if e := c.Head().Event; e > d.Until {
		d.Until, changed = e, true
	}
	if c.Fault() != nil || c.Behind() {
		return changed
	}
	head := c.Head()
	if back := c.Back(); len(back) > 0 && d.Newest() > back[0] && !d.has(c) {
		k := back[0]
		d.Heads = slices.DeleteFunc(d.Heads, func(h proof.HeadAt) bool { return h.Event > k })
		d.Back, d.Until = append(d.Back, k), head.Event
		if k < d.Since { // perhaps the server does not know the device, and the owner uses another one
			d.Since, d.Acts = 0, [][]string{}
		}
		changed = true
	}
	for e := d.Newest() + 1; e <= head.Event; e++ {
		d.Heads = append(d.Heads, c.HeadAt(e))
		changed = true
	}
	d.Epoch = max(d.Epoch, c.Epoch())
	return changed
}

// From notes that the server names the person as the owner of this device, and which
// event comes next. Call it after See.
func (d *Device) From(next int64) {
	if d.Since == 0 || d.Since > next {
		d.Since = next
	}
}

// Claims notes that the owner is about to take the chairs over from another device. What
// was done there meanwhile is not known here, so that acts count anew; see From.
func (d *Device) Claims() { d.Since, d.Acts = 0, [][]string{} }

// has reports whether the newest head is one of the log.
func (d *Device) has(c *proof.Checker) bool {
	n := d.Newest()
	return n > 0 && n <= c.Head().Event && c.HeadAt(n) == d.Heads[len(d.Heads)-1]
}

// A Need says why a device should take part with a new chain.
type Need int

const (
	None Need = iota
	Lost      // the person's chain is not one of this device, or there is none
	Low       // few links are left, and no throw is asked for
)

// Needs says whether the device should take part anew. To take turns with another
// device of the same person does nobody good: if the chain is lost, do so once, and
// then only when the owner does something here.
func (d *Device) Needs(c *proof.Checker) Need {
	switch chain, ok := d.current(c); {
	case c.Fault() != nil || c.Behind():
		return None
	case !ok:
		return Lost
	case chain.Links-d.used(chain) < low && c.Open() == nil:
		return Low
	}
	return None
}

// current returns the person's latest chain, if it can be used here.
func (d *Device) current(c *proof.Checker) (proof.Chain, bool) {
	chain, ok := c.Chain(d.Person)
	return chain, ok && !c.Strange(chain.Commitment) && slices.ContainsFunc(d.Secrets, func(s Secret) bool { return s.Commitment == chain.Commitment })
}

// used returns the last number of a chain that was named or opened.
func (d *Device) used(c proof.Chain) int { return max(c.Named, d.Last(c.Commitment)) }

// TakePart makes a chain of 32 random bytes and returns the action that commits to
// it.
func (d *Device) TakePart(secret [32]byte) table.Action {
	d.chain = fair.NewChain(secret, fair.OwnLinks)
	commitment := d.chain.Commitment().String()
	d.Secrets = append(d.Secrets, Secret{commitment, hex.EncodeToString(secret[:])})
	d.Chains = append(d.Chains, proof.Held{Commitment: commitment, Links: fair.OwnLinks})
	a := table.Action{Kind: table.TakePart, Dice: &table.Chain{Commitment: commitment, Links: fair.OwnLinks}}
	d.Act(a)
	return a
}

// Next returns the first link that the device can open, 0 if it takes no part. It
// says here with it, unless it is 0.
func (d *Device) Next(c *proof.Checker) int {
	chain, ok := d.current(c)
	if !ok || c.Fault() != nil || c.Behind() {
		return 0
	}
	if next := d.used(chain) + 1; next <= chain.Links {
		return next
	}
	return 0
}

// Press notes that the owner asks for the next throw in the present position, and
// returns the action.
func (d *Device) Press(c *proof.Checker) table.Action {
	d.Pressed = append(d.Pressed, Press{c.Throws() + 1, c.Line()})
	a := table.Action{Kind: table.Throw, Next: d.Next(c)}
	d.Act(a)
	return a
}

// Act notes an action of the owner, which must be stored before it is sent. Press
// and TakePart note theirs by themselves.
func (d *Device) Act(a table.Action) {
	kind := a.Kind
	if kind == table.Throw {
		kind = table.Ask
	}
	d.Acts = append(d.Acts, []string{string(kind), a.Move})
}

// Open opens the link that the log asks this device for, and returns the action.
// Links are what the server says the others opened, if the person is the thrower.
// The same ask gives the same action again.
func (d *Device) Open(c *proof.Checker, links []table.Opened) (table.Action, error) {
	o := c.Open()
	if o == nil || c.Fault() != nil || c.Behind() || !d.has(c) || d.Newest() < o.Event {
		return table.Action{}, ErrNothing
	}
	asked := o.Of(d.Person)
	chain, ok := d.current(c)
	if asked == nil || !ok {
		return table.Action{}, ErrNothing
	}
	if p := d.Opening(o.Head); p != nil {
		return d.link(o, p)
	}
	if asked.Link <= d.Last(chain.Commitment) {
		return table.Action{}, ErrNothing
	}
	others := []table.Opened{}
	if o.Person == d.Person {
		if !slices.Contains(d.Pressed, Press{o.Number, o.Line}) {
			return table.Action{}, ErrPress
		}
		var err error
		if others, err = d.others(c, o, links); err != nil {
			return table.Action{}, err
		}
	}
	d.Opened = append(d.Opened, proof.Opening{
		Epoch: o.Epoch, Number: o.Number, Attempt: o.Attempt, Head: fair.Link(o.Head).String(), Event: o.Event,
		Commitment: chain.Commitment, Link: asked.Link, Others: others,
	})
	return d.link(o, &d.Opened[len(d.Opened)-1])
}

// others checks what the others opened: all of them, and each what it has to be.
func (d *Device) others(c *proof.Checker, o *proof.Asked, links []table.Opened) ([]table.Opened, error) {
	list := []table.Opened{}
	for _, a := range o.Who {
		if a.Person == d.Person {
			continue
		}
		i := slices.IndexFunc(links, func(p table.Opened) bool { return p.Person == a.Person })
		switch {
		case i < 0:
			return nil, ErrWait
		case !c.Fits(a.Person, links[i].Link):
			return nil, &proof.Fault{Code: proof.BadLink, Event: o.Event, Throw: o.Number, Text: "the server shows a link that does not fit its chain"}
		}
		list = append(list, links[i])
	}
	return list, nil
}

// link returns the action that sends an opening.
func (d *Device) link(o *proof.Asked, p *proof.Opening) (table.Action, error) {
	if d.chain == nil || d.chain.Commitment().String() != p.Commitment {
		i := slices.IndexFunc(d.Secrets, func(s Secret) bool { return s.Commitment == p.Commitment })
		if i < 0 {
			return table.Action{}, ErrNothing
		}
		secret, ok := fair.ParseLink(d.Secrets[i].Secret) // it has the form of one
		held := slices.IndexFunc(d.Chains, func(h proof.Held) bool { return h.Commitment == p.Commitment })
		if !ok || held < 0 {
			return table.Action{}, ErrNothing
		}
		d.chain = fair.NewChain(secret, d.Chains[held].Links)
	}
	return table.Action{Kind: table.Link, Number: o.Number, Attempt: o.Attempt, Link: d.chain.Link(p.Link).String()}, nil
}
