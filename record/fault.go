package record

import "parlour"

// Sentences say what is wrong with a record. The words of a record itself, such as
// end, are the same in every language, and so are the SEAT and MOVE that stand for others.
var Sentences = parlour.Sentences{
	// Lines that cannot be read.
	"record.fault-line":        "cannot read {text}; expected one of {forms}",
	"record.fault-long-line":   "the line is longer than {n} bytes",
	"record.fault-utf8":        "the line is not valid UTF-8",
	"record.fault-control":     "the line contains the control character {char}",
	"record.fault-no-game":     "the file contains no game; expected a line that begins with = and a position",
	"record.fault-second":      "a second game begins; expected only one",
	"record.fault-no-position": "the game has no position; expected a line that begins with = and a position",
	"record.fault-empty":       "{word} needs a position",
	"record.fault-early":       "{text} comes before any position; a game begins with = and a position",
	"record.fault-empty-end":   "end needs a result, for example: end win G home",
	"record.fault-event":       "{text} is not an event; expected {form}, for example: {example}",
	"record.fault-tag":         "{text} is not a tag; expected @ Name: value",
	"record.fault-late-tag":    "the tag {tag} comes after the first position; tags come first",
	"record.fault-digits":      "{text} is not a throw; expected digits",
	"record.fault-only-throw":  "the throw {throw} has no move; expected {seat} {throw} MOVE, or {seat} throw {throw} for a throw alone",
	"record.fault-comments":    "there are more than {n} comments",
	"record.fault-tags":        "there are more than {n} tags",
	"record.fault-entries":     "the game has more than {n} entries",

	// Lines that do not fit the game.
	"record.fault-no-start":    "the record must begin with a position",
	"record.fault-begin":       "the game cannot begin",
	"record.fault-unread":      "the position cannot be read; expected {position}",
	"record.fault-position":    "the position is {text}; expected {position}",
	"record.fault-seat":        "there is no seat {seat}; expected one of {seats}",
	"record.fault-retire":      "{seat} cannot retire",
	"record.fault-off":         "the throw {throw} is not part of a throw-off; expected one of its moves: {moves}",
	"record.fault-nothing":     "the line has neither a throw nor a move",
	"record.fault-no-throw":    "no throw is due",
	"record.fault-thrower":     "{seat} does not throw here",
	"record.fault-throw":       "the throw {throw} is not possible",
	"record.fault-no-move":     "no move is due",
	"record.fault-turn":        "it is not {seat}'s turn",
	"record.fault-move":        "{move} cannot be played; expected one of {moves}",
	"record.fault-play":        "{move} cannot be played",
	"record.fault-referee":     "the referee rejects it",
	"record.fault-due-throw":   "expected a throw of {seat} ({expected|said})",
	"record.fault-due-move":    "expected a move of {seat}: {moves}",
	"record.fault-due-nothing": "expected nothing more, the game is over",

	// Results.
	"record.fault-end":        "the result is {end}; expected {want}",
	"record.fault-early-end":  "the result is {end} although the game is not over",
	"record.fault-reasons":    "otherwise the result needs one of the reasons {reasons}",
	"record.fault-result":     "{end} is not a result; expected {form}",
	"record.fault-no-result":  "{end} is not a result; expected win, draw or tie",
	"record.fault-end-seat":   "{end} has an unknown seat in {text}; the seats are {seats}",
	"record.fault-repetition": "the result is {end}, but the last position has not been repeated",
}
