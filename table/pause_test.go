package table

import (
	"testing"
	"time"

	"parlour"
	"parlour/games/race"
)

// at opens a position of Kleefeld's game.
func at(t *testing.T, line string) parlour.Match {
	t.Helper()
	m, err := race.KleefeldGame().Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Pauses vary, are bounded, and are shorter for forced moves and throws.
func TestPause(t *testing.T) {
	choice := at(t, "kleefeld G:-,-,3,20/Y:-,-,-,10 G 4 - -")
	forcedMove := at(t, "kleefeld G:-,-,-,20/Y:-,-,-,10 G 4 - -")
	throw := at(t, "kleefeld G:-,-,3,20/Y:-,-,-,10 G - - -")
	if n, one := len(choice.Moves()), len(forcedMove.Moves()); n < 2 || one != 1 {
		t.Fatalf("%d moves to choose from, and %d", n, one)
	}
	const calm = time.Second
	type span struct{ least, most, sum time.Duration }
	measure := func(pace string, m parlour.Match) span {
		s := span{least: time.Hour}
		for i := range 400 {
			d := (&Terms{Pace: pace}).Pause(calm, m, float64(i)/400)
			s = span{min(s.least, d), max(s.most, d), s.sum + d}
		}
		return s
	}
	calmly, briskly := measure(Calm, choice), measure(Brisk, choice)
	if calmly.least < calm*7/10 || calmly.most > calm*13/10 || calmly.most-calmly.least < calm/10 {
		t.Errorf("calm pauses lie between %v and %v", calmly.least, calmly.most)
	}
	if briskly.most >= calmly.least || briskly.least == 0 {
		t.Errorf("brisk pauses lie between %v and %v, calm ones from %v", briskly.least, briskly.most, calmly.least)
	}
	for name, m := range map[string]parlour.Match{"throws": throw, "forced moves": forcedMove} {
		if s := measure(Calm, m); s.sum*3 > calmly.sum*2 || s.least == 0 {
			t.Errorf("%s take %v, choices %v", name, s.sum, calmly.sum)
		}
	}
	if s := measure("", choice); s.most > calm*13/10 || s.least < calm*7/10 {
		t.Errorf("pauses of no named pace lie between %v and %v", s.least, s.most)
	}
	if d := (&Terms{Pace: AtOnce}).Pause(calm, choice, 0.5); d != 0 {
		t.Errorf("the pace at once waits %v", d)
	}
	if d := (&Terms{Pace: Calm}).Pause(0, choice, 0.5); d != 0 {
		t.Errorf("a hall without pauses waits %v", d)
	}
}
