package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"parlour/cabinet"
	"parlour/learn/puzzle"
	"parlour/learn/puzzle/mine"
	"parlour/phrase"
)

func puzzlesCommand(s *streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "puzzles",
		Short: "Find, list, show and check puzzles: positions with one clearly best move",
		Long: `A puzzle is a position with one clearly best move. The program has several hundred,
found in games between its own players and judged much deeper than they play.
docs/PUZZLES.md says how.`,
		Example: `  parlour puzzles list --count
  parlour puzzles show checkers 12
  parlour puzzles mine backgammon --count 20 --seed 7 --out mine.txt`,
		Args: exactly(0, "mine, merge, rate, list, show or check"),
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(minePuzzles(s), mergePuzzles(s), ratePuzzles(s), listPuzzles(s), showPuzzle(s), checkPuzzles(s))
	return cmd
}

func minePuzzles(s *streams) *cobra.Command {
	var job mine.Job
	var out string
	cmd := &cobra.Command{
		Use:   "mine GAME",
		Short: "Find puzzles in games between strong bots",
		Long: `Play games between strong bots and look for positions with one clearly best move,
judged by a deep search and, in games with dice and in Contact, by playing the best
moves out many times.

The same seed finds the same puzzles, whatever the number of threads. The file is
written after every game, so an interrupted run keeps what it has found. A name that
ends in .bin makes a compressed file.`,
		Example:           "  parlour puzzles mine checkers --count 300 --seed 1928 --out checkers.bin",
		Args:              exactly(1, "GAME"),
		ValidArgsFunction: completeGame,
		RunE: func(cmd *cobra.Command, args []string) error {
			job.Game = args[0]
			if job.Count < 1 {
				return misused("--count %d: expected at least one puzzle", job.Count)
			}
			e, err := gameArg(job.Game)
			if err != nil {
				return err
			}
			bar, begin, last := newBar(s, job.Count), time.Now(), time.Time{}
			job.Found = func(set *puzzle.Set, games int) error {
				n := len(set.Puzzles)
				left := time.Duration(float64(time.Since(begin)) / float64(max(n, 1)) * float64(job.Count-n)).Round(time.Second)
				if bar.on {
					bar.show(n)
				} else if time.Since(last) > 10*time.Second || n == job.Count {
					last = time.Now()
					fmt.Fprintf(s.err, "%s: %d of %d puzzles in %s, about %v left\n", job.Game, n, job.Count, phrase.Plural(games, "game"), left)
				}
				if out == "" {
					return nil
				}
				return set.WriteFile(out)
			}
			set, err := job.Run(cmd.Context())
			bar.clear()
			if err != nil {
				return err
			}
			err = writeSet(s, set, out, e.Info.Title)
			if cmd.Context().Err() != nil {
				err = errors.Join(err, errors.New("interrupted; these are the puzzles found so far"))
			}
			return err
		},
	}
	fl := cmd.Flags()
	fl.IntVarP(&job.Count, "count", "n", 100, "number of puzzles")
	addSeedFlag(fl, &job.Seed)
	fl.IntVar(&job.Threads, "threads", 0, "games played at the same time (default: one for each processor)")
	fl.DurationVar(&job.Time, "time", 0, "stop after this time, such as 10m")
	addOutFlag(fl, &out, "", "file for the puzzles (default: standard output)")
	return cmd
}

// writeSet writes puzzles to a file and says so, or to standard output.
func writeSet(s *streams, set *puzzle.Set, file, title string) error {
	if file == "" {
		_, err := s.out.Write(set.Append(nil))
		return err
	}
	s.printf("%s: %s in %s\n", title, phrase.Plural(len(set.Puzzles), "puzzle"), file)
	return set.WriteFile(file)
}

func mergePuzzles(s *streams) *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:     "merge FILE FILE...",
		Short:   "Combine files of puzzles of one game, without those that are alike",
		Example: "  parlour puzzles merge checkers new.txt --out checkers.bin",
		Args:    between(2, -1, "two files or more"),
		RunE: func(_ *cobra.Command, args []string) error {
			sets, err := readSets(args)
			if err != nil {
				return err
			}
			e, err := gameArg(sets[0].Game)
			if err != nil {
				return err
			}
			all := &puzzle.Set{Game: sets[0].Game, Unit: sets[0].Unit}
			for _, set := range sets {
				if err := all.Add(e.Game, set); err != nil {
					return err
				}
			}
			return writeSet(s, all, out, e.Info.Title)
		},
	}
	addOutFlag(cmd.Flags(), &out, "", "file for the puzzles (default: standard output)")
	return cmd
}

func ratePuzzles(s *streams) *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "rate GAME|FILE",
		Short: "Measure again how difficult puzzles are",
		Long: `Ask the players of today who are weaker than the strongest level for their move, each
of them 16 times, and store how often they find the best one. Everything else about
the puzzles stays as it is.`,
		Example:           "  parlour puzzles rate checkers --out bot/checkers/puzzles.bin",
		Args:              exactly(1, "GAME or FILE"),
		ValidArgsFunction: completeGame,
		RunE: func(cmd *cobra.Command, args []string) error {
			set, err := readSet(args[0])
			if err != nil {
				return err
			}
			bar := newBar(s, len(set.Puzzles))
			rated, err := mine.Rate(cmd.Context(), set, bar.show)
			bar.clear()
			if err != nil {
				return err
			}
			if out == "" {
				_, err = s.out.Write(rated.Append(nil))
				return err
			}
			changed := 0
			for i := range set.Puzzles {
				if set.Puzzles[i].Difficulty() != rated.Puzzles[i].Difficulty() {
					changed++
				}
			}
			s.printf("%s: %s in %s, %d with another difficulty\n", set.Game, phrase.Plural(len(set.Puzzles), "puzzle"), out, changed)
			return rated.WriteFile(out)
		},
	}
	addOutFlag(cmd.Flags(), &out, "", "file for the puzzles (default: standard output)")
	return cmd
}

// readSet reads a file of puzzles, or those of a game.
func readSet(name string) (*puzzle.Set, error) {
	if cabinet.ByID(name) != nil {
		set, err := puzzle.Of(name)
		if set == nil && err == nil {
			err = fmt.Errorf("there are no puzzles of %s; there are puzzles of %s", name, strings.Join(puzzle.Games(), ", "))
		}
		return set, err
	}
	set, err := puzzle.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, misused("%q is neither a game nor a file; the games with puzzles are %s", name, strings.Join(puzzle.Games(), ", "))
	}
	return set, err
}

// readSets reads files of puzzles or those of games; all of these without names.
func readSets(names []string) (sets []*puzzle.Set, err error) {
	if len(names) == 0 {
		names = puzzle.Games()
	}
	for _, name := range names {
		set, err := readSet(name)
		if err != nil {
			return nil, err
		}
		sets = append(sets, set)
	}
	return sets, nil
}

func listPuzzles(s *streams) *cobra.Command {
	var count bool
	var as output
	cmd := &cobra.Command{
		Use:               "list [GAME|FILE]...",
		Short:             "List puzzles, or count them",
		Example:           "  parlour puzzles list --count\n  parlour puzzles list checkers",
		ValidArgsFunction: completeGame,
		RunE: func(_ *cobra.Command, args []string) error {
			sets, err := readSets(args)
			switch {
			case err != nil:
				return err
			case count:
				counts := puzzle.Counts(sets)
				return as.print(s, counts, counts, func(w io.Writer) error { return puzzle.WriteCounts(w, sets) })
			}
			list := puzzle.List(sets)
			return as.print(s, list, list, func(w io.Writer) error { return puzzle.WriteList(w, sets) })
		},
	}
	cmd.Flags().BoolVar(&count, "count", false, "only count them, by difficulty")
	as.add(cmd)
	return cmd
}

func showPuzzle(s *streams) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:               "show GAME|FILE NUMBER",
		Short:             "Show a puzzle and its solution",
		Example:           "  parlour puzzles show checkers 12",
		Args:              exactly(2, "GAME and NUMBER"),
		ValidArgsFunction: completeGame,
		RunE: func(_ *cobra.Command, args []string) error {
			set, err := readSet(args[0])
			if err != nil {
				return err
			}
			n, err := strconv.Atoi(args[1])
			if err != nil || n < 1 || n > len(set.Puzzles) {
				return misused("puzzle %q: expected a number from 1 to %d", args[1], len(set.Puzzles))
			}
			if asJSON {
				return s.printJSON(set.Solution(n - 1))
			}
			_, m, err := cabinet.Parse(set.Puzzles[n-1].Position)
			if err != nil {
				return err
			}
			s.printf("%s\n%s\n\n", set.Puzzles[n-1].Position, cabinet.Stands(phrase.English, m))
			return set.WriteSolution(s.out, n-1)
		},
	}
	addJSONFlag(cmd.Flags(), &asJSON)
	return cmd
}

func checkPuzzles(s *streams) *cobra.Command {
	var effort float64
	cmd := &cobra.Command{
		Use:   "check [GAME|FILE]...",
		Short: "Check that puzzles are sound, and judge them again",
		Long: `Check that every position is valid and every move legal. With --effort every puzzle
is also judged again, with that fraction of the work of mining.`,
		Example:           "  parlour puzzles check\n  parlour puzzles check checkers --effort 0.5",
		ValidArgsFunction: completeGame,
		RunE: func(cmd *cobra.Command, args []string) error {
			if effort < 0 || effort > 1 {
				return misused("--effort %v: expected a number from 0 to 1", effort)
			}
			sets, err := readSets(args)
			if err != nil {
				return err
			}
			var faults []error
			for _, set := range sets {
				e, err := gameArg(set.Game)
				if err != nil {
					return err
				}
				bar := newBar(s, len(set.Puzzles))
				for i := range set.Puzzles {
					err := puzzle.Check(&set.Puzzles[i], e.Game)
					if err == nil && effort > 0 {
						err = mine.Check(cmd.Context(), set.Game, &set.Puzzles[i], effort)
					}
					if cmd.Context().Err() != nil {
						return errors.New("interrupted")
					}
					if err != nil {
						faults = append(faults, fmt.Errorf("%s %d: %w", set.Game, i+1, err))
					}
					bar.show(i + 1)
				}
				bar.clear()
				s.printf("%s: %s checked\n", set.Game, phrase.Plural(len(set.Puzzles), "puzzle"))
			}
			return errors.Join(faults...)
		},
	}
	cmd.Flags().Float64Var(&effort, "effort", 0, "also judge them again, with this fraction of the work of mining, 0 to 1")
	return cmd
}
