package race

import (
	"slices"
	"strconv"
	"strings"

	"parlour"
)

// A spotted is a place of the board as positions write it, with the colour it
// belongs to, or Nobody for the track that all share.
type spotted struct {
	owner parlour.Seat
	text  string
}

// spotted reads the name of a place on the board.
func (b *base) spotted(name string) spotted {
	if len(name) > 1 {
		if s := b.seat(name[:1]); s >= 0 {
			return spotted{s, name[1:]}
		}
	}
	return spotted{parlour.Nobody, name}
}

// pointing tells why a man of colour c cannot go from one place of the board to
// another, as far as the places alone show; to is "" if no target is given.
// Because has the clauses by code.
func (b *base) pointing(p *Position, c parlour.Seat, from, to spotted, begun bool, because map[string][]string) *parlour.Refusal {
	no := func(code string, args parlour.Args) *parlour.Refusal {
		args["colour"] = b.colour(c)
		b.nameMen(args)
		return b.pointOutWhy(p, c, &parlour.Refusal{Code: code, Args: args, Clauses: because[code]})
	}
	if s := b.menOf(p, c, from, begun); s != parlour.Nobody && s != c {
		return no("race.foreign-man", parlour.Args{"owner": b.colour(s)})
	}
	if _, fault := b.parsePlace(c, from.text); fault != "" {
		return no("race.no-man", parlour.Args{"from": from.text})
	}
	if to.text == "" {
		return nil
	}
	if to.owner != parlour.Nobody && to.owner != c {
		return no("race.foreign-place", parlour.Args{"owner": b.colour(to.owner)})
	}
	q, fault := b.parsePlace(c, to.text)
	switch {
	case fault != "":
		return no("race.off-course", parlour.Args{"place": to.text})
	case q == waiting && from.text != "-":
		return no("race.no-way-back", parlour.Args{})
	}
	return nil
}

// menOf returns whose men are on a place: colour c if it has any there. Once a
// turn has begun the track is not as the position has it.
func (b *base) menOf(p *Position, c parlour.Seat, at spotted, begun bool) parlour.Seat {
	if at.owner != parlour.Nobody || begun {
		return at.owner
	}
	holder := parlour.Nobody
	for s := range parlour.Seat(4) {
		if q, fault := b.parsePlace(s, at.text); p.has(s) && fault == "" && slices.Contains(p.men[s][:], q) && holder != c {
			holder = s
		}
	}
	return holder
}

// enters tells where men come in, if the player points elsewhere although a man
// may enter.
func (b *base) enters(e engine, p *Position, c parlour.Seat, at int16, to spotted, text string, because map[string][]string) (string, error) {
	if q, fault := b.parsePlace(c, to.text); to.text != "" && (fault != "" || q != at) {
		if _, err := e.ParseMove(p, text); err == nil {
			args := parlour.Args{"colour": b.colour(c), "to": b.place(c, at)}
			b.nameMen(args)
			return "", b.pointOutWhy(p, c, &parlour.Refusal{Code: "race.entry-place", Args: args, Clauses: because["race.entry-place"], Instead: []string{text}})
		}
	}
	return text, nil
}

// Point finds the move that a player means by pointing at the board.
func (r *Kleefeld) Point(p *Position, taken []string, from, to string) (string, error) {
	return r.point(r, p, taken, from, to)
}

// Point finds the move that a player means by pointing at the board.
func (r *British) Point(p *Position, taken []string, from, to string) (string, error) {
	return r.point(r, p, taken, from, to)
}

func (r *ludo) point(e engine, p *Position, taken []string, from, to string) (string, error) {
	c, a, z := p.turn, r.spotted(from), r.spotted(to)
	if ref := r.pointing(p, c, a, z, len(taken) > 0, r.because); ref != nil {
		return "", ref
	}
	switch begun := strings.Join(taken, ""); {
	case begun != "" && to != "":
		return begun + "^" + z.text, nil
	case begun != "":
		return begun, nil
	case a.text == "-":
		return r.enters(e, p, c, r.enterAt, z, "enter", r.because)
	case to == "":
		q, _ := r.parsePlace(c, a.text)
		z.text = r.place(c, min(q+int16(p.throw), r.home))
	}
	return a.text + ">" + z.text, nil
}

var menschBecause = map[string][]string{
	"race.foreign-man":   {"mensch/roll-and-move"},
	"race.foreign-place": {"mensch/foreign-finish"},
	"race.no-way-back":   {"mensch/captured-to-b"},
	"race.no-man":        {"mensch/choose-piece"},
	"race.off-course":    {"mensch/path"},
	"race.entry-place":   {"mensch/start-square"},
}

// Point finds the move that a player means by pointing at the board. The piece
// may be a neutral one; after a move that sends a piece back, it is that piece.
func (r *Mensch) Point(p *Position, taken []string, from, to string) (string, error) {
	a, z := r.spotted(from), r.spotted(to)
	c, prefix := p.turn, ""
	if a.owner != parlour.Nobody && a.owner != c {
		c, prefix = a.owner, r.letters[a.owner:a.owner+1]+":"
	} else if n := neutral(p); n != parlour.Nobody && a.owner == parlour.Nobody {
		if q, fault := r.parsePlace(c, a.text); fault == "" && !slices.Contains(p.men[c][:], q) {
			if q, fault := r.parsePlace(n, a.text); fault == "" && slices.Contains(p.men[n][:], q) {
				c, prefix = n, r.letters[n:n+1]+":"
			}
		}
	}
	if len(taken) > 0 {
		return strings.Join(taken, "") + "!" + prefix + a.text, nil
	}
	if ref := r.pointing(p, c, a, z, true, menschBecause); ref != nil {
		return "", ref
	}
	at, _ := r.parsePlace(c, a.text)
	if at == waiting {
		return r.enters(r, p, c, 0, z, prefix+"enter", menschBecause)
	}
	q := min(at+int16(p.throw), r.home+r.lane-1)
	if to != "" {
		q, _ = r.parsePlace(c, z.text)
	}
	if q < at {
		return prefix + a.text + "<" + r.place(c, q), nil
	}
	return prefix + a.text + ">" + r.place(c, q), nil
}

var parkerBecause = map[string][]string{
	"race.foreign-man":   {"parker/turn-order"},
	"race.foreign-place": {"parker/column-private"},
	"race.no-way-back":   {"parker/captured-restart"},
	"race.no-man":        {"parker/players"},
	"race.off-course":    {"parker/foot-crossing"},
	"race.entry-place":   {"parker/entrance-space"},
}

// Point finds the part of a turn that a player means by pointing at the board:
// the one with the count that leads there, or with a count that may be moved
// now.
func (r *Parker) Point(p *Position, taken []string, from, to string) (string, error) {
	c, a, z := p.turn, r.spotted(from), r.spotted(to)
	if ref := r.pointing(p, c, a, z, len(taken) > 0 || p.parts != 0, parkerBecause); ref != nil {
		return "", ref
	}
	begun := strings.Join(taken, " ")
	if begun != "" {
		begun += " "
	}
	at, _ := r.parsePlace(c, a.text)
	if at == waiting {
		return r.enters(r, p, c, 0, z, begun+"5:enter", parkerBecause)
	}
	counts := r.counts(p, taken)
	spell := func(count string) string {
		n, _ := strconv.Atoi(strings.TrimPrefix(count, "+"))
		q := min(at+int16(n), r.home)
		if to != "" {
			q, _ = r.parsePlace(c, z.text)
		}
		return begun + count + ":" + a.text + ">" + r.place(c, q)
	}
	if to != "" {
		q, _ := r.parsePlace(c, z.text)
		far := strconv.Itoa(int(q - at))
		for _, n := range counts {
			if strings.TrimPrefix(n, "+") == far {
				return spell(n), nil
			}
		}
		if counts[0][0] != '+' && q > at && q-at <= 12 {
			return spell(far), nil
		}
	}
	return spell(counts[0]), nil
}

// counts returns the counts that may be moved after the steps taken, followed
// by those of the throw.
func (r *Parker) counts(p *Position, taken []string) (counts []string) {
	next, _, err := r.Steps(p, taken)
	for _, s := range next {
		if n, _, ok := strings.Cut(s.Text, ":"); ok && n != "5" && err == nil && !slices.Contains(counts, n) {
			counts = append(counts, n)
		}
	}
	a, b := int(p.throw/10), int(p.throw%10)
	for _, n := range []int{a, b, a + b} {
		if text := strconv.Itoa(n); !slices.Contains(counts, text) {
			counts = append(counts, text)
		}
	}
	return counts
}

// Point finds the move that a player means by pointing at the board. A place
// stands for the next space of that name on the car's way round.
func (r *AutoRace) Point(p *Position, _ []string, from, to string) (string, error) {
	s := p.turn
	at := p.men[s][0]
	if from == r.spotOf(at) {
		from = r.place(s, at)
	}
	for q := at + 1; q <= r.home; q++ {
		if r.spotOf(q) == to {
			return from + ">" + r.place(s, q), nil
		}
	}
	return from + ">" + r.place(s, at), nil
}

// nameMen adds what the book calls a man to the arguments of a refusal.
func (b *base) nameMen(args parlour.Args) { args["piece"], args["pieces"] = b.book.Man() }
