package backgammon

import (
	"slices"
	"testing"

	"parlour"
	"parlour/phrase"
)

func init() { phrase.English.Add(Sentences, nil) }

// TestChoices checks that every choice that is not a play has words for a button.
func TestChoices(t *testing.T) {
	choices := phrase.English.Choices("backgammon")
	for _, name := range wordNames[1:] {
		if choices[name] == "" {
			t.Errorf("%q has no words", name)
		}
	}
	if len(choices) != len(wordNames)-1 {
		t.Errorf("%d choices have words, want %d", len(choices), len(wordNames)-1)
	}
}

// TestDoubleOffered checks that an offered cube lies between the players and
// shows the stake they would play for.
func TestDoubleOffered(t *testing.T) {
	m := parse(t, "backgammon XGID=------E-C---eE---e-e----B-:1:-1:-1:00:0:0:0:0:10 roll")
	mv, err := m.Parse("double")
	if err != nil {
		t.Fatal(err)
	}
	told := phrase.English.Effect("backgammon", m.Effects(mv)[0], name(O))
	if want := "White doubles: the stake would be 4"; told != want {
		t.Errorf("the log says %q, want %q", told, want)
	}
	if err := m.Play(mv); err != nil {
		t.Fatal(err)
	}
	if want := (parlour.Piece{Place: "cube", Kind: "cube", Face: "4"}); !slices.Contains(m.Pieces(), want) {
		t.Errorf("the cube is not offered: %v", m.Pieces())
	}
}
