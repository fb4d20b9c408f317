package bot

import (
	"context"
	"fmt"

	"parlour"
	"parlour/learn/theory"
)

// An Adviser judges matches of any game. It serves one goroutine. Its answers do
// not depend on earlier questions.
type Adviser interface {
	// Value returns what the sides of all seats can expect, without a move.
	Value(ctx context.Context, m parlour.Match) (Opinion, error)
	// Moves returns what they can expect after each legal move, in canonical
	// order. The error is a *parlour.Refusal if no move is due.
	Moves(ctx context.Context, m parlour.Match) ([]Opinion, error)
	// Unit returns how players write what positions of a match are worth.
	Unit(m parlour.Match) *theory.Unit
}

// An Opinion is what the sides can expect after a move.
type Opinion struct {
	Move   parlour.Move
	Shares Shares
	Detail theory.Detail
}

// NewAdviser returns an Adviser based on bots that are Judges. If they are not, its
// methods return an error.
func NewAdviser[P comparable](maker Maker[P]) Adviser { return &adviser[P]{maker: maker} }

type adviser[P comparable] struct {
	maker Maker[P]
	rules parlour.Full[P]
	bot   Bot[P]
	judge Judge[P] // the same
	p     []P
	moves []parlour.Move
}

// know makes the judge for the rules of m.
func (a *adviser[P]) know(m parlour.Match) (p P, err error) {
	rules, p, ok := parlour.Typed[P](m)
	if !ok {
		return p, fmt.Errorf("the adviser does not know %s", m.Info().ID)
	}
	if a.judge == nil || a.rules != rules {
		b := a.maker(rules)
		j, ok := b.(Judge[P])
		if !ok {
			return p, fmt.Errorf("there is no adviser for %s", m.Info().ID)
		}
		a.rules, a.bot, a.judge, a.p = rules, b, j, make([]P, 1)
	}
	return p, nil
}

// open begins a question about m: it copies its position to p.
func (a *adviser[P]) open(m parlour.Match) error {
	p, err := a.know(m)
	if err != nil {
		return err
	}
	a.bot.Seed(0)
	a.p[0] = p
	return nil
}

func (a *adviser[P]) Value(ctx context.Context, m parlour.Match) (out Opinion, err error) {
	if err := a.open(m); err != nil {
		return out, err
	}
	if m.Turn().Over() {
		return Opinion{Shares: m.Result().Share}, nil
	}
	a.judge.Value(ctx, &a.p[0], &out.Shares)
	normalise(m, &out.Shares)
	if d, ok := a.judge.(Measurer); ok {
		out.Detail = d.Detail(0)
	}
	return out, nil
}

func (a *adviser[P]) Unit(m parlour.Match) *theory.Unit {
	if _, err := a.know(m); err == nil {
		if d, ok := a.judge.(Measurer); ok {
			return d.Unit()
		}
	}
	return theory.Chances
}

// normalise makes the shares of the sides add up to exactly one.
func normalise(m parlour.Match, out *Shares) {
	sum := 0.0
	for s := range parlour.Seat(len(m.Info().Seats)) {
		if m.Role(s).Side == s {
			sum += out[s]
		}
	}
	if sum <= 0 {
		return
	}
	for s := range out {
		out[s] /= sum
	}
}

func (a *adviser[P]) Moves(ctx context.Context, m parlour.Match) ([]Opinion, error) {
	switch m.Turn().Needs() {
	case parlour.NeedOver:
		return nil, &parlour.Refusal{Code: "over"}
	case parlour.NeedThrow:
		return nil, &parlour.Refusal{Code: "no-move-due"}
	}
	if err := a.open(m); err != nil {
		return nil, err
	}
	a.moves = a.rules.AppendMoveList(&a.p[0], a.moves[:0])
	list := make([]Opinion, len(a.moves))
	for i, s := range a.judge.Judge(ctx, &a.p[0], a.moves) {
		normalise(m, &s)
		list[i] = Opinion{Move: a.moves[i], Shares: s}
	}
	if d, ok := a.judge.(Measurer); ok {
		for i := range list {
			list[i].Detail = d.Detail(i)
		}
	}
	return list, nil
}
