package race

import (
	"strconv"
	"strings"

	"parlour"
	"parlour/rulebook"
)

// An engine is the part of a book's rules that the shared reader and writer
// use.
type engine interface {
	parlour.Full[Position]
	common() *base
	over(p *Position) bool
	done(p *Position, s parlour.Seat) bool
	throwers(p *Position) uint8
	mayTry(p *Position, s parlour.Seat) bool
	readPlayed(p *Position, field string) []parlour.Fault
	stands(p *Position) []parlour.Fault
}

// AppendPosition appends the position line. It is for games whose turns have no
// parts and whose colours have no owners.
func (b *base) AppendPosition(dst []byte, p *Position) []byte {
	return b.appendLine(dst, p, "-", "")
}

// appendLine appends the position line. Played is field 5; seats is the value
// of the seats flag.
func (b *base) appendLine(dst []byte, p *Position, played, seats string) []byte {
	dst = b.book.AppendTag(dst, b.set)
	sep := byte(' ')
	for s := range parlour.Seat(4) {
		if !p.has(s) {
			continue
		}
		dst = append(dst, sep, b.letters[s])
		sep = '/'
		for i := range b.men {
			dst = append(dst, ":,"[min(i, 1)])
			dst = b.appendPlace(dst, s, p.men[s][i])
		}
	}
	dst = append(dst, ' ', b.letter(p.turn), ' ')
	if p.throw == 0 {
		dst = append(dst, '-')
	} else {
		dst = strconv.AppendUint(dst, uint64(p.throw), 10)
	}
	dst = append(dst, ' ')
	dst = append(dst, played...)
	dst = append(dst, ' ')
	n := len(dst)
	flag := func(key string) {
		if len(dst) > n {
			dst = append(dst, ';')
		}
		dst = append(append(dst, key...), '=')
	}
	if p.throwing {
		flag("off")
		sep := false
		for s, t := range p.off {
			if t < 0 {
				continue
			}
			if sep {
				dst = append(dst, ',')
			}
			sep = true
			dst = append(dst, b.letters[s])
			if t == 0 {
				dst = append(dst, '?')
			} else {
				dst = strconv.AppendInt(dst, int64(t), 10)
			}
		}
	}
	if p.rank[0] != 0 {
		flag("rank")
		for i, s := range p.rank {
			if s == 0 {
				break
			}
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(dst, b.letters[s-1])
		}
	}
	if p.run != 0 {
		flag("run")
		dst = strconv.AppendUint(dst, uint64(p.run), 10)
	}
	if seats != "" {
		flag("seats")
		dst = append(dst, seats...)
	}
	if p.tries != 0 {
		flag("tries")
		dst = strconv.AppendUint(dst, uint64(p.tries), 10)
	}
	if len(dst) == n {
		dst = append(dst, '-')
	}
	return dst
}

func (b *base) letter(s parlour.Seat) byte {
	if s == parlour.Nobody {
		return '-'
	}
	return b.letters[s]
}

// seat returns the seat of a colour letter, or Nobody.
func (b *base) seat(letter string) parlour.Seat {
	if len(letter) != 1 {
		return parlour.Nobody
	}
	return parlour.Seat(strings.IndexByte(b.letters, letter[0]))
}

// readLine reads a position line with the rules that open creates from its
// options. The error lists every fault it can find.
func readLine(line string, book *rulebook.Book, open func(rulebook.Settings) engine) (parlour.Full[Position], Position, error) {
	bad := func(faults ...parlour.Fault) (parlour.Full[Position], Position, error) {
		return nil, Position{}, &parlour.PositionError{Line: line, Faults: faults}
	}
	fields := strings.Split(line, " ")
	if len(fields) != 6 {
		return bad(Sentences.Fault("fault.fields", "n", 6, "got", len(fields)))
	}
	set, faults := book.ReadTag(fields[0])
	if faults != nil {
		return bad(faults...)
	}
	e := open(set)
	r := reader{base: e.common(), engine: e}
	r.men(fields[1])
	r.turn(fields[2])
	r.throw(fields[3])
	flags := r.flags(fields[5])
	if r.faults != nil {
		// Judge the state only if the form is valid.
		return bad(r.faults...)
	}
	r.state(fields[4], flags)
	if r.faults != nil {
		return bad(r.faults...)
	}
	return e, r.p, nil
}

// A reader collects what it reads and every fault it finds.
type reader struct {
	*base
	engine engine
	p      Position
	faults []parlour.Fault
}

func (r *reader) fault(code string, args ...any) {
	r.faults = append(r.faults, Sentences.Fault(code, args...))
}

// men reads field 2.
func (r *reader) men(field string) {
	p := &r.p
	last, colours := parlour.Nobody, 0
	for block := range strings.SplitSeq(field, "/") {
		letter, list, ok := strings.Cut(block, ":")
		s := r.seat(letter)
		if !ok || s == parlour.Nobody {
			r.faults = append(r.faults, r.noColour(block))
			continue
		}
		switch {
		case p.has(s):
			r.fault("race.fault-twice", "colour", r.colour(s))
		case s < last:
			r.fault("race.fault-colour-order", "letters", r.letters)
		}
		last = max(last, s)
		colours++
		p.present |= 1 << uint(s)
		places := strings.Split(list, ",")
		if len(places) != r.base.men {
			r.faults = append(r.faults, r.breach(counted, "race.fault-men", "colour", r.colour(s), "n", len(places), "men", r.base.men))
			continue
		}
		good := true
		for i, text := range places {
			q, fault := r.parsePlace(s, text)
			if fault != "" {
				r.faults = append(r.faults, r.misplaced(fault, s, text))
				good = false
				continue
			}
			p.men[s][i] = q
		}
		for i := 1; good && i < len(places); i++ {
			if p.men[s][i] < p.men[s][i-1] {
				r.faults = append(r.faults, r.aboutMen("race.fault-men-order", "colour", r.colour(s), "one", places[i], "other", places[i-1]))
				break
			}
		}
	}
	if colours < 2 && r.faults == nil {
		r.fault("race.fault-few")
	}
}

// turn reads field 3.
func (r *reader) turn(field string) {
	r.p.turn = r.seat(field)
	if r.p.turn == parlour.Nobody && field != "-" {
		r.fault("fault.turn", "text", strconv.Quote(field), "letters", listed(r.letters)+", -")
	}
}

// throw reads field 4.
func (r *reader) throw(field string) {
	if field == "-" {
		return
	}
	m, err := r.dice.ParseThrow(field)
	if err != nil {
		r.fault("bad-throw", "text", strconv.Quote(field), "expected", r.dice.Form())
		return
	}
	if string(r.dice.AppendThrow(nil, m)) != field {
		r.fault("fault.throw-order", "text", field)
		return
	}
	r.p.throw = uint8(m)
}

// flags splits field 6 and reads the flags that do not depend on others.
func (r *reader) flags(field string) map[string]string {
	flags := map[string]string{}
	if field == "-" {
		return flags
	}
	last := ""
	for part := range strings.SplitSeq(field, ";") {
		key, value, ok := strings.Cut(part, "=")
		switch {
		case !ok:
			r.fault("fault.key-value", "text", strconv.Quote(part))
		case !r.knows(key):
			r.fault("fault.no-flag", "flag", strconv.Quote(key), "flags", strings.Join(r.known(), ", "))
		case key == last:
			r.fault("fault.twice", "key", key)
		case key < last:
			r.fault("fault.order", "key", key, "other", last)
		}
		last = key
		flags[key] = value
	}
	r.count(flags, "run", 99, &r.p.run)
	r.count(flags, "tries", 2, &r.p.tries)
	if v, ok := flags["rank"]; ok {
		r.rank(v)
	}
	if v, ok := flags["seats"]; ok {
		r.p.seats = ownershipOf(v)
		if r.p.seats == 0 {
			r.faults = append(r.faults, noOwnership(v))
		}
	}
	return flags
}

// known returns the flags that the game has.
func (r *reader) known() (list []string) {
	for _, key := range []string{"off", "rank", "run", "seats", "tries"} {
		if r.knows(key) {
			list = append(list, key)
		}
	}
	return list
}

// knows reports whether the game has the flag.
func (r *reader) knows(key string) bool {
	switch key {
	case "rank":
		return true
	case "off":
		return r.book.Option("tie") != nil
	case "run":
		return r.book.Option("six-limit") != nil
	case "tries":
		return r.book.Option("tries") != nil
	case "seats":
		return r.book == rulebook.Mensch
	}
	return false
}

func (r *reader) count(flags map[string]string, key string, most int, dst *uint8) {
	v, ok := flags[key]
	if !ok {
		return
	}
	n, err := strconv.Atoi(v)
	if err != nil || n < 1 || n > most || strconv.Itoa(n) != v {
		r.fault("fault.number", "key", key, "least", 1, "most", most, "value", strconv.Quote(v))
		return
	}
	*dst = uint8(n)
}

func (r *reader) rank(v string) {
	for i, letter := range strings.Split(v, ",") {
		s := r.seat(letter)
		_, again := r.p.ranked(s)
		switch {
		case s == parlour.Nobody:
			r.faults = append(r.faults, r.noColour(letter))
		case again:
			r.fault("race.fault-twice", "colour", r.colour(s))
		case i < 4:
			r.p.rank[i] = uint8(s) + 1
		}
	}
}

// state checks what depends on the whole line, and reads field 5.
func (r *reader) state(played string, flags map[string]string) {
	p, e := &r.p, r.engine
	r.faults = append(r.faults, e.stands(p)...)
	for s := range parlour.Seat(4) {
		_, ranked := p.ranked(s)
		home := p.has(s) && r.isHome(p, s) && (p.seats == 0 || owner(p, s) != parlour.Nobody)
		switch {
		case ranked && !home:
			r.fault("race.fault-rank-early", "colour", r.colour(s))
		case home && !ranked:
			r.fault("race.fault-rank-missing", "colour", r.colour(s))
		}
	}
	over := e.over(p)
	switch {
	case over && p.turn != parlour.Nobody:
		r.fault("race.fault-over-turn")
	case !over && p.turn == parlour.Nobody:
		r.fault("race.fault-no-turn")
	case over:
	case !p.has(p.turn):
		r.fault("race.fault-turn-absent", "colour", r.colour(p.turn))
	case p.seats != 0 && owner(p, p.turn) == parlour.Nobody:
		r.fault("race.fault-turn-neutral", "colour", r.colour(p.turn))
	case e.done(p, p.turn):
		r.fault("race.fault-turn-home", "colour", r.colour(p.turn))
	}
	if over && (p.throw != 0 || played != "-" || flags["off"] != "" || p.run != 0 || p.tries != 0) {
		r.fault("race.fault-over-rest")
	}
	if off, ok := flags["off"]; ok {
		r.throwOff(off, played)
	}
	if p.throw == 6 && p.run == 0 && r.knows("run") {
		r.fault("race.fault-six")
	}
	if p.tries != 0 && !over && p.turn != parlour.Nobody && !e.mayTry(p, p.turn) {
		r.fault("race.fault-tries", "n", p.tries, "colour", r.colour(p.turn))
	}
	if played == "-" || r.faults != nil {
		return
	}
	if p.throw == 0 {
		r.fault("race.fault-played-early", "text", played)
		return
	}
	r.faults = append(r.faults, e.readPlayed(p, played)...)
}

// throwOff reads and checks the flag off.
func (r *reader) throwOff(v, played string) {
	p, e := &r.p, r.engine
	if p.throw != 0 || played != "-" || p.rank[0] != 0 || p.run != 0 || p.tries != 0 {
		r.fault("race.fault-off-rest")
	}
	setup := e.common().setup(p.present)
	if p.men != setup.men {
		r.faults = append(r.faults, r.aboutMen("race.fault-off-men"))
	}
	p.throwing = true
	p.off = [4]int8{-1, -1, -1, -1}
	last, n, open := parlour.Nobody, 0, parlour.Nobody
	for part := range strings.SplitSeq(v, ",") {
		s := r.seat(part[:min(1, len(part))])
		switch {
		case s == parlour.Nobody || e.throwers(p)>>uint(s)&1 == 0:
			r.fault("race.fault-off-colour", "text", strconv.Quote(part))
			continue
		case s <= last:
			r.fault("race.fault-colour-order", "letters", r.letters)
			continue
		}
		last = s
		n++
		if part[1:] == "?" {
			p.off[s] = 0
			if open == parlour.Nobody {
				open = s
			}
			continue
		}
		t, err := strconv.Atoi(part[1:])
		low, high := 1, 6
		if r.dice == parlour.TwoDice {
			low, high = 2, 12
		}
		if err != nil || strconv.Itoa(t) != part[1:] || t < low || t > high {
			r.fault("race.fault-off-total", "text", strconv.Quote(part), "least", low, "most", high)
			continue
		}
		if open != parlour.Nobody {
			r.fault("race.fault-off-before", "colour", r.colour(s), "other", r.colour(open))
		}
		p.off[s] = int8(t)
	}
	switch {
	case n < 2:
		r.fault("race.fault-few")
	case open == parlour.Nobody:
		r.fault("race.fault-off-done")
	case p.turn != open:
		r.fault("race.fault-off-turn", "colour", r.colour(open))
	}
	if r.tieAll && r.throwersOf(p) != e.throwers(p) {
		r.fault("race.fault-off-all")
	}
}

// setup returns the starting men of the colours in mask.
func (b *base) setup(mask uint8) Position {
	p := Position{present: mask}
	for s := range parlour.Seat(4) {
		if p.has(s) {
			p.men[s] = b.startMen
		}
	}
	return p
}
