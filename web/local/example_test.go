package local_test

import (
	"context"
	"fmt"
	"log/slog"

	"parlour/hall/keyed"
	"parlour/web/local"
)

func Example() {
	ctx := context.Background()
	p, err := local.Open(ctx, local.Config{Port: &keyed.Memory{}, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer p.Close()
	p.Answer(ctx, local.Request{Method: "GET", Path: "/api/tables"}, func(part local.Part) {
		fmt.Printf("%d %s", part.Status, part.Body)
	})
	// Output: 200 []
}
