// Package checkers is American checkers, the same game as English draughts,
// as the Parker Game Board Series of 1928 names it.
//
//	m, _ := checkers.Game().New(parlour.Setup{})
//	move, err := m.Parse("11-15")
//	if err == nil {
//		m.Play(move)
//	}
//	fmt.Println(m) // checkers W:W21,22,...:B1,2,... q=0
//
// The sheet in the box gives no rules, so each clause of the book says what it
// rests on. Options open the older customs: huffing, captures that may be
// left, the losing game, and openings drawn as ballots.
//
// A [Position] is three sets of squares and a few counters; [Rules] is the book
// with its options. Moves are made complete, a capture with all its jumps, and
// listed in canonical order as they are.
//
// Draws by repetition or agreement, and resignations, are the match's affair:
// the rules offer [Rules.Key] and [Repeat] for whoever judges it.
package checkers
