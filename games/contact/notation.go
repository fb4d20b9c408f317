package contact

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"parlour"
	"parlour/rulebook"
)

const passText = "pass"

// AppendMove appends the canonical text: "h8-h9" or "pass".
func (r *Rules) AppendMove(dst []byte, _ *Position, m parlour.Move) []byte {
	if m == pass {
		return append(dst, passText...)
	}
	from, to := Ends(m)
	return to.appendName(append(from.appendName(dst), '-'))
}

// AppendLog appends the long text of a move: the canonical text, then "x" with
// the opponents' tiles it removes, "!" if the moved tile is removed, and "*" if
// it is turned over, as in "h8-h9xg10,i10" and "h14-h15*".
func (r *Rules) AppendLog(dst []byte, p *Position, m parlour.Move) []byte {
	return r.appendSuffix(r.AppendMove(dst, p, m), p, m)
}

func (r *Rules) appendSuffix(dst []byte, p *Position, m parlour.Move) []byte {
	if m == pass {
		return dst
	}
	from, to := Ends(m)
	i := p.find(from)
	v := r.judge(p, i, to)
	sep := byte('x')
	for k, u := range p.tiles[:p.count] {
		if v.taken>>k&1 != 0 {
			dst = u.At().appendName(append(dst, sep))
			sep = ','
		}
	}
	t := p.tiles[i]
	switch {
	case v.lost:
		dst = append(dst, '!')
	case !t.Turned() && r.goal[t.Colour()].has(to):
		dst = append(dst, '*')
	}
	return dst
}

// A spelling is a move as somebody wrote it.
type spelling struct {
	at     []Crossing
	suffix string // what follows the crossings
	bad    string // the first name that is not a crossing of the board
}

// splitMove splits the text of a move into its parts. Ok is false if it cannot
// be a move at all.
func splitMove(text string) (s spelling, ok bool) {
	body := text
	if i := strings.IndexAny(text, "x!*"); i >= 0 {
		body, s.suffix = text[:i], text[i:]
	}
	names := strings.Split(body, "-")
	for _, name := range names {
		c, ok := parseCrossing(name)
		if !ok && !looksLikeCrossing(name) {
			return s, false
		}
		if !ok && s.bad == "" {
			s.bad = name
		}
		s.at = append(s.at, c)
	}
	return s, len(names) > 1
}

// looksLikeCrossing reports whether a name is a letter and a number, even if it
// is not on the board.
func looksLikeCrossing(name string) bool {
	if len(name) < 2 || len(name) > 3 || name[0] < 'a' || name[0] > 'z' {
		return false
	}
	return strings.Trim(name[1:], "0123456789") == ""
}

// ParseMove reads "h8-h9", a whole way "f1-f2-e2", or "pass". The text may also
// say what the move does, as AppendLog writes it; then that must be right.
func (r *Rules) ParseMove(p *Position, text string) (parlour.Move, error) {
	list := r.AppendMoves(p, nil)
	if text == passText {
		if !slices.Contains(list, pass) {
			return parlour.NoMove, r.refuse(p, "contact.no-pass", 0, list, parlour.Args{"moves": strconv.Itoa(len(list))}, "r-pass")
		}
		return pass, nil
	}
	s, ok := splitMove(text)
	switch {
	case !ok:
		return parlour.NoMove, r.unreadable(p, text, list)
	case s.bad != "":
		return parlour.NoMove, r.refuse(p, "contact.no-crossing", s.at[0], list, parlour.Args{"name": s.bad}, "r-edge-lines")
	}
	m := moveOf(s.at[0], s.at[len(s.at)-1])
	if len(s.at) > 2 {
		if refusal := r.whyWay(p, s.at, list); refusal != nil {
			return parlour.NoMove, refusal
		}
	}
	if !slices.Contains(list, m) {
		return parlour.NoMove, r.why(p, s.at[0], s.at[len(s.at)-1], list)
	}
	if is := string(r.appendSuffix(nil, p, m)); s.suffix != "" && s.suffix != is {
		return parlour.NoMove, r.refuse(p, "contact.suffix", s.at[0], list,
			parlour.Args{"text": text, "is": string(r.AppendLog(nil, p, m))}, "higher-stays", "equal-removes-both", "turn-over")
	}
	return m, nil
}

// AppendPosition appends the line: tag, mode, tiles, seat to move, quiet turns
// and turns of the seven-step ending.
func (r *Rules) AppendPosition(dst []byte, p *Position) []byte {
	dst = append(rulebook.Contact.AppendTag(dst, r.settings), ' ')
	dst = append(append(dst, r.mode.name...), ' ')
	if p.count == 0 {
		dst = append(dst, '-')
	}
	for i, t := range p.tiles[:p.count] {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = t.appendFace(append(t.At().appendName(dst), colourLetters[t.Colour()]))
	}
	dst = append(dst, ' ', seatLetters[p.turn], ' ')
	dst = append(strconv.AppendUint(dst, uint64(p.quiet), 10), ' ')
	if p.seven == ordinary {
		return append(dst, '-')
	}
	return strconv.AppendInt(dst, int64(p.seven), 10)
}

// faceOf gives the lowest bits of a tile by its four numbers.
var faceOf = func() map[string]Tile {
	m := map[string]Tile{}
	for t := range faceBits + 1 {
		if t&upBit == 0 || t&spinBits == 0 {
			m[t.face()] = t
		}
	}
	return m
}()

// mostQuiet keeps the count of quiet turns in range; no game comes near it.
const mostQuiet = 1_000_000_000

// Read reads a position line with the rules it names. The error is a
// *parlour.PositionError with every fault.
func Read(line string) (*Rules, Position, error) {
	var p Position
	fields := strings.Split(line, " ")
	if len(fields) != 6 {
		return nil, p, &parlour.PositionError{Line: line, Faults: []string{
			fmt.Sprintf("a line has six fields separated by single spaces: contact mode tiles turn quiet seven; this one has %d", len(fields))}}
	}
	settings, faults := rulebook.Contact.ReadTag(fields[0])
	faults = append(faults, clashes(settings)...)
	m := modeOf(fields[1])
	if m == nil {
		faults = append(faults, fmt.Sprintf("there is no mode %q; the modes are %s", fields[1], strings.Join(modeNames(), ", ")))
	}
	tiles, more := readTiles(fields[2])
	faults = append(faults, more...)
	if i := strings.Index(seatLetters, fields[3]); len(fields[3]) == 1 && i >= 0 {
		p.turn = int8(i)
	} else {
		faults = append(faults, fmt.Sprintf("the seat to move is %q, but must be one of s, w, n, e", fields[3]))
	}
	if n, ok := readNumber(fields[4], mostQuiet); ok {
		p.quiet = uint32(n)
	} else {
		faults = append(faults, fmt.Sprintf("the quiet turns are %q, but must be a number", fields[4]))
	}
	p.seven = ordinary
	if n, ok := readNumber(fields[5], sevenTurns); ok {
		p.seven = int8(n)
	} else if fields[5] != "-" {
		faults = append(faults, fmt.Sprintf("the turns of the seven-step ending are %q, but must be - or 0 to %d", fields[5], sevenTurns))
	}
	if faults != nil {
		return nil, p, &parlour.PositionError{Line: line, Faults: faults}
	}
	r := newRules(m, settings)
	r.start.turn = int8(m.seats[0])
	slices.Sort(tiles)
	if faults = r.lay(&p, tiles); faults == nil {
		if p.seven == ordinary && r.alike(&p) && !p.tiles[0].Turned() {
			p.seven = 0
		}
		if p.count == 0 && len(r.mode.seats) == 2 || r.mode.pairs && p.count == 0 {
			for _, s := range r.mode.seats { // both sides had tiles, whatever the move was
				p.shared |= 1 << s
			}
		}
		faults = r.faults(&p)
	}
	if faults != nil {
		return nil, p, &parlour.PositionError{Line: line, Faults: faults}
	}
	return r, p, nil
}

// readNumber reads a whole number without leading zeros.
func readNumber(text string, most int) (int, bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 0 && n <= most && strconv.Itoa(n) == text
}

// readTiles reads the field of tiles.
func readTiles(text string) (tiles []Tile, faults []string) {
	if text == "-" {
		return nil, nil
	}
	for part := range strings.SplitSeq(text, ",") {
		i := strings.IndexAny(part, colourLetters)
		if i < 0 {
			faults = append(faults, fmt.Sprintf("tile %q has no colour; write G, B, R or Y", part))
			continue
		}
		at, ok := parseCrossing(part[:i])
		if !ok {
			faults = append(faults, fmt.Sprintf("tile %q is not on a crossing from a1 to o15", part))
		}
		face, known := faceOf[part[i+1:]]
		if !known {
			faults = append(faults, fmt.Sprintf("tile %q has an unknown face; write 3456 or 1234 in any rotation, 5555 or 4444", part))
		}
		tiles = append(tiles, newTile(at, Colour(strings.IndexByte(colourLetters, part[i])), face))
	}
	return tiles, faults
}

// lay puts tiles on the board, if their colours and number allow it.
func (r *Rules) lay(p *Position, tiles []Tile) (faults []string) {
	for _, t := range tiles {
		if r.owner[t.Colour()] == nobody {
			faults = append(faults, fmt.Sprintf("the tile on %v is %v, a colour that mode %s does not have [contact/players]", t.At(), t.Colour(), r.mode.name))
		}
	}
	if len(tiles) > maxTiles {
		faults = append(faults, fmt.Sprintf("there are %d tiles, more than %d [contact/tile-count]", len(tiles), maxTiles))
	}
	if faults != nil {
		return faults
	}
	for _, t := range tiles {
		p.add(t)
		p.left[r.owner[t.Colour()]]++
	}
	return nil
}

// Check tests every invariant of a position.
func (r *Rules) Check(p *Position) error {
	faults := r.faults(p)
	for i, t := range p.tiles {
		if in := i < int(p.count); !in && t != 0 || in && (t == 0 || i > 0 && p.tiles[i-1] >= t) {
			faults = append(faults, fmt.Sprintf("tile number %d is not in order", i))
		}
	}
	var left [4]uint8
	for _, t := range p.tiles[:p.count] {
		left[r.owner[t.Colour()]]++
	}
	if left != p.left {
		faults = append(faults, fmt.Sprintf("the seats have %v tiles, but the count is %v", left, p.left))
	}
	if p.seven == ordinary && r.alike(p) && !p.tiles[0].Turned() {
		faults = append(faults, "the seven-step ending should have begun")
	}
	if faults == nil {
		return nil
	}
	return &parlour.PositionError{Line: string(r.AppendPosition(nil, p)), Faults: faults}
}

// faults lists what is wrong with a position whose tiles are in order.
func (r *Rules) faults(p *Position) (faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	var n [4][3]int
	for i, t := range p.tiles[:p.count] {
		n[t.Colour()][t.Steps()]++
		if !t.Turned() && r.goal[t.Colour()].has(t.At()) {
			fault("the %v tile on its goal spot %v is not turned over [contact/turn-over]", t.Colour(), t.At())
		}
		for _, u := range p.tiles[:i] {
			a, b := t.At(), u.At()
			dx, dy := abs(a.File()-b.File()), abs(a.Rank()-b.Rank())
			foes := r.team[t.Colour()] != r.team[u.Colour()]
			switch far, near := max(dx, dy), min(dx, dy); {
			case far < r.side:
				fault("the tiles on %v and %v overlap", b, a)
			case foes && far == r.side && near < r.side:
				fault("opponents lie side by side on %v and %v [contact/no-side-by-side]", b, a)
			case foes && near == r.side && far == near:
				fault("opponents touch on %v and %v [contact/higher-stays]", b, a)
			}
		}
	}
	for c := range n {
		for steps := 1; steps <= 2; steps++ {
			if most := r.mode.most(Colour(c), steps); n[c][steps] > most {
				fault("there are %d %s tiles of %v, more than %d [contact/six-tiles]", n[c][steps], stepWords[steps], Colour(c), most)
			}
		}
	}
	s := parlour.Seat(p.turn)
	switch {
	case !r.mode.has(s):
		fault("mode %[2]s has no seat %[1]c", seatLetters[s], r.mode.name)
	case p.count > 0 && !r.InPlay(p, s):
		fault("it cannot be seat %c's turn: it is not in play", seatLetters[s])
	}
	if p.seven != ordinary {
		up := 0
		for _, t := range p.tiles[:p.count] {
			up += int(t&upBit) / int(upBit)
		}
		a, b := p.tiles[0], p.tiles[1]
		switch {
		case p.count > 2 || p.count == 2 && ((a^b)&twoBit != 0 || r.team[a.Colour()] == r.team[b.Colour()]):
			fault("leave out the turns of the seven-step ending: it needs exactly two opposing tiles of one kind")
		case p.count == 2 && int(p.seven) < up:
			fault("the seven-step ending begins with numbered tiles; after %d turns so many cannot be turned over", p.seven)
		}
	}
	return faults
}

var stepWords = [3]string{1: "ONE STEP", 2: "TWO STEP"}

func abs(n int) int { return max(n, -n) }
