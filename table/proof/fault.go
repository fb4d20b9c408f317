package proof

import "fmt"

// The codes of faults. docs/FAIR-DICE.md lists them.
const (
	Gap      = "gap"      // event numbers are not 1, 2, 3 ...
	Illegal  = "illegal"  // the rules of the game do not allow it
	BadChain = "chain"    // a chain that cannot be committed to
	BadEpoch = "epoch"    // the epoch does not rise
	BadAsk   = "ask"      // what is asked for is not due
	BadWho   = "who"      // who has to open what is wrong
	NoAsk    = "no-ask"   // a throw, a ready or a void without its ask
	OpenAsk  = "open-ask" // something else happens while a throw is asked for
	BadParts = "parts"    // others opened links than those who were asked
	BadLink  = "link"     // a link does not fit its chain at its number
	BadThrow = "throw"    // the links make another throw
	Method   = "method"   // a throw without proof, although the server can do better

	MemoryStory  = "memory-story"  // the device was shown other events
	MemoryLink   = "memory-link"   // the device opened this link for something else
	MemoryAct    = "memory-act"    // the device did not do this
	MemorySilent = "memory-silent" // the device has the link of somebody who is said to have been silent

	Edited = "record" // a record differs from its log
)

// A Fault is the first thing in a log that is wrong. Nothing from there on is
// guaranteed.
type Fault struct {
	Code  string `json:"code"`
	Event int64  `json:"event"`          // number of the event
	Line  int    `json:"line,omitempty"` // of the record, where that is what differs
	Throw int    `json:"throw"`          // number of the throw concerned, 0 if none
	Text  string `json:"text"`           // description, without the place
}

func (f *Fault) Error() string {
	at := fmt.Sprintf("event %d", f.Event)
	if f.Line != 0 {
		at = fmt.Sprintf("line %d", f.Line)
	}
	if f.Throw != 0 {
		at += fmt.Sprintf(" (throw %d)", f.Throw)
	}
	return at + ": " + f.Text
}

func fault(code, format string, args ...any) *Fault {
	return &Fault{Code: code, Text: fmt.Sprintf(format, args...)}
}
