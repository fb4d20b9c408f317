package main

import (
	"bufio"
	"context"
	"errors"
	"os"
	"os/exec"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"parlour/bench"
	"parlour/hall/nats"
	"parlour/lab"
)

// benchWorkFlags are the flags of bench work.
type benchWorkFlags struct {
	bench.Work
	bus busFlags
}

func benchWorkCommand(s *streams) *cobra.Command {
	f := benchWorkFlags{Work: bench.Work{What: lab.Experiment{Game: "contact", Bots: []string{"greedy"}, Seed: 1928}}}
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
			if err := f.check(); err != nil {
				return err
			}
			return f.run(cmd.Context(), s)
		},
	}
	fl := cmd.Flags()
	f.bus.add(cmd, "where the work is handed on")
	fl.IntSliceVar(&f.Workers, "workers", []int{1, 2}, "numbers of workers to measure with")
	fl.IntVar(&f.Rounds, "rounds", 3, "how often each is measured")
	fl.IntVarP(&f.What.Games, "games", "n", 2000, "games of each measurement")
	return cmd
}

// check says which flag is wrong.
func (f *benchWorkFlags) check() error {
	switch {
	case f.bus.address == "":
		return misused("--bus: expected the address of a NATS server, such as nats://127.0.0.1:4222")
	case f.Rounds < 1 || len(f.Workers) == 0 || slices.Min(f.Workers) < 1 || f.What.Games < 1:
		return misused("--workers, --rounds and --games have to be above zero")
	}
	return nil
}

func (f *benchWorkFlags) run(ctx context.Context, s *streams) error {
	crew, err := nats.Hire(ctx, f.bus.address, f.bus.options("bench", nil))
	if err != nil {
		return err
	}
	defer crew.Close()
	bar := newBar(s, f.Rounds*(1+len(f.Workers)))
	f.Crew, f.Hire, f.Progress = crew, f.hire, bar.show
	report, err := f.Run(ctx)
	if err != nil {
		return err
	}
	bar.clear()
	return report.WriteText(s.out)
}

// hire starts a worker and waits until it is ready. The function ends it.
func (f *benchWorkFlags) hire(ctx context.Context) (end func(), err error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, program, "worker", "--workers", "1")
	// Not in the arguments, which others can list.
	cmd.Env = append(os.Environ(), variable("bus")+"="+f.bus.address, variable("bus-creds")+"="+f.bus.creds)
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
