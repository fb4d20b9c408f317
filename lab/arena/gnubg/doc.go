// Package gnubg lets GNU Backgammon take part in contests of backgammon,
// through the socket it offers to other programs.
//
//	players := []arena.Player{expert, gnubg.Player(2)}
//	contest := arena.Contest{Start: match, Players: players, Rounds: 100}
//
// The program is started once for each worker, as a process of its own with a
// home folder of its own, so that nobody's settings play along. It is told
// positions as boards of the First Internet Backgammon Server, and answers
// with a play, or with what it does with the cube. It looks as many throws
// ahead as asked for, whatever time there is. Without a cube it values games by
// their points alone.
package gnubg
