// Package checkers plays American checkers, which is the same game as English
// draughts. The Parker Game Board Series of 1928 calls it Checkers.
//
//	m, _ := checkers.Game().New(parlour.Setup{})
//	move, err := m.Parse("11-15")
//	if err == nil {
//		m.Play(move)
//	}
//	fmt.Println(m) // checkers W:W21,22,...:B1,2,... q=0
//
// The sheet in the box gives no rules [checkers/sheet], so each clause of the
// book names its source. Options offer the older customs: huffing, optional captures, the
// losing game, and openings drawn as ballots.
//
// A [Position] is three sets of squares and a few counters; [Rules] is the book
// with its options. A move is complete: a capture includes all its jumps. Moves
// are listed in canonical order.
//
// Draws by repetition or agreement, and resignations, belong to the match: the
// rules offer [Rules.Key] and [Rules.Draws] for it.
package checkers
