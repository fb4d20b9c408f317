package checkers

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlour/games/gametest"
)

// The oracle is a second implementation of the rules that shares nothing with
// the engine: a board of rows and columns, paths as lists, and merging,
// spelling and order by their definitions.

type grid [8][8]byte // b B w W for men and kings, 0 for empty

type way struct {
	huff     int
	squares  []int
	captured []int
	complete bool
}

func gridOf(s *Stand) (g grid) {
	for n := 1; n <= 32; n++ {
		r, c := rowCol(n)
		switch {
		case s.Pieces[Black].Has(n):
			g[r][c] = 'b'
		case s.Pieces[White].Has(n):
			g[r][c] = 'w'
		}
		if s.Kings.Has(n) {
			g[r][c] -= 32
		}
	}
	return g
}

func numberOf(r, c int) int { return r*4 + c/2 + 1 }

func inside(r, c int) bool { return r >= 0 && r < 8 && c >= 0 && c < 8 }

func lower(b byte) byte { return b | 32 }

// ways returns every step and every beginning of a capture as a path.
func (g grid) ways(side byte) (steps, captures []way) {
	forward, crown := 1, 7
	if side == 'w' {
		forward, crown = -1, 0
	}
	for r := range 8 {
		for c := range 8 {
			piece := g[r][c]
			if piece == 0 || lower(piece) != side {
				continue
			}
			king := piece < 'a'
			for _, dr := range []int{-1, 1} {
				for _, dc := range []int{-1, 1} {
					if (king || dr == forward) && inside(r+dr, c+dc) && g[r+dr][c+dc] == 0 {
						steps = append(steps, way{squares: []int{numberOf(r, c), numberOf(r+dr, c+dc)}})
					}
				}
			}
			lifted := g
			lifted[r][c] = 0
			var jump func(w way, r, c int) bool
			jump = func(w way, r, c int) (more bool) {
				if !king && r == crown && len(w.captured) > 0 {
					return false
				}
				for _, dr := range []int{-1, 1} {
					for _, dc := range []int{-1, 1} {
						if !king && dr != forward || !inside(r+2*dr, c+2*dc) {
							continue
						}
						over, over2 := lifted[r+dr][c+dc], numberOf(r+dr, c+dc)
						if over == 0 || lower(over) == side || slices.Contains(w.captured, over2) || lifted[r+2*dr][c+2*dc] != 0 {
							continue
						}
						more = true
						n := way{
							squares:  append(slices.Clone(w.squares), numberOf(r+2*dr, c+2*dc)),
							captured: append(slices.Clone(w.captured), over2),
						}
						n.complete = !jump(n, r+2*dr, c+2*dc)
						captures = append(captures, n)
					}
				}
				return more
			}
			jump(way{squares: []int{numberOf(r, c)}}, r, c)
		}
	}
	return steps, captures
}

// oracleList returns the canonical list of a position.
func oracleList(r *Rules, p *Position) []string {
	side := "bw"[p.Mover]
	var all []way
	add := func(g grid, huff int) {
		steps, captures := g.ways(side)
		complete := slices.DeleteFunc(slices.Clone(captures), func(w way) bool { return !w.complete })
		bound := !r.free || p.Flag == MustTake
		switch {
		case bound && len(complete) > 0:
			captures, steps = complete, nil
		case bound:
			captures = nil
		}
		for _, w := range append(steps, captures...) {
			w.huff = huff
			all = append(all, w)
		}
	}
	add(gridOf(&p.Stand), 0)
	for n := 1; n <= 32; n++ {
		if p.Huff.Has(n) {
			g := gridOf(&p.Stand)
			row, col := rowCol(n)
			g[row][col] = 0
			add(g, n)
		}
	}
	slices.SortFunc(all, func(a, b way) int {
		return cmp.Or(cmp.Compare(a.huff, b.huff), slices.Compare(a.squares, b.squares))
	})
	// Of the paths that make the same move, keep the first in order.
	seen := map[string]bool{}
	all = slices.DeleteFunc(all, func(w way) bool {
		set := slices.Sorted(slices.Values(w.captured))
		key := fmt.Sprint(w.huff, w.squares[0], w.squares[len(w.squares)-1], set)
		again := seen[key]
		seen[key] = true
		return again
	})
	var list []string
	for _, w := range all {
		first, last := w.squares[0], w.squares[len(w.squares)-1]
		text := fmt.Sprintf("%d-%d", first, last)
		if len(w.captured) > 0 {
			same := 0
			for _, o := range all {
				if o.huff == w.huff && len(o.captured) > 0 && o.squares[0] == first && o.squares[len(o.squares)-1] == last {
					same++
				}
			}
			squares := []int{first, last}
			if same > 1 || first == last {
				squares = w.squares
			}
			text = strings.ReplaceAll(strings.Trim(fmt.Sprint(squares), "[]"), " ", "x")
		}
		if w.huff != 0 {
			text = fmt.Sprintf("h%d %s", w.huff, text)
		}
		list = append(list, text)
	}
	if p.Huff != 0 {
		list = append(list, "compel")
	}
	return list
}

// randomStand makes a crowded or a sparse position with many kings, where long
// and circular captures are common.
func randomStand(rng *rand.Rand) (s Stand) {
	for side := range s.Pieces {
		for range 1 + rng.IntN(12) {
			n := 1 + rng.IntN(32)
			if (s.Pieces[0] | s.Pieces[1]).Has(n) {
				continue
			}
			s.Pieces[side] |= Of(n)
			if rng.IntN(2) == 0 || crownRow[side].Has(n) {
				s.Kings |= Of(n)
			}
		}
	}
	return s
}

func TestOracle(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, options := range []string{"", "[capture=may]", "[huff=yes]"} {
		r, _ := mustRead(t, "checkers"+options+" B:W21-32:B1-12")
		for range gametest.Times(1500, 100) {
			p := Position{Stand: randomStand(rng)}
			for range 6 {
				if r.Turn(&p).Over() {
					break
				}
				moves := r.AppendMoveList(&p, nil)
				got, want := r.texts(&p, moves), oracleList(r, &p)
				if !slices.Equal(got, want) {
					t.Fatalf("%s\nlists %q\nwant  %q", r.AppendPosition(nil, &p), got, want)
				}
				r.Play(&p, moves[rng.IntN(len(moves))])
				if err := r.Check(&p); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// TestTurned turns the board round: Black's game becomes White's.
func TestTurned(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	turn := func(s Squares) (back Squares) {
		for n := 1; n <= 32; n++ {
			if s.Has(n) {
				back |= Of(33 - n)
			}
		}
		return back
	}
	turned := func(s Stand) Stand {
		return Stand{Pieces: [2]Squares{turn(s.Pieces[White]), turn(s.Pieces[Black])}, Kings: turn(s.Kings), Quiet: s.Quiet}
	}
	for range gametest.Times(300, 50) {
		p := Position{Stand: randomStand(rng)}
		q := Position{Stand: turned(p.Stand), Mover: White}
		if a, b := perft(&p, 3), perft(&q, 3); a != b {
			t.Fatalf("%+v: perft %d, turned round %d", p, a, b)
		}
	}
}

// TestInvariants plays random games and checks what a move may change.
func TestInvariants(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for _, s := range everyOption {
		r, err := New(s)
		if err != nil {
			t.Fatal(err)
		}
		for range gametest.Times(20, 50) {
			p := r.Start()
			for !r.Turn(&p).Over() {
				if d := r.Turn(&p).Dice; d != 0 {
					r.Play(&p, d.Nth(rng.IntN(d.Weight())))
					continue
				}
				moves := r.AppendMoves(&p, nil)
				m := moves[rng.IntN(len(moves))]
				before := p
				r.Play(&p, m)
				if m == compel {
					continue
				}
				pieces := func(p *Position) int { return p.Pieces[0].Len() + p.Pieces[1].Len() }
				gone := r.Captured(&before, m)
				if _, huffs := Huffed(m); huffs {
					gone++
				}
				if lost := pieces(&before) - pieces(&p); lost != gone {
					t.Fatalf("%s: %s takes %d pieces off", r.AppendPosition(nil, &before), r.AppendMove(nil, &before, m), lost)
				}
				own := before.Pieces[before.Mover]&^Of(From(m)) | Of(To(m))
				if p.Pieces[before.Mover] != own {
					t.Fatalf("%s: %s moves another piece", r.AppendPosition(nil, &before), r.AppendMove(nil, &before, m))
				}
				if !r.free && before.jumpers(before.Mover) != 0 && Taken(m) == 0 {
					t.Fatalf("%s: a step although a capture is possible", r.AppendPosition(nil, &before))
				}
			}
		}
	}
}
