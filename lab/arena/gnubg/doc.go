// Package gnubg lets GNU Backgammon take part in contests of backgammon,
// through the port it offers to other programs.
//
//	players := []arena.Player{expert, gnubg.Player(2)}
//	contest := arena.Contest{Start: match, Players: players, Rounds: 100}
//
// Each worker starts its own process, with its own home folder, so that no personal
// settings interfere. It gets positions in the board format of the First Internet
// Backgammon Server, and answers with a play or a cube decision. It looks the given
// number of throws ahead, regardless of time. Without a cube it plays for points.
package gnubg
