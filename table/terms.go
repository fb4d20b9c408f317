package table

import "time"

// What the others may choose when somebody's time is up.
const (
	RuleWait = "wait" // go on waiting
	RuleBot  = "bot"  // a bot stands in
	RuleEnd  = "end"  // the player has lost by time
)

// How much a table helps its players. Everybody sees what is allowed: it is
// among the terms, and a change of it is an event.
const (
	NoHelp = ""      // everybody thinks for themselves
	Hints  = "hints" // who has to move may ask for the best move
	Tutor  = "tutor" // hints, and a warning before a bad move
)

// The paces of bots. The hall says how long a calm bot takes.
const (
	Calm   = "calm"    // the pace of somebody who thinks; the same as ""
	Brisk  = "brisk"   // somebody in a hurry
	AtOnce = "at-once" // no pause at all
)

// Patience is how long a table waits for the devices of people.
type Patience struct {
	Answer time.Duration // for a reveal, and for a pledge while the game waits for it; 4 s if zero
	Pledge time.Duration // for a pledge while the game goes on under the round before; 15 s if zero
}

// Emotes are what everybody may say.
var Emotes = []string{"hello", "well-played", "thanks", "oops", "wow", "hurry", "good-luck", "goodbye"}
