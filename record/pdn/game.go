package pdn

import (
	"fmt"
	"strconv"
	"strings"

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

// An Error says where a file is wrong. The game returned with it contains
// everything up to that place.
type Error struct {
	Game int // number of the game in the file, from 1
	Line int // line of the file
	Text string
	Err  error // the reason, if there is more to say; often a *parlour.Refusal
}

func (e *Error) Error() string {
	s := fmt.Sprintf("game %d, line %d: %s", e.Game, e.Line, e.Text)
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }

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

// otherGame returns the name of the game in a GameType tag, or "" for English
// checkers, which is also the meaning of a missing tag.
func otherGame(tag string) string {
	first, _, _ := strings.Cut(tag, ",")
	n, err := strconv.Atoi(strings.TrimSpace(first))
	switch {
	case tag == "" || err == nil && n == 21:
		return ""
	case err == nil && gameTypes[n] != "":
		return gameTypes[n]
	}
	return "game type " + strconv.Quote(tag)
}
