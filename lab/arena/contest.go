package arena

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync"
	"time"

	"parlour"
	"parlour/bot"
	"parlour/internal/parallel"
)

// A Player is someone who takes part.
type Player struct {
	Name string
	// New makes the player for one worker, which uses it for one game after
	// another. Seed begins a game; Close, if there is one, is called at the end.
	New func() (Seated, error)
}

// Seated is a player at a table. If it is an io.Closer it is closed.
type Seated interface {
	bot.Player
	// Begin begins a new game.
	Begin(seed uint64)
}

// A Follower is a Seated player that follows the whole game.
type Follower interface {
	// Follow is called with every throw and move, including its own, before it is
	// made in m.
	Follow(m parlour.Match, mv parlour.Move)
}

// A Form says who sits where.
type Form string

// The forms.
const (
	Even Form = "even" // both have the same number of seats, in turn
	One  Form = "one"  // the first player has one seat, the second all others
)

// A Contest says what to play.
type Contest struct {
	Start    parlour.Match
	Players  []Player
	Form     Form          // "" for Even
	Rounds   int           // of each pair
	Pairs    []Meeting     // the pairs that meet, and how often; nil for all pairs and Rounds
	Seed     uint64        // of the dice, the openings and the players
	Opening  int           // random moves before the players begin, the same for all games of a round
	Ballots  bool          // the rounds use the opening ballots one after another, instead of random ones
	Think    time.Duration // time for each move, used completely; 0 leaves it to the players
	MaxMoves int           // moves after which a game is abandoned as a draw; 0 for 20,000
	Workers  int           // games played at the same time; 0 for one for each processor
	Done     []Round       // rounds played earlier, which are not played again
	// Each is called after every round, from one goroutine at a time; an error
	// ends the contest.
	Each func(Round) error
	// Played, if not nil, is called with the throws and moves of every game and its
	// result, which it must not keep. Player names who plays a seat. Several
	// goroutines may call it at the same time.
	Played func(player func(parlour.Seat) string, moves []parlour.Move, end *parlour.Result)
	// Elsewhere, if not nil, has rounds played by others, for example on other
	// machines. It gets the rounds without their games and calls each with every
	// round that was played. See Contest.Play.
	Elsewhere func(ctx context.Context, due []Round, each func(Round) error) error
}

// A Meeting is a pair of players who meet in some rounds.
type Meeting struct {
	Players [2]int // indexes in Contest.Players, the lower one first
	Rounds  int
}

// meetings returns who meets how often.
func (c *Contest) meetings() []Meeting {
	if c.Pairs != nil {
		return c.Pairs
	}
	var list []Meeting
	for a := range c.Players {
		for b := a + 1; b < len(c.Players); b++ {
			list = append(list, Meeting{[2]int{a, b}, c.Rounds})
		}
	}
	return list
}

// WithoutChance reports whether m is played without any throw. All games of a
// contest would then be the same, unless they begin with some random moves.
func WithoutChance(m parlour.Match) bool {
	m = m.Clone()
	for range 4 {
		turn := m.Turn()
		if turn.Dice != 0 || turn.Over() || m.Play(m.Moves()[0]) != nil {
			return false
		}
	}
	return true
}

// A Round is a set of games between two players with the same dice.
type Round struct {
	Players [2]int `json:"players"` // indexes in Contest.Players
	Number  int    `json:"round"`
	Games   []Game `json:"games"`
}

// A Game is one game of a round, as the first of the two players sees it.
type Game struct {
	Seats  string  `json:"seats"`  // who played each side, in seat order: "abab"
	Win    float64 `json:"win"`    // 1 for a win, 0 for a loss, a part for a shared first place
	Pool   float64 `json:"pool"`   // share of the result
	Points float64 `json:"points"` // the stake won, negative if lost; 0 for a draw
	Moves  int     `json:"moves"`
	Reason string  `json:"reason"` // why it ended; "unfinished" if it was abandoned
}

// Run plays the contest. If ctx ends, Run returns the report so far with the error.
func (c *Contest) Run(ctx context.Context) (*Report, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	rounds := slices.Clone(c.Done)
	play := c.here
	if c.Elsewhere != nil {
		play = c.Elsewhere
	}
	err := play(ctx, c.due(), func(r Round) error {
		rounds = append(rounds, r)
		if c.Each != nil {
			return c.Each(r)
		}
		return nil
	})
	// In a fixed order, because sums of fractions depend on it.
	slices.SortStableFunc(rounds, func(a, b Round) int {
		return cmp.Or(cmp.Compare(a.Number, b.Number), slices.Compare(a.Players[:], b.Players[:]))
	})
	return c.report(rounds), err
}

// Play plays the games of a round that has none yet.
func (c *Contest) Play(ctx context.Context, r Round) (Round, error) {
	if err := c.check(); err != nil {
		return r, err
	}
	if a, b := r.Players[0], r.Players[1]; a < 0 || a >= len(c.Players) || b < 0 || b >= len(c.Players) {
		return r, fmt.Errorf("there are no players %d and %d", a, b)
	}
	t := &table{c: c, sides: sidesOf(c.Start)}
	defer t.close()
	return t.round(ctx, r)
}

// due returns the rounds that were not played earlier.
func (c *Contest) due() (list []Round) {
	type pairing struct {
		players [2]int
		number  int
	}
	done := map[pairing]bool{}
	for _, r := range c.Done {
		done[pairing{r.Players, r.Number}] = true
	}
	met := c.meetings()
	most := 0
	for _, m := range met {
		most = max(most, m.Rounds)
	}
	for n := range most {
		for _, m := range met {
			if p := (pairing{m.Players, n}); n < m.Rounds && !done[p] {
				list = append(list, Round{Players: p.players, Number: n})
			}
		}
	}
	return list
}

// here plays rounds in this process.
func (c *Contest) here(ctx context.Context, due []Round, each func(Round) error) error {
	var mu sync.Mutex // guards each
	return parallel.Do(ctx, c.Workers, len(due), func(ctx context.Context, numbers iter.Seq[int]) error {
		t := &table{c: c, sides: sidesOf(c.Start)}
		defer t.close()
		for i := range numbers {
			r, err := t.round(ctx, due[i])
			if err != nil {
				return err
			}
			mu.Lock()
			err = each(r)
			mu.Unlock()
			if err != nil {
				return err
			}
		}
		return nil
	})
}

func (c *Contest) check() error {
	switch {
	case len(c.Players) < 2:
		return errors.New("a contest needs at least two players")
	case c.Form == One && len(c.Players) != 2:
		return fmt.Errorf("the form one is for two players, not %d", len(c.Players))
	case c.Form != "" && c.Form != Even && c.Form != One:
		return fmt.Errorf("there is no form %q; expected even or one", c.Form)
	case len(sidesOf(c.Start)) < 2:
		return errors.New("the position does not have two sides")
	case c.Start.Turn().Over():
		return errors.New("the game is over before it begins")
	case c.Ballots && c.Start.Turn().Dice.Ballots() == 0:
		return fmt.Errorf("%s does not begin with a ballot", c.Start.Info().ID)
	}
	return nil
}

// sidesOf returns the sides of a match, by their lowest seats.
func sidesOf(m parlour.Match) (sides []parlour.Seat) {
	for s := range parlour.Seat(len(m.Info().Seats)) {
		if r := m.Role(s); r.InPlay && r.Owner != parlour.Nobody && !slices.Contains(sides, r.Side) {
			sides = append(sides, r.Side)
		}
	}
	return sides
}

// seatings returns who plays the n sides in the games of a round: false for the
// first player, true for the second.
func seatings(form Form, n int) (all [][]bool) {
	turned := func(pattern []bool, by int) []bool {
		return append(slices.Clone(pattern[len(pattern)-by:]), pattern[:len(pattern)-by]...)
	}
	pattern, other := make([]bool, n), make([]bool, n)
	for i := range pattern {
		pattern[i] = i%2 == 1
		other[i] = i%2 == 0
		if form == One {
			pattern[i] = i > 0
		}
	}
	switch {
	case form == One:
		for i := range n {
			all = append(all, turned(pattern, i))
		}
	case n%2 == 0:
		all = [][]bool{pattern, other}
	default:
		// With an odd number, one player has one side more. Play all such seatings.
		for i := range n {
			all = append(all, turned(pattern, i), turned(other, i))
		}
	}
	return all
}
