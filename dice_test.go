package parlour_test

import (
	"testing"

	"parlour"
)

// odd is a deck whose ballots have their own numbers.
var odd = parlour.Deck("odd", "a ballot, 1, 3 or 5", []parlour.Move{1, 3, 5})

// TestDeck checks that decks can be told apart and that drawing does not
// allocate.
func TestDeck(t *testing.T) {
	if n := testing.AllocsPerRun(100, func() { odd.Nth(odd.Weight() - 1) }); n != 0 {
		t.Errorf("a draw allocates %v times", n)
	}
	if odd.Ballots() != 3 || odd.Form() != "a ballot, 1, 3 or 5" || odd == parlour.Draw(3) {
		t.Errorf("the deck has %d ballots, %s", odd.Ballots(), odd.Form())
	}
	for name, ballots := range map[string][]parlour.Move{"odd": {1}, "none": nil, "zero": {0, 1}, "falling": {2, 1}, "double": {1, 1}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("deck %s with ballots %d is accepted", name, ballots)
				}
			}()
			parlour.Deck(name, "", ballots)
		}()
	}
}

// TestDice checks that the throws of all dice agree with each other: All, Nth,
// Valid, text and weights.
func TestDice(t *testing.T) {
	for _, c := range []struct {
		dice     parlour.Dice
		distinct int
		name     string
	}{
		{parlour.OneDie, 6, "one"},
		{parlour.TwoDice, 21, "two"},
		{parlour.OneEach, 36, "each"},
		{parlour.Draw(2400), 2400, "draw 2400"},
		{odd, 3, "draw odd"},
	} {
		weights := map[parlour.Move]int{}
		total := 0
		for m, w := range c.dice.All() {
			if weights[m] != 0 {
				t.Errorf("%v: throw %d is listed twice", c.dice, m)
			}
			weights[m] = w
			total += w
			text := string(c.dice.AppendThrow(nil, m))
			if back, err := c.dice.ParseThrow(text); err != nil || back != m || !c.dice.Valid(m) {
				t.Errorf("%v: throw %s reads back as %d, %v", c.dice, text, back, err)
			}
		}
		if len(weights) != c.distinct || total != c.dice.Weight() {
			t.Errorf("%v: %d throws of weight %d, want %d of weight %d", c.dice, len(weights), total, c.distinct, c.dice.Weight())
		}
		fallen := map[parlour.Move]int{}
		for i := range c.dice.Weight() {
			fallen[c.dice.Nth(i)]++
		}
		for m, w := range weights {
			if fallen[m] != w {
				t.Errorf("%v: throw %d comes up %d times, want its weight %d", c.dice, m, fallen[m], w)
			}
		}
		valid := 0
		for m := range parlour.Move(3000) {
			if c.dice.Valid(m) {
				valid++
			}
		}
		if valid != c.distinct {
			t.Errorf("%v: %d valid throws, want %d", c.dice, valid, c.distinct)
		}
		if c.dice.String() != c.name {
			t.Errorf("dice are called %q, want %q", c.dice, c.name)
		}
	}
}

func TestParseThrow(t *testing.T) {
	for _, c := range []struct {
		dice parlour.Dice
		text string
		want parlour.Move // 0: refused
	}{
		{parlour.OneDie, "6", 6},
		{parlour.OneDie, "7", 0},
		{parlour.OneDie, "0", 0},
		{parlour.OneDie, "", 0},
		{parlour.OneDie, "06", 0},
		{parlour.OneDie, "+3", 0},
		{parlour.OneDie, "six", 0},
		{parlour.TwoDice, "53", 53},
		{parlour.TwoDice, "35", 53},
		{parlour.TwoDice, "5", 0},
		{parlour.TwoDice, "71", 0},
		{parlour.TwoDice, "533", 0},
		{parlour.OneEach, "35", 35},
		{parlour.OneEach, "53", 53},
		{parlour.Draw(174), "174", 174},
		{parlour.Draw(174), "175", 0},
		{odd, "4", 0},
		{odd, "5", 5},
	} {
		if got, err := c.dice.ParseThrow(c.text); got != c.want || (err == nil) != (c.want != 0) {
			t.Errorf("%v %q is %d, %v; want %d", c.dice, c.text, got, err, c.want)
		}
	}
}

func FuzzParseThrow(f *testing.F) {
	for _, text := range []string{"6", "42", "24", "156", "2400", "", "7", "+5", "06", "1 2"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, d := range []parlour.Dice{parlour.OneDie, parlour.TwoDice, parlour.OneEach, parlour.Draw(2400), odd} {
			m, err := d.ParseThrow(text)
			if err != nil {
				if r, ok := err.(*parlour.Refusal); !ok || r.Code != "bad-throw" || r.Args["expected"] == "" {
					t.Errorf("%v: %q: %v, want an error that says what was expected", d, text, err)
				}
				continue
			}
			again, err := d.ParseThrow(string(d.AppendThrow(nil, m)))
			if err != nil || again != m || !d.Valid(m) {
				t.Errorf("%v: %q is read as %d, which reads back as %d, %v", d, text, m, again, err)
			}
		}
	})
}
