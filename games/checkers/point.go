package checkers

import (
	"errors"
	"strconv"
	"strings"

	"parlour"
)

// Point finds the move that a player means by pointing at the board: a step, or
// the next jump of a capture already begun. If only a piece is given, it is
// tried on every square beside it.
func (r *Rules) Point(p *Position, taken []string, from, to string) (string, error) {
	begun := join(taken)
	if n := len(taken); n > 0 {
		if _, at, jumps := strings.Cut(taken[n-1], "x"); jumps {
			if at == from && to != "" {
				return begun + "x" + to, nil
			}
			return begun, nil // the capture must continue
		}
		begun += " "
	}
	if to != "" {
		return begun + from + "-" + to, nil
	}
	var best error
	for n := 1; n <= 32; n++ {
		square, err := strconv.Atoi(from)
		if err != nil || !isStep(square, n) {
			continue
		}
		_, why := r.ParseMove(p, begun+from+"-"+strconv.Itoa(n))
		if best == nil || better(why, best) {
			best = why
		}
	}
	return "", best
}

// better reports whether a reason is more helpful than another: everybody knows
// that a man may not go back.
func better(a, b error) bool {
	var x, y *parlour.Refusal
	return errors.As(a, &x) && errors.As(b, &y) && y.Code == "checkers.backwards" && x.Code != y.Code
}

var _ parlour.Pointer[Position] = (*Rules)(nil)
