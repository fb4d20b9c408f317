package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"parlour/lab"
	"parlour/lab/sim"
	"parlour/lab/work"
	"parlour/nats"
	"parlour/phrase"
)

// A workBench measures work that is handed to workers.
type workBench struct {
	bus     busFlags
	workers []int
	rounds  int
	what    lab.Experiment
}

func benchWorkCommand(s *streams) *cobra.Command {
	b := workBench{what: lab.Experiment{Game: "contact", Bots: []string{"greedy"}, Seed: 1928}}
	cmd := &cobra.Command{
		Use:   "work",
		Short: "Measure work that is handed to workers",
		Long: `Measure how many games a second workers play that get them from a NATS server,
each worker a process of its own on this machine that plays one game at a time.
For comparison the same games are played inside this process, one at a time and
without the server. All take turns, --rounds times, so that whatever else the
machine does falls to all alike.

The results have to be the same every time; that is checked.`,
		Example: "  parlour bench work --bus nats://127.0.0.1:4222\n  parlour bench work --bus nats://127.0.0.1:4222 --workers 1,2,4 --games 4000",
		Args:    exactly(0, "no argument"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case b.bus.address == "":
				return misused("--bus: expected the address of a NATS server, such as nats://127.0.0.1:4222")
			case b.rounds < 1 || len(b.workers) == 0 || slices.Min(b.workers) < 1 || b.what.Games < 1:
				return misused("--workers, --rounds and --games have to be above zero")
			}
			return b.run(cmd.Context(), s)
		},
	}
	fl := cmd.Flags()
	b.bus.add(cmd, "where the work is handed on")
	fl.IntSliceVar(&b.workers, "workers", []int{1, 2}, "numbers of workers to measure with")
	fl.IntVar(&b.rounds, "rounds", 3, "how often each is measured")
	fl.IntVarP(&b.what.Games, "games", "n", 2000, "games of each measurement")
	return cmd
}

func (b *workBench) run(ctx context.Context, s *streams) error {
	crew, err := nats.Hire(ctx, b.bus.address, b.bus.options("bench", nil))
	if err != nil {
		return err
	}
	defer crew.Close()
	rows := append([]int{0}, b.workers...) // 0 is this process
	spent := make([]time.Duration, len(rows))
	var first []byte
	bar := newBar(s, b.rounds*len(rows))
	for round := range b.rounds {
		for i, n := range rows {
			took, result, err := b.measure(ctx, crew, n)
			if err != nil {
				return err
			}
			spent[i] += took
			if first == nil {
				first = result
			}
			if !bytes.Equal(first, result) {
				return fmt.Errorf("%s: the results differ from those of this process", phrase.Plural(n, "worker"))
			}
			bar.show(round*len(rows) + i + 1)
		}
	}
	bar.clear()
	w := tabwriter.NewWriter(s.out, 0, 8, 2, ' ', 0)
	fmt.Fprintln(w, "WHO\tGAMES A SECOND\tRATIO")
	base := spent[slices.Index(rows, b.workers[0])].Seconds()
	for i, n := range rows {
		who := phrase.Plural(n, "worker")
		if n == 0 {
			who = "this process"
		}
		fmt.Fprintf(w, "%s\t%.0f\t%.2f\n", who, float64(b.what.Games*b.rounds)/spent[i].Seconds(), base/spent[i].Seconds())
	}
	return w.Flush()
}

// measure plays the games with so many workers, none being this process, and
// returns the time it took and what came out.
func (b *workBench) measure(ctx context.Context, far work.Crew, workers int) (took time.Duration, result []byte, err error) {
	crew := far
	if workers == 0 {
		crew = work.Hands{Doer: lab.Doers(), Workers: 1}
	}
	for range workers {
		end, err := b.hire(ctx)
		if err != nil {
			return 0, nil, err
		}
		defer end()
	}
	// Whoever came first must not get all the work before the others are there.
	warm := b.what
	warm.Games = 4 * lab.ShardGames * max(1, workers)
	if _, err := warm.Run(ctx, crew, nil); err != nil {
		return 0, nil, err
	}
	begin := time.Now()
	var stats *sim.Stats
	if stats, err = b.what.Run(ctx, crew, nil); err != nil {
		return 0, nil, err
	}
	took = time.Since(begin)
	result, err = json.Marshal(stats)
	return took, result, err
}

// hire starts a worker and waits until it is ready. The function ends it.
func (b *workBench) hire(ctx context.Context) (end func(), err error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, program, "worker", "--workers", "1")
	// Not in the arguments, which others can list.
	cmd.Env = append(os.Environ(), variable("bus")+"="+b.bus.address, variable("bus-creds")+"="+b.bus.creds)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	end = func() {
		_ = cmd.Process.Signal(os.Interrupt) // where it fails it has ended
		_ = cmd.Wait()
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || !strings.HasPrefix(line, "working") {
		end()
		return nil, errors.New("a worker did not start")
	}
	return end, nil
}
