package backgammon

import (
	"encoding/base64"
	"strconv"
	"strings"

	"parlour"
)

// XGID returns the XGID of a match, or "" for another game.
func XGID(m parlour.Match) string {
	full, p, ok := parlour.Typed[Position](m)
	if !ok {
		return ""
	}
	return string(full.(*Rules).appendXGID(nil, &p))
}

// appendXGID appends the position as eXtreme Gammon and other programs write
// it, always seen from X.
func (r *Rules) appendXGID(dst []byte, p *Position) []byte {
	number := func(n int) {
		dst = append(dst, ':')
		dst = strconv.AppendInt(dst, int64(n), 10)
	}
	side := func(s parlour.Seat) {
		number([...]int{0, 1, -1}[s+1])
	}
	dst = append(dst, "XGID="...)
	for i := 0; i <= bar; i++ {
		c := byte('-')
		if x := p.Men[X].At(i); x > 0 {
			c = byte('A' + x - 1)
		} else if o := p.Men[O].At(bar - i); o > 0 {
			c = byte('a' + o - 1)
		}
		dst = append(dst, c)
	}
	number(int(p.Cube))
	side(p.Owner)
	side(p.Turn)
	dst = append(dst, ':')
	dst = append(dst, diceField(p)...)
	number(int(p.Score[X]))
	number(int(p.Score[O]))
	number(r.rulesField(p))
	number(int(r.match))
	number(int(r.limit))
	return dst
}

// rulesField returns the field that marks the Crawford game in a match, and
// Jacoby and beavers in a game for a stake.
func (r *Rules) rulesField(p *Position) int {
	n := 0
	if p.Crawford || r.match == 0 && r.jacoby {
		n = 1
	}
	if r.beavers > 0 {
		n += 2
	}
	return n
}

// An xgid is an XGID split into its fields.
type xgid struct {
	men                 [2]Men
	cube                int
	owner, turn         parlour.Seat
	diceWord            string // as written; "" if it cannot be read
	score               [2]int
	rules, match, limit int
}

// maxScore is the highest score of a session that can be stored.
const maxScore = 1_000_000_000

// readXGID reads the part after the equals sign. It returns nil if the text
// does not have the form of an XGID.
func readXGID(text string) (*xgid, []parlour.Fault) {
	fields := strings.Split(text, ":")
	if len(fields) != 10 {
		return nil, []parlour.Fault{Sentences.Fault("backgammon.fault-xgid-fields", "n", len(fields))}
	}
	var faults []parlour.Fault
	number := func(i, low, high int) int {
		n, err := strconv.Atoi(fields[i])
		if err != nil || strconv.Itoa(n) != fields[i] || n < low || n > high {
			faults = append(faults, badNumber(i, low, high, fields[i]))
			return low
		}
		return n
	}
	x := &xgid{cube: number(1, 0, voiceLimit)}
	x.owner = [...]parlour.Seat{O, parlour.Nobody, X}[number(2, -1, 1)+1]
	if n := number(3, -1, 1); n == 0 {
		faults = append(faults, Sentences.Fault("fault.turn", "text", 0, "letters", "1, -1"))
	} else if n < 0 {
		x.turn = O
	}
	switch d := fields[4]; {
	case d == "00" || d == "D" || d == "B" || d == "R":
		x.diceWord = d
	case len(d) == 2 && d[0] >= '1' && d[0] <= '6' && d[1] >= '1' && d[1] <= '6':
		x.diceWord = d
	default:
		faults = append(faults, Sentences.Fault("backgammon.fault-xgid-dice", "text", strconv.Quote(d)))
	}
	x.score = [2]int{number(5, 0, maxScore), number(6, 0, maxScore)}
	x.rules = number(7, 0, 3)
	x.match = number(8, 0, 99)
	x.limit = number(9, 0, maxScore)
	if bad := x.readMen(fields[0]); bad != nil {
		// Do not also report the places of men that cannot be read.
		x.men = [2]Men{startMen, startMen}
		faults = append(faults, bad...)
	}
	return x, faults
}

// badNumber returns the fault of a field of an XGID that is not a number in a range.
func badNumber(field, low, high int, text string) parlour.Fault {
	return Sentences.Fault("backgammon.fault-xgid-number", "field", field+1, "least", low, "most", high, "text", strconv.Quote(text))
}

func (x *xgid) readMen(text string) (faults []parlour.Fault) {
	if len(text) != bar+1 {
		return []parlour.Fault{Sentences.Fault("backgammon.fault-xgid-places", "n", len(text))}
	}
	for i := range text {
		switch c := text[i]; {
		case c == '-':
		case c >= 'A' && c <= 'O':
			if i == 0 {
				faults = append(faults, Sentences.Fault("backgammon.fault-xgid-bar", "side", name(X), "other", name(O)))
				continue
			}
			x.men[X].set(i, int(c-'A')+1)
		case c >= 'a' && c <= 'o':
			if i == bar {
				faults = append(faults, Sentences.Fault("backgammon.fault-xgid-bar", "side", name(O), "other", name(X)))
				continue
			}
			x.men[O].set(bar-i, int(c-'a')+1)
		default:
			faults = append(faults, Sentences.Fault("backgammon.fault-xgid-men", "text", strconv.QuoteRune(rune(c))))
		}
	}
	return faults
}

// position returns what the XGID says. The state is added later.
func (x *xgid) position() Position {
	p := Position{
		Men:      x.men,
		Score:    [2]int32{int32(x.score[X]), int32(x.score[O])},
		Turn:     x.turn,
		Owner:    x.owner,
		Cube:     uint8(x.cube),
		Crawford: x.match > 0 && x.rules&1 != 0,
	}
	if d := x.diceWord; len(d) == 2 && d != "00" {
		p.Dice = [2]uint8{d[0] - '0', d[1] - '0'}
	}
	return p
}

// disagree lists where the options of a line and its XGID contradict each
// other.
func (x *xgid) disagree(r *Rules) (faults []parlour.Fault) {
	unlike := func(i, is, want int) {
		if is != want {
			faults = append(faults, Sentences.Fault("backgammon.fault-xgid-options", "field", i+1, "n", is, "want", want))
		}
	}
	unlike(8, x.match, int(r.match))
	unlike(9, x.limit, int(r.limit))
	if x.match == 0 && r.match == 0 {
		unlike(7, x.rules, r.rulesField(&Position{}))
	} else if x.rules > 1 {
		faults = append(faults, badNumber(7, 0, 1, strconv.Itoa(x.rules)))
	}
	return faults
}

// readForeign reads an id without options and state. If r is nil, the options
// come from the id; otherwise they must agree with it.
func readForeign(text string, r *Rules) (*Rules, Position, []parlour.Fault) {
	if text, ok := strings.CutPrefix(text, "XGID="); ok || strings.Count(text, ":") > 1 {
		return readBareXGID(text, r)
	}
	return readGNU(text, r)
}

func readBareXGID(text string, r *Rules) (*Rules, Position, []parlour.Fault) {
	x, faults := readXGID(text)
	if x == nil {
		return nil, Position{}, faults
	}
	p := x.position()
	p.Dice = [2]uint8{max(p.Dice[0], p.Dice[1]), min(p.Dice[0], p.Dice[1])}
	switch x.diceWord {
	case "D":
		p.State = Doubled
	case "B":
		p.State = Beavered
	case "R":
		p.State = Raccooned
	case "00":
		p.State = Throw
	default:
		p.State = Moving
	}
	if r != nil {
		faults = append(faults, x.disagree(r)...)
	} else {
		options := needs(&p, x.match)
		switch {
		case x.limit == 0:
			options["doubling"] = "none"
		default:
			options["cube-max"] = strconv.Itoa(min(x.limit, voiceLimit))
		}
		if x.match == 0 {
			if x.rules&1 != 0 {
				options["jacoby"] = "yes"
			}
			if x.rules&2 != 0 && options["beavers"] == "" {
				options["beavers"] = "yes"
			}
		} else if x.rules > 1 {
			faults = append(faults, badNumber(7, 0, 1, strconv.Itoa(x.rules)))
		}
		r, faults = open(options, faults)
	}
	return r.finish(p, faults)
}

// needs returns the options without which a position could not have arisen, and
// the length of the match.
func needs(p *Position, match int) map[string]string {
	options := map[string]string{"match": strconv.Itoa(match)}
	switch p.State {
	case Beavered:
		options["beavers"] = "yes"
	case Raccooned:
		options["beavers"] = "raccoon"
	}
	if p.Resign != 0 {
		options["resign"] = "yes"
	}
	if p.Owner == parlour.Nobody && p.Cube > 0 {
		options["auto-doubles"] = strconv.Itoa(int(p.Cube))
	}
	return options
}

// open opens the rules that an id names.
func open(options map[string]string, faults []parlour.Fault) (*Rules, []parlour.Fault) {
	settings, bad := book.Choose(options)
	faults = append(faults, bad...)
	r, bad := compile(settings)
	return r, append(faults, bad...)
}

// finish sets the state at the beginning of a turn and checks the position.
func (r *Rules) finish(p Position, faults []parlour.Fault) (*Rules, Position, []parlour.Fault) {
	if p.State == Throw {
		p.State = r.beginning(&p)
	}
	if faults = append(faults, r.faults(&p)...); faults != nil {
		return nil, Position{}, faults
	}
	return r, p, nil
}

// GNUID returns the Position ID and Match ID of GNU Backgammon joined by a
// colon, or "" for another game.
func GNUID(m parlour.Match) string {
	full, p, ok := parlour.Typed[Position](m)
	if !ok {
		return ""
	}
	return PositionID(&p) + ":" + full.(*Rules).matchID(&p)
}

// bitString is a row of bits, the low bit of each byte first, as in the ids of
// GNU Backgammon.
type bitString struct {
	bytes [10]byte
	at    int
}

func (b *bitString) write(n, width int) {
	for i := range width {
		b.bytes[b.at/8] |= byte(n>>i&1) << (b.at % 8)
		b.at++
	}
}

func (b *bitString) read(width int) (n int) {
	for i := range width {
		n |= int(b.bytes[b.at/8]>>(b.at%8)&1) << i
		b.at++
	}
	return n
}

// PositionID returns GNU Backgammon's id of the men: those of the side not to
// move, then those of the side to move. Each point is as many ones as it has
// men, followed by a zero.
func PositionID(p *Position) string {
	var b bitString
	for _, s := range [...]parlour.Seat{1 - p.Turn, p.Turn} {
		for i := 1; i <= bar; i++ {
			n := p.Men[s].At(i)
			b.write(1<<n-1, n+1)
		}
	}
	return base64.RawStdEncoding.EncodeToString(b.bytes[:])
}

func readPositionID(text string, turn parlour.Seat) (men [2]Men, ok bool) {
	raw, err := base64.RawStdEncoding.DecodeString(text)
	if err != nil || len(raw) != 10 {
		return men, false
	}
	b := bitString{bytes: [10]byte(raw)}
	for _, s := range [...]parlour.Seat{1 - turn, turn} {
		for i := 1; i <= bar; i++ {
			n := 0
			for b.at < 80 && b.read(1) == 1 {
				n++
			}
			if n > allMen {
				return men, false
			}
			men[s].set(i, n)
		}
		if men[s].On() > allMen {
			return men, false
		}
	}
	return men, PositionID(&Position{Men: men, Turn: turn}) == text
}

// Game states of a Match ID.
const (
	gnuNone = iota
	gnuPlaying
	gnuOver
	gnuResigned
	gnuDropped
)

// matchID returns GNU Backgammon's id of everything except the men. X is its
// player 1, O its player 0.
func (r *Rules) matchID(p *Position) string {
	player := func(s parlour.Seat) int { return [...]int{3, 1, 0}[s+1] }
	flag := func(on bool) int {
		if on {
			return 1
		}
		return 0
	}
	state, act := gnuPlaying, p.Actor()
	switch {
	case p.State == Open:
		state = gnuNone
	case p.State == Over:
		act = p.Turn
		switch {
		case p.Men[p.Turn].Any() == 0:
			state = gnuOver
		case p.Points > 1<<p.Cube:
			state = gnuResigned
		default:
			state = gnuDropped
		}
	}
	var b bitString
	b.write(int(p.Cube), 4)
	b.write(player(p.Owner), 2)
	b.write(player(p.Turn), 1)
	b.write(flag(p.Crawford), 1)
	b.write(state, 3)
	b.write(player(act), 1)
	b.write(flag(p.State == Doubled || p.State == Beavered || p.State == Raccooned), 1)
	b.write(int(p.Resign), 2)
	b.write(int(p.Dice[0]), 3)
	b.write(int(p.Dice[1]), 3)
	b.write(int(r.match), 15)
	b.write(min(int(p.Score[O]), 1<<15-1), 15)
	b.write(min(int(p.Score[X]), 1<<15-1), 15)
	b.write(flag(!r.jacoby), 1)
	return base64.RawStdEncoding.EncodeToString(b.bytes[:9])
}

// readGNU reads a Position ID, alone or with a Match ID after a colon.
func readGNU(text string, r *Rules) (*Rules, Position, []parlour.Fault) {
	posID, matchID, both := strings.Cut(text, ":")
	if !both {
		if r != nil || len(text) != 14 {
			return nil, Position{}, []parlour.Fault{noID(text)}
		}
		men, ok := readPositionID(posID, X)
		if !ok {
			return nil, Position{}, []parlour.Fault{noID(posID)}
		}
		r, _ = compile(nil)
		return r.finish(Position{Men: men, Owner: parlour.Nobody, State: Throw}, nil)
	}
	raw, err := base64.RawStdEncoding.DecodeString(matchID)
	if err != nil || len(raw) != 9 {
		return nil, Position{}, []parlour.Fault{noID(matchID)}
	}
	b := bitString{}
	copy(b.bytes[:], raw)
	p, match, jacoby, faults := b.readMatch()
	men, ok := readPositionID(posID, p.Turn)
	if !ok {
		return nil, Position{}, append(faults, noID(posID))
	}
	p.Men = men
	if r == nil {
		options := needs(&p, match)
		if jacoby && match == 0 {
			options["jacoby"] = "yes"
		}
		r, faults = open(options, faults)
	} else {
		if match != int(r.match) {
			faults = append(faults, Sentences.Fault("backgammon.fault-match-options", "option", "match"))
		}
		if match == 0 && jacoby != r.jacoby {
			faults = append(faults, Sentences.Fault("backgammon.fault-match-options", "option", "jacoby"))
		}
	}
	return r.finish(p, faults)
}

// readMatch reads the fields of a Match ID.
func (b *bitString) readMatch() (p Position, match int, jacoby bool, faults []parlour.Fault) {
	seat := func(n int) parlour.Seat { return parlour.Seat(1 - n) }
	bad := func(code string) { faults = append(faults, Sentences.Fault(code)) }
	p.Cube = uint8(b.read(4))
	switch n := b.read(2); n {
	case 3:
		p.Owner = parlour.Nobody
	case 2:
		bad("backgammon.fault-match-cube")
	default:
		p.Owner = seat(n)
	}
	p.Turn = seat(b.read(1))
	p.Crawford = b.read(1) == 1
	state := b.read(3)
	act := seat(b.read(1))
	doubled := b.read(1) == 1
	p.Resign = uint8(b.read(2))
	d, e := uint8(b.read(3)), uint8(b.read(3))
	p.Dice = [2]uint8{max(d, e), min(d, e)}
	match = b.read(15)
	p.Score[O] = int32(b.read(15))
	p.Score[X] = int32(b.read(15))
	jacoby = b.read(1) == 0
	if p.Dice[0] > 6 || (p.Dice[0] == 0) != (p.Dice[1] == 0) {
		bad("backgammon.fault-match-dice")
	}
	expected := p.Turn
	switch {
	case state == gnuNone:
		p.State, p.Turn, expected = Open, X, act
	case state != gnuPlaying:
		bad("backgammon.fault-match-over")
	case doubled && p.Resign != 0:
		bad("backgammon.fault-match-double")
	case doubled && act == p.Turn:
		p.State = Beavered
	case doubled && p.Owner == 1-p.Turn:
		p.State, expected = Raccooned, 1-p.Turn
	case doubled:
		p.State, expected = Doubled, 1-p.Turn
	case p.Dice[0] != 0:
		p.State = Moving
	default:
		p.State = Throw
	}
	if p.Resign != 0 {
		expected = 1 - p.Turn
	}
	if act != expected {
		bad("backgammon.fault-match-side")
	}
	return p, match, jacoby, faults
}

// LooksLikeXGID reports whether a line is meant as an XGID, valid or not.
func LooksLikeXGID(line string) bool { return strings.HasPrefix(line, "XGID=") }

// LooksLikeGNU reports whether a line is meant as ids of GNU Backgammon, valid
// or not: fourteen characters for the men and, after a colon, twelve for the
// match.
func LooksLikeGNU(line string) bool {
	pos, match, both := strings.Cut(line, ":")
	return isBase64(pos, 14) && (!both || isBase64(match, 12))
}

func isBase64(s string, n int) bool {
	if len(s) != n {
		return false
	}
	for _, c := range s {
		switch {
		case 'A' <= c && c <= 'Z', 'a' <= c && c <= 'z', '0' <= c && c <= '9', c == '+', c == '/':
		default:
			return false
		}
	}
	return true
}
