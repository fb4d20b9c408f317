package race

import (
	"maps"
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

// pointOut lets the sentences of effects name the places that people find by
// their colour: where a colour starts, and the last space of the mover's before
// its lane or finish. The numbers on a board are small.
func (b *base) pointOut(p *Position, effects []parlour.Effect) {
	words := map[string]string{}
	for s := range parlour.Seat(4) {
		if p.has(s) {
			words[b.spot(s, 0)] = "start-of:" + b.colour(s)
		}
	}
	for i := range effects {
		e := &effects[i]
		if e.Means != parlour.Moves && e.Means != parlour.Takes {
			continue
		}
		args := parlour.Args{}
		for field, place := range map[string]string{"from": e.From, "to": e.To} {
			if word := words[place]; word != "" {
				args[field] = word
			} else if s := parlour.Seat(strings.Index(b.letters, e.Colour)); e.Means == parlour.Moves && place == b.spot(s, b.last) {
				args[field] = "last-of:" + b.colour(s)
			}
		}
		maps.Copy(args, e.Args)
		if len(args) > 0 {
			e.Args = args
		}
	}
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
