package contact

import (
	"slices"
	"strconv"
	"strings"

	"parlour"
	"parlour/rulebook"
)

// The seats in clockwise order, that is, to the left. [contact/turn-to-left]
const (
	south parlour.Seat = iota
	west
	north
	east
)

const seatLetters = "swne"

func opposite(s parlour.Seat) parlour.Seat { return (s + 2) & 3 }

// A mode is how the players sit and share the colours. [contact/players]
type mode struct {
	name    string
	players int
	seats   []parlour.Seat
	owner   [4]parlour.Seat // of each colour, Nobody for a colour that is not used
	pairs   bool            // opposite seats are one side
	twelve  bool            // twelve tiles a side
}

const nobody = parlour.Nobody

// modes holds all modes, the default first. [contact/setup-four]
// [contact/setup-three] [contact/setup-two-six] [contact/setup-twelve]
// [contact/r-two-six] [contact/r-three-seats] [contact/r-two-colours]
var modes = []mode{
	{"four", 4, []parlour.Seat{south, west, north, east}, [4]parlour.Seat{south, west, north, east}, false, false},
	{"pairs", 4, []parlour.Seat{south, west, north, east}, [4]parlour.Seat{south, west, north, east}, true, false},
	{"three", 3, []parlour.Seat{south, west, north}, [4]parlour.Seat{south, west, north, nobody}, false, false},
	{"duel6", 2, []parlour.Seat{south, north}, [4]parlour.Seat{south, nobody, north, nobody}, false, false},
	{"duel12", 2, []parlour.Seat{south, north}, [4]parlour.Seat{south, north, south, north}, false, true},
}

func modeNames() []string {
	var names []string
	for _, m := range modes {
		names = append(names, m.name)
	}
	return names
}

func noMode(name string) parlour.Fault {
	return Sentences.Fault("fault.no-mode", "mode", strconv.Quote(name), "modes", strings.Join(modeNames(), ", "))
}

func modeOf(name string) *mode {
	i := slices.IndexFunc(modes, func(m mode) bool { return m.name == name })
	if i < 0 {
		return nil
	}
	return &modes[i]
}

// has reports whether the seat is in the mode.
func (m *mode) has(s parlour.Seat) bool { return slices.Contains(m.seats, s) }

// letters returns the letters of the seats, for messages.
func (m *mode) letters() string {
	var l []string
	for _, s := range m.seats {
		l = append(l, seatLetters[s:s+1])
	}
	return strings.Join(l, ", ")
}

// most returns how many tiles of a colour and kind there are.
// [contact/six-tiles] [contact/extra-tiles]
func (m *mode) most(c Colour, steps int) int {
	switch {
	case !m.twelve || c == Green || c == Yellow:
		return 3
	case steps == 1:
		return 4
	}
	return 2
}

// Open compiles the rules for a table. The zero Setup is the game of four
// players. The error is a *parlour.SetupError.
func Open(s parlour.Setup) (*Rules, error) {
	settings, faults := rulebook.Contact.Choose(s.Options)
	faults = append(faults, clashes(settings)...)
	fault := func(code string, args ...any) { faults = append(faults, Sentences.Fault(code, args...)) }
	name := s.Mode
	if name == "" {
		name = map[int]string{0: "four", 2: "duel6", 3: "three", 4: "four"}[s.Players]
	}
	m := modeOf(name)
	switch {
	case m == nil && s.Mode == "":
		fault("fault.players", "game", "contact", "players", "2, 3 or 4", "n", s.Players)
	case m == nil:
		faults = append(faults, noMode(s.Mode))
	case s.Players != 0 && s.Players != m.players:
		fault("contact.fault-mode-players", "mode", m.name, "players", m.players, "n", s.Players)
	}
	first := south // [contact/r-first-player] [contact/anyone-starts]
	if m != nil && s.First != "" {
		first = parlour.Seat(strings.Index(seatLetters, s.First))
		if len(s.First) != 1 || !m.has(first) {
			fault("fault.first", "first", strconv.Quote(s.First), "letters", m.letters())
		}
	}
	if s.Colours != "" || s.Seats != "" {
		fault("contact.fault-mode-decides")
	}
	if s.Preset != "" {
		fault("fault.no-presets", "game", "contact", "preset", strconv.Quote(s.Preset))
	}
	if faults != nil {
		return nil, &parlour.SetupError{Game: "contact", Faults: faults}
	}
	r := newRules(m, settings)
	r.start.turn = int8(first)
	return r, nil
}

// clashes lists the settings that cannot be combined. [contact/r-tile-size]
func clashes(s rulebook.Settings) (faults []parlour.Fault) {
	if !rulebook.Contact.Is(s, "tile", "wide") {
		return nil
	}
	for _, o := range []rulebook.Setting{{Key: "jump", Value: "own"}, {Key: "rings", Value: "twelve"}, {Key: "setup12", Value: "block"}} {
		if rulebook.Contact.Is(s, o.Key, o.Value) {
			faults = append(faults, Sentences.Fault("fault.conflict", "one", o.Key+"="+o.Value, "other", "tile=wide"))
		}
	}
	return faults
}

// newRules compiles a mode and settings that can be combined.
func newRules(m *mode, s rulebook.Settings) *Rules {
	book := rulebook.Contact
	r := &Rules{
		mode:     m,
		settings: s,
		side:     1,
		straight: book.Is(s, "corner", "straight"),
		jump:     book.Is(s, "jump", "own"),
		path:     book.Is(s, "sides", "path"),
		helps:    m.pairs && book.Is(s, "mate", "helps"),
	}
	if book.Is(s, "tile", "wide") {
		r.side = 2
	}
	limit, err := strconv.Atoi(book.Value(s, "quiet"))
	if err != nil {
		panic("contact: quiet is not a number, although the book accepted it")
	}
	r.limit = uint32(limit)
	r.several = several(slices.Index([]string{"side", "seat", "all", "pair"}, book.Value(s, "several")))
	r.help = help(slices.Index([]string{"strict", "moved", "free"}, book.Value(s, "help")))
	r.fast = r.side == 1 && !r.straight && !r.jump && !r.path && !m.pairs
	for c, owner := range m.owner {
		r.owner[c], r.team[c] = owner, r.Side(nil, owner)
		if owner != nobody {
			r.mine[owner][c] = ^uint64(0)
			for _, at := range r.rings(opposite(owner)) { // [contact/r-opposite-side]
				r.goal[c].add(at)
			}
		}
	}
	for _, c := range r.row() {
		r.start.add(c)
		r.start.left[r.owner[c.Colour()]]++
	}
	r.start.seven = ordinary
	return r
}

// line returns a crossing on a seat's own line, counted from that player's
// left, at a depth that is 1 for the player's first inner line.
func line(s parlour.Seat, across, depth int) Crossing {
	switch s {
	case south:
		return crossing(across, depth)
	case west:
		return crossing(depth, lines+1-across)
	case north:
		return crossing(lines+1-across, lines+1-depth)
	}
	return crossing(lines+1-depth, across)
}

// six returns the lines of a row of six. They are next to each other, and the
// same for all seats. [contact/r-line] [contact/r-tile-size]
func (r *Rules) six() []int {
	if r.side == 2 {
		return []int{2, 4, 6, 8, 10, 12}
	}
	return []int{5, 6, 7, 8, 9, 10}
}

// rings returns the ringed spots in front of a seat. [contact/r-ringed-spots]
func (r *Rules) rings(s parlour.Seat) (spots []Crossing) {
	across := r.six()
	switch rulebook.Contact.Value(r.settings, "rings") {
	case "twelve":
		across = span(2, 13)
	case "line":
		across = span(1, lines)
	}
	for _, a := range across {
		spots = append(spots, line(s, a, 1))
	}
	return spots
}

func span(from, to int) (n []int) {
	for i := from; i <= to; i++ {
		n = append(n, i)
	}
	return n
}

// row returns the tiles of the set-up. In every row the kinds alternate from
// the owner's left [contact/r-order-of-kinds], and a second row has its extra
// ONE STEP tile at the right end [contact/r-setup12]. The lowest number is in
// the owner's front-left corner, so the number of spins is the number of the
// seat [contact/r-first-face].
func (r *Rules) row() (tiles []Tile) {
	lay := func(s parlour.Seat, c Colour, depth int, across []int, kinds string) {
		for i, a := range across {
			face := Tile(s)
			if kinds[i] == '2' {
				face |= twoBit
			}
			tiles = append(tiles, newTile(line(s, a, depth), c, face))
		}
	}
	for _, s := range r.mode.seats {
		left, right := Colour(s), Red
		if s == north && r.mode.twelve {
			left, right = Yellow, Blue
		}
		switch {
		case !r.mode.twelve:
			lay(s, left, 1, r.six(), "121212")
		case rulebook.Contact.Is(r.settings, "setup12", "block"):
			lay(s, left, 2, span(5, 7), "111")
			lay(s, right, 2, span(8, 11), "1111")
			lay(s, left, 1, span(6, 8), "222")
			lay(s, right, 1, span(9, 10), "22")
		case r.side == 2:
			lay(s, left, 1, r.six(), "121212")
			lay(s, right, 3, r.six(), "121211")
		default:
			lay(s, left, 1, span(2, 7), "121212")
			lay(s, right, 1, span(8, 13), "121211")
		}
	}
	return tiles
}
