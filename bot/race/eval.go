package race

import (
	"math"

	"parlour"
	"parlour/bot"
	"parlour/games/race"
)

// The terms of the sum of a colour. Every term has two weights, for the beginning
// and for the end of a game, with interpolation in between.
//
//	0..       a man, by progress + 1: waiting, on the track, in the lane, home
//	tempo..   1 at the number of turns until the colour's own turn
//	fear..    by the same number, twice: the chance that a man is captured, and
//	          that chance times how far the man has come
//	hunt..    by the same number, twice: the same for the men it can capture
//	stuck     no man is on the track or in the lane
//	waits..   number of men waiting, 0 to 4
//	homes..   number of men home, 0 to 4
//	pairs     pairs of men on the track
//	held      men with a pair of another colour up to six spaces ahead
const (
	places = 88 // at most progress + 2 of any course
	tempo  = places
	fear   = tempo + 4
	hunt   = fear + 8
	stuck  = hunt + 8
	waits  = stuck + 1
	homes  = waits + 5
	pairs  = homes + 5
	held   = pairs + 1
	terms  = held + 1
)

// Evaluator evaluates positions of a race game.
type Evaluator struct {
	rules  parlour.Full[race.Position]
	sides  parlour.Sides[race.Position] // nil if every colour is its own side
	course race.Course
	w      *bot.Weights
	reach  [19]float32 // chance to reach a space that far ahead in one turn
	enters float32     // chance to enter in one turn
	lurks  int16       // men farther behind than this, but not much, are a little out of reach
	second float64     // value of the second place
	sheet  bot.Sheet
	sees   float32 // the part of the danger to men that it sees
}

var _ bot.Student[race.Position] = (*Evaluator)(nil)

// NewEvaluator returns the evaluator for rules of package race with the given
// weights, or nil for other rules.
func NewEvaluator(rules parlour.Full[race.Position], w *bot.Weights) *Evaluator {
	c, ok := race.CourseOf(rules)
	if !ok {
		return nil
	}
	e := &Evaluator{rules: rules, course: c, w: w, sees: 1}
	e.sides, _ = rules.(parlour.Sides[race.Position])
	if c.Pool {
		e.second = 0.5
	}
	if c.Dice == parlour.TwoDice {
		e.twoDice()
	} else {
		e.oneDie()
	}
	return e
}

// oneDie fills in the chances for one die, where a six throws again.
func (e *Evaluator) oneDie() {
	chance := float32(1)
	for d := 1; d < len(e.reach); d++ {
		if d%6 == 1 {
			chance /= 6
		}
		e.reach[d] = chance
	}
	e.enters, e.lurks = 1.0/6, 6
}

// twoDice fills in the chances for two dice, used singly or as their sum.
func (e *Evaluator) twoDice() {
	for a := 1; a <= 6; a++ {
		for b := 1; b <= 6; b++ {
			var hit [13]bool
			hit[a], hit[b], hit[a+b] = true, true, true
			for d, h := range hit {
				if h {
					e.reach[d] += 1.0 / 36
				}
			}
		}
	}
	e.enters, e.lurks = 15.0/36, 12 // a five on one die or as the sum
}

// Terms returns the number of terms.
func (e *Evaluator) Terms() int { return terms }

// Guess fills in initial weights that finish a game: progress is good, danger is
// bad.
func (e *Evaluator) Guess(w *bot.Weights) {
	for _, list := range [][]float32{w.Early, w.Late} {
		for q := range e.course.Home + 5 {
			list[q] = 3 * float32(min(q, e.course.Home+1)) / float32(e.course.Home)
		}
		for k := range 4 {
			list[fear+2*k+1] = -0.5
		}
	}
}

// Settled returns how many colours are home, and fills in the last one.
func (e *Evaluator) Settled(p *race.Position, out *bot.Shares) (n int) {
	latest, last := -1, parlour.Seat(0)
	for s := range parlour.Seat(4) {
		if place, ok := p.Ranked(s); ok {
			if n++; place > latest {
				latest, last = place, s
			}
		}
	}
	*out = bot.Shares{}
	out[last] = 1
	return n
}

// A survey is what both evaluations look at first in a position.
type survey struct {
	men   [4][4]int16
	away  [4]int   // turns until the colour's own turn
	sums  [4]int16 // how far all men of a colour have come
	runs  [4]bool  // colours that can still be home next
	stage float32  // how far the men of the leading colour have come
}

// survey surveys a position.
func (e *Evaluator) survey(p *race.Position, s *survey) {
	c := &e.course
	*s = survey{}
	for k, seat := 0, e.rules.Turn(p).Seat; k < 4; k++ {
		s.away[seat&3] = k
		seat = (seat + c.Next) & 3
	}
	best := int16(0)
	for seat := range parlour.Seat(4) {
		if !p.Has(seat) {
			continue
		}
		s.men[seat] = p.Men(seat)
		if _, home := p.Ranked(seat); !home {
			s.runs[seat] = e.owner(p, seat) != parlour.Nobody
		}
		for _, q := range s.men[seat] {
			s.sums[seat] += min(q, c.Home) + 1
		}
		best = max(best, s.sums[seat])
	}
	s.stage = float32(best) / e.whole()
}

// whole returns the sum of a colour whose men are all home.
func (e *Evaluator) whole() float32 { return float32(4 * (e.course.Home + 1)) }

// Describe fills in the sheet of a position, in which every colour is a side.
func (e *Evaluator) Describe(p *race.Position, s *bot.Sheet) {
	c := &e.course
	var v survey
	e.survey(p, &v)
	copy(s.Runs[:], v.runs[:])
	s.Stage = v.stage
	var fears, hunts [4][2]float32
	for seat := range parlour.Seat(4) {
		if !p.Has(seat) {
			continue
		}
		m := &v.men[seat]
		waiting, home, pair, walled := 0, 0, 0, 0
		for i, q := range m {
			s.Add(seat, int(q)+1, 1)
			switch {
			case q < 0:
				waiting++
				continue
			case q >= c.Home:
				home++
				continue
			case q > c.Last:
				continue
			}
			if i > 0 && m[i-1] == q {
				pair++
			}
			if c.Walls && e.wall(p, &v.men, seat, q) {
				walled++
			}
			if !e.safe(m, i) {
				e.hazards(p, &v, seat, q, &fears, &hunts)
			}
		}
		s.Add(seat, tempo+v.away[seat], 1)
		s.Add(seat, waits+waiting, 1)
		s.Add(seat, homes+home, 1)
		if waiting+home == 4 {
			s.Add(seat, stuck, 1)
		}
		if pair > 0 {
			s.Add(seat, pairs, float32(pair))
		}
		if walled > 0 {
			s.Add(seat, held, float32(walled))
		}
	}
	for seat := range parlour.Seat(4) {
		if !p.Has(seat) {
			continue
		}
		for k := range 2 {
			s.Add(seat, fear+2*v.away[seat]+k, e.sees*fears[seat][k])
			s.Add(seat, hunt+2*v.away[seat]+k, hunts[seat][k])
		}
	}
}

// safe reports whether man i of a colour, which is on the track, cannot be captured.
func (e *Evaluator) safe(m *[4]int16, i int) bool {
	c, q := &e.course, m[i]
	paired := i > 0 && m[i-1] == q || i < 3 && m[i+1] == q
	return paired && c.Safe || c.Ends && (q == 0 || q == c.Last)
}

// hazards adds the chances that the man of a seat at progress q is captured in the
// next turn of each other seat.
func (e *Evaluator) hazards(p *race.Position, v *survey, seat parlour.Seat, q int16, fears, hunts *[4][2]float32) {
	far := e.far(q)
	captors, _ := e.captors(p, v, seat, q)
	for k := parlour.Seat(1); k < 4; k++ {
		by := (seat + k) & 3
		chance := captors[by]
		fears[seat][0] += chance
		fears[seat][1] += chance * far
		hunts[by][0] += chance
		hunts[by][1] += chance * far
	}
}

// far returns which part of its way a man at progress q has come.
func (e *Evaluator) far(q int16) float32 { return float32(q+1) / float32(e.course.Home) }

// captors returns for each other seat the chance that its next turn captures the man
// of a seat at progress q, and how many of its men are a little out of reach.
func (e *Evaluator) captors(p *race.Position, v *survey, seat parlour.Seat, q int16) (chance, near [4]float32) {
	c := &e.course
	space := c.First[seat] + q
	if space >= c.Track {
		space -= c.Track
	}
	for k := parlour.Seat(1); k < 4; k++ {
		by := (seat + k) & 3
		if !p.Has(by) || e.sides != nil && e.owner(p, by) == e.owner(p, seat) {
			continue
		}
		at := space - c.First[by]
		if at < 0 {
			at += c.Track
		}
		if at > c.Last {
			continue
		}
		waits := false
		for _, f := range v.men[by] {
			if f < 0 {
				// A man that enters throws again.
				switch d := at - c.Enter; {
				case waits:
				case d == 0:
					chance[by] += e.enters
				case d > 0 && d <= 6:
					chance[by] += e.enters / 6
				}
				waits = true // one of them is enough
				continue
			}
			d := at - f
			if d > 0 && int(d) < len(e.reach) {
				chance[by] += e.reach[d]
			}
			if d > e.lurks && d <= e.lurks+6 {
				near[by]++
			}
		}
	}
	return chance, near
}

// wall reports whether a pair of another colour is up to six spaces ahead of
// progress q.
func (e *Evaluator) wall(p *race.Position, men *[4][4]int16, seat parlour.Seat, q int16) bool {
	c := &e.course
	for k := parlour.Seat(1); k < 4; k++ {
		v := (seat + k) & 3
		if !p.Has(v) {
			continue
		}
		for i := range 3 {
			f := men[v][i]
			if f < 0 || f > c.Last || men[v][i+1] != f {
				continue
			}
			at := c.First[v] + f - c.First[seat]
			if at < 0 {
				at += c.Track
			} else if at >= c.Track {
				at -= c.Track
			}
			if d := at - q; d > 0 && d <= 6 {
				return true
			}
		}
	}
	return false
}

// owner returns who decides for a seat.
func (e *Evaluator) owner(p *race.Position, seat parlour.Seat) parlour.Seat {
	if e.sides == nil {
		return seat
	}
	return e.sides.Owner(p, seat)
}

// Shares fills in what every side can expect.
func (e *Evaluator) Shares(p *race.Position, out *bot.Shares) {
	var next bot.Shares
	s := &e.sheet
	s.Clear()
	e.Describe(p, s)
	if e.double(p) {
		e.both(s, out)
		return
	}
	s.Chances(e.w, &next)
	e.split(p, &next, out)
}

// split turns the chances to be home next into shares.
func (e *Evaluator) split(p *race.Position, next, out *bot.Shares) {
	placed := 0
	*out = bot.Shares{}
	for seat := range parlour.Seat(4) {
		if place, ok := p.Ranked(seat); ok {
			out[seat] = e.worth(place)
			placed++
		}
	}
	for a := range next {
		out[a] += next[a] * e.worth(placed)
		if e.worth(placed+1) == 0 {
			continue
		}
		// If a is home next, the others compete for the next place.
		for b := range next {
			if b != a && next[a] < 1 {
				out[b] += next[a] * next[b] / (1 - next[a]) * e.worth(placed+1)
			}
		}
	}
	if e.sides != nil {
		e.gather(p, out)
	}
}

// worth returns the value of a place, counted from 0. Places without a share are
// worth a trifle, as in bot.Settle.
func (e *Evaluator) worth(place int) float64 {
	w := bot.Trifle(place + 1)
	switch {
	case place == 0:
		w += 1 / (1 + e.second)
	case place == 1:
		w += e.second / (1 + e.second)
	}
	return w
}

// double reports whether every player has two colours and wins with both.
func (e *Evaluator) double(p *race.Position) bool {
	return e.course.Both && e.sides != nil && e.owner(p, 2) == 0
}

// both fills in the shares if a player needs both colours home: it adds up the sums
// of the two colours.
func (e *Evaluator) both(s *bot.Sheet, out *bot.Shares) {
	var sums [2]float64
	for seat := range 4 {
		sums[seat&1] += s.Sum(seat, e.w)
	}
	e.pair(sums[0], sums[1], out)
}

// pair fills in the shares of two players by the sums of their colours.
func (e *Evaluator) pair(a, b float64, out *bot.Shares) {
	v := 1 / (1 + math.Exp(max(-30, min(30, b-a))))
	*out = bot.Shares{v, 1 - v, v, 1 - v}
}

// gather gives every colour the total share of its owner.
func (e *Evaluator) gather(p *race.Position, out *bot.Shares) {
	var all bot.Shares
	for seat := range parlour.Seat(4) {
		if o := e.owner(p, seat); o != parlour.Nobody {
			all[o] += out[seat]
		}
	}
	for seat := range parlour.Seat(4) {
		if o := e.owner(p, seat); o != parlour.Nobody {
			out[seat] = all[o]
		} else {
			out[seat] = 0
		}
	}
}
