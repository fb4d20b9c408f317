package bustest

import (
	"slices"
	"testing"
	"time"

	"parlour/hall"
	"parlour/internal/wait"
)

// RunCrier tests how nodes tell each other who is connected. Open returns the
// handles of two nodes.
func RunCrier(t *testing.T, open func(t *testing.T) (first, second hall.Crier)) {
	for name, test := range map[string]func(*testing.T, hall.Crier, hall.Crier){
		"Cries":   cries,
		"OnlyOwn": criesOfOne,
		"Slow":    criesUnheard,
		"Ends":    criesEnd,
	} {
		t.Run(name, func(t *testing.T) {
			a, b := open(t)
			test(t, a, b)
		})
	}
}

// hear waits until exactly these people are reported. It repeats the cry, as
// nodes do.
func hear(t *testing.T, from hall.Crier, id string, c <-chan []int, people []int) {
	t.Helper()
	for deadline := time.After(wait.Limit); ; {
		from.Cry(id, people)
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

func cries(t *testing.T, a, b hall.Crier) {
	c, end := b.Hear("t")
	defer end()
	for _, people := range [][]int{{0}, {0, 3}, {}, {1, 2}} {
		hear(t, a, "t", c, people)
	}
}

// criesOfOne checks that a listener hears neither other tables nor its own
// node.
func criesOfOne(t *testing.T, a, b hall.Crier) {
	c, end := b.Hear("t")
	defer end()
	a.Cry("u", []int{7})
	b.Cry("t", []int{8})
	for deadline := time.After(wait.Limit); ; {
		a.Cry("t", []int{1})
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

// criesUnheard reads nothing while many cries are sent: nobody waits for it.
func criesUnheard(t *testing.T, a, b hall.Crier) {
	c, end := b.Hear("t")
	defer end()
	for n := range 5000 {
		a.Cry("t", []int{n})
	}
	hear(t, a, "t", c, []int{9000})
}

func criesEnd(t *testing.T, a, b hall.Crier) {
	c, end := b.Hear("t")
	d, endOther := b.Hear("t")
	defer endOther()
	end()
	end() // ending twice is harmless
	hear(t, a, "t", d, []int{1})
	select {
	case people, open := <-c:
		if open {
			t.Errorf("%v was heard after the end", people)
		}
	default:
	}
}
