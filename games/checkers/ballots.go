package checkers

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	"parlour"
)

// threeMoveDeck is the deck of the American Checker Federation. Of the 216
// positions after three plies, 42 lose a man by force; the others are numbered.
// Each line holds the first two moves, then the number and third move of each
// ballot.
// Ballots marked ! are barred and never drawn. [checkers/ballot-three]
const threeMoveDeck = `
9-13 21-17: 1 5-9, 2 6-9, 3 10-14!
9-13 22-17: 4 13x22
9-13 22-18: 5 6-9, 6 10-14, 7 10-15, 8 11-15, 9 11-16, 10 12-16
9-13 23-18: 11 5-9, 12 6-9, 13 10-14!, 14 10-15, 15 11-15, 16 11-16, 17 12-16
9-13 23-19: 18 5-9, 19 6-9, 20 10-14, 21 10-15, 22 11-16
9-13 24-19: 23 5-9, 24 6-9, 25 10-14, 26 10-15!, 27 11-15, 28 11-16
9-13 24-20: 29 5-9, 30 6-9, 31 10-14, 32 10-15, 33 11-15, 34 11-16, 35 12-16!
9-14 22-17: 36 5-9, 37 6-9, 38 11-15, 39 11-16
9-14 22-18: 40 5-9, 41 10-15, 42 11-15, 43 11-16, 44 12-16!, 45 14-17!
9-14 23-18: 46 14x23
9-14 23-19: 47 5-9, 48 10-15!, 49 11-16, 50 14-18
9-14 24-19: 51 5-9, 52 10-15!, 53 11-15, 54 11-16
9-14 24-20: 55 5-9, 56 10-15, 57 11-15, 58 11-16
10-14 22-17: 59 7-10, 60 9-13, 61 11-15, 62 11-16, 63 14-18
10-14 22-18: 64 6-10, 65 7-10, 66 11-15, 67 11-16, 68 12-16
10-14 23-18: 69 14x23
10-14 23-19: 70 6-10, 71 7-10, 72 11-15, 73 11-16, 74 14-18
10-14 24-19: 75 6-10, 76 7-10, 77 11-15!, 78 11-16, 79 14-18
10-14 24-20: 80 6-10, 81 7-10, 82 11-15, 83 11-16, 84 14-18
10-15 21-17: 85 6-10, 86 7-10, 87 9-13, 88 9-14!, 89 11-16, 90 15-18
10-15 22-17: 91 6-10, 92 7-10, 93 9-13, 94 9-14!, 95 11-16, 96 15-19
10-15 22-18: 97 15x22
10-15 23-18: 98 6-10, 99 7-10, 100 9-14, 101 11-16, 102 12-16
10-15 23-19: 103 6-10, 104 7-10, 105 11-16
10-15 24-19: 106 15x24
10-15 24-20: 107 6-10, 108 7-10, 109 11-16!, 110 15-19
11-15 21-17: 111 8-11, 112 9-13, 113 9-14, 114 10-14!, 115 15-19
11-15 22-17: 116 8-11, 117 9-13, 118 15-18, 119 15-19
11-15 22-18: 120 15x22
11-15 23-18: 121 8-11, 122 9-14, 123 10-14, 124 12-16, 125 15-19
11-15 23-19: 126 8-11, 127 9-13, 128 9-14
11-15 24-19: 129 15x24
11-15 24-20: 130 8-11, 131 12-16, 132 15-18
11-16 21-17: 133 7-11, 134 8-11, 135 9-13, 136 9-14, 137 10-14!, 138 16-20
11-16 22-17: 139 7-11, 140 8-11, 141 9-13, 142 16-20
11-16 22-18: 143 7-11, 144 8-11, 145 10-15!, 146 16-19, 147 16-20
11-16 23-18: 148 7-11, 149 8-11, 150 9-14, 151 10-14, 152 16-20
11-16 23-19: 153 16x23
11-16 24-19: 154 7-11, 155 8-11, 156 10-15!, 157 16-20
11-16 24-20: 158 7-11, 159 16-19
12-16 21-17: 160 9-13, 161 9-14, 162 16-19, 163 16-20
12-16 22-17: 164 16-19, 165 16-20
12-16 22-18: 166 16-19, 167 16-20
12-16 23-18: 168 9-14!, 169 16-19, 170 16-20
12-16 23-19: 171 16x23!
12-16 24-19: 172 16-20
12-16 24-20: 173 8-12, 174 10-15
`

// unsound are the eleven-man positions that the deck leaves out: the moves of
// Black and White, then the missing man of Black / the missing man of White.
const unsound = `
9-13 21-17: 12/26
9-14 21-17: 5/23-28 6/23-28 7/23-28 8/23-28 11/23-28 12/23-28
9-14 22-17: 5/21 6/21 7/21 8/21 11/21 12/21
9-14 23-18: 5/27 8/27
10-14 21-17: 5/23-28 6/23-28 7/23-28 8/23-28 9/23-28 11/23-28 12/23-28
10-14 22-17: 5/21 6/21 7/21 8/21 9/21 11/21 12/21
11-15 21-17: 5/28 7/28 8/28 12/28
11-15 24-19: 8/24 12/24
`

// A Ballot is a drawn opening.
type Ballot struct {
	Number int
	Barred bool         // numbered but never drawn
	Gone   []int        // squares of the missing men
	Moves  [][2]int     // first and last square of each move
	After  Stand        // the pieces after the moves
	Mover  parlour.Seat // and who is to move
}

// elevenManBallots is the size of the eleven-man deck. All ballots are equally
// likely.
// [checkers/r-ballot-uniform]
const elevenManBallots = 2400

// threeMove draws from the three-move deck, whose ballots keep their printed
// numbers. [checkers/ballot-three]
var threeMove = parlour.Deck("three-move", "a ballot, 1 to 174 without the eighteen that are barred", sound())

// sound returns the numbers of the ballots that may be drawn.
func sound() (numbers []parlour.Move) {
	for line := range strings.Lines(strings.TrimSpace(threeMoveDeck)) {
		_, rest, _ := strings.Cut(strings.TrimSpace(line), ": ")
		for entry := range strings.SplitSeq(rest, ", ") {
			if text, _, _ := strings.Cut(entry, " "); !strings.HasSuffix(entry, "!") {
				n, _ := strconv.Atoi(text)
				numbers = append(numbers, parlour.Move(n))
			}
		}
	}
	return numbers
}

// ThreeMove returns the three-move deck by number, including barred ballots.
// The first element is empty. The caller must not change it.
var ThreeMove = sync.OnceValue(func() []Ballot {
	deck := make([]Ballot, 1, 175)
	for line := range strings.Lines(strings.TrimSpace(threeMoveDeck)) {
		two, rest, _ := strings.Cut(strings.TrimSpace(line), ": ")
		for entry := range strings.SplitSeq(rest, ", ") {
			var n, f, t int
			var sep rune
			third, barred := strings.CutSuffix(entry, "!")
			fmt.Sscanf(third, "%d %d%c%d", &n, &f, &sep, &t)
			b := Ballot{Number: n, Barred: barred, After: setUp, Mover: White}
			b.Moves = append(pairs(two), [2]int{f, t})
			for i, m := range b.Moves {
				b.After.makeNamed(parlour.Seat(i&1), m)
			}
			deck = append(deck, b)
		}
	}
	return deck
})

// ElevenMan returns the eleven-man deck by number. The first element is empty.
// The caller must not change it.
//
// A draw is a missing man and a first move for each side. It is void if nobody
// can make the move. Draws that lead to an unsound position, or to one already
// seen, are left out. [checkers/ballot-eleven]
var ElevenMan = sync.OnceValue(func() []Ballot {
	blackMoves := pairs("9-13 9-14 10-14 10-15 11-15 11-16 12-16")
	whiteMoves := pairs("21-17 22-17 22-18 23-18 23-19 24-19 24-20")
	seen := unsoundStands()
	deck := make([]Ballot, 1, elevenManBallots+1)
	for b := 5; b <= 12; b++ {
		for w := 21; w <= 28; w++ {
			for _, m1 := range blackMoves {
				for _, m2 := range whiteMoves {
					d, ok := elevenMan(b, w, m1, m2)
					if !ok || seen[d.After] {
						continue
					}
					seen[d.After] = true
					d.Number = len(deck)
					deck = append(deck, d)
				}
			}
		}
	}
	return deck
})

// elevenMan makes a draw. Ok is false if it is void.
func elevenMan(b, w int, m1, m2 [2]int) (d Ballot, ok bool) {
	one, ok1 := moveUp(m1, b)
	two, ok2 := moveUp(m2, w)
	if !ok1 || !ok2 {
		return d, false
	}
	d = Ballot{Gone: []int{b, w}, Moves: [][2]int{one, two}, Mover: Black}
	d.After = setUp.without(Of(b) | Of(w))
	d.After.makeNamed(Black, one)
	d.After.makeNamed(White, two)
	return d, true
}

// unsoundStands returns the positions that the deck leaves out, no matter how
// they are drawn.
func unsoundStands() map[Stand]bool {
	bad := map[Stand]bool{}
	for line := range strings.Lines(strings.TrimSpace(unsound)) {
		moves, rest, _ := strings.Cut(strings.TrimSpace(line), ": ")
		m := pairs(moves)
		for entry := range strings.FieldsSeq(rest) {
			var b, lo, hi int
			if n, _ := fmt.Sscanf(entry, "%d/%d-%d", &b, &lo, &hi); n < 3 {
				hi = lo
			}
			for w := lo; w <= hi; w++ {
				d, _ := elevenMan(b, w, m[0], m[1])
				bad[d.After] = true
			}
		}
	}
	return bad
}

// moveUp returns the move or, if its man is missing, the move of the man behind
// it on the same diagonal. There may be none.
func moveUp(m [2]int, missing int) ([2]int, bool) {
	if m[0] != missing {
		return m, true
	}
	row, col := rowCol(m[0])
	toRow, toCol := rowCol(m[1])
	row, col = 2*row-toRow, 2*col-toCol
	if row < 0 || row > 7 || col < 0 || col > 7 {
		return m, false
	}
	return [2]int{row*4 + col/2 + 1, m[0]}, true
}

// pairs reads steps written with a hyphen.
func pairs(text string) [][2]int {
	var all [][2]int
	for f := range strings.FieldsSeq(text) {
		var m [2]int
		fmt.Sscanf(f, "%d-%d", &m[0], &m[1])
		all = append(all, m)
	}
	return all
}

// named returns the legal move with the given first and last square, under the
// duty to capture. It is for openings, where the two squares name only one
// move.
func (s *Stand) named(side parlour.Seat, squares [2]int) parlour.Move {
	var buf [48]parlour.Move
	for _, m := range s.appendBound(side, buf[:0]) {
		if From(m) == squares[0] && To(m) == squares[1] {
			return m
		}
	}
	return parlour.NoMove
}

func (s *Stand) makeNamed(side parlour.Seat, squares [2]int) {
	s.make(side, s.named(side, squares))
}

// ballot returns ballot n of the deck the rules draw from.
func (r *Rules) ballot(n int) *Ballot {
	if r.deck == threeMove {
		return &ThreeMove()[n]
	}
	return &ElevenMan()[n]
}

// drawBallot plays the moves of ballot n, or sets up its men.
func (r *Rules) drawBallot(p *Position, n int) {
	b := r.ballot(n)
	*p = Position{Stand: b.After, Mover: b.Mover}
}
