package cabinet

import (
	"math"
	"time"

	"parlour"
)

// Typical says how long a game lasts: the turns of all players together, counted in
// games between programs. It is data, measured by Command.
type Typical struct {
	Turns   float64       // mean
	SD      float64       // standard deviation
	Command string        // what was run to find it
	Setup   parlour.Setup // how the table was set; random players would drop most doubles of backgammon
}

// How long people take for a turn, with the throw. This is an assumption, not a
// measurement; it gives the length of a game in minutes.
const (
	turnWithDie = 5 * time.Second  // a die leaves little to think about
	otherTurn   = 10 * time.Second // two dice are shared out, and without dice everything is up to the players
)

// TurnTime returns how long we assume that a turn takes.
func (e *Entry) TurnTime() time.Duration {
	m, err := e.Game.New(parlour.Setup{})
	if err == nil && m.Turn().Dice == parlour.OneDie {
		return turnWithDie
	}
	return otherTurn
}

// Minutes returns about how long a game at a table of the usual size lasts, 0 if
// nobody has counted its turns. Long games are rounded to five minutes.
func (e *Entry) Minutes() int {
	if e.Casual.Turns == 0 {
		return 0
	}
	n := e.Casual.Turns * e.TurnTime().Minutes()
	if n >= 20 {
		return 5 * int(math.Round(n/5))
	}
	return int(math.Round(n))
}
