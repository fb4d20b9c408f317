package main

import (
	"bufio"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"parlour"
	"parlour/cabinet"
	"parlour/phrase"
)

// gameArg returns the game with an id, in capitals or not.
func gameArg(id string) (*cabinet.Entry, error) {
	if e := cabinet.ByID(strings.ToLower(id)); e != nil {
		return e, nil
	}
	if like := cabinet.Like(id); len(like) > 0 {
		return nil, misused("there is no game %q; did you mean %s?", id, phrase.English.Or(like))
	}
	return nil, misused("there is no game %q; the games are %s", id, strings.Join(cabinet.IDs(), ", "))
}

// completeGame completes the id of a game.
func completeGame(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return cabinet.IDs(), cobra.ShellCompDirectiveNoFileComp
}

// position reads the position in the arguments, which a shell may have split at
// its blanks. A single - reads the first line of standard input. The id of a game
// is the start of the game.
func position(s *streams, args []string) (*cabinet.Entry, parlour.Match, error) {
	line := strings.Join(args, " ")
	if line == "-" {
		const most = 1 << 20
		text, err := bufio.NewReader(io.LimitReader(s.in, most)).ReadString('\n')
		if err != nil && err != io.EOF {
			return nil, nil, err
		}
		line = strings.TrimSpace(text)
	}
	if len(cabinet.Like(line)) > 0 {
		e, err := gameArg(line)
		if err != nil {
			return nil, nil, err
		}
		m, err := e.Game.New(parlour.Setup{})
		return e, m, err
	}
	return cabinet.Parse(line)
}

// setupFlags are the flags that set up a game.
type setupFlags struct {
	setup   parlour.Setup
	options []string
}

func (f *setupFlags) add(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.IntVar(&f.setup.Players, "players", 0, "number of players (default: as in the book)")
	fl.StringVar(&f.setup.Colours, "colours", "", "letters of the colours in play, such as YR")
	fl.StringVar(&f.setup.First, "first", "", "letter of the seat that moves first")
	fl.StringVar(&f.setup.Seats, "seats", "", "which player owns each colour, such as 1212 (mensch)")
	fl.StringVar(&f.setup.Mode, "mode", "", "mode of play, such as pairs (contact)")
	fl.StringVar(&f.setup.Preset, "preset", "", "named set of options, such as 1928 (backgammon)")
	fl.StringArrayVar(&f.options, "option", nil, "option of the rules as key=value; can be repeated")
	_ = cmd.RegisterFlagCompletionFunc("option", completeOption)
}

// completeOption completes the options of the game named before.
func completeOption(_ *cobra.Command, args []string, _ string) (list []string, _ cobra.ShellCompDirective) {
	if len(args) > 0 {
		if e := cabinet.ByID(args[0]); e != nil {
			for _, o := range e.Book.Options {
				for _, v := range o.Values {
					list = append(list, o.Key+"="+v.Name+"\t"+v.Means)
				}
			}
		}
	}
	return list, cobra.ShellCompDirectiveNoFileComp
}

// match sets up the game.
func (f *setupFlags) match(e *cabinet.Entry) (parlour.Match, error) {
	f.setup.Options = map[string]string{}
	for _, o := range f.options {
		k, v, ok := strings.Cut(o, "=")
		if !ok || k == "" {
			return nil, misused("option %q: expected key=value", o)
		}
		if old, twice := f.setup.Options[k]; twice && old != v {
			return nil, misused("option %s is given twice: as %s and as %s", k, old, v)
		}
		f.setup.Options[k] = v
	}
	return e.Game.New(f.setup)
}

// start sets up the game, or reads the position it begins with, if there is one.
func (f *setupFlags) start(e *cabinet.Entry, from string) (parlour.Match, error) {
	m, err := f.match(e) // even with a position, because it fills in the options
	if from != "" {
		return e.Game.Parse(from)
	}
	return m, err
}

// perSeat reads values by seat: "G=human", or one value for all other seats.
func perSeat(info *parlour.Info, args []string, what string) (map[parlour.Seat]string, error) {
	by := map[parlour.Seat]string{}
	for _, arg := range args {
		letter, value, ok := strings.Cut(arg, "=")
		if !ok {
			for s := range info.Seats {
				if _, set := by[parlour.Seat(s)]; !set {
					by[parlour.Seat(s)] = arg
				}
			}
			continue
		}
		s := info.SeatOf(letter)
		if s == parlour.Nobody {
			var letters []string
			for _, i := range info.Seats {
				letters = append(letters, i.Letter)
			}
			return nil, misused("%s %q: %s has no seat %q; its seats are %s", what, arg, info.ID, letter, strings.Join(letters, ", "))
		}
		by[s] = value
	}
	return by, nil
}
