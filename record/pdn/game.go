package pdn

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"parlour"
	"parlour/record"
)

// A Game is one game of a file.
type Game struct {
	Line        int    // line of the file where it begins, 0 if none
	record.Tags        // lines like [Event "US National 1946"], in their order
	Start       string // position line
	Comment     string // words before the first move
	Moves       []Move // in canonical text
	Winner      string // "B", "W", "draw", or "" if unknown or not finished
	Reason      string // why it ended, if known: "no-move", "quiet", "repetition", "agreed", "resigned", "time"
	Warnings    []string
}

// A Move is one move with the words after it.
type Move struct {
	Text    string
	Glyphs  string // "!?", "$3"; several are separated by spaces
	Comment string
	Line    int // line of the file, 0 if none
}

func (g *Game) warn(format string, args ...any) {
	g.Warnings = append(g.Warnings, fmt.Sprintf(format, args...))
}

// winners are the winners by result token. The first number is Black's.
var winners = map[string]string{
	"1-0": "B", "2-0": "B",
	"0-1": "W", "0-2": "W",
	"1/2-1/2": "draw", "1-1": "draw",
	"0-0": "", "*": "",
}

// resultOf returns the result token for a winner.
func resultOf(winner string) string {
	switch winner {
	case "B":
		return "1-0"
	case "W":
		return "0-1"
	case "draw":
		return "1/2-1/2"
	}
	return "*"
}

// reasons are the possible values of a Termination tag.
var reasons = []string{"no-move", "quiet", "repetition", "agreed", "resigned", "time"}

// gameTypes are the PDN numbers of other games.
var gameTypes = map[int]string{
	0: "chess", 1: "Chinese chess", 20: "international draughts", 22: "Italian draughts", 23: "American pool checkers",
	24: "Spanish draughts", 25: "Russian draughts", 26: "Brazilian draughts", 27: "Canadian draughts",
	28: "Portuguese draughts", 29: "Czech draughts", 30: "Turkish draughts", 31: "Thai draughts",
	40: "Frisian draughts", 41: "Spantsiretti", 50: "Othello",
}

// OtherGames returns the names of the games that files of other programs may hold,
// in the order of their numbers.
func OtherGames() (names []string) {
	for _, n := range slices.Sorted(maps.Keys(gameTypes)) {
		names = append(names, gameTypes[n])
	}
	return names
}

// otherGame returns an error for a GameType tag of another game, or nil for English
// checkers, which is also the meaning of a missing tag.
func otherGame(tag string) *parlour.FileError {
	first, _, _ := strings.Cut(tag, ",")
	n, err := strconv.Atoi(strings.TrimSpace(first))
	switch {
	case tag == "" || err == nil && n == 21:
		return nil
	case err == nil && gameTypes[n] != "":
		return Sentences.Wrong(0, nil, "pdn.fault-other", "type", n, "other", gameTypes[n])
	}
	return Sentences.Wrong(0, nil, "pdn.fault-type", "type", strconv.Quote(tag))
}

// Sentences say what is wrong with a PDN file, besides those of package record.
var Sentences = parlour.Sentences{
	"pdn.fault-rest":      "the rest of the file cannot be read",
	"pdn.fault-variation": "the variation is not closed",
	"pdn.fault-comment":   "the comment is not closed",
	"pdn.fault-tag":       "the tag is not closed",
	"pdn.fault-quotes":    "the tag has no value in quotes",
	"pdn.fault-long":      "longer than a megabyte without an end",
	"pdn.fault-quiet":     "the game is drawn by the quiet count",
	"pdn.fault-other":     "GameType {type} is {other|said}, not English checkers, which is 21",
	"pdn.fault-type":      "GameType {type} is not English checkers, which is 21",
}
