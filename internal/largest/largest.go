// Package largest finds the largest of many counters that change all the time.
//
//	var all largest.Of[string]
//	ann := all.Add("Ann", 3)
//	all.Change(ann, -1)
//	who := all.Top().Value
package largest

import "container/heap"

// Of is a set of counters. The zero value is empty.
type Of[T any] struct{ items items[T] }

// A Counter is a number in the set that belongs to a value.
type Counter[T any] struct {
	Value T
	N     int // change it by Change only
	at    int // index in the heap
}

// Add adds a counter.
func (o *Of[T]) Add(v T, n int) *Counter[T] {
	c := &Counter[T]{Value: v, N: n}
	heap.Push(&o.items, c)
	return c
}

// Change adds to a counter.
func (o *Of[T]) Change(c *Counter[T], by int) {
	c.N += by
	heap.Fix(&o.items, c.at)
}

// Remove removes a counter.
func (o *Of[T]) Remove(c *Counter[T]) { heap.Remove(&o.items, c.at) }

// Top returns the largest counter, nil if there is none.
func (o *Of[T]) Top() *Counter[T] {
	if len(o.items) == 0 {
		return nil
	}
	return o.items[0]
}

// Len returns how many counters there are.
func (o *Of[T]) Len() int { return len(o.items) }

// items implements heap.Interface.
type items[T any] []*Counter[T]

func (h items[T]) Len() int           { return len(h) }
func (h items[T]) Less(i, j int) bool { return h[i].N > h[j].N }
func (h items[T]) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].at, h[j].at = i, j
}

func (h *items[T]) Push(x any) {
	c := x.(*Counter[T])
	c.at = len(*h)
	*h = append(*h, c)
}

func (h *items[T]) Pop() any {
	last := len(*h) - 1
	c := (*h)[last]
	(*h)[last] = nil
	*h = (*h)[:last]
	return c
}
