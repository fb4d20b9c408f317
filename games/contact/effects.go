package contact

import (
	"strconv"

	"parlour"
)

// AppendEffects tells what a move does: the tile moves ("walk"), or
// moves and comes back ("return"), spins
// ("spin"), meets opponents' corners ("contact", one for each, with the verdict
// "wins", "loses" or "ties"), tiles are removed ("remove"), and the tile is
// turned over ("turn"). A pass has the single effect "pass". The argument
// colour is the word for the colour of the tile.
func (r *Rules) AppendEffects(dst []parlour.Effect, p *Position, m parlour.Move) []parlour.Effect {
	if m == pass {
		return append(dst, parlour.Effect{Kind: "pass", Means: parlour.Passes, Args: parlour.Args{"seat": seatName(parlour.Seat(p.turn))}})
	}
	from, to := Ends(m)
	i := p.find(from)
	t := p.tiles[i]
	spun := t.spun(to)
	colour, word := t.Colour().Letter(), t.Colour().String()

	var end field
	end.add(to)
	var names []string
	for _, c := range r.way(p, t, &end).find(from) {
		names = append(names, c.String())
	}
	kind := "walk"
	if from == to {
		kind = "return"
	}
	dst = append(dst,
		parlour.Effect{Kind: kind, Means: parlour.Moves, Colour: colour, From: from.String(), To: to.String(), Way: names, Args: parlour.Args{"colour": word, "seat": seatName(parlour.Seat(p.turn))}},
		parlour.Effect{Kind: "spin", Means: parlour.Turns, Colour: colour, From: to.String(), To: to.String(), Becomes: spun.piece(),
			Args: parlour.Args{"colour": word, "before": t.face(), "after": spun.face()}})

	v := r.judge(p, i, to)
	for _, c := range v.contacts[:v.n] {
		dst = append(dst, r.contactEffect(p, spun, &v, c))
	}
	for k, u := range p.tiles[:p.count] {
		if v.taken>>k&1 != 0 {
			dst = append(dst, parlour.Effect{Kind: "remove", Means: parlour.Takes, Colour: u.Colour().Letter(), From: u.At().String(),
				Args: parlour.Args{"colour": u.Colour().String(), "face": u.face()}})
		}
	}
	switch {
	case v.lost:
		dst = append(dst, parlour.Effect{Kind: "remove", Means: parlour.Takes, Colour: colour, From: to.String(), Args: parlour.Args{"colour": word, "face": spun.face()}})
	case !t.Turned() && r.goal[t.Colour()].has(to):
		dst = append(dst, parlour.Effect{Kind: "turn", Means: parlour.Changes, Colour: colour, From: to.String(), To: to.String(), Becomes: spun.turned().piece(),
			Args: parlour.Args{"colour": word, "before": spun.face(), "after": spun.turned().face()}})
	}
	return dst
}

// contactEffect describes one contact with both numbers, and with the sums of
// its group, which decide.
func (r *Rules) contactEffect(p *Position, t Tile, v *verdict, c contact) parlour.Effect {
	u := p.tiles[c.tile]
	sum, against := 0, 0
	for _, o := range v.contacts[:v.n] {
		if o.group == c.group {
			sum, against = sum+int(o.mine), against+int(o.theirs)
		}
	}
	result := "ties"
	switch b := v.balance[c.group]; {
	case b > 0:
		result = "wins"
	case b < 0:
		result = "loses"
	}
	return parlour.Effect{Kind: "contact", Means: parlour.Meets, Colour: t.Colour().Letter(), From: t.At().String(), To: u.At().String(), Args: parlour.Args{
		"colour": t.Colour().String(), "number": strconv.Itoa(int(c.mine)), "other": strconv.Itoa(int(c.theirs)), "whose": u.Colour().String(),
		"sum": strconv.Itoa(sum), "against": strconv.Itoa(against), "verdict": result}}
}

// kinds are the kinds of pieces: tiles of one and of two steps, face up and
// turned over.
var kinds = [2][2]string{{"tile", "tile turned"}, {"tile two", "tile two turned"}}

// AppendPieces appends the tiles, with their numbers clockwise from the
// north-west corner as the face.
func (r *Rules) AppendPieces(dst []parlour.Piece, p *Position) []parlour.Piece {
	for _, t := range p.tiles[:p.count] {
		dst = append(dst, *t.piece())
	}
	return dst
}

// piece returns the tile as it lies on the board.
func (t Tile) piece() *parlour.Piece {
	kind := kinds[t.Steps()-1][0]
	if t.Turned() {
		kind = kinds[t.Steps()-1][1]
	}
	return &parlour.Piece{Place: t.At().String(), Colour: t.Colour().Letter(), Kind: kind, Face: t.face()}
}
