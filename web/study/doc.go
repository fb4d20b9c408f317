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
// several. Everything else uses one. Guests wait in lines where addresses take
// turns: one address with many tokens delays the others no longer than an address
// with one.
package study

import (
	"context"
	"errors"
	"time"

	"parlour"
	"parlour/internal/line"
	"parlour/phrase"
)

// A Guest is somebody who asks: a network address, and a token behind it.
type Guest = line.Guest

// A Refusal says why something cannot be studied.
type Refusal struct {
	Code string // of the phrase catalogue
	Args parlour.Args
	Err  error // what is behind it, the argument why; nil if the sentence says it all
}

func (e *Refusal) Error() string { return e.In(phrase.English) }

// In puts the refusal into words.
func (e *Refusal) In(lang *phrase.Catalogue) string {
	args := e.Args
	if e.Err != nil {
		args = parlour.Args{"why": lang.Error(e.Err)}
	}
	return lang.Say(e.Code, args)
}

// Busy says that a guest has to come back later.
type Busy struct {
	Code  string        // of the phrase catalogue
	Own   bool          // it is the guest's own requests that wait
	Retry time.Duration // when to come back
}

func (e *Busy) Error() string { return phrase.English.Say(e.Code, nil) }

// busy puts into words why a guest cannot join a line. Any other error stays as it
// is.
func busy(err error, own, each, full *Busy) error {
	switch {
	case errors.Is(err, line.ErrOwn):
		return own
	case errors.Is(err, line.ErrEach):
		return each
	case errors.Is(err, line.ErrFull):
		return full
	}
	return err
}

// await waits for the turn of a ticket, and sends "waiting" with the number of
// guests ahead meanwhile.
func await(ctx context.Context, t *line.Ticket, send func(kind string, v any) error) error {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-t.Turn():
			return t.Wait(ctx)
		default:
		}
		if err := send("waiting", map[string]int{"ahead": t.Ahead()}); err != nil {
			return err
		}
		select {
		case <-t.Turn():
			return t.Wait(ctx)
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}
