package cabinet

import "parlour"

// Typical tells how long a game lasts: the turns of all players together, as
// random players came to them. It is data; Command made it.
type Typical struct {
	Turns   float64       // mean
	SD      float64       // standard deviation
	Command string        // what was run to find it
	Setup   parlour.Setup // how the table was set; random players would drop most doubles of backgammon
}
