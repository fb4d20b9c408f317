package race

import (
	"errors"
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
		{"mensch Y:-,-,-,0/R:-,-,-,10 Y 3 - -", "Yellow moves from Yellow's start (0) to 3", "You move from your start (0) to 3"},
		{"mensch Y:-,-,-,15/R:-,-,-,9 Y 5 - -", "Yellow moves from 15 to Red's start (20)", "You move from 15 to Red's start (20)"},
		{"mensch Y:-,-,-,34/R:-,-,-,20 Y 5 - -", "Yellow moves from 34 to Yellow's last square before home (39)", "You move from 34 to your last square before home (39)"},
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

// Refusals name the same places, unless they say themselves that one is a start, and
// Auto Race its start.
func TestRefusalsPointOut(t *testing.T) {
	for _, c := range []struct {
		game              parlour.Game
		line, text, words string
	}{
		{MenschGame(), "mensch Y:-,-,-,34/R:-,-,-,20 Y 4 - -", "34>39", "with 4 the piece on 34 goes to 38, not to Yellow's last square before home (39)"},
		{MenschGame(), "mensch Y:-,-,-,15/R:-,-,-,9 Y 4 - -", "15>20", "with 4 the piece on 15 goes to 19, not to Red's start (20)"},
		{BritishGame(), "british G:-,-,-,0/B:-,-,-,30 G 2 - -", "0>3", "with 2 the piece on Green's start (0) goes to 2, not to 3"},
		{AutoRaceGame(), "auto-race G:0/Y:0 G 3 - -", "0>4", "with 3 the car goes from the start to 3 and nowhere else"},
	} {
		m := gametest.MustParse(t, c.game, c.line)
		_, err := m.Parse(c.text)
		var ref *parlour.Refusal
		if !errors.As(err, &ref) {
			t.Fatalf("%s: %s is not refused: %v", c.line, c.text, err)
		}
		if words := phrase.English.Say(ref.Code, ref.Args); words != c.words {
			t.Errorf("%s: %s is refused with %q, want %q", c.line, c.text, words, c.words)
		}
	}
}
