package main

import (
	"strconv"
	"strings"

	"parlour/bot"
	backgammonbot "parlour/bot/backgammon"
	"parlour/cabinet"
	"parlour/lab/arena"
	"parlour/lab/arena/gnubg"
)

// contestants reads the players of the arguments.
func contestants(s *streams, e *cabinet.Entry, args []string) (list []arena.Player, err error) {
	for _, arg := range args {
		p, err := contestant(s, e, arg)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}

// contestant reads one player: a program of the house, or one from outside.
func contestant(s *streams, e *cabinet.Entry, arg string) (arena.Player, error) {
	name, command, named := strings.Cut(arg, "=")
	if !named {
		name, command = "", arg
	}
	if line, ok := strings.CutPrefix(command, "pdn:"); ok {
		words := strings.Fields(line)
		switch {
		case e.Info.ID != "checkers":
			return arena.Player{}, misused("%q: PDN is for checkers, not for %s", arg, e.Info.ID)
		case len(words) == 0 || named && name == "":
			return arena.Player{}, misused("%q is not written pdn:COMMAND or NAME=pdn:COMMAND", arg)
		case name == "":
			name = words[0]
		}
		return arena.PDN(name, s.err, words[0], words[1:]...), nil
	}
	if plies, ok := strings.CutPrefix(arg, "gnubg"); ok && (plies == "" || plies[0] == ':') {
		return outsideGnubg(e, arg, strings.TrimPrefix(plies, ":"))
	}
	if plies, ok := strings.CutPrefix(arg, "expert:"); ok && e.Info.ID == "backgammon" {
		return expertAhead(arg, plies)
	}
	if named {
		words := strings.Fields(command)
		if name == "" || len(words) == 0 {
			return arena.Player{}, misused("%q is not written NAME=COMMAND", arg)
		}
		return arena.Process(name, s.err, words[0], words[1:]...), nil
	}
	if _, err := e.Player(arg, 0); err != nil {
		return arena.Player{}, usage{err}
	}
	return arena.House(arg, func(seed uint64) (bot.Player, error) { return e.Player(arg, seed) }), nil
}

// expertAhead reads how many throws the expert of backgammon looks ahead.
func expertAhead(arg, text string) (arena.Player, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > 2 {
		return arena.Player{}, misused("%q: expected expert:0 to expert:2", arg)
	}
	style := backgammonbot.Styles[len(backgammonbot.Styles)-1]
	style.Ply = n
	return arena.House(arg, func(seed uint64) (bot.Player, error) { return bot.NewPlayer(arg, style.Maker(nil), seed), nil }), nil
}

// outsideGnubg reads how many throws GNU Backgammon looks ahead, two if
// nothing is said.
func outsideGnubg(e *cabinet.Entry, arg, text string) (arena.Player, error) {
	plies := 2
	if text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n > gnubg.MostPlies {
			return arena.Player{}, misused("%q: expected gnubg:0 to gnubg:%d", arg, gnubg.MostPlies)
		}
		plies = n
	}
	if e.Info.ID != "backgammon" {
		return arena.Player{}, misused("%q: GNU Backgammon does not play %s", arg, e.Info.ID)
	}
	return gnubg.Player(plies), nil
}
