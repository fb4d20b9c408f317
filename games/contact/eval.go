package contact

import "parlour"

// worth is the value of a tile for Greed, by its lowest bits: 3 for 1234, 5 for
// 3456, 6 for 4444 and 7 for 5555.
func worth(t Tile) int {
	switch {
	case t.Turned():
		return 8 - t.Steps()
	case t.Steps() == 2:
		return 3
	}
	return 5
}

// Greed is the fixed rule of the greedy player, who looks only one move ahead:
//
//   - First the exchange: a thousand times the worth of the opponents' tiles
//     removed, less that of the moved tile if it is removed.
//   - Then coming home: 900 for turning the tile over.
//   - Then safety: 100 times the worth of the moved tile is taken off if some
//     opponent's tile could remove it in its new place.
//   - Then progress: 2 for every step the tile comes nearer, a numbered tile to
//     the nearest of its goal spots, a turned one to the nearest opponent.
//
// Tiles of a partner count like the player's own. A pass is worth 0.
func (r *Rules) Greed(p *Position, m parlour.Move) int {
	if m == pass {
		return 0
	}
	from, to := Ends(m)
	i := p.find(from)
	t := p.tiles[i]
	v := r.judge(p, i, to)
	greed := 0
	for k, u := range p.tiles[:p.count] {
		if v.taken>>k&1 != 0 {
			greed += 1000 * worth(u)
		}
	}
	if v.lost {
		return greed - 1000*worth(t)
	}
	if !t.Turned() && r.goal[t.Colour()].has(to) {
		greed += 900
	}
	after := *p
	r.Play(&after, m)
	var moved, exposed field
	moved.add(to)
	if r.expose(&exposed, &after, &moved, r.team[t.Colour()]); exposed.has(to) {
		greed -= 100 * worth(after.tiles[after.find(to)])
	}
	return greed + 2*(r.distance(p, t, from)-r.distance(p, t, to))
}

// distance returns how many steps a crossing is from the target of tile t.
func (r *Rules) distance(p *Position, t Tile, at Crossing) int {
	least := 4 * lines
	if t.Turned() {
		for _, u := range p.tiles[:p.count] {
			if r.team[u.Colour()] != r.team[t.Colour()] {
				least = min(least, steps(at, u.At()))
			}
		}
		return least
	}
	goal := &r.goal[t.Colour()]
	for rank := 1; rank <= lines; rank++ {
		for file := 1; goal[rank+margin] != 0 && file <= lines; file++ {
			if c := crossing(file, rank); goal.has(c) {
				least = min(least, steps(at, c))
			}
		}
	}
	return least
}

// steps returns the distance of two crossings along the lines.
func steps(a, b Crossing) int { return abs(a.File()-b.File()) + abs(a.Rank()-b.Rank()) }
