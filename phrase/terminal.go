package phrase

// inTerminal holds what a game in the terminal says, besides help and commands,
// which are English everywhere.
var inTerminal = map[string]string{
	"terminal.legal":     "{move} is legal: {does}",
	"terminal.nothing":   "nothing moves",
	"terminal.you":       "You",
	"terminal.twin":      "{name} ({seats})",
	"terminal.line":      "{who}: {what}",
	"terminal.throw":     "throw",
	"terminal.choose":    "choose a move",
	"terminal.threw":     "{who} threw {throw}: {ask}",
	"terminal.your-turn": "Your turn: {ask}",
	"terminal.one-die":   "a {n}",
	"terminal.plays":     "{who} plays {move}: {does}.",
	"terminal.declines":  "{seat|Name} {declines/decline}.",
	"count.throws":       "{n} {n|plural:throw/throws}",
	"count.moves":        "{n} {n|plural:move/moves}",
	"terminal.checked":   "{throws} checked",
}
