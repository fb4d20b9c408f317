// Package phrase puts into words what the games have to say. Games speak
// in codes with named arguments; a Catalogue holds the sentence for each code.
//
//	var r *parlour.Refusal
//	if errors.As(err, &r) {
//		fmt.Println(phrase.English.Refusal(r))
//	}
//
// A sentence names its arguments in braces: "{colour|Name} {captures/capture}
// {owner|whose} man on {space|place}". A filter after the bar changes the
// argument:
//
//	name   a player by the word for the colour or seat: "Red"
//	Name   the same at the beginning of a sentence
//	whose  what belongs to that player: "Red's"; Whose at the beginning
//	place  a place of a race: "home lane 2"; place:FORM in a form of its word
//	dice   a throw: "6 and 2"
//	points a number of points: "1 point"
//	plural one of two forms by a number: "{n|plural:point/points}"
//	or     a list of choices, joined as the language does
//	said   a text that is an argument, such as what a throw looks like, or a list of them
//
// Any other filter is a form of a word that the catalogue writes with its forms,
// such as "Stein; pl=Steine".
//
// A slash separates two forms of a verb: for the player named before it, and
// for a reader who is that player. A question mark does the same for more than a
// verb: "{owner? the man of {owner|name} / your man}". Say writes for a third
// person; Parts leaves open who reads it.
//
// Package language has other languages than English.
package phrase

import (
	"errors"
	"fmt"
	"maps"
	"strings"

	"parlour"
)

// A Catalogue is one language.
type Catalogue struct {
	grammar   Grammar
	english   *Catalogue             // for what this one lacks; nil for English itself
	sentences map[string]string      // by code
	words     map[string]string      // colours, seats and kinds of pieces
	said      map[string]string      // texts that are arguments, by their English
	texts     map[string]Translation // those of books, by context
}

// English is the language that everything is written in first. This package has
// the sentences that games share and those of tables. Each game brings its own:
// package cabinet adds them when the game is registered.
var English = (&Catalogue{grammar: EnglishGrammar}).Add(common, words).Add(atTable, nil).Add(onBoard, nil).Add(levels, nil).Add(puzzles, nil).Add(onPages, nil).Add(inTerminal, nil).Add(refused, nil).Add(parlour.FaultSentences, nil).Add(values, nil).Add(plots, nil)

// Add adds sentences by code, and words for colours, seats and kinds of pieces.
// It panics if the catalogue already has another text for one of them. Add must not
// run while anything reads the catalogue, so call it from an init function.
func (c *Catalogue) Add(sentences, words map[string]string) *Catalogue {
	c.sentences = add(c.sentences, sentences)
	c.words = add(c.words, words)
	return c
}

func add(all, more map[string]string) map[string]string {
	if all == nil {
		all = map[string]string{}
	}
	for key, text := range more {
		if old, ok := all[key]; ok && old != text {
			panic(fmt.Sprintf("phrase: %s has two texts, %q and %q", key, old, text))
		}
		all[key] = text
	}
	return all
}

// Has reports whether the catalogue knows the code.
func (c *Catalogue) Has(code string) bool {
	_, ok := c.sentences[code]
	return ok || c.english != nil && c.english.Has(code)
}

// Say returns the sentence for a code as a third person reads it. For an unknown
// code it returns the code and its arguments, so that nothing is hidden.
func (c *Catalogue) Say(code string, args parlour.Args) string {
	return Text(c.Parts(code, args, nil))
}

// Word returns the word for a colour, seat or piece, or the key itself.
func (c *Catalogue) Word(key string) string {
	return c.Form(key, "")
}

// Refusal returns the reason for a refusal, with its clauses and the moves that
// would be legal instead.
func (c *Catalogue) Refusal(r *parlour.Refusal) string {
	var b strings.Builder
	b.WriteString(c.Say(r.Code, r.Args))
	for _, id := range r.Clauses {
		b.WriteString(" [" + id + "]")
	}
	const most = 12
	if n := len(r.Instead); n > 0 {
		b.WriteString(". " + c.Say("refused.legal", parlour.Args{"moves": strings.Join(r.Instead[:min(n, most)], ", ")}))
		if n > most {
			b.WriteString(" ...")
		}
	}
	return b.String()
}

// Faults returns everything that is wrong with a position or a setup in words.
func (c *Catalogue) Faults(list []parlour.Fault) string {
	var all []string
	for _, f := range list {
		all = append(all, c.Fault(f))
	}
	return strings.Join(all, "; ")
}

// Fault returns what is wrong in words, with the clause that it breaks.
func (c *Catalogue) Fault(f parlour.Fault) string {
	if f.Clause != "" {
		return c.Say(f.Code, f.Args) + " [" + f.Clause + "]"
	}
	return c.Say(f.Code, f.Args)
}

// Error returns the words for any error: its own text, with the catalogue's words
// in place of a *parlour.FileError, *parlour.Refusal, *parlour.PositionError or
// *parlour.SetupError.
func (c *Catalogue) Error(err error) string {
	var (
		file     *parlour.FileError
		refusal  *parlour.Refusal
		position *parlour.PositionError
		setup    *parlour.SetupError
		old, own string
	)
	switch {
	case errors.As(err, &file):
		old, own = file.Error(), file.In(c.Fault, c.Error)
	case errors.As(err, &refusal):
		old, own = refusal.Error(), c.Refusal(refusal)
	case errors.As(err, &position):
		old, own = position.Error(), c.Say("fault.position", parlour.Args{"faults": c.Faults(position.Faults)})
	case errors.As(err, &setup):
		old, own = setup.Error(), c.Say("fault.setup", parlour.Args{"game": setup.Game, "faults": c.Faults(setup.Faults)})
	}
	return strings.Replace(err.Error(), old, own, 1)
}

// Effect returns an effect of a game in words. Its code is the game's family
// and the effect's kind: "race.capture". From, to and colour are
// arguments like the others.
func (c *Catalogue) Effect(family string, e parlour.Effect, colour string) string {
	return c.Say(family+"."+e.Kind, effectArgs(e, colour))
}

func effectArgs(e parlour.Effect, colour string) parlour.Args {
	args := parlour.Args{"from": e.From, "to": e.To, "colour": colour}
	maps.Copy(args, e.Args)
	return args
}

// Plural counts things in English: "1 game", "2 games".
func Plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
