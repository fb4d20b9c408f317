package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"parlour"
	"parlour/cabinet"
	"parlour/opening"
	"parlour/terminal"
)

func bookCommand(s *streams) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "book GAME [LINE | POSITION]",
		Short: "Look up openings and endings",
		Long: `Look up the openings of a game, and endings that the program knows exactly.
` + booksThere() + `

Without a line, list the openings. A line is the key of an opening (the number of a
ballot, the first throw), the throws and moves that lead to it, the throws alone, or
its name. A position is looked up among the openings and in the endgame tables.

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
			a, err := lookUp(e, strings.Join(args[1:], " "))
			switch {
			case err != nil:
				return err
			case asJSON:
				return s.printJSON(a.json())
			}
			return a.write(s)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.AddCommand(bookBuildCommand(s))
	return cmd
}

// booksThere names the games with a book.
func booksThere() string {
	var ids []string
	for _, e := range cabinet.Games() {
		if e.Opener != nil {
			ids = append(ids, e.Info.ID)
		}
	}
	return "There are books of " + strings.Join(ids, " and ") + "."
}

// A found is what a book says about a question.
type found struct {
	game  *cabinet.Entry
	book  *opening.Book
	lines []*opening.Line
	whole bool // every reply of the lines was asked for, not a table

	match  parlour.Match // the position of the question, if it was one
	ending *cabinet.Ending
	exact  *cabinet.Exact
}

// lookUp answers a question about a game.
func lookUp(e *cabinet.Entry, question string) (*found, error) {
	a := &found{game: e, book: e.Openings()}
	if m, err := e.Game.Parse(question); err == nil {
		return a, a.position(m)
	}
	if a.book == nil {
		return nil, fmt.Errorf("there is no book of openings for %s. %s", e.Info.ID, booksThere())
	}
	if a.lines = a.book.Find(question); a.lines == nil {
		return nil, fmt.Errorf("the book of %s has no %q; expected a key, throws and moves such as %q, a name, or a position", e.Info.ID, question, strings.Join(a.book.Lines[len(a.book.Lines)-1].Path, " "))
	}
	if len(a.lines) == 1 && question != "" {
		if a.whole = true; a.lines[0].Level == 0 {
			a.lines = a.book.Under(a.lines[0].Key)
		}
	} else if a.lines[0].Level > 0 {
		a.whole = true
	}
	return a, nil
}

// position looks a position up.
func (a *found) position(m parlour.Match) error {
	a.match, a.whole = m, true
	if a.book != nil {
		if l := a.book.At(m); l != nil {
			a.lines = []*opening.Line{l}
			return nil
		}
	}
	if a.ending = a.game.EndingAt(m); a.ending != nil {
		return nil
	}
	if a.exact = a.game.ExactAt(m); a.exact != nil {
		return nil
	}
	return fmt.Errorf("this position is neither in the book nor in the endgame tables; to have it judged: parlour analyse '%s'", m)
}

// write prints the answer as text.
func (a *found) write(s *streams) error {
	switch {
	case a.ending != nil:
		s.print(terminal.Stands(a.match))
		s.print(ends(&a.ending.Verdict, "Whoever moves"))
		for _, mv := range a.ending.Moves {
			s.printf("  %-8s %s\n", mv.Move, ends(&mv.Verdict, ""))
		}
		return nil
	case a.exact != nil:
		s.print(terminal.Stands(a.match))
		s.printf("Whoever moves wins %.2f %% of the games.\n", 100*a.exact.Win[0])
		return nil
	case !a.whole:
		if err := a.book.WriteTable(s.out, a.lines); err != nil {
			return err
		}
	default:
		for i, l := range a.lines {
			if i > 0 {
				s.print()
			}
			if err := a.book.WriteLine(s.out, l); err != nil {
				return err
			}
		}
	}
	s.print()
	s.print(a.book.Source())
	return nil
}

// ends puts a verdict into words.
func ends(v *cabinet.Verdict, who string) string {
	text := map[string]string{cabinet.Wins: "wins", cabinet.Loses: "loses", cabinet.Draws: "draws"}[v.Result]
	if v.Plies > 0 {
		text += fmt.Sprintf(" in %d", v.Plies)
		if who != "" {
			text += " moves of both sides together"
		}
	}
	if who != "" {
		return who + " " + text + "."
	}
	return text
}

// A bookAnswer is an answer in JSON.
type bookAnswer struct {
	Game     string          `json:"game"`
	Position string          `json:"position,omitempty"`
	Ending   *cabinet.Ending `json:"ending,omitempty"`
	Exact    *cabinet.Exact  `json:"exact,omitempty"`
	Unit     string          `json:"unit,omitempty"`
	Made     *opening.Made   `json:"made,omitempty"`
	Lines    []bookLine      `json:"lines,omitempty"`
}

type bookLine struct {
	Key      string          `json:"key"`
	Name     string          `json:"name,omitempty"`
	Path     []string        `json:"path"`
	Position string          `json:"position"`
	Replies  []opening.Reply `json:"replies"`
}

func (a *found) json() *bookAnswer {
	out := &bookAnswer{Game: a.game.Info.ID, Ending: a.ending, Exact: a.exact}
	if a.match != nil {
		out.Position = a.match.String()
	}
	if a.lines == nil {
		return out
	}
	out.Unit, out.Made = a.book.Unit, &a.book.Made
	for _, l := range a.lines {
		line := bookLine{Key: l.Key, Name: l.Name, Path: l.Path, Replies: l.Replies}
		if m, err := a.book.Match(l); err == nil {
			line.Position = m.String()
		}
		out.Lines = append(out.Lines, line)
	}
	return out
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
		Example:           "  parlour book build checkers --out cabinet/openings/checkers.txt",
		Args:              exactly(1, "GAME"),
		ValidArgsFunction: completeGame,
		RunE: func(cmd *cobra.Command, args []string) error {
			e, err := gameArg(args[0])
			switch {
			case err != nil:
				return err
			case e.Opener == nil:
				return fmt.Errorf("there is no book of openings for %s. %s", e.Info.ID, booksThere())
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

// buildBook makes a book. Until it is complete, its lines are in a second file.
func buildBook(ctx context.Context, s *streams, e *cabinet.Entry, out string, workers int) error {
	made := opening.Made{Command: "parlour book build " + e.Info.ID, Date: time.Now().UTC().Format(time.DateOnly), Method: e.Opener.Method}
	part := out + ".part"
	var have []opening.Line
	if f, err := os.Open(part); err == nil {
		before, lines, err := opening.Read(f)
		if err := errors.Join(err, f.Close()); err != nil {
			return fmt.Errorf("%s: %w", part, err)
		}
		if before.Method == made.Method {
			have = lines
		}
	}
	f, err := os.Create(part)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := opening.Write(f, made, have); err != nil {
		return err
	}
	bar := newBar(s, 0)
	began, before := time.Now(), len(have)
	lines, err := e.Opener.Make(ctx, have, workers, func(l *opening.Line, done, all int) error {
		if bar.on {
			bar.showOf(done, all)
		} else if left := all - done; left%25 == 0 {
			each := time.Since(began) / time.Duration(max(1, done-before))
			fmt.Fprintf(s.err, "%d of %d lines of this level and those before it, %v left\n", done, all, (each * time.Duration(left)).Round(time.Second))
		}
		return opening.Append(f, l)
	})
	bar.clear()
	if err != nil {
		if ctx.Err() != nil {
			return fmt.Errorf("interrupted; the same command continues from %s", part)
		}
		return err
	}
	var b bytes.Buffer
	if err := opening.Write(&b, made, lines); err != nil {
		return err
	}
	if err := os.WriteFile(out, b.Bytes(), 0o644); err != nil {
		return err
	}
	s.printf("%s: %d lines in %v\n", filepath.Clean(out), len(lines), time.Since(began).Round(time.Second))
	return os.Remove(part)
}
