// Package study thinks about games for guests of a server: hints and opinions
// during a game, the analysis of a finished one, and experiments in the
// laboratory.
//
//	l := study.NewLab(study.LabConfig{})
//	place, err := l.Enter(study.Guest{Address: address, Token: token})
//	defer place.Leave()
//	err = place.Run(ctx, experiment, 640, send)
//
// Thinking is expensive, so each kind of study serves one guest at a time. The
// analysis of a game uses a few processors, at most half of them. A look at a position
// that goes deeper uses a few on which no table thinks, if the program can search on
// several. Everything else uses one. Guests wait on a bench where addresses take
// turns: one address with many tokens delays the others no longer than an address
// with one.
package study

import "time"

// A Guest is whoever asks: a network address, and a token behind it.
type Guest struct{ Address, Token string }

// A Refusal says why something cannot be studied.
type Refusal struct{ Reason string }

func (e *Refusal) Error() string { return e.Reason }

// Busy says that a guest has to come back later.
type Busy struct {
	Reason string
	Own    bool          // it is the guest's own requests that wait
	Retry  time.Duration // when to come back
}

func (e *Busy) Error() string { return e.Reason }
