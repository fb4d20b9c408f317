package phrase

import (
	"strconv"
	"strings"

	"parlour"
)

// onBoard holds the words for a board and what is beside it: places, pieces by
// their kind, facts, and the choices of a set-up.
var onBoard = map[string]string{
	"place.space":  "space {n}",
	"place.square": "square {n}",
	"place.point":  "point {n}",
	"place.home":   "home",

	// Places in a sentence, by what their code says: "*", "bar", "Gh2".
	"place.plain":         "{n}",
	"place.finish":        "the finish",
	"place.bar":           "the bar",
	"place.off":           "off the board",
	"place.lane":          "home lane {n}",
	"place.finish-square": "home {n}",

	"piece.man": "man",

	"fact.men":     "men",
	"fact.men-one": "man",
	"fact.of":      "{n} of {all}",

	"field.turn":    "To move",
	"field.turn--":  "nobody, the game is over",
	"field.dice":    "Dice",
	"field.dice-":   "not thrown",
	"field.quiet":   "Turns without progress",
	"field.score":   "Points of {seat}",
	"field.colours": "Colours in play",
	"field.mode":    "Who plays",
	"field.seats":   "Who owns the colours",

	"game.players-to":        "{least} to {most}",
	"game.players-or":        "{least} or {most}",
	"game.unknown":           "unknown",
	"game.maker-unknown":     "maker unknown",
	"game.publisher-unknown": "publisher unknown",
	"game.undated":           "undated",
	"game.about-year":        "c. {year}",

	"stands.throw": "{seat|name} {has/have} to throw: {expected}",
	"stands.move":  "{seat|name} {has/have} to move",
	"stands.over":  "The game is over: {result}",

	"setup.seats-":  "One colour each",
	"setup.preset-": "By the book",
}

// Maker returns who made a game: a name, or that nobody knows.
func (c *Catalogue) Maker(name string) string {
	switch name {
	case "unknown":
		return c.Say("game.unknown", nil)
	case "publisher unknown":
		return c.Say("game.publisher-unknown", nil)
	}
	return name
}

// Year returns when a game was made: "1928", "c. 1927", "undated".
func (c *Catalogue) Year(year string) string {
	if year == "undated" {
		return c.Say("game.undated", nil)
	}
	if about, ok := strings.CutPrefix(year, "c. "); ok {
		return c.Say("game.about-year", parlour.Args{"year": about})
	}
	return year
}

// Place returns a place as it is spoken in a sentence: "point 8", "the bar", "space 26
// (Blue's start)". A place without a kind goes by its name. Known is whose place it is,
// as in "start-of:blue", or "".
func (c *Catalogue) Place(kind, number, name, known string) string {
	if code := "place." + kind; c.Has(code) {
		name = c.placed(code, number, "")
	}
	if code, colour, ok := strings.Cut(known, ":"); ok {
		name += " (" + Text(c.placeOf(code, colour, "")) + ")"
	}
	return name
}

// Piece returns the word for a kind of piece, or the kind itself.
func (c *Catalogue) Piece(kind string) string {
	if code := "piece." + kind; c.Has(code) {
		return c.Say(code, nil)
	}
	return kind
}

// Fact returns a fact as a label and a value: "points" and "3 of 7".
func (c *Catalogue) Fact(f parlour.Fact) (label, value string) {
	code, value := "fact."+f.Code, strconv.Itoa(f.Value)
	switch {
	case f.Of > 0:
		value = c.Say("fact.of", parlour.Args{"n": value, "all": strconv.Itoa(f.Of)})
	case c.grammar.Category(f.Value) == "one" && c.Has(code+"-one"):
		code += "-one"
	}
	if !c.Has(code) {
		return f.Code, value
	}
	return c.Say(code, nil), value
}

// AtTable returns the code of a sentence about a table, such as "table.offer",
// in the words of a game: its own "contact.table-offer" if it has one.
func (c *Catalogue) AtTable(family, code string) string {
	if own := family + "." + strings.Replace(code, ".", "-", 1); c.Has(own) {
		return own
	}
	return code
}

// Reason returns in words why a game ended. A number is the points it was worth.
func (c *Catalogue) Reason(reason string) string {
	if code := "table.reason-" + reason; c.Has(code) {
		return c.Say(code, nil)
	}
	if n, err := strconv.Atoi(reason); err == nil {
		return c.Count("points", strconv.Itoa(n))
	}
	return reason
}

// Choices returns the words for the choices of a game that are not made on the
// board, by the text of the step: "Accept" for "take". Their codes are the
// game's family and the text: "backgammon.choice-take".
func (c *Catalogue) Choices(family string) map[string]string {
	choices := map[string]string{}
	all := c
	if c.english != nil {
		all = c.english
	}
	for code := range all.sentences {
		if text, ok := strings.CutPrefix(code, family+".choice-"); ok {
			choices[text] = c.Say(code, nil)
		}
	}
	return choices
}

// Field returns the label of a field of a position. Its code is the game's
// family or "field", and the key: "backgammon.field-cube", "field.turn".
func (c *Catalogue) Field(family, key, seat string) string {
	for _, code := range []string{family + ".field-" + key, "field." + key} {
		if c.Has(code) {
			return c.Say(code, parlour.Args{"seat": seat})
		}
	}
	return key
}

// FieldValue returns a value of a field in words, or "" if it has none. Its code
// is that of the label, a hyphen and the value: "field.dice-".
func (c *Catalogue) FieldValue(family, key, value string) string {
	for _, code := range []string{family + ".field-" + key + "-" + value, "field." + key + "-" + value, family + "." + key + "-" + value, "setup." + key + "-" + value} {
		if c.Has(code) {
			return c.Say(code, nil)
		}
	}
	return ""
}

// Setup returns a value of a setup in words, such as the mode "pairs" of a game.
// Its code is the game's family, the field and the value: "contact.mode-pairs".
func (c *Catalogue) Setup(family, field, value string) string {
	for _, part := range []string{family, "setup"} {
		if code := part + "." + field + "-" + value; c.Has(code) {
			return c.Say(code, nil)
		}
	}
	return upper(value)
}
