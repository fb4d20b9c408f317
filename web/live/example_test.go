package live_test

import (
	"context"
	"fmt"

	"parlour/cabinet/shelf"
	"parlour/hall"
	"parlour/hall/storetest"
	"parlour/internal/line"
	"parlour/table"
	"parlour/web/live"
)

// The log of a table in words.
func Example() {
	ctx := context.Background()
	h, err := hall.New(ctx, hall.Config{Store: &storetest.Memory{}, Bus: &hall.Local{}, Shelf: shelf.Cabinet{}})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer h.Close()
	t, err := h.Create(ctx, hall.NewToken(), table.Terms{Game: "checkers"}, table.Action{Key: "made-once", Chair: 1, Name: "Ann"})
	if err != nil {
		fmt.Println(err)
		return
	}
	b := live.New(live.Config{Hall: h})
	defer b.Close()
	for seq := range int64(2) {
		e, err := b.Event(ctx, live.Reader{Guest: line.Guest{}}, t.ID(), seq+1)
		fmt.Println(e.Words, err)
	}
	// Output:
	// The table is set up <nil>
	// Ann sits down as Black <nil>
}
