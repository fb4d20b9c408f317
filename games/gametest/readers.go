package gametest

import (
	"errors"
	"slices"
	"testing"

	"parlour"
	"parlour/phrase"
)

// ReadPosition tests the reader of position lines on any text, for fuzz
// targets. Either the reader lists faults, or the position it reads is sound,
// reads back from its own line, has a move if one is due, and stays sound
// whatever is played. It returns nil for a line that is refused.
func ReadPosition(t testing.TB, g parlour.Game, line string) parlour.Match {
	t.Helper()
	m, err := g.Parse(line)
	if err != nil {
		var bad *parlour.PositionError
		if !errors.As(err, &bad) || len(bad.Faults) == 0 {
			t.Errorf("%q: %v, want a *PositionError", line, err)
		}
		return nil
	}
	if err := parlour.Check(m); err != nil {
		t.Errorf("%q is accepted, but %v", line, err)
	}
	again, err := g.Parse(m.String())
	if err != nil || again.String() != m.String() || again.Key() != m.Key() {
		t.Errorf("%q becomes %q, which reads as %v, %v", line, m, again, err)
	}
	moves := m.Moves()
	if m.Turn().Needs() == parlour.NeedMove && len(moves) == 0 {
		t.Errorf("%q has no move", line)
	}
	for _, mv := range moves {
		next := m.Clone()
		if err := next.Play(mv); err != nil || parlour.Check(next) != nil {
			t.Errorf("%q: %s: %v, %v", line, m.Text(mv), err, parlour.Check(next))
		}
	}
	return m
}

// ReadMove tests the reader of moves on any text, for fuzz targets. What it
// reads can be played and reads back from its canonical text. What it refuses
// has a reason in words and names legal moves instead. A match that is not
// waiting for a move is skipped.
func ReadMove(t testing.TB, m parlour.Match, text string) {
	t.Helper()
	if m.Turn().Needs() != parlour.NeedMove {
		return
	}
	mv, err := m.Parse(text)
	if err != nil {
		var no *parlour.Refusal
		if !errors.As(err, &no) || no.Code == "not-legal" || !phrase.English.Has(no.Code) || len(no.Instead) == 0 {
			t.Errorf("%v: %q: %v, want a refusal with its reason and what would be legal", m, text, err)
			return
		}
		legal := Describe(m)
		for _, instead := range no.Instead {
			if !slices.Contains(legal, instead) {
				t.Errorf("%v: %q: %s instead, which is not legal", m, text, instead)
			}
		}
		return
	}
	if again, err := m.Parse(m.Text(mv)); err != nil || again != mv {
		t.Errorf("%v: %q reads as %s, which reads as %v, %v", m, text, m.Text(mv), again, err)
	}
	next := m.Clone()
	if err := next.Play(mv); err != nil || parlour.Check(next) != nil {
		t.Errorf("%v: %q is accepted but cannot be played: %v, %v", m, text, err, parlour.Check(next))
	}
}
