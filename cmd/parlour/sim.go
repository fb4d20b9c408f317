package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"parlour"
	"parlour/lab"
	"parlour/lab/sim"
	"parlour/server/backend"
)

// simFlags are the flags of sim. They fill in the experiment.
type simFlags struct {
	lab.Experiment
	setup   setupFlags
	bus     backend.Bus
	bots    []string
	records string
	workers int
	as      output
}

func simCommand(s *streams) *cobra.Command {
	var f simFlags
	cmd := &cobra.Command{
		Use:   "sim GAME",
		Short: "Play many games and count the results",
		Long: `Play many games and count who wins, how long the games last and how often pieces
are captured. Shares come with Wilson's 95 % interval. The same seed gives the same
games, whatever the number of workers. With --bus, the machines that run parlour
worker play the games.`,
		Example: `  parlour sim kleefeld --games 20000 --seed 1
  parlour sim mensch --games 5000 --bots greedy,random,random,random
  parlour sim backgammon --bots X=greedy,O=random --option doubling=none --json
  parlour sim contact --bots expert --games 100000 --bus nats://host:4222`,
		Args:              exactly(1, "GAME"),
		ValidArgsFunction: completeGame,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(args[0]); err != nil {
				return err
			}
			return f.run(cmd.Context(), s)
		},
	}
	f.setup.add(cmd)
	fl := cmd.Flags()
	fl.IntVarP(&f.Games, "games", "n", 1000, "how many games to play")
	addSeedFlag(fl, &f.Seed)
	fl.StringVar(&f.records, "records", "", "file for the games, as records")
	fl.IntVar(&f.workers, "workers", 0, "games played at the same time (default: one for each processor)")
	fl.IntVar(&f.MaxMoves, "max-moves", sim.DefaultMaxMoves, "moves after which a game is abandoned")
	fl.IntVar(&f.Opening, "opening", 0, "random moves before the players begin")
	fl.StringSliceVar(&f.bots, "bots", nil, "players by seat: one for all, a list in seat order, or G=greedy,Y=random")
	fl.StringVar(&f.From, "from", "", "position every game begins with, instead of a new game")
	f.as.add(cmd)
	addBusFlags(cmd, &f.bus, "its workers play the games")
	cmd.MarkFlagsMutuallyExclusive("bus", "workers")
	cmd.MarkFlagsMutuallyExclusive("bus", "records")
	return cmd
}

// check completes the experiment, or says what is wrong with it.
func (f *simFlags) check(game string) error {
	e, err := gameArg(game)
	switch {
	case err != nil:
		return err
	case f.Games < 1:
		return misused("--games %d: expected at least one game", f.Games)
	case f.Opening < 0:
		return misused("--opening %d: expected a number of moves", f.Opening)
	}
	if _, err := f.setup.start(e, f.From); err != nil {
		return err
	}
	if f.Bots, err = botNames(&e.Info, f.bots); err != nil {
		return err
	}
	f.Game, f.Setup = e.Info.ID, f.setup.setup
	if _, _, _, err := f.Open(); err != nil {
		return usage{err}
	}
	return nil
}

// run plays the games and prints the report, even if it is interrupted.
func (f *simFlags) run(ctx context.Context, s *streams) error {
	bar := newBar(s, f.Games)
	stats, err := f.play(ctx, s, bar)
	bar.clear()
	if stats == nil || err != nil && ctx.Err() == nil {
		return err
	}
	_, start, bots, bad := f.Open()
	if bad != nil {
		return bad
	}
	if err := f.print(s, stats.Report(start, f.Seed, bots)); err != nil {
		return err
	}
	return interrupted(err, "these are the games played so far")
}

// play plays the games on this machine, or by the workers of the bus.
func (f *simFlags) play(ctx context.Context, s *streams, bar *bar) (*sim.Stats, error) {
	if f.bus.Address == "" {
		return f.Play(ctx, f.workers, f.records, bar.show)
	}
	crew, leave, err := hire(ctx, s, f.bus, 0)
	if err != nil {
		return nil, err
	}
	defer leave()
	return f.Run(ctx, crew, func(sum *sim.Stats) { bar.show(sum.Games) })
}

func (f *simFlags) print(s *streams, r *sim.Report) error {
	switch {
	case f.as.json:
		return s.printJSON(r)
	case f.as.csv:
		return r.WriteCSV(s.out)
	}
	return r.WriteText(s.out)
}

// botNames reads --bots: one name for all seats, names in seat order, or names
// by seat.
func botNames(info *parlour.Info, bots []string) ([]string, error) {
	names := make([]string, len(info.Seats))
	if len(bots) > 1 && !strings.Contains(strings.Join(bots, ""), "=") {
		if len(bots) > len(names) {
			return nil, misused("--bots names %d players; %s has %d seats", len(bots), info.ID, len(names))
		}
		copy(names, bots)
		return names, nil
	}
	by, err := perSeat(info, bots, "--bots")
	for seat, name := range by {
		names[seat] = name
	}
	return names, err
}
