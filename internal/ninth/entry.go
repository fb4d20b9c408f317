// Package ninth adds two games to the shelf of programs that import it: Nine Men's
// Morris, and a race of three snails, which has a die, three seats and an odd
// piece. It proves that a game is one folder and one entry: its tests take the
// games through the command, the line protocol, the simulator, the server, a
// browser, paper, puzzles, the study editor, a static site and a worker, with
// nothing changed outside this folder. The games are not shipped.
//
//	import _ "parlour/internal/ninth"
package ninth

import (
	"parlour/cabinet"
	"parlour/internal/ninth/morris"
	"parlour/internal/ninth/snails"
	"parlour/record"
)

func init() {
	cabinet.Register(cabinet.Entry{
		Game:     morris.Game(),
		Book:     morris.Book,
		Board:    morris.BoardOf,
		Players:  cabinet.Players[morris.Position]{Levels: levels()},
		Words:    cabinet.Words{Family: "morris", Sentences: morris.Sentences},
		Records:  cabinet.Records{Style: record.Separate},
		Learning: cabinet.Learning{Examples: examples, Lesson: course, Puzzles: puzzles},
		Measured: cabinet.Measured{
			Typical: cabinet.Typical{Turns: 81, SD: 43, Command: "parlour sim morris --games 5000 --seed 1928"},
			Luck:    cabinet.Luck{Share: 0, Half: 0, Command: "parlour luck morris --games 2 --seed 1928"},
		},
	})
	cabinet.Register(cabinet.Entry{
		Game:    snails.Game(),
		Book:    snails.Book,
		Board:   snails.BoardOf,
		Players: cabinet.Players[snails.Position]{},
		Words:   cabinet.Words{Family: "snails", Sentences: snails.Sentences},
	})
}
