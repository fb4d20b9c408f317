package study

import (
	"context"
	"time"

	"parlour/internal/line"
)

// The limits of what guests bring.
const (
	deskLine = 48 // texts in memory: on their way here, being read, or being answered
	deskEach = 8  // of them of one address
)

// A Desk reads long texts that guests bring, one at a time. A text is in memory
// from its first byte until its answer is sent, so places are limited, too.
type Desk struct {
	room line.Room // who has a text in memory
	line line.Line // who wants it read now
}

// NewDesk returns a Desk.
func NewDesk() *Desk {
	l := line.Limits{All: deskLine, Each: deskEach}
	return &Desk{room: line.Room{Limits: l}, line: line.Line{Places: 1, Limits: l}}
}

var (
	deskCrowd = &Busy{"busy.own-texts", true, time.Second}
	deskFull  = &Busy{"busy.texts", false, 5 * time.Second}
)

// Len returns how many places are taken.
func (d *Desk) Len() int { return d.room.Len() }

// Enter gives a guest a place, or says why there is none. The guest has to leave,
// early if cut is called, because others need the place more.
func (d *Desk) Enter(g Guest, cut func()) (*Reading, error) {
	leave, err := d.room.Enter(g, cut)
	return &Reading{d, g, leave}, busy(err, nil, deskCrowd, deskFull)
}

// A Reading is a place at a desk.
type Reading struct {
	desk  *Desk
	guest Guest
	Leave func() // gives the place back
}

// Do calls f when it is the turn of the guest. A guest who has left by then loses the turn.
func (r *Reading) Do(ctx context.Context, f func() error) error {
	return busy(r.desk.line.Do(ctx, r.guest, f), nil, deskCrowd, deskFull)
}
