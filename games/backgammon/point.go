package backgammon

import (
	"errors"
	"strconv"
	"strings"

	"parlour"
)

// Point finds the move that a player means by pointing at the board. Pointing
// at the cube offers a double. If only a man is given, it is tried with each
// die.
func (r *Rules) Point(p *Position, taken []string, from, to string) (string, error) {
	if strings.HasPrefix(from, "cube") {
		return "double", nil
	}
	side := parlour.Args{"side": name(p.Turn), "other": name(1 - p.Turn)}
	a, mine := pointed(p.Turn, from)
	if at, ok := readPlace(a); !mine || ok && len(taken) == 0 && at < bar && at > off && p.Men[p.Turn].At(at) == 0 && p.Men[1-p.Turn].At(bar-at) > 0 {
		return "", refuse("backgammon.not-yours", side, "backgammon/dice-two")
	}
	begun := strings.Join(taken, " ")
	if begun != "" {
		begun += " "
	}
	if to != "" {
		z, mine := pointed(p.Turn, to)
		if !mine {
			return "", refuse("backgammon.not-there", side, "backgammon/direction")
		}
		return begun + a + "/" + z, nil
	}
	at, ok := readPlace(a)
	if !ok || p.State != Moving {
		return begun + a + "/off", nil
	}
	var first error
	for _, die := range p.Dice {
		_, err := r.ParseMove(p, begun+a+"/"+place(max(at-int(die), off)))
		var why *parlour.Refusal
		if first == nil || errors.As(first, &why) && why.Code == "backgammon.both-dice" {
			first = err
		}
	}
	return "", first
}

// pointed returns a place of the board as the side to move writes it, and
// whether its men can be there at all.
func pointed(s parlour.Seat, name string) (text string, mine bool) {
	for _, at := range []string{"bar", "off"} {
		if rest, found := strings.CutPrefix(name, at+" "); found {
			return at, rest == letter(s)
		}
	}
	n, err := strconv.Atoi(name)
	if s == O {
		n = bar - n
	}
	return strconv.Itoa(n), err == nil
}

var _ parlour.Pointer[Position] = (*Rules)(nil)
