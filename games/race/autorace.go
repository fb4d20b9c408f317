package race

import (
	"strconv"
	"strings"

	"parlour"
	"parlour/rulebook"
)

// A Layout is the track of Auto Race as data: the number of the FINISH space,
// and the first of the two spaces of each obstruction. [auto-race/r-layout]
type Layout struct {
	Name         string
	Finish       int16
	Obstructions [5]int16
}

// Layouts are the tracks to choose from, the default first. START is space 0.
var Layouts = []Layout{
	{"sixty", 60, [5]int16{9, 19, 29, 39, 49}},
	{"forty", 40, [5]int16{6, 13, 20, 27, 34}},
	{"hundred", 100, [5]int16{15, 32, 49, 66, 83}},
}

// Obstructions are the names of the five obstructions in the order of the
// track. Only the first name is in the book. [auto-race/r-names]
var Obstructions = [5]struct {
	Name     string
	Invented bool
}{
	{"Replenish oil", false},
	{"Tire trouble", true},
	{"Out of gasoline", true},
	{"Road under repair", true},
	{"Railroad crossing", true},
}

// AutoRace is a game of pure chance: every throw has exactly one legal move.
// Places are counted through all laps; see [AutoRace.space].
type AutoRace struct {
	base
	layout Layout
	laps   int16
	halt   [101]bool // by space of the circuit: the two spaces of every obstruction
	again  bool      // extra-throw=six
	bump   bool      // share=bump
}

var (
	_ engine                    = (*AutoRace)(nil)
	_ parlour.Effects[Position] = (*AutoRace)(nil)
	_ parlour.Pointer[Position] = (*AutoRace)(nil)
	_ parlour.Steps[Position]   = (*AutoRace)(nil)
	_ parlour.Viewer[Position]  = (*AutoRace)(nil)
	_ parlour.Facts[Position]   = (*AutoRace)(nil)
	_ parlour.Checker[Position] = (*AutoRace)(nil)
	_ parlour.Counter[Position] = (*AutoRace)(nil)
	_ parlour.Passer[Position]  = (*AutoRace)(nil)
	_ parlour.Greedy[Position]  = (*AutoRace)(nil)
	_ parlour.Retirer[Position] = (*AutoRace)(nil)
)

var autoRaceInfo = parlour.Info{
	ID: "auto-race", Title: "Auto Race", Maker: "Parker Brothers", Year: "1928",
	Seats: crossSeats, Players: []int{4, 3, 2}, // [auto-race/players]
	Form: "12>16, 58>* or pass",
}

// AutoRaceGame returns the game as catalogues use it.
func AutoRaceGame() parlour.Game { return erase(autoRaceInfo, rulebook.AutoRace, newAutoRace) }

func newAutoRace(set rulebook.Settings) *AutoRace {
	book := rulebook.AutoRace
	r := &AutoRace{layout: Layouts[0]}
	for _, l := range Layouts {
		if book.Is(set, "layout", l.Name) {
			r.layout = l
		}
	}
	laps, _ := strconv.Atoi(book.Value(set, "laps")) // the book allows only numbers
	r.laps = int16(laps)
	finish := r.layout.Finish * r.laps // START is place 0, where every car begins [auto-race/start-space]
	c := course{letters: "GYBR", track: finish, last: finish - 1, home: finish, men: 1}
	r.base = newBase(autoRaceInfo, book, set, c, parlour.OneDie)
	for _, k := range r.layout.Obstructions { // [auto-race/obstruction-two-spaces]
		r.halt[k], r.halt[k+1] = true, true
	}
	r.again = r.is("extra-throw", "six")
	r.bump = r.is("share", "bump")
	return r
}

// space returns the space of the circuit for a place. START is 0 and is visited
// only once; FINISH is a free space until the last lap. [auto-race/r-laps]
func (r *AutoRace) space(place int16) int16 {
	if place == 0 {
		return 0
	}
	return (place-1)%r.layout.Finish + 1
}

// A move of Auto Race is the place the car comes to, plus one, or pass.
const autoPass parlour.Move = 1 << 20

// AppendMoves appends the only move there is. [auto-race/r-no-choice]
func (r *AutoRace) AppendMoves(p *Position, dst []parlour.Move) []parlour.Move {
	q := p.men[p.turn][0] + int16(p.throw) // [auto-race/count-next] [auto-race/move-by-die]
	switch {
	case q >= r.home: // [auto-race/finish] [auto-race/finish-no-exact]
		q = r.home
	case r.halt[r.space(q)]: // [auto-race/halt] [auto-race/must-jump] [auto-race/jump-needs-three] [auto-race/r-either-half]
		return append(dst, autoPass)
	}
	return append(dst, parlour.Move(q)+1)
}

// AppendMoveList is AppendMoves: a single move is always in order.
func (r *AutoRace) AppendMoveList(p *Position, dst []parlour.Move) []parlour.Move {
	return r.AppendMoves(p, dst)
}

// Play makes a throw or the move.
func (r *AutoRace) Play(p *Position, m parlour.Move) {
	if p.throw == 0 {
		if p.throwing {
			r.throwOff(p, int8(m))
		} else {
			p.throw = uint8(m)
		}
		return
	}
	s, six := p.turn, p.throw == 6
	p.throw = 0
	if m == autoPass { // [auto-race/halt] [auto-race/r-halt-only-this-turn]
		p.turn = r.next(p, s)
		return
	}
	q := int16(m - 1)
	p.men[s][0] = q
	if q == r.home {
		p.addRank(s)
		if r.over(p) { // [auto-race/r-no-last-turn] [auto-race/r-play-on]
			p.endGame()
		} else {
			p.turn = r.next(p, s)
		}
		return
	}
	if r.bump { // [auto-race/r-share]
		for v := range parlour.Seat(4) {
			if r.bumped(p, s, v, q) {
				p.men[v][0] = 0
			}
		}
	}
	if !r.again || !six { // [auto-race/r-one-throw]
		p.turn = r.next(p, s) // [auto-race/turn-order] [auto-race/r-direction]
	}
}

// bumped reports whether the car of s, arriving on q, sends v back to START.
func (r *AutoRace) bumped(p *Position, s, v parlour.Seat, q int16) bool {
	at := p.men[v][0]
	return v != s && p.has(v) && at > 0 && at < r.home && q < r.home && r.space(at) == r.space(q)
}

// Passes reports whether m is a pass.
func (r *AutoRace) Passes(_ *Position, m parlour.Move) bool { return m == autoPass }

// Captured counts the cars sent back.
func (r *AutoRace) Captured(p *Position, m parlour.Move) (n int) {
	if !r.bump || m == autoPass {
		return 0
	}
	for v := range parlour.Seat(4) {
		if r.bumped(p, p.turn, v, int16(m-1)) {
			n++
		}
	}
	return n
}

// AppendMove appends 12>16, 58>* or pass, with the cars that the move bumps.
func (r *AutoRace) AppendMove(dst []byte, p *Position, m parlour.Move) []byte {
	if m == autoPass {
		return append(dst, "pass"...)
	}
	s, q := p.turn, int16(m-1)
	dst = r.appendPlace(dst, s, p.men[s][0])
	dst = append(dst, '>')
	dst = r.appendPlace(dst, s, q)
	if r.Captured(p, m) > 0 {
		dst = append(dst, 'x')
		for v := range parlour.Seat(4) {
			if r.bumped(p, s, v, q) {
				dst = append(dst, r.letters[v])
			}
		}
	}
	return dst
}

// ParseMove reads the one legal move, and explains why any other text is not
// legal.
func (r *AutoRace) ParseMove(p *Position, text string) (parlour.Move, error) {
	m := r.AppendMoves(p, nil)[0]
	legal := string(r.AppendMove(nil, p, m))
	bare, _, _ := strings.Cut(legal, "x")
	if text == legal || text == bare {
		return m, nil
	}
	return parlour.NoMove, r.why(p, m, text, legal)
}

func (r *AutoRace) why(p *Position, m parlour.Move, text, legal string) *parlour.Refusal {
	s := p.turn
	at, d := p.men[s][0], int16(p.throw)
	ref := &parlour.Refusal{Instead: []string{legal}, Args: parlour.Args{
		"text": text, "colour": r.colour(s), "at": r.place(s, at), "count": strconv.Itoa(int(d)), "to": r.place(s, min(at+d, r.home)),
	}}
	if at == 0 {
		ref.Args["where"] = atStart
	}
	_, marks, marked := strings.Cut(text, "x")
	from, to, arrow := strings.Cut(strings.TrimSuffix(text, "x"+marks), ">")
	_, badFrom := r.parsePlace(s, from)
	_, badTo := r.parsePlace(s, to)
	switch {
	case text != "pass" && (!arrow || badFrom != "" || badTo != ""), marked && (marks == "" || strings.Trim(marks, r.letters) != ""):
		ref.Code, ref.Args["expected"] = "unreadable", r.info.Form
	case m == autoPass:
		k := r.obstruction(at + d)
		ref.Code, ref.Args["name"] = "race.halt", Obstructions[k].Name
		ref.Clauses = []string{"auto-race/halt", "auto-race/obstruction-two-spaces"}
		if r.halt[r.space(at+1)] {
			ref.Clauses = append(ref.Clauses, "auto-race/jump-needs-three")
		}
	case text == "pass":
		ref.Code, ref.Clauses = "race.no-choice", []string{"auto-race/r-no-choice"}
	case from != r.place(s, at):
		ref.Code, ref.Clauses, ref.Args["from"] = "race.no-car", []string{"auto-race/players"}, from
	case marked && to == r.place(s, int16(m-1)) && !r.bump:
		ref.Code, ref.Clauses = "race.no-bumps", []string{"auto-race/r-share"}
	case marked && to == r.place(s, int16(m-1)) && r.Captured(p, m) == 0:
		ref.Code, ref.Clauses = "race.bumps-nobody", []string{"auto-race/r-share"}
	case marked && to == r.place(s, int16(m-1)):
		ref.Code, ref.Clauses = "race.wrong-bump", []string{"auto-race/r-share"}
	default:
		ref.Code, ref.Clauses = "race.full-count", []string{"auto-race/move-by-die", "auto-race/count-next"}
	}
	return ref
}

// obstruction returns the number of the obstruction at the place.
func (r *AutoRace) obstruction(place int16) int {
	for i, k := range r.layout.Obstructions {
		if d := r.space(place) - k; d == 0 || d == 1 {
			return i
		}
	}
	return -1
}

// stands reports cars on places where they cannot be.
func (r *AutoRace) stands(p *Position) (faults []parlour.Fault) {
	for s := range parlour.Seat(4) {
		if at := p.men[s][0]; p.has(s) && at < 0 {
			faults = append(faults, Sentences.Breach("auto-race/start-space", "race.fault-car-waits", "colour", r.colour(s)))
		} else if p.has(s) && at < r.home && r.halt[r.space(at)] {
			faults = append(faults, Sentences.Breach("auto-race/must-jump", "race.fault-obstruction", "colour", r.colour(s), "at", at))
		}
	}
	return faults
}

// Check tests the invariants of the text.
func (r *AutoRace) Check(p *Position) error { return checkLine(r, p) }

// AppendEffects tells where the car goes, that it halts, or which cars it
// bumps.
func (r *AutoRace) AppendEffects(dst []parlour.Effect, p *Position, m parlour.Move) []parlour.Effect {
	s := p.turn
	if p.throw == 0 {
		return r.appendThrow(dst, p, m)
	}
	at := p.men[s][0]
	if m == autoPass {
		k := r.obstruction(at + int16(p.throw))
		return append(dst, parlour.Effect{Kind: "halt", Means: parlour.Passes, Colour: r.letters[s : s+1], From: r.spotOf(at), Args: parlour.Args{
			"name": Obstructions[k].Name, "at": r.spotOf(at), "count": strconv.Itoa(int(p.throw)),
		}})
	}
	q := int16(m - 1)
	e := parlour.Effect{Kind: "drive", Means: parlour.Moves, Colour: r.letters[s : s+1], From: r.spotOf(at), To: r.spotOf(q)}
	if at == 0 {
		e.Args = parlour.Args{"where": atStart}
	}
	for w := at + 1; w <= q; w++ {
		e.Way = append(e.Way, r.spotOf(w))
	}
	dst = append(dst, e)
	for v := range parlour.Seat(4) {
		if r.bump && r.bumped(p, s, v, q) {
			dst = append(dst, parlour.Effect{Kind: "bump", Means: parlour.Takes, Colour: r.letters[v : v+1], From: r.spotOf(p.men[v][0]), To: "0", Args: parlour.Args{"by": r.colour(s)}})
		}
	}
	if q == r.home {
		dst = append(dst, parlour.Effect{Kind: "finish", Means: parlour.Home, Colour: r.letters[s : s+1], To: "*"})
	}
	return dst
}

// atStart lets sentences call the place of the cars before their first move the start.
const atStart = "0=start"

// spotOf names a place on the drawn board.
func (r *AutoRace) spotOf(place int16) string {
	if place >= r.home || place > 0 && r.space(place) == r.layout.Finish {
		return "*"
	}
	return strconv.Itoa(int(r.space(place)))
}

// Steps offers the move as one step.
func (r *AutoRace) Steps(p *Position, taken []string) ([]parlour.Step, parlour.Move, error) {
	m := r.AppendMoves(p, nil)[0]
	at := p.men[p.turn][0]
	switch len(taken) {
	case 0:
		step := parlour.Step{Text: string(r.AppendMove(nil, p, m)), From: r.spotOf(at), To: r.spotOf(at)}
		if m == autoPass {
			step.Means = parlour.Passes
		} else {
			step.To, step.Dice = r.spotOf(int16(m-1)), strconv.Itoa(int(p.throw))
			for v := range parlour.Seat(4) {
				if r.bump && r.bumped(p, p.turn, v, int16(m-1)) {
					step.Takes = r.spotOf(p.men[v][0])
				}
			}
		}
		return []parlour.Step{step}, parlour.NoMove, nil
	default:
		m, err := r.ParseMove(p, strings.Join(taken, " "))
		return nil, m, err
	}
}

// AppendPieces puts every car on its space.
func (r *AutoRace) AppendPieces(dst []parlour.Piece, p *Position) []parlour.Piece {
	for s := range parlour.Seat(4) {
		if p.has(s) {
			dst = append(dst, parlour.Piece{Place: r.spotOf(p.men[s][0]), Colour: r.letters[s : s+1], Kind: "auto"})
		}
	}
	return dst
}

// Greed has nothing to prefer, since there is only one move.
func (r *AutoRace) Greed(*Position, parlour.Move) int { return 0 }

// Retire takes the car of a player who leaves off the track.
func (r *AutoRace) Retire(p *Position, s parlour.Seat) bool { return retire(r, p, s) }
