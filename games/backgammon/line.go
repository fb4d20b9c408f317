package backgammon

import (
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

// breach reports a fault and the clause that it breaks, "" for none.
type breach = func(clause, code string, args ...any)

func noState(text string) parlour.Fault {
	return Sentences.Fault("backgammon.fault-state", "text", strconv.Quote(text), "states", strings.Join(stateNames[:], ", "))
}

func noID(text string) parlour.Fault {
	return Sentences.Fault("backgammon.fault-id", "text", strconv.Quote(text))
}

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

func read(line string) (r *Rules, p Position, faults []parlour.Fault) {
	fields := strings.Split(line, " ")
	if !strings.HasPrefix(line, book.ID) {
		if len(fields) != 1 {
			return nil, p, []parlour.Fault{Sentences.Fault("fault.game", "game", book.ID, "text", strconv.Quote(fields[0]))}
		}
		return readForeign(line, nil)
	}
	settings, faults := book.ReadTag(fields[0])
	if faults == nil {
		r, faults = compile(settings)
	}
	switch {
	case len(fields) < 2 || len(fields) > 3:
		return nil, p, append(faults, Sentences.Fault("fault.fields", "n", 3, "got", len(fields)))
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
			faults = []parlour.Fault{Sentences.Fault("backgammon.fault-exactly", "line", again)}
		}
	}
	return r, p, faults
}

// readFields reads the XGID and the state of a complete line.
func (r *Rules) readFields(id, flags string) (p Position, faults []parlour.Fault) {
	text, ok := strings.CutPrefix(id, "XGID=")
	if !ok {
		return p, []parlour.Fault{noID(id)}
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
		faults = append(faults, Sentences.Fault("backgammon.fault-dice", "state", p.State))
	}
	return p, append(faults, r.faults(&p)...)
}

// readFlags reads the state and its flags.
func (p *Position) readFlags(text string) (faults []parlour.Fault) {
	flags := strings.Split(text, ";")
	found := false
	for s, name := range stateNames {
		if name == flags[0] {
			p.State, found = State(s), true
		}
	}
	if !found {
		return []parlour.Fault{noState(flags[0])}
	}
	bad := func(code string, args ...any) { faults = append(faults, Sentences.Fault(code, args...)) }
	within := func(key, value string, most int) int {
		n, err := strconv.Atoi(value)
		if err != nil || strconv.Itoa(n) != value || n < 1 || n > most {
			bad("fault.number", "key", key, "least", 1, "most", most, "value", strconv.Quote(value))
			return 0
		}
		return n
	}
	seen := map[string]bool{}
	for _, flag := range flags[1:] {
		key, value, _ := strings.Cut(flag, "=")
		if seen[key] {
			bad("fault.twice", "key", key)
		}
		seen[key] = true
		switch key {
		case "resign":
			p.Resign = uint8(within(key, value, 3))
		case "refused":
			p.Refused = uint8(within(key, value, 3))
		case "points":
			p.Points = int32(within(key, value, 3<<voiceLimit))
		case "won":
			switch s := info.SeatOf(value); {
			case s == parlour.Nobody:
				bad("backgammon.fault-winner", "text", strconv.Quote(value))
			case s != p.Turn:
				bad("backgammon.fault-winner-turn")
			}
		default:
			bad("fault.no-flag", "flag", strconv.Quote(flag), "flags", "resign, refused, won, points")
		}
	}
	switch over := p.State == Over; {
	case over && (!seen["won"] || !seen["points"]):
		bad("backgammon.fault-over")
	case !over && (seen["won"] || seen["points"]):
		bad("backgammon.fault-not-over")
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
func (r *Rules) faults(p *Position) []parlour.Fault {
	var faults []parlour.Fault
	bad := func(clause, code string, args ...any) {
		faults = append(faults, Sentences.Breach(clause, code, args...))
	}
	for s := X; s <= O; s++ {
		m := p.Men[s]
		if m.Any()&^uint32(anywhere) != 0 {
			bad("", "backgammon.fault-outside", "side", name(s))
		}
		if n := m.On(); n > allMen {
			bad("backgammon/setup", "backgammon.fault-many", "side", name(s), "n", n, "most", allMen)
		}
		if m.Any() == 0 && p.State != Over {
			bad("backgammon/single-win", "backgammon.fault-none", "side", name(s))
		}
	}
	if both := p.Men[X].Any() & across(p.Men[O].Any()) & onPoints; both != 0 {
		bad("backgammon/point-closed", "backgammon.fault-both")
	}
	r.cubeFaults(p, bad)
	r.scoreFaults(p, bad)
	r.stateFaults(p, bad)
	return faults
}

func (r *Rules) cubeFaults(p *Position, bad breach) {
	if p.Cube > r.limit {
		bad("", "backgammon.fault-cube-limit", "stake", 1<<p.Cube, "limit", 1<<r.limit)
	}
	if p.Cube == 0 && p.Owner != parlour.Nobody {
		bad("backgammon/cube-take", "backgammon.fault-cube-owner")
	}
	if p.Cube > r.auto && p.Owner == parlour.Nobody {
		bad("backgammon/cube-take", "backgammon.fault-cube-middle", "stake", p.Stake(), "doubles", r.auto)
	}
}

func (r *Rules) scoreFaults(p *Position, bad breach) {
	if p.Crawford {
		last := r.match - 1
		switch {
		case r.match == 0:
			bad("", "backgammon.fault-crawford-stake")
		case !r.crawford:
			bad("", "backgammon.fault-crawford-no")
		case (p.Score[X] == last) == (p.Score[O] == last) && p.State != Over:
			bad("backgammon/crawford-game", "backgammon.fault-crawford", "n", last)
		}
	}
	if r.match == 0 {
		return
	}
	for s := X; s <= O; s++ {
		if p.Score[s] >= r.match && (p.State != Over || p.Turn != s) {
			bad("backgammon/match-won", "backgammon.fault-score", "side", name(s), "n", p.Score[s], "match", r.match)
		}
	}
}

func (r *Rules) stateFaults(p *Position, bad breach) {
	switch hasDice := p.Dice[0] != 0; {
	case hasDice != (p.State == Pick || p.State == Moving):
		bad("", "backgammon.fault-dice", "state", p.State)
	case hasDice && p.Dice[0] < p.Dice[1]:
		bad("", "fault.throw-order", "text", strconv.Itoa(10*int(p.Dice[0])+int(p.Dice[1])))
	}
	start := p.Men == [2]Men{startMen, startMen}
	other := 1 - p.Turn
	switch p.State {
	case Open:
		if !start || p.Owner != parlour.Nobody {
			bad("", "backgammon.fault-opening")
		}
		if p.Turn != X {
			bad("", "backgammon.fault-opening-turn")
		}
	case Pick:
		if r.opening != openingChoice {
			bad("", "fault.needs", "what", "pick", "other", "opening=choice")
		}
		if p.Dice[0] == p.Dice[1] {
			bad("", "backgammon.fault-opening-equal")
		}
		if !start || p.Owner != parlour.Nobody {
			bad("", "backgammon.fault-opening")
		}
	case Roll:
		if r.beginning(p) == Throw {
			bad("", "backgammon.fault-roll")
		}
	case Doubled:
		if !r.mayDouble(p) {
			bad("backgammon/cube-offer", "backgammon.fault-double")
		}
	case Beavered, Raccooned:
		level := uint8(p.State - Doubled)
		if r.beavers < level || p.Owner != other || p.Cube < level || p.Cube+1 > r.limit {
			bad("", "backgammon.fault-beaver", "state", p.State)
		}
	case Over:
		r.overFaults(p, bad)
	}
	if p.State != Over && p.Points != 0 {
		bad("", "backgammon.fault-not-over")
	}
	r.resignFaults(p, bad)
}

func (r *Rules) overFaults(p *Position, bad breach) {
	winner, loser := p.Men[p.Turn], p.Men[1-p.Turn]
	n := p.Points >> p.Cube
	switch {
	case loser.Any() == 0:
		bad("", "backgammon.fault-loser")
	case n<<p.Cube != p.Points || n < 1 || n > 3:
		bad("", "backgammon.fault-points", "n", p.Points, "stake", p.Stake())
	case winner.Any() == 0 && n != r.worth(p, p.Turn):
		bad("", "backgammon.fault-worth", "worth", r.worth(p, p.Turn)<<p.Cube, "n", p.Points)
	case winner.Any() != 0 && n > 1 && (!r.resign || n > int32(r.highestResign(p))):
		bad("", "backgammon.fault-early", "n", p.Points)
	}
	if p.Score[p.Turn] < p.Points {
		bad("", "backgammon.fault-sum", "score", p.Score[p.Turn], "n", p.Points)
	}
	if r.match > 0 && (p.Score[p.Turn] < r.match || p.Score[p.Turn]-p.Points >= r.match) {
		bad("", "backgammon.fault-match", "match", r.match, "n", p.Score[p.Turn])
	}
}

func (r *Rules) resignFaults(p *Position, bad breach) {
	if p.Resign == 0 && p.Refused == 0 {
		return
	}
	if !r.resign {
		bad("", "fault.needs", "what", "resign", "other", "resign=yes")
	}
	if p.State != Roll && p.State != Moving {
		bad("", "backgammon.fault-resign-state", "state", p.State)
	}
	if top := r.highestResign(p); p.Resign > top || p.Refused > top {
		bad("", "backgammon.fault-resign-most", "most", top)
	}
	if p.Resign != 0 && p.Resign <= p.Refused {
		bad("", "backgammon.fault-resign-higher")
	}
}
