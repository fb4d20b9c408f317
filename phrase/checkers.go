package phrase

// checkers are the sentences of the game checkers.
var checkers = map[string]string{
	// Refusals.
	"checkers.result":           "{text} is the result of a game, not a move; who wants to end the game resigns or offers a draw",
	"checkers.no-square":        "there is no square {square}; the dark squares are numbered 1 to 32",
	"checkers.no-piece":         "there is no piece on {from}",
	"checkers.not-yours":        "the piece on {from} is {owner|name}'s, and it is {side|name}'s turn",
	"checkers.capture-on":       "the piece on {from} may not step: a capture is on, and who can capture must. Able to capture: {can}",
	"checkers.compelled":        "the piece on {from} may not step: the move was taken back and now the capture must be made. Able to capture: {can}",
	"checkers.incomplete":       "the capture from {from} may not stop on {at}: it goes on to {next}",
	"checkers.incomplete-short": "the capture from {from} may not stop on {to}: the piece can jump again from there",
	"checkers.crowned":          "the man from {from} is crowned on {to}, and that ends the move",
	"checkers.backwards":        "the man cannot go back from {at} to {to}: men go forward only",
	"checkers.jump-backwards":   "the man from {from} cannot jump back from {at} over {over} to {to}: men capture forward only",
	"checkers.blocked":          "the piece on {from} cannot step to {to}: an opposing piece stands there",
	"checkers.blocked-own":      "the piece on {from} cannot step to {to}: a piece of its own side stands there",
	"checkers.too-far":          "the piece cannot get from {at} to {to}: a piece steps one square diagonally, or jumps a neighbouring opponent to the square beyond",
	"checkers.step-ends":        "{at} to {to} is a step, and a step is a whole move: only a piece that captures goes on, by another jump",
	"checkers.left-out":         "between {at} and {to} the path leaves something out: every square the piece lands on has to be named",
	"checkers.nothing-to-jump":  "there is nothing to jump on {over}, between {at} and {to}",
	"checkers.own-piece":        "the piece on {over} is {side|name}'s own and cannot be jumped on the way from {at} to {to}",
	"checkers.jump-twice":       "the piece on {over} has been jumped already in this move",
	"checkers.no-landing":       "the piece on {over} cannot be jumped from {at}: {to} beyond it is not empty",
	"checkers.ambiguous":        "{from} to {to} names several captures: say {ways}",
	"checkers.not-steps":        "{text} is not made of single steps and jumps",
	"checkers.no-huffing":       "huffing is not played here: who can capture must, and there is nothing to compel",
	"checkers.no-offence":       "there is no offence of {opponent|name}'s last move to huff or compel",
	"checkers.not-guilty":       "the piece on {square} may not be huffed; guilty: {guilty}",
	"checkers.huff-alone":       "a huff is no move by itself: after huffing {square} a move has to follow",

	// Effects.
	"checkers.move":      "{colour|Name}'s {piece} steps from {from} to {to}",
	"checkers.jump":      "{colour|Name}'s {piece} jumps from {from} to {to}",
	"checkers.capture":   "{colour|Name}'s {piece} on {from} is captured",
	"checkers.crown":     "{colour|Name}'s man on {to} becomes a king",
	"checkers.huff":      "{colour|Name}'s {piece} on {from} is huffed",
	"checkers.compel":    "{colour|Name} has the move taken back: the capture must be made",
	"checkers.take-back": "{colour|Name}'s {piece} goes back from {from} to {to}",
	"checkers.restore":   "{colour|Name}'s {piece} returns to {to}",
	"checkers.ballot":    "ballot {number} is drawn",
	"checkers.missing":   "{colour|Name} plays without the man on {from}",
}
