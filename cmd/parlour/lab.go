package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"parlour/cabinet"
	"parlour/lab"
)

// labFlags are the flags of the laboratory.
type labFlags struct {
	setup    setupFlags
	bus      busFlags
	plan     lab.Plan
	options  []string
	out      string
	all      bool // each game has its own folder in out
	findings string
	workers  int
	json     bool
	csv      bool
}

func labCommand(s *streams) *cobra.Command {
	var f labFlags
	cmd := &cobra.Command{
		Use:   "lab GAME|all",
		Short: "Measure a game: who wins, how long it lasts, what each option changes",
		Long: `Measure a game: how often each player wins, by order of play and by seat, how
long a game lasts, and what each choice of each option changes. All shares and
differences have 95 % intervals, and what can be computed stands beside what was
counted. The study plays the table of the book, other numbers of players, other
players, and each choice of each option by itself.

The same seed gives the same figures, whatever the number of workers, and on
whatever machines: with --bus those where parlour worker runs play. Every
trial can be repeated alone by the command that the report names.

With --out the report is written into a folder as report.md, report.json,
report.csv and drawings. What is played is kept there as well, so that an
interrupted study goes on where it stopped. With "all" each game has a folder of
its own in it.

A study takes about a minute on two processors. The players are greedy ones,
since these stay as they are, or the gentlest level where that is more telling.`,
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
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, s, args[0]) },
	}
	f.setup.add(cmd)
	fl := cmd.Flags()
	fl.IntVarP(&f.plan.Games, "games", "n", 0, "games of each trial (default: as many as take about a minute)")
	fl.Uint64Var(&f.plan.Seed, "seed", 0, "seed of the study (default: a fresh one)")
	fl.StringSliceVar(&f.plan.Bots, "bots", nil, "players by seat: one for all, or a list in seat order")
	fl.IntVar(&f.plan.Opening, "opening", 0, "moves chosen at random before the players begin, with --bots")
	fl.StringSliceVar(&f.options, "options", nil, "keys of the options to try, or none (default: all)")
	fl.StringVar(&f.out, "out", "", "folder for the report, its drawings and what has been played")
	fl.StringVar(&f.findings, "findings", "", "file for the short findings that the page shows, with all")
	fl.IntVar(&f.workers, "workers", 0, "shards played at the same time (default: one for each processor)")
	fl.BoolVar(&f.json, "json", false, "print JSON")
	fl.BoolVar(&f.csv, "csv", false, "print CSV")
	f.bus.add(cmd, "its workers play the games")
	cmd.MarkFlagsMutuallyExclusive("bus", "workers")
	cmd.MarkFlagsMutuallyExclusive("json", "csv")
	return cmd
}

// run measures a game, or all.
func (f *labFlags) run(cmd *cobra.Command, s *streams, name string) error {
	fl := cmd.Flags()
	switch {
	case fl.Changed("games") && f.plan.Games < 1:
		return misused("--games %d: at least one game has to be played", f.plan.Games)
	case f.plan.Opening < 0:
		return misused("--opening %d: expected a number of moves", f.plan.Opening)
	case fl.Changed("opening") && !fl.Changed("bots"):
		return misused("--opening is for players that --bots names")
	case f.findings != "" && name != "all":
		return misused("--findings is for all games")
	}
	if !fl.Changed("seed") {
		f.plan.Seed = rand.Uint64()
	}
	if fl.Changed("options") {
		if f.plan.Options = f.options; len(f.options) == 1 && f.options[0] == "none" {
			f.plan.Options = []string{}
		}
	}
	if name != "all" {
		e, err := gameArg(name)
		if err != nil {
			return err
		}
		r, err := f.study(cmd.Context(), s, e)
		return errors.Join(f.print(s, r), err)
	}
	for _, flag := range []string{"players", "colours", "first", "seats", "mode", "preset", "option", "options"} {
		if fl.Changed(flag) {
			return misused("--%s is for one game, not for all", flag)
		}
	}
	f.all = true
	var reports []*lab.Report
	for _, e := range cabinet.Games() {
		r, err := f.study(cmd.Context(), s, e)
		if err := errors.Join(f.print(s, r), err); err != nil {
			return err
		}
		reports = append(reports, r)
	}
	if f.findings == "" {
		return nil
	}
	return writeFile(f.findings, func(w io.Writer) error { return lab.WriteFindings(w, reports) })
}

// study measures one game. A report of what was played comes with the error of
// an interruption.
func (f *labFlags) study(ctx context.Context, s *streams, e *cabinet.Entry) (*lab.Report, error) {
	if _, err := f.setup.match(e); err != nil {
		return nil, err
	}
	p := f.plan
	p.Game, p.Setup = e.Info.ID, f.setup.setup
	study, err := p.Study()
	if err != nil {
		return nil, usage{err}
	}
	crew, leave, err := f.bus.crew(ctx, s, f.workers)
	if err != nil {
		return nil, err
	}
	defer leave()
	dir := f.folder(e.Info.ID)
	if dir != "" {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return nil, err
		}
		book, err := lab.OpenNotebook(filepath.Join(dir, "shards.jsonl"), release(), crew)
		if err != nil {
			return nil, err
		}
		defer book.Close()
		crew = book
	}
	bar := newBar(s, study.Games())
	counts, err := study.Run(ctx, crew, bar.show)
	bar.clear()
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	r, rerr := study.Report(counts)
	if rerr != nil {
		return nil, rerr
	}
	r.Command = f.command(e.Info.ID)
	if dir != "" {
		if err := writeStudy(dir, r); err != nil {
			return r, err
		}
	}
	if err != nil && dir != "" {
		return r, fmt.Errorf("interrupted; the same command with --seed %d goes on from %s", p.Seed, f.out)
	}
	if err != nil {
		return r, errors.New("interrupted; these are the games played so far")
	}
	return r, nil
}

// folder returns where the study of a game is kept; "" for nowhere.
func (f *labFlags) folder(game string) string {
	if f.out == "" || !f.all {
		return f.out
	}
	return filepath.Join(f.out, game)
}

// command returns the command that repeats the study of a game.
func (f *labFlags) command(game string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "parlour lab %s --seed %d%s", game, f.plan.Seed, lab.Flags(f.setup.setup))
	if f.plan.Games > 0 {
		fmt.Fprintf(&b, " --games %d", f.plan.Games)
	}
	if len(f.plan.Bots) > 0 {
		fmt.Fprintf(&b, " --bots %s", strings.Join(f.plan.Bots, ","))
	}
	if f.plan.Opening > 0 {
		fmt.Fprintf(&b, " --opening %d", f.plan.Opening)
	}
	if len(f.options) > 0 {
		fmt.Fprintf(&b, " --options %s", strings.Join(f.options, ","))
	}
	return b.String()
}

// print writes a report to standard output, if there is one. What went into a
// folder is not printed as well, unless that is asked for.
func (f *labFlags) print(s *streams, r *lab.Report) error {
	switch {
	case r == nil:
		return nil
	case f.json:
		return printJSON(s.out, r)
	case f.csv:
		return r.WriteCSV(s.out)
	case f.out != "":
		s.printf("%s: %s\n", r.Title, filepath.Join(f.folder(r.Game), "report.md"))
		return nil
	}
	return r.WriteText(s.out)
}

// writeStudy writes a report and its drawings into a folder.
func writeStudy(dir string, r *lab.Report) error {
	for name, write := range map[string]func(io.Writer) error{
		"report.md":   r.WriteText,
		"report.csv":  r.WriteCSV,
		"report.json": func(w io.Writer) error { return printJSON(w, r) },
	} {
		if err := writeFile(filepath.Join(dir, name), write); err != nil {
			return err
		}
	}
	for name, svg := range r.Plots() {
		if err := os.WriteFile(filepath.Join(dir, name), svg, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// writeFile makes a file of what write writes.
func writeFile(path string, write func(io.Writer) error) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}
