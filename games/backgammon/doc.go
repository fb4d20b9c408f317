// Package backgammon plays backgammon: one game for a stake, or a match of
// several games, as it is played today or by one of the historical presets.
//
//	m, err := backgammon.Game().New(parlour.Setup{Options: map[string]string{"match": "5"}})
//	if err != nil { ... }
//	m.Play(31)                     // the opening throw: X threw 3, O threw 1
//	mv, err := m.Parse("8/5 6/5")  // any usual spelling
//	m.Play(mv)
//	fmt.Println(m)                 // the line with a genuine XGID
//
// Seat 0 is X, drawn at the bottom; seat 1 is O. Each side numbers the 24
// points from its own home, so point p of one side is point 25-p of the other.
// Inside the package 25 is the bar and 0 is off the board.
//
// A [Position] is a whole match with its current game. When a game is won and
// the match continues, the next game begins in the same step. A play is one
// move: all steps of one throw together. [Rules] lists every play once, even if
// several ways lead to the same position.
//
// The sheet of 1928 leaves the rules to a booklet that we have not seen
// [backgammon/sheet], so each clause of the book names its source.
package backgammon
