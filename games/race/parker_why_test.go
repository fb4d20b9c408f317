package race

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parlour"
	"parlour/games/gametest"
	"parlour/phrase"
	"parlour/rulebook"
)

// Everything the book forbids is refused with its own reason.
func TestParkerWhy(t *testing.T) {
	const hit = "parker G:10,30,*,*/Y:-,-,-,14 G 42 - -"
	for _, c := range []struct {
		line, text string
		code       string // after race.parker.
		clause     string // one of those cited, without the game
		args       string // see gametest.HasArgs
		instead    string // the first legal turn suggested instead
	}{
		{hit, "6:10>17", "full-count", "shall-move-sum", "count=6; from=10; reach=16; to=17", "6:10>16"},
		{"parker[entry-order=free] G:-,-,-,11/Y:-,-,-,15 Y 51 - -", "6:15>21", "five-enters", "must-enter", "", "5:enter 1:15>16"},
		{"parker[entry-order=free,other-die=entered] G:-,-,-,11/Y:-,-,-,15 Y 51 - -", "1:15>16", "must-enter", "r-other-die-any", "", "5:enter 1:13>14"},
		{"parker G:-,-,-,11/Y:-,-,-,15 Y 51 - -", "1:15>16", "must-enter", "r-entry-first", "", "5:enter 1:13>14"},
		{hit, "6:11>17", "no-man", "players", "colour=green; from=11", "6:10>16"},
		{hit, "4:*>*", "at-home", "object", "", "6:10>16"},
		{hit, "6:10>16xY", "captures-nothing", "capture", "", "6:10>16"},
		{hit, "4:10>14xB", "captures-other", "capture", "captured=Y", "6:10>16"},
		{hit, "4:10>14xYY", "captures-other", "capture", "captured=Y", "6:10>16"},
		{hit, "4:10>14xY 2:30>32", "bonus-first", "r-bonus-now", "bonus=20", "4:10>14xY +20:30>50 2:50>h2"},
		{hit, "4:10>14xY +20:14>34 2:34>36", "same-man", "r-split-two-pieces", "from=34", "4:10>14xY +20:14>34 2:30>32"},
		{hit, "4:10>14xY +20:14>34 2:30>32 2:32>34", "turn-done", "split-or-total", "", "4:10>14xY +20:14>34 2:30>32"},
		{hit, "6:10>16 2:30>32", "turn-done", "split-or-total", "throw=42", "6:10>16"},
		{hit, "2:10>12 2:30>32", "die-used", "split-or-total", "count=2; throw=42", "4:30>34 2:10>12"},
		{hit, "2:10>12 6:30>36", "die-used", "split-or-total", "count=6", "4:30>34 2:10>12"},
		{hit, "3:10>13", "not-thrown", "shall-move-sum", "", "6:10>16"},
		{hit, "5:enter", "no-prisoner", "enter-on-five", "colour=green", "6:10>16"},
		{hit, "+20:10>30", "no-bonus", "bonus-twenty", "", "6:10>16"},
		{hit, "+10:10>20", "no-ten", "r-no-finish-bonus", "", "6:10>16"},
		{hit, "pass", "pass", "r-must-move", "colour=green; throw=42", "6:10>16"},
		{"parker G:10,30,*,*/B:-,-,-,- G 42 4:10>14 -", "pass", "pass-rest", "r-use-both", "colour=green; left=2", "2:30>32"},
		{"parker G:10,30,*,*/Y:-,-,-,14 G 42 4:10>14xY -", "pass", "pass-bonus", "r-bonus-duty", "bonus=20", "+20:14>34"},
		{"parker G:10,30,*,*/Y:-,-,-,14 G 42 4:10>14xY -", "2:30>32", "bonus-first", "r-bonus-now", "bonus=20", "+20:30>50"},
		{"parker[finish-bonus=10] G:10,30,*,*/Y:-,-,-,14 G 42 - -", "+10:10>20", "no-ten-due", "r-no-finish-bonus", "", "6:10>16"},
		{"parker[bonus-chain=no] G:2,*,*,*/Y:-,-,25,5 G 21 - -", "3:2>5xY +20:5>25xY +20:25>45", "no-chain", "r-bonus-chain", "", "3:2>5xY +20:5>25xY"},
		{"parker[bonus-time=end] G:-,-,-,-/Y:-,-,-,0 G 55 - -", "5:enterxY +20:0>20", "bonus-last", "r-bonus-now", "", "5:enterxY 5:enter +20:0>20"},
		{"parker G:-,-,-,30/Y:-,-,-,0 G 32 - -", "5:enterxY +20:0>20", "frozen", "sum-entry-stays", "", "5:enterxY +20:30>50"},
		{"parker G:-,30,*,*/B:-,-,-,- G 42 - -", "5:enter", "no-five", "enter-on-five", "throw=42", "6:30>36"},
		{"parker G:-,-,30,*/B:-,-,-,- G 51 - -", "5:enter 5:enter", "five-used", "enter-on-five", "throw=51", "5:enter 1:0>1"},
		{"parker G:-,-,30,*/B:-,-,-,- G 51 - -", "6:30>36", "must-enter", "must-enter", "", "5:enter 1:0>1"},
		{"parker G:-,-,30,*/B:-,-,-,- G 51 - -", "6:30>37", "must-enter", "must-enter", "", "5:enter 1:0>1"},
		{"parker G:-,-,30,*/B:-,-,-,- G 51 - -", "4:30>34", "must-enter", "must-enter", "", "5:enter 1:0>1"},
		{"parker G:-,-,-,20/B:-,-,-,- G 32 - -", "6:20>26", "must-enter-sum", "enter-by-sum", "", "5:enter"},
		{"parker G:10,30,*,*/Y:-,-,-,14 G 42 - -", "4:10>14xY 3:30>33", "bonus-first", "r-bonus-now", "bonus=20", "4:10>14xY +20:30>50 2:50>h2"},
		{"parker G:10,30,*,*/Y:-,-,-,14 G 42 - -", "6:10>16 3:30>33", "turn-done", "split-or-total", "throw=42", "6:10>16"},
		{"parker G:10,*,*,*/Y:-,-,-,14 G 42 - -", "4:10>15", "use-both", "r-use-both", "throw=42", "6:10>16"},
		{"parker G:12,*,*,*/Y:-,-,15,15 G 51 - -", "5:12>16", "blockade-between", "blockade-stops-all", "owner=yellow; space=15", "1:12>13"},
		{"parker G:-,-,30,*/B:-,-,-,- G 51 - -", "1:30>31 5:enter", "must-enter", "r-entry-first", "", "5:enter 1:0>1"},
		{"parker[entry-order=free] G:-,-,30,*/B:-,-,-,- G 51 - -", "6:30>36", "five-enters", "must-enter", "", "5:enter 1:30>31"},
		{"parker G:-,-,-,20/B:-,-,-,- G 32 - -", "3:20>23", "must-enter-sum", "enter-by-sum", "", "5:enter"},
		{"parker G:-,-,-,20/B:-,-,-,- G 32 - -", "5:enter 3:20>23", "sum-spent", "sum-entry-stays", "", "5:enter"},
		{"parker G:-,-,-,20/B:-,-,-,- G 32 - -", "pass", "pass-enter", "must-enter", "", "5:enter"},
		{"parker[total=steps] G:10,30,*,*/Y:-,-,-,14 G 42 - -", "6:10>16", "no-total", "r-total-is-one-move", "", "2:10>12 4:12>16"},
		{"parker G:30,h3,*,*/B:-,-,-,- G 42 - -", "4:h3>*", "overshoot", "exact-finish", "from=h3; most=3", "4:30>34 2:h3>h5"},
		{"parker G:h5,*,*,*/B:-,-,-,- G 64 - -", "6:h5>*", "overshoot", "exact-finish", "from=h5; most=1", "pass"},
		{"parker G:12,*,*,*/Y:-,-,15,15 G 51 - -", "5:12>17", "blockade-between", "blockade-stops-all", "owner=yellow; space=15", "1:12>13"},
		{"parker G:10,15,15,*/B:-,-,-,- G 64 - -", "10:10>20", "blockade-between", "blockade-stops-all", "owner=green; space=15", "6:15>21 4:10>14"},
		{"parker G:47,*,*,*/B:-,-,50,50 G 41 - -", "4:47>h1", "blockade-between", "r-foot-blockade", "owner=blue; space=50", "1:47>48"},
		{"parker G:49,h2,h2,*/B:-,-,-,- G 41 - -", "4:49>h3", "blockade-between", "r-column-blockade", "owner=green; space=h2", "4:h2>* 1:49>50"},
		{"parker G:12,*,*,*/Y:-,-,15,15 G 21 - -", "3:12>15", "blockade-there", "r-land-on-blockade", "owner=yellow", "2:12>14"},
		{"parker G:10,15,15,*/B:-,-,-,- G 51 - -", "5:10>15", "third-man", "r-third-on-blockade", "", "5:15>20 1:10>11"},
		{"parker G:-,-,-,0/B:48,*,*,* B 31 - -", "4:48>0", "covered", "covered-entrance-closed", "owner=green; to=0", "3:48>51"},
		{"parker G:-,-,-,-/B:48,0,*,* B 31 - -", "4:48>0", "pair-on-entrance", "r-entrance-pair", "colour=blue; to=0", "3:48>51 1:0>1"},
		{"parker[entrance-stranger=owner-only] G:20,*,*,*/B:-,-,-,-/R:-,-,-,26 G 42 - -", "6:20>26", "stranger-on-entrance", "r-third-party-capture", "owner=red", "4:20>24"},
		{"parker[other-die=entered] G:-,-,-,17/B:-,-,-,- G 53 - -", "5:enter 3:17>20", "entered-only", "r-other-die-any", "", "5:enter 3:0>3"},
		{"parker G:10,*,*,*/Y:-,-,-,14 G 42 - -", "4:10>14", "use-both", "r-use-both", "throw=42", "6:10>16"},
		{"parker G:33,*,*,*/Y:-,-,-,36 G 32 - -", "3:33>36xY +20:36>*", "use-both", "r-use-both", "throw=32", "5:33>38"},
		{"parker[one-die=larger] G:12,*,*,*/Y:-,-,15,15 G 21 - -", "1:12>13", "larger-die", "r-one-die-choice", "", "2:12>14"},
		{"parker[blockade-duty=last] G:15,15,*,*/B:-,-,-,- G 42 - -", "pass", "pass-pair", "blockade-forced", "", "6:15>21"},
	} {
		m := gametest.MustParse(t, ParkerGame(), c.line)
		mv, err := m.Parse(c.text)
		r, ok := err.(*parlour.Refusal)
		if !ok {
			t.Errorf("%s: %s gives %v, %v", c.line, c.text, mv, err)
			continue
		}
		said := phrase.English.Refusal(r)
		if r.Code != "race.parker."+c.code || !slices.Contains(r.Clauses, "parker/"+c.clause) || len(r.Instead) == 0 || r.Instead[0] != c.instead {
			t.Errorf("%s: %s is refused by %v, instead %q", c.line, c.text, r, r.Instead)
		}
		if !phrase.English.Has(r.Code) || !gametest.HasArgs(r, c.args) || strings.ContainsAny(said, "{}") {
			t.Errorf("%s: %s: %v (%s), want %s", c.line, c.text, r, said, c.args)
		}
	}
}

func TestParkerUnreadable(t *testing.T) {
	m := gametest.MustParse(t, ParkerGame(), "parker G:10,30,*,*/Y:-,-,-,14 G 42 - -")
	for _, text := range []string{
		"", " ", "10>16", "enter", "6:10>16 ", " 6:10>16", "6:10>16  ", "6:10", "6:>16", "06:10>16", "6:10>016", "6:10>52", "6:-10>16",
		"6:10>16x", "6:10>16xK", "6:10>16x Y", "+6:10>16", "+20", "13:10>23", "5:enter>0", "4:enter", "+5:enter", "6:10>h6", "6:->5", "pass pass", "Pass", "6:10>16,2:30>32",
	} {
		_, err := m.Parse(text)
		if r, ok := err.(*parlour.Refusal); !ok || r.Code != "unreadable" || r.Args["expected"] == "" {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// Every effect and every refusal in random positions has a sentence, a clause
// of the book and something legal instead.
func TestParkerWords(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 28))
	texts := []string{"pass", "5:enter", "+20:*>*"}
	for i := range gametest.Times(1500, 20) {
		n, men := randomParker(rng, []float64{0, 0.15, 0.4}[i%3])
		m, err := ParkerGame().Parse(n.line(men, n.turn, strconv.Itoa(n.throw), "-"))
		if err != nil || m.Turn().Over() {
			continue
		}
		moves := m.Moves()
		for _, mv := range moves[:min(len(moves), 10)] {
			texts = append(texts, m.Text(mv))
			for _, e := range m.Effects(mv) {
				if said := phrase.English.Effect("race", e, "green"); !phrase.English.Has("race."+e.Kind) || strings.ContainsAny(said, "{}") {
					t.Fatalf("%s: %s: %s", m, m.Text(mv), said)
				}
			}
		}
		for range 10 {
			text := texts[rng.IntN(len(texts))]
			_, err := m.Parse(text)
			r, ok := err.(*parlour.Refusal)
			if err == nil || ok && r.Code == "unreadable" {
				continue
			}
			if !ok || !phrase.English.Has(r.Code) || len(r.Clauses) == 0 || len(r.Instead) == 0 || strings.ContainsAny(phrase.English.Refusal(r), "{}") {
				t.Fatalf("%s: %s: %v", m, text, err)
			}
			for _, id := range r.Clauses {
				if rulebook.Parker.Clause(id) == nil && rulebook.Parker.Ruling(id) == nil {
					t.Fatalf("%s: %s cites %s, which is not in the book", m, text, id)
				}
			}
			for _, text := range r.Instead {
				if _, err := m.Parse(text); err != nil {
					t.Fatalf("%s: %s is not legal instead: %v", m, text, err)
				}
			}
		}
	}
}
