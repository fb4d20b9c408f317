package cabinet

import "parlour"

// A Habit is how the laboratory studies a game unless it is told otherwise. The
// zero Habit becomes greedy players at the table of the book.
//
// Greedy players never change, so their results stay valid. Where they cannot
// finish a game, or never use what an option is about, the weakest level plays.
type Habit struct {
	Bots    []string // who plays
	Opening int      // random moves before they begin
	Games   int      // of each trial, so that a study takes about a minute on two processors
	Others  []string // other players that play the game of the book
	Few     int      // games of each trial with them, who may think longer

	Tables []Table                  // ways to sit down, that of the book first
	Lines  []Line                   // positions to play out because their chances are known
	Values map[string][]string      // numbers to try, by the key of an option whose values are numbers
	Needs  map[string]parlour.Setup // what has to be set for an option to matter, by its key
	Leave  []string                 // keys of options not to try
}

// A Table is a way to sit down.
type Table struct {
	Name  string
	Setup parlour.Setup
}

// A Line is a position with a name.
type Line struct{ Name, Position string }

// filled returns the habit with what it leaves open.
func (h Habit) filled() Habit {
	if h.Bots == nil {
		h.Bots = greedy
	}
	if h.Games == 0 {
		h.Games = 1000
	}
	if h.Tables == nil {
		h.Tables = []Table{{Name: "the table of the book"}}
	}
	return h
}

// What the habits of several games share.
var (
	greedy   = []string{"greedy"}
	beginner = []string{"beginner"}

	// crowd are the tables of a game for two to four.
	crowd = []Table{
		{"4 players", parlour.Setup{}},
		{"3 players", parlour.Setup{Players: 3}},
		{"2 players", parlour.Setup{Players: 2}},
	}

	// twoEach and neutral are tables of mensch that some of its options need.
	twoEach = parlour.Setup{Seats: "1212"}
	neutral = parlour.Setup{Seats: "123n"}
)

// with returns the setup with these options.
func with(s parlour.Setup, keysAndValues ...string) parlour.Setup {
	s.Options = map[string]string{}
	for i := 0; i < len(keysAndValues); i += 2 {
		s.Options[keysAndValues[i]] = keysAndValues[i+1]
	}
	return s
}
