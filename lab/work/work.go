// Package work splits long work into tasks for any number of workers, and returns
// the results in the order of the tasks.
//
//	crew := work.Hands{Doer: doer}
//	err := crew.Run(ctx, tasks, func(n int, result json.RawMessage) error { ... })
//
// A task is plain data, and its result depends on nothing else. So it does not
// matter who does it or how often it is started: workers can crash or join at any
// time, and the results are the same bytes.
package work

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"sync"

	"parlour/internal/parallel"
)

// A Task is one piece of work.
type Task struct {
	Kind string          `json:"kind"` // the kind of work, such as "sim"
	Body json.RawMessage `json:"body"` // its input
}

// A Doer does tasks. The same task always has the same result.
type Doer interface {
	Do(ctx context.Context, t Task) (json.RawMessage, error)
}

// ErrUnknown says that a doer does not know a kind of task. Another one may.
var ErrUnknown = errors.New("this program does not know tasks of the kind")

// Doers has a function for each kind of task.
type Doers map[string]func(ctx context.Context, body json.RawMessage) (json.RawMessage, error)

// Do does a task.
func (d Doers) Do(ctx context.Context, t Task) (json.RawMessage, error) {
	f := d[t.Kind]
	if f == nil {
		return nil, fmt.Errorf("%w %q", ErrUnknown, t.Kind)
	}
	return f(ctx, t.Body)
}

// A Crew gets tasks done.
type Crew interface {
	// Run does the tasks and calls each with every result exactly once, in the
	// order of the tasks, from one goroutine. The first error ends it.
	Run(ctx context.Context, tasks []Task, each func(n int, result json.RawMessage) error) error
}

// Hands is a crew inside this process.
type Hands struct {
	Doer    Doer
	Workers int // tasks done at the same time; 0 for one for each processor
}

var _ Crew = Hands{}

// Run does the tasks.
func (h Hands) Run(ctx context.Context, tasks []Task, each func(n int, result json.RawMessage) error) error {
	var mu sync.Mutex // guards line
	line := Line{Each: each}
	return parallel.Do(ctx, h.Workers, len(tasks), func(ctx context.Context, numbers iter.Seq[int]) error {
		for n := range numbers {
			result, err := h.Doer.Do(ctx, tasks[n])
			if err != nil {
				return err
			}
			mu.Lock()
			err = line.Put(n, result)
			mu.Unlock()
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// A Line sorts results into the order of their tasks. They can arrive in any order
// and more than once.
type Line struct {
	Each func(n int, result json.RawMessage) error
	next int
	wait map[int]json.RawMessage
}

// Put takes the result of a task and calls Each with all results that are next.
func (l *Line) Put(n int, result json.RawMessage) error {
	if n < l.next {
		return nil // a duplicate
	}
	if l.wait == nil {
		l.wait = map[int]json.RawMessage{}
	}
	l.wait[n] = result
	for {
		result, ok := l.wait[l.next]
		if !ok {
			return nil
		}
		delete(l.wait, l.next)
		l.next++
		if err := l.Each(l.next-1, result); err != nil {
			return err
		}
	}
}

// Done returns the number of results that Each has received.
func (l *Line) Done() int { return l.next }
