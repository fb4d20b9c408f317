package backgammon

import (
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"parlour"
	"parlour/games/gametest"
)

// setups are games with many different options.
var setups = []parlour.Setup{
	{},
	{Preset: "1928"},
	{Preset: "1931"},
	{Preset: "money"},
	{Preset: "money", Options: map[string]string{"match": "3"}},
	{Options: map[string]string{"doubling": "none"}},
	{Options: map[string]string{"match": "1"}},
	{Options: map[string]string{"match": "5", "resign": "yes"}},
	{Options: map[string]string{"match": "4", "crawford": "no", "dead-cube": "allowed", "doubling": "voice"}},
	{Options: map[string]string{"beavers": "raccoon", "cube-max": "4", "auto-doubles": "2", "opening": "choice"}},
	{Options: map[string]string{"bearoff": "strict", "one-die": "free", "opening": "fresh", "triple": "no"}},
	{Options: map[string]string{"jacoby": "yes", "resign": "yes", "triple": "no"}},
}

func TestLaws(t *testing.T) {
	gametest.Run(t, Game(), gametest.Config[Position]{Setups: setups, Games: 1, Places: gametest.Places(BoardOf), Rotate: rotate})
}

// rotate exchanges the sides.
func rotate(p Position) Position {
	if p.State == Open {
		p.Score[X], p.Score[O] = p.Score[O], p.Score[X]
		return p
	}
	p.Men[X], p.Men[O] = p.Men[O], p.Men[X]
	p.Score[X], p.Score[O] = p.Score[O], p.Score[X]
	p.Turn = 1 - p.Turn
	if p.Owner != parlour.Nobody {
		p.Owner = 1 - p.Owner
	}
	return p
}

func TestPlaythroughs(t *testing.T) {
	gametest.Playthrough(t, Game(), parlour.Setup{Options: map[string]string{"doubling": "none"}}, 2, "testdata/playthrough-plays.txt")
	gametest.Playthrough(t, Game(), parlour.Setup{Options: map[string]string{"match": "3", "resign": "yes"}}, 1, "testdata/playthrough-match.txt")
	gametest.Playthrough(t, Game(), parlour.Setup{Options: map[string]string{"beavers": "raccoon", "jacoby": "yes", "opening": "choice"}}, 3, "testdata/playthrough-money.txt")
}

func TestSizes(t *testing.T) {
	if n := unsafe.Sizeof(Men{}); n != 16 {
		t.Errorf("the men of a side take %d bytes", n)
	}
	if n := unsafe.Sizeof(Position{}); n != 56 {
		t.Errorf("a position takes %d bytes", n)
	}
}

// TestReference compares the plays with those of the simplest possible program:
// all sequences in all orders, then the longest, then one for each position.
func TestReference(t *testing.T) {
	for i, options := range []map[string]string{
		{"doubling": "none"},
		{"doubling": "none", "bearoff": "strict"},
		{"doubling": "none", "one-die": "free"},
		{"doubling": "none", "bearoff": "strict", "one-die": "free"},
	} {
		r := mustNew(t, options)
		rng := rand.New(rand.NewPCG(uint64(i), 5))
		for range gametest.Times(12, 50) {
			p := r.Start()
			if rng.IntN(2) == 0 {
				p = scattered(rng)
			}
			for p.State != Over {
				if d := r.Turn(&p).Dice; d != 0 {
					r.Play(&p, d.Nth(rng.IntN(d.Weight())))
					continue
				}
				moves := r.AppendMoves(&p, nil)
				compare(t, r, &p, moves)
				p.Dice[0], p.Dice[1] = p.Dice[1], p.Dice[0]
				compare(t, r, &p, moves)
				p.Dice[0], p.Dice[1] = p.Dice[1], p.Dice[0]
				if t.Failed() {
					return
				}
				r.Play(&p, moves[rng.IntN(len(moves))])
			}
		}
	}
}

// scattered returns a position late in a game, with few men, blots, men on the
// bar and men to bear off.
func scattered(rng *rand.Rand) Position {
	p := Position{State: Throw, Owner: parlour.Nobody, Turn: parlour.Seat(rng.IntN(2))}
	far := [2]int{6 + rng.IntN(20), 6 + rng.IntN(20)}
	for s := X; s <= O; s++ {
		for range 1 + rng.IntN(allMen) {
			q := 1 + rng.IntN(far[s])
			if q < bar && p.Men[1-s].At(bar-q) > 0 {
				continue
			}
			p.Men[s].set(q, p.Men[s].At(q)+1)
		}
		if p.Men[s].Any() == 0 {
			p.Men[s].set(bar, 1)
		}
	}
	return p
}

// compare tests a list of plays against the reference.
func compare(t *testing.T, r *Rules, p *Position, moves []parlour.Move) {
	t.Helper()
	want := reference(r, p)
	got := map[[2]Men]bool{}
	for _, m := range moves {
		own, opp := p.Men[p.Turn], p.Men[1-p.Turn]
		if m != pass {
			own, opp = moved(p, m)
		}
		if got[[2]Men{own, opp}] {
			t.Errorf("%s: %s leads to a position that is already listed", r.AppendPosition(nil, p), r.AppendMove(nil, p, m))
		}
		got[[2]Men{own, opp}] = true
	}
	if len(got) != len(want) {
		t.Errorf("%s: %d plays, want %d", r.AppendPosition(nil, p), len(got), len(want))
		return
	}
	for b := range want {
		if !got[b] {
			t.Errorf("%s: a play is missing", r.AppendPosition(nil, p))
		}
	}
}

// reference finds the positions that all legal plays lead to, with counts in
// plain arrays.
func reference(r *Rules, p *Position) map[[2]Men]bool {
	var own, opp [bar + 1]int
	for q := 1; q <= bar; q++ {
		own[q], opp[q] = p.Men[p.Turn].At(q), p.Men[1-p.Turn].At(q)
	}
	a, b := int(p.Dice[0]), int(p.Dice[1])
	type end struct {
		men   [2]Men
		first int // the first die played
	}
	best, ends := -1, []end{}
	start := own
	var walk func(own, opp [bar + 1]int, dice []int, played []int)
	walk = func(own, opp [bar + 1]int, dice, played []int) {
		stuck := true
		for s := 1; s <= bar; s++ {
			if len(dice) == 0 || own[s] == 0 || own[bar] > 0 && s != bar {
				continue
			}
			n := dice[0]
			to := s - n
			if to >= 1 && opp[bar-to] >= 2 {
				continue
			}
			if to <= 0 {
				high := 0
				for q := 1; q <= bar; q++ {
					if own[q] > 0 {
						high = q
					}
				}
				if high > 6 || to < 0 && s != high {
					continue
				}
				if to < 0 && r.strict && a != b && len(played) == 1 && n == max(a, b) {
					stood := false
					for q := n; q <= bar; q++ {
						stood = stood || start[q] > 0
					}
					if stood {
						continue
					}
				}
			}
			stuck = false
			o, e := own, opp
			o[s]--
			if to >= 1 {
				o[to]++
				if e[bar-to] == 1 {
					e[bar-to] = 0
					e[bar]++
				}
			}
			walk(o, e, dice[1:], append(slices.Clone(played), n))
		}
		if !stuck {
			return
		}
		if len(played) > best {
			best, ends = len(played), nil
		}
		if len(played) == best {
			e := end{}
			for q := 1; q <= bar; q++ {
				e.men[0].set(q, own[q])
				e.men[1].set(q, opp[q])
			}
			if best > 0 {
				e.first = played[0]
			}
			ends = append(ends, e)
		}
	}
	if a == b {
		walk(own, opp, []int{a, a, a, a}, nil)
	} else {
		walk(own, opp, []int{a, b}, nil)
		walk(own, opp, []int{b, a}, nil)
	}
	set := map[[2]Men]bool{}
	larger := slices.ContainsFunc(ends, func(e end) bool { return e.first == max(a, b) })
	for _, e := range ends {
		if best == 1 && larger && !r.oneDieFree && e.first != max(a, b) {
			continue
		}
		set[e.men] = true
	}
	return set
}

// TestPips checks that a play lowers the pip count by the dice it used, minus
// what bearing off with a larger number wastes.
func TestPips(t *testing.T) {
	r := mustNew(t, map[string]string{"doubling": "none"})
	rng := rand.New(rand.NewPCG(11, 11))
	for range gametest.Times(20, 50) {
		p := r.Start()
		for p.State != Over {
			if d := r.Turn(&p).Dice; d != 0 {
				r.Play(&p, d.Nth(rng.IntN(d.Weight())))
				continue
			}
			moves := r.AppendMoves(&p, nil)
			m := moves[rng.IntN(len(moves))]
			want := p.Men[p.Turn].Pips()
			for s := uint32(m); s != 0; s >>= stepBits {
				want -= min(int(s>>dieBits&31), int(s&dieMask))
			}
			mover := p.Turn
			r.Play(&p, m)
			if got := p.Men[mover].Pips(); got != want {
				t.Fatalf("%s: %d pips, want %d", r.AppendPosition(nil, &p), got, want)
			}
		}
	}
}

// TestMatches checks that a match has at most one Crawford game, that scores
// never go down and that the cube is not turned in that game.
func TestMatches(t *testing.T) {
	for _, length := range []string{"1", "2", "3", "7"} {
		r := mustNew(t, map[string]string{"match": length, "resign": "yes"})
		rng := rand.New(rand.NewPCG(3, 4))
		for range gametest.Times(5, 100) {
			p := r.Start()
			crawfords, before := 0, p
			for p.State != Over {
				before = p
				if d := r.Turn(&p).Dice; d != 0 {
					r.Play(&p, d.Nth(rng.IntN(d.Weight())))
				} else {
					moves := r.AppendMoves(&p, nil)
					r.Play(&p, moves[rng.IntN(len(moves))])
				}
				if p.Score[X] < before.Score[X] || p.Score[O] < before.Score[O] {
					t.Fatal("a score went down")
				}
				if p.Crawford && !before.Crawford {
					crawfords++
				}
				if p.Crawford && p.State >= Doubled && p.State <= Raccooned {
					t.Fatal("a double in the Crawford game")
				}
			}
			if crawfords > 1 {
				t.Fatalf("%d Crawford games", crawfords)
			}
		}
	}
}

// TestRandomGames compares random games with known numbers: turns, plays per
// throw and kinds of wins, each within four standard errors.
func TestRandomGames(t *testing.T) {
	r := mustNew(t, map[string]string{"doubling": "none"})
	rng := rand.New(rand.NewPCG(1, 2))
	games := gametest.Times(1000, 100)
	turns, plays, passes, kinds := 0, 0, 0, [4]int{}
	var buf []parlour.Move
	for range games {
		p := r.Start()
		for p.State != Over {
			if d := r.Turn(&p).Dice; d != 0 {
				r.Play(&p, d.Nth(rng.IntN(d.Weight())))
				continue
			}
			buf = r.AppendMoves(&p, buf[:0])
			turns++
			plays += len(buf)
			if buf[0] == pass {
				passes++
			}
			r.Play(&p, buf[rng.IntN(len(buf))])
		}
		kinds[p.Points]++
	}
	mean := float64(turns) / float64(games)
	perThrow, pct := float64(plays)/float64(turns), 100*float64(passes)/float64(turns)
	t.Logf("%d games: %.1f turns, %.2f plays a throw, %.2f%% pass, single %d gammon %d backgammon %d", games, mean, perThrow, pct, kinds[1], kinds[2], kinds[3])
	if mean < 98.6-9 || mean > 98.6+9 || perThrow < 17.7 || perThrow > 19.7 || pct < 3.7 || pct > 5.7 {
		t.Error("random games differ from the known numbers")
	}
	for n, want := range []float64{0, 145, 170, 85} {
		if got := 400 * float64(kinds[n]) / float64(games); got < want-46 || got > want+46 {
			t.Errorf("%d-point wins: %.0f of 400, want about %.0f", n, got, want)
		}
	}
}

// TestNoAllocations checks that what players call for every move allocates
// nothing.
func TestNoAllocations(t *testing.T) {
	r := mustNew(t, nil)
	ps := make([]Position, 1)
	ps[0] = r.Start()
	ps[0].State, ps[0].Dice = Moving, [2]uint8{2, 2}
	moves := make([]parlour.Move, 0, 4096)
	n := testing.AllocsPerRun(10, func() {
		moves = r.AppendMoves(&ps[0], moves[:0])
		for _, m := range moves {
			r.Greed(&ps[0], m)
			r.Captured(&ps[0], m)
		}
	})
	if n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestGreed checks that the greedy player hits, bears off and covers.
func TestGreed(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"backgammon " + start + ":0:0:1:31:0:0:0:0:10 move", "8/5 6/5"},
		{"backgammon XGID=-----aB-B---------------b-:0:0:1:31:0:0:0:0:10 move", "8/7 8/5*"},
		{"backgammon XGID=-B-A-A------------------b-:0:0:1:64:0:0:0:0:10 move", "5/off 3/off"},
		{"backgammon " + start + ":0:0:1:00:0:0:0:0:10 roll", "roll"},
		{"backgammon " + start + ":0:0:1:D:0:0:0:0:10 take", "take"},
	} {
		m := parse(t, c.line)
		full, p, _ := parlour.Typed[Position](m)
		r := full.(*Rules)
		best := slices.MaxFunc(m.Moves(), func(a, b parlour.Move) int { return r.Greed(&p, a) - r.Greed(&p, b) })
		if got := m.Text(best); got != c.want {
			t.Errorf("%s: greed plays %s, want %s", c.line, got, c.want)
		}
	}
}
