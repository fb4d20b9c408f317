package main

import (
	"cmp"
	"log/slog"
	"os"
	"runtime"

	"github.com/spf13/cobra"

	"parlour/lab/worker"
	"parlour/server/backend"
)

func workerCommand(s *streams) *cobra.Command {
	var bus backend.Bus
	var verbose bool
	w := worker.Worker{Out: s.out}
	cmd := &cobra.Command{
		Use:   "worker",
		Short: "Lend this machine to the laboratory",
		Long: `Worker does the work of other commands that run with --bus: games of parlour sim and
parlour lab, rounds of parlour arena, analyses of parlour analyse. Any number of
machines can work, and they can join, leave or crash at any time: the results are the
same as those of one machine, to the last bit. A worker only takes work from commands
of its own release.

The NATS server hands out the work and has to store it: start it with nats-server
--jetstream.

A worker runs until it is stopped, and then hands its unfinished tasks back. Every
flag can also be set by the environment, such as PARLOUR_BUS.`,
		Example: `  parlour worker --bus nats://host:4222
  nice parlour worker --bus nats://host:4222 --workers 2`,
		Args: exactly(0, "no argument"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if bus.Address == "" {
				return misused("--bus: expected the address of a NATS server, such as nats://host:4222")
			}
			if w.Hands < 0 {
				return misused("--workers %d: expected a number of tasks", w.Hands)
			}
			w.Hands = cmp.Or(w.Hands, runtime.GOMAXPROCS(0))
			w.Log = slog.New(slog.NewTextHandler(s.err, &slog.HandlerOptions{Level: level(verbose)}))
			host, err := os.Hostname()
			if err != nil {
				host = "worker"
			}
			return w.Run(cmd.Context(), bus.Address, bus.Options(host, w.Log))
		},
	}
	addBusFlags(cmd, &bus, "where the work comes from")
	fl := cmd.Flags()
	fl.IntVar(&w.Hands, "workers", 0, "tasks done at the same time (default: one for each processor)")
	fl.BoolVar(&verbose, "verbose", false, "log every task")
	fromEnvironment(cmd)
	return cmd
}
