// Package contact has the players of Contact: their evaluation of positions, how it
// was trained, and the levels based on it.
//
//	levels := contact.Levels()
//	expert := bot.NewPlayer("expert", levels[3].Maker, 1928)
//	move, err := expert.Choose(ctx, match)
//
// The evaluation of a side is a sum over its tiles: their kinds, how far they have
// to go to be turned over, which of them are exposed, and how near the tiles of the
// others are. The sums of all sides together give their shares. The weights were
// trained by self-play.
package contact
