package main

import (
	"cmp"
	"context"
	"os"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"parlour/bot"
	"parlour/cabinet"
	"parlour/lab"
	"parlour/lab/analyse"
	"parlour/record"
	"parlour/server/backend"
)

// analyseFlags are the flags of analyse.
type analyseFlags struct {
	json, all bool
	think     time.Duration
	workers   int
	hash      int
	bus       backend.Bus
}

func analyseCommand(s *streams) *cobra.Command {
	var f analyseFlags
	cmd := &cobra.Command{
		Use:   "analyse RECORD | POSITION",
		Short: "Judge the moves of a position, or the luck and errors of a game",
		Long: `Show what each move of a position is worth, or judge every throw and move of a
record.

All numbers are what the strongest bot expects, in the unit of the game:
points with the cube in backgammon, beside the wins, gammons and backgammons of
both sides; men in checkers, or the result where it is proved; chances in per
cent in all other games. The luck of a throw is what a side can expect after it, minus the
mean over all throws it could have been. The error of a move is what the player
could have expected after the best move, minus what the player can expect after
the move played. The turning points are the three throws or errors that changed
the shares most.

The luck share says how much of all the ups and downs came from the dice: what
the throws changed, divided by what throws and errors changed together. parlour
luck measures it for a game in general.

With --think, if there are fewer positions than workers, the expert of checkers
searches each on several processors.

With --bus, the machines that run parlour worker analyse the games of a file,
which is faster if there are many.`,
		Example: `  parlour analyse game.txt
  parlour analyse 'kleefeld G:-,-,3,5/Y:-,-,-,10 G 5 - -'
  parlour analyse club.pdn --json --bus nats://host:4222`,
		Args: between(1, -1, "RECORD or POSITION"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.workers < 0 {
				return misused("--workers %d: expected a number above zero", f.workers)
			}
			if f.hash < 0 || f.hash > bot.MostHash {
				return misused("--hash %d: expected a number from 1 to %d", f.hash, bot.MostHash)
			}
			cmd.SetContext(f.limits(cmd.Context()))
			if info, err := os.Stat(args[0]); len(args) == 1 && err == nil && !info.IsDir() {
				if f.bus.Address != "" {
					return f.elsewhere(cmd.Context(), s, args[0])
				}
				return f.file(cmd.Context(), s, args[0])
			}
			if f.bus.Address != "" {
				return misused("--bus is for a file with records, not for a position")
			}
			return f.position(cmd.Context(), s, args)
		},
	}
	fl := cmd.Flags()
	addJSONFlag(fl, &f.json)
	fl.BoolVar(&f.all, "all", false, "show every throw and move of a record")
	fl.DurationVar(&f.think, "think", 0, "time for each position, such as 100ms, all of it used (default: the programs' own limits)")
	fl.IntVar(&f.workers, "workers", 0, "throws and moves judged at the same time (default: one for each processor); the result does not depend on it without --think")
	fl.IntVar(&f.hash, "hash", 0, "megabytes for the table of positions of checkers (default: the program's own choice)")
	addBusFlags(cmd, &f.bus, "its workers analyse the games of a file")
	cmd.MarkFlagsMutuallyExclusive("bus", "workers")
	cmd.MarkFlagsMutuallyExclusive("bus", "think") // what is found within a time differs between machines
	return cmd
}

// limits returns a context in which programs keep to the flags.
func (f *analyseFlags) limits(ctx context.Context) context.Context {
	ctx = bot.Within(ctx, bot.Bounds{Hash: f.hash})
	if f.think > 0 {
		ctx = bot.WholeTime(ctx)
	}
	return ctx
}

// position analyses the position of the arguments.
func (f *analyseFlags) position(ctx context.Context, s *streams, args []string) error {
	e, m, err := position(s, args)
	if err != nil {
		return err
	}
	a, err := f.analyst(e)
	if err != nil {
		return err
	}
	r, err := a.Assess(ctx, m)
	if err != nil {
		return err
	}
	if f.json {
		return s.printJSON(r)
	}
	if r.Choices == nil {
		s.print(cabinet.Stands(s.words(), m))
	}
	return r.WriteText(s.out, s.words(), m)
}

func (f *analyseFlags) analyst(e *cabinet.Entry) (*analyse.Analyst, error) {
	a, err := lab.Analyst(e, cmp.Or(f.workers, runtime.GOMAXPROCS(0)))
	if err != nil {
		return nil, err
	}
	a.Think = f.think
	for _, helper := range a.Helpers {
		helper.Think = f.think
	}
	return a, nil
}

// show prints the report of a game.
func (f *analyseFlags) show(s *streams, n int, r *analyse.Report) error {
	if f.json {
		return s.printJSON(r)
	}
	if n > 1 {
		s.print()
	}
	return r.WriteText(s.out, s.words(), n, f.all)
}

// file analyses one game of a file after another.
func (f *analyseFlags) file(ctx context.Context, s *streams, file string) error {
	return eachGame(s, file, func(n int, rec *record.Record) error {
		e, _, err := cabinet.Parse(rec.Start())
		if err != nil {
			return err
		}
		a, err := f.analyst(e)
		if err != nil {
			return err
		}
		bar := newBar(s, len(rec.Entries)*2)
		a.Progress = bar.show
		r, err := a.Record(ctx, rec)
		bar.clear()
		if ctx.Err() != nil {
			return interrupted(err, "the games before it are analysed")
		}
		if err != nil {
			return err
		}
		return f.show(s, n, r)
	})
}

// elsewhere has workers analyse the games of a file.
func (f *analyseFlags) elsewhere(ctx context.Context, s *streams, file string) error {
	var games []*record.Record
	err := eachGame(s, file, func(_ int, rec *record.Record) error {
		games = append(games, rec)
		// Find the faults of a game before anybody works on it.
		_, err := record.Replay(cabinet.Open, rec, nil)
		return err
	})
	if err != nil {
		return err
	}
	crew, leave, err := hire(ctx, s, f.bus, 0)
	if err != nil {
		return err
	}
	defer leave()
	bar := newBar(s, len(games))
	defer bar.clear()
	return lab.Analyse(ctx, crew, games, func(n int, r *analyse.Report) error {
		bar.clear()
		err := f.show(s, n+1, r)
		bar.show(n + 1)
		return err
	})
}
