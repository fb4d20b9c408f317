package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"parlour/cabinet"
	"parlour/lab"
	"parlour/server/backend"
)

// labFlags are the flags of lab. They fill in the plan of a study.
type labFlags struct {
	lab.Plan
	setup    setupFlags
	bus      backend.Bus
	options  []string
	out      string
	all      bool // each game has its own folder in out
	findings string
	workers  int
	as       output
}

func labCommand(s *streams) *cobra.Command {
	var f labFlags
	cmd := &cobra.Command{
		Use:   "lab GAME|all",
		Short: "Measure a game: who wins, how long it lasts, what each option changes",
		Long: `Measure a game: how often each player wins, by turn order and by seat, how long a
game lasts, and what each value of each option changes. All shares and differences
come with 95 % intervals, and next to exact values where these can be computed. The
study plays the game as its book sets it up, with other numbers of players, with
other programs, and with each value of each option by itself.

The same seed gives the same figures, whatever the number of workers. With --bus,
the machines that run parlour worker play the games. The report names the command
that repeats each trial alone.

With --out the report is written to a folder as report.md, report.json, report.csv
and drawings. The folder also keeps the results so far, so that an interrupted study
continues where it stopped. With "all" each game has its own folder in it.

A study takes about a minute on two processors. The players are greedy ones,
because these never change, or the weakest level where that shows more.`,
		Example: `  parlour lab kleefeld --seed 1928
  parlour lab mensch --bots casual --games 500 --options must,tries
  parlour lab contact --mode duel6 --options none --json
  parlour lab all --seed 1928 --out findings`,
		Args: exactly(1, "GAME or all"),
		ValidArgsFunction: func(cmd *cobra.Command, args []string, text string) ([]string, cobra.ShellCompDirective) {
			list, d := completeGame(cmd, args, text)
			if len(args) == 0 {
				list = append(list, "all")
			}
			return list, d
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(args[0], cmd.Flags().Changed); err != nil {
				return err
			}
			if f.all {
				return f.everyGame(cmd.Context(), s)
			}
			e, err := gameArg(args[0])
			if err != nil {
				return err
			}
			_, err = f.study(cmd.Context(), s, e)
			return err
		},
	}
	f.add(cmd)
	return cmd
}

func (f *labFlags) add(cmd *cobra.Command) {
	f.setup.add(cmd)
	fl := cmd.Flags()
	fl.IntVarP(&f.Games, "games", "n", 0, "games of each trial (default: as many as take about a minute)")
	addSeedFlag(fl, &f.Seed)
	fl.StringSliceVar(&f.Bots, "bots", nil, "players by seat: one for all, or a list in seat order")
	fl.IntVar(&f.Opening, "opening", 0, "random moves before the players begin, with --bots")
	fl.StringSliceVar(&f.options, "options", nil, "keys of the options to try, or none (default: all)")
	addOutFlag(fl, &f.out, "", "folder for the report, its drawings and the results so far")
	fl.StringVar(&f.findings, "findings", "", "with all: file for the short findings that the page shows")
	fl.IntVar(&f.workers, "workers", 0, "shards played at the same time (default: one for each processor)")
	f.as.add(cmd)
	addBusFlags(cmd, &f.bus, "its workers play the games")
	cmd.MarkFlagsMutuallyExclusive("bus", "workers")
}

// check completes the plan, or says what is wrong with it. Given reports
// whether a flag was given.
func (f *labFlags) check(name string, given func(flag string) bool) error {
	f.all = name == "all"
	switch {
	case given("games") && f.Games < 1:
		return misused("--games %d: expected at least one game", f.Games)
	case f.Opening < 0:
		return misused("--opening %d: expected a number of moves", f.Opening)
	case given("opening") && !given("bots"):
		return misused("--opening needs --bots")
	case f.findings != "" && !f.all:
		return misused("--findings needs all games: parlour lab all")
	}
	for _, flag := range []string{"players", "colours", "first", "seats", "mode", "preset", "option", "options"} {
		if f.all && given(flag) {
			return misused("--%s is for one game, not for all", flag)
		}
	}
	if given("options") {
		if f.Options = f.options; len(f.options) == 1 && f.options[0] == "none" {
			f.Options = []string{}
		}
	}
	return nil
}

// everyGame measures all games and writes the findings, if asked to.
func (f *labFlags) everyGame(ctx context.Context, s *streams) error {
	var reports []*lab.Report
	for _, e := range cabinet.Games() {
		r, err := f.study(ctx, s, e)
		if err != nil {
			return err
		}
		reports = append(reports, r)
	}
	if f.findings == "" {
		return nil
	}
	return lab.WriteFindingsFile(f.findings, reports)
}

// study measures one game and prints the report, even if it is interrupted.
func (f *labFlags) study(ctx context.Context, s *streams, e *cabinet.Entry) (*lab.Report, error) {
	if _, err := f.setup.match(e); err != nil {
		return nil, err
	}
	f.Game, f.Setup = e.Info.ID, f.setup.setup
	if _, err := f.Study(); err != nil {
		return nil, usage{err}
	}
	crew, leave, err := hire(ctx, s, f.bus, f.workers)
	if err != nil {
		return nil, err
	}
	defer leave()
	bar := newBar(s, 0)
	r, err := f.Measure(ctx, crew, f.folder(), bar.showOf)
	bar.clear()
	switch {
	case errors.Is(err, lab.ErrInterrupted) && f.out != "":
		err = fmt.Errorf("interrupted; the same command with --seed %d continues from %s", f.Seed, f.out)
	case errors.Is(err, lab.ErrInterrupted):
		err = interrupted(err, "these are the games played so far")
	}
	return r, errors.Join(f.print(s, r), err)
}

// folder returns the folder for the study of the game; "" for none.
func (f *labFlags) folder() string {
	if f.out == "" || !f.all {
		return f.out
	}
	return filepath.Join(f.out, f.Game)
}

// print writes a report to standard output, if there is one. A report that went
// to a folder is printed only if --json or --csv asks for it.
func (f *labFlags) print(s *streams, r *lab.Report) error {
	switch {
	case r == nil:
		return nil
	case f.as.json:
		return r.WriteJSON(s.out)
	case f.as.csv:
		return r.WriteCSV(s.out)
	case f.out != "":
		s.printf("%s: %s\n", r.Title, filepath.Join(f.folder(), "report.md"))
		return nil
	}
	return r.WriteText(s.out)
}
