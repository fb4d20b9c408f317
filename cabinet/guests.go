//go:build !js

package cabinet

import (
	"errors"
	"io"
	"strconv"

	"parlour/bot"
	backgammonbot "parlour/bot/backgammon"
	"parlour/lab/arena"
	"parlour/lab/arena/gnubg"
)

// The guests are programs of their own, which a browser cannot start.
var (
	checkersGuests   = []arena.Guest{arena.PDNGuest}
	backgammonGuests = []arena.Guest{gnubg.Guest, expertAhead}
)

// expertAhead is the expert of backgammon who looks another number of throws
// ahead than the level does.
var expertAhead = arena.Guest{Kind: "expert", Form: "expert:PLIES", Open: func(arg string, _ io.Writer) (arena.Player, error) {
	n, err := strconv.Atoi(arg)
	if err != nil || n < 0 || n > 2 {
		return arena.Player{}, errors.New("expected expert:0 to expert:2")
	}
	style := backgammonbot.Styles[len(backgammonbot.Styles)-1]
	style.Ply = n
	name := "expert:" + arg
	return arena.House(name, func(seed uint64) (bot.Player, error) { return bot.NewPlayer(name, style.Maker(nil), seed), nil }), nil
}}
