package lab

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"parlour/cabinet"
	"parlour/lab/arena"
)

// Contestant returns the player that a text names: a program of the game, one
// of the game's guests such as gnubg:2 or NAME=pdn:COMMAND, or a command as
// NAME=COMMAND. What a command writes to standard error goes to errs.
func Contestant(e *cabinet.Entry, text string, errs io.Writer) (arena.Player, error) {
	if slices.Contains(e.Bots, text) {
		return Player(e, text)
	}
	name, command, named := strings.Cut(text, "=")
	if !named {
		command = text
	}
	kind, arg, colon := strings.Cut(command, ":")
	if g, at := guest(e, kind); at == e {
		switch p, err := g.Open(arg, errs); {
		case err != nil:
			return p, fmt.Errorf("%q: %w", text, err)
		case named && name == "":
			return p, fmt.Errorf("%q: expected %s or NAME=%[2]s", text, g.Form)
		case named:
			p.Name = name
			return p, nil
		default:
			return p, nil
		}
	} else if at != nil && (colon || !slices.Contains(at.Bots, kind)) {
		return arena.Player{}, fmt.Errorf("%q: %s is for %s, not for %s", text, g.Form, at.Info.ID, e.Info.ID)
	}
	if named {
		words := strings.Fields(command)
		if name == "" || len(words) == 0 {
			return arena.Player{}, fmt.Errorf("%q: expected NAME=COMMAND", text)
		}
		return arena.Process(name, errs, words[0], words[1:]...), nil
	}
	return Player(e, text)
}

// guest returns the guest of a kind and the game that has it, e if it does, or
// nil if none has.
func guest(e *cabinet.Entry, kind string) (g arena.Guest, at *cabinet.Entry) {
	for _, at := range append([]*cabinet.Entry{e}, cabinet.Games()...) {
		for _, g := range at.Guests {
			if g.Kind == kind {
				return g, at
			}
		}
	}
	return g, nil
}
