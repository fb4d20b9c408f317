package main

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"parlour/cabinet"
	"parlour/lab"
	"parlour/lab/arena"
	"parlour/server/backend"
)

// arenaFlags are the flags of arena. They fill in the contest.
type arenaFlags struct {
	arena.Contest
	setup   setupFlags
	bus     backend.Bus
	form    string
	from    string
	log     string
	records string
	as      output
}

const arenaHelp = `Let bots play against each other, every pair of them. All games of a round use
the same dice, with separate dice for each seat, and the players swap seats. Each
share comes with a 95 % interval, computed from the differences between rounds. A
player is clearly stronger if the whole interval is above a fair share.

With --form one the first player has one seat and the second all others. Otherwise
both have the same number of seats.

A player is a program of the game, as parlour games lists them, or NAME=COMMAND: a
command that answers the engine protocol, one JSON object per line, and is asked
for the moves of the player NAME. parlour engine is such a command. In checkers,
pdn:COMMAND or NAME=pdn:COMMAND is asked in PDN notation instead. It reads lines
such as

  go ms 100 position W:W18,22:B9,K10 start B:W22,23:B5,K10 moves 5-9 23-18

and answers each with a move, 22-17 or 22x13x6. Before every game it reads "new",
which needs no answer. The move is for the position after "position"; the rest is
history that a program can ignore. ms is 0 without --think.

In backgammon, gnubg:PLIES is GNU Backgammon, if it is installed, looking that many
throws ahead, and expert:PLIES is our expert doing the same. --option doubling=none
plays without the cube, for the points of each game.

Games without chance begin with some random moves, the same for all games of a
round; --opening says how many. With --ballots, checkers plays all 156 ballots of
three-move checkers, each with both colours; --option opening=eleven-man uses that
deck instead.

With --log every round is written to a file, and rounds that are already in it are
not played again.

With --bus, the machines that run parlour worker play the rounds. All players then
have to be programs of the game.`

func arenaCommand(s *streams) *cobra.Command {
	var f arenaFlags
	cmd := &cobra.Command{
		Use:   "arena GAME PLAYER PLAYER...",
		Short: "Let bots play against each other",
		Long:  arenaHelp,
		Example: `  parlour arena kleefeld expert strong --rounds 500 --seed 1
  parlour arena mensch expert greedy --form one --rounds 1000 --log mensch.log
  parlour arena contact strong 'mine=python3 bot.py' --mode duel6 --think 100ms
  parlour arena checkers expert 'mine=pdn:./engine -q' --ballots --think 100ms
  parlour arena backgammon expert gnubg:0 --option doubling=none --rounds 200`,
		Args:              between(3, -1, "GAME and at least two players"),
		ValidArgsFunction: completePlayers,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(s, args[0], args[1:], cmd.Flags().Changed); err != nil {
				return err
			}
			return f.run(cmd.Context(), s, args[1:])
		},
	}
	f.add(cmd)
	return cmd
}

func (f *arenaFlags) add(cmd *cobra.Command) {
	f.setup.add(cmd)
	fl := cmd.Flags()
	fl.IntVarP(&f.Rounds, "rounds", "n", 100, "rounds for each pair")
	addSeedFlag(fl, &f.Seed)
	fl.StringVar(&f.records, "records", "", "file for the games, as records")
	fl.StringVar(&f.form, "form", string(arena.Even), "even: the same number of seats for both; one: the first player has one seat")
	fl.IntVar(&f.Opening, "opening", 0, "random moves before the players begin (default: 4 in games without chance)")
	fl.BoolVar(&f.Ballots, "ballots", false, "play every ballot of the opening in turn, instead of random ones")
	fl.DurationVar(&f.Think, "think", 0, "time for a move, such as 100ms, all of it used (default: the players' own limits)")
	fl.IntVar(&f.MaxMoves, "max-moves", 0, "moves after which a game counts as a draw (default 20000)")
	fl.IntVar(&f.Workers, "workers", 0, "games played at the same time (default: one for each processor)")
	fl.StringVar(&f.from, "from", "", "position every game begins with, instead of a new game")
	fl.StringVar(&f.log, "log", "", "file for the rounds; if it exists, the contest continues from it")
	f.as.add(cmd)
	addBusFlags(cmd, &f.bus, "its workers play the rounds")
	cmd.MarkFlagsMutuallyExclusive("bus", "workers")
	cmd.MarkFlagsMutuallyExclusive("bus", "records")
}

// check completes the contest between players of a game, or says what is wrong
// with it. Given reports whether a flag was given.
func (f *arenaFlags) check(s *streams, game string, players []string, given func(flag string) bool) error {
	e, err := gameArg(game)
	if err != nil {
		return err
	}
	if f.Rounds < 1 {
		return misused("--rounds %d: expected at least one round", f.Rounds)
	}
	for flag, n := range map[string]int{"opening": f.Opening, "max-moves": f.MaxMoves, "workers": f.Workers} {
		if n < 0 {
			return misused("--%s %d: expected a number that is not negative", flag, n)
		}
	}
	if key := e.Ballots.Key + "="; f.Ballots && key != "=" && !slices.ContainsFunc(f.setup.options, func(o string) bool { return strings.HasPrefix(o, key) }) {
		f.setup.options = append(f.setup.options, key+e.Ballots.Value)
	}
	if f.Start, err = f.setup.start(e, f.from); err != nil {
		return err
	}
	for _, text := range players {
		p, err := lab.Contestant(e, text, s.err)
		if err != nil {
			return usage{err}
		}
		f.Players = append(f.Players, p)
	}
	if !given("opening") && arena.WithoutChance(f.Start) {
		f.Opening = 4
	}
	if n := f.Start.Turn().Dice.Ballots(); f.Ballots && n > 0 && !given("rounds") {
		f.Rounds = n
	}
	f.Form = arena.Form(f.form)
	return nil
}

// run plays the contest and prints its report, even if it is interrupted. The log
// knows the players by the names given here.
func (f *arenaFlags) run(ctx context.Context, s *streams, players []string) error {
	if f.bus.Address != "" {
		crew, leave, err := hire(ctx, s, f.bus, 0)
		if err != nil {
			return err
		}
		defer leave()
		if f.Elsewhere, err = lab.Rounds(crew, &f.Contest); err != nil {
			return usage{err}
		}
	}
	var scribe *lab.Scribe
	if f.records != "" {
		var err error
		if scribe, err = lab.NewScribe(f.records, f.Start, nil); err != nil {
			return err
		}
		f.Played = scribe.Game
	}
	bar := newBar(s, 0)
	report, err := f.RunLogged(ctx, f.log, players, bar.showOf)
	bar.clear()
	if ctx.Err() != nil {
		err = interrupted(err, "these are the rounds played so far")
	}
	if scribe != nil {
		err = errors.Join(err, scribe.Close())
	}
	if report == nil {
		return err
	}
	return errors.Join(f.as.print(s, report, report.Pairs, report.WriteText), err)
}

// completePlayers offers the game, then its players.
func completePlayers(cmd *cobra.Command, args []string, text string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return completeGame(cmd, args, text)
	}
	if e := cabinet.ByID(args[0]); e != nil {
		return e.Bots, cobra.ShellCompDirectiveNoFileComp
	}
	return nil, cobra.ShellCompDirectiveNoFileComp
}
