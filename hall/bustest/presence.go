package bustest

import (
	"slices"
	"testing"
	"time"

	"parlour/hall"
	"parlour/internal/wait"
)

// RunPresence tests how nodes tell each other who is connected. Open returns the
// handles of two nodes.
func RunPresence(t *testing.T, open func(t *testing.T) (first, second hall.PresenceBus)) {
	for name, test := range map[string]func(*testing.T, hall.PresenceBus, hall.PresenceBus){
		"Arrives": presenceArrives,
		"OnlyOwn": presenceOfOneTable,
		"Slow":    presenceUnread,
		"Ends":    presenceEnds,
	} {
		t.Run(name, func(t *testing.T) {
			a, b := open(t)
			test(t, a, b)
		})
	}
}

// waitForPresence waits until exactly these people are reported. It repeats the
// announcement, as nodes do.
func waitForPresence(t *testing.T, from hall.PresenceBus, id string, c <-chan []int, people []int) {
	t.Helper()
	for deadline := time.After(wait.Limit); ; {
		from.AnnouncePresence(id, people)
		select {
		case got := <-c:
			if slices.Equal(got, people) {
				return
			}
		case <-time.After(50 * time.Millisecond):
		case <-deadline:
			t.Fatalf("%v was not heard", people)
		}
	}
}

func presenceArrives(t *testing.T, a, b hall.PresenceBus) {
	c, end := b.SubscribePresence("t")
	defer end()
	for _, people := range [][]int{{0}, {0, 3}, {}, {1, 2}} {
		waitForPresence(t, a, "t", c, people)
	}
}

// presenceOfOneTable checks that a listener hears neither other tables nor its own
// node.
func presenceOfOneTable(t *testing.T, a, b hall.PresenceBus) {
	c, end := b.SubscribePresence("t")
	defer end()
	a.AnnouncePresence("u", []int{7})
	b.AnnouncePresence("t", []int{8})
	for deadline := time.After(wait.Limit); ; {
		a.AnnouncePresence("t", []int{1})
		select {
		case got := <-c:
			if !slices.Equal(got, []int{1}) {
				t.Fatalf("heard %v", got)
			}
			return
		case <-time.After(50 * time.Millisecond):
		case <-deadline:
			t.Fatal("nothing was heard")
		}
	}
}

// presenceUnread reads nothing while many announcements are sent: the sender
// must not wait for it.
func presenceUnread(t *testing.T, a, b hall.PresenceBus) {
	c, end := b.SubscribePresence("t")
	defer end()
	for n := range 5000 {
		a.AnnouncePresence("t", []int{n})
	}
	waitForPresence(t, a, "t", c, []int{9000})
}

func presenceEnds(t *testing.T, a, b hall.PresenceBus) {
	c, end := b.SubscribePresence("t")
	d, endOther := b.SubscribePresence("t")
	defer endOther()
	end()
	end() // ending twice is harmless
	waitForPresence(t, a, "t", d, []int{1})
	select {
	case people, open := <-c:
		if open {
			t.Errorf("%v was heard after the end", people)
		}
	default:
	}
}
