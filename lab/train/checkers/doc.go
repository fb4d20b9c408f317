// Package checkers trains the nets of checkers by self-play, and makes the endgame
// tables:
//
//	c := checkers.Course{Time: time.Hour, Out: "nets.bin", State: "notes.bin", Log: os.Stderr}
//	err := checkers.Train(ctx, c)
//
// Package parlour/bot/checkers plays with what it makes. The folder gpu has a trainer
// for accelerators, which made the built-in nets.
package checkers
