// Package theory holds what is known of a game without doubt: chances that are
// computed and results that tables prove. The players of a game supply them.
//
//	e := cabinet.ByID("checkers").EndingAt(m)
//	fmt.Println(e.Result, e.Plies, e.Moves[0].Move)
package theory

// Numbers are those of a game that is small enough to be computed.
type Numbers struct {
	Win    []float64 `json:"win"`    // by order of play: the chance to win
	Turns  float64   `json:"turns"`  // expected number of turns of all players together
	SD     float64   `json:"sd"`     // its standard deviation
	Length []float64 `json:"length"` // by n: the chance that the game has n turns
}

// An Endgame is a kind of endgame of which every position is known.
type Endgame struct {
	Name      string `json:"name"`      // pieces of the side to move, then of the other: "2 kings : 1 king"
	Positions int    `json:"positions"` // with the first side to move
	Wins      int    `json:"wins"`      // of that side, if nobody errs
	Draws     int    `json:"draws"`
	Losses    int    `json:"losses"`
	Longest   int    `json:"longest"` // moves of both sides until the longest of them is decided
}

// An Ending is what the tables say of a position, for the side to move.
type Ending struct {
	Verdict
	Moves []Move `json:"moves"` // best first
}

// A Verdict is the result of a position if nobody errs.
type Verdict struct {
	Result string `json:"result"` // win, draw or loss
	Plies  int    `json:"plies"`  // moves of both sides until it is decided, if it is
}

// A Move is a move with the result for the side that makes it.
type Move struct {
	Move string `json:"move"`
	Verdict
}

// The results of a Verdict.
const (
	Wins  = "win"
	Draws = "draw"
	Loses = "loss"
)

// Rank orders verdicts: quick wins have the highest, quick losses the lowest.
func (v Verdict) Rank() int {
	const far = 1 << 20
	switch v.Result {
	case Wins:
		return far - v.Plies
	case Loses:
		return v.Plies - far
	}
	return 0
}
