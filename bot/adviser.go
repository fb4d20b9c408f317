package bot

import (
	"context"
	"fmt"

	"parlour"
)

// An Adviser judges matches of any game. It serves one goroutine. Its answers do
// not depend on earlier questions.
type Adviser interface {
	// Value returns what the sides of all seats can expect.
	Value(ctx context.Context, m parlour.Match) (Shares, error)
	// Moves returns what they can expect after each legal move, in canonical
	// order. The error is a *parlour.Refusal if no move is due.
	Moves(ctx context.Context, m parlour.Match) ([]Opinion, error)
}

// An Opinion is what the sides can expect after a move.
type Opinion struct {
	Move   parlour.Move
	Shares Shares
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

// open makes the judge for the rules of m, and copies its position to p.
func (a *adviser[P]) open(m parlour.Match) error {
	rules, p, ok := parlour.Typed[P](m)
	if !ok {
		return fmt.Errorf("the adviser does not know %s", m.Info().ID)
	}
	if a.judge == nil || a.rules != rules {
		b := a.maker(rules)
		j, ok := b.(Judge[P])
		if !ok {
			return fmt.Errorf("there is no adviser for %s", m.Info().ID)
		}
		a.rules, a.bot, a.judge, a.p = rules, b, j, make([]P, 1)
	}
	a.bot.Seed(0)
	a.p[0] = p
	return nil
}

func (a *adviser[P]) Value(ctx context.Context, m parlour.Match) (out Shares, err error) {
	if err := a.open(m); err != nil {
		return out, err
	}
	if m.Turn().Over() {
		return m.Result().Share, nil
	}
	a.judge.Value(ctx, &a.p[0], &out)
	even(m, &out)
	return out, nil
}

// even removes the trifles, so that the shares of the sides add up to one.
func even(m parlour.Match, out *Shares) {
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
		even(m, &s)
		list[i] = Opinion{a.moves[i], s}
	}
	return list, nil
}
