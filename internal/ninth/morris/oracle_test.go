package morris

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"parlour"
	"parlour/games/gametest"
)

// The oracle is a second generator that shares nothing with the first: a map
// from names to colours, and a walk over the drawn board. On each row and file
// of the seven by seven grid the points it holds are read from the names; where
// the middle row or file crosses the empty centre, a line ends.

type oracle struct {
	men  map[string]byte
	hand map[byte]int
	to   byte
	fly  bool
	none bool
}

func oracleOf(p *Position, r *Rules) *oracle {
	o := &oracle{men: map[string]byte{}, hand: map[byte]int{'W': int(p.Hand[0]), 'B': int(p.Hand[1])}, to: "WB"[p.Mover], fly: r.fly, none: r.none}
	for n, name := range names {
		for side := range p.Men {
			if p.Men[side].Has(n) {
				o.men[name] = "WB"[side]
			}
		}
	}
	return o
}

var spots = []string{
	"a1", "a4", "a7", "b2", "b4", "b6", "c3", "c4", "c5", "d1", "d2", "d3",
	"d5", "d6", "d7", "e3", "e4", "e5", "f2", "f4", "f6", "g1", "g4", "g7",
}

// trios are the lines, found by walking along rows and files.
var trios = func() (all [][]string) {
	for axis := range 2 {
		for k := range byte(7) {
			var run []string
			flush := func() {
				if len(run) == 3 {
					all = append(all, run)
				}
				run = nil
			}
			for i := range byte(7) {
				name := string([]byte{'a' + k, '1' + i})
				if axis == 1 {
					name = string([]byte{'a' + i, '1' + k})
				}
				if name == "d4" {
					flush()
				}
				if slices.Contains(spots, name) {
					run = append(run, name)
				}
			}
			flush()
		}
	}
	return all
}()

func (o *oracle) mill(at string, colour byte) bool {
	for _, trio := range trios {
		if slices.Contains(trio, at) && o.men[trio[0]] == colour && o.men[trio[1]] == colour && o.men[trio[2]] == colour {
			return true
		}
	}
	return false
}

func beside(a, b string) bool {
	for _, trio := range trios {
		i, j := slices.Index(trio, a), slices.Index(trio, b)
		if i >= 0 && j >= 0 && (i-j == 1 || j-i == 1) {
			return true
		}
	}
	return false
}

func (o *oracle) other() byte { return 'W' + 'B' - o.to }

func (o *oracle) count(colour byte) (n int) {
	for _, c := range o.men {
		if c == colour {
			n++
		}
	}
	return n
}

// moves returns the texts of the legal moves, none if the side to move has
// lost.
func (o *oracle) moves() (all []string) {
	if o.count(o.to)+o.hand[o.to] < 3 {
		return nil
	}
	try := func(from, to string) {
		if o.men[to] != 0 {
			return
		}
		text := to
		if from != "" {
			delete(o.men, from)
			text = from + "-" + to
		}
		o.men[to] = o.to
		all = append(all, o.taking(text, to)...)
		delete(o.men, to)
		if from != "" {
			o.men[from] = o.to
		}
	}
	for _, to := range spots {
		if o.hand[o.to] > 0 {
			try("", to)
			continue
		}
		for _, from := range spots {
			if o.men[from] == o.to && (beside(from, to) || o.fly && o.count(o.to) == 3) {
				try(from, to)
			}
		}
	}
	return all
}

// taking returns a move to a point with each man it may take.
func (o *oracle) taking(text, to string) (all []string) {
	if !o.mill(to, o.to) {
		return []string{text}
	}
	var free, inMills []string
	for _, at := range spots {
		switch {
		case o.men[at] != o.other():
		case o.mill(at, o.other()):
			inMills = append(inMills, at)
		default:
			free = append(free, at)
		}
	}
	if len(free) == 0 && !o.none {
		free = inMills
	}
	if len(free) == 0 {
		return []string{text}
	}
	for _, at := range free {
		all = append(all, text+"x"+at)
	}
	return all
}

// TestOracle compares the lists of both generators along random games.
func TestOracle(t *testing.T) {
	for i, s := range setups {
		for n := range gametest.Times(4, 50) {
			m, err := Game().New(s)
			if err != nil {
				t.Fatal(err)
			}
			compare := func(parlour.Move) {
				r, p, _ := parlour.Typed[Position](m)
				want := oracleOf(&p, r.(*Rules)).moves()
				got := gametest.Describe(m)
				slices.Sort(got)
				slices.Sort(want)
				if !slices.Equal(got, want) {
					t.Fatalf("%s:\n%q, the oracle says\n%q", m, got, want)
				}
			}
			gametest.Random(t, m, uint64(100*i+n), 1000, compare)
		}
	}
}

// TestPerft compares counts from the empty board with what can be worked out:
// four plies are placings alone; in the fifth White may close one of sixteen
// lines in six orders, Black's two men may stand anywhere else, and then there
// are two captures in place of one move.
func TestPerft(t *testing.T) {
	count := uint64(1)
	want := []uint64{1}
	for n := range uint64(5) {
		count *= points - n
		want = append(want, count)
	}
	want[5] += 16 * 6 * 21 * 20
	if gametest.Soak() {
		want = append(want, 99_274_176) // this program's own count, so that a change shows
	}
	r := compile(nil)
	for depth, want := range want {
		if got := perft(r, r.Start(), depth); got != want {
			t.Errorf("perft(%d) = %d, want %d", depth, got, want)
		}
	}
}

func perft(r *Rules, p Position, depth int) (n uint64) {
	if depth == 0 {
		return 1
	}
	if r.Turn(&p).Over() {
		return 0
	}
	var buf [128]parlour.Move
	for _, m := range r.AppendMoves(&p, buf[:0]) {
		q := p
		r.Play(&q, m)
		n += perft(r, q, depth-1)
	}
	return n
}

// TestPerftOracle counts positions with mills, flights and blocked men with
// both generators.
func TestPerftOracle(t *testing.T) {
	for _, c := range []struct {
		line  string
		depth int
		want  uint64
	}{
		{"morris W:W2/a7,d7,b6,d6,f4,g4:B2/c5,d5,b4,c4,e3,f2 q=0", 3, 11223},
		{"morris W:W0/a7,d7,g4:B0/b4,f4,c3 q=0", 2, 2862},
		{"morris[fly=no] W:W0/a7,d7,g4:B0/b4,f4,c3,d3 q=0", 5, 22121},
	} {
		r, p, err := Read(c.line)
		if err != nil {
			t.Fatal(err)
		}
		got := perft(r, p, c.depth)
		if naive := oracleOf(&p, r).perft(c.depth); naive != got || got != c.want {
			t.Errorf("%s: perft(%d) = %d, the oracle counts %d, want %d", c.line, c.depth, got, naive, c.want)
		}
	}
}

// after returns the oracle after a move.
func (o *oracle) after(text string) *oracle {
	q := &oracle{men: maps.Clone(o.men), hand: maps.Clone(o.hand), to: o.other(), fly: o.fly, none: o.none}
	move, taken, _ := strings.Cut(text, "x")
	delete(q.men, taken)
	from, to, slides := strings.Cut(move, "-")
	if !slides {
		to = from
		q.hand[o.to]--
	}
	delete(q.men, from)
	q.men[to] = o.to
	return q
}

func (o *oracle) perft(depth int) (n uint64) {
	if depth == 0 {
		return 1
	}
	for _, text := range o.moves() {
		n += o.after(text).perft(depth - 1)
	}
	return n
}
