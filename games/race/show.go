package race

import (
	"strconv"

	"parlour"
)

// Thrown returns the dice that were thrown for the present move.
func (b *base) Thrown(p *Position) string {
	if p.throw == 0 {
		return ""
	}
	return strconv.Itoa(int(p.throw))
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
