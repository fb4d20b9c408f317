package main

import (
	"context"
	"errors"
	"math/rand/v2"
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
	setup  setupFlags
	bus    backend.Bus
	form   string
	from   string
	log    string
	asJSON bool
}

const arenaHelp = `Let programs play against each other, every pair of them. The games of a round
have the same dice, each seat its own, and the players exchange their seats.
A share has the 95 % interval that follows from the differences of the rounds;
who is stronger beyond doubt has the whole interval above the equal share.

With --form one the first player plays alone against the second on all other
seats; otherwise both have as many seats.

A player is a program of the game, as parlour games lists them, or NAME=COMMAND:
the command is run and asked for moves by the engine protocol, one JSON object a
line, with NAME as the player to choose. parlour engine is such a command. In
checkers pdn:COMMAND, or NAME=pdn:COMMAND, is asked in the notation of the field
instead: it reads lines such as

  go ms 100 position W:W18,22:B9,K10 start B:W22,23:B5,K10 moves 5-9 23-18

and answers each with a move, 22-17 or 22x13x6. Before every game it reads new,
which it does not answer. The position is the one to move in; a program that asks
for no history looks no further. ms is 0 if --think is not given.

In backgammon gnubg:PLIES is GNU Backgammon, if it is installed, looking so many
throws ahead, and expert:PLIES our expert if it looks so many ahead; --option doubling=none plays without the cube, for the points of
each game.

Games without chance begin with some random moves, the same for all games of a
round; --opening says how many. With --ballots checkers plays all 156 ballots of
three-move checkers, each with both colours; --option opening=eleven-man takes
that deck instead.

With --log every round is written to a file, and rounds that are in it already
are not played again.

With --bus the rounds are played on the machines where parlour worker runs; all
players are programs of the house then.`

func arenaCommand(s *streams) *cobra.Command {
	var f arenaFlags
	cmd := &cobra.Command{
		Use:   "arena GAME PLAYER PLAYER...",
		Short: "Let programs play against each other",
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
	fl.IntVarP(&f.Rounds, "rounds", "n", 100, "how many rounds each pair plays")
	fl.Uint64Var(&f.Seed, "seed", 0, "seed of the contest (default: a fresh one)")
	fl.StringVar(&f.form, "form", string(arena.Even), "even: as many seats for both; one: the first alone against the second")
	fl.IntVar(&f.Opening, "opening", 0, "random moves before the players begin (default: 4 in games without chance)")
	fl.BoolVar(&f.Ballots, "ballots", false, "play every ballot of the opening in turn, instead of drawing them")
	fl.DurationVar(&f.Think, "think", 0, "time for a move, such as 100ms, all of it used (default: the players' own limits)")
	fl.IntVar(&f.MaxMoves, "max-moves", 0, "moves after which a game is tied (default 20000)")
	fl.IntVar(&f.Workers, "workers", 0, "games played at the same time (default: one for each processor)")
	fl.StringVar(&f.from, "from", "", "position every game begins with, instead of the set-up")
	fl.StringVar(&f.log, "log", "", "file for the rounds, to go on from if it exists")
	fl.BoolVar(&f.asJSON, "json", false, "print JSON")
	addBusFlags(cmd, &f.bus, "its workers play the rounds")
	cmd.MarkFlagsMutuallyExclusive("bus", "workers")
}

// check completes the contest between players of a game, or says what is wrong
// with it. Given reports whether a flag was given.
func (f *arenaFlags) check(s *streams, game string, players []string, given func(flag string) bool) error {
	e, err := gameArg(game)
	if err != nil {
		return err
	}
	if f.Rounds < 1 {
		return misused("--rounds %d: at least one round has to be played", f.Rounds)
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
	if !given("seed") {
		f.Seed = rand.Uint64()
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

// run plays the contest and prints its report, also of one that was cut short.
// Players are the names that the log knows them by.
func (f *arenaFlags) run(ctx context.Context, s *streams, players []string) error {
	log, err := arena.OpenLog(f.log, &f.Contest, players)
	if err != nil {
		return err
	}
	defer log.Close()
	pairs := len(f.Players) * (len(f.Players) - 1) / 2
	bar, done := newBar(s, f.Rounds*pairs), len(f.Done)
	f.Each = func(r arena.Round) error {
		done++
		bar.show(done)
		return log.Write(r)
	}
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
	report, err := f.Run(ctx)
	bar.clear()
	switch {
	case report == nil:
		return err
	case f.asJSON:
		return errors.Join(err, s.printJSON(report))
	}
	return errors.Join(err, report.WriteText(s.out))
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
