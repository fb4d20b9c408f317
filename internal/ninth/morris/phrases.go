package morris

import "parlour"

// Sentences are what the game says in English, by code, as far as package
// phrase does not have it.
var Sentences = parlour.Sentences{
	// What is wrong with a position.
	"morris.fault-side":  "write the side to move and both sides with colons between them, each with its men in hand up to {most}, a slash and its points, not {text}",
	"morris.fault-order": "the points do not follow the order of the board at {point}",
	"morris.fault-both":  "both sides stand on {point}",
	"morris.fault-two":   "{side|Name} has two men on {point}",
	"morris.fault-many":  "{side|Name} has {n} men, more than {most}",
	"morris.fault-over":  "{side|Name} has {n} men and is not to move: the game was over before",
	"morris.fault-hands": "{side|Name} has {n} men in hand and {other|name} {m}, but they place in turn",
	"morris.fault-quiet": "the quiet count is {n}, but men are still being placed",

	// Refusals.
	"morris.no-point":   "there is no point {point}; the points are named a7 to g1, a letter and a digit where the lines meet",
	"morris.occupied":   "{to} is not empty",
	"morris.no-man":     "there is no man on {from}",
	"morris.not-yours":  "the man on {from} is {owner|whose}, and it is {side|whose} turn",
	"morris.other-hand": "those men are {owner|whose}, and it is {side|whose} turn",
	"morris.to-hand":    "no man goes back into the hand",
	"morris.stuck":      "the man on {from} cannot move: no point next to it is empty",
	"morris.in-hand":    "{side|name} still {has/have} {left} in hand and places one before any man slides",
	"morris.no-hand":    "{side|name} {has/have} no man in hand: name the man that moves and where it goes",
	"morris.too-far":    "the man on {from} cannot reach {to}: it slides along a line to the next point, {next}",
	"morris.shut-in":    "the man on {from} cannot reach {to}: no point next to it is empty",
	"morris.must-take":  "the move to {to} closes a mill: say which man it takes, {can}",
	"morris.no-mill":    "the move to {to} closes no mill, so it takes no man",
	"morris.none-free":  "all men of {opponent|name} stand in mills, so none is taken",
	"morris.take-none":  "there is no man of {opponent|name} on {point} to take",
	"morris.take-safe":  "the man on {point} stands in a mill and is not taken while others do not: {can}",
	"morris.not-steps":  "{text} is not made of a move and the man it takes",

	// Reasons why a game is over.
	"table.reason-two-men": "two men are left",
	"table.reason-no-move": "no legal move left",
	"table.mover-no-move":  "{seat|Name} {has/have} no legal move left",

	// What puzzles are about.
	"morris.theme-mill": "Close a mill",

	// The board and what is counted on it.
	"place.hand": "the tray",
	"fact.hand":  "in hand",

	// Effects.
	"morris.place":   "{colour|Name} {puts/put} a man on {to}",
	"morris.slide":   "{colour|Whose} man slides from {from} to {to}",
	"morris.fly":     "{colour|Whose} man flies from {from} to {to}",
	"morris.mill":    "{colour|Name} {closes/close} a mill at {to}",
	"morris.capture": "{colour|Whose} man on {from} is taken",

	// In a line that begins with the player.
	"morris.slide-log": "{from} → {to}",
	"morris.fly-log":   "{from} → {to}, flying",
}
