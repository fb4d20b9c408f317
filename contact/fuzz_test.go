package contact

import (
	"errors"
	"slices"
	"testing"

	"parlour"
	"parlour/gametest"
	"parlour/phrase"
)

// FuzzRead tests that no line breaks the reader, that its refusals have
// faults, and that what it accepts comes back and can be played.
func FuzzRead(f *testing.F) {
	for _, s := range gametest.ReadScenarios(f, "testdata/scenarios.json") {
		f.Add(s.Position)
	}
	f.Add("contact[jump=any,tile=wide] duel6 h8G1234,c13R5634 s 0 -")
	f.Add("contact four - s 0 3")
	f.Fuzz(func(t *testing.T, line string) {
		m, err := Game().Parse(line)
		if err != nil {
			var bad *parlour.PositionError
			if !errors.As(err, &bad) || len(bad.Faults) == 0 {
				t.Fatalf("%q: %v", line, err)
			}
			return
		}
		if err := m.Check(); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		again, err := Game().Parse(m.String())
		if err != nil || again.String() != m.String() {
			t.Fatalf("%q is written %q, which is read as %v, %v", line, m, again, err)
		}
		if !m.Turn().Over() {
			for _, mv := range m.Moves() {
				next := m.Clone()
				if err := next.Play(mv); err != nil {
					t.Fatal(err)
				}
				if err := next.Check(); err != nil {
					t.Fatalf("%s after %s: %v", m, m.Text(mv), err)
				}
			}
		}
	})
}

// FuzzParseMove tests that no text breaks the reader of moves, that what it
// accepts is legal, and that every refusal can be said and offers legal moves.
func FuzzParseMove(f *testing.F) {
	scenarios := gametest.ReadScenarios(f, "testdata/scenarios.json")
	for i, s := range scenarios {
		f.Add(uint8(i), s.Play)
	}
	f.Add(uint8(0), "f1-f2-e2")
	f.Add(uint8(19), "h8-h9xg10,i10")
	f.Fuzz(func(t *testing.T, i uint8, text string) {
		m := gametest.MustParse(t, Game(), scenarios[int(i)%len(scenarios)].Position)
		mv, err := m.Parse(text)
		if err == nil {
			if back, err := m.Parse(m.Text(mv)); err != nil || back != mv || !slices.Contains(m.Moves(), mv) {
				t.Fatalf("%s: %q is read as %s, then %v, %v", m, text, m.Text(mv), back, err)
			}
			return
		}
		var no *parlour.Refusal
		if !errors.As(err, &no) || !phrase.English.Has(no.Code) {
			t.Fatalf("%s: %q: %v", m, text, err)
		}
		if no.Code != "unreadable" {
			checkRefusal(t, m, no)
		}
		if _, _, err := m.Steps([]string{text}); err != nil && !errors.As(err, &no) {
			t.Fatalf("%s: step %q: %v", m, text, err)
		}
	})
}
