package main

import (
	"cmp"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	checkersbot "parlour/bot/checkers"
	"parlour/lab/train"
	"parlour/lab/train/backgammon"
	"parlour/lab/train/checkers"
	"parlour/lab/train/contact"
	"parlour/lab/train/race"
)

func trainCommand(s *streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "train",
		Short: "Train the bots",
		Long: `Train the bots, by self-play. What they learn is written to a file;
the weights that the bots play with are built into the command.`,
		Example: "  parlour train backgammon --time 10m --out weights.bin",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return misused("%s has nothing to learn", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(trainBackgammon(s), trainCheckers(s))
	for _, c := range race.Courses {
		terms := trainTerms(s, c)
		terms.AddCommand(trainNet(s, c.Game))
		cmd.AddCommand(terms)
	}
	for _, c := range contact.Courses {
		cmd.AddCommand(trainTerms(s, c))
	}
	return cmd
}

// trained runs a training and prints how long it took.
func trained(s *streams, out string, train func() error) error {
	begin := time.Now()
	if err := train(); err != nil {
		return err
	}
	s.printf("%s written after %v\n", out, time.Since(begin).Round(time.Second))
	return nil
}

func trainBackgammon(s *streams) *cobra.Command {
	c := backgammon.Course{Log: s.err}
	var units []int
	var opening string
	cmd := &cobra.Command{
		Use:   "backgammon",
		Short: "Train the nets of backgammon",
		Long: `Train the nets of backgammon by self-play on all processors until the time is
over. Progress goes to standard error: games and positions so far, then the points
per game, without looking ahead, against greedy and against the nets of the line
before, with 95 % intervals. With --state an interrupted run can be continued.

The built-in weights were made by a trainer for accelerators, see
lab/train/backgammon/gpu.`,
		Example: `  parlour train backgammon --time 10m --out weights.bin --state course.bin`,
		Args:    exactly(0, "no argument"),
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if c.Time <= 0 {
				return misused("--time %v: expected a time above zero", c.Time)
			}
			if len(units) != len(c.First) {
				return misused("--units: expected four numbers")
			}
			for i, n := range units {
				if n <= 0 || n%32 != 0 || n > 1024 {
					return misused("--units %d: expected a multiple of 32 up to 1024", n)
				}
				c.First[i] = n
			}
			if opening != "" {
				if c.Opening, err = os.ReadFile(opening); err != nil {
					return err
				}
			}
			return trained(s, c.Out, func() error { return backgammon.Train(cmd.Context(), c) })
		},
	}
	fl := cmd.Flags()
	fl.DurationVar(&c.Time, "time", 10*time.Minute, "how long to train, earlier runs included")
	fl.Float64Var(&c.Plain, "plain", 0.15, "part of the time for quick lessons, which look only at the dice that were thrown")
	addSeedFlag(fl, &c.Seed)
	addOutFlag(fl, &c.Out, "weights.bin", "file for the weights")
	fl.StringVar(&c.State, "state", "", "file that keeps the training, to continue from")
	fl.IntSliceVar(&units, "units", []int{128, 128, 96, 64}, "units of the first layer of the nets for contact, holding games, crashed positions and races")
	fl.IntVar(&c.Workers, "workers", 0, "games played at the same time (default: one for each processor)")
	fl.StringVar(&opening, "openings", "", "file of opening plays with their values, to compare with")
	cmd.AddCommand(trainSieves(s))
	return cmd
}

func trainSieves(s *streams) *cobra.Command {
	c := backgammon.SieveCourse{Log: s.err}
	cmd := &cobra.Command{
		Use:   "sieves",
		Short: "Train the small nets that choose which plays to evaluate",
		Long: `Train the sieves of the nets of backgammon: very small nets that tell which plays of
a throw are worth a look by the full ones. They learn from games of the nets against
themselves. Standard error gets, after every pass over the throws, how many plays the
sieves leave and what that loses, measured on other games.

The same seed, games and passes give the same sieves. The weights written are those of
the nets with their new sieves.`,
		Example: `  parlour train backgammon sieves --nets weights.bin --out weights.bin`,
		Args:    exactly(0, "no argument"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if c.Games < 1 || c.Passes < 1 {
				return misused("--games %d, --passes %d: expected at least one", c.Games, c.Passes)
			}
			return trained(s, c.Out, func() error { return backgammon.TrainSieves(cmd.Context(), c) })
		},
	}
	fl := cmd.Flags()
	fl.StringVar(&c.Nets, "nets", "", "file of the nets (default: the built-in ones)")
	fl.IntVarP(&c.Games, "games", "n", 16000, "games to learn from")
	fl.IntVar(&c.Passes, "passes", 5, "passes over their throws")
	addSeedFlag(fl, &c.Seed)
	addOutFlag(fl, &c.Out, "weights.bin", "file for the weights")
	fl.IntVar(&c.Workers, "workers", 0, "games played at the same time (default: one for each processor)")
	return cmd
}

func trainCheckers(s *streams) *cobra.Command {
	c := checkers.Course{Log: s.err}
	var pieces int
	var endgames string
	var against string
	cmd := &cobra.Command{
		Use:   "checkers",
		Short: "Train the nets of checkers",
		Long: `Train the nets of checkers by self-play on all processors, round by round until the
time is over. Each round plays games, learns new nets from all positions so far and
writes them. Progress goes to standard error: the games and positions, the error of the
nets, and their points against the nets of the round before, with a 95 % interval.
With --state an interrupted run can be continued. A round that would probably not
finish in time is not begun.

With --pieces the run first makes larger endgame tables in memory. They decide games
sooner, and positions in them are learned with their exact values. Five pieces take
two minutes on one processor and 180 MB, six pieces 40 minutes and 3 GB. With
--endgames they are written to a folder, or read if they are already there.

With --play-only the run learns nothing. It only adds positions to --state, for the
trainer in lab/train/checkers/gpu, and reads --from again before each round.

With --against the nets of --from play those of another file in --games games, with
--nodes positions per move. Nothing is learned.`,
		Example: `  parlour train checkers --time 1h --out nets.bin --state notes.bin
  parlour train checkers --from new.bin --against old.bin --nodes 10000 --games 2000`,
		Args: exactly(0, "no argument"),
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if c.Time <= 0 {
				return misused("--time %v: expected a time above zero", c.Time)
			}
			if pieces < 4 || pieces > checkersbot.MostPieces {
				return misused("--pieces %d: expected 4 to %d", pieces, checkersbot.MostPieces)
			}
			if against != "" {
				pairs := max(1, cmp.Or(c.Games, 1000)/2)
				mean, low, high, err := checkers.Compare(cmd.Context(), c.From, against, c.Nodes, pairs, c.Workers, c.Seed)
				if err != nil {
					return err
				}
				s.printf("%.2f %% of the points in %d games (%.2f to %.2f)\n", 100*mean, 2*pairs, 100*low, 100*high)
				return nil
			}
			if c.Only && c.State == "" {
				return misused("--play-only: expected --state, the file for the positions")
			}
			if pieces > 4 {
				begin := time.Now()
				if c.Tables, err = checkers.Whole(cmd.Context(), pieces, endgames, nil); err != nil {
					return err
				}
				fmt.Fprintf(s.err, "endgames of %d pieces after %v\n", pieces, time.Since(begin).Round(time.Second))
			}
			out := c.Out
			if c.Only {
				out = c.State
			}
			return trained(s, out, func() error { return checkers.Train(cmd.Context(), c) })
		},
	}
	fl := cmd.Flags()
	fl.DurationVar(&c.Time, "time", 20*time.Minute, "how long to train, without the endgames")
	addSeedFlag(fl, &c.Seed)
	addOutFlag(fl, &c.Out, "nets.bin", "file for the nets")
	fl.StringVar(&c.State, "state", "", "file that keeps the positions, to continue from")
	fl.IntVar(&c.Nodes, "nodes", 0, "positions searched for a move (default 1500)")
	fl.IntVar(&c.Games, "games", 0, "games of a round (default 2000 for each worker)")
	fl.DurationVar(&c.Play, "play", 0, "end the games of a round after this time")
	fl.IntVar(&c.Passes, "passes", 0, "passes over the positions in each round (default 15)")
	fl.StringVar(&c.From, "from", "", "file of nets to begin with (default: count pieces)")
	fl.StringVar(&against, "against", "", "file of nets that play those of --from, instead of a training")
	fl.BoolVar(&c.Only, "play-only", false, "only play, and add the positions to --state")
	fl.IntVar(&pieces, "pieces", 4, "number of pieces in the endgame tables")
	fl.StringVar(&endgames, "endgames", "", "folder that keeps the endgame tables (default: only in memory)")
	fl.IntVar(&c.Workers, "workers", 0, "games played at the same time (default: one for each processor)")
	return cmd
}

// trainTerms trains a game whose evaluation is a sum of weighted terms.
func trainTerms(s *streams, c train.Course) *cobra.Command {
	c.Log = s.err
	cmd := &cobra.Command{
		Use:   c.Game,
		Short: "Train the evaluation of " + c.Game,
		Long: `Train the evaluation of ` + c.Game + ` by self-play on all processors. Progress goes
to standard error: the games so far, and the loss in bits.
With --state an interrupted run can be continued. The same seed and number of games
give the same weights. The default number of games takes about ` + c.Lasts + `
on two idle cores.`,
		Example: fmt.Sprintf("  parlour train %s --games %d --out %s.json --state course.json", c.Game, c.Games, c.Game),
		Args:    exactly(0, "no argument"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if c.Games < 1 {
				return misused("--games %d: expected at least one game", c.Games)
			}
			begin := time.Now()
			games, err := c.Run(cmd.Context())
			if err != nil {
				return err
			}
			s.printf("%s written after %d games and %v\n", c.Out, games, time.Since(begin).Round(time.Second))
			return nil
		},
	}
	fl := cmd.Flags()
	fl.IntVarP(&c.Games, "games", "n", c.Games, "how many games, earlier runs included")
	fl.DurationVar(&c.Time, "time", 0, "stop after this time")
	addSeedFlag(fl, &c.Seed)
	addOutFlag(fl, &c.Out, c.Game+".json", "file for the weights")
	fl.StringVar(&c.State, "state", "", "file that keeps the training, to continue from")
	fl.IntVar(&c.Workers, "workers", 0, "games played at the same time (default: one for each processor)")
	return cmd
}

// trainNet trains the net of the expert of a race game.
func trainNet(s *streams, game string) *cobra.Command {
	c := race.NetCourse{Game: game, Log: s.err}
	cmd := &cobra.Command{
		Use:   "net",
		Short: "Train the net of the expert of " + game,
		Long: `Train the net with which the expert of ` + game + ` evaluates positions, by self-play
on all processors. Progress goes to standard error: the games so far, and the loss in
bits. With --state an interrupted run can be continued. The same seed and number of
games give the same net, unless --time ends the training.`,
		Example: fmt.Sprintf("  parlour train %s net --time 10m --out %[1]s.net --state course.bin", game),
		Args:    exactly(0, "no argument"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if c.Games < 1 {
				return misused("--games %d: expected at least one game", c.Games)
			}
			return trained(s, c.Out, func() error {
				_, err := race.TrainNet(cmd.Context(), c)
				return err
			})
		},
	}
	fl := cmd.Flags()
	fl.IntVarP(&c.Games, "games", "n", 50_000, "how many games, earlier runs included")
	fl.DurationVar(&c.Time, "time", 0, "stop after this time, earlier runs included")
	addSeedFlag(fl, &c.Seed)
	addOutFlag(fl, &c.Out, game+".net", "file for the net")
	fl.StringVar(&c.State, "state", "", "file that keeps the training, to continue from")
	fl.IntVar(&c.Workers, "workers", 0, "games played at the same time (default: one for each processor)")
	return cmd
}
