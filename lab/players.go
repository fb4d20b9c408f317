package lab

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"parlour/bot"
	backgammonbot "parlour/bot/backgammon"
	"parlour/cabinet"
	"parlour/lab/arena"
	"parlour/lab/arena/gnubg"
)

// Contestant returns the player that a text names: a program of the game, a
// command as NAME=COMMAND or, in checkers, pdn:COMMAND or NAME=pdn:COMMAND, and
// in backgammon gnubg:PLIES or expert:PLIES. What a command writes to standard
// error goes to errs.
func Contestant(e *cabinet.Entry, text string, errs io.Writer) (arena.Player, error) {
	name, command, named := strings.Cut(text, "=")
	if !named {
		name, command = "", text
	}
	if line, ok := strings.CutPrefix(command, "pdn:"); ok {
		words := strings.Fields(line)
		switch {
		case e.Info.ID != "checkers":
			return arena.Player{}, fmt.Errorf("%q: PDN is for checkers, not for %s", text, e.Info.ID)
		case len(words) == 0 || named && name == "":
			return arena.Player{}, fmt.Errorf("%q is not written pdn:COMMAND or NAME=pdn:COMMAND", text)
		case name == "":
			name = words[0]
		}
		return arena.PDN(name, errs, words[0], words[1:]...), nil
	}
	if plies, ok := strings.CutPrefix(text, "gnubg"); ok && (plies == "" || plies[0] == ':') {
		return gnubgPlayer(e, text, strings.TrimPrefix(plies, ":"))
	}
	if plies, ok := strings.CutPrefix(text, "expert:"); ok && e.Info.ID == "backgammon" {
		return backgammonExpert(text, plies)
	}
	if named {
		words := strings.Fields(command)
		if name == "" || len(words) == 0 {
			return arena.Player{}, fmt.Errorf("%q is not written NAME=COMMAND", text)
		}
		return arena.Process(name, errs, words[0], words[1:]...), nil
	}
	return Player(e, text)
}

// backgammonExpert returns the expert of backgammon who looks so many throws
// ahead.
func backgammonExpert(text, plies string) (arena.Player, error) {
	n, err := strconv.Atoi(plies)
	if err != nil || n < 0 || n > 2 {
		return arena.Player{}, fmt.Errorf("%q: expected expert:0 to expert:2", text)
	}
	style := backgammonbot.Styles[len(backgammonbot.Styles)-1]
	style.Ply = n
	return arena.House(text, func(seed uint64) (bot.Player, error) { return bot.NewPlayer(text, style.Maker(nil), seed), nil }), nil
}

// gnubgPlayer returns GNU Backgammon looking so many throws ahead, by default
// two.
func gnubgPlayer(e *cabinet.Entry, text, plies string) (arena.Player, error) {
	n := 2
	if plies != "" {
		var err error
		if n, err = strconv.Atoi(plies); err != nil || n < 0 || n > gnubg.MostPlies {
			return arena.Player{}, fmt.Errorf("%q: expected gnubg:0 to gnubg:%d", text, gnubg.MostPlies)
		}
	}
	if e.Info.ID != "backgammon" {
		return arena.Player{}, fmt.Errorf("%q: GNU Backgammon does not play %s", text, e.Info.ID)
	}
	return gnubg.Player(n), nil
}
