package race

import (
	"maps"

	"parlour"
)

// Sentences holds the English sentences of the games in this package, by code.
// Package cabinet adds them to the catalogue.
var Sentences = func() parlour.Sentences {
	all := maps.Clone(raceSentences)
	maps.Copy(all, faultSentences)
	maps.Copy(all, ludoSentences)
	maps.Copy(all, parkerSentences)
	maps.Copy(all, menschSentences)
	return all
}()

// raceSentences are those that the games share, and those of Auto Race.
var raceSentences = map[string]string{
	// What puzzles are about.
	"race.theme-blockade": "Blockade",
	"race.theme-race":     "Race",

	// Places and facts.
	"place.home-square": "home square {n}",
	"place.waiting":     "the waiting place",
	"place.start":       "the start",
	"place.start-of":    "{colour|whose} start",
	"place.last-of":     "{colour|whose} last square before home",
	"fact.home":         "home",
	"fact.to-go":        "to go",

	// How a game ends.
	"table.reason-home":     "first home",
	"race.table-ranked":     "The book says who is first home. The places after that go by what stands on the board: who has more home, then who has come further.",
	"race.table-ranked-two": "The rules settle who is first and second. The places after that go by what stands on the board: who has more home, then who has come further.",

	"race.field-run":   "Sixes in a row",
	"race.field-tries": "Failed tries",
	"race.field-lap":   "Lap of {seat}",

	"race.halt":         "{colour|Name} {stays/stay} on {at|place}, because {count} ends on the obstruction \"{name}\"",
	"race.no-choice":    "a player may not decline in Auto Race: the car goes from {at|place} to {to|place}",
	"race.no-car":       "{colour|whose} car is on {at|place}, not on {from|place}",
	"race.full-count":   "with {count} the car goes from {at|place} to {to|place} and nowhere else",
	"race.wrong-bump":   "{text} names the wrong cars for the bump",
	"race.no-bumps":     "cars may share a space in this game, so nobody is bumped on {to|place}",
	"race.bumps-nobody": "{text} names a bump, but no other car is on {to|place}",

	"race.foreign-man":   "that {piece} belongs to {owner|name}, and it is {colour|whose} turn",
	"race.foreign-place": "only {owner|whose} {pieces} may go there",
	"race.no-way-back":   "a {piece} goes back to its waiting place only when it is captured",
	"race.entry-place":   "{colour|whose} {pieces} enter on {to|place}",

	"race.throw":     "{colour|Name} {throws/throw} {throw|dice}",
	"race.throw-off": "{colour|Name} {throws/throw} {throw|dice} for the start",
	"race.begins":    "{colour|Name} {begins/begin}",
	"race.tie":       "the highest throws are equal, so those players throw again, {colour|name} first",
	"race.drive":     "{colour|Name} {drives/drive} from {from|place} to {to|place}",
	"race.bump":      "{by|Name} {bumps/bump} {colour|name} back to the start",
	"race.finish":    "{colour|Name} {crosses/cross} the finish line",

	"race.enter":    "{colour|Name} {brings/bring} a {piece} in",
	"race.move":     "{colour|Name} {moves/move} from {from|place} to {to|place}",
	"race.jump":     "{colour|Name} {jumps/jump} from {from|place} to {to|place}",
	"race.capture":  "{by|Name} {captures/capture} {colour|whose} {piece} on {from|place}",
	"race.home":     "{colour|Name} {has/have} a {piece} home",
	"race.finished": "{colour|Name} {has/have} all {pieces} home and {comes/come} in as number {place}",
	"race.pass":     "{colour|Name} {passes/pass} on a throw of {throw|dice}",

	// Why nothing can be moved.
	"race.pass-none":  "{colour|Name} cannot move with {throw|dice}",
	"race.pass-six":   "{colour|Name} {needs/need} a 6 to enter",
	"race.pass-five":  "{colour|Name} {needs/need} a 5 to enter",
	"race.pass-limit": "the third six in a row ends {colour|whose} turn",
	"race.pass-exact": "{colour|Name} cannot come home with {throw|dice}: the count must be exact",
	"race.pass-block": "a block is in {colour|whose} way",

	// What is asked for.
	"race.ask":        "choose what to move",
	"race.ask-enters": "bring a {piece} in",

	// In a line that begins with the player.
	"race.throw-log":     "{throw|dice}",
	"race.drive-log":     "{from|place} → {to|place}",
	"race.move-log":      "{from|place} → {to|place}",
	"race.home-log":      "a {piece} is home",
	"race.jump-log":      "jump to {to|place}",
	"race.throw-off-log": "{throw|dice} for the start",

	// Pieces.
	"piece.auto": "car",
}

// faultSentences say what is wrong with a position or a setup.
var faultSentences = map[string]string{
	"race.fault-colour":          "{text} is not a colour of this game; the colours are {letters}",
	"race.fault-twice":           "{colour|Name} is given twice",
	"race.fault-colour-order":    "write the colours in the order {letters}",
	"race.fault-few":             "at least two colours must take part",
	"race.fault-men":             "{colour|Name} has {n} {pieces}, not {men}",
	"race.fault-men-order":       "the {pieces} of {colour|name} are out of order: on their course {one} comes before {other}",
	"race.fault-place":           "{colour|Name} has no place {place}",
	"race.fault-never":           "{pieces} of {colour|name} never come to {place}",
	"race.fault-absent":          "{colour|Name} is on the board, but does not play",
	"race.fault-shared":          "{colour|Name} and {other|name} share space {at}",
	"race.fault-three":           "three colours are on space {at}",
	"race.fault-crowd":           "{colour|Name} has {n} {pieces} on {at}, but at most {most} may be there",
	"race.fault-two-pairs":       "{colour|Name} and {other|name} both have a pair on space {at}",
	"race.fault-car-waits":       "the car of {colour|name} cannot wait: it begins on START, 0",
	"race.fault-obstruction":     "the car of {colour|name} cannot be on {at}, which is an obstruction",
	"race.fault-rank-early":      "{colour|Name} is in rank, but is not home",
	"race.fault-rank-missing":    "{colour|Name} is home, but not in rank",
	"race.fault-over-turn":       "the game is over, so it is nobody's turn: write -",
	"race.fault-over-rest":       "the game is over, so leave out the throw, parts, off, run and tries",
	"race.fault-no-turn":         "the game is not over, so it must be somebody's turn",
	"race.fault-turn-absent":     "it cannot be {colour|whose} turn: that colour does not play",
	"race.fault-turn-neutral":    "it cannot be {colour|whose} turn: that colour is neutral",
	"race.fault-turn-home":       "it cannot be {colour|whose} turn: that colour is home",
	"race.fault-six":             "a six has been thrown, so run must be at least 1",
	"race.fault-tries":           "tries={n}, but {colour|name} may not throw several times",
	"race.fault-no-parts":        "field 5 is {text}, but this game does not play a turn in parts",
	"race.fault-played":          "field 5 is {text}, which does not begin a legal turn",
	"race.fault-played-as":       "write field 5, {text}, as {written}",
	"race.fault-played-early":    "field 5 is {text}, but nothing has been thrown",
	"race.fault-off-rest":        "during a throw-off leave out the throw, parts, rank, run and tries",
	"race.fault-off-men":         "during a throw-off all {pieces} must be where they start",
	"race.fault-off-colour":      "{text} does not begin with a colour that throws for the start",
	"race.fault-off-total":       "{text} is not a total from {least} to {most}",
	"race.fault-off-before":      "{colour|Name} cannot have thrown before {other|name} in the throw-off",
	"race.fault-off-done":        "everybody has already thrown in the throw-off",
	"race.fault-off-turn":        "it must be {colour|whose} turn, who throws next in the throw-off",
	"race.fault-off-all":         "with tie=all everybody throws again",
	"race.fault-seats":           "seats cannot be {seats}; choose one of {all}",
	"race.fault-seats-four":      "seats={seats} needs all four colours {letters}",
	"race.fault-seats-players":   "seats={seats} is for {players} players, not {n}",
	"race.fault-colours":         "name each colour once, out of {letters}, not {text}",
	"race.fault-colours-players": "{n} players cannot play the colours {colours}",
}
