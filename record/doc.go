// Package record is the record of a game as text: where it began, every throw
// and move, what happened at the table, and how it ended.
//
//	for r, err := range record.Read(file) {
//		if err != nil {
//			return err
//		}
//		if _, err := record.Replay(game.Parse, r, nil); err != nil {
//			return err // "line 17: ..."
//		}
//	}
//
// A record is made of lines:
//
//	@ Date: 1928-05-03           a tag
//	= kleefeld G:-,-,-,-/...     the position at this point
//	G 6 enter                    a throw with its move
//	G 4 off                      a throw of a throw-off
//	X throw 52                   a throw alone; - throw 31 where both sides throw
//	X 24/20 13/11                a move alone
//	! B resign                   something that happened at the table
//	# words                      a comment
//	end win G home               the result
//
// A blank line ends a game; a file can hold any number of them. Reading checks
// everything: lines and games have a size limit, and [Replay] plays every line
// through the game and says which line does not fit, and why.
package record
