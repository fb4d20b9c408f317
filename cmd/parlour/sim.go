package main

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"

	"github.com/spf13/cobra"

	"parlour"
	"parlour/cabinet"
	"parlour/lab"
	"parlour/lab/sim"
)

// simFlags are the flags of sim, and what they say.
type simFlags struct {
	sim.Config
	setup         setupFlags
	bus           busFlags
	bots          []string
	from          string
	asJSON, asCSV bool

	entry *cabinet.Entry
	start parlour.Match
	names []string // of the players, by seat
}

func simCommand(s *streams) *cobra.Command {
	var f simFlags
	cmd := &cobra.Command{
		Use:   "sim GAME",
		Short: "Play many games and count",
		Long: `Play many games and count who wins, how long they last and how often pieces are
captured. Shares have Wilson's 95 % interval. The same seed gives the same games
whatever the number of workers, and on whatever machines: with --bus the games
are played by those where parlour worker runs.`,
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
			if !cmd.Flags().Changed("seed") {
				f.Seed = rand.Uint64()
			}
			return f.run(cmd.Context(), s)
		},
	}
	f.add(cmd)
	return cmd
}

func (f *simFlags) add(cmd *cobra.Command) {
	f.setup.add(cmd)
	fl := cmd.Flags()
	fl.IntVarP(&f.Games, "games", "n", 1000, "how many games")
	fl.Uint64Var(&f.Seed, "seed", 0, "seed of the run (default: a fresh one)")
	fl.IntVar(&f.Workers, "workers", 0, "games played at the same time (default: one for each processor)")
	fl.IntVar(&f.MaxMoves, "max-moves", sim.DefaultMaxMoves, "moves after which a game is given up")
	fl.IntVar(&f.Opening, "opening", 0, "moves chosen at random before the players begin")
	fl.StringSliceVar(&f.bots, "bots", nil, "players by seat: one for all, a list in seat order, or G=greedy,Y=random")
	fl.StringVar(&f.from, "from", "", "position every game begins with, instead of the set-up")
	fl.BoolVar(&f.asJSON, "json", false, "print JSON")
	fl.BoolVar(&f.asCSV, "csv", false, "print CSV")
	f.bus.add(cmd, "its workers play the games")
	cmd.MarkFlagsMutuallyExclusive("json", "csv")
	cmd.MarkFlagsMutuallyExclusive("bus", "workers")
}

// check finds the game, its start and its players, or says what is wrong.
func (f *simFlags) check(game string) (err error) {
	if f.entry, err = gameArg(game); err != nil {
		return err
	}
	if f.Games < 1 {
		return misused("--games %d: at least one game has to be played", f.Games)
	}
	if f.Opening < 0 {
		return misused("--opening %d: expected a number of moves", f.Opening)
	}
	if f.start, err = f.setup.start(f.entry, f.from); err != nil {
		return err
	}
	if f.names, err = botNames(&f.entry.Info, f.bots); err != nil {
		return err
	}
	for _, n := range f.names {
		if n == "" {
			continue
		}
		if _, err := f.entry.Player(n, 0); err != nil {
			return usage{err}
		}
	}
	return nil
}

// run plays the games and prints what came out, also if it is interrupted.
func (f *simFlags) run(ctx context.Context, s *streams) error {
	bar := newBar(s, f.Games)
	stats, err := f.play(ctx, s, bar)
	bar.clear()
	if stats == nil || err != nil && ctx.Err() == nil {
		return err
	}
	if err := f.print(s, stats.Report(f.start, f.Seed, f.names)); err != nil {
		return err
	}
	if err != nil {
		return errors.New("interrupted; these are the games played so far")
	}
	return nil
}

// play plays the games on this machine, or by the workers of the bus.
func (f *simFlags) play(ctx context.Context, s *streams, bar *bar) (*sim.Stats, error) {
	if f.bus.address == "" {
		f.Progress = bar.show
		return f.entry.Sim(ctx, f.start, f.Config, f.names)
	}
	crew, leave, err := f.bus.crew(ctx, s, 0)
	if err != nil {
		return nil, err
	}
	defer leave()
	x := lab.Experiment{Game: f.entry.Info.ID, Setup: f.setup.setup, From: f.from, Bots: f.names, Games: f.Games, Seed: f.Seed, MaxMoves: f.MaxMoves}
	return x.Run(ctx, crew, func(sum *sim.Stats) { bar.show(sum.Games) })
}

func (f *simFlags) print(s *streams, r *sim.Report) error {
	switch {
	case f.asJSON:
		return printJSON(s.out, r)
	case f.asCSV:
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
