// Package bustest is the test suite that all buses share.
package bustest

import (
	"fmt"
	"sync"
	"testing"

	"parlour/hall"
	"parlour/internal/wait"
)

// Run tests a bus. Open returns two handles on one bus, as two nodes have.
func Run(t *testing.T, open func(t *testing.T) (first, second hall.Bus)) {
	for name, test := range map[string]func(*testing.T, hall.Bus, hall.Bus){
		"Announces": announces,
		"OnlyOwn":   onlyOwn,
		"Slow":      slow,
		"Ends":      ends,
		"Many":      many,
	} {
		t.Run(name, func(t *testing.T) {
			a, b := open(t)
			test(t, a, b)
		})
	}
}

// announced reads until seq is announced or the reader is told to look again.
func announced(t *testing.T, c <-chan int64, seq int64) {
	t.Helper()
	for {
		got := wait.Receive(t, fmt.Sprint("the announcement of ", seq), c)
		if got == seq || got == hall.LookAgain {
			return
		}
		if got > seq {
			t.Fatalf("announced %d, waited for %d", got, seq)
		}
	}
}

func announces(t *testing.T, a, b hall.Bus) {
	c, end := b.Subscribe("t")
	defer end()
	for seq := range int64(20) {
		a.Publish("t", seq+1)
		announced(t, c, seq+1)
	}
}

func onlyOwn(t *testing.T, a, b hall.Bus) {
	c, end := b.Subscribe("t")
	defer end()
	a.Publish("u", 7)
	a.Publish("t", 1)
	announced(t, c, 1)
}

// slow reads nothing while many announcements are made: nobody waits for it,
// and it gets the latest.
func slow(t *testing.T, a, b hall.Bus) {
	c, end := b.Subscribe("t")
	defer end()
	for seq := range int64(5000) {
		a.Publish("t", seq+1)
	}
	announced(t, c, 5000)
}

func ends(t *testing.T, a, b hall.Bus) {
	c, end := b.Subscribe("t")
	d, endOther := b.Subscribe("t")
	defer endOther()
	end()
	end() // ending twice is harmless
	select {
	case <-c: // it was told to look again before the end
	default:
	}
	a.Publish("t", 1)
	announced(t, d, 1)
	select {
	case seq, open := <-c:
		if open {
			t.Errorf("%d was announced after the end", seq)
		}
	default:
	}
}

func many(t *testing.T, a, b hall.Bus) {
	var wg sync.WaitGroup
	for range 50 {
		c, end := b.Subscribe("t")
		wg.Go(func() {
			defer end()
			announced(t, c, 100)
		})
	}
	for seq := range int64(100) {
		a.Publish("t", seq+1)
	}
	wg.Wait()
}
