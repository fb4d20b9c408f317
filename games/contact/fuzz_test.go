package contact

import (
	"errors"
	"testing"

	"parlour"
	"parlour/games/gametest"
)

// FuzzRead tests that no line breaks the reader, that its refusals list faults,
// and that what it accepts reads back and can be played.
func FuzzRead(f *testing.F) {
	for _, s := range gametest.ReadScenarios(f, "testdata/contact.json") {
		f.Add(s.Position)
	}
	f.Add("contact[jump=any,tile=wide] duel6 h8G1234,c13R5634 s 0 -")
	f.Add("contact four - s 0 3")
	f.Fuzz(func(t *testing.T, line string) { gametest.ReadPosition(t, Game(), line) })
}

// FuzzParseMove tests that no text breaks the reader of moves, that what it
// accepts is legal, and that every refusal has words and offers legal moves.
func FuzzParseMove(f *testing.F) {
	scenarios := gametest.ReadScenarios(f, "testdata/contact.json")
	for i, s := range scenarios {
		f.Add(uint8(i), s.Play)
	}
	f.Add(uint8(0), "f1-f2-e2")
	f.Add(uint8(19), "h8-h9xg10,i10")
	f.Fuzz(func(t *testing.T, i uint8, text string) {
		m := gametest.MustParse(t, Game(), scenarios[int(i)%len(scenarios)].Position)
		gametest.ReadMove(t, m, text)
		var no *parlour.Refusal
		if _, err := m.Parse(text); errors.As(err, &no) {
			checkRefusal(t, m, no)
		}
		if _, _, err := parlour.NextSteps(m, []string{text}); err != nil && !errors.As(err, &no) {
			t.Fatalf("%s: step %q: %v", m, text, err)
		}
	})
}
