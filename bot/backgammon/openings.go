//go:build !js

package backgammon

import (
	"context"
	_ "embed" // for the book
	"fmt"
	"math"
	"regexp"

	"parlour"
	"parlour/games/backgammon"
	"parlour/learn/opening"
)

//go:embed openings.txt
var openingLines []byte

// OpeningBook returns the book of openings, which parlour book build makes. A
// program inside a browser does not carry it: the server shows it.
var OpeningBook = OpeningMaker.Reader(openingLines)

// counters are the parts of a position line that make no difference to the book:
// options and the limit of the cube.
var counters = regexp.MustCompile(`\[[^]]*\]|:\d+$`)

// How carefully the first throws of backgammon and the replies are judged.
var (
	firstThrows = Rollout{Trials: 1296, Plies: 8, Seed: 1928}
	secondThrow = Rollout{Trials: 324, Plies: 8, Seed: 1928}
)

// usualNear is how far behind the best a play may be, in points, to count as
// usual.
const usualNear = 0.015

// OpeningMaker makes the book of the plays of the first and the second throw.
var OpeningMaker = &opening.Maker{
	Book: func() *opening.Book {
		return &opening.Book{
			Game: backgammon.Game(), Title: "Opening throws and replies", Unit: Equity, Unsaid: "roll",
			About: "The plays of the fifteen first throws, and those of the twenty-one answers to each usual play.",
			Fold:  func(line string) string { return counters.ReplaceAllString(line, "") },
		}
	},
	Steps:  2,
	Roots:  firstThrowLines,
	Method: fmt.Sprintf("Each play is played on %d times (replies %d times) for %d throws without doubling and then judged by our nets, and the chances are valued with the cube; the first two throws of the trials are spread evenly over all 36.", firstThrows.Trials, secondThrow.Trials, firstThrows.Plies),
	Judge: func() opening.Judge {
		var r *Roller
		return func(ctx context.Context, m parlour.Match, level int) ([]opening.Reply, error) {
			rules, p, _ := parlour.Typed[backgammon.Position](m)
			if r == nil {
				r = NewRoller(rules.(*backgammon.Rules))
			}
			how, near, most := firstThrows, 0.12, 4
			if level > 0 {
				how, near, most = secondThrow, 0.08, 3
			}
			list, err := r.Plays(ctx, &p, how, near, most)
			var out []opening.Reply
			for _, e := range list {
				out = append(out, opening.Reply{Move: m.Text(e.Move), Value: round(e.Equity, 3), Err: round(e.Err, 3), Parts: roundedParts(p.Turn, e.Chances)})
			}
			return out, err
		}
	},
	Next: func(l *opening.Line, level int) (next [][]string) {
		if level > 0 {
			return nil
		}
		for i, r := range l.Replies {
			if i > 1 || r.Value < l.Replies[0].Value-usualNear {
				break
			}
			for high := 1; high <= 6; high++ {
				for low := 1; low <= high; low++ {
					next = append(next, append(l.Path[:1:1], r.Move, fmt.Sprint(10*high+low)))
				}
			}
		}
		return next
	},
}

// firstThrowLines returns the throws that can begin a game, in which nobody has
// doubles.
func firstThrowLines() (lines []opening.Line) {
	for high := 2; high <= 6; high++ {
		for low := 1; low < high; low++ {
			throw := fmt.Sprint(10*high + low)
			lines = append(lines, opening.Line{Key: throw, Path: []string{throw}})
		}
	}
	return lines
}

// roundedParts returns what an equity of a side is made of, to a tenth of a per cent.
func roundedParts(side parlour.Seat, c Chances) [][]float64 {
	m := made{side, c}
	list := m.parts()
	for _, part := range list {
		for s := range part {
			part[s] = round(part[s], 3)
		}
	}
	return list
}

// round rounds to that many digits behind the point.
func round(v float64, digits int) float64 {
	unit := math.Pow10(digits)
	return math.Round(v*unit) / unit
}
