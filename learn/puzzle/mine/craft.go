package mine

import (
	"parlour"
	"parlour/bot"
	"parlour/learn/puzzle"
)

// A Craft is how the puzzles of one game are found and judged. Gaps are in the
// unit of its collection.
type Craft[P comparable] struct {
	Setups  []parlour.Setup // the tables of the games, by turns
	Plays   bot.Maker[P]    // plays all seats of the games
	Opening int             // random moves at the beginning
	Slips   float64         // how often a random move is played instead, so that the games differ

	Quick  bot.Maker[P] // looks at every position of a game
	Some   float64      // the gap from which it finds a position promising
	Expert bot.Maker[P] // judges the promising ones, deeper than any level plays
	Gap    float64      // the gap it has to see
	Guide  bot.Maker[P] // plays the lines
	Rolls  *Rolls[P]    // confirms what the expert says; nil if the expert proves it

	Weak   []bot.Maker[P]                      // players weaker than the expert, who measure the difficulty
	Stake  func(p *P) float64                  // what a single game is worth, if values are points: a share of 1 is a win of that much; nil for shares
	Finds  func(v *View[P]) []string           // the themes of the game in a puzzle, besides those of all games
	Proves func(value float64) bool            // whether a value of the expert is proved; nil if none is
	Fits   func(p *P, best, next float64) bool // whether values make a puzzle, besides the gap; nil if any do
	Skips  func(r parlour.Full[P], p *P) bool  // positions that are never puzzles; nil for none
	Plies  int                                 // throws and moves of the line
	Tries  int                                 // positions of a game that the expert looks at
	Most   int                                 // plies of a game
}

// Rolls says how positions are played out.
type Rolls[P comparable] struct {
	Policy bot.Maker[P] // plays all seats
	Last   bot.Maker[P] // evaluates the last position; nil for the quick judge
	Plies  int          // throws and moves to play before the position is evaluated; 0 to play to the end
	First  bool         // the expert makes the choices before the first throw
	Least  int          // games of each move, at least
	Batch  int          // games of each move between two looks at the numbers
	Most   int          // games of each move
	Wide   int          // moves that are played out
	Clear  float64      // what the gap is at least, at 99 %
}

// The least gap is tested after every batch, so it takes three standard errors
// to stop, where one look at the end would take 2.58 for 99 %.
const (
	stop   = 3.0
	within = 2.58
)

// A View is a puzzle that was found, from which its themes are derived.
type View[P comparable] struct {
	Rules      parlour.Full[P]
	Position   *P
	Match      parlour.Match  // the same position
	Best, Next parlour.Move   // the best move and the best of the others
	Value      float64        // after the best move
	Other      float64        // after the other
	Line       []parlour.Move // how the game may go on, beginning with the best move
	Proved     bool
}

// Worker returns a worker for a collection.
func (c Craft[P]) Worker(of *puzzle.Collection) puzzle.Worker {
	return &digger[P]{Craft: c, of: of}
}

// Weaker returns the makers of all levels but the strongest, and of the greedy
// player, who measure how difficult a puzzle is.
func Weaker[P comparable](levels []bot.Level[P]) (list []bot.Maker[P]) {
	for _, l := range levels[:len(levels)-1] {
		list = append(list, l.Maker)
	}
	return append(list, bot.NewGreedy[P])
}
