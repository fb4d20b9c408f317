// Package lesson teaches the games: for each game a course of short steps. A
// step shows a position, says one thing and asks for one action. Courses are
// data, one file for each game.
//
//	for _, s := range lesson.Kleefeld.Steps {
//		fmt.Println(s.Title, s.Says, s.Do)
//	}
//
// A course is checked against its game and its book by [Check]: every move it
// asks for is legal, and every mistake it expects is refused by the clause it
// names.
package lesson

// A Course teaches one game.
type Course struct {
	Game  string // its id
	Seat  string // letter of the seat that the learner plays; the board is turned to it
	Aim   Aim    // what players want to reach; may be left out
	Steps []Step // the first one reaches the aim
}

// An Aim is what players want to reach, for somebody who is about to play for
// the first time: a sentence, and the last moves of a game that reach it.
type Aim struct {
	Says     string
	Position string
	Moves    []string // moves and throws of all players, in canonical text
}

// An Ask is what a step asks the learner to do.
type Ask string

// The actions.
const (
	Throw  Ask = "throw"  // throw the dice; the step says what falls
	Move   Ask = "move"   // make the only legal move
	Choose Ask = "choose" // find one of the right moves among several legal ones
)

// A Step teaches one thing. Its words are English; [Course.Sentences] has them by
// code for the catalogue.
type Step struct {
	ID       string // names the step in codes and addresses: "first-throw"
	Title    string // a few words
	Says     string // what it teaches, in one or two sentences
	Position string // the position line; "" for the position after the step before
	Asks     Ask
	Do       string   // what to do, as a request: "Throw the die."
	Moves    []string // the moves that are right, in canonical text; what falls if a throw is asked for
	Hint     string   // said after a legal move that is not right; needed if there can be one
	Praise   string   // said when it is done
	Wrong    []Wrong  // mistakes people make here
	Shows    []string // kinds or meanings of effects that each right move has, to prove that the step shows what it says
	Teaches  []string // clauses and rulings, without the name of the game
}

// A Wrong is a mistake: a move that the rules refuse, by a clause.
type Wrong struct {
	Move     string // a move in text
	From, To string // instead: the places somebody points at; without To somebody only touches the piece
	Clause   string // a clause or ruling that refuses it, without the name of the game
}

// Code returns the code of one of the texts of a step: title, says, do, hint or
// praise.
func (c *Course) Code(step, text string) string {
	return "lesson." + c.Game + "." + step + "." + text
}

// AimCode returns the code of the sentence that says the aim.
func (c *Course) AimCode() string { return "lesson." + c.Game + ".aim" }

// Sentences returns every text of the course by its code.
func (c *Course) Sentences() map[string]string {
	all := map[string]string{}
	if c.Aim.Says != "" {
		all[c.AimCode()] = c.Aim.Says
	}
	for i := range c.Steps {
		s := &c.Steps[i]
		for name, text := range map[string]string{"title": s.Title, "says": s.Says, "do": s.Do, "hint": s.Hint, "praise": s.Praise} {
			if text != "" {
				all[c.Code(s.ID, name)] = text
			}
		}
	}
	return all
}

// Clauses returns the full ids of what a step teaches.
func (c *Course) Clauses(s *Step) []string {
	ids := make([]string, len(s.Teaches))
	for i, id := range s.Teaches {
		ids[i] = c.Game + "/" + id
	}
	return ids
}
