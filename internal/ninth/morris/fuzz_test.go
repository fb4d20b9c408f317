package morris

import (
	"errors"
	"testing"

	"parlour"
	"parlour/games/gametest"
	"parlour/phrase"
)

func init() { phrase.English.Add(Sentences, nil) }

// FuzzRead tests that no line breaks the reader, that its refusals have
// faults, and that what it accepts comes back and can be played.
func FuzzRead(f *testing.F) {
	for _, s := range gametest.ReadScenarios(f, "testdata/morris.json") {
		f.Add(s.Position)
	}
	f.Fuzz(func(t *testing.T, line string) { gametest.ReadPosition(t, Game(), line) })
}

// FuzzParseMove tests that no text breaks the reader of moves, that what it
// accepts is legal, and that every refusal can be said and offers legal moves.
func FuzzParseMove(f *testing.F) {
	scenarios := gametest.ReadScenarios(f, "testdata/morris.json")
	for i, s := range scenarios {
		f.Add(uint8(i), s.Play)
	}
	for _, text := range []string{"d4", "a7-a1", "g4-g7", "g7xa7", "pass"} {
		for i := range scenarios {
			f.Add(uint8(i), text)
		}
	}
	f.Fuzz(func(t *testing.T, i uint8, text string) {
		m := gametest.MustParse(t, Game(), scenarios[int(i)%len(scenarios)].Position)
		gametest.ReadMove(t, m, text)
		var no *parlour.Refusal
		if _, _, err := parlour.NextSteps(m, []string{text}); err != nil && !errors.As(err, &no) {
			t.Fatalf("%s: step %q: %v", m, text, err)
		}
	})
}
