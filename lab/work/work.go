// Package work cuts long work into tasks that any number of hands can do, and
// hands back what they made of them in the order of the tasks.
//
//	crew := work.Hands{Doer: doer}
//	err := crew.Run(ctx, tasks, func(n int, result json.RawMessage) error { ... })
//
// A task is plain data and its result depends on nothing else, so it does not
// matter who does it, nor how often it is begun: whatever dies or joins on the
// way, the results are the same bytes.
package work

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"sync"
)

// A Task is one piece of work.
type Task struct {
	Kind string          `json:"kind"` // what is to be done, such as "sim"
	Body json.RawMessage `json:"body"` // with what
}

// A Doer does tasks. The same task always has the same result.
type Doer interface {
	Do(ctx context.Context, t Task) (json.RawMessage, error)
}

// ErrUnknown is the error of a doer who does not do tasks of a kind. Another
// may.
var ErrUnknown = errors.New("nobody here does tasks of the kind")

// Doers does each kind of task by its own function.
type Doers map[string]func(ctx context.Context, body json.RawMessage) (json.RawMessage, error)

// Do does a task.
func (d Doers) Do(ctx context.Context, t Task) (json.RawMessage, error) {
	f := d[t.Kind]
	if f == nil {
		return nil, fmt.Errorf("%w %q", ErrUnknown, t.Kind)
	}
	return f(ctx, t.Body)
}

// A Crew has tasks done.
type Crew interface {
	// Run has the tasks done and calls each with every result exactly once, in
	// the order of the tasks, from one goroutine. The first error ends it.
	Run(ctx context.Context, tasks []Task, each func(n int, result json.RawMessage) error) error
}

// Hands are the crew of this process.
type Hands struct {
	Doer    Doer
	Workers int // tasks done at the same time; 0 for one for each processor
}

var _ Crew = Hands{}

// Run does the tasks.
func (h Hands) Run(ctx context.Context, tasks []Task, each func(n int, result json.RawMessage) error) error {
	workers := h.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var (
		mu   sync.Mutex // guards what follows
		next int
		line = Line{Each: each}
		wg   sync.WaitGroup
	)
	for range min(workers, len(tasks)) {
		wg.Go(func() {
			for {
				mu.Lock()
				n := next
				next++
				mu.Unlock()
				if n >= len(tasks) || ctx.Err() != nil {
					return
				}
				result, err := h.Doer.Do(ctx, tasks[n])
				if err == nil {
					mu.Lock()
					err = line.Put(n, result)
					mu.Unlock()
				}
				if err != nil {
					cancel(err)
					return
				}
			}
		})
	}
	wg.Wait()
	return context.Cause(ctx)
}

// A Line puts results that come in any order, perhaps more than once, into the
// order of their tasks.
type Line struct {
	Each func(n int, result json.RawMessage) error
	next int
	wait map[int]json.RawMessage
}

// Put takes the result of a task and calls Each with all that are due.
func (l *Line) Put(n int, result json.RawMessage) error {
	if n < l.next {
		return nil // it came before
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

// Done returns how many results were handed on.
func (l *Line) Done() int { return l.next }
