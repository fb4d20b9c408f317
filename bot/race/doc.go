// Package race holds the players of the race games: what they think of a
// position, how that was learned, and the levels made of it.
//
//	levels := race.Levels("kleefeld")
//	expert := bot.NewPlayer("expert", levels[3].Maker, 1928)
//	move, err := expert.Choose(ctx, match)
//
// An opinion is a sum over the men of each colour: how far a man has come, how
// likely it is to be captured before its owner plays again, what it may
// capture itself. The sums of all colours together give the chances of each to
// be home first. The weights of the sums were learned from games of the
// players against themselves; Train does that.
//
// Auto Race leaves nothing to choose, so it has no levels.
package race
