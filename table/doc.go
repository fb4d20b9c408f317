// Package table models a table of players: its events, the state they fold into,
// and the judge that decides what may happen next. It is pure. It starts no
// goroutine, reads no clock, draws no random number and does no I/O: time and
// random bytes are arguments. Package hall brings tables to life.
//
// Words: a person holds a token and may sit on several chairs; a chair decides
// for one or more seats of the game; a bot may hold a chair or stand in for a
// person who is away. The host is a person with some more rights.
package table
