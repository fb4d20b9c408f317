package backgammon

import (
	"sync"

	"parlour"
	"parlour/games/backgammon"
)

const (
	homePositions  = 54264 // up to fifteen men on six points
	smallPositions = 924   // up to six men
	mostThrows     = 32    // maximum length of a bear-off
)

// choose[n][k] is n over k.
var choose = func() (t [21][7]int32) {
	for n := range t {
		t[n][0] = 1
		for k := 1; k < 7 && n > 0; k++ {
			t[n][k] = t[n-1][k-1] + t[n-1][k]
		}
	}
	return
}()

// rank numbers the positions with all men in the home board. Every step leads to a
// lower number, and positions with fewer men come first.
func rank(m *backgammon.Men) int {
	r, men := int32(0), 0
	for i := 1; i <= 6; i++ {
		men += m.At(7 - i)
		r += choose[men+i-1][i]
	}
	return int(r)
}

// unrank is the inverse of rank.
func unrank(r int) (m backgammon.Men) {
	var sum [7]int
	rest := int32(r)
	for i := 6; i >= 1; i-- {
		n := allMen
		for choose[n+i-1][i] > rest {
			n--
		}
		rest -= choose[n+i-1][i]
		sum[i] = n
	}
	for i := 1; i <= 6; i++ {
		put(&m, 7-i, sum[i]-sum[i-1])
	}
	return m
}

// put sets the number of men on p to n.
func put(m *backgammon.Men, p, n int) {
	for i, plane := range []*uint32{&m.Ones, &m.Twos, &m.Fours, &m.Eights} {
		*plane = *plane&^(1<<p) | uint32(n>>i&1)<<p
	}
}

// plain returns the rules for a searcher: one game without cube, resignation or next
// game, with the dice rules of the table.
func plain(options map[string]string) *backgammon.Rules {
	o := map[string]string{"doubling": "none"}
	for _, key := range []string{"one-die", "bearoff"} {
		if v := options[key]; v != "" {
			o[key] = v
		}
	}
	r, err := backgammon.New(parlour.Setup{Options: o})
	if err != nil {
		panic(err) // cannot happen: the options are those of valid rules
	}
	return r
}

// A throw of two dice with its chance.
type throw struct {
	dice   [2]uint8
	chance float32
}

// throws are the 21 different ones.
var throws = func() (t [21]throw) {
	i := 0
	for m, w := range parlour.TwoDice.All() {
		t[i] = throw{[2]uint8{uint8(m / 10), uint8(m % 10)}, float32(w) / 36}
		i++
	}
	return
}()

// OneSided says for every position with all men in the home board how many throws
// bearing off takes, if played for the fewest throws on average.
type OneSided struct {
	mean  [homePositions]float64
	all   [homePositions][mostThrows]float32 // chance that throw n takes the last man; throw 0 only for the empty board
	first [homePositions][4]float32          // chance that throw n takes the first one of fifteen men; 0 with fewer
}

// TheOneSided returns the table. The first call computes it in about a second.
var TheOneSided = sync.OnceValue(func() *OneSided {
	t := &OneSided{}
	t.all[0][0] = 1
	w := newWalker()
	const fifteen = homePositions - 15504 // positions with all men come last
	for r := 1; r < homePositions; r++ {
		var mean float64
		all, first := &t.all[r], &t.first[r]
		for i, th := range throws {
			best, soonest := -1, -1
			for _, to := range w.after(r, i) {
				if best < 0 || t.mean[to] < t.mean[best] {
					best = int(to)
				}
				if r >= fifteen && (to < fifteen || soonest < 0 || soonest >= fifteen && t.first[to][1] > t.first[soonest][1]) {
					soonest = int(to)
				}
			}
			mean += float64(th.chance) * t.mean[best]
			for n, c := range t.all[best][:mostThrows-1] {
				all[n+1] += th.chance * c
			}
			switch {
			case r < fifteen:
			case soonest < fifteen:
				first[1] += th.chance
			default:
				for n, c := range t.first[soonest][1:] {
					first[min(n+2, 3)] += th.chance * c
				}
			}
		}
		t.mean[r] = 1 + mean
	}
	return t
})

// A walker finds the positions that throws lead to in the home board.
type walker struct {
	rules *backgammon.Rules
	p, q  []backgammon.Position
	moves []parlour.Move
	to    []int32
}

func newWalker() *walker {
	w := &walker{rules: plain(nil), p: make([]backgammon.Position, 2)}
	w.q = w.p[1:]
	return w
}

// after returns the numbers of the positions that throw i of throws leads to.
func (w *walker) after(r, i int) []int32 {
	p := &w.p[0]
	*p = backgammon.Position{State: backgammon.Moving, Owner: parlour.Nobody, Dice: throws[i].dice}
	p.Men[0] = unrank(r)
	put(&p.Men[1], 1, 1) // an opposing man that has passed
	w.moves = w.rules.AppendMoves(p, w.moves[:0])
	w.to = w.to[:0]
	for _, m := range w.moves {
		w.q[0] = *p
		w.rules.Play(&w.q[0], m)
		w.to = append(w.to, int32(rank(&w.q[0].Men[0])))
	}
	return w.to
}

// Mean returns the average number of throws.
func (t *OneSided) Mean(m *backgammon.Men) float64 { return t.mean[rank(m)] }

// Chances returns the chances of the side on roll if both have all men home. It
// assumes that each side plays for few throws regardless of the other. With few men
// left that is slightly inexact, and TwoSided is exact.
func (t *OneSided) Chances(own, opp *backgammon.Men) (c Chances) {
	a, b := rank(own), rank(opp)
	// The side on roll wins if it needs no more throws than the other.
	win, rest := float32(0), float32(1) // rest: the other needs n throws or more
	for n := 1; n < mostThrows; n++ {
		win += t.all[a][n] * rest
		rest -= t.all[b][n]
	}
	c[Win] = max(0, min(win, 1))
	if opp.On() == allMen {
		c[WinGammon] = t.gammon(a, b, 0)
	}
	if own.On() == allMen {
		c[LoseGammon] = t.gammon(b, a, 1)
	}
	return c
}

// gammon returns the chance that a bears off all men before the fifteen men of
// b have lost one, if b has had ahead more throws.
func (t *OneSided) gammon(a, b, ahead int) (g float32) {
	for n := 1; n < mostThrows; n++ {
		none := float32(1) // b has borne off none after n-1+ahead throws
		for k := 1; k <= min(n-1+ahead, 3); k++ {
			none -= t.first[b][k]
		}
		g += t.all[a][n] * max(none, 0)
	}
	return min(g, 1)
}
