package cabinet

// Typical tells how long a game lasts: the turns of all players together, as
// random players came to them. It is data; Command made it.
type Typical struct {
	Turns   float64 // mean
	SD      float64 // standard deviation
	Command string  // what was run to find it
}

var typical = map[string]Typical{}
