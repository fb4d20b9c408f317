package backgammon

import (
	"fmt"
	"strconv"
	"strings"

	"parlour"
)

// AppendPosition appends the position line: the game with its options, a
// genuine XGID, and the state.
func (r *Rules) AppendPosition(dst []byte, p *Position) []byte {
	dst = book.AppendTag(dst, r.settings)
	dst = append(dst, ' ')
	dst = r.appendXGID(dst, p)
	dst = append(dst, ' ')
	dst = append(dst, p.State.String()...)
	if p.Resign != 0 {
		dst = append(dst, ";resign="...)
		dst = append(dst, '0'+p.Resign)
	}
	if p.Refused != 0 {
		dst = append(dst, ";refused="...)
		dst = append(dst, '0'+p.Refused)
	}
	if p.State == Over {
		dst = append(dst, ";won="...)
		dst = append(dst, letter(p.Turn)...)
		dst = append(dst, ";points="...)
		dst = strconv.AppendInt(dst, int64(p.Points), 10)
	}
	return dst
}

func letter(s parlour.Seat) string { return info.Letter(s) }

// Read reads a position line and opens the rules it names. Instead of a line it
// accepts a bare XGID, a Position ID of GNU Backgammon, or a Position ID and
// Match ID joined by a colon. An XGID or the two ids may also replace the
// second and third field. The error is a *parlour.PositionError.
func Read(line string) (*Rules, Position, error) {
	r, p, faults := read(line)
	if faults != nil {
		return nil, Position{}, &parlour.PositionError{Line: line, Faults: faults}
	}
	return r, p, nil
}

func read(line string) (r *Rules, p Position, faults []string) {
	fields := strings.Split(line, " ")
	if !strings.HasPrefix(line, book.ID) {
		if len(fields) != 1 {
			return nil, p, []string{"the line must begin with " + book.ID}
		}
		return readForeign(line, nil)
	}
	settings, faults := book.ReadTag(fields[0])
	if faults == nil {
		r, faults = compile(settings)
	}
	switch {
	case len(fields) < 2 || len(fields) > 3:
		return nil, p, append(faults, fmt.Sprintf("the line has %d fields; expected the game, an XGID and the state", len(fields)))
	case faults != nil:
		if text, ok := strings.CutPrefix(fields[1], "XGID="); ok {
			_, more := readXGID(text)
			faults = append(faults, more...)
		}
		return nil, p, faults
	case len(fields) == 2:
		return readForeign(fields[1], r)
	}
	p, faults = r.readFields(fields[1], fields[2])
	if faults == nil {
		if again := string(r.AppendPosition(nil, &p)); again != line {
			faults = []string{"the line must be written exactly as " + again}
		}
	}
	return r, p, faults
}

// readFields reads the XGID and the state of a complete line.
func (r *Rules) readFields(id, flags string) (p Position, faults []string) {
	text, ok := strings.CutPrefix(id, "XGID=")
	if !ok {
		return p, []string{"the second field must begin with XGID="}
	}
	x, faults := readXGID(text)
	if x == nil {
		return p, faults
	}
	faults = append(faults, x.disagree(r)...)
	p = x.position()
	bad := p.readFlags(flags)
	faults = append(faults, bad...)
	if bad != nil {
		return p, faults
	}
	if word, want := x.diceWord, diceField(&p); word != "" && word != want && min(len(word), len(want)) == 1 {
		faults = append(faults, fmt.Sprintf("the dice field %s does not fit the state %s", word, p.State))
	}
	return p, append(faults, r.faults(&p)...)
}

// readFlags reads the state and its flags.
func (p *Position) readFlags(text string) (faults []string) {
	flags := strings.Split(text, ";")
	found := false
	for s, name := range stateNames {
		if name == flags[0] {
			p.State, found = State(s), true
		}
	}
	if !found {
		return []string{fmt.Sprintf("%q is not a state; the states are %s", flags[0], strings.Join(stateNames[:], ", "))}
	}
	seen := map[string]bool{}
	for _, flag := range flags[1:] {
		key, value, _ := strings.Cut(flag, "=")
		n, err := strconv.Atoi(value)
		bad := err != nil || strconv.Itoa(n) != value || n < 1
		if seen[key] {
			faults = append(faults, key+" is given twice")
		}
		seen[key] = true
		switch key {
		case "resign", "refused":
			if bad || n > 3 {
				faults = append(faults, fmt.Sprintf("%s must be a number from 1 to 3, not %q", key, value))
			} else if key == "resign" {
				p.Resign = uint8(n)
			} else {
				p.Refused = uint8(n)
			}
		case "points":
			if bad || n > 3<<voiceLimit {
				faults = append(faults, fmt.Sprintf("%q is not a number of points", value))
			} else {
				p.Points = int32(n)
			}
		case "won":
			switch s := info.SeatOf(value); {
			case s == parlour.Nobody:
				faults = append(faults, fmt.Sprintf("the winner must be X or O, not %q", value))
			case s != p.Turn:
				faults = append(faults, "it must be the winner's turn")
			}
		default:
			faults = append(faults, fmt.Sprintf("unknown flag %q", flag))
		}
	}
	switch over := p.State == Over; {
	case over && (!seen["won"] || !seen["points"]):
		faults = append(faults, "a game that is over must name its winner and points")
	case !over && (seen["won"] || seen["points"]):
		faults = append(faults, "only a game that is over can have a winner and points")
	}
	return faults
}

// diceField returns what the dice field of an XGID must contain in this state.
func diceField(p *Position) string {
	switch p.State {
	case Doubled:
		return "D"
	case Beavered:
		return "B"
	case Raccooned:
		return "R"
	case Pick, Moving:
		if p.Dice[0] != 0 {
			return string([]byte{'0' + p.Dice[0], '0' + p.Dice[1]})
		}
		return "two numbers"
	}
	return "00"
}

// Check tests every invariant of a position.
func (r *Rules) Check(p *Position) error {
	if f := r.faults(p); f != nil {
		return &parlour.PositionError{Line: string(r.AppendPosition(nil, p)), Faults: f}
	}
	return nil
}

// faults lists everything that is wrong with a position under these rules.
func (r *Rules) faults(p *Position) []string {
	var faults []string
	bad := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	for s := X; s <= O; s++ {
		m := p.Men[s]
		if m.Any()&^uint32(anywhere) != 0 {
			bad("%s has men outside the board", letter(s))
		}
		if n := m.On(); n > allMen {
			bad("%s has %d men, more than %d [backgammon/setup]", letter(s), n, allMen)
		}
		if m.Any() == 0 && p.State != Over {
			bad("%s has no men, but the game is not over [backgammon/single-win]", letter(s))
		}
	}
	if both := p.Men[X].Any() & across(p.Men[O].Any()) & onPoints; both != 0 {
		bad("a point holds men of both sides [backgammon/point-closed]")
	}
	r.cubeFaults(p, bad)
	r.scoreFaults(p, bad)
	r.stateFaults(p, bad)
	return faults
}

func (r *Rules) cubeFaults(p *Position, bad func(string, ...any)) {
	if p.Cube > r.limit {
		bad("the cube is at 2^%d, above its limit of 2^%d", p.Cube, r.limit)
	}
	if p.Cube == 0 && p.Owner != parlour.Nobody {
		bad("a cube of 1 cannot have an owner [backgammon/cube-take]")
	}
	if p.Cube > r.auto && p.Owner == parlour.Nobody {
		bad("the cube has been turned %d times but is in the middle, although only %d automatic doubles are agreed [backgammon/cube-take]", p.Cube, r.auto)
	}
}

func (r *Rules) scoreFaults(p *Position, bad func(string, ...any)) {
	if p.Crawford {
		last := r.match - 1
		switch {
		case r.match == 0:
			bad("a game for a stake cannot be the Crawford game")
		case !r.crawford:
			bad("there is no Crawford game with crawford=no")
		case (p.Score[X] == last) == (p.Score[O] == last) && p.State != Over:
			bad("a Crawford game needs exactly one side at %d points [backgammon/crawford-game]", last)
		}
	}
	if r.match == 0 {
		return
	}
	for s := X; s <= O; s++ {
		if p.Score[s] >= r.match && (p.State != Over || p.Turn != s) {
			bad("%s has %d points in a match to %d [backgammon/match-won]", letter(s), p.Score[s], r.match)
		}
	}
}

func (r *Rules) stateFaults(p *Position, bad func(string, ...any)) {
	switch hasDice := p.Dice[0] != 0; {
	case hasDice != (p.State == Pick || p.State == Moving):
		bad("the dice do not fit the state %s", p.State)
	case hasDice && p.Dice[0] < p.Dice[1]:
		bad("write the larger number first")
	}
	start := p.Men == [2]Men{startMen, startMen}
	other := 1 - p.Turn
	switch p.State {
	case Open:
		if !start {
			bad("the opening throw can be made only in the starting position")
		}
		if p.Turn != X {
			bad("write the opening throw with turn 1")
		}
		if p.Owner != parlour.Nobody {
			bad("nobody owns the cube before the opening throw")
		}
	case Pick:
		if r.opening != openingChoice {
			bad("pick needs opening=choice")
		}
		if p.Dice[0] == p.Dice[1] {
			bad("opening numbers cannot be equal")
		}
		if !start || p.Owner != parlour.Nobody {
			bad("opening numbers need the starting position with the cube in the middle")
		}
	case Roll:
		if r.beginning(p) == Throw {
			bad("there is nothing to decide before the throw, so the state must be throw, not roll")
		}
	case Doubled:
		if !r.mayDouble(p) {
			bad("nobody can have offered a double here [backgammon/cube-offer]")
		}
	case Beavered, Raccooned:
		level := uint8(p.State - Doubled)
		if r.beavers < level || p.Owner != other || p.Cube < level || p.Cube+1 > r.limit {
			bad("nobody can have offered a %s here", p.State)
		}
	case Over:
		r.overFaults(p, bad)
	}
	if p.State != Over && p.Points != 0 {
		bad("only a game that is over can have points")
	}
	r.resignFaults(p, bad)
}

func (r *Rules) overFaults(p *Position, bad func(string, ...any)) {
	winner, loser := p.Men[p.Turn], p.Men[1-p.Turn]
	n := p.Points >> p.Cube
	switch {
	case loser.Any() == 0:
		bad("the loser has no men left")
	case n<<p.Cube != p.Points || n < 1 || n > 3:
		bad("%d points are not once, twice or three times the stake of %d", p.Points, p.Stake())
	case winner.Any() == 0 && n != r.worth(p, p.Turn):
		bad("with these men the game is worth %d points, not %d", r.worth(p, p.Turn)<<p.Cube, p.Points)
	case winner.Any() != 0 && n > 1 && (!r.resign || n > int32(r.highestResign(p))):
		bad("%d points cannot be won here while men are left", p.Points)
	}
	if p.Score[p.Turn] < p.Points {
		bad("the winner's score of %d does not include the %d points just won", p.Score[p.Turn], p.Points)
	}
	if r.match > 0 && (p.Score[p.Turn] < r.match || p.Score[p.Turn]-p.Points >= r.match) {
		bad("a match to %d is not over at %d points", r.match, p.Score[p.Turn])
	}
}

func (r *Rules) resignFaults(p *Position, bad func(string, ...any)) {
	if p.Resign == 0 && p.Refused == 0 {
		return
	}
	if !r.resign {
		bad("resignations need resign=yes")
	}
	if p.State != Roll && p.State != Moving {
		bad("nobody can resign in the state %s", p.State)
	}
	if top := r.highestResign(p); p.Resign > top || p.Refused > top {
		bad("a player can resign at most %d here", top)
	}
	if p.Resign != 0 && p.Resign <= p.Refused {
		bad("after a refusal a player may offer only a higher resignation")
	}
}
