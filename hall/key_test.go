package hall_test

import (
	"context"
	"errors"
	"testing"

	"parlour/hall"
	"parlour/table"
)

// TestKeys checks that a key is bound to its sender and to what was sent,
// before and after a restart.
func TestKeys(t *testing.T) {
	r := newRoom(t)
	a := r.create(table.Terms{Game: "checkers", Chat: true}, 1)
	b := a.other()
	b.do(table.Action{Kind: table.Sit, Chair: 2, Name: "Bob"})
	said := table.Action{Kind: table.Chat, Text: "hello", Key: key()}
	first := a.do(said)
	carry := table.Action{Kind: table.Carry, Key: key()}
	secret := a.do(carry)
	seq := a.view().Seq
	for _, when := range []string{"at once", "after a restart"} {
		if again, err := a.try(said); err != nil || again != first {
			t.Errorf("%s, the same again: %+v, %v; want %+v", when, again, err, first)
		}
		if again, err := a.try(carry); err != nil || again != secret {
			t.Errorf("%s, the link for another device again: %+v, %v; want %+v", when, again, err, secret)
		}
		for what, send := range map[string]func() (table.Reply, error){
			"another text": func() (table.Reply, error) {
				return a.try(table.Action{Kind: table.Chat, Text: "goodbye", Key: said.Key})
			},
			"another kind": func() (table.Reply, error) {
				return a.try(table.Action{Kind: table.Move, Move: "11-15", Key: said.Key})
			},
			"another player": func() (table.Reply, error) { return b.try(said) },
			"a stranger":     func() (table.Reply, error) { return a.other().try(said) },
			"a thief":        func() (table.Reply, error) { return b.try(carry) },
		} {
			if reply, err := send(); !errors.Is(err, table.ErrKeyUsed) {
				t.Errorf("%s, %s with a used key: %+v, %v", when, what, reply, err)
			}
		}
		r.restart()
	}
	if now := a.view().Seq; now != seq {
		t.Errorf("%d events were added", now-seq)
	}
	a.other().do(table.Action{Kind: table.Claim, Text: secret.Once})
	for _, e := range a.events() {
		if p := e.Public(); p.Secret != nil {
			t.Errorf("event %d shows its secret", e.Seq)
		}
	}
}

// TestKeysOfTables checks the same for keys that create tables.
func TestKeysOfTables(t *testing.T) {
	r := newRoom(t)
	ctx := context.Background()
	token := hall.NewToken()
	first := table.Action{Key: "one-table", Chair: 1, Name: "Ann"}
	if _, err := r.hall.Create(ctx, token, table.Terms{Game: "checkers"}, first); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := r.hall.Create(ctx, token, table.Terms{Game: "checkers", Chat: true}, first); !errors.Is(err, table.ErrKeyUsed) {
			t.Errorf("other terms with a used key: %v", err)
		}
		other := first
		other.Chair = 2
		if _, err := r.hall.Create(ctx, token, table.Terms{Game: "checkers"}, other); !errors.Is(err, table.ErrKeyUsed) {
			t.Errorf("another chair with a used key: %v", err)
		}
		r.restart()
	}
	a := r.create(table.Terms{Game: "checkers", Bots: []string{"", "first"}}, 1)
	resign := table.Action{Kind: table.Resign, Key: key()}
	a.do(resign)
	if _, err := r.hall.Rematch(ctx, a.table(), a.token, table.Action{Key: resign.Key}); !errors.Is(err, table.ErrKeyUsed) {
		t.Errorf("a rematch with a used key: %v", err)
	}
	again := table.Action{Key: key(), Name: "Ann"}
	next, err := r.hall.Rematch(ctx, a.table(), a.token, again)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if same, err := r.hall.Rematch(ctx, a.table(), a.token, again); err != nil || same != next {
			t.Errorf("the rematch asked for again: %q, %v; want %q", same, err, next)
		}
		if _, err := r.hall.Rematch(ctx, a.table(), a.token, table.Action{Key: again.Key, Name: "Eve"}); !errors.Is(err, table.ErrKeyUsed) {
			t.Errorf("another name with the key of a rematch: %v", err)
		}
		r.restart()
	}
}
