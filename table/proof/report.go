package proof

import (
	"fmt"
	"slices"
	"strings"

	"parlour/table"
)

// A Report says what was checked, up to the first fault.
type Report struct {
	Table   string         `json:"table"`
	Game    string         `json:"game"`
	Events  int64          `json:"events"` // 0 for a record
	Moves   int            `json:"moves"`
	Names   map[int]string `json:"names,omitempty"` // of people, by number
	Fault   *Fault         `json:"fault"`           // nil if everything holds
	Throws  []Throw        `json:"throws"`
	Verdict Verdict        `json:"verdict"`
	Story   Story          `json:"story"`
}

// A Story names a log: two people who were shown the same one have the same code.
type Story struct {
	Event int64  `json:"event"`
	Code  string `json:"code"`
}

// A Verdict sums up a report.
type Verdict struct {
	Old    int            `json:"old"`    // throws of parlour-dice-1, guaranteed for nobody
	Sets   []Set          `json:"sets"`   // the others by who took part
	Rounds map[string]int `json:"rounds"` // how many began, by cause
	Causes []Cause        `json:"causes"` // the same, with the people who gave it
	Epochs int            `json:"epochs"` // how often the store's epoch rose
}

// A Set counts the throws in which the same people took part.
type Set struct {
	Members []int       `json:"members"`
	Throws  int         `json:"throws"`
	Own     map[int]int `json:"own"` // how many of them each member threw
}

// from fills in what the dice tell.
func (r *Report) from(d *dice) {
	r.Throws = append([]Throw{}, d.throws...)
	v := &r.Verdict
	*v = Verdict{Sets: []Set{}, Rounds: map[string]int{}, Causes: append([]Cause{}, d.causes...), Epochs: d.epochs}
	for _, c := range d.causes {
		v.Rounds[c.Why] += c.Rounds
	}
	for _, t := range d.throws {
		if t.Round == 0 {
			v.Old++
			continue
		}
		i := slices.IndexFunc(v.Sets, func(s Set) bool { return slices.Equal(s.Members, t.Members) })
		if i < 0 {
			i = len(v.Sets)
			v.Sets = append(v.Sets, Set{Members: t.Members, Own: map[int]int{}})
		}
		v.Sets[i].Throws++
		if t.Own != 0 {
			v.Sets[i].Own[t.Own]++
		}
	}
}

// Err returns the fault as an error, nil if there is none.
func (r *Report) Err() error {
	if r.Fault == nil {
		return nil
	}
	return r.Fault
}

func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// person names somebody by number and, where it is known, by name.
func (r *Report) person(id int) string {
	if name := r.Names[id]; name != "" {
		return fmt.Sprintf("person %d (%s)", id, name)
	}
	return fmt.Sprintf("person %d", id)
}

func (r *Report) persons(ids []int) string {
	var list []string
	for _, id := range ids {
		list = append(list, r.person(id))
	}
	if n := len(list); n > 1 {
		return strings.Join(list[:n-1], ", ") + " and " + list[n-1]
	}
	return strings.Join(list, "")
}

// String tells the report in plain words, a sentence or two to the line.
func (r *Report) String() string {
	var b strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	in := ""
	if r.Events > 0 {
		in = " in " + count(int(r.Events), "event")
	}
	say("Table %s, %s: %s and %s%s.", r.Table, r.Game, count(len(r.Throws), "throw"), count(r.Moves, "move"), in)
	if r.Fault != nil && len(r.Throws) > 0 {
		say("Before the fault:")
	}
	if r.Verdict.Old > 0 {
		say("Guaranteed for nobody: %s made by parlour-dice-1. They follow from published links, but a server could have chosen them.", count(r.Verdict.Old, "throw"))
	}
	for _, s := range r.Verdict.Sets {
		if len(s.Members) == 0 {
			say("Guaranteed for nobody: %s. No player's device took part, so a server could have chosen them.", count(s.Throws, "throw"))
			continue
		}
		say("Guaranteed for %s: %s that nobody could choose.", r.persons(s.Members), count(s.Throws, "throw"))
		others := s.Throws
		for _, id := range s.Members {
			if n := s.Own[id]; n > 0 {
				others -= n
				say("  %d thrown by %s: unknown to everybody, the server included, until then.", n, r.person(id))
			}
		}
		if others > 0 {
			say("  %d thrown by others: fixed when the round was complete; the server could know them from then on.", others)
		}
	}
	r.sayRounds(say)
	if r.Fault == nil && r.Moves+len(r.Throws) > 0 {
		say("All throws and moves follow the rules.")
	}
	if r.Story.Event > 0 {
		say("Story code at event %d: %s. Whoever was shown the same game has the same code.", r.Story.Event, r.Story.Code)
	}
	if f := r.Fault; f != nil {
		at := "the record"
		switch {
		case f.Event > 0:
			at = fmt.Sprintf("event %d", f.Event)
		case f.Line > 0:
			at = fmt.Sprintf("line %d", f.Line)
		}
		if f.Throw > 0 {
			at += fmt.Sprintf(" (throw %d)", f.Throw)
		}
		text := strings.ToUpper(f.Text[:1]) + f.Text[1:]
		say("Broken at %s: %s [%s]. Everything from there on is not guaranteed.", at, text, f.Code)
	}
	return b.String()
}

// sayRounds tells how many rounds began and why.
func (r *Report) sayRounds(say func(string, ...any)) {
	n := 0
	for _, c := range r.Verdict.Causes {
		n += c.Rounds
	}
	if n == 0 {
		return
	}
	say("%s of dice:", count(n, "round"))
	for _, c := range r.Verdict.Causes {
		who := r.persons(c.People)
		why := ""
		switch c.Why {
		case table.WhyBegin:
			why = "to begin with"
		case table.WhyJoined:
			why = "because " + who + " asked to take part"
		case table.WhyClosed:
			why = "because the round before was closed"
			if who != "" {
				why += " by something " + who + " did or that was done to their chair"
			}
		case table.WhyLow:
			why = "because a chain ran low"
		case table.WhyEpoch:
			why = "because the server may have gone back in time"
		case table.WhyUnanswered:
			why = "because " + who + " did not answer"
		}
		say("  %d %s.", c.Rounds, why)
	}
	if r.Verdict.Epochs > 0 {
		say("The server was restored or replaced %s; what was lost then is in no log.", times(r.Verdict.Epochs))
	}
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}
