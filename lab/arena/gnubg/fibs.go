package gnubg

import (
	"strconv"

	"parlour"
	"parlour/games/backgammon"
)

// bar is the bar in a side's own numbering.
const bar = 25

// unlimited is the length of a match for a stake.
const unlimited = 9999

// appendBoard appends the position as the board of seat, who is about to act.
// The fields, separated by colons:
//
//	names, match length, scores     own and the opponent's
//	26 places                       own men positive; 25 is the own bar, 0 the opponent's
//	turn                            1 own, -1 the opponent's
//	dice                            own, then the opponent's
//	cube, may double                own and the opponent's
//	doubled                         1 if a double waits for an answer
//	colour, direction, home, bar    always 1, -1, 0, 25: own men run from 24 to 1
//	men off, men on the bar         own and the opponent's
//	can move, forced, Crawford over, redoubles
func appendBoard(dst []byte, p *backgammon.Position, seat parlour.Seat, length int) []byte {
	own, opp := &p.Men[seat], &p.Men[1-seat]
	dst = append(dst, "board:parlour:opponent"...)
	add := func(list ...int) {
		for _, n := range list {
			dst = append(dst, ':')
			dst = strconv.AppendInt(dst, int64(n), 10)
		}
	}
	if length == 0 {
		length = unlimited
	}
	add(length, int(p.Score[seat]), int(p.Score[1-seat]))
	add(-opp.At(bar))
	for q := 1; q < bar; q++ {
		add(own.At(q) - opp.At(bar-q))
	}
	add(own.At(bar))
	if p.Turn == seat {
		add(1, int(p.Dice[0]), int(p.Dice[1]), 0, 0)
	} else {
		add(-1, 0, 0, int(p.Dice[0]), int(p.Dice[1]))
	}
	// If nobody can double, the program would read that as an offered double. So
	// without a cube, the cube is in the middle.
	may := func(s parlour.Seat) int {
		if p.Owner == parlour.Nobody || p.Owner == s {
			return 1
		}
		return 0
	}
	add(p.Stake(), may(seat), may(1-seat))
	doubled := 0
	if p.State == backgammon.Doubled {
		doubled = 1
	}
	add(doubled, 1, -1, 0, bar, own.Off(), opp.Off(), own.At(bar), opp.At(bar), 2, 0)
	played := 0 // the Crawford game is over, or not now
	if length != unlimited && !p.Crawford && max(int(p.Score[0]), int(p.Score[1])) == length-1 {
		played = 1
	}
	add(played, 0)
	return dst
}
