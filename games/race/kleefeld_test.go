package race

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"parlour"
	"parlour/games/gametest"
)

func init() { games = append(games, KleefeldGame(), BritishGame()) }

func TestKleefeldGames(t *testing.T) { replayGames(t, KleefeldGame()) }

func TestKleefeldLaws(t *testing.T) {
	optionLaws(t, KleefeldGame(), gametest.Times(40, 10))
}

func TestKleefeldStatistics(t *testing.T) {
	r := newKleefeld(nil)
	statistics(t, r, r.setup(0b1111), 20_000, sample{488.6, 91.6, 586.0, 42.9, 2.2, 1000})
	statistics(t, r, r.setup(0b0101), gametest.Times(5000, 4), sample{157.9, 27.2, 189.3, 5.0, 0.1, 1000})
	r = newKleefeld(settings(t, "kleefeld", "play-on=first"))
	statistics(t, r, r.setup(0b1111), gametest.Times(2000, 10), sample{421.5, 88.3, 505.8, 39.3, 2.2, 300})
	for option, turns := range map[string]float64{
		"jump=off": 507, "jump-chain=no": 494, "jump-entry=no": 490, "jump-run=choice": 493, "jump-count=after-run": 488,
		"enter-with-six=may": 386, "own-landing=forbid": 481, "stack-kick=safe": 487, "stack=block": 480, "tries=3": 478,
		"dead-six=pass": 489, "six-limit=3": 498, "play-on=all": 520,
	} {
		r := newKleefeld(settings(t, "kleefeld", option))
		lengths(t, option, r, r.setup(0b1111), turns, 5)
	}
}

// The pool is shared as the sheet says. [kleefeld/first-two-thirds]
// [kleefeld/next-takes-rest] [kleefeld/r-pool-stake] [kleefeld/r-next-in-order]
func TestKleefeldPool(t *testing.T) {
	for _, c := range []struct {
		line  string
		place [4]int8
		third [4]float64
	}{
		{"kleefeld G:*,*,*,*/Y:-,-,-,-/B:-,-,-,-/R:*,*,*,* - - - rank=R,G", [4]int8{2, 3, 3, 1}, [4]float64{1, 0, 0, 2}},
		{"kleefeld G:-,-,-,-/B:*,*,*,* - - - rank=B", [4]int8{2, 0, 1, 0}, [4]float64{1, 0, 2, 0}},
		{"kleefeld[play-on=first] G:-,-,-,-/B:*,*,*,* - - - rank=B", [4]int8{2, 0, 1, 0}, [4]float64{1, 0, 2, 0}},
		{"kleefeld[play-on=first] G:-,-,-,-/Y:-,-,-,-/B:*,*,*,* - - - rank=B", [4]int8{2, 2, 1, 0}, [4]float64{0, 0, 3, 0}},
		{"kleefeld[play-on=all] G:-,-,-,-/Y:*,*,*,*/B:*,*,*,*/R:*,*,*,* - - - rank=B,R,Y", [4]int8{4, 3, 1, 2}, [4]float64{0, 0, 2, 1}},
		{"kleefeld[play-on=all] G:-,-,-,-/Y:*,*,*,*/B:20,20,*,*/R:-,-,-,- G - - rank=Y", [4]int8{0, 1, 0, 0}, [4]float64{}},
	} {
		res := gametest.MustParse(t, KleefeldGame(), c.line).Result()
		for s := range res.Share {
			if math.Abs(res.Share[s]-c.third[s]/3) > 1e-12 || res.Place[s] != c.place[s] {
				t.Errorf("%s: places %v, shares %v", c.line, res.Place, res.Share)
				break
			}
		}
	}
}

// Three players cannot set up a game, but a line may hold three.
// [kleefeld/two-or-four] [kleefeld/r-three-players] [kleefeld/r-two-opposite] [kleefeld/r-first-player] [kleefeld/eldest-first]
func TestKleefeldSetup(t *testing.T) {
	g := KleefeldGame()
	for _, c := range []struct {
		setup parlour.Setup
		line  string // "" if refused
	}{
		{parlour.Setup{}, "kleefeld G:-,-,-,-/Y:-,-,-,-/B:-,-,-,-/R:-,-,-,- G - - -"},
		{parlour.Setup{Players: 2}, "kleefeld G:-,-,-,-/B:-,-,-,- G - - -"},
		{parlour.Setup{Colours: "YR", First: "R"}, "kleefeld Y:-,-,-,-/R:-,-,-,- R - - -"},
		{parlour.Setup{Colours: "YR"}, "kleefeld Y:-,-,-,-/R:-,-,-,- Y - - -"},
		{parlour.Setup{Options: map[string]string{"arm": "8", "jump": "on"}}, "kleefeld[arm=8] G:-,-,-,-/Y:-,-,-,-/B:-,-,-,-/R:-,-,-,- G - - -"},
		{parlour.Setup{Players: 3}, ""},
		{parlour.Setup{Players: 2, First: "Y"}, ""},
		{parlour.Setup{Seats: "1212"}, ""},
		{parlour.Setup{Options: map[string]string{"tie": "all"}}, ""},
	} {
		m, err := g.New(c.setup)
		switch {
		case c.line == "" && err == nil:
			t.Errorf("%+v is accepted and set up as %s", c.setup, m)
		case c.line != "" && err != nil:
			t.Errorf("%+v: %v", c.setup, err)
		case c.line != "" && m.String() != c.line:
			t.Errorf("%+v: got %s, want %s", c.setup, m, c.line)
		}
	}
}

// A move has room for the longest chain: twelve men in six rows of two.
func TestLongestChain(t *testing.T) {
	line := "kleefeld[arm=8] G:-,-,-,-/Y:21,22,31,32/B:41,42,51,52/R:1,2,11,12 G 6 - run=1"
	m := gametest.MustParse(t, KleefeldGame(), line)
	list := gametest.Describe(m)
	if len(list) != 7 || list[6] != "enter^10^20^30^40^50^60" {
		t.Fatalf("%s: %q", line, list)
	}
	gametest.PlayText(t, m, list[6])
	if want := "kleefeld[arm=8] G:-,-,-,60/Y:21,22,31,32/B:41,42,51,52/R:1,2,11,12 G - - run=1"; m.String() != want {
		t.Errorf("got %s, want %s", m, want)
	}
}

// The row in front of a jump may begin within the first 64 squares and continue
// beyond them.
func TestJumpAcrossHalves(t *testing.T) {
	for line, last := range map[string]string{
		"kleefeld[arm=8] Y:26,28,30,35/B:43,23,32,*/R:-,57,15,31 B 6 - run=1":              "23>29^h7",
		"british[jump=on] G:-,29,32,h7/Y:-,35,36,*/B:-,39,22,23/R:30,37,37,h3 B 6 - run=2": "22>28^h6",
	} {
		if list := gametest.Describe(gametest.MustParse(t, find(line), line)); !slices.Contains(list, last) {
			t.Errorf("%s: %s is missing in %q", line, last, list)
		}
	}
}

// The count of sixes stops at 99, and the key ignores it if no rule uses it.
func TestRunStays(t *testing.T) {
	m := gametest.MustParse(t, KleefeldGame(), "kleefeld G:h2,*,*,*/B:-,-,-,- G - - run=99")
	gametest.PlayText(t, m, "throw 6")
	if want := "kleefeld G:h2,*,*,*/B:-,-,-,- G 6 - run=99"; m.String() != want {
		t.Errorf("got %s, want %s", m, want)
	}
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"kleefeld G:-,-,-,-/B:-,-,-,- G - - run=5", "kleefeld G:-,-,-,-/B:-,-,-,- G - - -", true},
		{"kleefeld G:-,-,-,-/B:-,-,-,- G 6 - run=5", "kleefeld G:-,-,-,-/B:-,-,-,- G 6 - run=1", true},
		{"kleefeld[six-limit=3] G:-,-,-,-/B:-,-,-,- G - - run=2", "kleefeld[six-limit=3] G:-,-,-,-/B:-,-,-,- G - - -", false},
		{"kleefeld[six-limit=3] G:-,-,-,-/B:-,-,-,- G - - run=9", "kleefeld[six-limit=3] G:-,-,-,-/B:-,-,-,- G - - run=3", true},
	} {
		a, b := gametest.MustParse(t, KleefeldGame(), c.a), gametest.MustParse(t, KleefeldGame(), c.b)
		if (a.Key() == b.Key()) != c.same {
			t.Errorf("%s and %s: same key %v", c.a, c.b, !c.same)
		}
	}
}

func ExampleKleefeldGame() {
	m, err := KleefeldGame().Parse("kleefeld G:-,-,-,10/Y:-,-,15,16/B:-,-,-,24/R:-,-,-,- G 4 - -")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, mv := range m.Moves() {
		fmt.Println(m.Text(mv))
	}
	// Output:
	// 10>14
	// 10>14^24xB
}

func TestKleefeldWhy(t *testing.T) {
	whyTable(t, KleefeldGame(), []whyCase{
		{"kleefeld[six-limit=3] G:-,-,-,20/B:-,-,-,- G 6 - run=3", "20>26", "race.six-limit", "r-six-limit", "", []string{"pass"}},
		{"kleefeld G:-,-,-,20/B:-,-,-,- G 6 - run=1", "20>26", "race.must-enter", "six-must-enter", "", []string{"enter"}},
		{"kleefeld G:-,-,-,20/B:-,-,-,- G 6 - run=1", "pass", "race.must-enter", "six-must-enter", "", []string{"enter"}},
		{"kleefeld G:-,-,-,20/B:-,-,-,- G 4 - -", "pass", "race.must-move", "r-must-move", "count=4", []string{"20>24"}},
		{"kleefeld G:-,-,-,50/B:-,-,-,- G 1 - -", "50>51", "race.off-course", "course", "colour=green; place=51", []string{"50>h1"}},
		{"kleefeld G:-,-,-,20/B:-,-,-,- G 4 - -", "enter", "race.six-enters", "enter-on-six", "", []string{"20>24"}},
		{"kleefeld G:1,2,3,20/B:-,-,-,- G 4 - -", "enter", "race.none-waits", "r-six-none-waiting", "", []string{"1>5", "2>6", "3>7", "20>24"}},
		{"kleefeld G:1,2,3,20/B:-,-,-,- G 6 - run=1", "enter", "race.none-waits", "r-six-none-waiting", "", []string{"1>7", "2>8", "3>9", "20>26"}},
		{"kleefeld G:-,-,-,20/B:-,-,-,- G 4 - -", "21>25", "race.no-man", "four-setters", "from=21", []string{"20>24"}},
		{"kleefeld G:-,-,20,*/B:-,-,-,- G 4 - -", "*>h1", "race.stays-home", "object", "", []string{"20>24"}},
		{"kleefeld G:-,-,20,h3/B:-,-,-,- G 4 - -", "h3>*", "race.exact", "exact-finish", "count=4; need=3", []string{"20>24"}},
		{"kleefeld G:-,-,10,20/B:-,-,-,- G 4 - -", "20>23", "race.count", "r-full-count", "count=4; right=24; to=23", []string{"20>24"}},
		{"kleefeld G:-,-,10,20/B:-,-,-,- G 4 - -", "20>16", "race.count", "r-full-count", "count=4; right=24", []string{"20>24"}},
		{"kleefeld[stack=block] G:-,-,10,20/Y:-,-,13,13/B:-,-,-,- G 4 - -", "10>14", "race.block-jump", "r-own-stack", "owner=yellow; space=13", []string{"20>24"}},
		{"kleefeld[stack=block] G:-,-,10,20/Y:-,-,14,14/B:-,-,-,- G 4 - -", "10>14", "race.block-jump", "r-own-stack", "owner=yellow; space=14", []string{"20>24"}},
		{"kleefeld[stack=block] G:-,-,10,20/B:-,-,-,-/R:-,-,0,0 G 6 - run=1", "enter", "race.entry-block", "r-enter-occupied", "colour=green; owner=red; space=0", []string{"10>16", "20>26"}},
		{"kleefeld[stack=block-all] G:-,8,10,10/B:-,-,-,- G 5 - -", "8>13", "race.own-block", "r-own-stack", "space=10", []string{"10>15"}},
		{"kleefeld[own-landing=forbid] G:-,-,10,14/B:-,-,-,- G 4 - -", "10>14", "race.own-man", "r-own-stack", "space=14", []string{"14>18"}},
		{"kleefeld[own-landing=forbid] G:-,-,0,14/B:-,-,-,- G 6 - run=1", "enter", "race.own-man", "r-enter-occupied", "space=0", []string{"0>6", "14>20"}},
		{"kleefeld[stack-kick=safe] G:-,-,10,20/Y:-,-,14,14/B:-,-,-,- G 4 - -", "10>14", "race.safe-pair", "r-stack-kick", "owner=yellow; space=14", []string{"20>24"}},
		{"kleefeld[end-square=no-land] G:-,-,7,46/B:-,-,-,- G 4 - -", "7>11", "race.end-square", "r-board-size", "owner=yellow; space=11", []string{"46>50"}},
		{"kleefeld G:-,-,-,10/Y:-,-,15,16/B:-,-,-,24/R:-,-,-,14 G 4 - -", "10>14xB", "race.wrong-capture", "kick", "men=1; owner=red; place=14", []string{"10>14xR", "10>14xR^24xB"}},
		{"kleefeld G:-,-,-,10/B:-,-,-,- G 4 - -", "10>14xB", "race.no-capture", "kick", "place=14", []string{"10>14"}},
		{"kleefeld[jump=off] G:-,-,-,10/Y:-,-,15,16/B:-,-,-,- G 4 - -", "10>14^24", "race.jump-off", "r-jump-optional", "", []string{"10>14"}},
		{"kleefeld[jump-entry=no] G:-,-,-,-/B:-,-,-,-/R:-,-,1,2 G 6 - run=1", "enter^10", "race.jump-entry", "r-jump-entry", "", []string{"enter"}},
		{"kleefeld[jump-chain=no] G:-,-,-,10/Y:-,-,15,16/B:-,-,-,26/R:-,-,-,25 G 4 - -", "10>14^24^34", "race.jump-chain", "r-jump-chain", "", []string{"10>14", "10>14^24"}},
		{"kleefeld G:-,-,-,50/Y:-,-,-,-/B:-,-,-,- G 4 - -", "50>h4^*", "race.jump-lane", "r-jump-bend", "place=h4", []string{"50>h4"}},
		{"kleefeld G:-,-,-,10/Y:-,-,16,17/B:-,-,-,- G 4 - -", "10>14^24", "race.jump-none", "r-jump-run", "place=14", []string{"10>14"}},
		{"kleefeld[decline=yes] G:-,-,-,20/B:-,-,-,- G 6 - run=1", "20>26", "race.enter-or-pass", "r-must-move", "", []string{"enter", "pass"}},
		{"kleefeld[jump-colour=same] G:-,-,-,9/Y:-,-,-,14/B:-,-,-,15 G 4 - -", "9>13^23", "race.jump-colours", "r-jump-colours", "place=13", []string{"9>13"}},
		{"kleefeld[jump-run=choice] G:-,-,-,9/Y:-,-,14,15/B:-,-,-,16 G 4 - -", "9>13^24", "race.jump-length", "jump-three", "place=13; right=23 or 28; row=3", []string{"9>13", "9>13^23", "9>13^28"}},
		{"kleefeld G:-,-,-,46/B:-,-,-,-/R:-,-,51,0 G 4 - -", "46>50^h1", "race.jump-bend", "r-jump-bend", "bend=50; place=50", []string{"46>50"}},
		{"kleefeld G:-,-,-,45/B:-,-,-,-/R:-,-,50,51 G 4 - -", "45>49^h3", "race.jump-bend", "r-jump-bend", "bend=50; place=49", []string{"45>49"}},
		{"kleefeld G:-,-,-,10/Y:-,-,15,15/B:-,-,-,- G 4 - -", "10>14^24", "race.jump-one", "jump-two", "", []string{"10>14"}},
		{"kleefeld G:-,-,-,43/Y:-,-,48,49/B:-,-,-,- G 4 - -", "43>47^*", "race.jump-overshoot", "r-jump-overshoot", "length=10", []string{"43>47"}},
		{"kleefeld G:-,-,-,10/Y:-,-,15,16/B:-,-,-,17 G 4 - -", "10>14^24", "race.jump-length", "jump-three", "place=14; right=29; row=3; to=24", []string{"10>14", "10>14^29"}},
		{"kleefeld G:-,-,0,10/B:-,1,15,16 G 4 - -", "10>14^0", "race.jump-length", "jump-two", "right=24; row=2; to=0", []string{"10>14", "10>14^24"}},
		{"kleefeld[jump-home=no] G:-,-,-,42/Y:-,-,47,48/B:-,-,-,- G 4 - -", "42>46^*", "race.jump-home", "r-jump-home", "", []string{"42>46"}},
		{"kleefeld[stack=block] G:-,-,-,10/Y:-,-,15,16/B:-,-,24,24 G 4 - -", "10>14^24", "race.block-jump", "r-own-stack", "owner=blue; space=24", []string{"10>14"}},
		{"kleefeld G:-,-,-,10/B:-,-,-,- G 4 - -", "10>014", "unreadable", "", "text=10>014", []string{"10>14"}},
		{"kleefeld G:-,-,-,10/B:-,-,-,- G 4 - -", "walk", "unreadable", "", "text=walk", []string{"10>14"}},
		{"kleefeld G:-,-,-,10/B:-,-,-,- G 4 - -", "10>14x", "unreadable", "", "", []string{"10>14"}},
	})
}
