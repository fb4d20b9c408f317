package contact

import (
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
		return nil, p, &parlour.PositionError{Line: line, Faults: []parlour.Fault{Sentences.Fault("fault.fields", "n", 6, "got", len(fields))}}
	}
	settings, faults := rulebook.Contact.ReadTag(fields[0])
	fault := func(code string, args ...any) { faults = append(faults, Sentences.Fault(code, args...)) }
	faults = append(faults, clashes(settings)...)
	m := modeOf(fields[1])
	if m == nil {
		faults = append(faults, noMode(fields[1]))
	}
	tiles, more := readTiles(fields[2])
	faults = append(faults, more...)
	if i := strings.Index(seatLetters, fields[3]); len(fields[3]) == 1 && i >= 0 {
		p.turn = int8(i)
	} else {
		fault("fault.turn", "text", strconv.Quote(fields[3]), "letters", "s, w, n, e")
	}
	if n, ok := readNumber(fields[4], mostQuiet); ok {
		p.quiet = uint32(n)
	} else {
		fault("fault.number", "key", "quiet", "least", 0, "most", mostQuiet, "value", strconv.Quote(fields[4]))
	}
	p.seven = ordinary
	if n, ok := readNumber(fields[5], sevenTurns); ok {
		p.seven = int8(n)
	} else if fields[5] != "-" {
		fault("contact.fault-seven", "text", strconv.Quote(fields[5]), "most", sevenTurns)
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
func readTiles(text string) (tiles []Tile, faults []parlour.Fault) {
	if text == "-" {
		return nil, nil
	}
	fault := func(code, tile string) {
		faults = append(faults, Sentences.Fault(code, "tile", strconv.Quote(tile)))
	}
	for part := range strings.SplitSeq(text, ",") {
		i := strings.IndexAny(part, colourLetters)
		if i < 0 {
			fault("contact.fault-tile-colour", part)
			continue
		}
		at, ok := parseCrossing(part[:i])
		if !ok {
			fault("contact.fault-tile-place", part)
		}
		face, known := faceOf[part[i+1:]]
		if !known {
			fault("contact.fault-tile-face", part)
		}
		tiles = append(tiles, newTile(at, Colour(strings.IndexByte(colourLetters, part[i])), face))
	}
	return tiles, faults
}

// lay puts tiles on the board, if their colours and number allow it.
func (r *Rules) lay(p *Position, tiles []Tile) (faults []parlour.Fault) {
	for _, t := range tiles {
		if r.owner[t.Colour()] == nobody {
			faults = append(faults, Sentences.Breach("contact/players", "contact.fault-colour", "colour", t.Colour(), "at", t.At(), "mode", r.mode.name))
		}
	}
	if len(tiles) > maxTiles {
		faults = append(faults, Sentences.Breach("contact/tile-count", "contact.fault-tiles", "n", len(tiles), "most", maxTiles))
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
			faults = append(faults, Sentences.Fault("contact.fault-count"))
		}
	}
	var left [4]uint8
	for _, t := range p.tiles[:p.count] {
		left[r.owner[t.Colour()]]++
	}
	if left != p.left {
		faults = append(faults, Sentences.Fault("contact.fault-count"))
	}
	if p.seven == ordinary && r.alike(p) && !p.tiles[0].Turned() {
		faults = append(faults, Sentences.Fault("contact.fault-seven-begun"))
	}
	if faults == nil {
		return nil
	}
	return &parlour.PositionError{Line: string(r.AppendPosition(nil, p)), Faults: faults}
}

// faults lists what is wrong with a position whose tiles are in order.
func (r *Rules) faults(p *Position) (faults []parlour.Fault) {
	fault := func(clause, code string, args ...any) {
		faults = append(faults, Sentences.Breach(clause, code, args...))
	}
	var n [4][3]int
	for i, t := range p.tiles[:p.count] {
		n[t.Colour()][t.Steps()]++
		if !t.Turned() && r.goal[t.Colour()].has(t.At()) {
			fault("contact/turn-over", "contact.fault-not-turned", "colour", t.Colour(), "at", t.At())
		}
		for _, u := range p.tiles[:i] {
			a, b := t.At(), u.At()
			dx, dy := abs(a.File()-b.File()), abs(a.Rank()-b.Rank())
			foes := r.team[t.Colour()] != r.team[u.Colour()]
			switch far, near := max(dx, dy), min(dx, dy); {
			case far < r.side:
				fault("", "contact.fault-overlap", "one", b, "other", a)
			case foes && far == r.side && near < r.side:
				fault("contact/no-side-by-side", "contact.fault-beside", "one", b, "other", a)
			case foes && near == r.side && far == near:
				fault("contact/higher-stays", "contact.fault-touch", "one", b, "other", a)
			}
		}
	}
	for c := range n {
		for steps := 1; steps <= 2; steps++ {
			if most := r.mode.most(Colour(c), steps); n[c][steps] > most {
				fault("contact/six-tiles", stepFaults[steps], "colour", Colour(c), "n", n[c][steps], "most", most)
			}
		}
	}
	s := parlour.Seat(p.turn)
	switch {
	case !r.mode.has(s):
		fault("", "fault.turn", "text", seatLetters[s:s+1], "letters", r.mode.letters())
	case p.count > 0 && !r.InPlay(p, s):
		fault("", "contact.fault-turn", "seat", seatName(s))
	}
	if p.seven != ordinary {
		up := 0
		for _, t := range p.tiles[:p.count] {
			up += int(t&upBit) / int(upBit)
		}
		a, b := p.tiles[0], p.tiles[1]
		switch {
		case p.count > 2 || p.count == 2 && ((a^b)&twoBit != 0 || r.team[a.Colour()] == r.team[b.Colour()]):
			fault("", "contact.fault-seven-tiles")
		case p.count == 2 && int(p.seven) < up:
			fault("", "contact.fault-seven-turned", "n", p.seven)
		}
	}
	return faults
}

// stepFaults are the faults of too many tiles of a kind.
var stepFaults = [3]string{1: "contact.fault-one-step", 2: "contact.fault-two-step"}

func abs(n int) int { return max(n, -n) }
