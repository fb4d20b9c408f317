package race

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"parlour"
)

var (
	_ parlour.Editor[Position] = (*Kleefeld)(nil)
	_ parlour.Editor[Position] = (*British)(nil)
	_ parlour.Editor[Position] = (*Parker)(nil)
	_ parlour.Editor[Position] = (*Mensch)(nil)
	_ parlour.Editor[Position] = (*AutoRace)(nil)
)

// A broken rule of the shared reader, which every book has in a clause of its
// own.
type broken uint8

const (
	counted broken = iota // how many men a colour has
	shared                // two colours on one space
	foreign               // a place of another colour
)

// cited holds the clauses by book.
var cited = map[string][3]string{
	"kleefeld":  {"four-setters", "kick", "circles-own-only"},
	"parker":    {"players", "capture", "column-private"},
	"british":   {"four-pieces", "capture", "home-column-private"},
	"mensch":    {"material", "capture", "foreign-finish"},
	"auto-race": {counted: "players"},
}

// breach returns a fault that breaks a rule, which some books do not have.
func (b *base) breach(rule broken, code string, args ...any) parlour.Fault {
	f := b.aboutMen(code, args...)
	if id := cited[b.book.ID][rule]; id != "" {
		f.Clause = b.book.ID + "/" + id
	}
	return f
}

// aboutMen returns a fault that says man as the book does.
func (b *base) aboutMen(code string, args ...any) parlour.Fault {
	one, many := b.book.Man()
	return Sentences.Fault(code, append(args, "piece", one, "pieces", many)...)
}

// crowd returns the fault that too many men of a colour are on one place.
func (b *base) crowd(clause string, s parlour.Seat, n int, at string, most int) parlour.Fault {
	f := b.aboutMen("race.fault-crowd", "colour", b.colour(s), "n", n, "at", at, "most", most)
	f.Clause = clause
	return f
}

// misplaced returns the fault that parsePlace has found.
func (b *base) misplaced(code string, s parlour.Seat, place string) parlour.Fault {
	return b.aboutMen(code, "colour", b.colour(s), "place", strconv.Quote(place))
}

func (b *base) noColour(text string) parlour.Fault {
	return Sentences.Fault("race.fault-colour", "text", strconv.Quote(text), "letters", listed(b.letters))
}

// listed writes letters with commas between them.
func listed(letters string) string { return strings.Join(strings.Split(letters, ""), ", ") }

// AppendTray appends a man of each colour.
func (b *base) AppendTray(dst []parlour.Piece) []parlour.Piece {
	return b.appendTray(dst, "man")
}

// AppendTray appends the cars.
func (r *AutoRace) AppendTray(dst []parlour.Piece) []parlour.Piece {
	return r.appendTray(dst, "auto")
}

func (b *base) appendTray(dst []parlour.Piece, kind string) []parlour.Piece {
	for s := range b.letters {
		dst = append(dst, parlour.Piece{Colour: b.letters[s : s+1], Kind: kind})
	}
	return dst
}

// AppendFields appends the colours in play, whose turn it is, the throw and the
// counts of the turn. A throw-off, the ranks and the parts of a turn are kept.
func (b *base) AppendFields(dst []parlour.Field, p *Position) []parlour.Field {
	return b.appendFields(dst, p, b.AppendPosition(nil, p))
}

// AppendFields is that of all race games, with the parts of the turn.
func (r *Parker) AppendFields(dst []parlour.Field, p *Position) []parlour.Field {
	dst = r.appendFields(dst, p, r.AppendPosition(nil, p))
	if p.parts != 0 { // the board shows the men after these parts
		f := strings.Split(string(r.AppendPosition(nil, p)), " ")
		dst = append(dst, parlour.Field{Key: "begun", Value: f[1] + " " + f[4], Kept: true})
	}
	return dst
}

// AppendFields is that of all race games, with the owners of the colours.
func (r *Mensch) AppendFields(dst []parlour.Field, p *Position) []parlour.Field {
	dst = r.appendFields(dst, p, r.AppendPosition(nil, p))
	return append(dst, parlour.Field{Key: "seats", Value: ownerships[p.seats], Values: ownerships})
}

// AppendFields is that of all race games, with the lap of every car if there are
// several.
func (r *AutoRace) AppendFields(dst []parlour.Field, p *Position) []parlour.Field {
	dst = r.base.AppendFields(dst, p)
	if r.laps == 1 {
		return dst
	}
	var laps []string
	for n := range r.laps {
		laps = append(laps, strconv.Itoa(int(n)+1))
	}
	for s := range parlour.Seat(4) {
		if p.has(s) {
			lap := 1 + max(0, p.men[s][0]-1)/r.layout.Finish
			dst = append(dst, parlour.Field{Key: "lap", Seat: r.letters[s : s+1], Value: strconv.Itoa(int(lap)), Values: laps})
		}
	}
	return dst
}

func (b *base) appendFields(dst []parlour.Field, p *Position, line []byte) []parlour.Field {
	turns := append(strings.Split(b.letters, ""), "-")
	throws := []string{""}
	for m := range b.dice.All() {
		throws = append(throws, string(b.dice.AppendThrow(nil, m)))
	}
	thrown := ""
	if p.throw != 0 {
		thrown = strconv.Itoa(int(p.throw))
	}
	dst = append(dst,
		parlour.Field{Key: "colours", Value: b.present(p.present), Values: b.parties(), Seats: true},
		parlour.Field{Key: "turn", Value: string(b.letter(p.turn)), Values: turns, Seats: true},
		parlour.Field{Key: "dice", Value: thrown, Values: throws})
	r := reader{base: b}
	for _, f := range []struct {
		key   string
		value uint8
		most  int
	}{{"run", p.run, 99}, {"tries", p.tries, 2}} {
		if r.knows(f.key) {
			dst = append(dst, parlour.Field{Key: f.key, Value: strconv.Itoa(int(f.value)), Most: f.most})
		}
	}
	flags := string(line[strings.LastIndexByte(string(line), ' ')+1:])
	for flag := range strings.SplitSeq(flags, ";") {
		if key, value, ok := strings.Cut(flag, "="); ok && (key == "off" || key == "rank") {
			dst = append(dst, parlour.Field{Key: key, Value: value, Kept: true})
		}
	}
	return dst
}

// present returns the letters of the colours in a mask.
func (b *base) present(mask uint8) string {
	var out []byte
	for s := range len(b.letters) {
		if mask>>s&1 != 0 {
			out = append(out, b.letters[s])
		}
	}
	return string(out)
}

// parties returns every choice of at least two colours, all colours first.
func (b *base) parties() (list []string) {
	for n := 4; n >= 2; n-- {
		for mask := range uint8(16) {
			if bits.OnesCount8(mask) == n {
				list = append(list, b.present(mask))
			}
		}
	}
	return list
}

// AppendArranged appends the position line of an arrangement. Men that are not
// on the board wait.
func (b *base) AppendArranged(dst []byte, a *parlour.Arrangement) (line []byte, faults []parlour.Fault) {
	return b.appendArranged(dst, a, func(s parlour.Seat, spot string) (string, bool) {
		at := b.spotted(spot)
		return at.text, at.owner == parlour.Nobody || at.owner == s
	}, place{"-", waiting})
}

// AppendArranged appends the position line of an arrangement. The lap of a car
// is a field, and a car that is not on the board has not left START.
func (r *AutoRace) AppendArranged(dst []byte, a *parlour.Arrangement) (line []byte, faults []parlour.Fault) {
	return r.appendArranged(dst, a, func(s parlour.Seat, spot string) (string, bool) {
		at, err := strconv.Atoi(spot)
		if spot == "*" {
			at, err = int(r.layout.Finish), nil
		}
		lap, _ := strconv.Atoi(cmp.Or(a.Fields["lap "+r.letters[s:s+1]], "1"))
		if at > 0 {
			at += (lap - 1) * int(r.layout.Finish)
		}
		if at == int(r.home) {
			return "*", true
		}
		return strconv.Itoa(at), err == nil
	}, place{"0", 0})
}

// A place is where a man is: as positions write it, and its progress.
type place struct {
	text string
	at   int16
}

// appendArranged appends the position line of an arrangement. Read returns how
// positions write a place of the board for a colour, or false if the place
// belongs to another. The men that are not on the board are on rest.
func (b *base) appendArranged(dst []byte, a *parlour.Arrangement, read func(s parlour.Seat, spot string) (string, bool), rest place) (line []byte, faults []parlour.Fault) {
	fault := func(f parlour.Fault) { faults = append(faults, f) }
	colours := cmp.Or(a.Fields["colours"], b.letters)
	var men [4][]place
	home := [4]int{}
	for _, p := range a.Pieces {
		s := b.seat(p.Colour)
		if s == parlour.Nobody {
			continue
		}
		text, ok := read(s, p.Place)
		switch q, bad := b.parsePlace(s, text); {
		case !strings.Contains(colours, p.Colour):
			fault(Sentences.Fault("race.fault-absent", "colour", b.colour(s)))
		case !ok:
			fault(b.breach(foreign, "race.fault-never", "colour", b.colour(s), "place", p.Place))
		case bad != "":
			fault(b.misplaced(bad, s, text))
		default:
			men[s] = append(men[s], place{text, q})
			if q >= b.home {
				home[s]++
			}
		}
	}
	dst = append(b.book.AppendTag(dst, b.set), ' ')
	begun, played, _ := strings.Cut(a.Fields["begun"], " ")
	if begun != "" {
		dst = append(dst, begun...)
	}
	rank := strings.FieldsFunc(a.Fields["rank"], func(r rune) bool { return r == ',' })
	for i := range len(colours) {
		s := b.seat(colours[i : i+1])
		if s == parlour.Nobody {
			fault(b.noColour(colours[i : i+1]))
			continue
		}
		// A man that was put on the board is taken from those at rest, and the
		// only car of a colour is where it was put last.
		for len(men[s]) > b.men && (b.men == 1 || slices.Contains(men[s], rest)) {
			k := max(0, slices.Index(men[s], rest))
			men[s] = slices.Delete(men[s], k, k+1)
		}
		for len(men[s]) < b.men {
			men[s] = append(men[s], rest)
		}
		slices.SortStableFunc(men[s], func(x, y place) int { return cmp.Compare(x.at, y.at) })
		letter := colours[i : i+1]
		if home[s] == b.men && !slices.Contains(rank, letter) && !b.neutral(s, a.Fields["seats"]) {
			rank = append(rank, letter)
		}
		if begun != "" {
			continue
		}
		if i > 0 {
			dst = append(dst, '/')
		}
		dst = append(append(dst, letter...), ':')
		for k, m := range men[s] {
			if k > 0 {
				dst = append(dst, ',')
			}
			dst = append(dst, m.text...)
		}
	}
	dice := a.Fields["dice"]
	dst = fmt.Appendf(dst, " %s %s %s ", cmp.Or(a.Fields["turn"], colours[:1]), cmp.Or(dice, "-"), cmp.Or(played, "-"))
	return append(dst, b.arrangedFlags(a, dice, rank)...), faults
}

// neutral reports whether the seats flag makes a colour neutral, which has no
// rank.
func (b *base) neutral(s parlour.Seat, seats string) bool {
	return int(s) < len(seats) && seats[s] == 'n'
}

// arrangedFlags returns field 6 of the line of an arrangement.
func (b *base) arrangedFlags(a *parlour.Arrangement, dice string, rank []string) string {
	run := a.Fields["run"]
	if r := (reader{base: b}); dice == "6" && cmp.Or(run, "0") == "0" && r.knows("run") {
		run = "1" // this six is the first
	}
	var flags []string
	for _, f := range [][2]string{{"off", a.Fields["off"]}, {"rank", strings.Join(rank, ",")}, {"run", run}, {"seats", a.Fields["seats"]}, {"tries", a.Fields["tries"]}} {
		if f[1] != "" && f[1] != "0" {
			flags = append(flags, f[0]+"="+f[1])
		}
	}
	return cmp.Or(strings.Join(flags, ";"), "-")
}
