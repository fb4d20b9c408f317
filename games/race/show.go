package race

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"parlour"
)

// Thrown returns the dice that were thrown for the present move.
func (b *base) Thrown(p *Position) string {
	if p.throw == 0 {
		return ""
	}
	return strconv.Itoa(int(p.throw))
}

// pointOut lets the sentences of effects say where places are, see where.
func (b *base) pointOut(p *Position, effects []parlour.Effect) {
	for i := range effects {
		e := &effects[i]
		mover := parlour.Nobody
		switch e.Means {
		case parlour.Moves:
			mover = b.seat(e.Colour)
		case parlour.Takes:
		default:
			continue
		}
		if words := b.where(p, mover, e.From, e.To); words != "" {
			args := maps.Clone(e.Args)
			if args == nil {
				args = parlour.Args{}
			}
			args["where"] = words
			e.Args = args
		}
	}
}

// where says what people call some places on the track, for the argument "where" of a
// sentence: where a colour starts, and the last space of the mover before its lane or
// finish. The numbers on a board are small.
func (b *base) where(p *Position, mover parlour.Seat, places ...string) string {
	var words []string
	add := func(place, code string, s parlour.Seat) {
		if slices.Contains(places, place) {
			words = append(words, place+"="+code+":"+b.colour(s))
		}
	}
	for s := range parlour.Seat(4) {
		if p.has(s) {
			add(b.spot(s, 0), "start-of", s)
		}
	}
	if mover != parlour.Nobody {
		add(b.spot(mover, b.last), "last-of", mover)
	}
	return strings.Join(words, " ")
}

// startSaid are the refusals whose sentences say themselves that a place is a start, or
// call it a space.
var startSaid = map[string]bool{
	"race.mensch.a-own": true, "race.off-course": true,
	"race.parker.covered": true, "race.parker.pair-on-entrance": true, "race.parker.stranger-on-entrance": true,
}

// pointOutWhy lets the sentence of a refusal say where places are, see where.
func (b *base) pointOutWhy(p *Position, mover parlour.Seat, ref *parlour.Refusal) *parlour.Refusal {
	var places []string
	for _, name := range []string{"from", "to", "space", "place", "right", "reach", "bend"} {
		places = append(places, ref.Args[name])
	}
	if words := b.where(p, mover, places...); words != "" && !startSaid[ref.Code] {
		ref.Args["where"] = words
	}
	return ref
}

// AppendFacts counts the men of every colour that are home.
func (b *base) AppendFacts(dst []parlour.Fact, p *Position) []parlour.Fact {
	for s := range parlour.Seat(4) {
		if !p.has(s) {
			continue
		}
		home := 0
		for _, q := range p.men[s] {
			if q >= b.home {
				home++
			}
		}
		dst = append(dst, parlour.Fact{Seat: b.letters[s : s+1], Code: "home", Value: home})
	}
	return dst
}

// Progress counts men home first, then the squares that all men have gone. The books
// name the winner, Kleefeld's also the second; the rest is ours to rank.
func (b *base) Progress(p *Position, s parlour.Seat) (n int) {
	for _, q := range p.men[s] {
		if q >= b.home {
			n += 1000 // more than four men go together
		}
		n += int(q - waiting)
	}
	return n
}

// AppendFacts counts the men that are home, including those that the parts of
// the turn made so far brought home.
func (r *Parker) AppendFacts(dst []parlour.Fact, p *Position) []parlour.Fact {
	q := r.shown(p)
	return r.base.AppendFacts(dst, &q)
}

// AppendFacts counts the spaces that every car still has to go.
func (r *AutoRace) AppendFacts(dst []parlour.Fact, p *Position) []parlour.Fact {
	for s := range parlour.Seat(4) {
		if p.has(s) {
			dst = append(dst, parlour.Fact{Seat: r.letters[s : s+1], Code: "to-go", Value: int(r.home - p.men[s][0])})
		}
	}
	return dst
}
