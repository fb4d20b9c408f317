package shelf_test

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"

	"parlour"
	"parlour/cabinet"
	"parlour/cabinet/shelf"
	"parlour/hall"
)

// TestSizes measures how much memory the players of every game take after a move. A
// hall that keeps players counts on what they say.
func TestSizes(t *testing.T) {
	heap := func() int {
		runtime.GC()
		runtime.GC() // what pools have
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int(m.HeapAlloc)
	}
	const n = 4
	for _, e := range cabinet.Games() {
		m, err := e.Game.New(parlour.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		for k := 7; !m.Turn().Over() && (m.Turn().Needs() != parlour.NeedMove || len(m.Moves()) < 2); k += 7 {
			if d := m.Turn().Dice; d != 0 {
				err = m.Play(d.Nth(k % d.Weight()))
			} else {
				err = m.Play(m.Moves()[0])
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if m.Turn().Over() {
			continue // nobody has a choice in this game
		}
		for _, level := range (shelf.Cabinet{}).Levels(e.Info.ID) {
			var players [n + 1]hall.Player // the first loads what all share
			before := 0
			for i := range players {
				if players[i], err = (shelf.Cabinet{}).Player(e.Info.ID, level); err != nil {
					t.Fatal(err)
				}
				for patience := 50 * time.Millisecond; ; patience *= 2 { // a busy machine needs longer to find any move
					ctx, cancel := context.WithTimeout(t.Context(), patience)
					_, err := players[i].Choose(ctx, m)
					if cancel(); err == nil {
						break
					} else if !errors.Is(err, context.DeadlineExceeded) {
						t.Fatal(err)
					}
				}
				if i == 0 {
					before = heap()
				}
			}
			taken := (heap() - before) / n
			says := players[n].(hall.Sizer).Size()
			if t.Logf("%s %s: %d KiB, says %d", e.Info.ID, level, taken>>10, says>>10); taken > says+says/4 || says > 2*taken+192<<10 {
				t.Errorf("the player %s of %s takes %d bytes, but says %d", level, e.Info.ID, taken, says)
			}
			runtime.KeepAlive(players)
		}
	}
}
