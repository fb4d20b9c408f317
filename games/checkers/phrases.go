package checkers

import "parlour"

// Sentences holds the English sentences of the game, by code. Package cabinet
// adds them to the catalogue.
var Sentences = parlour.Sentences{
	// What puzzles are about.
	"checkers.theme-shot":  "Give up a man",
	"checkers.theme-crown": "Crown",
	"checkers.theme-save":  "Save the game",

	"value.men": "{n} men", // how far a player is ahead, or a difference: 0.4 men

	// Pieces.
	"piece.king": "king",

	// How a game ends.
	"table.reason-no-move": "no legal move left",
	"table.mover-no-move":  "{seat|Name} {has/have} no legal move left",
	"table.bare-no-move":   "{seat|Whose} men are all captured",

	// Refusals.
	"checkers.result":           "{text} is the result of a game, not a move; to end the game, resign or offer a draw",
	"checkers.no-square":        "there is no square {square}; the dark squares are numbered 1 to 32",
	"checkers.no-piece":         "there is no piece on {from}",
	"checkers.not-yours":        "the piece on {from} belongs to {owner|name}, and it is {side|whose} turn",
	"checkers.capture-on":       "the piece on {from} may not step, because a capture is possible and must be made. Pieces that can capture: {can}",
	"checkers.compelled":        "the piece on {from} may not step: the move was taken back, and now the capture must be made. Pieces that can capture: {can}",
	"checkers.incomplete":       "the capture from {from} may not stop on {at}: it must continue to {next}",
	"checkers.incomplete-short": "the capture from {from} may not stop on {to}: the piece can jump again from there",
	"checkers.crowned":          "the man from {from} is crowned on {to}, which ends the move",
	"checkers.backwards":        "the man cannot go back from {at} to {to}: men move forward only",
	"checkers.jump-backwards":   "men capture forward only, so a man on {at} cannot take the piece on {over} and land on {to}",
	"checkers.blocked":          "the piece on {from} cannot step to {to}: an opposing piece is there",
	"checkers.blocked-own":      "the piece on {from} cannot step to {to}: a piece of its own side is there",
	"checkers.too-far":          "the piece cannot get from {at} to {to}: a piece steps one square diagonally, or jumps over a neighbouring opponent to the square beyond",
	"checkers.step-ends":        "{at} to {to} is a step, and a step is a whole move: only a capturing piece may continue, with another jump",
	"checkers.left-out":         "the path leaves something out between {at} and {to}: name every square the piece lands on",
	"checkers.nothing-to-jump":  "there is nothing to jump on {over}, between {at} and {to}",
	"checkers.own-piece":        "the piece on {over} is {side|whose} own, so it cannot be jumped on the way from {at} to {to}",
	"checkers.jump-twice":       "the piece on {over} has already been jumped in this move",
	"checkers.no-landing":       "the piece on {over} cannot be jumped from {at}: {to} beyond it is not empty",
	"checkers.ambiguous":        "{from} to {to} could be several captures: write {ways}",
	"checkers.not-steps":        "{text} is not a series of single steps and jumps",
	"checkers.no-huffing":       "this game is played without huffing: a player who can capture must, so there is nothing to huff or compel",
	"checkers.no-huffing-free":  "captures are optional in this game, so there is nothing to huff or compel",
	"checkers.no-offence":       "{opponent|Whose} last move was no offence, so there is nothing to huff or compel",
	"checkers.huff-nobody":      "{opponent|Name} {has/have} no piece on {square} that could be huffed; these may be: {guilty}",
	"checkers.not-guilty":       "the piece on {square} may not be huffed; these may: {guilty}",
	"checkers.huff-alone":       "a huff alone is not a move: after huffing {square} you must also move",

	// What is wrong with a position.
	"checkers.fault-tag":           "write the tag as [FEN \"...\"]",
	"checkers.fault-pieces":        "write the pieces as W and B with their squares, each after a colon",
	"checkers.fault-list-twice":    "the pieces of {side|name} are given twice",
	"checkers.fault-many":          "{side|Name} has {n} pieces, more than {most}",
	"checkers.fault-crown":         "a man of {side|name} is uncrowned on its crown row, on {square}",
	"checkers.fault-range":         "the range {text} runs backwards",
	"checkers.fault-twice":         "square {square} is named twice",
	"checkers.fault-q":             "the flags must begin with q= and the number of quiet plies",
	"checkers.fault-back":          "after back= write a board, a slash and the number of quiet plies",
	"checkers.fault-back-turn":     "in back {side|name} is to move, but it must be the side that has just moved",
	"checkers.fault-huff-order":    "write the squares of huff in ascending order; {square} is out of order",
	"checkers.fault-ballot-option": "the flag ballot needs opening=three-move or opening=eleven-man",
	"checkers.fault-huff-option":   "the flags must, huff and back need huff=yes",
	"checkers.fault-both":          "the flags huff and back must both be given",
	"checkers.fault-one":           "only one of the flags ballot, must and huff can be given",
	"checkers.fault-ballot":        "a ballot can be drawn only in the set-up, with B to move and q=0",
	"checkers.fault-must":          "the flag must is given, but {side|name} has nothing to capture",
	"checkers.fault-huff-nobody":   "there is no piece of {side|name} on {square} to huff",
	"checkers.fault-no-offence":    "in back {side|name} has nothing to capture, so there was no offence",
	"checkers.fault-offence":       "no move of {side|name} leads from the board in back to this one and leaves these pieces to huff",

	// Effects.
	"checkers.move":      "{colour|Whose} {piece} steps from {from} to {to}",
	"checkers.jump":      "{colour|Whose} {piece} jumps from {from} to {to}",
	"checkers.capture":   "{by|Name} {captures/capture} {colour|whose} {piece} on {from}",
	"checkers.crown":     "{colour|Whose} man on {to} becomes a king",
	"checkers.huff":      "{by|Name} {huffs/huff} {colour|whose} {piece} on {from}",
	"checkers.compel":    "{colour|Name} {insists/insist} that the move is taken back and the capture made",
	"checkers.take-back": "{colour|Whose} {piece} goes back from {from} to {to}",
	"checkers.restore":   "{colour|Whose} {piece} returns to {to}",
	"checkers.ballot":    "ballot {number} is drawn",
	"checkers.missing":   "{colour|Name} {plays/play} without the man on {from}",

	// What is asked for.
	"checkers.ask":       "choose a piece to move",
	"checkers.ask-takes": "you must capture",

	// In a line that begins with the player.
	"checkers.move-log":  "{from} → {to}",
	"checkers.jump-log":  "{from} → {to}",
	"checkers.crown-log": "a king on {to}",

	// Choices that are not moves, as buttons say them.
	"checkers.choice-compel": "Insist on the capture",
}
