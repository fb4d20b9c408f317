//go:build !js

package checkers

import (
	"context"
	_ "embed" // for the book
	"fmt"
	"regexp"

	"parlour"
	"parlour/games/checkers"
	openings "parlour/learn/opening"
)

//go:embed openings.txt
var openingLines []byte

// OpeningBook returns the book of openings, which parlour book build makes. A
// program inside a browser does not carry it: the server shows it.
var OpeningBook = OpeningMaker.Reader(openingLines)

// counters are the parts of a position line that make no difference to the book:
// options and the quiet count.
var counters = regexp.MustCompile(`\[[^]]*\]| q=\d+$`)

// How carefully the ballots of checkers are judged.
const (
	ballotGlance = 10_000
	ballotNodes  = 2_000_000
	answerGlance = 10_000
	answerNodes  = 1_000_000
	ballotBest   = 3
)

// OpeningMaker makes the book of the three-move ballots.
var OpeningMaker = &openings.Maker{
	Book: func() *openings.Book {
		return &openings.Book{
			Game: checkers.Game(), Title: "The three-move ballots", Unit: Men,
			About: "Tournaments draw the first three moves from a deck of 156 ballots. For each you find the best replies of White and what Black answers.",
			Fold:  func(line string) string { return counters.ReplaceAllString(line, "") },
		}
	},
	Steps:  1,
	Roots:  ballotLines,
	Method: fmt.Sprintf("Our expert looks at every reply and then searches %d million positions for each of the best %d; %d million for the answers to these.", ballotNodes/1_000_000, ballotBest, answerNodes/1_000_000),
	Judge: func() openings.Judge {
		var o *Opener
		return func(ctx context.Context, m parlour.Match, level int) ([]openings.Reply, error) {
			rules, p, _ := parlour.Typed[checkers.Position](m)
			if o == nil {
				o = NewOpener(rules.(*checkers.Rules))
			}
			o.Glance, o.Nodes, o.Best = ballotGlance, ballotNodes, ballotBest
			if level > 0 {
				o.Glance, o.Nodes = answerGlance, answerNodes
			}
			list, err := o.Replies(ctx, &p)
			var out []openings.Reply
			for _, r := range list {
				out = append(out, openings.Reply{Move: m.Text(r.Move), Value: float64(r.Value) / 100, Depth: r.Depth})
			}
			return out, err
		}
	},
	Next: func(l *openings.Line, level int) (next [][]string) {
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
func ballotLines() (lines []openings.Line) {
	for _, b := range checkers.ThreeMove()[1:] {
		if b.Barred {
			continue
		}
		l := openings.Line{Key: fmt.Sprint(b.Number)}
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
