package wire

import (
	"cmp"

	"parlour"
	"parlour/phrase"
	"parlour/table"
)

// The types below are those that a server and programs in Go have in common. The
// other answers are declared where they are made.

// A Code says what kind of error an answer is.
type Code string

// The codes of errors. Package web knows what they are in HTTP.
const (
	BadRequest Code = "bad-request" // the request cannot be read
	NoToken    Code = "no-token"    // there is no token, or it cannot be one
	Forbidden  Code = "forbidden"   // the token does not allow it
	NotFound   Code = "not-found"
	NoMethod   Code = "no-method" // the address has other methods; Allow lists them
	Late       Code = "late"      // the table has moved on; the present view is in the answer
	Dice       Code = "dice"      // the dice are being thrown, or the request does not fit the throw that is asked for; look at the table again
	Refused    Code = "refused"   // the rules of the game or of the table refuse it
	KeyUsed    Code = "key-used"  // the key was used for something else
	TooLarge   Code = "too-large"
	Limited    Code = "limited" // too many requests; Retry-After says when to come back
	Busy       Code = "busy"    // the server cannot do it now; Retry-After says when to come back
	Newer      Code = "newer"   // a later release wrote the table
	Internal   Code = "internal"
)

// An Error is what a client gets instead of an answer.
type Error struct {
	Code     Code          `json:"code"`
	Reason   string        `json:"reason,omitempty"`  // a code for the sentence, the same in every language; errors that only programs meet have none
	Args     parlour.Args  `json:"args,omitempty"`    // what the sentence names
	Message  string        `json:"message"`           // one sentence, in the language of the request
	Why      string        `json:"why,omitempty"`     // refused moves: the reason alone
	Told     []phrase.Part `json:"told,omitempty"`    // the same, for a page that knows who reads it
	Clauses  []string      `json:"clauses,omitempty"` // clauses and rulings that are the reason
	Instead  []string      `json:"instead,omitempty"` // what would be legal
	Expected string        `json:"expected,omitempty"`
	Faults   []Fault       `json:"faults,omitempty"` // positions and setups that cannot be: everything wrong with them

	Retry int   `json:"-"` // seconds to wait before the next try; the header Retry-After
	View  *View `json:"-"` // late: the present table, which stands beside the error in its body
}

func (e *Error) Error() string {
	text := cmp.Or(e.Message, e.Reason, "the server refuses it")
	for _, c := range e.Clauses {
		text += " [" + c + "]"
	}
	return text
}

// A Fault is a reason why a position or a setup is not possible.
type Fault struct {
	Reason string       `json:"reason"` // a code for the sentence, the same in every language
	Args   parlour.Args `json:"args,omitempty"`
	Words  string       `json:"words"`            // one sentence, in the language of the request
	Clause string       `json:"clause,omitempty"` // the clause or ruling that it breaks
}

// Faults puts faults into words.
func Faults(lang *phrase.Catalogue, list []parlour.Fault) []Fault {
	out := []Fault{}
	for _, f := range list {
		out = append(out, Fault{f.Code, f.Args, phrase.Sentence(lang.Say(f.Code, f.Args)), f.Clause})
	}
	return out
}

// Is reports whether target is an *Error with the same code.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Code == e.Code
}

// ErrorBody is the answer with an error.
type ErrorBody struct {
	Error *Error `json:"error"`
	View  *View  `json:"view,omitempty"` // late: the present table
}

// BearerAsk is the body of POST /api/token.
type BearerAsk struct {
	Bearer bool `json:"bearer"` // true for a bearer token in the answer instead of a cookie
}

// BearerAnswer is its answer.
type BearerAnswer struct {
	Token string `json:"token"` // only if asked for
}

// A Creation is the body of POST /api/tables.
type Creation struct {
	Terms table.Terms  `json:"terms"`
	Chair int          `json:"chair"` // where the maker of the table sits, counted from 1; 0 to watch only
	Name  string       `json:"name"`
	Key   string       `json:"key"`
	Dice  *table.Chain `json:"dice,omitempty"` // the chain with which the maker's device takes part in the dice

	// A game to go on with, as the record of it. The table begins where it stops,
	// so terms have no position of their own.
	Record string `json:"record,omitempty"`
}

// Created is the answer.
type Created struct {
	Table    string `json:"table"`
	Join     string `json:"join"`               // relative if the server does not know its own address
	Watch    string `json:"watch"`              // link for watchers; it offers no chair
	Loopback bool   `json:"loopback,omitempty"` // the links work on this machine only
}

// Acted is the answer to an action.
type Acted struct {
	table.Reply
	View *View `json:"view,omitempty"` // with view=1
}

// Again is the body of POST /api/tables/{table}/rematch.
type Again struct {
	Key  string `json:"key"`
	Name string `json:"name"`
}

// A View is a table as one person sees it, with what a page needs to show it: a
// page knows no rules.
type View struct {
	table.View
	GameTitle string         `json:"gameTitle"`
	Seats     []Seat         `json:"seats"`
	Words     string         `json:"words"`             // who has to act, or how it ended
	Draw      string         `json:"draw,omitempty"`    // what the game's book calls a draw, if it has another word: "tie"
	Asks      []phrase.Part  `json:"asks,omitempty"`    // what the player in turn has to do with a move, or why there is none
	Ended     []phrase.Part  `json:"ended,omitempty"`   // why the game ended, without who won
	Order     map[string]int `json:"order,omitempty"`   // the places by what stands on the board, where the book lets several share one
	Ranked    string         `json:"ranked,omitempty"`  // how Order was found
	Facts     []Fact         `json:"facts"`             // numbers beside the board
	Formats   []Format       `json:"formats"`           // in which its record can be had besides our own
	Setup     []string       `json:"setup"`             // what the table chose besides the options, in words
	Chosen    []Chosen       `json:"chosen"`            // the options that differ from the book, in words
	Ratings   map[string]int `json:"ratings,omitempty"` // how strong the levels of bots are, those that were measured
}

// Chosen is an option of the rules as a table set it.
type Chosen struct {
	Option string `json:"option"` // its key
	Means  string `json:"means"`  // what is played, in words
}

// A Fact is a number that players like to know, in words.
type Fact struct {
	Seat  string `json:"seat,omitempty"` // letter of the seat it is about; without one, the whole table
	Label string `json:"label"`          // what is counted: "pips"
	Value string `json:"value"`          // how many: "167", "3 of 7"
}

// A Seat of a game.
type Seat struct {
	Letter string `json:"letter"`
	Name   string `json:"name"`
}

// A Format of records.
type Format struct {
	Name   string `json:"name"`   // the end of the address
	Title  string `json:"title"`  // for people
	Ending string `json:"ending"` // of files, with its dot
}

// An Event is an entry of a table's log with words for people.
type Event struct {
	table.Event
	Words    string           `json:"words"`              // what happened, in English, as a third person reads it
	Told     []phrase.Part    `json:"told"`               // the same, for a page that knows who reads it
	Brief    []phrase.Part    `json:"brief,omitempty"`    // throw, move: the same in a few words, after the name of the player
	Effects  []parlour.Effect `json:"effects,omitempty"`  // throw, move: what happened piece by piece
	Notation string           `json:"notation,omitempty"` // throw, move: as a record writes it
	Dice     string           `json:"dice,omitempty"`     // throw: what was thrown, for checking it
	Pieces   []parlour.Piece  `json:"pieces,omitempty"`   // where the pieces are after it, if that may have changed
	Before   []Played         `json:"before,omitempty"`   // earlier, created by an earlier release: throws and moves of the game that were made elsewhere, in words
}

// A Played is a throw or a move that was made before the game came to its table.
type Played struct {
	Seat  string `json:"seat"`
	Throw string `json:"throw,omitempty"`
	Move  string `json:"move,omitempty"`
	Words string `json:"words"`
}

// A Hint is the best move of a position.
type Hint struct {
	Seq       int64            `json:"seq"`                 // the last event that changed the position
	Move      string           `json:"move,omitempty"`      // the best move, "" where there is nothing to choose
	Words     string           `json:"words"`               // what it does, or why there is no hint
	Value     string           `json:"value,omitempty"`     // what the player may expect after it, as players say it: "61.4 %", "+0.159 points"
	Brief     []phrase.Part    `json:"brief,omitempty"`     // the same in a few words, as the log says it
	Next      string           `json:"next,omitempty"`      // the second best move
	NextBrief []phrase.Part    `json:"nextBrief,omitempty"` // what that does, in a few words
	Less      string           `json:"less,omitempty"`      // how much less it is worth; "" for nothing
	Choices   int              `json:"choices"`             // legal moves
	Effects   []parlour.Effect `json:"effects,omitempty"`   // what the best move does, piece by piece
}
