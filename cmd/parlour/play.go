package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/spf13/cobra"

	"parlour/cabinet"
	"parlour/terminal"
)

func playCommand(s *streams) *cobra.Command {
	var f setupFlags
	var o terminal.Options
	var seats []string
	var file string
	cmd := &cobra.Command{
		Use:   "play GAME",
		Short: "Play a game in the terminal",
		Long: `Play a game in the terminal against other people or bots. Parlour throws the
dice; with --manual you throw real dice and type the result. Type ? for help. An
interrupted game is saved to a file.

Without --seat you play the first seat against casual bots. The levels are
` + strings.Join(cabinet.Games()[0].Levels, ", ") + `.

In a terminal the game fills the screen: choose with the cursor keys or the mouse.
With --plain, or if the input or output is not a terminal, it is played line by
line, which also suits screen readers.`,
		Example: `  parlour play kleefeld
  parlour play mensch --players 3 --seat Y=human --seat G=strong --seat R=beginner
  parlour play checkers --seat human
  parlour play --resume game.txt`,
		Args:              between(0, 1, "GAME, or --resume FILE"),
		ValidArgsFunction: completeGame,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !cmd.Flags().Changed("seed") {
				o.Seed = rand.Uint64()
			}
			if file == "" && len(args) == 0 && terminal.Is(s.in) && terminal.Is(s.out) {
				return terminal.PlayAny(cmd.Context(), s.terminal())
			}
			g, err := f.toPlay(file, args)
			if err != nil {
				return err
			}
			if o.Seats, err = perSeat(&g.Entry.Info, seats, "--seat"); err != nil {
				return err
			}
			err = g.Play(cmd.Context(), s.terminal(), o)
			if _, ok := errors.AsType[*terminal.SeatError](err); ok {
				return usage{fmt.Errorf("--seat %w", err)}
			}
			return err
		},
	}
	f.add(cmd)
	fl := cmd.Flags()
	fl.StringArrayVar(&seats, "seat", nil, "who plays a seat, as G=human or G=casual; a name alone is for all other seats; can be repeated")
	fl.BoolVar(&o.Manual, "manual", false, "throw real dice and type the result")
	fl.Uint64Var(&o.Seed, "seed", 0, "seed of the dice and of random players (default: a fresh one)")
	fl.StringVar(&file, "resume", "", "continue a game saved in a file")
	fl.StringVar(&o.Autosave, "autosave", "", "file to save the game to, before each of your turns and at the end")
	fl.BoolVar(&o.Plain, "plain", false, "line by line without colours, only ASCII")
	return cmd
}

// toPlay returns the game saved in a file, or a new one of the game that the
// arguments name.
func (f *setupFlags) toPlay(file string, args []string) (*terminal.Game, error) {
	switch {
	case file != "" && len(args) > 0:
		return nil, misused("--resume continues the game in the file; do not name a game as well")
	case file != "":
		return terminal.Open(file)
	case len(args) == 0:
		return nil, misused("expected GAME, or --resume FILE; the games are %s", strings.Join(cabinet.IDs(), ", "))
	}
	e, err := gameArg(args[0])
	if err != nil {
		return nil, err
	}
	m, err := f.match(e)
	if err != nil {
		return nil, err
	}
	return &terminal.Game{Entry: e, Start: m}, nil
}
