package table

import (
	"cmp"
	"fmt"
	"time"

	"parlour"
	"parlour/table/fair"
)

// A Moment is what a state cannot know by itself: the time, who is here, and
// how its house is run. The caller fills in what the question needs.
type Moment struct {
	Now   time.Time
	Epoch int64 // of the store: throws are asked for only under a chain of this epoch or a later one

	// Away reports whether all devices of a person have been silent for so long.
	Away func(person int, long time.Duration) bool

	// Here reports whether a device of a person said lately that it is there, and
	// from which link on it can open, or that it said goodbye, with 0. Links returns
	// the link that it has opened for the throw that is asked for. Waited is for how
	// long people could have opened theirs, as far as this server knows.
	Here   func(person int) (next int, said bool)
	Links  func(person int) (link string, ok bool)
	Waited time.Duration

	// Draw returns 32 random bytes, which make a chain of dice.
	Draw func() [32]byte

	Outages []Outage // when nobody could play, in order
	House   *House
}

// A House is how a server runs its tables.
type House struct {
	Unlimited bool     // people may say and change as much as they like, as measurements and tests need
	MostPlay  int      // events of a game after which a table ends it as a draw; MostPlay if zero
	Links     int      // throws of one chain of dice, at least fair.MinLinks; fair.Links if zero
	Patience  Patience // with the devices of people
}

// Complete returns the house with defaults for what is not set.
func (h House) Complete() House {
	h.MostPlay = cmp.Or(h.MostPlay, MostPlay)
	h.Links = max(cmp.Or(h.Links, fair.Links), fair.MinLinks)
	h.Patience.Answer = cmp.Or(h.Patience.Answer, 20*time.Second)
	h.Patience.Gone = cmp.Or(h.Patience.Gone, 4*time.Second)
	return h
}

// An ask is one action that is being judged.
type ask struct {
	*State
	*Moment
	a     *Action
	from  *Sender
	who   int // the person who asks, 0 for a stranger
	chair int // that the action names, -1 for none
}

// Judge turns an action into the events it becomes, or says why not. It changes
// nothing. One of them is the action's own and carries its key.
func (s *State) Judge(from *Sender, a *Action, m *Moment) ([]Event, error) {
	q := ask{State: s, Moment: m, a: a, from: from, who: s.tokens[from.Hash], chair: a.Chair - 1}
	if a.Chair < 0 || q.chair >= len(s.chairs) {
		return nil, misuse("there are %d chairs", len(s.chairs))
	}
	r, ok := rules[a.Kind]
	if !ok || r.judge == nil {
		return nil, misuse("there is no action %q", a.Kind)
	}
	if err := q.may(&r); err != nil {
		return nil, err
	}
	e, err := r.judge(&q)
	if err != nil {
		return nil, err
	}
	if e.Kind == "" {
		e.Kind = a.Kind
	}
	if e.By == 0 {
		e.By = q.who
	}
	if !m.House.Unlimited {
		if err := s.roomFor(&e, m.Now); err != nil {
			return nil, err
		}
	}
	events := []Event{e}
	if s.voidsThrow(&e) {
		events = []Event{s.void(string(e.Kind), e.By, m), e}
	}
	own := len(events) - 1
	if r.also != nil {
		also, err := r.also(&q, e)
		if err != nil {
			return nil, err
		}
		if events = append(events, also...); e.Kind == Ask {
			own = len(events) - 1 // the throw, if it falls at once
		}
	}
	events[own].Seal(a.Key, from.Print)
	return events, nil
}

// may says why somebody may not ask for something now, whatever it is exactly.
func (q *ask) may(r *rule) error {
	if r.who > anybody {
		host, seated := q.who != 0 && q.who == q.host, q.Seated(q.who)
		switch {
		case q.who == 0:
			return ErrForbidden
		case !seated && !host:
			return bad("refused.no-chair")
		case r.who == player && !seated, r.who == hosts && !host:
			return ErrForbidden
		}
	}
	if r.waits && q.dice.open != nil {
		return ErrAsked
	}
	if q.a.Seq > q.seq { // nobody can know an event that has not happened
		return ErrLate
	}
	if r.when == inFlight {
		switch {
		case q.a.Seq < q.played:
			return ErrLate
		case q.is.status == Over:
			return bad("over")
		case q.paused:
			return bad("refused.paused")
		}
	}
	return nil
}

// bad says what is wrong with an action, as a code of the phrase catalogue with
// the names and values of its arguments.
func bad(code string, args ...any) error {
	return &parlour.Refusal{Code: code, Args: parlour.ArgsOf(args...)}
}

// misuse says in English what is wrong with an action that no page sends.
func misuse(format string, args ...any) error { return &BadAction{fmt.Errorf(format, args...)} }
