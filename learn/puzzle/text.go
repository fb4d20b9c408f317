package puzzle

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"parlour/internal/files"
	"parlour/learn/theory"
)

// ReadFile reads a set from a file, compressed or not.
func ReadFile(name string) (*Set, error) {
	data, err := os.ReadFile(name)
	switch {
	case err != nil:
		return nil, err
	case bytes.HasPrefix(data, []byte{0x1f, 0x8b}): // compressed
		return Unpack(data)
	}
	return Read(bytes.NewReader(data))
}

// WriteFile writes the set to a file in one step. A name that ends in .bin makes a
// compressed file.
func (s *Set) WriteFile(name string) error {
	data := s.Append(nil)
	if filepath.Ext(name) == ".bin" {
		data = s.Pack()
	}
	return files.WriteFile(name, data, 0o644)
}

// writes returns the unit in which people read the values of the set.
func (s *Set) writes() *theory.Unit {
	if c := CollectionOf(s.Game); c != nil && c.Writes != nil {
		return c.Writes
	}
	return theory.Chances
}

// Worth writes a value as the players of the game do: "61.4 %", "+0.159 points",
// "+1.3 men". Where they do not count in chances, all of the result is a win.
func (s *Set) Worth(v int) string {
	u, part := s.writes(), float64(v)/1000
	switch {
	case s.Unit == Points:
		return u.Named(u.Change(part))
	case u.Of != nil && v >= 1000:
		return theory.Verdict{Result: theory.Wins}.String()
	case u.Of != nil && v <= 0:
		return theory.Verdict{Result: theory.Loses}.String()
	}
	return u.Named(u.Text(part))
}

// Cost writes how much more one value is than another: "3.1 %", "0.4 men", "the win".
func (s *Set) Cost(better, worse int) string {
	u, b, w := s.writes(), float64(better)/1000, float64(worse)/1000
	switch {
	case s.Unit == Points:
		return u.Named(u.Amount(b - w))
	case u.Of != nil && better >= 1000:
		return "the win"
	}
	return u.Named(u.Amount(u.Less(b, w)))
}

// A Listed is a puzzle in a list for programs. Values are in thousandths of the unit.
type Listed struct {
	Game       string   `json:"game"`
	Number     int      `json:"number"` // from 1
	Difficulty int      `json:"difficulty"`
	Found      int      `json:"found"` // how often weaker players find the best move, in percent
	Best       []string `json:"best"`
	Unit       string   `json:"unit"`
	Value      int      `json:"value"` // after the best move
	Gap        int      `json:"gap"`   // to every other move
	Low        int      `json:"low"`   // 99 % interval of the gap; the gap itself without rollouts
	High       int      `json:"high"`
	Proved     bool     `json:"proved"`
	Themes     []string `json:"themes"`
	Position   string   `json:"position"`
}

// List returns the puzzles of sets.
func List(sets []*Set) (list []Listed) {
	for _, s := range sets {
		for i := range s.Puzzles {
			list = append(list, s.Listed(i))
		}
	}
	return list
}

// Listed returns a puzzle of the set, from 0.
func (s *Set) Listed(n int) Listed {
	p := &s.Puzzles[n]
	return Listed{Game: s.Game, Number: n + 1, Difficulty: p.Difficulty(), Found: p.Found, Best: p.Best, Unit: s.Unit, Value: p.Value, Gap: p.Gap(),
		Low: p.Gap() - p.Half, High: p.Gap() + p.Half, Proved: p.Proved, Themes: p.Themes, Position: p.Position}
}

// A Solution is a puzzle with all that is known about it.
type Solution struct {
	Listed
	Others  []Choice `json:"others"`
	Line    []Choice `json:"line"`    // how the game may go on, beginning with the best move
	Instead []Choice `json:"instead"` // the same after the best of the other moves
}

// Solution returns a puzzle of the set, from 0, with all that is known about it.
func (s *Set) Solution(n int) Solution {
	p := &s.Puzzles[n]
	return Solution{s.Listed(n), p.Others, p.Line, p.Instead}
}

// WriteList writes the puzzles of sets, a line each.
func WriteList(w io.Writer, sets []*Set) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "puzzle\tdifficulty\tbest\tgap\tthemes\tposition")
	for _, s := range sets {
		for i := range s.Puzzles {
			p := &s.Puzzles[i]
			fmt.Fprintf(t, "%s %d\t%d\t%s\t%s\t%s\t%s\n", s.Game, i+1, p.Difficulty(), p.Best[0], s.Cost(p.Value, p.Others[0].Value), strings.Join(p.Themes, " "), p.Position)
		}
	}
	return t.Flush()
}

// A Count is how many puzzles a set has.
type Count struct {
	Game         string `json:"game"`
	Puzzles      int    `json:"puzzles"`
	Difficulties []int  `json:"difficulties"` // how many of each, from 1
	Bytes        int    `json:"bytes"`        // of all, compressed
}

// Counts counts the puzzles of sets.
func Counts(sets []*Set) (list []Count) {
	for _, s := range sets {
		c := Count{s.Game, len(s.Puzzles), make([]int, Hardest), len(s.Pack())}
		for i := range s.Puzzles {
			c.Difficulties[s.Puzzles[i].Difficulty()-1]++
		}
		list = append(list, c)
	}
	return list
}

// WriteCounts writes how many puzzles of each difficulty sets have.
func WriteCounts(w io.Writer, sets []*Set) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "game\tpuzzles\t1\t2\t3\t4\t5\tbytes")
	for _, c := range Counts(sets) {
		fmt.Fprintf(t, "%s\t%d", c.Game, c.Puzzles)
		for _, n := range c.Difficulties {
			fmt.Fprintf(t, "\t%d", n)
		}
		fmt.Fprintf(t, "\t%d\n", c.Bytes)
	}
	return t.Flush()
}

// WriteSolution writes what is known about a puzzle of the set, from 0: the best moves,
// the others, how the game goes on, and how difficult it is.
func (s *Set) WriteSolution(w io.Writer, n int) error {
	p := &s.Puzzles[n]
	fmt.Fprintf(w, "Best: %s, worth %s", strings.Join(p.Best, " or "), s.Worth(p.Value))
	switch {
	case p.Proved:
		fmt.Fprint(w, ", proved")
	case p.Half > 0:
		fmt.Fprintf(w, "; better than every other by %s ± %s", s.Cost(p.Value, p.Others[0].Value), s.Cost(p.Half, 0))
	}
	fmt.Fprintln(w)
	for _, o := range p.Others {
		fmt.Fprintf(w, "  %s, %s\n", o.Move, s.Worth(o.Value))
	}
	fmt.Fprintf(w, "Line: %s\nInstead: %s\n", s.line(p.Line), s.line(p.Instead))
	_, err := fmt.Fprintf(w, "Difficulty %d of %d: weaker players find it %d times in 100. Themes: %s\n", p.Difficulty(), Hardest, p.Found, strings.Join(p.Themes, ", "))
	return err
}

// line writes moves with their values.
func (s *Set) line(list []Choice) string {
	var parts []string
	for _, c := range list {
		parts = append(parts, fmt.Sprintf("%s (%s)", c.Move, s.Worth(c.Value)))
	}
	return strings.Join(parts, ", ")
}
