package contact

import "parlour"

// A contact is a corner of the moved tile that meets a corner of an opponent's
// tile.
type contact struct {
	tile         int8 // number of the opponent's tile
	group        int8
	mine, theirs int8 // the numbers at the meeting corners after the spin
}

// A verdict tells what the contacts of a move do.
type verdict struct {
	contacts [4]contact
	n        int     // contacts
	balance  [4]int8 // by group: the mover's numbers minus the others'
	taken    uint32  // opponents' tiles that are removed, a bit for each number
	lost     bool    // the moved tile is removed
}

// judge settles the move of tile number i to a crossing. Only contacts of the
// moved tile count [contact/r-only-mover], with opponents' tiles
// [contact/r-own-contact], anywhere on the board [contact/start-line-not-safe].
// A player may make a losing contact [contact/r-losing-contact].
func (r *Rules) judge(p *Position, i int, to Crossing) (v verdict) {
	t := p.tiles[i]
	team := r.team[t.Colour()]
	file, rank := to.File(), to.Rank()
	diagonal := &diagonals[r.side-1]
	for k, u := range p.tiles[:p.count] {
		if !diagonal[u.At()-to] {
			continue // nearly all of them
		}
		dx, dy := u.At().File()-file, u.At().Rank()-rank
		if dx*dx != r.side*r.side || dy*dy != dx*dx || r.team[u.Colour()] == team {
			continue
		}
		corner := cornerTo(dx, dy)
		c := &v.contacts[v.n]
		*c = contact{
			tile:   int8(k),
			group:  r.group(u, v.n),
			mine:   faces[t.spun(to)&faceBits][corner], // [contact/decide-after-spin]
			theirs: faces[u&faceBits][corner^2],
		}
		v.balance[c.group] += c.mine - c.theirs
		v.n++
	}
	// All groups are judged from the same position; then everything is removed
	// at once. [contact/r-simultaneous] [contact/r-removal]
	for _, c := range v.contacts[:v.n] {
		b := v.balance[c.group]
		if b >= 0 { // [contact/higher-stays]
			v.taken |= 1 << c.tile
		}
		if b <= 0 { // [contact/equal-removes-both] [contact/r-equal-sums]
			v.lost = true
		}
	}
	return v
}

// diagonals tells, by the side of a tile less one, whether two tiles may touch
// if their crossings have this difference. It is true of some that do not, at
// opposite edges of the board.
var diagonals = func() (d [2][256]bool) {
	for i := range d {
		for _, n := range []int{17, 15, -15, -17} {
			d[i][uint8(n*(i+1))] = true
		}
	}
	return d
}()

// cornerTo returns the corner of a tile that points to another one.
func cornerTo(dx, dy int) int {
	switch {
	case dy > 0 && dx < 0:
		return northWest
	case dy > 0:
		return northEast
	case dx > 0:
		return southEast
	}
	return southWest
}

// group returns the group in which contact n, with tile u, is judged. The
// numbers of a group are added up. [contact/two-tile-sum]
// [contact/r-more-than-two] [contact/r-several-opponents]
func (r *Rules) group(u Tile, n int) int8 {
	switch r.several {
	case bySide:
		return int8(r.team[u.Colour()])
	case bySeat:
		return int8(r.owner[u.Colour()])
	case together:
		return 0
	}
	return int8(n)
}

// Passes reports whether m is a pass.
func (r *Rules) Passes(_ *Position, m parlour.Move) bool { return m == pass }

// Captured returns how many opponents' tiles a move removes.
func (r *Rules) Captured(p *Position, m parlour.Move) int {
	if m == pass {
		return 0
	}
	from, to := Ends(m)
	n := 0
	for taken := r.judge(p, p.find(from), to).taken; taken != 0; taken &= taken - 1 {
		n++
	}
	return n
}
