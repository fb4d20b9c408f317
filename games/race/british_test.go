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
	// Yellow has a block on 13, and no other colour may pass it or land on it [british/block]. Legal: pass
}

func TestBritishWhy(t *testing.T) {
	whyTable(t, BritishGame(), []whyCase{
		{"british[six-limit=3] G:-,-,-,20/B:-,-,-,- G 6 - run=3", "enter", "race.six-limit", "r-six-limit", "", []string{"pass"}},
		{"british[six-limit=3] G:-,-,-,20/B:-,-,-,- G 6 - run=5", "enter", "race.six-limit", "r-six-limit", "", []string{"pass"}},
		{"british[enter-with-six=must] G:-,-,-,20/B:-,-,-,- G 6 - run=1", "20>26", "race.must-enter", "r-enter-optional", "", []string{"enter"}},
		{"british G:-,-,-,20/B:-,-,-,- G 6 - run=1", "pass", "race.must-move", "r-must-move", "count=6", []string{"enter", "20>26"}},
		{"british G:-,-,-,66/B:-,-,-,- G 1 - -", "66>67", "race.off-course", "r-home-turn", "place=67", []string{"66>h1"}},
		{"british G:-,-,-,20/B:-,-,-,- G 4 - -", "enter", "race.six-enters", "enter-on-six", "count=4", []string{"20>24"}},
		{"british G:20,*,*,*/B:-,-,-,- G 4 - -", "enter", "race.none-waits", "enter-on-six", "", []string{"20>24"}},
		{"british G:20,*,*,*/B:-,-,-,- G 6 - run=1", "enter", "race.none-waits", "enter-on-six", "", []string{"20>26"}},
		{"british G:-,-,-,20/B:-,-,-,- G 4 - -", "22>26", "race.no-man", "four-pieces", "from=22", []string{"20>24"}},
		{"british G:-,-,20,*/B:-,-,-,- G 4 - -", "*>*", "race.stays-home", "home-triangle", "", []string{"20>24"}},
		{"british G:20,h5,*,*/B:-,-,-,- G 4 - -", "h5>*", "race.exact", "exact-home", "count=4; from=h5; need=3", []string{"20>24"}},
		{"british G:-,-,-,20/B:-,-,-,- G 4 - -", "20>22", "race.count", "r-full-count", "count=4; right=24; to=22", []string{"20>24"}},
		{"british G:-,-,-,10/Y:-,-,13,13/B:-,-,-,- G 3 - -", "10>13", "race.block", "block", "owner=yellow; space=13", []string{"pass"}},
		{"british G:-,-,-,-/B:-,-,-,-/R:-,-,3,3 G 6 - run=1", "enter", "race.entry-block", "r-block-entry", "colour=green; owner=red; space=3", []string{"pass"}},
		{"british G:-,-,-,-/B:-,-,-,-/R:-,-,5,5 G 6 - run=1", "enter", "race.entry-block", "r-block-entry", "owner=red; space=5", []string{"pass"}},
		{"british[stack=block-all] G:-,8,10,10/B:-,-,-,- G 5 - -", "8>13", "race.own-block", "r-own-block", "space=10", []string{"10>15"}},
		{"british[own-landing=forbid] G:-,-,8,10/B:-,-,-,- G 2 - -", "8>10", "race.own-man", "r-block-refuse", "space=10", []string{"10>12"}},
		{"british[stack=plain,stack-kick=safe] G:-,-,-,10/Y:-,-,13,13/B:-,-,-,- G 3 - -", "10>13", "race.safe-pair", "r-block-none", "owner=yellow; space=13", []string{"pass"}},
		{"british[end-square=no-land] G:-,-,-,-/Y:-,-,-,62 Y 4 - -", "62>66", "race.end-square", "r-end-square", "owner=green; space=66", []string{"pass"}},
		{"british G:-,-,-,10/Y:-,-,-,13/B:-,-,-,- G 3 - -", "10>13xB", "race.wrong-capture", "capture", "men=1; owner=yellow; place=13", []string{"10>13xY"}},
		{"british G:-,-,-,10/B:-,-,-,- G 3 - -", "10>13xB", "race.no-capture", "capture", "place=13", []string{"10>13"}},
		{"british G:-,-,-,10/Y:-,-,-,-/B:-,-,15,16 G 4 - -", "10>14^24", "race.jump-off", "r-block-none", "", []string{"10>14"}},
		{"british[jump=on] G:-,-,-,10/Y:-,-,-,-/B:-,-,15,16/R:-,-,24,24 G 4 - -", "10>14^24", "race.block-jump", "block", "owner=red; space=24", []string{"10>14"}},
		{"british[jump=on] G:-,-,-,10/Y:-,-,-,-/B:-,-,15,16 G 4 - -", "10>14^25", "race.jump-length", "r-block-none", "right=24; row=2; to=25", []string{"10>14", "10>14^24"}},
		{"british G:-,-,-,10/B:-,-,-,- G 4 - -", "10<6", "unreadable", "", "", []string{"10>14"}},
	})
}
