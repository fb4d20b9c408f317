package race

import (
	"fmt"
	"testing"

	"parlour/games/gametest"
	"parlour/phrase"
)

func TestBritishGames(t *testing.T) { replayGames(t, BritishGame()) }

func TestBritishLaws(t *testing.T) {
	optionLaws(t, BritishGame(), gametest.Times(40, 10))
}

func TestBritishStatistics(t *testing.T) {
	r := newBritish(nil)
	statistics(t, r, r.setup(0b1111), 20_000, sample{401.9, 68.9, 482.0, 18.6, -1, 1000})
	statistics(t, r, r.setup(0b0111), gametest.Times(5000, 4), sample{279.1, 43.8, 334.7, 9.1, -1, 1000})
	statistics(t, r, r.setup(0b0101), gametest.Times(5000, 4), sample{173.5, 24.4, 208.1, 2.9, -1, 1000})
	for option, turns := range map[string]float64{
		"enter-at=first": 447, "enter-at=seventh": 393, "enter-with-six=must": 499, "arm=6": 303, "stack=block-all": 402,
		"stack=plain": 403, "own-landing=forbid": 396, "end-square=no-land": 412, "dead-six=pass": 403, "tries=3": 391,
		"six-limit=3": 406, "jump=on": 393, "play-on=all": 487,
	} {
		r := newBritish(settings(t, "british", option))
		lengths(t, option, r, r.setup(0b1111), turns, 4)
	}
}

func ExampleBritishGame() {
	m, err := BritishGame().Parse("british G:-,-,-,10/Y:-,-,13,13/B:-,-,-,-/R:-,-,-,- G 4 - -")
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = m.Parse("10>14")
	fmt.Println(phrase.English.Error(err))
	// Output:
	// Yellow has a block on 13, which no other colour may pass or land on [british/block]. Legal: pass
}

func TestBritishWhy(t *testing.T) {
	whyTable(t, BritishGame(), []whyCase{
		{"british[six-limit=3] G:-,-,-,20/B:-,-,-,- G 6 - run=3", "enter", "race.six-limit", "r-six-limit", "ends the turn", []string{"pass"}},
		{"british[six-limit=3] G:-,-,-,20/B:-,-,-,- G 6 - run=5", "enter", "race.six-limit", "r-six-limit", "only two sixes in a row are played: this one ends the turn", []string{"pass"}},
		{"british[enter-with-six=must] G:-,-,-,20/B:-,-,-,- G 6 - run=1", "20>26", "race.must-enter", "r-enter-optional", "has to bring in a man", []string{"enter"}},
		{"british G:-,-,-,20/B:-,-,-,- G 6 - run=1", "pass", "race.must-move", "r-must-move", "the 6 can be used", []string{"enter", "20>26"}},
		{"british G:-,-,-,66/B:-,-,-,- G 1 - -", "66>67", "race.off-course", "r-home-turn", "space 67", []string{"66>h1"}},
		{"british G:-,-,-,20/B:-,-,-,- G 4 - -", "enter", "race.six-enters", "enter-on-six", "4 was thrown", []string{"20>24"}},
		{"british G:20,*,*,*/B:-,-,-,- G 4 - -", "enter", "race.none-waits", "enter-on-six", "no man waiting", []string{"20>24"}},
		{"british G:20,*,*,*/B:-,-,-,- G 6 - run=1", "enter", "race.none-waits", "enter-on-six", "no man waiting", []string{"20>26"}},
		{"british G:-,-,-,20/B:-,-,-,- G 4 - -", "22>26", "race.no-man", "four-pieces", "no man on 22", []string{"20>24"}},
		{"british G:-,-,20,*/B:-,-,-,- G 4 - -", "*>*", "race.stays-home", "home-triangle", "stays there", []string{"20>24"}},
		{"british G:20,h5,*,*/B:-,-,-,- G 4 - -", "h5>*", "race.exact", "exact-home", "from h5 it is 3 away and 4 was thrown", []string{"20>24"}},
		{"british G:-,-,-,20/B:-,-,-,- G 4 - -", "20>22", "race.count", "r-full-count", "goes to 24, not to 22", []string{"20>24"}},
		{"british G:-,-,-,10/Y:-,-,13,13/B:-,-,-,- G 3 - -", "10>13", "race.block", "block", "Yellow has a block on 13", []string{"pass"}},
		{"british G:-,-,-,-/B:-,-,-,-/R:-,-,3,3 G 6 - run=1", "enter", "race.entry-block", "r-block-entry", "Red has a block on 3, so Green cannot enter", []string{"pass"}},
		{"british G:-,-,-,-/B:-,-,-,-/R:-,-,5,5 G 6 - run=1", "enter", "race.entry-block", "r-block-entry", "Red has a block on 5", []string{"pass"}},
		{"british[stack=block-all] G:-,8,10,10/B:-,-,-,- G 5 - -", "8>13", "race.own-block", "r-own-block", "own block on 10", []string{"10>15"}},
		{"british[own-landing=forbid] G:-,-,8,10/B:-,-,-,- G 2 - -", "8>10", "race.own-man", "r-block-refuse", "own man is on 10", []string{"10>12"}},
		{"british[stack=plain,stack-kick=safe] G:-,-,-,10/Y:-,-,13,13/B:-,-,-,- G 3 - -", "10>13", "race.safe-pair", "r-block-none", "Yellow has a pair on 13", []string{"pass"}},
		{"british[end-square=no-land] G:-,-,-,-/Y:-,-,-,62 Y 4 - -", "62>66", "race.end-square", "r-end-square", "only Green may stop on 66", []string{"pass"}},
		{"british G:-,-,-,10/Y:-,-,-,13/B:-,-,-,- G 3 - -", "10>13xB", "race.wrong-capture", "capture", "1 of Yellow would be captured on 13", []string{"10>13xY"}},
		{"british G:-,-,-,10/B:-,-,-,- G 3 - -", "10>13xB", "race.no-capture", "capture", "nobody is captured on 13", []string{"10>13"}},
		{"british G:-,-,-,10/Y:-,-,-,-/B:-,-,15,16 G 4 - -", "10>14^24", "race.jump-off", "r-block-none", "no jumps", []string{"10>14"}},
		{"british[jump=on] G:-,-,-,10/Y:-,-,-,-/B:-,-,15,16/R:-,-,24,24 G 4 - -", "10>14^24", "race.block", "block", "Red has a block on 24", []string{"10>14"}},
		{"british[jump=on] G:-,-,-,10/Y:-,-,-,-/B:-,-,15,16 G 4 - -", "10>14^25", "race.jump-length", "r-block-none", "goes to 24, not to 25", []string{"10>14", "10>14^24"}},
		{"british G:-,-,-,10/B:-,-,-,- G 4 - -", "10<6", "unreadable", "", "is not a move", []string{"10>14"}},
	})
}
