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

var typical = map[string]Typical{
	"kleefeld":  {487, 88, "parlour sim kleefeld --games 5000 --seed 1928", parlour.Setup{}},
	"parker":    {147, 26, "parlour sim parker --games 5000 --seed 1928", parlour.Setup{}},
	"british":   {400, 66, "parlour sim british --games 5000 --seed 1928", parlour.Setup{}},
	"mensch":    {438, 83, "parlour sim mensch --games 5000 --seed 1928", parlour.Setup{}},
	"auto-race": {73, 8, "parlour sim auto-race --games 5000 --seed 1928", parlour.Setup{}},
	"contact":   {994, 222, "parlour sim contact --games 300 --seed 1928", parlour.Setup{}},
	"checkers":  {71, 35, "parlour sim checkers --games 5000 --seed 1928", parlour.Setup{}},
	"backgammon": {96, 38, "parlour sim backgammon --games 2000 --seed 1928 --option doubling=none",
		parlour.Setup{Options: map[string]string{"doubling": "none"}}},
}
