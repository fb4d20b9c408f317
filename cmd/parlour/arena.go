package main

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"parlour/cabinet"
	"parlour/lab"
	"parlour/lab/arena"
)

func arenaCommand(s *streams) *cobra.Command {
	var f setupFlags
	var bus busFlags
	var c arena.Contest
	var from, log, form string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "arena GAME PLAYER PLAYER...",
		Short: "Let programs play against each other",
		Long: `Let programs play against each other, every pair of them. The games of a round
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
players are programs of the house then.`,
		Example: `  parlour arena kleefeld expert strong --rounds 500 --seed 1
  parlour arena mensch expert greedy --form one --rounds 1000 --log mensch.log
  parlour arena contact strong 'mine=python3 bot.py' --mode duel6 --think 100ms
  parlour arena checkers expert 'mine=pdn:./engine -q' --ballots --think 100ms
  parlour arena backgammon expert gnubg:0 --option doubling=none --rounds 200`,
		Args:              between(3, -1, "GAME and at least two players"),
		ValidArgsFunction: completePlayers,
		RunE: func(cmd *cobra.Command, args []string) error {
			e, err := gameArg(args[0])
			if err != nil {
				return err
			}
			if c.Rounds < 1 {
				return misused("--rounds %d: at least one round has to be played", c.Rounds)
			}
			if c.Ballots && e.Info.ID == "checkers" && !slices.ContainsFunc(f.options, func(o string) bool { return strings.HasPrefix(o, "opening=") }) {
				f.options = append(f.options, "opening=three-move")
			}
			if c.Start, err = f.match(e); from != "" {
				c.Start, err = e.Game.Parse(from)
			}
			if err != nil {
				return err
			}
			if c.Players, err = contestants(s, e, args[1:]); err != nil {
				return err
			}
			if !cmd.Flags().Changed("seed") {
				c.Seed = rand.Uint64()
			}
			if !cmd.Flags().Changed("opening") && arena.WithoutChance(c.Start) {
				c.Opening = 4
			}
			if n := c.Start.Turn().Dice.Ballots(); c.Ballots && n > 0 && !cmd.Flags().Changed("rounds") {
				c.Rounds = n
			}
			c.Form = arena.Form(form)
			book, err := arena.OpenLog(log, &c, args[1:])
			if err != nil {
				return err
			}
			defer book.Close()
			pairs := len(c.Players) * (len(c.Players) - 1) / 2
			bar, done := newBar(s, c.Rounds*pairs), len(c.Done)
			c.Each = func(r arena.Round) error {
				done++
				bar.show(done)
				return book.Write(r)
			}
			if bus.address != "" {
				crew, leave, err := bus.crew(cmd.Context(), s, 0)
				if err != nil {
					return err
				}
				defer leave()
				if c.Elsewhere, err = lab.Rounds(crew, &c); err != nil {
					return usage{err}
				}
			}
			report, err := c.Run(cmd.Context())
			bar.clear()
			if report == nil {
				return err
			}
			if asJSON {
				enc := json.NewEncoder(s.out)
				enc.SetEscapeHTML(false)
				enc.SetIndent("", "  ")
				err = errors.Join(err, enc.Encode(report))
			} else {
				err = errors.Join(err, report.WriteText(s.out))
			}
			return err
		},
	}
	f.add(cmd)
	fl := cmd.Flags()
	fl.IntVarP(&c.Rounds, "rounds", "n", 100, "how many rounds each pair plays")
	fl.Uint64Var(&c.Seed, "seed", 0, "seed of the contest (default: a fresh one)")
	fl.StringVar(&form, "form", string(arena.Even), "even: as many seats for both; one: the first alone against the second")
	fl.IntVar(&c.Opening, "opening", 0, "random moves before the players begin (default: 4 in games without chance)")
	fl.BoolVar(&c.Ballots, "ballots", false, "play every ballot of the opening in turn, instead of drawing them")
	fl.DurationVar(&c.Think, "think", 0, "time for a move, such as 100ms, all of it used (default: the players' own limits)")
	fl.IntVar(&c.MaxMoves, "max-moves", 0, "moves after which a game is tied (default 20000)")
	fl.IntVar(&c.Workers, "workers", 0, "games played at the same time (default: one for each processor)")
	fl.StringVar(&from, "from", "", "position every game begins with, instead of the set-up")
	fl.StringVar(&log, "log", "", "file for the rounds, to go on from if it exists")
	fl.BoolVar(&asJSON, "json", false, "print JSON")
	bus.add(cmd, "its workers play the rounds")
	cmd.MarkFlagsMutuallyExclusive("bus", "workers")
	return cmd
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
