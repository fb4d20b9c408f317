package proof

import "fmt"

// The codes of faults. docs/FAIR-DICE.md lists them.
const (
	Gap         = "gap"          // event numbers are not 1, 2, 3 ...
	ShortChain  = "short-chain"  // a chain is shorter or longer than allowed
	RoundNumber = "round-number" // round numbers are not 1, 2, 3 ..., or chains overlap
	RoundFirst  = "round-first"  // a round names the wrong number for the next throw
	ReusedChain = "reused-chain" // a commitment or link occurred before at this table
	Epoch       = "epoch"        // the epoch fell
	RoundWhy    = "round-why"    // the reason given for a new round is not true
	NotInvited  = "not-invited"  // somebody takes part without the right to
	EarlyReveal = "early-reveal" // a reveal before everybody had pledged
	LatePledge  = "late-pledge"  // a pledge or reveal that comes too late
	WrongReveal = "wrong-reveal" // the revealed link does not match the pledge
	NoRound     = "no-round"     // a throw without a round in force
	ThrowNumber = "throw-number" // throw numbers are not 1, 2, 3 ...
	Exhausted   = "exhausted"    // more throws than the chain has links
	WrongLink   = "wrong-link"   // the server's link does not follow
	WrongOwn    = "wrong-own"    // the thrower's own link is missing, does not follow, or is out of place
	WrongThrow  = "wrong-throw"  // the links make a different throw
	OldClaim    = "old-claim"    // throws of parlour-dice-1 presented as more than they prove
	Illegal     = "illegal"      // the rules do not allow it

	MemoryCommitment = "memory-commitment" // the device saw a different commitment
	MemoryPledge     = "memory-pledge"     // the device pledged something else
	MemoryAsked      = "memory-asked"      // the device asked for this throw in another round
	MemoryStory      = "memory-story"      // the device was shown different events
)

// A Fault is the first thing in a log or record that is wrong. Nothing from
// there on is guaranteed.
type Fault struct {
	Code  string `json:"code"`
	Event int64  `json:"event"`          // number of the event; 0 in a record
	Line  int    `json:"line,omitempty"` // line of the record; 0 if it was not read from a file
	Throw int    `json:"throw"`          // number of the throw concerned, 0 if none
	Text  string `json:"text"`           // description, without the place
}

func (f *Fault) Error() string {
	switch {
	case f.Event != 0 && f.Throw != 0:
		return fmt.Sprintf("event %d (throw %d): %s", f.Event, f.Throw, f.Text)
	case f.Event != 0:
		return fmt.Sprintf("event %d: %s", f.Event, f.Text)
	case f.Line != 0 && f.Throw != 0:
		return fmt.Sprintf("line %d (throw %d): %s", f.Line, f.Throw, f.Text)
	case f.Line != 0:
		return fmt.Sprintf("line %d: %s", f.Line, f.Text)
	}
	return f.Text
}

func fault(code, format string, args ...any) *Fault {
	return &Fault{Code: code, Text: fmt.Sprintf(format, args...)}
}
