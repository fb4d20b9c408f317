package sim

import (
	"maps"
	"math"
	"slices"

	"parlour"
)

// Stats are the counts of many games. All are whole numbers, so parts of a run can
// be added in any order.
type Stats struct {
	Games      int                     `json:"games"`      // games played
	Unfinished int                     `json:"unfinished"` // abandoned games among them
	Seats      [parlour.MaxSeats]Score `json:"seats"`
	Order      [parlour.MaxSeats]Score `json:"order"` // by turn order: first player, second player ...
	Reasons    map[string]int          `json:"reasons"`
	Throws     Lengths                 `json:"throws"`
	Moves      Lengths                 `json:"moves"`
	Turns      Lengths                 `json:"turns"`
	Captures   Lengths                 `json:"captures"`
	Passes     int                     `json:"passes"`  // moves that were a forced pass
	Choices    int                     `json:"choices"` // moves chosen from several
	Stakes     Lengths                 `json:"stakes"`
}

// A Score is the result of a seat.
type Score struct {
	Games int   `json:"games"` // finished games the seat took part in
	Wins  int   `json:"wins"`  // wins, alone or with its side
	Ties  int   `json:"ties"`  // first places shared with other sides
	Parts int64 `json:"parts"` // a win counts Whole, a draw a part of it
	Pool  int64 `json:"pool"`  // sum of its shares of the result, in parts of Whole; later places can have shares, too
}

// Whole is the number of parts in one game. It is divisible by 2, 3 and 4, so that
// shares are exact.
const Whole = 5040

// NewStats returns empty counts, to add others to.
func NewStats() *Stats {
	return &Stats{Reasons: map[string]int{}, Throws: Lengths{}, Moves: Lengths{}, Turns: Lengths{}, Captures: Lengths{}, Stakes: Lengths{}}
}

// counts are the statistics of one worker. They become Stats at the end, because
// maps are slow.
type counts struct {
	Stats
	throws, moves, turns, captures, stakes histogram
	reason                                 string // of the last game
	reasons                                int    // games in a row that ended so
}

// A histogram is Lengths in which small numbers have an array.
type histogram struct {
	small [2048]int32
	large Lengths
}

func (h *histogram) add(n int) {
	if uint(n) < uint(len(h.small)) {
		h.small[n]++
		return
	}
	if h.large == nil {
		h.large = Lengths{}
	}
	h.large[n]++
}

// addTo adds the histogram to l.
func (h *histogram) addTo(l Lengths) {
	for v, n := range h.small {
		if n != 0 {
			l[v] += int(n)
		}
	}
	l.add(h.large)
}

// stats returns the counts as Stats.
func (c *counts) stats() *Stats {
	s := NewStats()
	s.Add(&c.Stats)
	c.throws.addTo(s.Throws)
	c.moves.addTo(s.Moves)
	c.turns.addTo(s.Turns)
	c.captures.addTo(s.Captures)
	c.stakes.addTo(s.Stakes)
	if c.reasons > 0 {
		s.Reasons[c.reason] += c.reasons
	}
	return s
}

// game adds a game with its result and the number of sides that share first place.
func (c *counts) game(res *parlour.Result, sides int, n *Tally) {
	c.Games++
	c.Passes += n.Passes
	c.Choices += n.Choices
	c.throws.add(n.Throws)
	c.moves.add(n.Moves)
	c.turns.add(n.Turns)
	c.captures.add(n.Captures)
	if !res.Over {
		c.Unfinished++
		return
	}
	if res.Reason != c.reason {
		if c.reasons > 0 {
			c.Reasons[c.reason] += c.reasons
		}
		c.reason, c.reasons = res.Reason, 0
	}
	c.reasons++
	c.stakes.add(res.Stake)
	var score [parlour.MaxSeats]Score
	for seat, place := range res.Place {
		share := res.Share[seat]
		if place == 0 && share == 0 && !slices.Contains(n.Order[:n.Ordered], parlour.Seat(seat)) {
			continue
		}
		one := Score{Games: 1, Pool: int64(math.Round(share * Whole))}
		if place == 1 {
			one.Parts = Whole / int64(sides)
			if one.Wins = 1; sides > 1 {
				one.Wins, one.Ties = 0, 1
			}
		}
		score[seat] = one
		c.Seats[seat].add(one)
	}
	for i, seat := range n.Order[:n.Ordered] {
		c.Order[i].add(score[seat])
	}
}

func (s *Score) add(o Score) {
	s.Games += o.Games
	s.Wins += o.Wins
	s.Ties += o.Ties
	s.Parts += o.Parts
	s.Pool += o.Pool
}

// Add adds the counts of another part of the run. The sum does not depend on the
// order or on how the run was split.
func (s *Stats) Add(o *Stats) {
	s.Games += o.Games
	s.Unfinished += o.Unfinished
	s.Passes += o.Passes
	s.Choices += o.Choices
	for i := range s.Seats {
		s.Seats[i].add(o.Seats[i])
		s.Order[i].add(o.Order[i])
	}
	for r, n := range o.Reasons {
		s.Reasons[r] += n
	}
	s.Throws.add(o.Throws)
	s.Moves.add(o.Moves)
	s.Turns.add(o.Turns)
	s.Captures.add(o.Captures)
	s.Stakes.add(o.Stakes)
}

// Share returns the share of games won. A draw counts in part.
func (s *Score) Share() float64 { return s.mean(s.Parts) }

// PoolShare returns the mean share of the result.
func (s *Score) PoolShare() float64 { return s.mean(s.Pool) }

func (s *Score) mean(parts int64) float64 {
	if s.Games == 0 {
		return 0
	}
	return float64(parts) / Whole / float64(s.Games)
}

// Interval returns Wilson's 95 % interval of the share.
func (s *Score) Interval() (low, high float64) { return Wilson(s.Share(), s.Games) }

// Wilson returns the 95 % interval of a share p in n trials.
func Wilson(p float64, n int) (low, high float64) {
	if n == 0 {
		return 0, 1
	}
	const z = 1.959963984540054
	f := float64(n)
	mid := p + z*z/(2*f)
	half := z * math.Sqrt(p*(1-p)/f+z*z/(4*f*f))
	return max(0, (mid-half)/(1+z*z/f)), min(1, (mid+half)/(1+z*z/f))
}

// Lengths counts how often each number occurred, such as the length of a game.
type Lengths map[int]int

func (l Lengths) add(o Lengths) {
	for v, n := range o {
		l[v] += n
	}
}

// Sum returns the number of entries and their sum.
func (l Lengths) Sum() (n, sum int) {
	for v, k := range l {
		n += k
		sum += v * k
	}
	return n, sum
}

// Mean returns the arithmetic mean, or 0 without entries.
func (l Lengths) Mean() float64 {
	n, sum := l.Sum()
	if n == 0 {
		return 0
	}
	return float64(sum) / float64(n)
}

// SD returns the sample standard deviation, or 0 for fewer than two entries.
func (l Lengths) SD() float64 {
	n, _ := l.Sum()
	if n < 2 {
		return 0
	}
	mean, sq := l.Mean(), 0.0
	for _, v := range slices.Sorted(maps.Keys(l)) { // sorted, so that rounding is the same each time
		d := float64(v) - mean
		sq += d * d * float64(l[v])
	}
	return math.Sqrt(sq / float64(n-1))
}

// Quantile returns the smallest number such that at least the fraction q of the
// entries does not exceed it: 0 gives the minimum, 0.5 the median, 1 the maximum.
func (l Lengths) Quantile(q float64) int {
	n, _ := l.Sum()
	need := max(1, int(math.Ceil(q*float64(n)-1e-9)))
	last := 0
	for _, v := range slices.Sorted(maps.Keys(l)) {
		need -= l[v]
		last = v
		if need <= 0 {
			break
		}
	}
	return last
}
