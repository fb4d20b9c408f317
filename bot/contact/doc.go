// Package contact holds the players of Contact: what they think of a position,
// how that was learned, and the levels made of it.
//
//	levels := contact.Levels()
//	expert := bot.NewPlayer("expert", levels[3].Maker, 1928)
//	move, err := expert.Choose(ctx, match)
//
// An opinion is a sum over the tiles of each side: of what kind they are, how
// far they have to go to be turned over, which of them stand exposed, and how
// near the tiles of the others are. The sums of all sides together give their
// shares. The weights were learned from games of the players against
// themselves.
package contact
