package race

import (
	"cmp"
	"strconv"

	"parlour"
)

// AppendEffects tells what a throw or a move does, man by man.
func (r *ludo) AppendEffects(dst []parlour.Effect, p *Position, m parlour.Move) []parlour.Effect {
	if p.throw == 0 {
		return r.appendThrow(dst, p, m)
	}
	s := p.turn
	colour := r.letters[s : s+1]
	if m == ludoPass {
		return append(dst, parlour.Effect{Kind: r.whyPass(p), Means: parlour.Passes, Colour: colour, Args: parlour.Args{"throw": strconv.Itoa(int(p.throw))}})
	}
	from, began := ludoFrom(m), len(dst)
	for i := range ludoLen(m) {
		q := ludoTo(m, i)
		e := parlour.Effect{Kind: "move", Means: parlour.Moves, Colour: colour, From: r.spot(s, from), To: r.spot(s, q)}
		switch {
		case i > 0:
			e.Kind, e.Way = "jump", []string{e.To}
		case from == waiting:
			e.Kind, e.Means = "enter", parlour.Enters
		}
		for w := from + 1; i == 0 && w <= q; w++ {
			e.Way = append(e.Way, r.spot(s, w))
		}
		dst = append(dst, e)
		if v, _ := r.victims(p, q); v != parlour.Nobody {
			for range r.standing(p, q) {
				dst = append(dst, parlour.Effect{Kind: "capture", Means: parlour.Takes, Colour: r.letters[v : v+1], From: e.To, To: r.spot(v, waiting), Args: parlour.Args{"by": r.colour(s)}})
			}
		}
		from = q
	}
	r.pointOut(p, dst[began:])
	if from < r.home {
		return dst
	}
	dst = append(dst, parlour.Effect{Kind: "home", Means: parlour.Home, Colour: colour, To: r.spot(s, r.home)})
	after := *p
	r.carry(&after, m)
	if r.isHome(&after, s) {
		dst = append(dst, parlour.Effect{Kind: "finished", Means: parlour.Ends, Colour: colour, Args: parlour.Args{"place": strconv.Itoa(p.ranks() + 1)}})
	}
	return dst
}

// whyPass returns the kind of a pass: pass-six and the like if all men are kept
// back by the same rule, pass-none by several, and just pass if one could move.
func (r *ludo) whyPass(p *Position) string {
	if r.limited(p) {
		return "pass-limit"
	}
	v, d, kind := r.look(p), int16(p.throw), ""
	for _, from := range p.men[p.turn] {
		to := from + d
		if from == waiting {
			to = r.enterAt
		}
		k := "pass-none"
		switch r.whyNotFirst(p, &v, from, to, d, parlour.Args{}) {
		case "":
			return "pass"
		case "race.stays-home":
			continue
		case "race.six-enters":
			k = "pass-six"
		case "race.exact":
			k = "pass-exact"
		case "race.block", "race.entry-block":
			k = "pass-block"
		}
		if kind != "" && kind != k {
			k = "pass-none"
		}
		kind = k
	}
	return cmp.Or(kind, "pass-none")
}

// AppendPieces puts every man on its place.
func (r *ludo) AppendPieces(dst []parlour.Piece, p *Position) []parlour.Piece {
	for s := range parlour.Seat(4) {
		if !p.has(s) {
			continue
		}
		for _, q := range p.men[s] {
			dst = append(dst, parlour.Piece{Place: r.spot(s, q), Colour: r.letters[s : s+1], Kind: "man"})
		}
	}
	return dst
}

// stands reports colours that share a space of the track.
func (r *ludo) stands(p *Position) (faults []parlour.Fault) {
	var holder [68]uint8 // by space: seat plus one
	var told [68]bool
	for s := range parlour.Seat(4) {
		for _, q := range p.men[s] {
			if !p.has(s) || q < 0 || q > r.last {
				continue
			}
			a := r.space(s, q)
			switch h := holder[a]; {
			case h == 0:
				holder[a] = uint8(s) + 1
			case h != uint8(s)+1 && !told[a]:
				told[a] = true
				faults = append(faults, r.breach(shared, "race.fault-shared", "colour", r.colour(parlour.Seat(h-1)), "other", r.colour(s), "at", a))
			}
		}
	}
	return faults
}

// Greed is the fixed rule of the greedy player. The value of a move is the sum
// of: 1000 for every captured man, and 10 for each step it loses; 800 for every
// stop at home; 600 for entering; 300 for moving from the track into the lane;
// for each opposing man up to six steps behind, plus 100 if the man leaves its
// reach and minus 100 if it comes into it; and one for each step of the man's
// final progress, so that the foremost man goes if moves are equal. Passing is
// worth minus 1000.
func (r *ludo) Greed(p *Position, m parlour.Move) int {
	if m == ludoPass {
		return -1000
	}
	from, n := ludoFrom(m), ludoLen(m)
	to := ludoTo(m, n-1)
	worth := int(to)
	for i := range n {
		if s, at := r.victims(p, ludoTo(m, i)); s != parlour.Nobody {
			worth += r.standing(p, ludoTo(m, i)) * (1000 + 10*int(at))
		}
	}
	switch {
	case to == r.home:
		worth += 800
	case from == waiting:
		worth += 600
	case from <= r.last && to > r.last:
		worth += 300
	}
	return worth + 100*(r.danger(p, from)-r.danger(p, to))
}

// danger counts the opposing men up to six steps behind progress q of the
// player to move.
func (r *ludo) danger(p *Position, q int16) (n int) {
	if q < 0 || q > r.last {
		return 0
	}
	a := r.space(p.turn, q)
	for k := parlour.Seat(1); k < 4; k++ {
		s := (p.turn + k) & 3
		at := r.progress(s, a)
		if !p.has(s) || at > r.last {
			continue
		}
		for _, m := range p.men[s] {
			if m >= 0 && m < at && at-m <= 6 {
				n++
			}
		}
	}
	return n
}
