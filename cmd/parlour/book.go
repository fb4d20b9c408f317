package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"parlour/cabinet"
	"parlour/learn/opening"
)

func bookCommand(s *streams) *cobra.Command {
	var as output
	cmd := &cobra.Command{
		Use:   "book GAME [LINE | POSITION]",
		Short: "Look up openings and endings",
		Long: `Look up the openings of a game, and endings that the program knows exactly.
` + cabinet.Books() + `

Without a line, list the openings. A line is the key of an opening (the number of a
ballot, the first throw), the throws and moves that lead to it, the throws alone, or
its name. A position is looked up among the openings and in the endgame tables. An
ending that is decided in 19 is so after 19 moves of both sides together.

The values are those of our own programs. Each answer says how they were made.`,
		Example: `  parlour book checkers
  parlour book checkers 86
  parlour book checkers 9-14 23-18
  parlour book checkers octopus
  parlour book checkers 'W:WK15,K18:BK1'
  parlour book backgammon 31
  parlour book backgammon 31 64`,
		Args:              between(1, -1, "GAME [LINE | POSITION]"),
		ValidArgsFunction: completeGame,
		RunE: func(_ *cobra.Command, args []string) error {
			e, err := gameArg(args[0])
			if err != nil {
				return err
			}
			a, err := e.LookUp(strings.Join(args[1:], " "))
			if err != nil {
				return err
			}
			return as.print(s, a, a.Rows(), func(w io.Writer) error { return a.WriteText(w, s.words()) })
		},
	}
	as.add(cmd)
	cmd.AddCommand(bookBuildCommand(s))
	return cmd
}

func bookBuildCommand(s *streams) *cobra.Command {
	var out string
	var workers int
	cmd := &cobra.Command{
		Use:   "build GAME",
		Short: "Make a book of openings with our own programs",
		Long: `Make a book of openings: judge every line of it with our own programs. The result
does not depend on the number of workers. Finished lines are kept beside the file, so
the same command continues an interrupted run. The books in the program were made by
this command.`,
		Example:           "  parlour book build checkers --out bot/checkers/openings.txt",
		Args:              exactly(1, "GAME"),
		ValidArgsFunction: completeGame,
		RunE: func(cmd *cobra.Command, args []string) error {
			e, err := gameArg(args[0])
			switch {
			case err != nil:
				return err
			case e.Opener == nil:
				return cabinet.NoBook(e)
			case workers < 1:
				return misused("--workers %d: expected at least one", workers)
			}
			if out == "" {
				out = e.Info.ID + "-openings.txt"
			}
			return buildBook(cmd.Context(), s, e, out, workers)
		},
	}
	fl := cmd.Flags()
	addOutFlag(fl, &out, "", "file to write (default: GAME-openings.txt)")
	fl.IntVar(&workers, "workers", runtime.NumCPU(), "lines judged at the same time")
	return cmd
}

// buildBook makes a book, and tells how far it is.
func buildBook(ctx context.Context, s *streams, e *cabinet.Entry, out string, workers int) error {
	made := opening.Made{Command: "parlour book build " + e.Info.ID, Date: time.Now().UTC().Format(time.DateOnly), Method: e.Opener.Method}
	bar := newBar(s, 0)
	defer bar.clear()
	began, first := time.Now(), -1
	lines, err := e.Opener.Build(ctx, out, made, workers, func(done, all int) {
		if first < 0 {
			first = done - 1 // what an earlier run has done
		}
		if bar.on {
			bar.showOf(done, all)
		} else if left := all - done; left%25 == 0 {
			each := time.Since(began) / time.Duration(done-first)
			fmt.Fprintf(s.err, "%d of %d lines of this level and those before it, %v left\n", done, all, (each * time.Duration(left)).Round(time.Second))
		}
	})
	if err != nil {
		return err
	}
	bar.clear()
	s.printf("%s: %d lines in %v\n", filepath.Clean(out), lines, time.Since(began).Round(time.Second))
	return nil
}
