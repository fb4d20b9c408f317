package bench

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"text/tabwriter"
	"time"

	"parlour/lab"
	"parlour/lab/sim"
	"parlour/lab/work"
	"parlour/phrase"
)

// A Work measures games that are handed to workers and, for comparison, the same
// games in this process. All numbers have to be above zero.
type Work struct {
	What     lab.Experiment
	Workers  []int          // numbers of workers to measure with
	Rounds   int            // how often to measure each
	Crew     work.Crew      // hands the games to the workers
	Progress func(done int) // told how many of Rounds × (1 + len(Workers)) measurements are done
	// Hire starts a worker and waits until it is ready. The function ends it.
	Hire func(ctx context.Context) (end func(), err error)
}

// A WorkReport is the result of a Work.
type WorkReport struct {
	Games int        `json:"games"` // played by each number of workers
	Rows  []WorkRate `json:"rates"`
}

// A WorkRate is how fast some workers play.
type WorkRate struct {
	Workers int     `json:"workers"` // 0 is this process
	Rate    float64 `json:"games_per_second"`
	Ratio   float64 `json:"ratio"` // to the first number of workers
}

// Run measures. In each round all numbers of workers take turns, so that other
// load on the machine affects them equally. It fails if the results of the games
// differ.
func (b *Work) Run(ctx context.Context) (*WorkReport, error) {
	hands := append([]int{0}, b.Workers...) // 0 is this process
	spent := make([]time.Duration, len(hands))
	var first []byte
	for round := range b.Rounds {
		for i, n := range hands {
			took, result, err := b.measure(ctx, n)
			if err != nil {
				return nil, err
			}
			spent[i] += took
			if first == nil {
				first = result
			}
			if !bytes.Equal(first, result) {
				return nil, fmt.Errorf("%s: the results differ from those of this process", phrase.Plural(n, "worker"))
			}
			b.Progress(round*len(hands) + i + 1)
		}
	}
	r := &WorkReport{Games: b.What.Games * b.Rounds}
	for i, n := range hands {
		r.Rows = append(r.Rows, WorkRate{n, float64(r.Games) / spent[i].Seconds(), spent[1].Seconds() / spent[i].Seconds()})
	}
	return r, nil
}

// WriteText writes the result as a table.
func (r *WorkReport) WriteText(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	fmt.Fprintln(w, "WHO\tGAMES/S\tRATIO")
	for _, row := range r.Rows {
		who := phrase.Plural(row.Workers, "worker")
		if row.Workers == 0 {
			who = "this process"
		}
		fmt.Fprintf(w, "%s\t%.0f\t%.2f\n", who, row.Rate, row.Ratio)
	}
	return w.Flush()
}

// measure plays the games with that many workers, or in this process if there are
// none, and returns the time and the results.
func (b *Work) measure(ctx context.Context, workers int) (took time.Duration, result []byte, err error) {
	crew := b.Crew
	if workers == 0 {
		crew = work.Hands{Doer: lab.Doers(), Workers: 1}
	}
	for range workers {
		end, err := b.Hire(ctx)
		if err != nil {
			return 0, nil, err
		}
		defer end()
	}
	// Warm up, so that the first worker does not get all the work before the others
	// are ready.
	warm := b.What
	warm.Games = 4 * lab.ShardGames * max(1, workers)
	if _, err := warm.Run(ctx, crew, nil); err != nil {
		return 0, nil, err
	}
	begin := time.Now()
	var stats *sim.Stats
	if stats, err = b.What.Run(ctx, crew, nil); err != nil {
		return 0, nil, err
	}
	took = time.Since(begin)
	result, err = json.Marshal(stats)
	return took, result, err
}

// StartWorker starts a parlour program as a worker that does one task at a time,
// with more variables in its environment, and waits until it is ready. The
// function ends it.
func StartWorker(ctx context.Context, program string, env ...string) (end func(), err error) {
	cmd := exec.CommandContext(ctx, program, "worker", "--workers", "1")
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	end = func() {
		_ = cmd.Process.Signal(os.Interrupt) // fails only if it has ended already
		_ = cmd.Wait()
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || !strings.HasPrefix(line, "working") {
		end()
		return nil, errors.New("a worker did not start")
	}
	return end, nil
}
