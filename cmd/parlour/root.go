package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"parlour/internal/build"
	"parlour/language"
	"parlour/phrase"
	"parlour/server/backend"
	"parlour/terminal"
)

// The exit codes.
const (
	exitOK     = 0
	exitFailed = 1 // something was refused, or failed
	exitUsage  = 2 // the command line was wrong
	exitUnsure = 3 // verify: nothing contradicts, but not every throw is guaranteed
)

// errUnsure ends a command with exitUnsure, and nothing further to say.
var errUnsure = errors.New("not every throw is guaranteed")

// streams are what a command reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
	lang     *language.Language // what people read is in; English if nil
}

// words returns the sentences of the language that people read.
func (s *streams) words() *phrase.Catalogue {
	return cmp.Or(s.lang, language.English).Catalogue()
}

// terminal returns the streams of a game in the terminal.
func (s *streams) terminal() terminal.Streams {
	return terminal.Streams{In: s.in, Out: s.out, Err: s.err, Lang: s.words()}
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
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errUnsure):
		return exitUnsure
	}
	fmt.Fprintln(s.err, "parlour:", words(s.words(), err))
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
func words(lang *phrase.Catalogue, err error) string {
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		var list []string
		for _, e := range several.Unwrap() {
			list = append(list, words(lang, e))
		}
		return strings.Join(list, "\n")
	}
	return lang.Error(err)
}

func newRoot(s *streams) *cobra.Command {
	var f serveFlags
	root := &cobra.Command{
		Use:     "parlour",
		Version: build.Info().String(),
		Short:   "Historic parlour games by their own rulebooks",
		Long: `Parlour plays historic parlour games by their own rulebooks.

A position is one line of text. Wherever a command takes one, it also takes a FEN of
checkers, an XGID or a GNU Backgammon id, and - reads it from standard input.

Where a command takes a game or a position, the name of a game is enough: it stands
for the start of the game.

Without a command, parlour starts the server, with all flags of parlour serve: open
the address it prints to play in a browser, alone or with others.

Exit codes: 0 success; 1 something was refused or failed; 2 wrong command line; 3 parlour
verify found no fault, but not every throw is guaranteed.`,
		Example: `  parlour
  parlour --lan
  parlour games
  parlour play kleefeld --seat G=human --seat B=strong --players 2
  parlour rules parker blockade-stops-all
  parlour new backgammon | parlour moves -
  parlour sim mensch --games 20000`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			return noCommand(cmd, args[0])
		},
		SuggestionsMinimumDistance: 2,
		PersistentPreRunE:          func(cmd *cobra.Command, _ []string) error { return readEnvironment(cmd) },
		RunE:                       func(cmd *cobra.Command, _ []string) error { return f.run(cmd.Context(), s) },
	}
	root.SetIn(s.in)
	root.SetOut(s.out)
	root.SetErr(s.err)
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error {
		text, _, number := strings.Cut(err.Error(), ": strconv.")
		if number {
			text += "; expected a number"
		}
		if strings.HasPrefix(text, "unknown shorthand flag: 'o'") {
			text += "; -o is a file to write, and this command writes none. An option of the rules is --option KEY=VALUE"
		}
		return usage{errors.New(text)}
	})
	f.addTo(root)
	root.SetGlobalNormalizationFunc(sameFlag)
	root.SetHelpCommand(helpCommand())
	for _, g := range []struct {
		title    string
		commands []*cobra.Command
	}{
		{"Play", []*cobra.Command{speaks(playCommand(s), s), speaks(joinCommand(s), s), speaks(watchCommand(s), s), speaks(gamesCommand(s), s), speaks(rulesCommand(s), s), speaks(bookCommand(s), s), newCommand(s), speaks(movesCommand(s), s), speaks(whyCommand(s), s), speaks(drawCommand(s), s), speaks(printCommand(s), s)}},
		{"Records", []*cobra.Command{speaks(replayCommand(s), s), convertCommand(s), speaks(analyseCommand(s), s), verifyCommand(s)}},
		{"Run a server", []*cobra.Command{serveCommand(s), siteCommand(s), tablesCommand(s), backupCommand(s), restoreCommand(s), migrateCommand(s), doctorCommand(s), healthCommand(s)}},
		{"Measure and train", []*cobra.Command{simCommand(s), labCommand(s), luckCommand(s), arenaCommand(s), ladderCommand(s), perftCommand(s), benchCommand(s), workerCommand(s), trainCommand(s), endgamesCommand(s), puzzlesCommand(s)}},
		{"For programs, and about this one", append([]*cobra.Command{engineCommand(s), wordsCommand(s), versionCommand(s)}, more(s)...)},
	} {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title + ":"})
		for _, c := range g.commands {
			c.GroupID = g.title
			root.AddCommand(c)
		}
		root.SetHelpCommandGroupID(g.title)
		root.SetCompletionCommandGroupID(g.title)
	}
	return root
}

// more returns commands that only some builds have.
var more = func(*streams) []*cobra.Command { return nil }

// sameFlag makes --output another name of --out.
func sameFlag(_ *pflag.FlagSet, name string) pflag.NormalizedName {
	if name == "output" {
		name = "out"
	}
	return pflag.NormalizedName(name)
}

// noCommand says that cmd has no command of that name.
func noCommand(cmd *cobra.Command, name string) error {
	if like := cmd.SuggestionsFor(name); len(like) > 0 {
		return misused("there is no command %q; did you mean %s?", name, phrase.English.Or(like))
	}
	return misused("there is no command %q", name)
}

// helpCommand replaces that of cobra, which succeeds for commands that do not exist.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND]",
		Short:   "Help about a command",
		Example: "  parlour help play",
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) (list []string, _ cobra.ShellCompDirective) {
			if about, rest, err := cmd.Root().Find(args); err == nil && len(rest) == 0 {
				for _, c := range about.Commands() {
					if c.IsAvailableCommand() {
						list = append(list, c.Name()+"\t"+c.Short)
					}
				}
			}
			return list, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			about, rest, err := cmd.Root().Find(args)
			if err != nil {
				return usage{err}
			}
			if len(rest) > 0 {
				return noCommand(about, rest[0])
			}
			about.InitDefaultHelpFlag()
			about.InitDefaultVersionFlag()
			return about.Help()
		},
	}
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
