// Package race has the players of the race games: their evaluation of positions, how
// it was trained, and the levels based on it.
//
//	levels := race.Levels("kleefeld")
//	expert := bot.NewPlayer("expert", levels[3].Maker, 1928)
//	move, err := expert.Choose(ctx, match)
//
// The evaluation of a colour is a sum over its men: how far a man has come, how
// likely it is to be captured before its owner's next turn, and what it can capture.
// The sums of all colours together give each one's chance to be home first. The
// weights of the sums were learned by self-play, by lab/train/race.
//
// The experts evaluate with a net instead, which sees the whole position as each colour
// does. It was trained there, too.
//
// Auto Race has no choices, so it has no levels.
package race
