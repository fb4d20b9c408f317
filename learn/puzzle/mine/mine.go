// Package mine finds puzzles: it plays games between strong bots and looks for
// positions with one clearly best move.
//
//	job := mine.Job{Game: "checkers", Count: 300, Seed: 1928}
//	set, err := job.Run(ctx)
//
// It knows no game: a game supplies its [Craft], which says who plays and who
// judges.
//
// A quick judge looks at every position of a game, and an expert, who searches
// far deeper than any level plays, at some of them. In games with dice and in
// Contact the best moves are then played out many times, until it is clear that
// one of them is better than all others. The games of a job have numbers and are
// taken in their order, so the same job finds the same puzzles on any number of
// threads.
package mine

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"parlour"
	"parlour/learn/puzzle"
)

// collection returns the collection of a game whose puzzles can be found.
func collection(game string) (*puzzle.Collection, error) {
	if c := puzzle.CollectionOf(game); c != nil && c.Worker != nil {
		return c, nil
	}
	return nil, fmt.Errorf("there are no puzzles of %q; there are puzzles of %s", game, strings.Join(puzzle.Mines(), ", "))
}

// A Job is an order for puzzles.
type Job struct {
	Game    string
	Count   int           // puzzles to find
	Seed    uint64        // of the games
	Threads int           // 0 for one for each processor
	Time    time.Duration // stop after this time; 0 for no limit
	// Found, if not nil, is told of every puzzle, with the set so far and the
	// number of games played.
	Found func(s *puzzle.Set, games int) error
}

// mostAlike is the largest part of a set that has the same difficulty.
const mostAlike = 0.4

// Run finds the puzzles. If ctx ends it returns what it has found so far,
// without an error.
func (j *Job) Run(ctx context.Context) (*puzzle.Set, error) {
	from, err := collection(j.Game)
	if err != nil {
		return nil, err
	}
	threads := j.Threads
	if threads < 1 {
		threads = runtime.GOMAXPROCS(0)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if j.Time > 0 {
		ctx, cancel = context.WithTimeout(ctx, j.Time)
		defer cancel()
	}
	c := &collector{job: j, game: from.Game, set: &puzzle.Set{Game: j.Game, Unit: from.Unit, Made: []string{fmt.Sprintf("parlour puzzles mine %s --count %d --seed %d", j.Game, j.Count, j.Seed)}}}
	type load struct {
		number int
		found  []puzzle.Puzzle
		err    error
	}
	loads := make(chan load)
	var next atomic.Int64
	var group sync.WaitGroup
	for range threads {
		group.Go(func() {
			w := from.Worker(from)
			for ctx.Err() == nil {
				n := int(next.Add(1) - 1)
				found, err := w.Dig(ctx, j.Seed, n)
				loads <- load{n, found, err}
			}
		})
	}
	go func() {
		group.Wait()
		close(loads)
	}()
	var failed error
	waiting := map[int]load{}
	due := 0
	for l := range loads { // to the end, so that no worker waits for ever
		waiting[l.number] = l
		for failed == nil && !c.full() {
			l, ok := waiting[due]
			if !ok || l.err != nil {
				if ok && ctx.Err() == nil {
					failed = l.err
				}
				break
			}
			delete(waiting, due)
			due++
			failed = c.take(l.found, due)
		}
		if failed != nil || c.full() {
			cancel()
		}
	}
	return c.set, failed
}

// A collector keeps the puzzles that are unlike all others.
type collector struct {
	job   *Job
	game  parlour.Game
	set   *puzzle.Set
	kept  []parlour.Match
	level [puzzle.Hardest + 1]int
}

func (c *collector) full() bool { return len(c.set.Puzzles) >= c.job.Count }

// take adds the puzzles of a game to the set, unless they are too much alike.
func (c *collector) take(list []puzzle.Puzzle, games int) error {
	for _, p := range list {
		m, err := c.game.Parse(p.Position)
		if err != nil {
			return err
		}
		level := p.Difficulty()
		if c.full() || c.level[level] >= int(mostAlike*float64(c.job.Count)+1) ||
			slices.ContainsFunc(c.kept, func(o parlour.Match) bool { return puzzle.Alike(m, o) < puzzle.Different }) {
			continue
		}
		c.level[level]++
		c.kept = append(c.kept, m)
		c.set.Puzzles = append(c.set.Puzzles, p)
	}
	if c.job.Found != nil {
		return c.job.Found(c.set, games)
	}
	return nil
}
