package race

import "maps"

// Sentences holds the English sentences of the games in this package, by code.
// Package cabinet adds them to the catalogue.
var Sentences = func() map[string]string {
	all := maps.Clone(raceSentences)
	maps.Copy(all, ludoSentences)
	maps.Copy(all, parkerSentences)
	maps.Copy(all, menschSentences)
	return all
}()

// raceSentences are those that the games share, and those of Auto Race.
var raceSentences = map[string]string{
	"race.halt":         "{count} from {at|place} ends on the obstruction \"{name}\": the car stays and the turn is lost",
	"race.no-choice":    "a player may not decline in Auto Race: the car goes from {at|place} to {to|place}",
	"race.no-car":       "{colour|name}'s car is on {at|place}, not on {from|place}",
	"race.full-count":   "with {count} the car goes from {at|place} to {to|place} and nowhere else",
	"race.wrong-bump":   "{text} names the wrong cars for the bump",
	"race.no-bumps":     "cars may share a space in this game, so nobody is bumped on {to|place}",
	"race.bumps-nobody": "{text} names a bump, but no other car is on {to|place}",

	"race.foreign-man":   "that man belongs to {owner|name}, and it is {colour|name}'s turn",
	"race.foreign-place": "only {owner|name}'s men may go there",
	"race.no-way-back":   "a man goes back to its waiting place only when it is captured",
	"race.entry-place":   "{colour|name}'s men enter on {to|place}",

	"race.throw":     "{colour|Name} throws {throw}",
	"race.throw-off": "{colour|Name} throws {throw} for the start",
	"race.begins":    "{colour|Name} begins",
	"race.tie":       "there is a tie, and {colour|name} throws again first",
	"race.drive":     "{colour|Name} drives from {from|place} to {to|place}",
	"race.bump":      "{colour|Name} is bumped back to the start",
	"race.finish":    "{colour|Name} crosses the finish line",

	"race.enter":    "{colour|Name} enters on {to|place}",
	"race.move":     "{colour|Name} moves from {from|place} to {to|place}",
	"race.jump":     "{colour|Name} jumps from {from|place} to {to|place}",
	"race.capture":  "a man of {colour|name} is captured on {from|place}",
	"race.home":     "a man of {colour|name} is home",
	"race.finished": "{colour|Name} has all men home and takes place {place}",
	"race.pass":     "{colour|Name} passes on a throw of {throw}",

	// Pieces.
	"piece.auto": "car",
}
