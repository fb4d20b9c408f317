// Package backgammon trains the nets of backgammon by self-play, and measures players
// against each other:
//
//	c := backgammon.Course{Time: 10 * time.Minute, First: [4]int{128, 128, 128, 64}, Out: "weights.bin", Log: os.Stderr}
//	err := backgammon.Train(ctx, c)
//
// Package parlour/bot/backgammon plays with what it makes. The folder gpu has a
// trainer for accelerators, which made the built-in nets.
package backgammon
