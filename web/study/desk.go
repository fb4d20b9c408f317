package study

import (
	"context"
	"time"
)

// The limits of what guests bring.
const (
	deskLine = 48 // texts in memory: on their way here, being read, or being answered
	deskEach = 8  // of them of one address
)

// A Desk reads long texts that guests bring, one at a time. A text is in memory
// from its first byte until its answer is sent, so places are limited, too.
type Desk struct {
	places *bench // who has a text in memory
	bench  *bench // who wants it read now
}

// NewDesk returns a Desk.
func NewDesk() *Desk {
	line := func() *bench {
		return &bench{
			most: deskLine, each: deskEach,
			crowd: &Busy{"too many texts from your address are being read, wait a moment", true, time.Second},
			full:  &Busy{"many people study games, try again later", false, 5 * time.Second},
		}
	}
	return &Desk{line(), line()}
}

// Len returns how many places are taken.
func (d *Desk) Len() int { return d.places.len() }

// Enter gives a guest a place, or says why there is none. The guest has to leave.
func (d *Desk) Enter(g Guest) (*Reading, error) {
	t, err := d.places.sit(g)
	return &Reading{d, t}, err
}

// A Reading is a place at a desk.
type Reading struct {
	desk  *Desk
	place *ticket
}

// Leave gives the place back.
func (r *Reading) Leave() { r.desk.places.leave(r.place) }

// Do calls f when it is the turn of the guest. Whoever has gone by then loses it.
func (r *Reading) Do(ctx context.Context, f func() error) error {
	t, err := r.desk.bench.sit(r.place.Guest)
	if err != nil {
		return err
	}
	defer r.desk.bench.leave(t)
	if err := t.wait(ctx); err != nil {
		return err
	}
	return f()
}
