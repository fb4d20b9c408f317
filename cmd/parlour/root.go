package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"parlour/phrase"
	"parlour/server/backend"
	"parlour/terminal"
)

// The exit codes.
const (
	exitOK     = 0
	exitFailed = 1 // something was refused, or failed
	exitUsage  = 2 // the command line was wrong
)

// streams are what a command reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// terminal returns the streams of a game in the terminal.
func (s *streams) terminal() terminal.Streams {
	return terminal.Streams{In: s.in, Out: s.out, Err: s.err}
}

// usage is an error in the command line.
type usage struct{ error }

func (u usage) Unwrap() error { return u.error }

func misused(format string, args ...any) error { return usage{fmt.Errorf(format, args...)} }

// run runs the command and returns its exit code.
func run(ctx context.Context, args []string, s *streams) int {
	root := newRoot(s)
	root.SetArgs(append([]string{}, args...)) // never nil, or cobra would take os.Args
	cmd, err := root.ExecuteContextC(ctx)
	if err == nil {
		return exitOK
	}
	fmt.Fprintln(s.err, "parlour:", words(err))
	var u usage
	// Cobra has no type for errors in groups of flags.
	if errors.As(err, &u) || errors.Is(err, backend.ErrAddress) || strings.HasPrefix(err.Error(), "if any flags in the group") {
		fmt.Fprintf(s.err, "Try: %s --help\n", cmd.CommandPath())
		return exitUsage
	}
	return exitFailed
}

// words puts an error into plain words. It keeps the context of a refusal, such as
// the line of a file. Several errors get one line each.
func words(err error) string {
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		var list []string
		for _, e := range several.Unwrap() {
			list = append(list, words(e))
		}
		return strings.Join(list, "\n")
	}
	return phrase.English.Error(err)
}

func newRoot(s *streams) *cobra.Command {
	root := &cobra.Command{
		Use:   "parlour",
		Short: "Historic parlour games by their own rulebooks",
		Long: `Parlour plays historic parlour games by their own rulebooks.

A position is one line of text. Wherever a command takes one, it also takes a FEN of
checkers, an XGID or a GNU Backgammon id, and - reads it from standard input.

Without a command, parlour starts the server, like parlour serve: open the address
it prints to play in a browser, alone or with others.

Exit codes: 0 success; 1 something was refused or failed; 2 wrong command line.`,
		Example: `  parlour
  parlour games
  parlour play kleefeld --seat G=human --seat B=greedy --players 2
  parlour rules parker blockade-stops-all
  parlour new backgammon | parlour moves -
  parlour sim mensch --games 20000`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			if like := cmd.SuggestionsFor(args[0]); len(like) > 0 {
				return misused("there is no command %q; did you mean %s?", args[0], strings.Join(like, " or "))
			}
			return misused("there is no command %q", args[0])
		},
		SuggestionsMinimumDistance: 2,
		PersistentPreRunE:          func(cmd *cobra.Command, _ []string) error { return readEnvironment(cmd) },
		RunE: func(cmd *cobra.Command, _ []string) error {
			f, err := serveDefaults()
			if err != nil {
				return err
			}
			return f.run(cmd.Context(), s)
		},
	}
	root.SetIn(s.in)
	root.SetOut(s.out)
	root.SetErr(s.err)
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error {
		text, _, number := strings.Cut(err.Error(), ": strconv.")
		if number {
			text += "; expected a number"
		}
		return usage{errors.New(text)}
	})
	root.AddCommand(
		gamesCommand(s), rulesCommand(s), newCommand(s), movesCommand(s), whyCommand(s), playCommand(s), drawCommand(s),
		replayCommand(s), convertCommand(s), simCommand(s), labCommand(s), workerCommand(s), perftCommand(s), benchCommand(s), engineCommand(s), arenaCommand(s), analyseCommand(s), luckCommand(s), trainCommand(s), endgamesCommand(s),
		serveCommand(s), verifyCommand(s), backupCommand(s), restoreCommand(s), migrateCommand(s), tablesCommand(s), doctorCommand(s),
	)
	return root
}

// exactly demands n arguments.
func exactly(n int, what string) cobra.PositionalArgs { return between(n, n, what) }

// between demands least to most arguments; most -1 is any number.
func between(least, most int, what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) < least || most >= 0 && len(args) > most {
			return misused("expected %s, got %s", what, phrase.Plural(len(args), "argument"))
		}
		return nil
	}
}
