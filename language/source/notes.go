package source

import "strings"

// notes explains texts that could mean several things, by context.
var notes = map[string]string{
	"place.plain":         "A place by its name or number. Its forms are those of all places: write the prepositions that your sentences ask for, for example {n}; von=von {n}",
	"place.finish":        "The end of the track of Auto Race. Same forms as place.plain",
	"place.bar":           "The bar in the middle of a backgammon board. Same forms as place.plain",
	"place.off":           "Where men go that were borne off. Same forms as place.plain",
	"place.home":          "Where a piece has finished its way. Same forms as place.plain",
	"place.lane":          "A square of the strip that leads home. Same forms as place.plain",
	"place.finish-square": "A square a, b, c or d at the end of a colour's way. Same forms as place.plain",
	"place.start":         "Where all cars begin. Same forms as place.plain",
	"place.start-of":      "Where the pieces of a colour enter. Same forms as place.plain",
	"place.last-of":       "The last space of a colour before the strip that leads home. Same forms as place.plain",
	"table.draw":          "A game that nobody wins",
	"value.the-win":       "What a move gives away: \"error: the win\"",
	"value.the-draw":      "What a move gives away: \"error: the draw\"",
	"fact.home":           "Beside a number: how many pieces are home",
	"fact.to-go":          "Beside a number: spaces still to go",
	"page:home.open":      "Tables with a free chair",
	"page:study.open":     "A button: opens what was pasted",
	"page:play.bot":       "level is empty or a level with a space after it",
	"page:play.bots":      "level is empty or a level with a space after it",
	"page:study.look":     "A heading",
	"page:study.turn":     "A button: shows the board from the other side",
}

// noteOfSaid explains a text that is an argument.
func noteOfSaid(context string) string {
	switch kind, _, _ := strings.Cut(context, "-"); kind {
	case "unit":
		return "What the values of an analysis are: a heading above them, or a sentence about them"
	case "part":
		return "What a value is made of: a heading above per cents"
	case "mark":
		return "What a bracket on a board in the terminal means: ( ) moved from"
	case "tick":
		return "At the edge of a graph"
	case "format":
		return "A format of files, in a list of what can be read"
	case "notation":
		return "How others write positions, in a list of what can be read: with its article"
	case "board":
		return "Printed on a board"
	case "file":
		return "In a sentence about a file: the arguments {other}, a game, or {these} and {those}, options"
	case "table":
		return "Who plays, below a graph"
	}
	return "What was expected: the argument {expected}. Keep the examples of moves as they are"
}

// noteOf explains a text by its context, or by the form of it.
func noteOf(context string) string {
	if note, ok := notes[context]; ok {
		return note
	}
	switch {
	case strings.Contains(context, ".theme-"):
		return "What a puzzle is about, as a title"
	case strings.Contains(context, ".choice-"):
		return "A button"
	case strings.Contains(context, ".field-"):
		return "A label or a value in the editor of positions"
	case strings.HasSuffix(context, "-log"):
		return "In a line of the log that begins with the player's name"
	case strings.HasSuffix(context, ".passage"):
		return "The place in the printed book"
	case strings.HasSuffix(context, ".example"), strings.HasSuffix(context, ".picture"), strings.Contains(context, ".picture."):
		return "Below a picture"
	case strings.HasSuffix(context, ".needs"):
		return "After \"It matters\""
	case strings.Contains(context, ".option.") && strings.Contains(context, "="):
		return "What this value of an option means"
	case strings.Contains(context, ".option."):
		return "The name of an option"
	case strings.HasPrefix(context, "piece."):
		return "A kind of piece"
	case strings.HasPrefix(context, "fact."):
		return "A label beside a number"
	}
	return ""
}
