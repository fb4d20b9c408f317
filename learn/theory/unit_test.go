package theory

import "testing"

// points is a unit with a sign, as a game for stakes has.
var points = &Unit{Labels: Labels{Name: "points"}, Digits: 3, Of: func(share float64) float64 { return 2*share - 1 }, Steps: [3]float64{0.02, 0.04, 0.08}}

// men is a unit in which a game is decided at some point.
var men = &Unit{Labels: Labels{Name: "men"}, Digits: 1, Of: func(share float64) float64 { return 10 * share }, Enough: 5}

// Every unit writes values, changes and losses in its own way.
func TestUnit(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Chances.Text(0.614), "61.4\u202f%"},
		{Chances.Change(-0.031), "−3.1\u202f%"},
		{Chances.Change(0.031), "+3.1\u202f%"},
		{Chances.Change(0.0001), "0.0\u202f%"},
		{Chances.Loss(0.0001), ""},
		{Chances.Named("3.1\u202f%"), "3.1\u202f%"},
		{points.Text(0.5795), "+0.159"},
		{points.Text(0.25), "−0.500"},
		{points.Text(0.5), "0.000"},
		{points.Text(0.49999), "0.000"},
		{points.Loss(0.021), "0.021"},
		{points.Named("0.021"), "0.021 points"},
		{points.Named("−0.021"), "−0.021 points"},
		{points.Named("the win"), "the win"},
		{points.Named(""), ""},
		{men.Amount(men.Less(1, 0.3)), "2.0"},
		{Percent(0.25, 0), "25\u202f%"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

func TestMarks(t *testing.T) {
	for lost, want := range map[float64]string{0: Fine, 0.0199: Fine, 0.02: Doubtful, 0.0399: Doubtful, 0.04: Mistake, 0.08: Blunder, 1: Blunder} {
		if got := points.Mark(lost); got != want {
			t.Errorf("an error of %v is %s, want %s", lost, got, want)
		}
	}
}

// The other side of a win is a loss.
func TestVerdict(t *testing.T) {
	for _, c := range []struct {
		v           Verdict
		says, other string
	}{
		{Verdict{Wins, 19}, "wins in 19", "loses in 19"},
		{Verdict{Loses, 2}, "loses in 2", "wins in 2"},
		{Verdict{Result: Draws}, "draws", "draws"},
	} {
		if c.v.String() != c.says || c.v.Turned().String() != c.other {
			t.Errorf("%v and %v, want %s and %s", c.v, c.v.Turned(), c.says, c.other)
		}
	}
}
