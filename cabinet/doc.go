// Package cabinet is the catalogue: every game by its id, with its book, its
// board, its players and its simulator.
//
//	e := cabinet.ByID("kleefeld")
//	m, err := e.Game.New(parlour.Setup{Players: 2})
//	stats, err := e.Sim(ctx, m, sim.Config{Games: 1000}, []string{"greedy", "random"})
//
// It is the one place that names the types of positions. Everything that takes an
// Entry works for all games, and nothing else lists the games.
//
// # Adding a game
//
// One struct literal adds a game to the shelf. Our own games are in shelf.go. A
// game outside the project registers itself, as image formats do, and a program
// imports it for that:
//
//	package morris
//
//	func init() {
//		cabinet.Register(cabinet.Entry{
//			Game:    Game(),
//			Book:    Book,
//			Board:   BoardOf,
//			Players: cabinet.Players[Position]{},
//			Words:   cabinet.Words{Family: "morris", Sentences: Sentences},
//		})
//	}
//
// Package internal/ninth is such a game, in the tests.
//
// The contract:
//
//   - Call Register from an init function, so that the shelf is complete before
//     anybody reads it. Games keep the order in which they were registered,
//     our own first.
//   - Game, Book, Board, Players and the Family of Words are needed. The id of the book is
//     the id of the game, and no other game has it; Register panics otherwise.
//   - Every code that the game uses has a sentence: its refusals ("morris.mill"),
//     its effects (Family, a dot and the effect's kind), the modes of a table
//     ("morris.mode-long"), the reasons of its results ("table.reason-" and
//     the reason) and the themes of its puzzles (Family and ".theme-crown").
//     Sentences brings those that package phrase does not have; Names brings the
//     names of seats. Two games may bring the same code only with the same text.
//   - Board has every place that the game's pieces, steps and effects name.
//   - All other fields may be left out. Without Levels the game is played by
//     the bots random and greedy, and nobody gives hints or analyses it.
//
// Then the command, the line protocol, the simulator, the laboratory, the
// server and the page play the game. Package gametest tests the game itself.
package cabinet
