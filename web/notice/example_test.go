package notice_test

import (
	"context"
	"fmt"
	"strings"

	"parlour/cabinet/shelf"
	"parlour/hall"
	"parlour/hall/storetest"
	"parlour/table"
	"parlour/web/notice"
)

// The feed of a player who is in turn at one table.
func Example() {
	ctx := context.Background()
	store := &storetest.Memory{}
	h, err := hall.New(ctx, hall.Config{Store: store, Bus: &hall.Local{}, Shelf: shelf.Cabinet{}})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer h.Close()
	token := hall.NewToken()
	t, err := h.Create(ctx, token, table.Terms{Game: "checkers", Bots: []string{"", "random"}}, table.Action{Key: "made-once", Chair: 1, Name: "Ann"})
	if err != nil {
		fmt.Println(err)
		return
	}
	n := notice.New(notice.Config{Hall: h, Vault: store, Words: func(context.Context, string, *hall.Table) (notice.Said, error) {
		return notice.Said{Head: "Your turn: Checkers", Title: "Checkers", Words: "Black to move"}, nil
	}})
	defer n.Close()
	secret, err := n.Follow(ctx, token, t.ID(), 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	feed, err := n.Feed(ctx, "en", "Parlour: your turn", secret, "https://parlour.example")
	fmt.Println(strings.Contains(string(feed), "<title>Your turn: Checkers</title>"), err)
	// Output: true <nil>
}
