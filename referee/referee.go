// Package referee follows a match from its first position and decides what a
// position alone cannot show: repetition, agreed draws, resignations and time.
//
//	ref := referee.New(m)
//	if err := ref.Play(move); err != nil {
//		...
//	}
//	if r := ref.Result(); r.Over {
//		fmt.Println(r.Reason) // "repetition"
//	}
//
// The terminal and the tables use it to let people play.
package referee

import (
	"slices"

	"parlour"
)

// The reasons for which a referee ends a match, besides those of the rules.
const (
	Repetition = "repetition"
	Agreed     = "agreed"
	Resigned   = "resigned"
	Time       = "time"
	TooLong    = "too-long"
)

// The errors of a Referee.
var (
	ErrOver       = &parlour.Refusal{Code: "over"}
	ErrNoDraws    = &parlour.Refusal{Code: "refused.no-draws"}
	ErrNoOffer    = &parlour.Refusal{Code: "refused.no-offer"}
	ErrOwnOffer   = &parlour.Refusal{Code: "refused.own-offer"}
	ErrNotPlaying = &parlour.Refusal{Code: "refused.not-playing"}
)

// A Referee holds a match and its history. It is not safe for concurrent use.
type Referee struct {
	history []parlour.Match // every position so far, the current one last
	seen    map[any]int     // how often each position with a move to choose has occurred
	offer   parlour.Seat    // the side that has offered a draw, or Nobody
	agreed  [parlour.MaxSeats]bool
	verdict parlour.Result // what the referee has decided; Over is false if nothing
}

// New returns a Referee that follows m. It does not change m.
func New(m parlour.Match) *Referee {
	r := &Referee{history: []parlour.Match{m.Clone()}, seen: map[any]int{}, offer: parlour.Nobody}
	r.count(1)
	return r
}

// Now returns the current position, which you must not change. Match returns a
// copy of it.
func (r *Referee) Now() parlour.Match { return r.history[len(r.history)-1] }

// Match returns a copy of the current position.
func (r *Referee) Match() parlour.Match { return r.Now().Clone() }

// Plies returns how many throws and moves have been made.
func (r *Referee) Plies() int { return len(r.history) - 1 }

// Result tells how the match stands, by the rules or by the referee's decision.
func (r *Referee) Result() parlour.Result {
	if r.verdict.Over {
		return r.verdict
	}
	return r.Now().Result()
}

// Turn says who has to act: nobody once the match is over.
func (r *Referee) Turn() parlour.Turn {
	if r.verdict.Over {
		return parlour.Turn{Seat: parlour.Nobody}
	}
	return r.Now().Turn()
}

// Play makes a move or a throw. An offer of a draw is open until an opponent
// moves. If a position occurs for the agreed number of times, the match is a
// draw at once; nobody has to claim it. [checkers/draw-repeat]
// [checkers/r-claims]
func (r *Referee) Play(mv parlour.Move) error {
	if r.Result().Over {
		return ErrOver
	}
	m := r.Match()
	if err := m.Play(mv); err != nil {
		return err
	}
	r.Take(m)
	return nil
}

// Take continues with m, which must be the current position after a legal move
// or throw. The referee keeps m. The match must not be over.
func (r *Referee) Take(m parlour.Match) {
	before := r.Now()
	if r.offer != parlour.Nobody && r.offer != before.Role(before.Turn().Seat).Side {
		r.Withdraw()
	}
	r.history = append(r.history, m)
	n := r.count(1)
	if _, repeat := parlour.Draws(m); repeat > 0 && n >= repeat && !m.Result().Over {
		r.tie(Repetition)
	}
}

// Undo takes back the last throw or move, and any decision made since.
func (r *Referee) Undo() bool {
	if len(r.history) == 1 {
		return false
	}
	r.count(-1)
	r.history = r.history[:len(r.history)-1]
	r.verdict = parlour.Result{}
	r.Withdraw()
	return true
}

// count changes how often the current position has occurred, if there is a move
// to choose in it, and returns that number.
func (r *Referee) count(by int) int {
	m := r.Now()
	if _, repeat := parlour.Draws(m); repeat == 0 || m.Turn().Needs() != parlour.NeedMove {
		return 0
	}
	key := m.Key()
	r.seen[key] += by
	return r.seen[key]
}

// Offer offers a draw for the side of seat s. [checkers/draw-agreed] [contact/r-agreed-tie]
func (r *Referee) Offer(s parlour.Seat) error {
	switch agree, _ := parlour.Draws(r.Now()); {
	case r.Result().Over:
		return ErrOver
	case !agree:
		return ErrNoDraws
	case !r.playing(s):
		return ErrNotPlaying
	case r.offer != parlour.Nobody:
		return r.Accept(s)
	}
	r.offer = r.Now().Role(s).Side
	r.agreed[r.offer] = true
	return nil
}

// Offered returns the side that has offered a draw, or Nobody.
func (r *Referee) Offered() parlour.Seat { return r.offer }

// Accept agrees to an offered draw. The match is drawn once every side still
// playing has agreed.
func (r *Referee) Accept(s parlour.Seat) error {
	side := r.Now().Role(s).Side
	switch {
	case r.Result().Over:
		return ErrOver
	case r.offer == parlour.Nobody:
		return ErrNoOffer
	case !r.playing(s):
		return ErrNotPlaying
	case r.agreed[side]:
		return ErrOwnOffer
	}
	r.agreed[side] = true
	for _, v := range r.sides() {
		if !r.agreed[v] {
			return nil
		}
	}
	r.tie(Agreed)
	return nil
}

// Decline refuses an offered draw and ends the offer.
func (r *Referee) Decline(s parlour.Seat) error {
	switch {
	case r.offer == parlour.Nobody:
		return ErrNoOffer
	case r.offer == r.Now().Role(s).Side:
		return ErrOwnOffer
	}
	r.Withdraw()
	return nil
}

// Withdraw ends an open offer of a draw.
func (r *Referee) Withdraw() {
	r.offer, r.agreed = parlour.Nobody, [parlour.MaxSeats]bool{}
}

// Resign resigns for seat s, for the reason Resigned or Time. With two sides
// the other one wins; with more, the rules take the player out and the match
// continues.
// [checkers/resign] [contact/r-retire]
func (r *Referee) Resign(s parlour.Seat, reason string) error {
	switch {
	case r.Result().Over:
		return ErrOver
	case !r.playing(s):
		return ErrNotPlaying
	}
	m := r.Match()
	if sides := r.sides(); len(sides) > 2 {
		if err := parlour.Retire(m, s); err != nil {
			return err
		}
		r.Withdraw()
		r.history = append(r.history, m)
		r.count(1)
		return nil
	}
	res := parlour.Result{Over: true, Reason: reason, Stake: 1}
	for v := range parlour.Seat(len(m.Info().Seats)) {
		switch {
		case !r.playing(v):
		case m.Role(v).Side == m.Role(s).Side:
			res.Place[v] = 2
		default:
			res.Place[v], res.Share[v] = 1, 1
		}
	}
	r.verdict = res
	return nil
}

// Tie ends a match as a draw, for a reason given by the caller.
func (r *Referee) Tie(reason string) {
	if !r.Result().Over {
		r.tie(reason)
	}
}

// tie ends the match. The sides still playing share it.
func (r *Referee) tie(reason string) {
	m, sides := r.Now(), r.sides()
	res := parlour.Result{Over: true, Reason: reason, Stake: 1}
	for v := range parlour.Seat(len(m.Info().Seats)) {
		if r.playing(v) {
			res.Place[v], res.Share[v] = 1, 1/float64(len(sides))
		}
	}
	r.verdict = res
}

// playing reports whether seat s has pieces in the game.
func (r *Referee) playing(s parlour.Seat) bool {
	m := r.Now()
	info := m.Info()
	if s < 0 || int(s) >= len(info.Seats) || m.Role(s).Owner == parlour.Nobody {
		return false
	}
	if len(info.Seats) == 2 {
		return true
	}
	return m.Result().Place[s] == 0 && m.Role(s).InPlay
}

// sides returns the sides still playing.
func (r *Referee) sides() (sides []parlour.Seat) {
	m := r.Now()
	for v := range parlour.Seat(len(m.Info().Seats)) {
		if side := m.Role(v).Side; r.playing(v) && !slices.Contains(sides, side) {
			sides = append(sides, side)
		}
	}
	return sides
}

// Before returns the positions before the current one, the oldest first. You
// must not change them.
func (r *Referee) Before() []parlour.Match { return slices.Clone(r.history[:len(r.history)-1]) }

// Past returns a copy of the position n throws and moves ago, or nil if there
// have not been that many.
func (r *Referee) Past(n int) parlour.Match {
	if n < 0 || n >= len(r.history) {
		return nil
	}
	return r.history[len(r.history)-1-n].Clone()
}
