package race

import (
	"maps"

	"parlour"
	"parlour/phrase"
	"parlour/rulebook"
)

func init() { phrase.English.Add(Sentences, nil) }

// said returns an effect in the words of a book.
func said(b *rulebook.Book, e parlour.Effect, colour string) string {
	args := maps.Clone(e.Args)
	if args == nil {
		args = parlour.Args{}
	}
	args["piece"], args["pieces"] = b.Man()
	e.Args = args
	return phrase.English.Effect("race", e, colour)
}
