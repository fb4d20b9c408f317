package backgammon

// A Table holds the chances to win a match by the points that both sides still need.
// It is computed from the shortest match up, with equal sides, gammons at
// gammonRate, and the value of the cube at each score.
type Table struct {
	crawford bool
	before   [][]float64 // by points the side and the other need, both above 1 unless there is no Crawford game
	game     []float64   // of the leader in the Crawford game, by what the other needs
	after    []float64   // of the leader in the games after it
}

// The rates of gammons and backgammons among wins between good players.
const (
	gammonRate     = 0.27
	backgammonRate = 0.012
)

// NewTable computes the table for matches of up to that many points, with the cube
// of a market.
func NewTable(length int, crawford bool, m *Market) *Table {
	t := &Table{crawford: crawford, game: make([]float64, length+1), after: make([]float64, length+1)}
	t.before = make([][]float64, length+1)
	for i := range t.before {
		t.before[i] = make([]float64, length+1)
	}
	with := *m
	with.length, with.table = length, t
	even := Chances{0.5, 0.5 * gammonRate, 0.5 * backgammonRate, 0.5 * gammonRate, 0.5 * backgammonRate}
	for n := 1; n <= length; n++ {
		s := stand{away: [2]int{1, n}, owner: -1}
		t.after[n] = t.leading(&with, &s, &even)
		s.crawford = true
		t.game[n] = with.worth(&s, &even, 0, -1)
		t.before[1][n], t.before[n][1] = t.after[n], 1-t.after[n]
	}
	for sum := 4; sum <= 2*length; sum++ {
		for a := max(2, sum-length); a <= min(length, sum-2); a++ {
			s := stand{away: [2]int{a, sum - a}, owner: -1}
			t.before[a][sum-a] = with.worth(&s, &even, 0, -1)
		}
	}
	return t
}

// leading returns the chance of a leader who needs one point. The opponent has
// nothing to lose and doubles at once; the leader can drop.
func (t *Table) leading(m *Market, s *stand, even *Chances) float64 {
	if s.away[1] == 1 || m.limit == 0 {
		return m.worth(s, even, 0, -1)
	}
	return max(m.worth(s, even, 1, 0), m.ends(s, 1, 1))
}

// value returns the chance of a side before a game. Fresh says that a side has just
// come within one point, so that this is the Crawford game.
func (t *Table) value(away [2]int, fresh bool) float64 {
	a, b := away[0], away[1]
	switch {
	case !fresh || !t.crawford:
		return t.before[a][b]
	case a == 1:
		return t.game[b]
	}
	return 1 - t.game[a]
}
