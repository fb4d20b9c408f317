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
	Names   map[int]string `json:"names,omitempty"` // names of people, by number
	Fault   *Fault         `json:"fault"`           // nil if there is none
	Throws  []Throw        `json:"throws"`
	Verdict []string       `json:"verdict"` // one line each; all verifiers use the same words
	Counts  Counts         `json:"counts"`  // the same in numbers
	Story   Story          `json:"story"`
}

// A Story names a log: two people who were shown the same one have the same code.
type Story struct {
	Event int64  `json:"event"`
	Code  string `json:"code"`
}

// Counts summarize a report.
type Counts struct {
	Old    int            `json:"old"`    // throws of parlour-dice-1, guaranteed to nobody
	Sets   []Set          `json:"sets"`   // the other throws, by who took part
	Rounds map[string]int `json:"rounds"` // rounds by cause
	Causes []Cause        `json:"causes"` // rounds by cause and the people behind it
	Epochs int            `json:"epochs"` // how often the store's epoch rose
}

// A Set counts the throws in which the same people took part.
type Set struct {
	Members []int       `json:"members"`
	Throws  int         `json:"throws"`
	Own     map[int]int `json:"own"` // throws by each member
}

// from fills in the report from the dice.
func (r *Report) from(d *dice) {
	r.Throws = append([]Throw{}, d.throws...)
	c := &r.Counts
	*c = Counts{Sets: []Set{}, Rounds: map[string]int{}, Causes: append([]Cause{}, d.causes...), Epochs: d.epochs}
	for _, cause := range d.causes {
		c.Rounds[cause.Why] += cause.Rounds
	}
	for _, t := range d.throws {
		if t.Round == 0 {
			c.Old++
			continue
		}
		i := slices.IndexFunc(c.Sets, func(s Set) bool { return slices.Equal(s.Members, t.Members) })
		if i < 0 {
			i = len(c.Sets)
			c.Sets = append(c.Sets, Set{Members: t.Members, Own: map[int]int{}})
		}
		c.Sets[i].Throws++
		if t.Own != 0 {
			c.Sets[i].Own[t.Own]++
		}
	}
	r.Verdict = r.verdict(number)
}

// Err returns the fault as an error, or nil.
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

// verdict writes the counts as sentences.
func (r *Report) verdict(person func(id int) string) (lines []string) {
	say := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	persons := func(ids []int) string {
		var list []string
		for _, id := range ids {
			list = append(list, person(id))
		}
		if n := len(list); n > 1 {
			return strings.Join(list[:n-1], ", ") + " and " + list[n-1]
		}
		return strings.Join(list, "")
	}
	which := func(old bool, members []int, one, more string) string {
		var numbers []int
		for _, t := range r.Throws {
			if old == (t.Round == 0) && slices.Equal(t.Members, members) {
				numbers = append(numbers, t.Number)
			}
		}
		if len(numbers) != 1 {
			one = more
		}
		return fmt.Sprintf("%s (%s) %s", count(len(numbers), "throw"), spans(numbers), one)
	}
	if r.Counts.Old > 0 {
		say("%s from published links, but a server could have chosen them: guaranteed for nobody.", which(true, nil, "follows", "follow"))
	}
	for _, s := range r.Counts.Sets {
		is := which(false, s.Members, "is", "are")
		if len(s.Members) == 0 {
			say("%s guaranteed for nobody: no device took part.", is)
			continue
		}
		known := ""
		for _, id := range s.Members {
			if n := s.Own[id]; n > 0 {
				known += fmt.Sprintf(" %d of them nobody could know until %s threw.", n, person(id))
			}
		}
		say("%s guaranteed for %s.%s", is, persons(s.Members), known)
	}
	if len(r.Throws) == 0 {
		say("No throw is guaranteed.")
	}
	for _, c := range r.Counts.Causes {
		why := ""
		switch c.Why {
		case table.WhyBegin:
			why = "began with the first throw"
		case table.WhyJoined:
			why = "began because " + persons(c.People) + " asked"
		case table.WhyClosed:
			why = "began because " + closing(c.How, persons(c.People))
		case table.WhyLow:
			why = "began because a chain ran low"
		case table.WhyEpoch:
			why = "began because the server's store was restored or moved"
		case table.WhyUnanswered:
			why = "began again because " + persons(c.People) + " did not answer"
		}
		say("%s %s.", count(c.Rounds, "round"), why)
	}
	switch n := r.Counts.Epochs; n {
	case 0:
	case 1:
		say("The epoch rose once.")
	default:
		say("The epoch rose %d times.", n)
	}
	return lines
}

// spans writes ascending numbers as ranges: 1–4, 6.
func spans(numbers []int) string {
	var b strings.Builder
	for i := 0; i < len(numbers); {
		j := i
		for j+1 < len(numbers) && numbers[j+1] == numbers[j]+1 {
			j++
		}
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprint(&b, numbers[i])
		if j > i {
			fmt.Fprintf(&b, "–%d", numbers[j])
		}
		i = j + 1
	}
	return b.String()
}

// String returns the report in plain words.
func (r *Report) String() string {
	var b strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	in := ""
	if r.Events > 0 {
		in = " in " + count(int(r.Events), "event")
	}
	before := ""
	if r.Fault != nil {
		before = " before the fault"
	}
	say("Table %s, %s: %s and %s%s%s.", r.Table, r.Game, count(len(r.Throws), "throw"), count(r.Moves, "move"), before, in)
	lines := r.verdict(func(id int) string {
		if name := r.Names[id]; name != "" {
			return fmt.Sprintf("person %d (%s)", id, name)
		}
		return number(id)
	})
	for _, line := range lines {
		say("%s", line)
	}
	if slices.ContainsFunc(r.Throws, func(t Throw) bool { return len(t.Members) > 0 }) {
		say("A guarantee is for the people it names, and rests on their own devices; for everybody else the server and they could have agreed on the throws.")
	}
	if slices.ContainsFunc(r.Throws, func(t Throw) bool { return len(t.Members) > 0 && t.Own == 0 }) {
		say("Throws that a member did not make were fixed when their round was complete: nobody could choose them, but the server could know them from then on.")
	}
	if r.Fault == nil {
		say("Every throw and move follows the rules of the game.")
	}
	if r.Story.Event > 0 {
		say("Story code at event %d: %s", r.Story.Event, r.Story.Code)
	}
	if f := r.Fault; f != nil {
		at := "the end of the record"
		switch {
		case f.Event > 0:
			at = fmt.Sprintf("event %d", f.Event)
		case f.Line > 0:
			at = fmt.Sprintf("line %d", f.Line)
		}
		if f.Throw > 0 {
			at += fmt.Sprintf(" (throw %d)", f.Throw)
		}
		say("Broken at %s: %s%s (%s). Everything from there on is not guaranteed.", at, strings.ToUpper(f.Text[:1]), f.Text[1:], f.Code)
	}
	return b.String()
}
