package table

import (
	"time"

	"parlour"
)

// Schema is the version of events written now. Readers know all up to it and
// leave alone a table that has later ones.
const Schema = 2

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
	Offer    Kind = "offer"    // a tie is offered
	Accept   Kind = "accept"   // an offered tie is agreed to
	Decline  Kind = "decline"  // an offered tie is refused
	Resign   Kind = "resign"   // a player gives up
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
	TooLong  Kind = "too-long"  // * the game has taken all the room of its log and is tied
	SetHelp  Kind = "set-help"  // the host allows hints, a tutor or neither
	Commit   Kind = "commit"    // * of parlour-dice-1: a further chain of dice is committed
	TakePart Kind = "take-part" // a person's device asks to take part in the dice
	Round    Kind = "round"     // * a round of the dice begins: the server commits itself
	Pledge   Kind = "pledge"    // a person's device commits itself
	Reveal   Kind = "reveal"    // a person's device opens the first link it pledged
	Rematch  Kind = "rematch"   // a further game with rotated chairs
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

	play prepared // of a throw or move that was just judged
}

// Public returns the event as anybody may see it: without secrets, and without
// the key, which only its sender knows.
func (e Event) Public() Event {
	e.Secret, e.Key, e.play = nil, "", prepared{}
	return e
}

// Body holds the facts of an event; each kind uses some of them.
type Body struct {
	Terms *Terms   `json:"terms,omitempty"` // created
	Rules string   `json:"rules,omitempty"` // created: revision of the rules it is played under
	Bots  []string `json:"bots,omitempty"`  // created: of a rematch: the names of bots by chair
	Dice  *Chain   `json:"dice,omitempty"`  // round, pledge; of parlour-dice-1: created, commit

	Round  int    `json:"round,omitempty"`  // round, pledge, reveal, throw: number of the round of the dice
	Epoch  int64  `json:"epoch,omitempty"`  // round: the store's epoch
	People []int  `json:"people,omitempty"` // round: who is invited, ascending
	Out    []int  `json:"out,omitempty"`    // round: who did not answer in the round that this one replaces
	Why    string `json:"why,omitempty"`    // round: what made it necessary
	Own    string `json:"own,omitempty"`    // throw: the link that the thrower's device opened, hex

	Person int    `json:"person,omitempty"` // sit, host, claim
	Chair  int    `json:"chair,omitempty"`  // number of the chair plus one
	Seat   string `json:"seat,omitempty"`   // throw, move, resign ...: letter of the seat
	Name   string `json:"name,omitempty"`
	Nonce  string `json:"nonce,omitempty"` // sit, of parlour-dice-1
	Level  string `json:"level,omitempty"` // chair, stand-in: level of the bot; "" opens the chair

	Throw  string `json:"throw,omitempty"`  // digits
	Number int    `json:"number,omitempty"` // throw: number of the throw at this table
	Link   string `json:"link,omitempty"`   // throw: the link the server opened, hex; reveal: the device's
	Move   string `json:"move,omitempty"`   // canonical text

	Plies  int           `json:"plies,omitempty"` // give-back: throws and moves taken back
	On     bool          `json:"on,omitempty"`    // lock, set-chat, mute
	Text   string        `json:"text,omitempty"`  // chat, emote, rule, set-help, rematch: the new table
	Lasted time.Duration `json:"lasted,omitempty"`
}

// Chain is the public part of a chain of dice.
type Chain struct {
	Commitment string   `json:"commitment"` // hex
	Links      int      `json:"links"`
	First      int      `json:"first,omitempty"` // number of the table's next throw when it was committed; 0 for a device's chain
	Bots       []string `json:"bots,omitempty"`  // of parlour-dice-1: nonces of bots by chair
}

// Why a round of the dice begins.
const (
	WhyBegin      = "begin"      // it is the first
	WhyJoined     = "joined"     // somebody asked to take part
	WhyClosed     = "closed"     // an event closed the round in force
	WhyLow        = "low"        // a chain has few links left
	WhyEpoch      = "epoch"      // the store may have gone back in time
	WhyUnanswered = "unanswered" // somebody invited did not answer in time
)

// Secret is what only the server may know.
type Secret struct {
	Token string `json:"token,omitempty"` // sit, claim: SHA-256 of the token, hex
	Once  string `json:"once,omitempty"`  // carry: SHA-256 of the single-use secret, hex
	Print string `json:"print,omitempty"` // of events with a key: fingerprint of the action and its sender
	Dice  string `json:"dice,omitempty"`  // round: the chain's secret, hex; of parlour-dice-1: created, commit
}

// Terms are what a table is made with.
type Terms struct {
	Game     string        `json:"game"`
	Setup    parlour.Setup `json:"setup"`
	Position string        `json:"position,omitempty"` // begin here instead of at the set-up
	Before   *Before       `json:"before,omitempty"`   // how the game came to that position, if it was begun elsewhere; only in the log
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
	Kind  Kind   `json:"kind"`
	Key   string `json:"key"`             // idempotency key: the same key is applied once and answered the same
	Seq   int64  `json:"seq"`             // the last event its sender knew
	Chair int    `json:"chair,omitempty"` // number of the chair plus one, where the kind needs one
	Move  string `json:"move,omitempty"`
	Name  string `json:"name,omitempty"`
	Nonce string `json:"nonce,omitempty"` // ignored: programs written for parlour-dice-1 send one
	Round int    `json:"round,omitempty"` // pledge, reveal
	Dice  *Chain `json:"dice,omitempty"`  // pledge
	Link  string `json:"link,omitempty"`  // reveal: the first link pledged, hex
	Part  bool   `json:"part,omitempty"`  // sit: take part in the dice from the beginning, as take-part asks for later
	Own   string `json:"own,omitempty"`   // throw: the next link of the thrower's device, hex, if it takes part
	Level string `json:"level,omitempty"`
	On    bool   `json:"on,omitempty"`
	Text  string `json:"text,omitempty"`
}

// A Reply acknowledges an action: it is durable now.
type Reply struct {
	Seq   int64  `json:"seq"`             // the event it became
	Throw string `json:"throw,omitempty"` // throw: what fell, as digits
	Once  string `json:"once,omitempty"`  // carry: the single-use secret
}

// ReplyTo returns the reply to the action that became the event e.
func (from *Sender) ReplyTo(e *Event) Reply {
	return Reply{Seq: e.Seq, Throw: e.Body.Throw, Once: from.Once}
}
