package web

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"

	"parlour"
	"parlour/cabinet"
	"parlour/hall"
)

// Shelf is the cabinet as tables see it.
type Shelf struct{}

var _ hall.Shelf = Shelf{}

// Game returns the game with the given id, or nil.
func (Shelf) Game(id string) parlour.Game {
	if e := cabinet.ByID(id); e != nil {
		return e.Game
	}
	return nil
}

// Levels returns the names of the bots of a game, gentlest first.
func (Shelf) Levels(id string) []string {
	if e := cabinet.ByID(id); e != nil {
		return e.Bots
	}
	return nil
}

// Player returns a bot. Its seed is its own; it knows nothing of any dice.
func (Shelf) Player(id, level string) (hall.Player, error) {
	e := cabinet.ByID(id)
	if e == nil {
		return nil, fmt.Errorf("there is no game %q", id)
	}
	var seed [8]byte
	rand.Read(seed[:])
	return e.Player(level, binary.LittleEndian.Uint64(seed[:]))
}

// Revision names the rules.
func (Shelf) Revision() string { return cabinet.Revision }
