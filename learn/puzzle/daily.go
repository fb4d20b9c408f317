package puzzle

import "time"

// The first day that has a puzzle of its own. Earlier days have one, too.
var first = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

// day returns the number of the day of a time, in UTC, so that it is the same
// for everybody.
func day(t time.Time) int {
	return int(t.UTC().Truncate(24*time.Hour).Sub(first) / (24 * time.Hour))
}

// Daily returns the number of the puzzle of a day, from 1 to all, for a game
// with that many. Days in a row have puzzles far apart, and every puzzle has its
// day before one comes again.
func Daily(t time.Time, all int) int {
	if all < 1 {
		return 0
	}
	step := all*5/8 + 1
	for gcd(step, all) != 1 {
		step++
	}
	return 1 + mod(day(t)*step, all)
}

// DailyGame returns the game of the day. All games with puzzles take turns.
func DailyGame(t time.Time) string {
	games := Games()
	if len(games) == 0 {
		return ""
	}
	return games[mod(day(t), len(games))]
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// mod is the remainder from 0 to n-1, also for days before the first.
func mod(a, n int) int { return (a%n + n) % n }
