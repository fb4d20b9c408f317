package proof

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"parlour"
	"parlour/record"
	"parlour/table"
	"parlour/table/fair"
)

// A lineChecker follows the dice through a record. It turns the lines into the
// same steps as the events.
type lineChecker struct {
	report Report
	dice   *dice
	info   parlour.Info
	old    bool         // tagged parlour-dice-1: it may show such throws
	link   *table.Event // opened for the throw on the next line, or nil
	by     int          // the person whose device opened a link for it
}

// Verify replays a record and checks every throw in it, as a Checker does with
// the events. Seen is the memory of a device, or nil. The error is the *Fault
// in the report, or says that the record contains no proof at all.
func Verify(open func(line string) (parlour.Match, error), r *record.Record, seen *Memory) (*Report, error) {
	c := &lineChecker{report: Report{Game: r.Tag("Game"), Table: r.Tag(TagTable)}}
	switch m := r.Tag(TagDice); m {
	case fair.Method:
	case fair.OldMethod:
		c.old = true
	default:
		return &c.report, fmt.Errorf("the record contains no proof of its dice: its tag %s is %q; expected %s or %s", TagDice, m, fair.Method, fair.OldMethod)
	}
	_, err := record.Follow(open, r, c.before, func(i int, e *record.Entry, m parlour.Match) error {
		if c.dice == nil {
			c.dice, c.info = newDice(c.report.Table, m, seen), m.Info()
			if c.report.Game != "" && c.report.Game != c.info.ID {
				return fault(Illegal, "the record calls itself a game of %s, but it is one of %s", c.report.Game, c.info.ID)
			}
		}
		if e.Kind != record.Comment {
			return nil
		}
		return c.comment(e)
	})
	if err == nil && c.link != nil {
		err = &Fault{Code: Illegal, Throw: c.link.Body.Number, Text: "a link was opened, but no throw follows"}
	}
	if err == nil {
		err = c.story(seen)
	}
	if err == nil && c.dice != nil {
		if f := c.dice.seen.ends(len(c.dice.throws)); f != nil {
			err = f
		}
	}
	if bad := (*record.Error)(nil); errors.As(err, &bad) {
		line := bad.Line
		bad.Line = 0
		err = &Fault{Code: Illegal, Line: line, Text: bad.Error()}
	}
	if c.dice != nil {
		c.names(r)
		c.report.from(c.dice)
	}
	if f := (*Fault)(nil); errors.As(err, &f) {
		c.report.Fault = f
	}
	return &c.report, err
}

// names finds the names of the people who sit at the table at the end.
func (c *lineChecker) names(r *record.Record) {
	c.report.Names = map[int]string{}
	for i, p := range c.dice.seats {
		if name := r.Tag("Seat " + c.info.Letter(p.Seats[0])); name != "" && c.dice.chairs[i].person != 0 {
			c.report.Names[c.dice.chairs[i].person] = name
		}
	}
}

// story compares the code at the end of the record with the device's memory.
func (c *lineChecker) story(seen *Memory) error {
	if h, ok := seen.head(c.report.Story.Event); ok && h.Code() != c.report.Story.Code {
		return fault(MemoryStory, "the device of person %d has another story code at event %d: %s", seen.Person, c.report.Story.Event, h.Code())
	}
	return nil
}

// comment reads a proof line and ignores other comments.
func (c *lineChecker) comment(e *record.Entry) error {
	w := strings.Fields(e.Text)
	var f *Fault
	switch {
	case len(w) == 6 && w[0] == "story":
		c.report.Story.Event, _ = strconv.ParseInt(w[1], 10, 64)
		c.report.Story.Code = strings.Join(w[2:], " ")
		return nil
	case len(w) < 2 || w[0] != "dice":
		return nil
	case c.link != nil:
		f = fault(Illegal, "a proof line comes between a link and its throw")
	default:
		f = c.line(w[1], w[2:])
	}
	if f == nil {
		return nil
	}
	f.Line = e.Line
	return f
}

// A lineForm is the syntax of a proof line and the step it stands for.
type lineForm struct {
	form string
	step func(c *lineChecker, w *words) *Fault
}

var lineForms = map[string]lineForm{
	"chain": {"dice chain FIRST LINKS COMMITMENT", func(c *lineChecker, w *words) *Fault {
		ch := &table.Chain{First: w.number(), Links: w.number(), Commitment: w.next()}
		if !c.old {
			return fault(OldClaim, "the record calls itself %s, but shows a chain of %s", fair.Method, fair.OldMethod)
		}
		return w.then(func() *Fault { return c.dice.commit(ch) })
	}},
	"nonce": {"dice nonce CHAIR NONCE", func(c *lineChecker, w *words) *Fault {
		chair, nonce := w.number(), w.next()
		switch {
		case !c.old:
			return fault(OldClaim, "the record calls itself %s, but shows a nonce of %s", fair.Method, fair.OldMethod)
		case c.dice.number > 0:
			return fault(OldClaim, "a nonce of %s comes after a round of %s", fair.OldMethod, fair.Method)
		case chair < 1 || chair > len(c.dice.nonces)+1 || chair > len(c.dice.chairs):
			w.bad = true
		case len(c.dice.old) == 0:
			return fault(Illegal, "a nonce comes before the commitment")
		case chair > len(c.dice.nonces):
			c.dice.nonces = append(c.dice.nonces, nonce)
		default:
			c.dice.nonces[chair-1] = nonce
		}
		return nil
	}},
	"round": {"dice round NUMBER EPOCH LINKS COMMITMENT FIRST people LIST out LIST why REASON", func(c *lineChecker, w *words) *Fault {
		b := &table.Body{Round: w.number(), Epoch: int64(w.number())}
		b.Dice = &table.Chain{Links: w.number(), Commitment: w.next(), First: w.number()}
		w.word("people")
		b.People = w.list()
		w.word("out")
		b.Out = w.list()
		w.word("why")
		b.Why = w.next()
		return w.then(func() *Fault { return c.dice.round(b) })
	}},
	"pledge": {"dice pledge ROUND PERSON LINKS COMMITMENT", func(c *lineChecker, w *words) *Fault {
		b := &table.Body{Round: w.number(), Person: w.number(), Dice: &table.Chain{Links: w.number(), Commitment: w.next()}}
		return w.then(func() *Fault { return c.dice.pledge(0, b.Person, b) })
	}},
	"reveal": {"dice reveal ROUND PERSON LINK", func(c *lineChecker, w *words) *Fault {
		b := &table.Body{Round: w.number(), Person: w.number(), Link: w.next()}
		return w.then(func() *Fault { return c.dice.reveal(0, b.Person, b) })
	}},
	"part": {"dice part PERSON", func(c *lineChecker, w *words) *Fault {
		p := w.number()
		return w.then(func() *Fault { return c.dice.takePart(p, p) })
	}},
	"device": {"dice device PERSON", func(c *lineChecker, w *words) *Fault {
		p := w.number()
		return w.then(func() *Fault { c.dice.device(p); return nil })
	}},
	"chair": {"dice chair CHAIR person PERSON, dice chair CHAIR bot PERSON or dice chair CHAIR open", func(c *lineChecker, w *words) *Fault {
		n := w.number()
		var now chair
		switch w.next() {
		case "person":
			now = chair{person: w.number()}
			w.bad = w.bad || now.person == 0
		case "bot":
			now = chair{w.number(), true}
		case "open":
		default:
			w.bad = true
		}
		w.bad = w.bad || n < 1 || n > len(c.dice.chairs)
		return w.then(func() *Fault { c.dice.decide(n, now); return nil })
	}},
	"link": {"dice link THROW LINK, and own PERSON LINK if a member of the round throws", func(c *lineChecker, w *words) *Fault {
		e := &table.Event{Kind: table.Throw, Body: table.Body{Number: w.number(), Link: w.next()}}
		c.by = anybody
		if len(w.left) > 0 {
			w.word("own")
			c.by, e.Body.Own = w.number(), w.next()
		}
		if c.dice.force != nil {
			e.Body.Round = c.dice.force.number
		} else if c.dice.pending != nil {
			e.Body.Round = c.dice.pending.number
		}
		return w.then(func() *Fault { c.link = e; return nil })
	}},
}

// line handles one proof line.
func (c *lineChecker) line(kind string, fields []string) *Fault {
	form, ok := lineForms[kind]
	if !ok {
		return fault(Illegal, "%q is not a proof line", "dice "+kind)
	}
	w := &words{left: fields}
	f := form.step(c, w)
	if f == nil && w.bad {
		return fault(Illegal, "a proof line is malformed; expected %s", form.form)
	}
	return f
}

// words reads the words of a line.
type words struct {
	left []string
	bad  bool
}

func (w *words) next() string {
	if len(w.left) == 0 {
		w.bad = true
		return ""
	}
	s := w.left[0]
	w.left = w.left[1:]
	return s
}

func (w *words) word(want string) { w.bad = w.next() != want || w.bad }

func (w *words) number() int {
	n, err := strconv.Atoi(w.next())
	w.bad = w.bad || err != nil || n < 0
	return n
}

func (w *words) list() (list []int) {
	s := w.next()
	if s == "-" {
		return nil
	}
	for word := range strings.SplitSeq(s, ",") {
		n, err := strconv.Atoi(word)
		w.bad = w.bad || err != nil || n < 0
		list = append(list, n)
	}
	return list
}

// then makes the step if the whole line could be read.
func (w *words) then(step func() *Fault) *Fault {
	w.bad = w.bad || len(w.left) > 0
	if w.bad {
		return nil
	}
	return step()
}

// before runs before every throw and move.
func (c *lineChecker) before(e *record.Entry, m parlour.Match, mv parlour.Move) error {
	if m.Turn().Dice == 0 {
		c.report.Moves++
		return nil
	}
	link := c.link
	c.link = nil
	if link == nil {
		link = &table.Event{Kind: table.Throw}
		if c.dice.force != nil {
			link.Body.Round = c.dice.force.number
		}
		link.Body.Number, c.by = len(c.dice.throws)+1, anybody // without a link
	}
	if f := c.dice.throw(link, c.by, m.Text(mv), m); f != nil {
		f.Line = e.Line
		return f
	}
	return nil
}
