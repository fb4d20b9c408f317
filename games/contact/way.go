package contact

import (
	"strconv"

	"parlour"
)

// directions are the steps along a line: north, east, south, west.
var directions = [4]struct{ file, rank int }{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}

// step returns the next crossing in a direction; ok is false at the edge.
// [contact/r-edge-lines]
func (c Crossing) step(direction int) (next Crossing, ok bool) {
	f, r := c.File()+directions[direction].file, c.Rank()+directions[direction].rank
	if f < 1 || f > lines || r < 1 || r > lines {
		return 0, false
	}
	return crossing(f, r), true
}

// towards returns the direction of a neighbouring crossing, or -1.
func (c Crossing) towards(to Crossing) int {
	for d := range directions {
		if next, ok := c.step(d); ok && next == to {
			return d
		}
	}
	return -1
}

// A way follows the walks of one tile step by step. It is for people and
// pictures: the rules only need to know where walks end.
type way struct {
	pace     int
	straight bool           // the second of two steps must stay on the line of the first
	enter    [2]field       // what the first step and what a later step may enter
	need     [farPace]field // need[k]: the crossings from which an end can be reached in k more steps
}

// pace returns how many steps a tile makes in a move.
func (p *Position) pace(t Tile) int {
	if p.seven != ordinary {
		return farPace
	}
	return t.Steps()
}

// way prepares the walks of tile t to the given ends.
func (r *Rules) way(p *Position, t Tile, ends *field) *way {
	w := &way{pace: p.pace(t)}
	w.straight = r.straight && w.pace == 2
	var g ground
	r.survey(&g, p, r.team[t.Colour()])
	row, bit := t.At().Rank()+margin, uint16(1)<<t.At().File()
	others := g.tiles
	others[row] &^= bit
	for i := margin + 1; i <= margin+lines; i++ {
		f := r.free(&others, i)
		if r.path {
			f &^= g.beside[i]
		}
		w.enter[0][i], w.enter[1][i] = f, f
		if r.jump && w.pace == 2 {
			w.enter[0][i] |= g.friends[i]
		}
	}
	w.enter[1][row] |= bit
	w.need[0] = *ends
	for k := 1; k < w.pace; k++ {
		e := w.entered(w.pace - k)
		for i := margin + 1; i <= margin+lines; i++ {
			n := &w.need[k-1]
			w.need[k][i] = (n[i-1] | n[i+1] | n[i]<<1 | n[i]>>1) & e[i]
		}
	}
	return w
}

// entered returns what step n may enter, counted from 1.
func (w *way) entered(n int) *field {
	if n == 1 {
		return &w.enter[0]
	}
	return &w.enter[1]
}

// hop returns where step n leads from a crossing in a direction, if a walk to
// an end can continue from there. Last is the direction of the step before.
func (w *way) hop(at Crossing, n, direction, last int) (to Crossing, ok bool) {
	to, ok = at.step(direction)
	if !ok || !w.entered(n).has(to) || !w.need[w.pace-n].has(to) {
		return 0, false
	}
	if w.straight && n == 2 && (direction-last)&1 != 0 {
		return 0, false
	}
	if w.straight && n == 1 && !w.need[0].has(at) {
		if far, ok := to.step(direction); !ok || !w.need[0].has(far) {
			return 0, false
		}
	}
	return to, true
}

// find returns one walk to the ends, with every crossing it enters.
func (w *way) find(from Crossing) (walk []Crossing) {
	last := 0
	for n := 1; n <= w.pace; n++ {
		for d := range directions {
			if to, ok := w.hop(from, n, d, last); ok {
				walk = append(walk, to)
				from, last = to, d
				break
			}
		}
	}
	return walk
}

// Steps composes a move hop by hop: "f1-f2", then "f2-e2". In the seven-step
// ending a move is one step: which way the tile takes does not matter, and
// nobody wants to lead it over seven crossings.
func (r *Rules) Steps(p *Position, taken []string) (next []parlour.Step, end parlour.Move, err error) {
	list := r.AppendMoves(p, nil)
	if p.seven != ordinary {
		return r.wholeSteps(p, list, taken)
	}
	ends := map[Crossing]*field{} // by tile
	var tiles []Crossing          // in canonical order
	passes := false
	for _, m := range list {
		from, to := Ends(m)
		if m == pass {
			passes = true
			continue
		}
		if ends[from] == nil {
			ends[from] = new(field)
			tiles = append(tiles, from)
		}
		ends[from].add(to)
	}
	if len(taken) == 0 {
		for _, from := range tiles {
			next = r.way(p, p.tiles[p.find(from)], ends[from]).appendHops(next, from, 1, 0)
		}
		if passes {
			next = append(next, parlour.Step{Text: passText, Means: parlour.Passes})
		}
		return next, parlour.NoMove, nil
	}
	if passes && len(taken) == 1 && taken[0] == passText {
		return nil, pass, nil
	}
	var w *way
	var walk []Crossing
	last := 0
	for i, text := range taken {
		s, ok := splitMove(text)
		if !ok || s.bad != "" || s.suffix != "" || len(s.at) != 2 {
			return nil, parlour.NoMove, r.unreadable(p, text, list)
		}
		a, b := s.at[0], s.at[1]
		if i == 0 {
			if ends[a] == nil {
				return nil, parlour.NoMove, r.whyTile(p, a, list)
			}
			walk = append(walk, a)
			w = r.way(p, p.tiles[p.find(a)], ends[a])
		}
		if at := walk[len(walk)-1]; a != at || i == w.pace {
			return nil, parlour.NoMove, r.refuse(p, "contact.no-hop", walk[0], list,
				parlour.Args{"hop": text, "at": at.String(), "pace": strconv.Itoa(w.pace)}, "along-lines")
		}
		walk = append(walk, b)
		d := a.towards(b)
		if d >= 0 {
			_, ok = w.hop(a, i+1, d, last)
		}
		if d < 0 || !ok {
			return nil, parlour.NoMove, r.whyHop(p, walk, list)
		}
		last = d
	}
	if len(taken) == w.pace {
		return nil, moveOf(walk[0], walk[w.pace]), nil
	}
	return w.appendHops(nil, walk[len(taken)], len(taken)+1, last), parlour.NoMove, nil
}

// wholeSteps composes a move in one step.
func (r *Rules) wholeSteps(p *Position, list []parlour.Move, taken []string) (next []parlour.Step, end parlour.Move, err error) {
	switch len(taken) {
	case 0:
		for _, m := range list {
			s := parlour.Step{Text: passText, Means: parlour.Passes}
			if m != pass {
				from, to := Ends(m)
				s = parlour.Step{Text: string(r.AppendMove(nil, p, m)), From: from.String(), To: to.String()}
			}
			next = append(next, s)
		}
		return next, parlour.NoMove, nil
	case 1:
		end, err = r.ParseMove(p, taken[0])
		return nil, end, err
	}
	return nil, parlour.NoMove, &parlour.Refusal{Code: "turn-complete"}
}

// appendHops appends step n from a crossing.
func (w *way) appendHops(dst []parlour.Step, at Crossing, n, last int) []parlour.Step {
	for d := range directions {
		if to, ok := w.hop(at, n, d, last); ok {
			a, b := at.String(), to.String()
			dst = append(dst, parlour.Step{Text: a + "-" + b, From: a, To: b})
		}
	}
	return dst
}
