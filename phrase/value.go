package phrase

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"parlour"
)

// values holds what a position is worth where a number alone does not say it. The
// results that are proved are there too. Units of games bring their own sentences,
// such as "value.points".
var values = map[string]string{
	"value.the-win":   "the win",
	"value.the-draw":  "the draw",
	"verdict.win":     "wins",
	"verdict.win-in":  "wins in {n}",
	"verdict.draw":    "draws",
	"verdict.draw-in": "draws in {n}",
	"verdict.loss":    "loses",
	"verdict.loss-in": "loses in {n}",

	// What a hint says where there is nothing to choose.
	"hint.throw": "throw: there is nothing to choose before the dice have fallen",
	"hint.only":  "there is only one move",

	// The analysis of a game as a text.
	"analyse.move":     "move",
	"analyse.error":    "error",
	"analyse.side":     "side",
	"analyse.result":   "result",
	"analyse.luck":     "luck",
	"analyse.own":      "own throws",
	"analyse.choices":  "choices",
	"analyse.errors":   "errors",
	"analyse.mean":     "mean error",
	"analyse.game":     "game {n}: {game}, {throws}, {moves}",
	"analyse.share":    "luck share {n}",
	"analyse.turning":  "turning points",
	"analyse.all":      "every throw and move",
	"analyse.throw":    "throw",
	"analyse.lucky":    "luck {n}",
	"analyse.lost":     "error {n}, best {best}",
	"analyse.doubtful": "doubtful",
	"analyse.mistake":  "mistake",
	"analyse.blunder":  "blunder",
}

// valueCodes are the codes of values by their English.
var valueCodes = sync.OnceValue(func() map[string]string {
	codes := map[string]string{}
	for _, code := range slices.Sorted(maps.Keys(English.sentences)) {
		if strings.HasPrefix(code, "value.") || strings.HasPrefix(code, "verdict.") {
			codes[English.sentences[code]] = code
		}
	}
	return codes
})

// Worth puts a value that is written in English into the language: "61.4 %",
// "+0.159 points", "wins in 19", "the win".
func (c *Catalogue) Worth(text string) string {
	words := strings.Split(text, " ")
	args := parlour.Args{}
	for i, w := range words {
		if strings.ContainsAny(w, "0123456789") {
			args["n"], words[i] = c.decimal(w), "{n}"
			break
		}
	}
	if code, ok := valueCodes()[strings.Join(words, " ")]; ok {
		return c.Say(code, args)
	}
	return c.decimal(text)
}

// decimal writes a number of English with the comma of the language.
func (c *Catalogue) decimal(text string) string {
	if c.grammar.Comma {
		return strings.Replace(text, ".", ",", 1)
	}
	return text
}
