package hall_test

import (
	"context"
	"testing"

	"parlour/hall"
	"parlour/table"
)

// TestOrigin checks that the bots of a table think in the line of the person who played
// there last, and that nobody can move them into another line by an action that is
// refused.
func TestOrigin(t *testing.T) {
	r := newRoom(t)
	a := r.create(table.Terms{Game: "checkers"}, 1)
	do := func(p *person, origin string, a table.Action) error {
		a.Key, a.Seq = key(), p.view().Seq
		_, err := p.table().Do(hall.From(context.Background(), origin), p.token, a)
		return err
	}
	emote := table.Action{Kind: table.Emote, Text: "hello"}
	if err := do(a, "here", emote); err != nil {
		t.Fatal(err)
	}
	if err := do(a.other(), "elsewhere", emote); err == nil {
		t.Fatal("a stranger speaks")
	}
	if origin := hall.Origin(a.table()); origin != "here" {
		t.Errorf("its bots think in the line of %q", origin)
	}
}
