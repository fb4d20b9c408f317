// Package pdn reads and writes games of checkers in Portable Draughts Notation.
//
//	for g, err := range pdn.Games(file) {
//		if err != nil {
//			fmt.Println(err) // game 541, line 5561: ...
//			continue
//		}
//		fmt.Println(g.Tag("Black"), g.Tag("White"), g.Winner, len(g.Moves))
//	}
//
// The reader accepts what real files are full of: Latin-1, steps written as
// captures, glyphs, nested variations (which it skips) and remarks attached to
// moves. It replays every game, so the moves it returns are legal and in
// canonical text, and it says in which game and line something is wrong.
//
// In files of English checkers the first number of a result belongs to Black,
// the first player: 1-0 means that Black won. A [Winner] tag overrides the
// result, and a finished position overrides both.
//
// The notation has no huffs. They are written as the comments {huff 22} and
// {compel} before a move, and read back. Options of the rules are in a tag of
// our own, [Rules "huff=yes"]. A starting position that a FEN cannot express,
// such as one with a number of quiet plies, is in [Position "..."].
package pdn
