package contact

import (
	"slices"
	"strconv"

	"parlour"
)

// unreadable refuses a text that cannot be a move at all.
func (r *Rules) unreadable(p *Position, text string, list []parlour.Move) *parlour.Refusal {
	return r.refuse(p, "unreadable", 0, list, parlour.Args{"text": text, "expected": form})
}

// refuse makes a refusal. Instead of the move it offers those of the same tile,
// or all moves if that tile has none.
func (r *Rules) refuse(p *Position, code string, from Crossing, list []parlour.Move, args parlour.Args, clauses ...string) *parlour.Refusal {
	f := &parlour.Refusal{Code: code, Args: args}
	for _, c := range clauses {
		f.Clauses = append(f.Clauses, "contact/"+c)
	}
	same := slices.DeleteFunc(slices.Clone(list), func(m parlour.Move) bool {
		at, _ := Ends(m)
		return m == pass || at != from
	})
	if len(same) == 0 {
		same = list
	}
	for _, m := range same {
		f.Instead = append(f.Instead, string(r.AppendMove(nil, p, m)))
	}
	return f
}

// why tells why a tile may not go from one crossing to another. The move is not
// in the list.
func (r *Rules) why(p *Position, from, to Crossing, list []parlour.Move) *parlour.Refusal {
	i := p.find(from)
	if f := r.whyNotHis(p, from, i, list); f != nil {
		return f
	}
	t := p.tiles[i]
	if f := r.whyWalk(p, t, to, list); f != nil {
		return f
	}
	return r.whyNoAid(p, t, to, list)
}

// whyTile tells why the tile on a crossing has no legal move at all.
func (r *Rules) whyTile(p *Position, from Crossing, list []parlour.Move) *parlour.Refusal {
	i := p.find(from)
	if f := r.whyNotHis(p, from, i, list); f != nil {
		return f
	}
	t := p.tiles[i]
	args := parlour.Args{"from": from.String(), "colour": t.Colour().String()}
	if r.owner[t.Colour()] != parlour.Seat(p.turn) {
		return r.refuse(p, "contact.no-aid-by", from, list, args, "partner-save", "partner-take", "r-save-meaning")
	}
	return r.refuse(p, "contact.stuck", from, list, args, "r-pass-through", "no-side-by-side")
}

// whyNotHis tells why the player may not move tile number i on a crossing, or
// nil if the player may.
func (r *Rules) whyNotHis(p *Position, from Crossing, i int, list []parlour.Move) *parlour.Refusal {
	seat := parlour.Seat(p.turn)
	args := parlour.Args{"from": from.String(), "seat": seatName(seat)}
	if i < 0 {
		return r.refuse(p, "contact.no-tile", from, list, args, "one-tile-a-turn")
	}
	c := p.tiles[i].Colour()
	args["colour"], args["owner"] = c.String(), seatName(r.owner[c])
	if r.owner[c] == seat || r.mode.pairs && r.owner[c] == opposite(seat) {
		return nil
	}
	return r.refuse(p, "contact.not-yours", from, list, args, "one-tile-a-turn")
}

func seatName(s parlour.Seat) string { return Info().Seats[s].Name }

// whyWalk tells why tile t cannot come to rest on a crossing, no matter who
// moves it, or nil if it can.
func (r *Rules) whyWalk(p *Position, t Tile, to Crossing, list []parlour.Move) *parlour.Refusal {
	var g ground
	var ends field
	r.survey(&g, p, r.team[t.Colour()])
	if r.reach(&ends, &g, p, t); ends.has(to) {
		return nil
	}
	from := t.At()
	args := parlour.Args{"from": from.String(), "to": to.String(), "colour": t.Colour().String()}
	no := func(code string, clauses ...string) *parlour.Refusal {
		return r.refuse(p, "contact."+code, from, list, args, clauses...)
	}
	dx, dy := abs(to.File()-from.File()), abs(to.Rank()-from.Rank())
	far := dx + dy
	switch pace := p.pace(t); {
	case pace == farPace && (far > farPace || far%2 == 0):
		args["far"] = strconv.Itoa(far)
		return no("seven-pace", "seven-steps", "r-seven-path")
	case pace == 1 && far == 0:
		return no("one-step-stays", "one-step")
	case pace == 1 && dx == 1 && dy == 1:
		return no("diagonal", "not-diagonal", "one-step")
	case pace == 1 && far > 1:
		return no("one-step-far", "one-step")
	case pace == 2 && far == 1:
		return no("two-step-short", "two-step", "r-both-steps")
	case pace == 2 && far > 2 || pace == 2 && far%2 != 0:
		return no("two-step-far", "two-step")
	case pace == 2 && dx == 1 && r.straight:
		return no("corner", "r-two-step-corner")
	}
	if u, ok := r.overlapping(p, t, to); ok {
		args["other"], args["whose"] = u.At().String(), u.Colour().String()
		return no("occupied", "r-share")
	}
	if u, ok := r.opponentBeside(p, t, to); ok {
		args["other"], args["whose"] = u.At().String(), u.Colour().String()
		return no("beside", "no-side-by-side")
	}
	if r.path {
		loose := *r
		loose.path = false
		if loose.reach(&ends, &g, p, t); ends.has(to) {
			return no("beside-in-passing", "r-side-in-passing", "no-side-by-side")
		}
	}
	if far == 0 {
		return no("boxed-in", "there-and-back", "r-pass-through")
	}
	return no("blocked", "r-pass-through", "along-lines")
}

// overlapping returns a tile that t would overlap on a crossing.
func (r *Rules) overlapping(p *Position, t Tile, at Crossing) (Tile, bool) {
	for _, u := range p.tiles[:p.count] {
		if u != t && max(abs(u.At().File()-at.File()), abs(u.At().Rank()-at.Rank())) < r.side {
			return u, true
		}
	}
	return 0, false
}

// opponentBeside returns an opponent's tile that t would be side by side with.
func (r *Rules) opponentBeside(p *Position, t Tile, at Crossing) (Tile, bool) {
	for _, u := range p.tiles[:p.count] {
		dx, dy := abs(u.At().File()-at.File()), abs(u.At().Rank()-at.Rank())
		if r.team[u.Colour()] != r.team[t.Colour()] && max(dx, dy) == r.side && min(dx, dy) < r.side {
			return u, true
		}
	}
	return 0, false
}

// whyNoAid tells why the player may not move the partner's tile t, although the
// move itself is legal.
func (r *Rules) whyNoAid(p *Position, t Tile, to Crossing, list []parlour.Move) *parlour.Refusal {
	from := t.At()
	partner := r.owner[t.Colour()]
	args := parlour.Args{"from": from.String(), "to": to.String(), "colour": t.Colour().String(), "partner": seatName(partner)}
	var his, exposed field
	for _, u := range p.tiles[:p.count] {
		if r.owner[u.Colour()] == partner {
			his.add(u.At())
		}
	}
	r.expose(&exposed, p, &his, r.Side(p, partner))
	for _, u := range p.tiles[:p.count] {
		if exposed.has(u.At()) {
			args["exposed"] = u.At().String()
			if r.help == moved && !exposed.has(from) {
				return r.refuse(p, "contact.saves-other", from, list, args, "partner-save", "r-save-meaning")
			}
			return r.refuse(p, "contact.no-save", from, list, args, "partner-save", "partner-take", "r-save-meaning")
		}
	}
	return r.refuse(p, "contact.no-aid", from, list, args, "partner-save", "partner-take")
}

// whyWay tells why the hops of a way are not a walk of the tile it begins with.
// It returns nil if they are, or if that tile cannot move at all.
func (r *Rules) whyWay(p *Position, at []Crossing, list []parlour.Move) *parlour.Refusal {
	i := p.find(at[0])
	if r.whyNotHis(p, at[0], i, list) != nil {
		return nil
	}
	if hops, pace := len(at)-1, p.pace(p.tiles[i]); hops != pace {
		clause := [...]string{1: "one-step", 2: "two-step", farPace: "seven-steps"}[pace]
		return r.refuse(p, "contact.way-length", at[0], list, parlour.Args{
			"from": at[0].String(), "hops": strconv.Itoa(hops), "pace": strconv.Itoa(pace)}, clause)
	}
	return r.whyHops(p, at, list)
}

// whyHop tells why the last hop cannot follow a walk that was legal so far.
func (r *Rules) whyHop(p *Position, walk []Crossing, list []parlour.Move) *parlour.Refusal {
	if f := r.whyHops(p, walk, list); f != nil {
		return f
	}
	return r.refuse(p, "contact.dead-end", walk[0], list,
		parlour.Args{"from": walk[0].String(), "at": walk[len(walk)-1].String()}, "centre-on-crossing", "no-side-by-side")
}

// whyHops tells which hop cannot be made and why, or nil if all can.
func (r *Rules) whyHops(p *Position, at []Crossing, list []parlour.Move) *parlour.Refusal {
	t := p.tiles[p.find(at[0])]
	w := r.way(p, t, new(field))
	last := -1
	for n := 1; n < len(at); n++ {
		a, b := at[n-1], at[n]
		args := parlour.Args{"from": a.String(), "to": b.String(), "colour": t.Colour().String()}
		no := func(code string, clauses ...string) *parlour.Refusal {
			return r.refuse(p, "contact."+code, at[0], list, args, clauses...)
		}
		d := a.towards(b)
		switch {
		case d < 0 && abs(a.File()-b.File()) == 1 && abs(a.Rank()-b.Rank()) == 1:
			return no("hop-diagonal", "not-diagonal")
		case d < 0:
			return no("hop-far", "along-lines")
		case w.straight && n == 2 && (d-last)&1 != 0:
			return no("corner", "r-two-step-corner")
		}
		if !w.entered(n).has(b) {
			if u, ok := r.overlapping(p, t, b); ok {
				args["other"], args["whose"] = u.At().String(), u.Colour().String()
				return no("hop-blocked", "r-pass-through")
			}
			if u, ok := r.opponentBeside(p, t, b); ok {
				args["other"], args["whose"] = u.At().String(), u.Colour().String()
			}
			return no("hop-beside", "r-side-in-passing")
		}
		last = d
	}
	return nil
}
