package main

import (
	"context"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"parlour/hall/nats"
	"parlour/lab"
	"parlour/lab/bench"
	"parlour/server/backend"
)

// benchWorkFlags are the flags of bench work.
type benchWorkFlags struct {
	bench.Work
	bus backend.Bus
	as  output
}

func benchWorkCommand(s *streams) *cobra.Command {
	f := benchWorkFlags{Work: bench.Work{What: lab.Experiment{Game: "contact", Bots: []string{"greedy"}, Seed: 1928}}}
	cmd := &cobra.Command{
		Use:   "work",
		Short: "Measure work that is handed to workers",
		Long: `Measure how many games per second workers play that get them from a NATS server.
Each worker is a separate process on this machine and plays one game at a time.
For comparison this process plays the same games, one at a time and without the
server. All take turns, --rounds times, so that other load on the machine affects
them equally.

The command checks that the results are the same every time.`,
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
	addBusFlags(cmd, &f.bus, "hands the work to the workers")
	fl.IntSliceVar(&f.Workers, "workers", []int{1, 2}, "numbers of workers to measure with")
	fl.IntVar(&f.Rounds, "rounds", 3, "how often to measure each")
	fl.IntVarP(&f.What.Games, "games", "n", 2000, "games of each measurement")
	f.as.add(cmd)
	return cmd
}

// check says which flag is wrong.
func (f *benchWorkFlags) check() error {
	switch {
	case f.bus.Address == "":
		return misused("--bus: expected the address of a NATS server, such as nats://127.0.0.1:4222")
	case f.Rounds < 1 || len(f.Workers) == 0 || slices.Min(f.Workers) < 1 || f.What.Games < 1:
		return misused("--workers, --rounds and --games have to be above zero")
	}
	return nil
}

func (f *benchWorkFlags) run(ctx context.Context, s *streams) error {
	crew, err := nats.Hire(ctx, f.bus.Address, f.bus.Options("bench", nil))
	if err != nil {
		return err
	}
	defer crew.Close()
	program, err := os.Executable()
	if err != nil {
		return err
	}
	bar := newBar(s, f.Rounds*(1+len(f.Workers)))
	f.Crew, f.Progress = crew, bar.show
	f.Hire = func(ctx context.Context) (func(), error) {
		// By the environment, because everybody can list the arguments of a process.
		return bench.StartWorker(ctx, program, busVariables(f.bus)...)
	}
	report, err := f.Run(ctx)
	if err != nil {
		return err
	}
	bar.clear()
	return f.as.print(s, report, report.Rows, report.WriteText)
}
