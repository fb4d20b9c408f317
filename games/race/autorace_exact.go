package race

import "math"

// Exact holds the exact numbers of a race of one lap with the default options,
// for a given order of play.
type Exact struct {
	// One car alone.
	Chance    []float64 // by t: the chance that it finishes on its throw t
	Throws    float64   // expected number of its throws
	Deviation float64   // standard deviation of that number
	Halts     float64   // expected number of its throws that end on an obstruction

	// The race.
	Win    []float64 // by order of play: the chance of winning
	All    float64   // expected number of throws of all players together
	Rounds float64   // expected round in which the race ends
	Length []float64 // by n: the chance that the race ends on throw n of all players together
}

// negligible is the chance of the longer races that Exact leaves out.
const negligible = 1e-20

// ExactRace computes a race between the given number of players on a track. No
// car gets in another's way, so the cars are independent and only their throws
// are compared.
func ExactRace(l Layout, players int) Exact {
	var e Exact
	e.Chance, e.Halts = l.alone()
	left := 1.0 // the chance that a car has not finished before its throw t
	e.Win = make([]float64, players)
	e.Length = make([]float64, (len(e.Chance)-1)*players+1)
	var squares float64
	for t, c := range e.Chance {
		turn := float64(t)
		e.Throws += turn * c
		squares += turn * turn * c
		for i := range e.Win {
			// Those who play before i have also failed to finish on their throw t.
			win := c * math.Pow(left-c, float64(i)) * math.Pow(left, float64(players-1-i))
			e.Win[i] += win
			e.Rounds += turn * win
			if t > 0 {
				n := (t-1)*players + i + 1
				e.Length[n] = win
				e.All += float64(n) * win
			}
		}
		left = max(0, left-c)
	}
	e.Deviation = math.Sqrt(squares - e.Throws*e.Throws)
	return e
}

// Quantile returns the smallest number of throws after which one car has
// finished with at least the given chance.
func (e *Exact) Quantile(chance float64) int {
	sum := 0.0
	for t, c := range e.Chance {
		if sum += c; sum >= chance {
			return t
		}
	}
	return len(e.Chance) - 1
}

// alone follows the chances of one car over the spaces, throw by throw. It
// returns the chance to finish on each throw and the expected number of halts.
func (l Layout) alone() (chance []float64, halts float64) {
	at := make([]float64, l.Finish)
	at[0] = 1
	chance = []float64{0}
	for left := 1.0; left > negligible; {
		next := make([]float64, l.Finish)
		done := 0.0
		left = 0
		for p, c := range at {
			for d := 1; d <= 6; d++ {
				switch q := int16(p + d); {
				case q >= l.Finish: // [auto-race/finish-no-exact]
					done += c / 6
				case l.obstructs(q): // [auto-race/halt]
					next[p] += c / 6
					halts += c / 6
					left += c / 6
				default:
					next[q] += c / 6
					left += c / 6
				}
			}
		}
		at = next
		chance = append(chance, done)
	}
	return chance, halts
}

// obstructs reports whether a space of the circuit is part of an obstruction.
func (l Layout) obstructs(space int16) bool {
	for _, k := range l.Obstructions {
		if space == k || space == k+1 {
			return true
		}
	}
	return false
}
