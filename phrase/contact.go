package phrase

// contact are the sentences of the game contact.
var contact = map[string]string{
	// Refusals.
	"contact.no-pass":           "nobody may pass who can move a tile of his own; there are {moves} moves",
	"contact.no-crossing":       "there is no crossing {name}; files go from a to o and ranks from 1 to 15, and the lines at the border are not used",
	"contact.suffix":            "{text} does not tell what the move does: it is {is}",
	"contact.no-tile":           "there is no tile on {from}",
	"contact.not-yours":         "the {colour|name} tile on {from} is {owner|name}'s, and it is {seat|name}'s turn",
	"contact.no-aid":            "the {colour|name} tile on {from} may go to {to} only if that helps {partner|name}: it removes no opponent, and no tile of {partner|name}'s is in danger",
	"contact.no-save":           "the {colour|name} tile on {from} may go to {to} only if that helps {partner|name}: it removes no opponent and saves no tile from danger, such as the one on {exposed}",
	"contact.saves-other":       "the {colour|name} tile on {from} is not in danger itself, and only the tile that is saved may be moved; in danger is the one on {exposed}",
	"contact.no-aid-by":         "no move of the {colour|name} tile on {from} removes an opponent or saves a tile of the partner's",
	"contact.stuck":             "the {colour|name} tile on {from} has no move: other tiles block it or it would come to lie beside an opponent",
	"contact.one-step-stays":    "the ONE STEP tile on {from} has to leave: only a TWO STEP tile can go there and back",
	"contact.diagonal":          "the tile on {from} cannot go diagonally across a square to {to}",
	"contact.one-step-far":      "the ONE STEP tile on {from} goes to the next crossing and no further; {to} is not next to it",
	"contact.two-step-short":    "the TWO STEP tile on {from} cannot stop on {to}: it always goes two steps",
	"contact.two-step-far":      "the TWO STEP tile on {from} cannot come to {to} in two steps",
	"contact.seven-pace":        "{to} is {far} steps from {from}: seven steps lead to crossings that are 1, 3, 5 or 7 away",
	"contact.corner":            "the steps from {from} to {to} turn a corner, which is not played here: the second step goes straight on or straight back",
	"contact.occupied":          "the tile on {from} cannot come to rest on {to}: the {whose|name} tile on {other} is in the way",
	"contact.beside":            "on {to} the tile from {from} would lie side by side with the opponent's {whose|name} tile on {other}",
	"contact.beside-in-passing": "every way from {from} to {to} passes a crossing side by side with an opponent's tile, which is not allowed here",
	"contact.boxed-in":          "the tile on {from} cannot go there and back: no crossing next to it is free",
	"contact.blocked":           "every way from {from} to {to} is blocked by other tiles, and a tile does not pass over tiles",
	"contact.way-length":        "the way has {hops} steps, but the tile on {from} goes exactly {pace}",
	"contact.hop-diagonal":      "the step from {from} to {to} goes diagonally across a square",
	"contact.hop-far":           "{from} and {to} are not next to each other on a line",
	"contact.hop-blocked":       "the way is blocked on {to} by the {whose|name} tile on {other}",
	"contact.hop-beside":        "on {to} the tile would lie side by side with the opponent's {whose|name} tile on {other}, which is not allowed here even in passing",
	"contact.dead-end":          "from {at} no legal move of the tile on {from} can be completed",
	"contact.no-hop":            "{hop} does not go on from {at}, where the tile is after its steps so far; it makes {pace} in all",

	// Effects.
	"contact.walk":    "{colour|Name} goes from {from} to {to}",
	"contact.spin":    "{colour|Name}'s tile on {to} spins from {before} to {after}",
	"contact.contact": "{colour|Name}'s {number} on {from} meets {whose|name}'s {other} on {to} and {verdict}, {sum} against {against}",
	"contact.remove":  "{colour|Name}'s tile {face} on {from} is removed",
	"contact.turn":    "{colour|Name}'s tile on {to} is turned over and shows {after}",
	"contact.pass":    "{seat|Name} cannot move and passes",
}
