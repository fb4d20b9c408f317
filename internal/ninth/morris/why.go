package morris

import (
	"strconv"
	"strings"

	"parlour"
)

// Why a move is refused: which man, which point, which rule. Codes have the
// prefix "morris."; clauses are given here without the name of the game.

// refuse makes a refusal that offers the given moves instead.
func (r *Rules) refuse(p *Position, code string, args parlour.Args, instead []parlour.Move, clauses ...string) *parlour.Refusal {
	ref := &parlour.Refusal{Code: code, Args: args, Instead: r.texts(p, instead)}
	for _, c := range clauses {
		ref.Clauses = append(ref.Clauses, info.ID+"/"+c)
	}
	return ref
}

// whyNot tells why what was said is no legal move.
func (r *Rules) whyNot(p *Position, s said, legal []parlour.Move) *parlour.Refusal {
	side := word(p.Mover)
	if name := s.unknown(); name != "" {
		return r.refuse(p, "morris.no-point", parlour.Args{"point": name}, legal, "board")
	}
	from, to := pointOf(s.from), pointOf(s.to)
	placing := p.Hand[p.Mover] > 0
	args := parlour.Args{"from": s.from, "to": s.to, "side": side, "opponent": word(p.Mover ^ 1)}
	switch {
	case placing && from >= 0:
		args["left"] = count(int(p.Hand[p.Mover]))
		return r.refuse(p, "morris.in-hand", args, legal, "place")
	case !placing && from < 0:
		return r.refuse(p, "morris.no-hand", args, legal, "slide")
	case from >= 0 && p.Men[p.Mover^1].Has(from):
		args["owner"] = word(p.Mover ^ 1)
		return r.refuse(p, "morris.not-yours", args, legal, "slide")
	case from >= 0 && !p.Men[p.Mover].Has(from):
		return r.refuse(p, "morris.no-man", args, legal, "slide")
	}
	own := movesOf(legal, from, -1)
	if len(own) == 0 {
		own = legal
	}
	switch {
	case !p.empty().Has(to):
		return r.refuse(p, "morris.occupied", args, own, "place", "slide")
	case from >= 0 && !r.flies(p) && !next[from].Has(to):
		return r.tooFar(p, from, args, own)
	}
	return r.whyNotTake(p, s, args, movesOf(legal, from, to))
}

// tooFar refuses a slide to a point that is not beside the man.
func (r *Rules) tooFar(p *Position, from int, args parlour.Args, own []parlour.Move) *parlour.Refusal {
	clauses := []string{"slide", "r-fly"}
	if free := next[from] & p.empty(); free != 0 {
		args["next"] = list(free, " or ")
		return r.refuse(p, "morris.too-far", args, own, clauses...)
	}
	return r.refuse(p, "morris.shut-in", args, own, clauses...)
}

// whyNotTake tells why the taken man of a move that is good by itself is not.
// Same holds the legal moves of that man to that point.
func (r *Rules) whyNotTake(p *Position, s said, args parlour.Args, same []parlour.Move) *parlour.Refusal {
	prey := r.prey(p)
	args["point"], args["can"] = s.taken, list(prey, ", ")
	own := p.Men[p.Mover]
	if from := pointOf(s.from); from >= 0 {
		own &^= 1 << from
	}
	switch taken := pointOf(s.taken); {
	case !own.closes(pointOf(s.to)):
		return r.refuse(p, "morris.no-mill", args, same, "mill")
	case prey == 0:
		return r.refuse(p, "morris.none-free", args, same, "mill-safe", "r-locked")
	case taken < 0:
		return r.refuse(p, "morris.must-take", args, same, "mill", "r-take-must")
	case !p.Men[p.Mover^1].Has(taken):
		return r.refuse(p, "morris.take-none", args, same, "mill")
	}
	return r.refuse(p, "morris.take-safe", args, same, "mill-safe")
}

// movesOf returns the moves of the man on from, to the point to if that is not
// negative.
func movesOf(moves []parlour.Move, from, to int) (own []parlour.Move) {
	for _, m := range moves {
		if From(m) == from && (to < 0 || To(m) == to) {
			own = append(own, m)
		}
	}
	return own
}

// word is the seat in the words of the catalogue.
func word(s parlour.Seat) string { return info.Seats[s].Name }

// list writes the points of a set.
func list(s Points, sep string) string {
	var all []string
	for ; s != 0; s &= s - 1 {
		all = append(all, names[s.first()])
	}
	return strings.Join(all, sep)
}

// count counts men in words.
func count(n int) string {
	if n == 1 {
		return "1 man"
	}
	return strconv.Itoa(n) + " men"
}
