package opening

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"parlour"
)

// A Maker judges the positions of a book.
type Maker struct {
	Book   func() *Book                               // without lines: what the book is about
	Steps  int                                        // throws and moves from one level to the next
	Roots  func() []Line                              // the lines to begin with, without replies
	Method string                                     // how the replies are judged, in a sentence
	Judge  func() Judge                               // one for each worker
	Next   func(l *Line, level int) (next [][]string) // the paths of lines that go on from a judged one
}

// A Judge says what the moves of a position are worth, best first. The same
// position always gets the same answer. It may leave out poor moves.
type Judge func(ctx context.Context, m parlour.Match, level int) ([]Reply, error)

// A Progress is told of each line that is judged, with how many are done and how
// many there will be, as far as is known.
type Progress func(l *Line, done, all int) error

// Make judges every line of a book. It takes over the lines that are already
// judged, so that an interrupted run can go on. The order of the lines does not
// depend on the number of workers. Progress is called by one goroutine at a time.
func (k *Maker) Make(ctx context.Context, have []Line, workers int, progress Progress) ([]Line, error) {
	known := map[string][]Reply{}
	for i := range have {
		known[pathOf(&have[i])] = have[i].Replies
	}
	book := k.Book()
	var all []Line
	done := 0
	level := k.Roots()
	for n := 0; len(level) > 0; n++ {
		var open []*Line
		for i := range level {
			l := &level[i]
			l.Level = n
			if l.Replies = known[pathOf(l)]; l.Replies == nil {
				open = append(open, l)
			}
		}
		done += len(level) - len(open)
		err := k.judge(ctx, book, open, n, workers, func(l *Line) error {
			done++
			return progress(l, done, len(all)+len(level))
		})
		all = append(all, level...)
		if err != nil {
			return all, err
		}
		var next []Line
		for i := range level {
			for _, path := range k.Next(&level[i], n) {
				next = append(next, Line{Key: level[i].Key, Path: path})
			}
		}
		level = next
	}
	return sorted(all), nil
}

// judge judges the lines of a level.
func (k *Maker) judge(ctx context.Context, book *Book, lines []*Line, level, workers int, done func(*Line) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var wg sync.WaitGroup
	var mu sync.Mutex
	next := 0
	for range min(max(1, workers), len(lines)) {
		wg.Go(func() {
			judge := k.Judge()
			for {
				mu.Lock()
				i := next
				next++
				mu.Unlock()
				if i >= len(lines) || ctx.Err() != nil {
					return
				}
				l := lines[i]
				m, err := book.Match(l)
				if err == nil {
					l.Replies, err = judge(ctx, m, level)
				}
				if err == nil {
					err = ctx.Err()
				}
				if err == nil {
					mu.Lock()
					err = done(l)
					mu.Unlock()
				}
				if err != nil {
					stop(fmt.Errorf("%s: %w", strings.Join(l.Path, " "), err))
					return
				}
			}
		})
	}
	wg.Wait()
	return context.Cause(ctx)
}

func pathOf(l *Line) string { return strings.Join(l.Path, ";") }

// sorted puts the lines of each root behind it, in the order of their levels.
func sorted(lines []Line) []Line {
	order := map[string]int{}
	for i := range lines {
		if _, seen := order[lines[i].Key]; !seen {
			order[lines[i].Key] = i
		}
	}
	slices.SortStableFunc(lines, func(x, y Line) int { return order[x.Key] - order[y.Key] })
	return lines
}

// Fill gives a book the lines that were read from its file. Names, groups and
// levels come from the roots.
func (k *Maker) Fill(made Made, lines []Line) *Book {
	b := k.Book()
	b.Made, b.Lines = made, lines
	roots := map[string]Line{}
	for _, r := range k.Roots() {
		roots[r.Key] = r
	}
	for i := range b.Lines {
		l := &b.Lines[i]
		r := roots[l.Key]
		l.Group = r.Group
		if l.Level = (len(l.Path) - len(r.Path)) / max(1, k.Steps); l.Level == 0 {
			l.Name = r.Name
		}
	}
	return b
}
