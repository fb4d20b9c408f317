package arena

import (
	"math"
	"slices"
)

// Ladder returns the ratings that make the results of the pairs most likely, in the
// order in which the players appear first. The player anchor has the rating at. Error
// is half of the 95 % interval of the distance from it.
//
// Draws and the same dice for the games of a round make results more certain than
// those of as many games that are won or lost. So a pair counts by the interval of its
// share.
func (r *Report) Ladder(anchor string, at float64) []Rated {
	var names []string
	index := func(name string) int {
		i := slices.Index(names, name)
		if i < 0 {
			i = len(names)
			names = append(names, name)
		}
		return i
	}
	type result struct {
		a, b        int
		wins, games float64
	}
	var list []result
	for _, p := range r.Pairs {
		if p.Games > 0 {
			// An imaginary draw keeps a player who lost every game finite.
			w := p.weight()
			list = append(list, result{index(p.A), index(p.B), w*p.Wins + 0.5, w*float64(p.Games) + 1})
		}
	}
	fixed := index(anchor)
	n := len(names)
	const scale = 400 / math.Ln10
	strength := make([]float64, n) // in natural logarithms
	var info [][]float64           // Fisher information
	for range 100 {                // Newton's method
		slope := make([]float64, n)
		info = make([][]float64, n)
		for i := range info {
			info[i] = make([]float64, n)
		}
		for _, x := range list {
			e := 1 / (1 + math.Exp(strength[x.b]-strength[x.a]))
			slope[x.a] += x.wins - x.games*e
			slope[x.b] -= x.wins - x.games*e
			w := x.games * e * (1 - e)
			info[x.a][x.a] += w
			info[x.b][x.b] += w
			info[x.a][x.b] -= w
			info[x.b][x.a] -= w
		}
		for i := range n { // the anchor does not move
			info[fixed][i], info[i][fixed] = 0, 0
		}
		info[fixed][fixed], slope[fixed] = 1, 0
		step := solve(info, slope)
		for i := range strength {
			strength[i] += max(-1, min(1, step[i]))
		}
	}
	rated := make([]Rated, n)
	for i, name := range names {
		unit := make([]float64, n)
		unit[i] = 1
		rated[i] = Rated{Name: name, Elo: at + scale*strength[i]}
		if i != fixed {
			rated[i].Error = 1.959963984540054 * scale * math.Sqrt(max(0, solve(info, unit)[i]))
		}
	}
	return rated
}

// weight returns how much a game of the pair tells, compared with one that is won or
// lost and has its own dice.
func (p *Pair) weight() float64 {
	if p.Rounds < 10 || p.Low <= 0 || p.High >= 1 {
		return 1 // too little is known
	}
	se := (p.High - p.Low) / 2 / 1.959963984540054
	return max(0.5, min(3, p.Share*(1-p.Share)/(se*se*float64(p.Games))))
}

// solve returns x with a x = b, for a positive definite matrix. Unknowns that a says
// nothing about are 0.
func solve(a [][]float64, b []float64) []float64 {
	n := len(b)
	m := make([][]float64, n)
	for i := range m {
		m[i] = append(slices.Clone(a[i]), b[i])
	}
	for i := range n {
		if m[i][i] < 1e-12 {
			continue
		}
		for j := range n {
			if j == i {
				continue
			}
			f := m[j][i] / m[i][i]
			for k := i; k <= n; k++ {
				m[j][k] -= f * m[i][k]
			}
		}
	}
	x := make([]float64, n)
	for i := range x {
		if m[i][i] >= 1e-12 {
			x[i] = m[i][n] / m[i][i]
		}
	}
	return x
}
