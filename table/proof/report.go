package proof

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"parlour/table"
)

// The verdicts.
const (
	False         = "false"          // there is a fault
	Guaranteed    = "guaranteed"     // all throws were made with the device's help, and none was thrown away
	NotGuaranteed = "not-guaranteed" // no contradiction
)

// A Report says what was checked, up to the first fault.
type Report struct {
	Table  string         `json:"table"`
	Game   string         `json:"game"`
	Events int64          `json:"events"`
	Moves  int            `json:"moves"`
	Names  map[int]string `json:"names"` // names of people, by number
	Fault  *Fault         `json:"fault"` // nil if there is none
	Throws []Throw        `json:"throws"`
	Voids  []Void         `json:"voids"`

	Discarded int  `json:"discarded"` // results that were known and not used; an estimate without a memory
	Without   int  `json:"without"`   // throws that were made without the person's device
	Unknown   int  `json:"unknown"`   // throws of unknown method
	Elsewhere int  `json:"elsewhere"` // throws before the game came to this table
	Back      int  `json:"back"`      // how often the server went back
	Stale     bool `json:"stale"`     // the log is older than the memory
	Memory    bool `json:"memory"`    // it was compared with the memory of a device

	Verdict string   `json:"verdict"`
	Lines   []string `json:"lines"` // the same in words
	Story   Story    `json:"story"`

	note     string // what is said of a record without its log
	person   int
	discards []discard
	back     []int64
	partial  bool // the memory does not have everything that the device did
}

// A Story names a log: two people who were shown the same one have the same code.
type Story struct {
	Event int64  `json:"event"`
	Code  string `json:"code"`
}

// Report returns the result so far.
func (c *Checker) Report() *Report {
	r := c.report
	r.Events, r.person = int64(len(c.heads)), c.person
	r.Story = Story{r.Events, c.head().Code()}
	r.Throws, r.Voids = []Throw{}, []Void{}
	r.Memory, r.Stale, r.Back = c.seen.device(), c.seen.behind() && r.Fault == nil, c.before+len(c.back)
	if d := c.dice; d != nil {
		r.Throws, r.Voids = append(r.Throws, d.throws...), append(r.Voids, d.voids...)
		switch {
		case r.Memory:
			r.partial = c.seen.Since == 0
			r.discards = c.seen.discards(d.open)
			r.Discarded, r.Without = len(r.discards), c.seen.without+r.Elsewhere
			r.back = slices.Concat(c.seen.Back[:c.before], c.back)
		default:
			r.back = c.back
			r.Without = r.Elsewhere
			for _, t := range r.Throws {
				if r.person == 0 && len(t.Who) == 0 || r.person != 0 && !slices.Contains(t.Who, r.person) {
					r.Without++
				}
			}
			if r.person != 0 {
				r.Discarded = d.estimate(r.person)
			}
		}
	}
	switch {
	case r.Fault != nil:
		r.Verdict = False
	case r.Memory && !r.partial && len(r.Throws) > 0 && r.Discarded+r.Without+r.Back == 0 && !r.Stale:
		r.Verdict = Guaranteed
	default:
		r.Verdict = NotGuaranteed
	}
	r.Lines = r.lines(number)
	return &r
}

// Err returns the fault as an error, or nil.
func (r *Report) Err() error {
	if r.Fault == nil {
		return nil
	}
	return r.Fault
}

func number(id int) string { return fmt.Sprintf("person %d", id) }

// count puts a number before a noun; one is a word, as sentences begin with it.
func count(n int, thing string) string {
	if n == 1 {
		return "One " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// lines puts the report into words.
func (r *Report) lines(person func(id int) string) (lines []string) {
	say := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	if r.note != "" {
		return []string{r.note}
	}
	if f := r.Fault; f != nil {
		at := fmt.Sprintf("event %d", f.Event)
		if f.Line > 0 {
			at = fmt.Sprintf("line %d", f.Line)
		}
		say("Broken at %s: %s (%s). Nothing is guaranteed from there on.", at, f.Text, f.Code)
		return lines
	}
	if r.Stale {
		say("The log is older than the memory: it ends with event %d. Fetch it again.", r.Events)
	}
	device := "your device"
	if !r.Memory {
		say("No contradiction was found, but there is no memory of a device to compare with: what people's devices really sent is not known.")
		device = "the device of " + person(r.person)
	}
	if r.partial {
		say("Not everything that your device knows was stored, so nothing is guaranteed.")
	}
	switch {
	case r.Verdict == Guaranteed:
		say("All %d throws were made with your device's help; nobody could know one before, and none was thrown away.", len(r.Throws))
	case len(r.Throws) == 0:
		say("No throw was made.")
	}
	if r.Discarded > 0 {
		were := " were"
		if r.Discarded == 1 {
			were = " was"
		}
		text := count(r.Discarded, "result") + were + " known and not used"
		text += r.causes(person)
		if !r.Memory {
			text += ", by the gaps in the chain of " + person(r.person)
		}
		say("%s.", text)
	}
	if r.Without > 0 {
		if !r.Memory && r.person == 0 {
			device = "any device"
		}
		was := " were made without %s: they could be anything."
		if r.Without == 1 {
			was = " was made without %s: it could be anything."
		}
		say("%s"+was, count(r.Without, "throw"), device)
	}
	if r.Elsewhere > 0 {
		say("%d of them were made elsewhere, before the game came to this table.", r.Elsewhere)
	}
	if r.Unknown > 0 {
		say("%s of unknown method: guaranteed for nobody.", count(r.Unknown, "throw"))
	}
	if r.Back > 0 {
		times, events := "once", "event"
		if r.Back > 1 {
			times, events = fmt.Sprintf("%d times", r.Back), "events"
		}
		say("The server went back %s: what was played after %s %s was lost and played again.", times, events, strings.Trim(strings.ReplaceAll(fmt.Sprint(r.back), " ", ", "), "[]"))
	}
	if !r.Memory && r.person == 0 {
		took := map[int]int{}
		for _, t := range r.Throws {
			for _, p := range t.Who {
				took[p]++
			}
		}
		for _, p := range slices.Sorted(maps.Keys(took)) {
			say("The device of %s is named in %d of %d throws.", person(p), took[p], len(r.Throws))
		}
	}
	return lines
}

// causes says how results came to be thrown away, those with the same cause
// together.
func (r *Report) causes(person func(int) string) (text string) {
	for i := 0; i < len(r.discards); {
		cause, numbers := r.cause(r.discards[i], person), ""
		first := i
		for ; i < len(r.discards) && r.cause(r.discards[i], person) == cause; i++ {
			numbers += fmt.Sprintf(", %d", r.discards[i].number)
		}
		throw := "throw "
		if i-first > 1 {
			throw, cause = "throws ", strings.Replace(cause, "was ", "were ", 1)
		}
		text += []string{": ", "; "}[min(first, 1)] + throw + numbers[2:] + " " + cause
	}
	return text
}

// cause says how a result came to be thrown away.
func (r *Report) cause(d discard, person func(int) string) string {
	what := "was not made"
	if d.number <= len(r.Throws) {
		what = "was made again"
	}
	switch v := d.void; {
	case v.Event == 0 && r.Back > 0:
		return what + "; the server went back"
	case v.Event == 0:
		return what + "; the log has no trace of it"
	case v.Why == table.WhySilent:
		return what + "; the server says the device of " + person(v.Person) + " fell silent"
	case v.Why == table.WhyRestart:
		return what + "; the server says it was started again"
	case v.Person == 0:
		return what + "; the server says it made way for a " + v.Why
	default:
		return what + "; the server says it made way for a " + v.Why + " of " + person(v.Person)
	}
}

// String returns the report in plain words.
func (r *Report) String() string {
	var b strings.Builder
	before := ""
	if r.Fault != nil {
		before = " before the fault"
	}
	fmt.Fprintf(&b, "Table %s, %s", r.Table, r.Game)
	if r.note == "" {
		fmt.Fprintf(&b, ": %s and %s%s in %s", plural(len(r.Throws), "throw"), plural(r.Moves, "move"), before, plural(int(r.Events), "event"))
	}
	b.WriteString(".\n")
	for _, line := range r.lines(func(id int) string {
		if name := r.Names[id]; name != "" {
			return fmt.Sprintf("person %d (%s)", id, name)
		}
		return number(id)
	}) {
		b.WriteString(line + "\n")
	}
	if r.Events > 0 {
		fmt.Fprintf(&b, "Story code at event %d: %s\n", r.Story.Event, r.Story.Code)
	}
	return b.String()
}

func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
