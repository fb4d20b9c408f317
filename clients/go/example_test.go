package client_test

import (
	"context"
	"errors"

	"parlour"
	"parlour/cabinet"
	client "parlour/clients/go"
	"parlour/table"
)

// A program that plays the first legal move, and takes part in the dice.
func Example() {
	err := playFirst(context.Background(), "https://parlour.example.org/t/k3q7j2m5xw4tzabc")
	if err != nil {
		panic(err)
	}
}

func playFirst(ctx context.Context, link string) error {
	at, err := client.ParseAddress(link)
	if err != nil {
		return err
	}
	c := &client.Client{Server: at.Server}
	if err := c.Register(ctx); err != nil {
		return err
	}
	if _, err := c.Act(ctx, at.Table, table.Action{Kind: table.Sit, Chair: 1, Name: "First"}); err != nil {
		return err
	}
	t, err := client.Follow(ctx, client.Config{Client: c, Table: at.Table, Open: cabinet.Open})
	if err != nil {
		return err
	}
	defer t.Close()
	for {
		s, err := t.Wait(ctx, func(s *client.State) bool { return s.Mine() || s.View.Result != nil })
		switch {
		case err != nil || s.View.Result != nil:
			return err
		case s.View.Needs == parlour.NeedThrow:
			err = t.Throw(ctx)
		default:
			err = t.Act(ctx, table.Action{Kind: table.Move, Move: s.View.Moves[0]})
		}
		if err != nil && !errors.Is(err, client.ErrLate) && !errors.Is(err, client.ErrNoThrow) {
			return err
		}
	}
}
