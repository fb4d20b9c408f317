package analyse

import (
	"context"
	"math"

	"parlour"
	"parlour/bot"
)

// Ups are the ups and downs of a game: how much of the result its throws and its
// errors passed from some sides to others, as sums of absolute changes.
type Ups struct {
	Throws, Errors float64
}

// add counts an event.
func (u *Ups) add(ev *Event) {
	if ev.Kind == Throw {
		u.Throws += ev.Moved
	} else {
		u.Errors += ev.Moved
	}
}

// Luck returns the part that came from throws, or 0 if nothing changed.
func (u Ups) Luck() float64 {
	if u.Throws+u.Errors == 0 {
		return 0
	}
	return u.Throws / (u.Throws + u.Errors)
}

// longest is the number of steps after which a game is abandoned.
const longest = 5000

// Play plays a game from m to its end and returns its ups and downs. The players
// are found by the lowest seat of their side. The seed is that of the dice.
func (a *Analyst) Play(ctx context.Context, m parlour.Match, seed uint64, player func(parlour.Seat) bot.Player) (u Ups, err error) {
	m = m.Clone()
	rand := bot.NewRand(seed)
	for range longest {
		turn := m.Turn()
		if turn.Over() {
			break
		}
		var mv parlour.Move
		if d := turn.Dice; d != 0 {
			mv = d.Nth(rand.Intn(d.Weight()))
		} else if mv, err = player(max(0, m.Role(turn.Seat).Side)).Choose(ctx, m); err != nil {
			return u, err
		}
		ev, err := a.event(ctx, m, mv)
		if err != nil {
			return u, err
		}
		u.add(&ev)
		if err := m.Play(mv); err != nil {
			return u, err
		}
		if err := ctx.Err(); err != nil {
			return u, err
		}
	}
	return u, nil
}

// A Tally adds up the ups and downs of games.
type Tally []Ups

// Luck returns the luck share of all games together, and half of its 95 % interval,
// taking the games as a sample. For a single game, half is 1, because one game does
// not show how games differ.
func (t Tally) Luck() (share, half float64) {
	var all Ups
	for _, u := range t {
		all.Throws += u.Throws
		all.Errors += u.Errors
	}
	share = all.Luck()
	n := float64(len(t))
	if n < 2 {
		return share, 1
	}
	moved := all.Throws + all.Errors
	if moved == 0 {
		return share, 0
	}
	squares := 0.0 // of the difference between a game and the share
	for _, u := range t {
		d := u.Throws - share*(u.Throws+u.Errors)
		squares += d * d
	}
	return share, 1.96 * math.Sqrt(squares*n/(n-1)) / moved
}
