package encode_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"parlour"
	"parlour/cabinet"
	"parlour/engine/encode"
)

// setups returns the game as the book has it, and each choice of its set-up by itself.
func setups(e *cabinet.Entry) []parlour.Setup {
	list := []parlour.Setup{{}}
	for _, n := range e.Info.Players {
		list = append(list, parlour.Setup{Players: n})
	}
	for _, mode := range e.Info.Modes {
		list = append(list, parlour.Setup{Mode: mode})
	}
	for _, preset := range e.Info.Presets {
		list = append(list, parlour.Setup{Preset: preset})
	}
	for _, o := range e.Book.Options {
		for _, v := range o.Values {
			list = append(list, parlour.Setup{Options: map[string]string{o.Key: v.Name}})
		}
	}
	return slices.DeleteFunc(list, func(s parlour.Setup) bool { _, err := e.Game.New(s); return err != nil })
}

// seen is what lies behind an observation.
type seen struct{ position, follows string }

// follows tells what may follow in a turn.
func follows(t *encode.Turn, c *encode.Code) string {
	var names []string
	for _, a := range t.Legal() {
		names = append(names, c.Actions[a])
	}
	return strings.Join(names, " ")
}

// Random games by actions alone, under every choice of every option: the actions
// lead to exactly the legal moves, the moves they make are those of the rules, and
// no two positions look the same.
func TestGames(t *testing.T) {
	for _, e := range cabinet.Games() {
		t.Run(e.Info.ID, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(1928, 1))
			total := 0
			for _, setup := range setups(e) {
				total += games(t, e, setup, rng)
			}
			if total < 1000 {
				t.Errorf("only %d positions", total)
			}
		})
	}
}

// games plays some games of a set-up and returns the number of positions.
func games(t *testing.T, e *cabinet.Entry, setup parlour.Setup, rng *rand.Rand) (positions int) {
	m, err := e.Game.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	c := encode.New(m, e.Board(m))
	looks := map[string]seen{}
	for positions < 150 {
		m := parlour.StartOf(m)
		for n := 0; n < 100 && !m.Turn().Over(); n++ {
			if d := m.Turn().Dice; d != 0 {
				look(t, c, begin(t, c, m), looks)
				m = m.Next(d.Nth(rng.IntN(d.Weight())))
				continue
			}
			positions++
			if positions%10 == 0 {
				reach(t, c, m)
			}
			m = turn(t, c, m, rng, looks)
		}
	}
	return positions
}

func begin(t *testing.T, c *encode.Code, m parlour.Match) *encode.Turn {
	t.Helper()
	turn, err := c.Begin(m)
	if err != nil {
		t.Fatal(err)
	}
	return turn
}

// turn plays a random turn and returns the match after it, which text reaches, too.
func turn(t *testing.T, c *encode.Code, m parlour.Match, rng *rand.Rand, looks map[string]seen) parlour.Match {
	t.Helper()
	for now := begin(t, c, m); ; {
		look(t, c, now, looks)
		legal := now.Legal()
		if len(legal) == 0 {
			t.Fatalf("%s: no action is legal", m)
		}
		for range 3 {
			if a := rng.IntN(len(c.Actions)); !slices.Contains(legal, a) {
				if _, err := now.Act(a); err == nil {
					t.Fatalf("%s: the action %s is made, but not legal", m, c.Actions[a])
				}
			}
		}
		done, err := now.Act(legal[rng.IntN(len(legal))])
		if err != nil {
			t.Fatalf("%s: %v", m, err)
		}
		if !done {
			continue
		}
		mv, err := m.Parse(now.Move)
		if err != nil {
			t.Fatalf("%s: %s: %v", m, now.Move, err)
		}
		if want := m.Next(mv); want.String() != now.Match.String() {
			t.Fatalf("%s: %s leads to %s by text, to %s by actions", m, now.Move, want, now.Match)
		}
		return now.Match
	}
}

// look checks that no other position looks the same from any seat.
func look(t *testing.T, c *encode.Code, now *encode.Turn, looks map[string]seen) {
	t.Helper()
	is := seen{now.Match.String(), follows(now, c)}
	for s := range now.Match.Info().Seats {
		o := string(c.AppendObservation(nil, now, parlour.Seat(s)))
		if len(o) != c.Size {
			t.Fatalf("an observation of %d numbers, want %d", len(o), c.Size)
		}
		if was, ok := looks[o]; ok && was != is {
			t.Fatalf("two turns look the same:\n%v\n%v", was, is)
		}
		looks[o] = is
	}
}

// reach checks that the actions lead to exactly the legal moves.
func reach(t *testing.T, c *encode.Code, m parlour.Match) {
	t.Helper()
	found, visits := map[string]bool{}, 0
	var walk func(path []int)
	walk = func(path []int) {
		now := begin(t, c, m)
		for _, a := range path {
			if done, err := now.Act(a); err != nil {
				t.Fatalf("%s: %v", m, err)
			} else if done {
				found[now.Move] = true
				return
			}
		}
		visits++
		for _, a := range now.Legal() {
			if visits < 2000 {
				walk(append(path[:len(path):len(path)], a))
			}
		}
	}
	walk(nil)
	legal := map[string]bool{}
	for _, mv := range m.Moves() {
		legal[m.Text(mv)] = true
	}
	for text := range found {
		if !legal[text] {
			t.Errorf("%s: the actions make %s, which is not listed", m, text)
		}
	}
	if visits < 2000 && len(found) != len(legal) {
		t.Errorf("%s: the actions reach %d of %d moves", m, len(found), len(legal))
	}
}

// The names of actions differ, and the parts add up.
func TestNames(t *testing.T) {
	for _, e := range cabinet.Games() {
		for _, setup := range setups(e) {
			m, err := e.Game.New(setup)
			if err != nil {
				t.Fatal(err)
			}
			c := encode.New(m, e.Board(m))
			names := slices.Clone(c.Actions)
			slices.Sort(names)
			if len(slices.Compact(names)) != len(c.Actions) {
				t.Errorf("%s: two actions have the same name", m)
			}
			size := 0
			for _, p := range c.Parts {
				n := 1
				for _, k := range p.Shape {
					n *= k
				}
				if p.Of != nil && len(p.Of) != p.Shape[0] {
					t.Errorf("%s: the part %s has %d names for %d", m, p.Name, len(p.Of), p.Shape[0])
				}
				size += n
			}
			if size != c.Size {
				t.Errorf("%s: the parts have %d numbers of %d", m, size, c.Size)
			}
		}
	}
}

// The table of sizes in the document is true.
func TestSizes(t *testing.T) {
	doc, err := os.ReadFile("../../docs/ENCODING.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range cabinet.Games() {
		m, err := e.Game.New(parlour.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		c := encode.New(m, e.Board(m))
		if row := fmt.Sprintf("| `%s` | %d | %d |\n", e.Info.ID, len(c.Actions), c.Size); !strings.Contains(string(doc), row) {
			t.Errorf("docs/ENCODING.md lacks the row %s", row)
		}
	}
}

func Example() {
	e := cabinet.ByID("kleefeld")
	m, err := e.Game.Parse("kleefeld G:-,-,4,5/Y:-,-,-,- G 3 - -")
	if err != nil {
		fmt.Println(err)
		return
	}
	code := encode.New(m, e.Board(m))
	turn, err := code.Begin(m)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, action := range turn.Legal() {
		fmt.Print(code.Actions[action], " ")
	}
	_, err = turn.Act(turn.Legal()[1])
	fmt.Println(turn.Move, turn.Match, err)
	// Output: 4 5 5>8 kleefeld G:-,-,4,8/Y:-,-,-,- Y - - - <nil>
}
