package table

import (
	"cmp"
	"time"

	"parlour"
)

// Schema is the version of events written now. Readers know all up to it and
// leave alone a table that has later ones.
const Schema = 3

// A Kind says what happened, and names the action that asks for it.
type Kind string

// What happens at a table. Those marked * come from the table itself.
const (
	Created  Kind = "created"  // * the table with its terms
	Sit      Kind = "sit"      // a person takes an open chair
	Stand    Kind = "stand"    // a person leaves a chair
	Name     Kind = "name"     // a person changes the nickname
	SetChair Kind = "chair"    // the host gives a chair to a bot, opens it or removes who sits on it
	Lock     Kind = "lock"     // the host closes or opens the table for newcomers
	HandOver Kind = "host"     // the host hands over, or a vanished host is succeeded
	Carry    Kind = "carry"    // a person asks for a link that carries the chairs to another device
	Claim    Kind = "claim"    // the other device takes them over
	Throw    Kind = "throw"    // the dice fall
	Move     Kind = "move"     // a move of the game, a pass and the cube included
	Offer    Kind = "offer"    // a draw is offered
	Accept   Kind = "accept"   // an offered draw is agreed to
	Decline  Kind = "decline"  // an offered draw is refused
	Resign   Kind = "resign"   // a player resigns
	AskBack  Kind = "ask-back" // a player asks to take back
	GiveBack Kind = "give-back"
	KeepBack Kind = "keep-back"
	Pause    Kind = "pause"
	Resume   Kind = "resume"
	StandIn  Kind = "stand-in" // a bot stands in for a chair
	Return   Kind = "return"   // the person plays again
	TimeUp   Kind = "time-up"  // * a clock ran out
	Rule     Kind = "rule"     // the others choose what follows: wait, bot or end
	Held     Kind = "held"     // * the server was down; nobody's clock ran
	Emote    Kind = "emote"
	Chat     Kind = "chat"
	SetChat  Kind = "set-chat"  // the host allows or forbids free chat
	Mute     Kind = "mute"      // the host forbids somebody to say anything, or allows it again
	Earlier  Kind = "earlier"   // * throws and moves that were made before the game came to the table
	TooLong  Kind = "too-long"  // * the game has taken all the room of its log and is drawn
	SetHelp  Kind = "set-help"  // the host allows hints, a tutor or neither
	TakePart Kind = "take-part" // a person's device takes part in the dice with a new chain
	Server   Kind = "server"    // * the server takes part with a new chain
	Ask      Kind = "ask"       // a throw is asked for: who opens which link
	Ready    Kind = "ready"     // * everybody but the thrower has opened theirs
	Void     Kind = "void"      // * what was asked for does not fall
	Rematch  Kind = "rematch"   // a further game with rotated chairs
)

// What devices tell a table. None of it is an event by itself.
const (
	Here Kind = "here" // the device is there, and can open its links from a number on
	Away Kind = "away" // it is not any more
	Link Kind = "link" // it opens the link that an ask names

	Hurry Kind = "hurry" // a player wants bots not to pause until a person has to act
)

// Kinds of earlier dice, which logs still contain. They mean nothing any more.
const (
	oldCommit Kind = "commit"
	oldRound  Kind = "round"
	oldPledge Kind = "pledge"
	oldReveal Kind = "reveal"
)

// An Event is one entry of a table's log.
type Event struct {
	Table  string    `json:"-"`
	Seq    int64     `json:"seq"` // from 1, without gaps
	Schema int       `json:"schema"`
	At     time.Time `json:"at"` // clock of the server that wrote it, never before the event before it
	Kind   Kind      `json:"kind"`
	By     int       `json:"by,omitempty"`  // the person who did it; 0 for the table and its bots
	Key    string    `json:"key,omitempty"` // the idempotency key of the action
	Line   string    `json:"line"`          // the position after it
	Body   Body      `json:"body"`
	Secret *Secret   `json:"secret,omitempty"` // never leaves the server

	play prepared // what this process has worked out about it
}

// A prepared play is what an event does to the match, as far as this process has
// worked it out. It stays with the event in memory, so that nobody behind the
// judge parses or checks again. It is not stored. The matches are shared: nobody
// may change them.
type prepared struct {
	before parlour.Match // throw, move
	move   parlour.Move  // throw, move
	after  parlour.Match
}

// Play returns the throw or the move of the event, and the match before it,
// which you must not change. The match is nil if the event is of another kind,
// or comes from a store and no State has folded it.
func (e *Event) Play() (before parlour.Match, mv parlour.Move) { return e.play.before, e.play.move }

// After returns the match after the event, which you must not change. It is nil
// if the event comes from a store and no State has folded it.
func (e *Event) After() parlour.Match { return e.play.after }

// Public returns the event as anybody may see it: without secrets, and without
// the key, which only its sender knows.
func (e Event) Public() Event {
	e.Secret, e.Key = nil, ""
	return e
}

// Body holds the facts of an event; each kind uses some of them.
type Body struct {
	Terms *Terms   `json:"terms,omitempty"` // created
	Rules string   `json:"rules,omitempty"` // created: revision of the rules it is played under
	Bots  []string `json:"bots,omitempty"`  // created: of a rematch: the names of bots by chair
	Dice  *Chain   `json:"dice,omitempty"`  // take-part, server

	Attempt int      `json:"attempt,omitempty"` // ask, ready, throw, void: from 1, counts on after a void
	Epoch   int64    `json:"epoch,omitempty"`   // server, ask: of the server's chain
	Due     string   `json:"due,omitempty"`     // ask: the dice, as parlour.Dice writes them
	Opens   int      `json:"opens,omitempty"`   // ask: number of the link that the server opens
	Who     []Asked  `json:"who,omitempty"`     // ask: who opens what, by ascending person
	Parts   []Opened `json:"parts,omitempty"`   // throw, void: what they opened, by ascending person
	Why     string   `json:"why,omitempty"`     // void: silent, restart, or the kind of the event that follows

	Person int    `json:"person,omitempty"` // sit, host, claim, take-part; ask: the thrower; void: who is said to have caused it
	Chair  int    `json:"chair,omitempty"`  // number of the chair plus one
	Seat   string `json:"seat,omitempty"`   // throw, move, resign ...: letter of the seat
	Name   string `json:"name,omitempty"`
	Level  string `json:"level,omitempty"` // chair, stand-in: level of the bot; "" opens the chair

	Throw  string `json:"throw,omitempty"`  // digits
	Number int    `json:"number,omitempty"` // ask, ready, throw, void: number of the throw at this table; earlier: number of its first play
	Link   string `json:"link,omitempty"`   // throw: the link that the server opened, hex
	Move   string `json:"move,omitempty"`   // canonical text

	From  string   `json:"from,omitempty"`  // earlier: the position before the first of its plays
	Plays []string `json:"plays,omitempty"` // earlier: throws and moves in order, each as its canonical text; "retire G" where the seat G left the game

	Plies  int           `json:"plies,omitempty"` // give-back: throws and moves taken back
	On     bool          `json:"on,omitempty"`    // lock, set-chat, mute
	Text   string        `json:"text,omitempty"`  // chat, emote, rule, set-help, rematch: the new table
	Lasted time.Duration `json:"lasted,omitempty"`
}

// Chain is the public part of a chain of links.
type Chain struct {
	Commitment string `json:"commitment"` // hex
	Links      int    `json:"links"`
}

// Asked names the link that the device of a person opens for a throw.
type Asked struct {
	Person int   `json:"person"`
	Chain  int64 `json:"chain"` // the event with which the person took part
	Link   int   `json:"link"`  // number of the link in that chain
}

// Opened is what the device of a person opened for a throw.
type Opened struct {
	Person int    `json:"person"`
	Link   string `json:"link"` // hex
}

// Why something that was asked for does not fall, besides the kinds of events.
const (
	WhySilent  = "silent"  // the device of a person did not open its link in time
	WhyRestart = "restart" // the store may have gone back in time
)

// Secret is what only the server may know.
type Secret struct {
	Token string   `json:"token,omitempty"` // sit, claim: SHA-256 of the token, hex
	Once  string   `json:"once,omitempty"`  // carry: SHA-256 of the single-use secret, hex
	Print string   `json:"print,omitempty"` // of events with a key: fingerprint of the action and its sender
	Dice  string   `json:"dice,omitempty"`  // server: the chain's secret, hex
	Epoch int64    `json:"epoch,omitempty"` // server: the store's epoch when it was written
	Parts []Opened `json:"parts,omitempty"` // ready: what everybody but the thrower opened
}

// Terms are what a table is made with.
type Terms struct {
	Game     string        `json:"game"`
	Setup    parlour.Setup `json:"setup"`
	Position string        `json:"position,omitempty"` // begin here instead of at the set-up
	Before   *Before       `json:"before,omitempty"`   // how the game came to that position, if it was begun elsewhere; in the log of earlier releases only
	Bots     []string      `json:"bots,omitempty"`     // level of the bot on each chair; "" for open
	Clock    Clock         `json:"clock"`
	Chat     bool          `json:"chat,omitempty"`   // free chat beside emotes
	Listed   bool          `json:"listed,omitempty"` // shown among the open tables
	StandIn  string        `json:"standIn,omitempty"`
	Help     string        `json:"help,omitempty"` // hints or tutor, "" for none
	Pace     string        `json:"pace,omitempty"` // of bots: calm, brisk or at-once; "" is calm
}

// Clock says how much time people have.
type Clock struct {
	Kind      string `json:"kind"`                // none, move, fischer, days
	Seconds   int    `json:"seconds,omitempty"`   // move: for each decision; fischer: to begin with
	Increment int    `json:"increment,omitempty"` // fischer: seconds added after each turn
	Days      int    `json:"days,omitempty"`      // days: for each decision
}

// The kinds of clocks.
const (
	NoClock      = "none"
	MoveClock    = "move"
	FischerClock = "fischer"
	DayClock     = "days"
)

// An Action is what a person asks a table to do.
type Action struct {
	Kind    Kind   `json:"kind"`
	Key     string `json:"key"`             // idempotency key: the same key is applied once and answered the same
	Seq     int64  `json:"seq"`             // the last event its sender knew
	Chair   int    `json:"chair,omitempty"` // number of the chair plus one, where the kind needs one
	Move    string `json:"move,omitempty"`
	Name    string `json:"name,omitempty"`
	Dice    *Chain `json:"dice,omitempty"`    // take-part
	Next    int    `json:"next,omitempty"`    // throw, here: the first link that the sender's device can still open; 0 if it takes no part
	Number  int    `json:"number,omitempty"`  // link: of the throw
	Attempt int    `json:"attempt,omitempty"` // link
	Link    string `json:"link,omitempty"`    // link: hex
	Level   string `json:"level,omitempty"`
	On      bool   `json:"on,omitempty"`
	Text    string `json:"text,omitempty"`
}

// A Reply acknowledges an action: it is durable now.
type Reply struct {
	Seq   int64  `json:"seq"`             // the event it became
	Throw string `json:"throw,omitempty"` // throw: what fell, as digits
	Once  string `json:"once,omitempty"`  // carry: the single-use secret, for the fragment of a link
}

// ReplyTo returns the reply to the action that became the events.
func (from *Sender) ReplyTo(events []Event) Reply {
	r := Reply{Once: from.Once}
	for i := range events {
		if e := &events[i]; e.Key != "" {
			r.Seq = e.Seq
		}
		r.Throw = cmp.Or(r.Throw, events[i].Body.Throw)
	}
	return r
}
