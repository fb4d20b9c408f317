package checkers

import (
	"encoding/json"
	"math/bits"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"parlour"
	"parlour/games/gametest"
)

type vectors struct {
	Start     string
	Paths     []uint64 `json:"perft_paths"`
	Unique    []uint64 `json:"perft_unique"`
	Divide8   map[string]uint64
	Positions []struct {
		Fen           string
		Paths, Unique []uint64
	}
	Legal []struct {
		Fen   string
		Moves []string
	}
}

func readVectors(t *testing.T) (v vectors) {
	t.Helper()
	data, err := os.ReadFile("testdata/vectors.json")
	if err == nil {
		err = json.Unmarshal(data, &v)
	}
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func mustRead(t testing.TB, line string) (*Rules, Position) {
	t.Helper()
	r, p, err := Read(line)
	if err != nil {
		t.Fatal(err)
	}
	return r, p
}

func testPerft(t *testing.T, fen string, unique, paths []uint64, most int) {
	t.Helper()
	_, p := mustRead(t, fen)
	for i := range min(most, len(unique)) {
		if got := perft(&p, i+1); got != unique[i] {
			t.Errorf("%s: perft %d is %d, want %d", fen, i+1, got, unique[i])
		}
		if got := perftPaths(&p, i+1); got != paths[i] {
			t.Errorf("%s: perft %d by paths is %d, want %d", fen, i+1, got, paths[i])
		}
	}
}

func TestPerft(t *testing.T) {
	v := readVectors(t)
	depth := 11
	if gametest.Soak() {
		depth = 13
	}
	testPerft(t, v.Start, v.Unique, v.Paths, depth)
	for _, x := range v.Positions {
		testPerft(t, x.Fen, x.Unique, x.Paths, 9)
	}
}

func TestDivide(t *testing.T) {
	v := readVectors(t)
	r, p := mustRead(t, v.Start)
	for _, m := range r.AppendMoveList(&p, nil) {
		q := p
		text := string(r.AppendMove(nil, &p, m))
		r.Play(&q, m)
		if got := perft(&q, 7); got != v.Divide8[text] {
			t.Errorf("after %s perft 7 is %d, want %d", text, got, v.Divide8[text])
		}
	}
}

// TestPaths compares every capture path of small positions.
func TestPaths(t *testing.T) {
	for _, x := range readVectors(t).Legal {
		r, p := mustRead(t, x.Fen)
		var got []string
		for _, m := range r.AppendMoves(&p, nil) {
			sep := byte('-')
			if Taken(m) != 0 {
				sep = 'x'
			}
			p.paths(p.Mover, m, func(w *path) bool {
				got = append(got, string(appendSquares(nil, w.all(), sep)))
				return true
			})
		}
		slices.Sort(got)
		slices.Sort(x.Moves)
		if !slices.Equal(got, x.Moves) {
			t.Errorf("%s: paths %q, want %q", x.Fen, got, x.Moves)
		}
	}
}

// countMoves is perft through the rules; finished games are leaves.
func countMoves(r *Rules, p *Position, depth int) (n uint64) {
	if depth == 0 {
		return 1
	}
	if r.Turn(p).Over() {
		return 0
	}
	for _, m := range r.AppendMoves(p, nil) {
		q := *p
		r.Play(&q, m)
		n += countMoves(r, &q, depth-1)
	}
	return n
}

func TestPerftOptions(t *testing.T) {
	const (
		start  = "B:W21-32:B1-12"
		kings  = "W:WK1,K5,K28,K32:BK14,K15,K18,K19,K22,K23"
		middle = "B:W18,19,21,23,24,26,29,30,31,32:B1,2,3,4,6,7,9,10,11,12"
	)
	for _, x := range []struct {
		fen, option string
		want        []uint64
	}{
		{start, "", []uint64{7, 49, 302, 1469, 7361, 36768}},
		{start, "[capture=may]", []uint64{7, 49, 379, 2872, 23582, 190647}},
		{start, "[huff=yes]", []uint64{7, 49, 379, 3560, 41937, 500957}},
		{kings, "[capture=may]", []uint64{4, 48, 368, 4781}},
		{kings, "[huff=yes]", []uint64{4, 48, 675, 10742}},
		{middle, "[capture=may]", []uint64{10, 116, 1085, 11727}},
		{middle, "[huff=yes]", []uint64{10, 116, 1558, 25607}},
	} {
		r, p := mustRead(t, "checkers"+x.option+" "+x.fen)
		for i, want := range x.want {
			if got := countMoves(r, &p, i+1); got != want {
				t.Errorf("%s %s: perft %d is %d, want %d", x.option, x.fen, i+1, got, want)
			}
		}
	}
}

// choose returns one of the moves, all equally likely up to 2^-60.
func choose(moves []parlour.Move, rng *rand.PCG) parlour.Move {
	i, _ := bits.Mul64(rng.Uint64(), uint64(len(moves)))
	return moves[i]
}

// playout plays one random game through the interface and returns its length in
// plies.
func playout(r parlour.Rules[Position], p *Position, moves []parlour.Move, rng *rand.PCG) (plies int) {
	for !r.Turn(p).Over() {
		moves = r.AppendMoves(p, moves[:0])
		r.Play(p, choose(moves, rng))
		plies++
	}
	return plies
}

func BenchmarkPlayout(b *testing.B) {
	for _, x := range []struct{ name, options string }{
		{"default", ""}, {"may", "[capture=may]"}, {"huff", "[huff=yes]"},
	} {
		b.Run(x.name, func(b *testing.B) {
			rules, start := mustRead(b, "checkers"+x.options+" B:W21-32:B1-12")
			rng := rand.NewPCG(1, 2)
			ps := make([]Position, 1)
			moves := make([]parlour.Move, 0, 256)
			b.ReportAllocs()
			n := 0
			for n < b.N {
				ps[0] = start
				n += playout(rules, &ps[0], moves, rng)
			}
		})
	}
}

// BenchmarkBare is the same loop written by hand, without an interface.
func BenchmarkBare(b *testing.B) {
	rng := rand.NewPCG(1, 2)
	buf := make([]parlour.Move, 0, 256)
	b.ReportAllocs()
	for n := 0; n < b.N; {
		s, side := setUp, Black
		for s.Quiet < 80 {
			moves := s.appendBound(side, buf)
			if len(moves) == 0 {
				break
			}
			s.make(side, choose(moves, rng))
			side ^= 1
			n++
		}
	}
}

// BenchmarkPerft reports nodes per second to depth 9.
func BenchmarkPerft(b *testing.B) {
	p := Position{Stand: setUp}
	var n uint64
	for b.Loop() {
		n += perft(&p, 9)
	}
	b.ReportMetric(float64(n)/1e6/b.Elapsed().Seconds(), "Mnodes/s")
}

// perft counts the sequences of depth moves from p under the duty to capture,
// each move once. It ignores draws by the quiet count. It works on the bare
// stand and counts the last move without making it.
func perft(p *Position, depth int) uint64 { return p.Stand.count(p.Mover, depth, false) }

// perftPaths counts like perft, but counts every path of a capture separately,
// as published tables do.
func perftPaths(p *Position, depth int) uint64 { return p.Stand.count(p.Mover, depth, true) }

// count takes the stand by value, so that the next one needs no space on the
// heap.
func (s Stand) count(side parlour.Seat, depth int, paths bool) (n uint64) {
	j := s.jumpers(side)
	switch {
	case depth == 0:
		return 1
	case depth == 1 && j == 0:
		return uint64(s.steps(side))
	}
	var buf [32]parlour.Move
	moves := buf[:0]
	if j != 0 {
		c := capturing(&s, side)
		c.paths = paths
		for ; j != 0; j &= j - 1 {
			moves = c.appendFrom(moves, j.first())
		}
		if depth == 1 {
			return uint64(len(moves))
		}
	} else {
		moves = s.appendSteps(side, s.steppers(side), moves)
	}
	for _, m := range moves {
		after := s
		after.make(side, m)
		n += after.count(side^1, depth-1, paths)
	}
	return n
}

// steps counts the steps of a side.
func (s *Stand) steps(side parlour.Seat) int {
	down, up := s.movers(side)
	empty := ^(s.Pieces[0] | s.Pieces[1])
	n := bits.OnesCount64(uint64(down4(down)&empty)<<32 | uint64(down35(down)&empty))
	return n + bits.OnesCount64(uint64(up4(up)&empty)<<32|uint64(up35(up)&empty))
}
