package table

import (
	"maps"
	"slices"
)

// A role says who may ask for something.
type role int

const (
	nobody  role = iota // only the table itself writes it
	anybody             // everybody with a token, strangers included
	atTable             // a person with a chair, or the host
	player              // a person with a chair
	hosts               // the host
)

// A moment of the game at which something may be asked for.
type moment int

const (
	always   moment = iota
	inFlight        // while the game is played: not over, not paused, and the sender knows the latest move
)

// A rule declares everything about one kind of event, in one place.
type rule struct {
	who   role
	when  moment
	takes string // fields of the Action beside kind, key and seq, by their JSON names
	room  part   // of the log that it takes

	chair  bool // it names a chair, or is damaged
	begins bool // it begins a new turn, even for the same seat
	waits  bool // it is refused while a throw is asked for

	judge func(*ask) (Event, error)          // makes the event of an action, or says why not; nil if nobody may ask
	also  func(*ask, Event) ([]Event, error) // further events that follow at once
	fold  func(*State, *Event) error         // changes the state; nil if the event only has to be in the log
	says  func(b *Body) (phrase string)      // the phrase that tells it; nil for the name of the kind
}

// rules declares every kind of event. A new kind needs its constant, a line
// here, its judge and fold, and its words in package phrase.
var rules = map[Kind]rule{
	Created: {says: sayCreated},
	Earlier: {fold: foldEarlier, says: sayEarlier},

	// People and chairs.
	Sit:      {who: anybody, takes: "chair name dice", room: kept, begins: true, judge: judgeSit, also: alsoTakePart, fold: foldSit, says: saySit},
	Stand:    {who: atTable, takes: "chair", room: kept, chair: true, judge: judgeStand, fold: foldStand},
	Name:     {who: atTable, takes: "name", room: kept, judge: judgeName, fold: foldName},
	Carry:    {who: atTable, room: kept, judge: judgeCarry, fold: foldCarry},
	Claim:    {who: anybody, takes: "text", room: kept, judge: judgeClaim, fold: foldClaim},
	SetChair: {who: hosts, takes: "chair level", room: kept, chair: true, begins: true, judge: judgeSetChair, fold: foldSetChair, says: saySetChair},
	Lock:     {who: hosts, takes: "on", room: kept, judge: judgeSwitch, fold: foldLock, says: onOff("lock", "unlock")},
	HandOver: {who: atTable, takes: "chair", room: kept, judge: judgeHandOver, fold: foldHandOver},
	StandIn:  {who: atTable, takes: "chair level", room: kept, chair: true, judge: judgeStandIn, fold: foldStandIn},
	Return:   {who: atTable, takes: "chair", chair: true, begins: true, judge: judgeReturn, fold: foldReturn},

	// Talk.
	Emote:   {who: atTable, takes: "text", room: talk, judge: judgeEmote},
	Chat:    {who: atTable, takes: "text", room: talk, judge: judgeChat},
	SetChat: {who: hosts, takes: "on", room: kept, judge: judgeSwitch, fold: foldSetChat, says: onOff("set-chat", "forbid-chat")},
	Mute:    {who: hosts, takes: "chair on", room: kept, judge: judgeMute, fold: foldMute, says: onOff("mute", "unmute")},
	SetHelp: {who: hosts, takes: "text", room: kept, judge: judgeSetHelp, fold: foldSetHelp, says: func(b *Body) string { return "help-" + b.Text }},

	// The game.
	Throw:    {who: player, when: inFlight, takes: "next", judge: judgeThrow, also: alsoThrow, fold: foldThrow},
	Move:     {who: player, when: inFlight, takes: "move", judge: judgeMove, fold: foldMove},
	Offer:    {who: player, when: inFlight, takes: "chair", room: kept, waits: true, judge: judgeOffer, fold: foldOffer},
	Accept:   {who: player, when: inFlight, takes: "chair", waits: true, judge: judgeAccept, fold: foldAccept},
	Decline:  {who: player, when: inFlight, takes: "chair", waits: true, judge: judgeDecline, fold: foldDecline},
	Resign:   {who: player, when: inFlight, takes: "chair", judge: judgeResign, fold: foldResign},
	AskBack:  {who: player, when: inFlight, room: kept, waits: true, judge: judgeAskBack, fold: foldAskBack},
	GiveBack: {who: player, when: inFlight, waits: true, judge: judgeGiveBack, fold: foldGiveBack},
	KeepBack: {who: player, when: inFlight, waits: true, judge: judgeKeepBack, fold: foldKeepBack},
	TooLong:  {fold: foldTooLong},
	Rematch:  {judge: judgeRematch, fold: foldRematch},

	// The clock.
	Pause:  {who: atTable, room: kept, waits: true, judge: judgePause, fold: foldPause},
	Resume: {who: atTable, begins: true, judge: judgeResume, fold: foldResume},
	TimeUp: {chair: true, fold: foldTimeUp},
	Rule:   {who: player, when: inFlight, takes: "text", judge: judgeRule, fold: foldRule, says: func(b *Body) string { return "rule-" + b.Text }},
	Held:   {fold: foldHeld},

	// The dice.
	TakePart: {who: player, takes: "dice", judge: judgeTakePart, fold: foldTakePart},
	Server:   {fold: foldServer},
	Ask:      {fold: foldAsk},
	Ready:    {fold: foldReady},
	Void:     {fold: foldVoid, says: sayVoid},

	// Earlier dice.
	oldCommit: {}, oldRound: {}, oldPledge: {}, oldReveal: {},
}

// signals are what devices tell a table, with the fields of the Action that they
// take. None of it becomes an event by itself; see [State.Signal].
var signals = map[Kind]string{Here: "next", Away: "", Link: "number attempt link", Hurry: ""}

// Signal reports whether the kind is something that a device tells a table, which
// is not an event.
func (k Kind) Signal() bool { _, ok := signals[k]; return ok }

// Actions returns the kinds that people and their devices can send, sorted.
func Actions() (list []Kind) {
	for k, r := range rules {
		if r.judge != nil {
			list = append(list, k)
		}
	}
	list = slices.AppendSeq(list, maps.Keys(signals))
	slices.Sort(list)
	return list
}

// Phrase returns the code of the phrase that tells an event, for package
// phrase: "table.sit".
func (e *Event) Phrase() string {
	code := string(e.Kind)
	if r := rules[e.Kind]; r.says != nil {
		code = r.says(&e.Body)
	}
	return "table." + code
}

func sayCreated(b *Body) string {
	if b.Terms != nil && b.Terms.Before != nil {
		return "created-before"
	}
	if b.Terms != nil && b.Terms.Help != NoHelp {
		return "created-" + b.Terms.Help
	}
	return "created"
}

func sayEarlier(b *Body) string {
	if b.Number > 1 {
		return "earlier-more"
	}
	return "earlier"
}

func saySit(b *Body) string {
	if b.Chair == 0 {
		return "sit-host"
	}
	return "sit"
}

func saySetChair(b *Body) string {
	if b.Level == "" {
		return "chair-open"
	}
	return "chair"
}

func sayVoid(b *Body) string {
	if b.Why == WhySilent || b.Why == WhyRestart {
		return "void-" + b.Why
	}
	return "void" // the next event says why
}

func onOff(on, off string) func(*Body) string {
	return func(b *Body) string {
		if b.On {
			return on
		}
		return off
	}
}
