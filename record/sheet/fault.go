package sheet

import "parlour"

// Sentences say what is wrong with a sheet.
var Sentences = parlour.Sentences{
	"sheet.fault-other":      "this is not backgammon",
	"sheet.fault-opening":    "the record does not begin with the opening throw, but match files contain only whole games",
	"sheet.fault-options":    "it is played with {these|said} and the games before it with {those|said}, but a match file has the same options for all its games",
	"sheet.fault-nothing":    "there is nothing to write",
	"sheet.fault-full":       "the match before it fills the file",
	"sheet.fault-open":       "game {n} is not finished; only the last game may be",
	"sheet.fault-given-up":   "the loser gives up during the winner's turn",
	"sheet.fault-unfinished": "the game is not finished, but another follows",
	"sheet.fault-over-match": "the match is over, but another game follows",
	"sheet.fault-play":       "{text} cannot be played",
	"sheet.fault-score":      "the score is {score}, but the sheet says {want}",
	"sheet.fault-over":       "the game is over",
	"sheet.fault-turn":       "it is not {seat}'s turn",
	"sheet.fault-double":     "a double to {n} does not fit a stake of {stake}",
	"sheet.fault-no-result":  "the game is over, but the sheet has no result",
	"sheet.fault-points":     "the points of {seat} are {n}, but the sheet says {want}",
}

// NoOptions stands for options in these sentences, where there are none.
const NoOptions = "no options"

// inGame says in which game of a file an error is.
func inGame(n int, err error) error {
	if file, ok := err.(*parlour.FileError); ok && file.Game == 0 {
		file.Game = n
		return file
	}
	return &parlour.FileError{Game: n, Err: err}
}
