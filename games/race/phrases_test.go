package race

import (
	"maps"
	"testing"

	"parlour"
	"parlour/games/gametest"
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

// Sentences name the places that people find by their colour.
func TestPointsOut(t *testing.T) {
	for _, c := range []struct{ line, third, you string }{
		{"mensch Y:-,-,-,0/R:-,-,-,10 Y 3 - -", "Yellow moves from Yellow's start to 3", "You move from your start to 3"},
		{"mensch Y:-,-,-,15/R:-,-,-,9 Y 5 - -", "Yellow moves from 15 to Red's start", "You move from 15 to Red's start"},
		{"mensch Y:-,-,-,34/R:-,-,-,20 Y 5 - -", "Yellow moves from 34 to Yellow's last square before home", "You move from 34 to your last square before home"},
		{"mensch Y:-,-,-,7/R:-,-,-,20 Y 3 - -", "Yellow moves from 7 to 10", "You move from 7 to 10"}, // nobody plays Green
	} {
		m := gametest.MustParse(t, MenschGame(), c.line)
		var you string
		parts := phrase.English.EffectParts("race", m.Effects(m.Moves()[0])[0], "yellow")
		for _, p := range parts {
			if p.Seat == "yellow" {
				you += p.You
			} else {
				you += p.Text
			}
		}
		if third := phrase.Text(parts); third != c.third || you != c.you {
			t.Errorf("%s: %q and %q, want %q and %q", c.line, third, you, c.third, c.you)
		}
	}
}
