package lockstep

import (
	"parlour"
	"parlour/games/race"
)

// lanes is the number of games in a block.
const lanes = 32

// A row is one number for every game of a block. As a condition it is -1 for yes
// and 0 for no.
type row [lanes]int8

// Draws are states of the random generator of bot.Rand, one for every game. Game
// number l of a block is number l/8 of row l%8, so that the bytes which come from
// these rows are in the order of a row after a shift.
type draws [8][4]uint64

func (d *draws) at(lane int) *uint64 { return &d[lane%8][lane/8] }

// A block is a number of games. Every stage of a step reads some rows and writes
// others; the assembly finds them by their names.
type block struct {
	// The games. Men are in rising order, -1 is a waiting man.
	men   [16]row // progress of man i of seat s: 4*s + i
	cur   row     // seat to move
	mover row     // seat that moved before, 127 at first
	tries row     // failed throws of a series
	next  [4]row  // seat that follows a seat
	live  row     // there is a game
	state draws   // for the dice, and for choices at random
	own   [4]draws

	// One step.
	die    row
	seen   [16]row // all men by the progress the seat to move would have there, below 0 if it is not on its course or is its own
	shut   [5]row  // a wall is in the way of a move: of entering, then of the four men
	from   [4]row  // men of the seat to move
	to     [5]row  // where a move ends, in the order of shut; behind from
	legal  [5]row
	count  row // legal moves
	active row // the step is made in this game
	index  row // chosen move, counted among the legal ones

	// Counts since they were last read, as unsigned bytes.
	turns, captures, passes, choices row

	// The rules, the same number in all games.
	ahead  [4]row // from progress of a seat to progress of the seat to move, by the seat to move in each half
	behind [4]row // the other way round
	greedy row    // whether a seat plays by the greedy rule, by the seat in each half
	track  row
	less   row // track - 1
	last   row
	past   row // End + 1
	home1  row // Home - 1
	end    row // End if reaching it has a worth of its own, otherwise 127
	enter  row
	rest   [4]row
	must   row
	dead   row
	series row
	worth  [6][16]int16 // the weights of race.Greed

	// Games that need attention after a step, one bit each.
	home uint32 // the player who moved has all men home
	slow uint32 // only the rules know the moves; the step was not made
}

const nowhere = -128 // a place that no man can reach

func fill[T int8 | int16](r []T, v T) {
	for i := range r {
		r[i] = v
	}
}

// yes returns a condition.
func yes(b bool) int8 {
	if b {
		return -1
	}
	return 0
}

// rule writes the rules into the block.
func (b *block) rule(p *race.Pattern, greedy [parlour.MaxSeats]bool) {
	for s := range 4 {
		for l := range lanes {
			c := l % 16
			if c > 3 {
				continue
			}
			b.ahead[s][l], b.behind[s][l] = nowhere, nowhere
			if c != s {
				b.ahead[s][l] = (p.First[s] - p.First[c] + p.Track) % p.Track
				b.behind[s][l] = (p.First[c] - p.First[s] + p.Track) % p.Track
			}
			b.greedy[l] = yes(greedy[c])
		}
		fill(b.rest[s][:], p.Rest[s])
	}
	fill(b.track[:], p.Track)
	fill(b.less[:], p.Track-1)
	fill(b.last[:], p.Last)
	fill(b.past[:], p.End+1)
	fill(b.home1[:], p.Home-1)
	fill(b.end[:], 127)
	if p.Greed.Home != 0 {
		fill(b.end[:], p.End)
	}
	fill(b.enter[:], p.Enter)
	fill(b.must[:], yes(p.Must))
	fill(b.dead[:], yes(p.Dead))
	fill(b.series[:], yes(p.Tries))
	g := &p.Greed
	for i, w := range []int16{g.Take, g.Where, g.Home, g.Lane, g.Enter, g.Safe} {
		fill(b.worth[i][:], w)
	}
}
