package phrase

// common holds the sentences that all games share.
var common = map[string]string{
	"over":          "the game is over",
	"not-legal":     "that is not a legal move here",
	"no-move-due":   "no move is expected now",
	"no-step":       "the piece on {from} cannot go to {to} now",
	"no-step-from":  "the piece on {from} cannot move now",
	"turn-complete": "the turn is complete: confirm it, or undo its last step",
	"unreadable":    "{text} is not a move; expected {expected}",
	"refused.legal": "Legal: {moves}",
	"count.points":  "{n} {n|plural:point/points}",
}

// words holds the names of colours and seats.
var words = map[string]string{
	"green":  "Green",
	"yellow": "Yellow",
	"blue":   "Blue",
	"red":    "Red",
	"black":  "Black",
	"white":  "White",
	"south":  "South",
	"west":   "West",
	"north":  "North",
	"east":   "East",
}
