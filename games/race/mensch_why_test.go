package race

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlour"
	"parlour/games/gametest"
	"parlour/phrase"
	"parlour/rulebook"
)

// Every clause that forbids something has a refusal that cites it.
func TestMenschWhy(t *testing.T) {
	g := MenschGame()
	for _, c := range []struct {
		line, text, code, clauses, instead string
	}{
		{"mensch Y:-,-,0,12/G:-,-,-,-/R:-,-,-,-/K:-,-,-,- Y 4 - -", "12>16", "leave-a", "vacate-a r-vacate-any", "0>4"},
		{"mensch Y:-,-,0,12/G:-,-,-,-/R:-,-,-,-/K:-,-,-,- Y 6 - -", "12>18", "leave-a", "vacate-a a-own-first", "0>6"},
		{"mensch Y:-,-,0,12/G:-,-,-,-/R:-,-,-,-/K:-,-,-,- Y 6 - -", "enter", "a-own", "a-own-first r-a-own-six", "0>6"},
		{"mensch Y:-,-,6,12/G:-,-,-,-/R:-,-,-,-/K:-,-,-,- Y 6 - -", "12>18", "must-enter", "six-must-enter", "enter"},
		{"mensch[chain=block] Y:-,0,4,20/G:-,-,-,-/R:-,-,-,-/K:-,-,-,- Y 4 - -", "20>24", "chain", "vacate-a r-vacate-blocked", "4>8"},
		{"mensch Y:-,-,6,12/G:-,-,-,-/R:-,-,-,-/K:-,-,-,- Y 5 - -", "enter", "six-only", "enter-on-six", "6>11 12>17"},
		{"mensch Y:1,5,6,12/G:-,-,-,-/R:-,-,-,-/K:-,-,-,- Y 5 - -", "enter", "nobody-waits", "waiting", "5>10 6>11 12>17"},
		{"mensch Y:-,-,6,12/G:-,-,-,-/R:-,-,-,-/K:-,-,-,- Y 5 - -", "12>16", "full-count", "roll-and-move finish-count", "12>17"},
		{"mensch Y:-,-,6,12/G:-,-,-,-/R:-,-,-,-/K:-,-,-,- Y 5 - -", "7>12", "no-piece", "choose-piece", "6>11 12>17"},
		{"mensch Y:-,-,6,12/G:-,-,-,7/R:-,-,-,-/K:-,-,-,- Y 5 - -", "7>12", "not-yours", "roll-and-move", "6>11 12>17"},
		{"mensch Y:-,-,6,11/G:-,-,-,7/R:-,-,-,-/K:-,-,-,- Y 5 - -", "6>11", "own-piece", "own-not-captured one-per-square", "11>16"},
		{"mensch Y:-,-,39,c/G:-,-,-,7/R:-,-,-,-/K:-,-,-,- Y 3 - -", "39>c", "own-piece", "own-not-captured one-per-square", "pass"},
		{"mensch Y:-,-,39,c/G:-,-,-,7/R:-,-,-,-/K:-,-,-,- Y 5 - -", "39>d", "overshoot", "finish-count r-no-overshoot", "pass"},
		{"mensch Y:-,-,6,12/G:-,-,-,-/R:-,-,-,-/K:-,-,-,- Y 5 - -", "pass", "must-move", "r-must-move", "6>11 12>17"},
		{"mensch Y:-,-,-,8/G:-,-,-,10/R:-,-,-,-/K:-,-,-,- Y 2 - -", "pass", "must-move", "r-must-move r-only-capture", "8>10xG"},
		{"mensch Y:-,-,6,12/G:-,-,-,-/R:-,-,-,-/K:-,-,-,- Y 5 - -", "12<7", "no-back", "roll-and-move back-capture", "12>17"},
		{"mensch Y:-,-,-,8/G:-,-,-,10/R:-,-,-,-/K:-,-,-,- Y 2 - -", "8>10xR", "captures-other", "capture", "8>10xG"},
		{"mensch Y:-,-,-,8/G:-,-,-,11/R:-,-,-,-/K:-,-,-,- Y 2 - -", "8>10xG", "captures-nothing", "capture", "8>10"},
		{"mensch Y:-,-,-,8/G:-,-,-,11/R:-,-,-,-/K:-,-,-,- Y 2 - -", "8>10!8", "huffs-nothing", "must-huff", "8>10"},
		{"mensch Y:-,-,-,8/G:-,-,-,11/R:-,-,-,-/K:-,-,-,- Y 2 - -", "Y:8>10", "own-prefix", "roll-and-move", "8>10"},
		{"mensch Y:-,-,-,8/G:-,-,-,11/R:-,-,-,-/K:-,-,-,- Y 2 - -", "G:11>13", "foreign", "roll-and-move", "8>10"},
		{"mensch Y:-,-,-,8/G:-,-,-,11/R:-,-,-,- Y 2 - -", "K:11>13", "absent", "r-absent-colours", "8>10"},

		// A duty that leaves other moves names them.
		{"mensch[nprio=choice] Y:-,-,6,12/G:-,-,-,36/R:-,-,-,-/K:-,-,-,30 Y 6 - seats=123n", "12>18", "must-enter-or", "six-must-enter r-neutral-own-duty-first", "enter K:30>36xG"},
		{"mensch[nprio=choice] Y:-,-,0,12/G:-,-,-,33/R:-,-,-,-/K:-,-,-,30 Y 3 - seats=123n", "12>15", "leave-a-or", "vacate-a r-vacate-any r-neutral-own-duty-first", "0>3 K:30>33xG"},
		{"mensch[must=yes,prio=capture] Y:-,5,8,12/G:-,-,-,14/R:-,-,-,-/K:-,-,-,- Y 6 - -", "12>18", "must-enter-or", "six-must-enter r-must-priority", "enter!8 8>14xG"},
		{"mensch[must=yes,prio=capture] Y:-,-,0,12/G:-,-,-,16/R:-,-,-,-/K:-,-,-,- Y 4 - -", "12>17", "full-count", "roll-and-move finish-count", "12>16xG"},
		{"mensch[must=yes,prio=capture] Y:-,0,6,12/G:-,-,-,16/R:-,-,-,-/K:-,-,-,- Y 4 - -", "6>10", "leave-a-or", "vacate-a r-vacate-any r-must-priority", "0>4!12 12>16xG"},
		{"mensch[apair=may,barrier=yes] Y:-,-,0,12/G:-,-,-,-/R:-,-,-,-/K:-,-,-,- Y 6 - -", "12>18", "leave-a-or", "vacate-a a-own-first r-barrier-a", "enter 0>6"},
		{"mensch[chain=block,nprio=choice] Y:-,0,4,20/G:-,-,-,34/R:-,-,-,-/K:-,-,-,30 Y 4 - seats=123n", "20>24", "chain-or", "vacate-a r-vacate-blocked r-neutral-own-duty-first", "4>8 K:30>34xG"},
		{"mensch[nduty=on,neutral=free] Y:-,-,4,9/G:-,-,-,12/R:-,-,-,22/K:-,-,30,35 Y 4 - seats=123n", "K:35>39", "neutral-duty", "r-neutral-duties vacate-a r-vacate-any", "4>8 9>13 K:30>34"},
		{"mensch[neutral=table] Y:-,-,4,9/G:-,-,-,34/R:-,-,-,20/K:-,-,-,30 Y 3 - seats=123n", "K:30>33", "neutral-table", "neutral-capture-first r-neutral-phase", "4>7 9>12"},
		{"mensch[must=yes] Y:-,5,12,20/G:-,-,16,9/R:-,-,-,-/K:-,-,-,- Y 4 - -", "20>24", "which-huff", "must-huff r-huff-which", "20>24!5 20>24!12"},

		// Two colours each.
		{"mensch Y:-,-,5,17/G:-,-,-,-/R:-,-,-,20/K:-,-,-,- Y 3 - seats=1212", "17>20", "kin", "r-kin", "5>8"},
		{"mensch Y:-,-,5,17/G:-,-,-,-/R:-,-,-,0/K:-,-,-,- Y 6 - seats=1212", "enter", "kin", "r-kin-on-a", "5>11 17>23"},
		{"mensch Y:-,-,5,17/G:-,-,-,-/R:-,-,-,20/K:-,-,-,- Y 3 - seats=1212", "20>23", "not-this-turn", "two-separate r-double-turns", "5>8"},
		{"mensch Y:-,-,5,17/G:-,-,-,-/R:-,-,-,20/K:-,-,-,- Y 3 - seats=1212", "R:20>23", "other-colour", "two-separate r-double-turns", "5>8"},

		// The neutral colour.
		{"mensch Y:-,-,4,9/G:-,-,-,33/R:-,-,-,20/K:-,-,-,30 Y 3 - seats=123n", "30>33", "colour-missing", "neutral-choice", "4>7 9>12 K:30>33xG"},
		{"mensch Y:-,-,4,9/G:-,-,-,34/R:-,-,-,20/K:-,-,-,30 Y 3 - seats=123n", "K:30>33", "neutral-quiet", "neutral-capture-first r-neutral-phase", "4>7 9>12"},
		{"mensch Y:-,-,0,9/G:-,-,-,33/R:-,-,-,20/K:-,-,-,30 Y 3 - seats=123n", "K:30>33", "leave-a", "r-neutral-own-duty-first vacate-a r-vacate-any", "0>3"},
		{"mensch Y:-,-,-,33/G:-,-,-,-/R:-,-,-,-/K:-,-,-,30 Y 3 - seats=123n", "K:30>33", "neutral-hits-own", "r-neutral-hits-own", "33>36"},
		{"mensch[neutral=free] Y:-,-,-,d/G:a,b,c,d/R:-,-,-,22/K:29,b,c,d Y 1 - rank=G;seats=123n", "pass", "must-move-quiet", "r-neutral-optional r-must-move", "K:29>a"},
		{"mensch Y:a,b,c,d/G:-,-,-,12/R:-,-,-,22/K:-,-,30,35 Y 4 - rank=Y;seats=123n", "pass", "must-move-neutral", "r-neutral-compulsory r-must-move", "K:30>34 K:35>39"},
		{"mensch[nduty=on] Y:a,b,c,d/G:-,-,-,12/R:-,-,-,22/K:-,-,30,35 Y 4 - rank=Y;seats=123n", "K:35>39", "leave-a", "r-neutral-duties vacate-a r-vacate-any", "K:30>34"},
		{"mensch[back=yes,homeback=yes] Y:a,b,c,d/G:-,-,-,38/R:-,-,-,-/K:-,-,-,31 Y 2 - rank=Y;seats=123n", "a<38", "home", "r-home-final", "K:31>33"},

		{"mensch Y:-,-,4,9/G:-,-,-,33/R:-,-,-,20/K:-,-,-,2 Y 3 - seats=123n", "2>22", "neutral-quiet", "neutral-capture-first r-neutral-phase", "4>7 9>12"},
		{"mensch Y:-,-,4,9/G:-,-,-,5/R:-,-,-,20/K:-,-,-,2 Y 3 - seats=123n", "2>22", "full-count", "roll-and-move finish-count", "K:2>5xG"},
		{"mensch Y:-,-,0,9/G:-,-,-,5/R:-,-,-,20/K:-,-,-,2 Y 3 - seats=123n", "2>5", "leave-a", "r-neutral-own-duty-first vacate-a r-vacate-any", "0>3"},

		// A wrong count is reported only if the right one would be legal.
		{"mensch Y:-,-,0,12/G:-,-,-,-/R:-,-,-,-/K:-,-,-,- Y 4 - -", "12>15", "leave-a", "vacate-a r-vacate-any", "0>4"},
		{"mensch Y:-,-,6,12/G:-,-,-,-/R:-,-,-,-/K:-,-,-,- Y 6 - -", "12>17", "must-enter", "six-must-enter", "enter"},
		{"mensch Y:-,-,0,12/G:-,-,-,-/R:-,-,-,-/K:-,-,-,- Y 4 - -", "0>3", "full-count", "roll-and-move finish-count", "0>4"},
		{"mensch[huff=strict,must=yes] Y:-,-,5,12/G:-,-,-,9/R:-,-,-,-/K:-,-,-,- Y 4 - -", "12>15", "must-capture", "must-capture r-huff-auto", "5>9xG"},
		{"mensch[back=yes] Y:-,-,0,12/G:-,-,-,9/R:-,-,-,-/K:-,-,-,- Y 3 - -", "12<10", "leave-a", "vacate-a r-vacate-any", "0>3"},

		// Capturing backwards.
		{"mensch[back=yes] Y:-,-,-,12/G:-,-,-,9/R:-,-,-,-/K:-,-,-,- Y 2 - -", "12<10", "back-quiet", "back-capture r-back-quiet", "12>14"},
		{"mensch[back=yes] Y:-,-,9,12/G:-,-,-,-/R:-,-,-,-/K:-,-,-,- Y 3 - -", "12<9", "back-quiet", "back-capture r-back-quiet own-not-captured", "12>15"},
		{"mensch[back=yes] Y:-,-,-,3/G:-,-,-,0/R:-,-,-,-/K:-,-,-,- Y 3 - -", "3<0", "back-limit", "back-limit", "3>6"},
		{"mensch[back=yes] Y:-,-,-,12/G:-,-,-,9/R:-,-,-,-/K:-,-,-,- Y 2 - -", "12<9", "full-count-back", "back-capture", "12>14"},
		{"mensch[back=yes] Y:-,-,12,a/G:-,-,-,38/R:-,-,-,-/K:-,-,-,- Y 2 - -", "a<38", "back-finish", "r-back-finish", "a>c"},
		{"mensch[back=yes] Y:-,-,-,20/G:-,-,-,-/R:-,-,-,17/K:-,-,-,- Y 3 - seats=1212", "20<17", "kin", "r-kin", "20>23"},
		{"mensch[back=yes,barrier=yes] Y:-,-,-,12/G:-,11,11,9/R:-,-,-,-/K:-,-,-,- Y 3 - -", "12<9", "pair-between", "r-barrier-back", "12>15"},
		{"mensch[back=yes,barrier=yes] Y:-,-,-,12/G:-,-,29,29/R:-,-,9,9/K:-,-,-,- Y 3 - -", "12<9", "pair-there", "r-barrier-back", "12>15"},
		{"mensch[back=yes] Y:-,-,0,12/G:-,-,-,9/R:-,-,-,-/K:-,-,-,- Y 3 - -", "12<9", "leave-a", "vacate-a r-vacate-any", "0>3"},

		// No skipping, barriers.
		{"mensch[noskip=yes] Y:-,38,a,c/G:-,-,-,-/R:-,-,-,-/K:-,-,-,- Y 5 - -", "38>d", "noskip", "noskip r-noskip-scope", "pass"},
		{"mensch[barrier=yes] Y:-,5,8,8/G:-,-,-,-/R:-,-,-,-/K:-,-,-,- Y 4 - -", "5>9", "pair-between", "barrier-block barrier-own", "8>12"},
		{"mensch[barrier=yes] Y:-,-,-,5/G:-,-,-,-/R:-,-,7,7/K:-,-,-,- Y 4 - -", "5>9", "pair-between", "barrier-block", "pass"},
		{"mensch[barrier=yes] Y:-,-,-,5/G:-,-,-,-/R:-,-,9,9/K:-,-,-,- Y 4 - -", "5>9", "pair-there", "barrier-block", "pass"},
		{"mensch[barrier=yes] Y:-,4,8,8/G:-,-,-,-/R:-,-,-,-/K:-,-,-,- Y 4 - -", "4>8", "third", "r-barrier-two-max", "8>12"},
		{"mensch[barrier=yes] Y:-,-,-,5/G:-,-,-,-/R:-,-,0,0/K:-,-,-,- Y 6 - -", "enter", "pair-there", "r-barrier-entry", "5>11"},
		{"mensch[barrier=yes] Y:-,-,0,12/G:-,-,-,-/R:-,-,-,-/K:-,-,-,- Y 6 - -", "enter", "a-own", "a-own-first r-barrier-a", "0>6"},
		{"mensch[apair=stuck,barrier=yes] Y:-,-,0,12/G:-,-,-,-/R:-,-,-,-/K:-,-,-,- Y 6 - -", "enter", "a-own", "a-own-first r-barrier-a", "0>6"},
		{"mensch[apair=stuck,barrier=yes,chain=block] Y:-,0,6,6/G:-,-,-,-/R:-,-,-,-/K:-,-,-,- Y 6 - -", "enter", "chain", "vacate-a r-vacate-blocked", "6>12"},
		{"mensch[apair=may,barrier=yes] Y:-,0,0,12/G:-,-,-,-/R:-,-,-,-/K:-,-,-,- Y 6 - -", "enter", "third", "r-barrier-two-max", "0>6"},
		{"mensch[barrier=yes] Y:-,-,38,b/G:-,-,-,-/R:-,-,-,-/K:-,-,-,- Y 3 - -", "38>b", "own-piece", "one-per-square r-barrier-finish", "pass"},

		// Compulsory capture.
		{"mensch[huff=strict,must=yes] Y:-,-,5,12/G:-,-,-,9/R:-,-,-,-/K:-,-,-,- Y 4 - -", "12>16", "must-capture", "must-capture r-huff-auto", "5>9xG"},
		{"mensch[huff=strict,must=yes] Y:-,-,5,12/G:-,-,-,9/R:-,-,-,-/K:-,-,-,- Y 4 - -", "pass", "must-capture", "must-capture r-huff-auto", "5>9xG"},
		{"mensch[must=yes] Y:-,5,12,20/G:-,-,16,9/R:-,-,-,-/K:-,-,-,- Y 4 - -", "20>24", "which-huff", "must-huff r-huff-which", "20>24!5 20>24!12"},
		{"mensch[must=yes] Y:-,-,5,12/G:-,-,-,9/R:-,-,-,-/K:-,-,-,- Y 4 - -", "12>16!12", "huffs-other", "must-huff r-huff-moved r-huff-which", "12>16!5"},
		{"mensch[must=yes] Y:-,-,5,12/G:-,-,-,9/R:-,-,-,-/K:-,-,-,- Y 4 - -", "5>9!5", "huffs-nothing", "must-huff must-choice", "5>9xG"},
		{"mensch[must=yes,nmust=all] Y:-,-,-,d/G:-,-,-,33/R:-,-,-,-/K:-,-,-,30 Y 3 - seats=123n", "pass!30", "huffs-other", "must-huff r-huff-which", "pass!K:30"},
	} {
		m := gametest.MustParse(t, g, c.line)
		_, err := m.Parse(c.text)
		var r *parlour.Refusal
		if !errors.As(err, &r) {
			t.Errorf("%s: %s is not refused: %v", c.line, c.text, err)
			continue
		}
		clauses := strings.ReplaceAll(strings.Join(r.Clauses, " "), "mensch/", "")
		if r.Code != "race.mensch."+c.code || clauses != c.clauses || strings.Join(r.Instead, " ") != c.instead {
			t.Errorf("%s: %s\ngot  %s | %s | %s\nwant race.mensch.%s | %s | %s", c.line, c.text,
				r.Code, clauses, strings.Join(r.Instead, " "), c.code, c.clauses, c.instead)
		}
	}
}

func TestMenschUnreadable(t *testing.T) {
	m := gametest.MustParse(t, MenschGame(), "mensch Y:-,-,-,8/G:-,-,-,10/R:-,-,-,-/K:-,-,-,- Y 2 - -")
	for _, text := range []string{"", "8", "8>", ">10", "8-10", "8>40", "08>10", "->0", "8>10xB", "8>10x", "B:8>10", "8>10!", "8>10!e", "pass ", "enter!B:3", " 8>10", "8>10 ", "8>10xGG", "h1>a"} {
		_, err := m.Parse(text)
		var r *parlour.Refusal
		if !errors.As(err, &r) || r.Code != "unreadable" || len(r.Instead) != 1 {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// Any wish in any position is refused with a sentence that has all its
// arguments, with clauses of the book, and with legal moves instead.
func TestMenschRefusals(t *testing.T) {
	g := MenschGame()
	rng := rand.New(rand.NewPCG(3, 4))
	names := []string{"text", "expected", "count", "colour", "from", "to", "reach", "owner", "marks", "instead", "space", "a", "bound"}
	codes := map[string]int{}
	for range gametest.Times(2500, 40) {
		line := randomMensch(rng)
		m, err := g.Parse(line)
		if err != nil {
			continue
		}
		legal := gametest.Describe(m)
		n := readPlain(line)
		texts := []string{"pass", "enter", "pass!5"}
		for i := range n.colours {
			c := n.colours[i]
			prefix := ""
			if c != n.turn {
				prefix = string(c) + ":"
			}
			texts = append(texts, prefix+"enter")
			for _, q := range n.men[c] {
				for _, d := range []int{n.throw, 1 + rng.IntN(6)} {
					if q >= 0 && q+d < 44 {
						texts = append(texts, prefix+plainPlace(c, q)+">"+plainPlace(c, q+d))
					}
					if q >= d {
						texts = append(texts, prefix+plainPlace(c, q)+"<"+plainPlace(c, q-d), plainPlace(c, q)+"<"+plainPlace(c, q-d)+"!5")
					}
				}
			}
		}
		for _, text := range texts {
			_, err := m.Parse(text)
			if err == nil {
				continue
			}
			r, ok := err.(*parlour.Refusal)
			if !ok || !phrase.English.Has(r.Code) || len(r.Clauses) == 0 || len(r.Instead) == 0 {
				t.Fatalf("%s: %s: %v", line, text, err)
			}
			codes[r.Code]++
			for _, c := range r.Clauses {
				if rulebook.Mensch.Clause(c) == nil && rulebook.Mensch.Ruling(c) == nil {
					t.Fatalf("%s: %s cites %s", line, text, c)
				}
			}
			for _, i := range r.Instead {
				if !slices.Contains(legal, i) {
					t.Fatalf("%s: %s: %s is not legal", line, text, i)
				}
			}
			for _, name := range names {
				if r.Args[name] == "" && strings.Contains(phrase.English.Say(r.Code, parlour.Args{name: "§"}), "§") {
					t.Fatalf("%s: %s is refused by %s without %s", line, text, r.Code, name)
				}
			}
		}
	}
	if len(codes) < 25 {
		t.Errorf("only %d reasons came up: %v", len(codes), codes)
	}
}

// The words for what a move does have all their arguments.
func TestMenschSpoken(t *testing.T) {
	g := MenschGame()
	m := gametest.MustParse(t, g, "mensch[back=yes,must=yes] Y:-,-,5,12/G:-,-,-,9/R:-,-,-,-/K:-,-,-,- Y 3 - -")
	for _, c := range []struct{ text, want string }{
		{"12<9", "Yellow moves back from 12 to 9; Yellow captures Green's piece on 9"},
		{"5>8", "Yellow moves from 5 to 8; Yellow did not capture, so the piece on 12 goes back"},
		{"12>15", "Yellow moves from 12 to 15; Yellow did not capture, so the piece on 15 goes back"},
	} {
		mv, err := m.Parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		var words []string
		for _, e := range m.Effects(mv) {
			info := m.Info()
			words = append(words, said(rulebook.Mensch, e, info.Seats[info.SeatOf(e.Colour)].Name))
		}
		if got := strings.Join(words, "; "); got != c.want {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
	}
}

func FuzzMenschMove(f *testing.F) {
	g := MenschGame()
	const line = "mensch[back=yes,must=yes,neutral=free,nmust=all] Y:-,-,5,12/G:-,-,9,33/R:-,-,-,16/K:-,-,-,30 Y 3 - seats=123n"
	for _, s := range []string{"pass", "enter", "5>8", "12<9xG", "K:30>33xG", "5>8!12", "5>8!K:30", "12>15!12"} {
		f.Add(line, s)
	}
	f.Fuzz(func(t *testing.T, line, text string) { readMove(t, g, line, text) })
}

func FuzzMenschLine(f *testing.F) {
	g := MenschGame()
	for _, s := range gametest.ReadScenarios(f, "testdata/mensch.json")[:40] {
		f.Add(s.Position)
	}
	f.Fuzz(func(t *testing.T, line string) { readStrictly(t, g, line) })
}
