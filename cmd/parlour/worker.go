package main

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"runtime"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"parlour/hall/nats"
	"parlour/lab"
	"parlour/lab/work"
	"parlour/phrase"
	"parlour/server/backend"
)

func workerCommand(s *streams) *cobra.Command {
	var bus backend.Bus
	var workers int
	var verbose bool
	cmd := &cobra.Command{
		Use:   "worker",
		Short: "Lend this machine to the laboratory",
		Long: `Worker does what others ask for with --bus: games of parlour sim and parlour lab,
rounds of parlour arena, analyses of parlour analyse. As many machines may work
as you like; they may come and go at any time, or die, and the results are the
same as those of one machine, to the last bit. Asker and workers have to be of
the same release; workers leave the work of another to others.

The NATS server hands the work on and has to keep it meanwhile: start it with
nats-server --jetstream.

It works until it is stopped, and then hands back what it was doing. Every flag
can be set by the environment as well, such as PARLOUR_BUS.`,
		Example: `  parlour worker --bus nats://host:4222
  nice parlour worker --bus nats://host:4222 --workers 2`,
		Args: exactly(0, "no argument"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if bus.Address == "" {
				return misused("--bus: expected the address of a NATS server, such as nats://host:4222")
			}
			if workers < 0 {
				return misused("--workers %d: expected how many tasks to do at the same time", workers)
			}
			if workers == 0 {
				workers = runtime.GOMAXPROCS(0)
			}
			ctx := cmd.Context()
			return lend(ctx, s, bus, workers, verbose)
		},
	}
	addBusFlags(cmd, &bus, "where the work comes from")
	fl := cmd.Flags()
	fl.IntVar(&workers, "workers", 0, "tasks done at the same time (default: one for each processor)")
	fl.BoolVar(&verbose, "verbose", false, "log every task")
	fromEnvironment(cmd)
	return cmd
}

// lend works until ctx ends.
func lend(ctx context.Context, s *streams, bus backend.Bus, workers int, verbose bool) error {
	log := slog.New(slog.NewTextHandler(s.err, &slog.HandlerOptions{Level: level(verbose)}))
	host, err := os.Hostname()
	if err != nil {
		host = "worker"
	}
	diary := &diary{log: log}
	w := &nats.Worker{Doer: lab.Doers(), Hands: workers, Told: diary.note}
	s.printf("working with %s, release %s\n", phrase.Plural(workers, "hand"), work.Release())
	tick := time.NewTicker(time.Minute)
	defer tick.Stop()
	go func() {
		for {
			select {
			case <-tick.C:
				diary.tell()
			case <-ctx.Done():
				return
			}
		}
	}()
	err = w.Work(ctx, bus.Address, bus.Options(host, log))
	diary.tell()
	if err == nil && ctx.Err() == nil {
		err = errors.New("the work ended by itself")
	}
	return err
}

// A diary tells now and then what was done.
type diary struct {
	log *slog.Logger

	mu    sync.Mutex
	tasks int // since it was last told
	spent time.Duration
}

// note is told of every task.
func (d *diary) note(t nats.Did) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.tasks++
	d.spent += t.Took
	if t.Err != nil {
		d.log.Warn("a task cannot be done", "kind", t.Kind, "job", t.Job, "task", t.Task, "error", t.Err)
		return
	}
	d.log.Debug("done", "kind", t.Kind, "job", t.Job, "task", t.Task, "took", t.Took, "again", t.Again)
}

// tell sums up what was done since it was last told.
func (d *diary) tell() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.tasks > 0 {
		d.log.Info("worked", "tasks", d.tasks, "time", d.spent.Round(time.Millisecond))
	}
	d.tasks, d.spent = 0, 0
}
