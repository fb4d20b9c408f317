package hall

import (
	"context"
	"testing"

	"parlour/internal/line"
)

// TestPlaces checks that a table with a person thinks before tables where only bots
// play, that a place a table has is not spare, and that a table that closes leaves
// the line.
func TestPlaces(t *testing.T) {
	h := &Hall{thinking: &line.Line{Places: 1}}
	open := func() *Table { return &Table{hall: h, quit: make(chan struct{})} }
	give := open().waitToThink(true, "Ann")
	if h.Spare() != 0 {
		t.Errorf("%d places are spare", h.Spare())
	}
	order := make(chan string)
	for i, name := range []string{"bots", "Bob"} {
		go func() {
			give := open().waitToThink(name != "bots", name)
			order <- name
			give()
		}()
		for h.thinking.Len() != i+2 {
		}
	}
	closed := open()
	close(closed.quit)
	if closed.waitToThink(true, "Ann") != nil {
		t.Error("a table that has closed thinks")
	}
	give()
	if first, second := <-order, <-order; first != "Bob" || second != "bots" {
		t.Errorf("%s thinks before %s", first, second)
	}
	for h.Spare() != 1 {
	}
}

// Origin returns in whose line the bots of a table think, for tests.
func Origin(t *Table) (origin string) {
	_ = t.runLocked(context.Background(), func() { origin = t.origin })
	return origin
}
