package proof_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"parlour"
	"parlour/cabinet"
	"parlour/hall"
	"parlour/hall/sqlite"
	"parlour/internal/forge"
	"parlour/record"
	"parlour/table"
	"parlour/table/proof"
)

// shelf is the cabinet without bots.
type shelf struct{}

func (shelf) Game(id string) parlour.Game                { return cabinet.ByID(id).Game }
func (shelf) Levels(string) []string                     { return nil }
func (shelf) Player(string, string) (hall.Player, error) { return nil, errors.New("no bots") }
func (shelf) Revision() string                           { return "test" }

// A game is a table at which people act in turn.
type game struct {
	t      *testing.T
	hall   *hall.Hall
	table  *hall.Table
	tokens []string // by chair
	n      int
}

// open creates a table with a person on every chair.
func open(t *testing.T, terms table.Terms, chairs int) *game {
	t.Helper()
	store, err := sqlite.Open(filepath.Join(t.TempDir(), "p.db"))
	if err != nil {
		t.Fatal(err)
	}
	h, err := hall.New(t.Context(), hall.Config{Store: store, Bus: &hall.Local{}, Shelf: shelf{}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close(); store.Close() })
	g := &game{t: t, hall: h}
	for range chairs {
		g.tokens = append(g.tokens, hall.NewToken())
	}
	g.table, err = h.Create(t.Context(), g.tokens[0], terms, table.Action{Key: g.key(), Chair: 1, Name: "P1", Nonce: "n1"})
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

// play plays n throws and moves, always the first legal one.
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

// TestSaid records offers, answers and moves taken back.
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
	if r := verify(t, text, nil); r.Fault != nil || len(r.Throws) != 0 || r.Moves != 5 {
		t.Errorf("%s\n%s", r, text)
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
	if r := verify(t, text, nil); r.Fault != nil || !strings.Contains(text, "retire\n") {
		t.Errorf("%s\n%s", r, text)
	}
	l := forge.New("resigned", "backgammon", parlour.Setup{})
	l.Sit(1, 1)
	l.Sit(2, 2)
	l.TakePart(1, 2)
	l.Begin(table.WhyBegin, 1, 2)
	l.Play(12)
	l.Resign(2)
	text = forge.Record(l.Events)
	if r := verify(t, text, nil); r.Fault != nil || !strings.Contains(text, "end win X resigned") {
		t.Errorf("%s\n%s", r, text)
	}
	c := forge.Case{Table: l.ID, Events: l.Events}
	if r := check(t, &c); r.Fault != nil {
		t.Error(r)
	}
}

// FuzzVerify reads arbitrary text as a record and must not panic.
func FuzzVerify(f *testing.F) {
	f.Add("@ Game: checkers\n@ Table: t\n@ Dice: parlour-dice-1\n= checkers B:W21:B1 q=0\n# dice chain 1 2 00\n")
	f.Add(forge.Record(forge.Honest()[0].Events))
	f.Add("@ Dice: parlour-dice-1\n= auto-race G:0/Y:0/B:0/R:0 G - - off=G?,Y?,B?,R?\n# dice chain 1 4 " + strings.Repeat("0", 64) + "\n# dice nonce 1 a\n# dice link 1 " + strings.Repeat("a", 64) + "\nG 5 off\n")
	f.Fuzz(func(t *testing.T, text string) {
		for r, err := range record.Read(strings.NewReader(text)) {
			if err != nil {
				return
			}
			report, err := proof.Verify(cabinet.Open, r, nil)
			if err == nil && len(report.Throws) > 0 && report.Counts.Old == 0 && len(report.Counts.Rounds) == 0 {
				t.Fatal("throws were accepted without a chain")
			}
		}
	})
}

// FuzzChecker reads arbitrary text as events: it must not panic, and must not
// guarantee a throw without a round.
func FuzzChecker(f *testing.F) {
	for _, c := range slices.Concat(forge.Honest()[:4], forge.Attacks()[:3]) {
		f.Add(string(bytes.Join(rawBytes(forge.JSON(c.Events)), []byte("\n"))))
	}
	first := string(forge.JSON(forge.Honest()[0].Events)[0])
	for _, e := range []string{
		`{"seq":2,"kind":"sit","by":1,"body":{"chair":99,"person":1}}`, `{"seq":2,"kind":"round","body":{}}`, `{"seq":2,"kind":"pledge","body":{}}`,
		`{"seq":2,"kind":"reveal","body":{}}`, `{"seq":2,"kind":"throw","body":{}}`, `{"seq":2,"kind":"give-back","body":{"plies":-3}}`,
		`{"seq":2,"kind":"accept","body":{"seat":"?"}}`, `{"seq":2,"kind":"offer","body":{"seat":""}}`, `{"seq":2,"kind":"resign","body":{"seat":"z"}}`,
		`{"seq":2,"kind":"decline","body":{}}`, `{"seq":2,"kind":"rule","body":{"text":"end","chair":-1}}`, `{"seq":2,"kind":"commit","body":{}}`, `{"seq":2,"kind":"stand-in","body":{}}`,
	} {
		f.Add(first + "\n" + e)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c := proof.NewChecker("t", cabinet.Open)
		for line := range strings.Lines(text) {
			_ = c.AddJSON([]byte(line)) // errors must not affect what follows
		}
		r := c.Report()
		for _, throw := range r.Throws {
			if len(throw.Members) > 0 && throw.Round == 0 {
				t.Fatalf("%+v", throw)
			}
		}
		_ = r.String()
	})
}

func rawBytes(list []json.RawMessage) (out [][]byte) {
	for _, e := range list {
		out = append(out, e)
	}
	return out
}

func ExampleVerify() {
	l := forge.New("atable", "kleefeld", parlour.Setup{Players: 2}, "", "greedy")
	l.Sit(1, 1)
	l.TakePart(1)
	l.Begin(table.WhyBegin, 1)
	l.Play(8)
	game := cabinet.ByID("kleefeld").Game
	rec, err := proof.Record(l.Events, game, record.Joined)
	if err != nil {
		fmt.Println(err)
		return
	}
	report, err := proof.Verify(game.Parse, rec, nil)
	fmt.Println(len(report.Throws), report.Throws[0].Members, err)
	// Output: 4 [1] <nil>
}
