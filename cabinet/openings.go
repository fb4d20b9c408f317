//go:build !js

package cabinet

import (
	"bytes"
	"context"
	_ "embed" // for the books
	"fmt"
	"math"
	"regexp"
	"sync"

	"parlour"
	backgammonbot "parlour/bot/backgammon"
	checkersbot "parlour/bot/checkers"
	"parlour/games/backgammon"
	"parlour/games/checkers"
	"parlour/learn/opening"
)

// The books of openings are made by parlour book build. A program inside a
// browser does not carry them: the server shows them.

//go:embed openings/checkers.txt
var checkersLines []byte

//go:embed openings/backgammon.txt
var backgammonLines []byte

var (
	checkersOpenings   = openingsOf(checkersOpener, checkersLines)
	backgammonOpenings = openingsOf(backgammonOpener, backgammonLines)
)

// openingsOf reads a book when it is first asked for.
func openingsOf(k *opening.Maker, text []byte) func() *opening.Book {
	return sync.OnceValue(func() *opening.Book {
		made, lines, err := opening.Read(bytes.NewReader(text))
		if err != nil {
			panic(fmt.Sprintf("cabinet: a book of openings: %v", err)) // it is part of the program
		}
		return k.Fill(made, lines)
	})
}

// counters are the parts of a position line that make no difference to a book:
// options, the quiet count of checkers and the limit of the cube.
var counters = regexp.MustCompile(`\[[^]]*\]| q=\d+$|:\d+$`)

// How carefully the ballots of checkers are judged.
const (
	ballotGlance = 10_000
	ballotNodes  = 2_000_000
	answerGlance = 10_000
	answerNodes  = 1_000_000
	ballotBest   = 3
)

// checkersOpener judges the three-move ballots.
var checkersOpener = &opening.Maker{
	Book: func() *opening.Book {
		return &opening.Book{
			Game: checkers.Game(), Title: "The three-move ballots", Unit: "men", Digits: 2,
			About: "Tournaments draw the first three moves from a deck of 156 ballots. For each you find the best replies of White and what Black answers.",
			Fold:  func(line string) string { return counters.ReplaceAllString(line, "") },
		}
	},
	Steps:  1,
	Roots:  ballotLines,
	Method: fmt.Sprintf("Our expert looks at every reply and then searches %d million positions for each of the best %d; %d million for the answers to these.", ballotNodes/1_000_000, ballotBest, answerNodes/1_000_000),
	Judge: func() opening.Judge {
		var o *checkersbot.Opener
		return func(ctx context.Context, m parlour.Match, level int) ([]opening.Reply, error) {
			rules, p := mustTyped[checkers.Position](m)
			if o == nil {
				o = checkersbot.NewOpener(rules.(*checkers.Rules))
			}
			o.Glance, o.Nodes, o.Best = ballotGlance, ballotNodes, ballotBest
			if level > 0 {
				o.Glance, o.Nodes = answerGlance, answerNodes
			}
			list, err := o.Replies(ctx, &p)
			var out []opening.Reply
			for _, r := range list {
				out = append(out, opening.Reply{Move: m.Text(r.Move), Value: float64(r.Value) / 100, Depth: r.Depth})
			}
			return out, err
		}
	},
	Next: func(l *opening.Line, level int) (next [][]string) {
		if level > 0 {
			return nil
		}
		for _, r := range l.Replies {
			next = append(next, append(l.Path[:len(l.Path):len(l.Path)], r.Move))
		}
		return next
	},
}

// ballotLines returns the ballots that may be drawn.
func ballotLines() (lines []opening.Line) {
	for _, b := range checkers.ThreeMove()[1:] {
		if b.Barred {
			continue
		}
		l := opening.Line{Key: fmt.Sprint(b.Number)}
		for _, m := range b.Moves {
			form := "%d-%d"
			if max(m[0]-m[1], m[1]-m[0]) > 5 { // a capture
				form = "%dx%d"
			}
			l.Path = append(l.Path, fmt.Sprintf(form, m[0], m[1]))
		}
		family, _ := checkers.OpeningName(b.Moves[:1])
		l.Group = l.Path[0] + " " + family
		if name, n := checkers.OpeningName(b.Moves); n > 1 {
			l.Name = name
		}
		lines = append(lines, l)
	}
	return lines
}

// How carefully the first throws of backgammon and the replies are judged.
var (
	firstThrows = backgammonbot.Rollout{Trials: 1296, Plies: 8, Seed: 1928}
	secondThrow = backgammonbot.Rollout{Trials: 324, Plies: 8, Seed: 1928}
)

// usualNear is how far behind the best a play may be, in points, to count as
// usual.
const usualNear = 0.015

// backgammonOpener judges the plays of the first and the second throw.
var backgammonOpener = &opening.Maker{
	Book: func() *opening.Book {
		return &opening.Book{
			Game: backgammon.Game(), Title: "Opening throws and replies", Unit: "points", Digits: 3, Setup: noDoubling,
			About: "The plays of the fifteen first throws, and those of the twenty-one answers to each usual play. Values are the points that a player can expect to win, without the cube.",
			Fold:  func(line string) string { return counters.ReplaceAllString(line, "") },
		}
	},
	Steps:  2,
	Roots:  firstThrowLines,
	Method: fmt.Sprintf("Each play is played on %d times (replies %d times) for %d throws and then judged by our nets; the first two throws of the trials are spread evenly over all 36.", firstThrows.Trials, secondThrow.Trials, firstThrows.Plies),
	Judge: func() opening.Judge {
		var r *backgammonbot.Roller
		return func(ctx context.Context, m parlour.Match, level int) ([]opening.Reply, error) {
			rules, p := mustTyped[backgammon.Position](m)
			if r == nil {
				r = backgammonbot.NewRoller(rules.(*backgammon.Rules))
			}
			how, near, most := firstThrows, 0.12, 4
			if level > 0 {
				how, near, most = secondThrow, 0.08, 3
			}
			list, err := r.Plays(ctx, &p, how, near, most)
			var out []opening.Reply
			for _, e := range list {
				out = append(out, opening.Reply{Move: m.Text(e.Move), Value: round(e.Equity, 3), Err: round(e.Err, 3)})
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

// round rounds to that many digits behind the point.
func round(v float64, digits int) float64 {
	unit := math.Pow10(digits)
	return math.Round(v*unit) / unit
}
