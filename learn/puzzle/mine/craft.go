package mine

import (
	"parlour"
	"parlour/bot"
)

// A craft is how the puzzles of one game are found and judged. Gaps are in
// shares, or in points if the craft has its own unit.
type craft[P comparable] struct {
	game    parlour.Game
	unit    string
	setups  []parlour.Setup // the tables of the games, by turns
	plays   bot.Maker[P]    // plays all seats of the games
	opening int             // random moves at the beginning
	slips   float64         // how often a random move is played instead, so that the games differ

	quick  bot.Maker[P] // looks at every position of a game
	some   float64      // the gap from which it finds a position promising
	expert bot.Maker[P] // judges the promising ones, deeper than any level plays
	gap    float64      // the gap it has to see
	guide  bot.Maker[P] // plays the lines
	rolls  *rolls[P]    // confirms what the expert says; nil if the expert proves it

	weak   []bot.Maker[P]                      // players weaker than the expert, who measure the difficulty
	stake  func(p *P) float64                  // what a single game is worth, if values are points: a share of 1 is a win of that much; nil for shares
	themes func(v *view[P]) []string           // of the game, besides those of all games
	proves func(value float64) bool            // whether a value of the expert is proved; nil if none is
	fits   func(p *P, best, next float64) bool // whether values make a puzzle, besides the gap; nil if any do
	skips  func(r parlour.Full[P], p *P) bool  // positions that are never puzzles; nil for none
	plies  int                                 // throws and moves of the line
	tries  int                                 // positions of a game that the expert looks at
	most   int                                 // plies of a game
}

// rolls says how positions are played out.
type rolls[P comparable] struct {
	policy bot.Maker[P] // plays all seats
	last   bot.Maker[P] // evaluates the last position; nil for the quick judge
	plies  int          // throws and moves to play before the position is evaluated; 0 to play to the end
	first  bool         // the expert makes the choices before the first throw
	least  int          // games of each move, at least
	batch  int          // games of each move between two looks at the numbers
	most   int          // games of each move
	wide   int          // moves that are played out
	clear  float64      // what the gap is at least, at 99 %
}

// The least gap is tested after every batch, so it takes three standard errors
// to stop, where one look at the end would take 2.58 for 99 %.
const (
	stop   = 3.0
	within = 2.58
)

// view is what themes are derived from.
type view[P comparable] struct {
	rules      parlour.Full[P]
	p          *P
	m          parlour.Match // the position
	best, next parlour.Move  // the best move and the best of the others
	value      float64       // after the best move
	other      float64       // after the other
	line       []parlour.Move
	proved     bool
}
