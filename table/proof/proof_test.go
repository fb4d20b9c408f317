package proof_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"parlour"
	"parlour/cabinet"
	"parlour/inproc"
	"parlour/record"
	"parlour/sqlite"
	"parlour/table"
	"parlour/table/fair"
	"parlour/table/proof"
)

// shelf is the cabinet without bots.
type shelf struct{}

func (shelf) Game(id string) parlour.Game                 { return cabinet.ByID(id).Game }
func (shelf) Levels(string) []string                      { return nil }
func (shelf) Player(string, string) (table.Player, error) { return nil, errors.New("no bots") }
func (shelf) Revision() string                            { return "test" }

// A game is a table of a test at which one person after another acts.
type game struct {
	t      *testing.T
	hall   *table.Hall
	table  *table.Table
	tokens []string // by chair
	n      int
}

// open makes a table with a person on every chair and short chains of dice.
func open(t *testing.T, terms table.Terms, chairs int) *game {
	t.Helper()
	store, err := sqlite.Open(filepath.Join(t.TempDir(), "p.db"))
	if err != nil {
		t.Fatal(err)
	}
	hall, err := table.NewHall(t.Context(), table.Config{Store: store, Bus: &inproc.Bus{}, Shelf: shelf{}, Links: 16})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { hall.Close(); store.Close() })
	g := &game{t: t, hall: hall}
	for range chairs {
		g.tokens = append(g.tokens, table.NewToken())
	}
	g.table, err = hall.Create(t.Context(), g.tokens[0], terms, table.Action{Key: g.key(), Chair: 1, Name: "P1", Nonce: "n1"})
	if err != nil {
		t.Fatal(err)
	}
	for i := 1; i < chairs; i++ {
		g.do(i, table.Action{Kind: table.Sit, Chair: i + 1, Name: fmt.Sprint("P", i+1), Nonce: fmt.Sprint("n", i+1)})
	}
	return g
}

func (g *game) key() string { g.n++; return fmt.Sprintf("key-%08d", g.n) }

// do acts for a chair.
func (g *game) do(chair int, a table.Action) {
	g.t.Helper()
	a.Key, a.Seq = g.key(), 1<<40
	if _, err := g.table.Do(g.t.Context(), g.tokens[chair], a); err != nil {
		g.t.Fatalf("%s of chair %d: %v", a.Kind, chair+1, err)
	}
}

// play plays so many throws and moves, always the first that is legal.
func (g *game) play(n int) {
	g.t.Helper()
	for range n {
		v, err := g.table.View(g.t.Context(), "")
		if err != nil {
			g.t.Fatal(err)
		}
		if v.Status == table.Over {
			return
		}
		chair := slices.IndexFunc(v.Chairs, func(c table.ChairView) bool { return slices.Contains(c.Seats, v.Turn) })
		a := table.Action{Kind: table.Throw}
		if v.Needs == parlour.NeedMove {
			a = table.Action{Kind: table.Move, Move: v.Moves[0]}
		}
		g.do(chair, a)
	}
}

// record returns the record of the table as text.
func (g *game) record() string {
	g.t.Helper()
	events, err := g.table.Since(g.t.Context(), 0)
	if err != nil {
		g.t.Fatal(err)
	}
	e := cabinet.ByID(events[0].Body.Terms.Game)
	rec, err := proof.Record(events, e.Game, e.Style)
	if err != nil {
		g.t.Fatal(err)
	}
	return rec.String()
}

// verify checks a record given as text.
func verify(t *testing.T, text string) (proof.Report, error) {
	t.Helper()
	for r, err := range record.Read(strings.NewReader(text)) {
		if err != nil {
			return proof.Report{}, err
		}
		return proof.Verify(cabinet.Open, r)
	}
	t.Fatal("no record")
	return proof.Report{}, nil
}

// TestChains plays over several chains, with people who come and go.
func TestChains(t *testing.T) {
	g := open(t, table.Terms{Game: "kleefeld", Setup: parlour.Setup{Players: 2}}, 2)
	g.play(21)
	g.do(1, table.Action{Kind: table.Stand, Chair: 2})
	g.tokens[1] = table.NewToken()
	g.do(1, table.Action{Kind: table.Sit, Chair: 2, Name: "Another", Nonce: "fresh"})
	g.play(70)
	report, err := verify(t, g.record())
	if err != nil {
		t.Fatal(err)
	}
	if report.Throws < 40 || report.Chains < 3 || report.Game != "kleefeld" || report.Table != g.table.ID() {
		t.Errorf("report %+v", report)
	}
}

// TestSaid writes what is said at the table.
func TestSaid(t *testing.T) {
	g := open(t, table.Terms{Game: "checkers"}, 2)
	g.play(4)
	g.do(0, table.Action{Kind: table.AskBack})
	g.do(1, table.Action{Kind: table.GiveBack})
	g.do(0, table.Action{Kind: table.Offer, Chair: 1})
	g.do(1, table.Action{Kind: table.Decline, Chair: 2})
	g.play(3)
	g.do(0, table.Action{Kind: table.Offer, Chair: 1})
	g.do(1, table.Action{Kind: table.Accept, Chair: 2})
	text := g.record()
	for _, want := range []string{"! - took back 2\n", "! B draw offered\n", "! W draw declined\n", "! W draw agreed\n", "end draw agreed\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("the record lacks %q:\n%s", want, text)
		}
	}
	report, err := verify(t, text)
	if err != nil || report.Throws != 0 || report.Moves != 5 {
		t.Errorf("%+v %v\n%s", report, err, text)
	}
}

// TestBackWithDice takes back a move whose throw stays.
func TestBackWithDice(t *testing.T) {
	g := open(t, table.Terms{Game: "kleefeld", Setup: parlour.Setup{Players: 2}}, 2)
	g.play(2)
	g.do(0, table.Action{Kind: table.AskBack})
	g.do(1, table.Action{Kind: table.GiveBack})
	g.play(3)
	text := g.record()
	report, err := verify(t, text)
	if err != nil || report.Throws != 2 || !strings.Contains(text, "took back 1") {
		t.Errorf("%+v %v\n%s", report, err, text)
	}
}

// TestGivingUp records a player who leaves while others play on, and one who
// loses by resigning.
func TestGivingUp(t *testing.T) {
	g := open(t, table.Terms{Game: "contact"}, 4)
	g.play(5)
	g.do(2, table.Action{Kind: table.Resign, Chair: 3})
	g.play(5)
	text := g.record()
	if report, err := verify(t, text); err != nil || !strings.Contains(text, "retire\n") {
		t.Errorf("%+v %v\n%s", report, err, text)
	}
	g = open(t, table.Terms{Game: "backgammon"}, 2)
	g.play(12)
	g.do(1, table.Action{Kind: table.Resign, Chair: 2})
	text = g.record()
	if report, err := verify(t, text); err != nil || !strings.Contains(text, "end win X resigned") {
		t.Errorf("%+v %v\n%s", report, err, text)
	}
}

// TestTampered changes every kind of line of a proof; each is found.
func TestTampered(t *testing.T) {
	g := open(t, table.Terms{Game: "auto-race", Setup: parlour.Setup{Players: 2}}, 2)
	g.play(60)
	text := g.record()
	if _, err := verify(t, text); err != nil {
		t.Fatal(err)
	}
	flip := func(s string) string { // another hex digit
		if s[len(s)-1] == '0' {
			return s[:len(s)-1] + "1"
		}
		return s[:len(s)-1] + "0"
	}
	edit := func(pattern string, f func(string) string) string {
		re := regexp.MustCompile(pattern)
		at := re.FindStringIndex(text)
		if at == nil {
			t.Fatalf("%s is not in\n%s", pattern, text)
		}
		return text[:at[0]] + f(text[at[0]:at[1]]) + text[at[1]:]
	}
	for name, c := range map[string]struct{ text, says string }{
		"another table":      {edit(`@ Table: [a-z2-7]+`, func(s string) string { return "@ Table: aaaaaaaaaaaaaaaa" }), "the nonces make"},
		"another commitment": {edit(`# dice chain 1 16 [0-9a-f]{64}`, flip), "does not belong to the chain"},
		"another link":       {edit(`# dice link 3 [0-9a-f]{64}`, flip), "does not belong to the chain"},
		"another nonce":      {edit(`# dice nonce 1 n1`, func(s string) string { return s + "x" }), "the nonces make"},
		"no link":            {edit(`# dice link 2 [0-9a-f]{64}\n`, func(string) string { return "" }), "has no link"},
		"a link of later":    {edit(`# dice link 2 `, func(string) string { return "# dice link 5 " }), "expected link 2"},
		"a short link":       {edit(`# dice link 2 [0-9a-f]{64}`, func(s string) string { return s[:40] }), "a link is written"},
		"no commitment":      {edit(`# dice chain 1 .*\n`, func(string) string { return "" }), "before the commitment"},
		"a chain too early":  {edit(`# dice chain 17 16`, func(string) string { return "# dice chain 9 16" }), "expected 17"},
		"a late nonce":       {edit(`# dice link 2 [0-9a-f]{64}\n`, func(s string) string { return s + "# dice nonce 1 chosen\n" }), "between a link and its throw"},
		"another line":       {edit(`# dice link 2 `, func(string) string { return "# dice luck 2 " }), "no line of a proof"},
		"another method":     {edit(`parlour-dice-1`, func(string) string { return "trust-me" }), "no proof"},
		"a chair too far":    {edit(`# dice nonce 2 `, func(string) string { return "# dice nonce 9 " }), "no chair"},
	} {
		_, err := verify(t, c.text)
		var f *proof.Fault
		if !errors.As(err, &f) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", name, err, c.says)
		}
	}
	// Another throw is found by its proof or, where its move is no longer
	// legal, by the rules.
	line := regexp.MustCompile(`(?m)^[GB] ([1-6]) (.*)$`)
	for _, at := range line.FindAllStringSubmatchIndex(text, -1) {
		other := (text[at[2]]-'0')%6 + '1'
		if _, err := verify(t, text[:at[2]]+string(rune(other))+text[at[3]:]); err == nil {
			t.Fatalf("%q may be another throw", text[at[0]:at[1]])
		}
	}
}

func TestNoTable(t *testing.T) {
	if _, err := proof.Record(nil, cabinet.ByID("checkers").Game, record.Separate); err == nil {
		t.Error("no events make a record")
	}
}

// FuzzVerify reads anything as a record: no panic.
func FuzzVerify(f *testing.F) {
	f.Add("@ Game: checkers\n@ Table: t\n@ Dice: parlour-dice-1\n= checkers B:W21:B1 q=0\n# dice chain 1 2 00\n")
	f.Add("@ Dice: parlour-dice-1\n= auto-race G:0/Y:0/B:0/R:0 G - - off=G?,Y?,B?,R?\n# dice chain 1 4 " + strings.Repeat("0", 64) + "\n# dice nonce 1 a\n# dice link 1 " + strings.Repeat("a", 64) + "\nG 5 off\n")
	f.Fuzz(func(t *testing.T, text string) {
		for r, err := range record.Read(strings.NewReader(text)) {
			if err != nil {
				return
			}
			report, err := proof.Verify(cabinet.Open, r)
			if err == nil && report.Throws > 0 && report.Chains == 0 {
				t.Fatal("throws were accepted without a chain")
			}
		}
	})
}

func ExampleVerify() {
	chain := fair.NewChain([32]byte{1}, 4)
	first, link := chain.Commitment(), chain.Link(1)
	throw := parlour.OneDie.Nth(fair.OldNumber(link, "atable", 1, []string{"ann", "bob"}, 6))
	m, _ := cabinet.ByID("kleefeld").Game.New(parlour.Setup{Players: 2})
	rec := record.Begin(m, record.Tag{Name: "Game", Value: "kleefeld"}, record.Tag{Name: proof.TagTable, Value: "atable"}, record.Tag{Name: proof.TagDice, Value: proof.Method})
	for _, words := range []string{fmt.Sprintf("dice chain 1 4 %x", first), "dice nonce 1 ann", "dice nonce 2 bob", fmt.Sprintf("dice link 1 %x", link)} {
		rec.Entries = append(rec.Entries, record.Entry{Kind: record.Comment, Text: words})
	}
	rec.Add(m, throw, record.Joined)
	report, err := proof.Verify(cabinet.Open, rec)
	fmt.Println(report.Throws, err)
	// Output: 1 <nil>
}
