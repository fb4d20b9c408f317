package table

import (
	"cmp"
	"fmt"
	"time"

	"parlour/table/fair"
)

// A Moment is what a state cannot know by itself: the time, who is here, and
// how its house is run. Whoever asks a state fills in what the question needs.
type Moment struct {
	Now   time.Time
	Epoch int64 // of the store: throws fall only under a round of this epoch or a later one

	// Away reports whether all devices of a person have been silent for so
	// long, and Listens whether one would notice that a round of the dice begins.
	Away    func(person int, long time.Duration) bool
	Listens func(person int) bool

	// Waited is for how long people could have answered the pending round of
	// the dice, as far as this server knows.
	Waited time.Duration

	// Draw returns 32 random bytes, which make a chain of dice.
	Draw func() [32]byte

	Outages []Outage // when nobody could play, in order
	House   *House
}

// A House is how a server runs its tables.
type House struct {
	Unlimited bool     // people may say and change as much as they like, as measurements and tests need
	MostPlay  int      // events of a game after which a table ends it as a tie; MostPlay if zero
	Links     int      // throws of one chain of dice, at least fair.MinLinks; fair.Links if zero
	Patience  Patience // with the devices of people
}

// Complete returns the house with defaults for what is not set.
func (h House) Complete() House {
	h.MostPlay = cmp.Or(h.MostPlay, MostPlay)
	h.Links = max(cmp.Or(h.Links, fair.Links), fair.MinLinks)
	h.Patience.Answer = cmp.Or(h.Patience.Answer, 4*time.Second)
	h.Patience.Pledge = cmp.Or(h.Patience.Pledge, 15*time.Second)
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
// nothing. The first event is the action's own and carries its key.
func (s *State) Judge(from *Sender, a *Action, m *Moment) ([]Event, error) {
	q := ask{State: s, Moment: m, a: a, from: from, who: s.tokens[from.Hash], chair: a.Chair - 1}
	if a.Chair < 0 || q.chair >= len(s.chairs) {
		return nil, bad("there are %d chairs", len(s.chairs))
	}
	r, ok := rules[a.Kind]
	if !ok || r.judge == nil {
		return nil, bad("there is no action %q", a.Kind)
	}
	if err := q.may(&r); err != nil {
		return nil, err
	}
	e, err := r.judge(&q)
	if err != nil {
		return nil, err
	}
	e.Kind = a.Kind
	if e.By == 0 {
		e.By = q.who
	}
	if !m.House.Unlimited {
		if err := s.roomFor(&e, m.Now); err != nil {
			return nil, err
		}
	}
	e.Seal(a.Key, from.Print)
	events := []Event{e}
	if r.also != nil {
		events = append(events, r.also(&q, e)...)
	}
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
			return bad("you have no chair at this table; sit down first")
		case r.who == player && !seated, r.who == hosts && !host:
			return ErrForbidden
		}
	}
	if r.when == inFlight {
		switch {
		case q.a.Seq < q.played:
			return ErrLate
		case q.is.status == Over:
			return bad("the game is over")
		case q.paused:
			return bad("the game is paused")
		}
	}
	return nil
}

// bad says what is wrong with an action.
func bad(format string, args ...any) error { return &BadAction{Reason: fmt.Sprintf(format, args...)} }
