package table

import (
	"encoding/hex"
	"errors"
	"strconv"

	"parlour/table/fair"
)

// This file makes throws and the rounds they fall under, and shows how the dice
// stand.

// chains are opened chains of dice by commitment. Opening one costs a hash for
// each of its links, so it is done when a throw is due, not when a log is read.
type chains map[string]*fair.Chain

// keep remembers an opened chain, and forgets those that are not in use.
func (c *chains) keep(commitment string, chain *fair.Chain) {
	if *c == nil || len(*c) >= 4 {
		*c = chains{}
	}
	(*c)[commitment] = chain
}

// open opens the chain of a round.
func (c *chains) open(r *round) (*fair.Chain, error) {
	if chain := (*c)[r.chain.Commitment]; chain != nil {
		return chain, nil
	}
	secret, ok := fair.ParseLink(r.secret) // it has the form of one
	if !ok {
		return nil, errors.New("the secret of the dice is damaged")
	}
	chain := fair.NewChain(secret, r.chain.Links)
	if chain.Commitment().String() != r.chain.Commitment {
		return nil, errors.New("the secret of the dice does not fit its commitment")
	}
	c.keep(r.chain.Commitment, chain)
	return chain, nil
}

// newRound draws a secret and commits to its chain.
func (s *State) newRound(n need, m *Moment) Event {
	secret := m.Draw()
	chain := fair.NewChain(secret, m.House.Links)
	e := s.roundEvent(n, m.Epoch, chain.Commitment(), m.House.Links)
	e.Secret = &Secret{Dice: hex.EncodeToString(secret[:])}
	s.chains.keep(e.Body.Dice.Commitment, chain)
	return e
}

// throw makes the dice fall for a person, whose device may have opened a link
// of its own, or for a bot, which is person 0.
func (s *State) throw(by int, own string, epoch int64) (Event, error) {
	d := &s.dice
	if !d.usable(by, epoch) {
		return Event{}, ErrDice
	}
	next, err := d.next(s.id, by, own)
	if err != nil {
		return Event{}, err
	}
	chain, err := s.chains.open(d.force)
	if err != nil {
		return Event{}, err
	}
	next.Link = chain.Link(next.Number - d.force.base)
	dice, m := s.is.turn.Dice, s.ref.Now()
	mv := dice.Nth(next.N(dice.Weight()))
	e := Event{Kind: Throw, By: by, Body: Body{Throw: m.Text(mv), Number: next.Number, Link: next.Link.String(), Round: next.Round, Own: own}}
	return s.ready(e, m.Next(mv)), nil
}

// diceView shows the dice. Its lists are never nil, so that they are lists in
// JSON.
func (s *State) diceView(epoch int64) DiceView {
	d := &s.dice
	by, _ := s.throwDue()
	v := DiceView{
		Due: s.is.turn.Dice.String(), Method: fair.Method, Usable: d.usable(by, epoch),
		Members: []int{}, Opened: map[string]int{}, Part: append([]int{}, s.takers()...),
	}
	if f := d.force; f != nil {
		v.Round, v.Why = f.number, f.why
		for _, m := range f.members {
			v.Members = append(v.Members, m.person)
			v.Opened[strconv.Itoa(m.person)] = m.opened
		}
	}
	if p := d.pending; p != nil {
		v.Why = p.why
		v.Pending = &PendingView{Round: p.number, People: []int{}, Pledged: []int{}, Revealed: []int{}, Phase: p.phase()}
		for _, m := range p.members {
			v.Pending.People = append(v.Pending.People, m.person)
			if m.links > 0 {
				v.Pending.Pledged = append(v.Pending.Pledged, m.person)
			}
			if m.opened > 0 {
				v.Pending.Revealed = append(v.Pending.Revealed, m.person)
			}
		}
	}
	return v
}
