package backgammon

import (
	"slices"
	"strconv"
	"strings"

	"parlour"
)

var _ parlour.Editor[Position] = (*Rules)(nil)

// AppendTray appends a man of each side. The cube is a field.
func (r *Rules) AppendTray(dst []parlour.Piece) []parlour.Piece {
	return append(dst, parlour.Piece{Colour: letter(X), Kind: "man"}, parlour.Piece{Colour: letter(O), Kind: "man"})
}

// mostScore is the largest score that people may set for a session.
const mostScore = 99_999

// AppendFields appends the side in turn, the dice, what is due, the cube and the
// score. Resignations and the end of a game are kept.
func (r *Rules) AppendFields(dst []parlour.Field, p *Position) []parlour.Field {
	both := []string{letter(X), letter(O)}
	dst = append(dst,
		parlour.Field{Key: "turn", Value: letter(p.Turn), Values: both, Seats: true},
		parlour.Field{Key: "dice", Value: r.Thrown(p), Values: throws()},
		parlour.Field{Key: "state", Value: r.usualState(p), Values: r.states()})
	if r.limit > 0 {
		var cubes []string
		for n := range r.limit + 1 {
			cubes = append(cubes, strconv.Itoa(1<<n))
		}
		dst = append(dst,
			parlour.Field{Key: "cube", Value: strconv.Itoa(p.Stake()), Values: cubes},
			parlour.Field{Key: "owner", Value: letter(p.Owner), Values: append([]string{"-"}, both...), Seats: true})
	}
	for s := X; s <= O; s++ {
		most := mostScore
		if r.match > 0 {
			most = int(r.match) - 1
		}
		dst = append(dst, parlour.Field{Key: "score", Seat: letter(s), Value: strconv.Itoa(int(p.Score[s])), Most: most})
	}
	if r.match > 0 && r.crawford {
		is := "no"
		if p.Crawford {
			is = "yes"
		}
		dst = append(dst, parlour.Field{Key: "crawford", Value: is, Values: []string{"no", "yes"}})
	}
	line := string(r.AppendPosition(nil, p))
	if _, flags, ok := strings.Cut(line[strings.LastIndexByte(line, ' '):], ";"); ok {
		dst = append(dst, parlour.Field{Key: "flags", Value: flags, Kept: true})
	}
	return dst
}

// throws returns the throws of two dice, none first.
func throws() []string {
	list := []string{""}
	for m := range parlour.TwoDice.All() {
		list = append(list, string(parlour.TwoDice.AppendThrow(nil, m)))
	}
	return list
}

// usualState returns the value of the field state. It is "" for a turn in which
// the dice tell the rest: without dice a player may double first, or throws.
func (r *Rules) usualState(p *Position) string {
	if p.State == Moving || p.Dice[0] == 0 && p.State == r.beginning(p) {
		return ""
	}
	return p.State.String()
}

// states returns the values of the field state under these rules.
func (r *Rules) states() []string {
	list := []string{"", Open.String()}
	if r.opening == openingChoice {
		list = append(list, Pick.String())
	}
	if r.limit > 0 || r.resign {
		list = append(list, Throw.String())
	}
	if r.limit > 0 {
		list = append(list, Doubled.String())
	}
	for i, s := range []State{Beavered, Raccooned} {
		if int(r.beavers) > i {
			list = append(list, s.String())
		}
	}
	return append(list, Over.String())
}

// AppendArranged appends the position line of an arrangement. Men that are not
// on the board are borne off.
func (r *Rules) AppendArranged(dst []byte, a *parlour.Arrangement) (line []byte, faults []parlour.Fault) {
	bad := func(clause, code string, args ...any) {
		faults = append(faults, Sentences.Breach(clause, code, args...))
	}
	p := Position{Owner: parlour.Nobody}
	r.arrangeMen(&p, a.Pieces, bad)
	number := func(name string, most int) int {
		text := a.Fields[name]
		if text == "" {
			return 0
		}
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n > most {
			bad("", "fault.number", "key", name, "least", 0, "most", most, "value", strconv.Quote(text))
			return 0
		}
		return n
	}
	for s := X; s <= O; s++ {
		if a.Fields["turn"] == letter(s) {
			p.Turn = s
		}
		if a.Fields["owner"] == letter(s) {
			p.Owner = s
		}
		p.Score[s] = int32(number("score "+letter(s), max(mostScore, 1<<20)))
	}
	for stake := max(1, number("cube", 1<<voiceLimit)); stake > 1; stake >>= 1 {
		p.Cube++
	}
	p.Crawford = a.Fields["crawford"] == "yes"
	if dice := a.Fields["dice"]; dice != "" {
		if m, err := parlour.TwoDice.ParseThrow(dice); err != nil {
			bad("", "bad-throw", "text", strconv.Quote(dice), "expected", parlour.TwoDice.Form())
		} else {
			p.Dice = [2]uint8{uint8(m / 10), uint8(m % 10)}
		}
	}
	text := a.Fields["state"]
	switch i := slices.Index(stateNames[:], text); {
	case p.Dice[0] != 0 && (text == "" || text == Throw.String()): // people who set the dice have thrown
		p.State = Moving
	case i >= 0:
		p.State = State(i)
	case text != "":
		faults = append(faults, noState(text))
	default:
		p.State = r.beginning(&p)
	}
	if flags := a.Fields["flags"]; flags != "" {
		faults = append(faults, p.readFlags(p.State.String()+";"+flags)...)
	}
	if faults == nil {
		faults = r.faults(&p)
	}
	if faults != nil {
		return dst, faults
	}
	return r.AppendPosition(dst, &p), nil
}

// arrangeMen puts men on their points.
func (r *Rules) arrangeMen(p *Position, pieces []parlour.Piece, bad breach) {
	var at [2][bar + 1]int
	for _, q := range pieces {
		s := info.SeatOf(q.Colour)
		if q.Kind != "man" || s == parlour.Nobody {
			continue
		}
		n := -1
		for place := off; place <= bar; place++ {
			if placeName(s, place) == q.Place {
				n = place
			}
		}
		if n < 0 {
			bad("", "backgammon.fault-never", "side", name(s), "place", strconv.Quote(q.Place))
			continue
		}
		at[s][n]++
	}
	for s := X; s <= O; s++ {
		on := 0
		for place := 1; place <= bar; place++ {
			on += at[s][place]
			p.Men[s].set(place, min(at[s][place], allMen))
		}
		if on > allMen {
			bad("backgammon/setup", "backgammon.fault-many", "side", name(s), "n", on, "most", allMen)
		}
	}
}
