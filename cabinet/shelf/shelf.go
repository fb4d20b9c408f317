// Package shelf puts the games of the cabinet on the shelf of a hall.
//
//	h, err := hall.New(ctx, hall.Config{Store: store, Bus: bus, Shelf: shelf.Cabinet{}})
package shelf

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"

	"parlour"
	"parlour/cabinet"
	"parlour/hall"
)

// Cabinet is the cabinet as tables see it.
type Cabinet struct {
	Seed func() uint64 // for bots; from crypto/rand if nil
}

var _ hall.Shelf = Cabinet{}

// Game returns the game with the given id, or nil.
func (Cabinet) Game(id string) parlour.Game {
	if e := cabinet.ByID(id); e != nil {
		return e.Game
	}
	return nil
}

// Levels returns the names of the bots of a game, weakest first.
func (Cabinet) Levels(id string) []string {
	if e := cabinet.ByID(id); e != nil {
		return e.Bots
	}
	return nil
}

// Player returns a bot with a seed of its own, which has nothing to do with the
// dice of the table.
func (c Cabinet) Player(id, level string) (hall.Player, error) {
	e := cabinet.ByID(id)
	if e == nil {
		return nil, fmt.Errorf("there is no game %q", id)
	}
	if c.Seed != nil {
		return e.Player(level, c.Seed())
	}
	var seed [8]byte
	rand.Read(seed[:])
	return e.Player(level, binary.LittleEndian.Uint64(seed[:]))
}

// Revision names the rules as this program plays them.
func (Cabinet) Revision() string { return cabinet.Revision }
