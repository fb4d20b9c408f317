// Package encode numbers positions and actions, for programs that learn. It knows
// no game: it reads the places of the board, the pieces, the fields and the steps
// that every game offers. docs/ENCODING.md describes the numbers.
//
//	code := encode.New(m, board)
//	turn, err := code.Begin(m)
//	for _, action := range turn.Legal() { ... }
//	done, err := turn.Act(action)
package encode
