// Package ninth adds Nine Men's Morris to the shelf of programs that import it. It
// proves that a game is one folder and one entry: its tests take the game through
// the command, the line protocol, the simulator, the server and a browser, with
// nothing changed outside this folder. The game is not shipped.
//
//	import _ "parlour/internal/ninth"
package ninth

import (
	"parlour/cabinet"
	"parlour/internal/ninth/morris"
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
		Learning: cabinet.Learning{Examples: examples, Lesson: course},
		Measured: cabinet.Measured{
			Typical: cabinet.Typical{Turns: 81, SD: 43, Command: "parlour sim morris --games 5000 --seed 1928"},
			Luck:    cabinet.Luck{Share: 0, Half: 0, Command: "parlour luck morris --games 2 --seed 1928"},
		},
	})
}
