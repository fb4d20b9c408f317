// Package puzzle holds positions with one clearly best move, for people to find.
//
//	set, err := puzzle.Of("checkers")
//	for _, p := range set.Puzzles {
//		fmt.Println(p.Position, p.Best[0], p.Gap())
//	}
//
// The puzzles are data, one compressed text file for each game; see [Set] for
// the format. A game supplies its own as a [Collection]. Package puzzle/mine finds
// them. [Check] compares a puzzle with its game.
package puzzle

import (
	"errors"
	"fmt"
	"slices"

	"parlour"
)

// The units of values.
const (
	Share  = "share"  // the part of the result that the player can expect: 1000 is all of it
	Points = "points" // points of the stake: 1000 is one
)

// A Puzzle is a position with one clearly best move. All values are in
// thousandths of the unit of its set, for the player to move.
type Puzzle struct {
	Position string   // the position line; it names the options
	Best     []string // the best move, and those that lead to the same position
	Value    int      // after the best move
	Half     int      // half of the 99 % interval of the gap; 0 without rollouts
	Proved   bool     // the result of the best move is proved to the end
	Others   []Choice // the best of the other moves, best first; those left out are worse still
	Found    int      // how often weaker players find the best move, in percent
	Themes   []string // codes, of those of its Collection
	Line     []Choice // how the game may go on: throws and moves, beginning with the best move
	Instead  []Choice // the same after the best of the other moves
}

// A Choice is a move with the value of the position after it.
type Choice struct {
	Move  string `json:"move"`
	Value int    `json:"value"`
}

// Gap returns how much better the best move is than every other.
func (p *Puzzle) Gap() int { return p.Value - p.Others[0].Value }

// The hardest puzzles have this difficulty, the easiest have 1.
const Hardest = 5

// Difficulty returns how hard the puzzle is: 1 if four of five weaker players
// find the best move, 5 if not even one of five does.
func (p *Puzzle) Difficulty() int {
	return min(Hardest, 1+max(0, 99-p.Found)/20)
}

// Check compares a puzzle with its game and returns every fault: the position
// is valid, all moves are legal, the best is clearly best, and the themes are
// those of the game.
func Check(p *Puzzle, g parlour.Game) error {
	var faults []error
	fault := func(format string, args ...any) { faults = append(faults, fmt.Errorf(format, args...)) }
	m, err := g.Parse(p.Position)
	if err != nil {
		return err
	}
	if m.String() != p.Position {
		fault("the position is written %q, want %q", p.Position, m)
	}
	if need := m.Turn().Needs(); need != parlour.NeedMove {
		return fmt.Errorf("the position needs a %s, not a move", need)
	}
	if len(p.Best) == 0 || len(p.Others) == 0 {
		return errors.New("there is no best move, or no other")
	}
	seen := map[string]bool{}
	legal := func(text string) {
		mv, err := m.Parse(text)
		switch {
		case err != nil:
			fault("%s: %v", text, err)
		case m.Text(mv) != text:
			fault("%s is written %s", text, m.Text(mv))
		case seen[text]:
			fault("%s is there twice", text)
		}
		seen[text] = true
	}
	last := p.Value
	for _, text := range p.Best {
		legal(text)
	}
	for _, o := range p.Others {
		legal(o.Move)
		if o.Value > last {
			fault("%s is worth more than the move before it", o.Move)
		}
		last = o.Value
	}
	if p.Gap() <= p.Half {
		fault("the gap is %d ± %d", p.Gap(), p.Half)
	}
	if p.Found < 0 || p.Found > 100 {
		fault("%d %% find it", p.Found)
	}
	var themes []string
	if c := CollectionOf(g.Info().ID); c != nil {
		themes = c.Themes
	}
	for _, t := range p.Themes {
		if !slices.Contains(themes, t) {
			fault("%q is no theme", t)
		}
	}
	for first, line := range map[string][]Choice{p.Best[0]: p.Line, p.Others[0].Move: p.Instead} {
		if len(line) == 0 || line[0].Move != first {
			fault("no line begins with %s", first)
		}
		if err := follow(m, line); err != nil {
			fault("%s", err)
		}
	}
	return errors.Join(faults...)
}

// follow plays a line.
func follow(m parlour.Match, line []Choice) error {
	for _, c := range line {
		mv, err := m.Parse(c.Move)
		if err != nil {
			return fmt.Errorf("%s in %s: %w", c.Move, m, err)
		}
		m = m.Next(mv)
	}
	return nil
}

// Alike returns how many pieces stand differently in two positions of the same
// game with the same player to move, and a large number for others.
func Alike(a, b parlour.Match) int {
	if a.Turn().Seat != b.Turn().Seat {
		return 1 << 10
	}
	count := map[parlour.Piece]int{}
	for _, p := range a.Pieces() {
		count[p]++
	}
	for _, p := range b.Pieces() {
		count[p]--
	}
	n := 0
	for _, c := range count {
		n += max(c, -c)
	}
	return n
}
