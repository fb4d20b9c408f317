package contact

import "parlour"

// Sentences holds the English sentences of the game, by code. Package cabinet
// adds them to the catalogue.
var Sentences = parlour.Sentences{
	// What puzzles are about.
	"contact.theme-contact":   "Contact",
	"contact.theme-promotion": "Turn over",

	// Facts.
	"fact.tiles":     "tiles",
	"fact.tiles-one": "tile",

	// How a game ends.
	"table.reason-last-tile":   "nobody else has a tile left",
	"table.reason-wiped-out":   "nobody has a tile left",
	"table.reason-both-turned": "both last tiles are turned over",
	"table.reason-ten-turns":   "ten turns have passed",

	// What a position has besides its tiles.
	"contact.field-seven":   "Turns of the seven-step ending",
	"contact.field-seven--": "not begun",

	// What is wrong with a position or a setup.
	"contact.fault-tile-colour":  "tile {tile} has no colour; write G, B, R or Y",
	"contact.fault-tile-place":   "tile {tile} is not on a crossing from a1 to o15",
	"contact.fault-tile-face":    "tile {tile} has an unknown face; write 3456 or 1234 in any rotation, 5555 or 4444",
	"contact.fault-colour":       "the tile on {at} is {colour|name}, a colour that mode {mode} does not have",
	"contact.fault-tiles":        "there are {n} tiles, more than {most}",
	"contact.fault-count":        "the tiles are not in order, or their count is wrong",
	"contact.fault-not-turned":   "the {colour|name} tile on its goal spot {at} is not turned over",
	"contact.fault-overlap":      "the tiles on {one} and {other} overlap",
	"contact.fault-beside":       "opponents lie side by side on {one} and {other}",
	"contact.fault-touch":        "opponents touch on {one} and {other}",
	"contact.fault-one-step":     "{colour|Name} has {n} ONE STEP tiles, more than {most}",
	"contact.fault-two-step":     "{colour|Name} has {n} TWO STEP tiles, more than {most}",
	"contact.fault-turn":         "it cannot be {seat|whose} turn: that player is not in play",
	"contact.fault-seven":        "the turns of the seven-step ending must be - or 0 to {most}, not {text}",
	"contact.fault-seven-begun":  "the seven-step ending should have begun",
	"contact.fault-seven-tiles":  "leave out the turns of the seven-step ending: it needs exactly two opposing tiles of one kind",
	"contact.fault-seven-turned": "the seven-step ending begins with numbered tiles; after {n} turns so many cannot be turned over",
	"contact.fault-mode-players": "mode {mode} is for {players} players, not {n}",
	"contact.fault-mode-decides": "this game does not let you choose colours or owners; the mode decides",

	// Refusals.
	"contact.no-pass":           "a player who can move a tile of their own may not pass; there are {moves} moves",
	"contact.no-crossing":       "there is no crossing {name}; files run from a to o and ranks from 1 to 15, and the border lines are not used",
	"contact.suffix":            "{text} does not match what the move does: write {is}",
	"contact.no-tile":           "there is no tile on {from}",
	"contact.not-yours":         "the {colour|name} tile on {from} belongs to {owner|name}, and it is {seat|whose} turn",
	"contact.no-aid":            "the {colour|name} tile on {from} may go to {to} only if that helps {partner|name}, but it removes no opponent's tile, and none of {partner|whose} tiles is in danger",
	"contact.no-save":           "the {colour|name} tile on {from} may go to {to} only if that helps {partner|name}, but it neither removes an opponent's tile nor saves a tile in danger, such as the one on {exposed}",
	"contact.saves-other":       "the {colour|name} tile on {from} is not in danger, and a saving move must move the tile it saves; the tile in danger is on {exposed}",
	"contact.no-aid-by":         "no move of the {colour|name} tile on {from} removes an opponent's tile or saves a tile of the partner",
	"contact.stuck":             "the {colour|name} tile on {from} has no move: other tiles block it, or it would end up beside an opponent's tile",
	"contact.one-step-stays":    "the ONE STEP tile on {from} has to leave its place: only a TWO STEP tile can go there and back",
	"contact.diagonal":          "the tile on {from} cannot go diagonally across a square to {to}",
	"contact.one-step-far":      "the ONE STEP tile on {from} moves to the next crossing and no further; {to} is not next to it",
	"contact.two-step-short":    "the TWO STEP tile on {from} cannot stop on {to}: it always moves two steps",
	"contact.two-step-far":      "the TWO STEP tile on {from} cannot reach {to} in two steps",
	"contact.seven-pace":        "{to} is {far} steps from {from}: seven steps lead to crossings that are 1, 3, 5 or 7 away",
	"contact.corner":            "the steps from {from} to {to} turn a corner, which this game does not allow: the second step goes straight on or straight back",
	"contact.occupied":          "the tile on {from} cannot come to rest on {to}: the {whose|name} tile on {other} is in the way",
	"contact.beside":            "on {to} the tile from {from} would lie side by side with the opponent's {whose|name} tile on {other}",
	"contact.beside-in-passing": "every way from {from} to {to} passes a crossing side by side with an opponent's tile, which this game does not allow",
	"contact.boxed-in":          "the tile on {from} cannot go there and back: no crossing next to it is free",
	"contact.blocked":           "other tiles block every way from {from} to {to}, and a tile does not pass over others",
	"contact.way-length":        "the way has {hops} steps, but the tile on {from} moves exactly {pace}",
	"contact.hop-diagonal":      "the step from {from} to {to} goes diagonally across a square",
	"contact.hop-far":           "{from} and {to} are not next to each other on a line",
	"contact.hop-blocked":       "the {whose|name} tile on {other} blocks the way at {to}",
	"contact.hop-beside":        "on {to} the tile would lie side by side with the opponent's {whose|name} tile on {other}, which this game does not allow even in passing",
	"contact.dead-end":          "the tile from {from} has no legal move that passes {at}",
	"contact.no-hop":            "{hop} does not continue from {at}, where the tile is after its steps so far; it makes {pace} steps in all",

	// Effects.
	"contact.walk":    "{seat|Name} {moves/move} the {colour} tile on {from} to {to}",
	"contact.return":  "{seat|Name} {moves/move} the {colour} tile on {from} there and back",
	"contact.spin":    "the {colour} tile on {to} spins from {before} to {after}",
	"contact.contact": "the {colour} {number} on {from} meets the {whose} {other} on {to} and {verdict}, {sum} against {against}",
	"contact.remove":  "the {colour} tile {face} on {from} is removed",
	"contact.turn":    "the {colour} tile on {to} is turned over and shows {after}",
	"contact.pass":    "{seat|Name} cannot move and {passes/pass}",

	// What is asked for.
	"contact.ask": "choose a tile to move",

	// In a line that begins with the player.
	"contact.walk-log":    "{from} → {to}",
	"contact.return-log":  "{from} there and back",
	"contact.spin-log":    "spins to {after}",
	"contact.contact-log": "{number} meets {other} and {verdict}, {sum} against {against}",

	// What happens at a table. The book says tie.
	"contact.table-draw":         "tie",
	"contact.table-tied":         "Tied between {seats}: {reason}",
	"contact.table-tied-plainly": "Tied between {seats}",
	"contact.table-offer":        "{seat|Name} {offers/offer} a tie",
	"contact.table-accept":       "{seat|Name} {agrees/agree} to the tie",
	"contact.table-decline":      "{seat|Name} {declines/decline} the tie",
	"contact.table-too-long":     "The game reached the length limit and is a tie",

	// Pieces, and the modes of a table.
	"piece.tile":            "tile",
	"piece.tile turned":     "turned tile",
	"piece.tile two":        "two-step tile",
	"piece.tile two turned": "turned two-step tile",
	"contact.mode-four":     "Four, each alone",
	"contact.mode-pairs":    "Two pairs of partners",
	"contact.mode-three":    "Three",
	"contact.mode-duel6":    "Two, six tiles",
	"contact.mode-duel12":   "Two, twelve tiles",
}
