package checkers

import (
	"context"
	"slices"
	"testing"
	"time"

	"parlour"
	"parlour/bot"
	"parlour/games/checkers"
)

func opened(t testing.TB, line string) (*checkers.Rules, checkers.Position) {
	t.Helper()
	r, p, err := checkers.Read(line)
	if err != nil {
		t.Fatal(err)
	}
	return r, p
}

// full values a position by looking at everything, without any pruning that
// could err: the material that can be forced within depth plies, captures
// always played out. It is the judge of the search.
func full(s checkers.Stand, side parlour.Seat, depth int) int {
	moves := s.AppendMoves(side, nil)
	if len(moves) == 0 {
		return -1000
	}
	if depth <= 0 && checkers.Taken(moves[0]) == 0 {
		return s.Pieces[side].Len() - s.Pieces[side^1].Len()
	}
	best := -1000
	for _, m := range moves {
		q := s
		q.Play(side, m)
		best = max(best, -full(q, side^1, depth-1))
	}
	return best
}

// Shots: a sacrifice that wins more back. Which move it is, and that no other
// is as good, is proved by looking at everything.
func TestShots(t *testing.T) {
	found := 0
	rand := bot.NewRand(11)
	s := newSearch(trainedNets().Sight(), Endgames(), 1<<16)
	s.quiet, s.repeat = 80, 3
	const depth = 5
	for found < soak(6, 20) {
		stand, side := opening(&rand)
		for range 6 + rand.Intn(20) {
			moves := stand.AppendMoves(side, nil)
			if len(moves) == 0 {
				break
			}
			stand.Play(side, moves[rand.Intn(len(moves))])
			side ^= 1
		}
		moves := stand.AppendMoves(side, nil)
		if len(moves) < 3 || stand.Jumpers(side) != 0 || stand.Jumpers(side^1) != 0 {
			continue
		}
		have := stand.Pieces[side].Len() - stand.Pieces[side^1].Len()
		var best parlour.Move
		top, second := -1000, -1000
		for _, m := range moves {
			q := stand
			q.Play(side, m)
			v := -full(q, side^1, depth-1)
			if v > top {
				best, top, second = m, v, top
			} else {
				second = max(second, v)
			}
		}
		q := stand
		q.Play(side, best)
		if top < have+2 || second >= top-1 || q.Jumpers(side^1) == 0 {
			continue // no shot: nothing is given, or less than two are won
		}
		found++
		clear(s.memory)
		if f := s.best(&stand, side, limits{depth: depth + 6, nodes: 400_000}); f.move != best && f.value < 100*(top-1) {
			t.Errorf("%v, seat %d: %d-%d, worth %d, instead of the shot %d-%d that wins %d",
				stand, side, checkers.From(f.move), checkers.To(f.move), f.value, checkers.From(best), checkers.To(best), top-have)
		}
	}
}

// Without tables the search finds what the tables know: it never claims more
// than is true, and wins that are near it finds in as many plies.
func TestSearchAgainstTables(t *testing.T) {
	rand := bot.NewRand(5)
	s := newSearch(trainedNets().Sight(), nil, 1<<16)
	s.quiet, s.repeat = 80, 3
	missed, near := 0, 0
	for n := range soak(400, 20) {
		slice := Slices(2 + n%3)[rand.Intn(len(Slices(2+n%3)))]
		num := NewNumbering(slice)
		stand, ok := num.At(rand.Intn(num.Size))
		moves := stand.AppendMoves(checkers.Black, nil)
		if !ok || len(moves) < 2 {
			continue
		}
		want, _ := Endgames().Look(&stand, checkers.Black)
		clear(s.memory)
		f := s.best(&stand, checkers.Black, limits{depth: 13, nodes: 30_000})
		switch {
		case f.value > surely && (!want.Wins || win-f.value < want.Plies):
			t.Errorf("%v: a win in %d plies is claimed, the tables say %+v", stand, win-f.value, want)
		case f.value < -surely && (!want.Loses || win+f.value > want.Plies && f.depth >= want.Plies):
			t.Errorf("%v: a loss in %d plies is claimed, the tables say %+v", stand, win+f.value, want)
		}
		if want.Wins && want.Plies <= 7 {
			near++
			if f.value != win-want.Plies {
				missed++
			}
		}
	}
	if near < 20 || missed*20 > near {
		t.Errorf("%d of %d near wins were not found as they are", missed, near)
	}
}

// Two kings always beat one, however it hides in the double corner, unless
// they lose one at once: the endgame that every beginner has to learn.
func TestDoubleCorner(t *testing.T) {
	r, p := opened(t, "checkers W:WK18,K19:BK1 q=0")
	v, _ := Endgames().Look(&p.Stand, p.Mover)
	if !v.Wins {
		t.Fatalf("two kings against one: %+v", v)
	}
	b := newBot(r, style(3))
	other := stubborn{r, Endgames(), &bot.Rand{}}
	if w := play(r, p, [2]bot.Bot[checkers.Position]{other, b}); w != checkers.White {
		t.Errorf("won by %d", w)
	}
}

// A draw by repetition is seen coming, and avoided by who is ahead.
func TestRepetition(t *testing.T) {
	r, p := opened(t, "checkers B:WK32:BK1,K5,12 q=0")
	b := newBot(r, style(2))
	b.Seed(1)
	other := stubborn{r, Endgames(), &bot.Rand{}}
	if w := play(r, p, [2]bot.Bot[checkers.Position]{b, other}); w != checkers.Black {
		t.Errorf("two kings and a man do not win against a king: %d", w)
	}
	// The past: standing for the third time is worth a draw.
	s := newSearch(trainedNets().Sight(), nil, 1<<10)
	s.repeat = 3
	s.begin(&p.Stand, p.Mover, limits{})
	s.frames[1].stand = p.Stand
	s.frames[1].stand.Quiet = 9
	s.frames[1].hash = hashOf(&p.Stand, checkers.White)
	s.past = []uint64{1, s.frames[1].hash, 2, 3}
	if s.drawn(1) {
		t.Error("the second time is a draw")
	}
	s.past = append(s.past, s.frames[1].hash)
	if !s.drawn(1) {
		t.Error("the third time is no draw")
	}
	s.past, s.quiet = nil, 9
	if !s.drawn(1) {
		t.Error("the quiet count is no draw")
	}
}

// The same seed gives the same game.
func TestDeterministic(t *testing.T) {
	r, err := checkers.New(parlour.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range bot.Levels {
		st := style(i)
		st.Nodes = min(st.Nodes, 2000)
		a, b := newBot(r, st), newBot(r, st)
		for n := range 2 {
			a.Seed(7)
			b.Seed(7)
			if n == 1 { // what was thought before must not matter
				b.Seed(8)
				p := r.Start()
				b.Choose(&p, r.AppendMoves(&p, nil))
				b.Seed(7)
			}
			p := r.Start()
			for ply := 0; ply < 60 && !r.Turn(&p).Over(); ply++ {
				moves := r.AppendMoves(&p, nil)
				x, y := a.Choose(&p, moves), b.Choose(&p, moves)
				if x != y {
					t.Fatalf("%s: ply %d of game %d: %d-%d or %d-%d", bot.Levels[i], ply, n, checkers.From(x), checkers.To(x), checkers.From(y), checkers.To(y))
				}
				r.Play(&p, x)
			}
		}
	}
}

// Nothing is allocated while a move is looked for, in any game.
func TestAllocations(t *testing.T) {
	for _, options := range []map[string]string{nil, {"huff": "yes"}, {"capture": "may"}, {"goal": "lose"}} {
		r, err := checkers.New(parlour.Setup{Options: options})
		if err != nil {
			t.Fatal(err)
		}
		b := newBot(r, Style{Nodes: 3000, Tables: Endgames()})
		b.Seed(1)
		p := &checkers.Position{Stand: r.Start().Stand}
		moves := r.AppendMoves(p, nil)
		b.Choose(p, moves)
		if n := testing.AllocsPerRun(3, func() { b.Choose(p, moves) }); n != 0 {
			t.Errorf("%v: %v allocations a move", options, n)
		}
	}
}

// A bot stops when its time is over, even if nothing else stops it.
func TestTime(t *testing.T) {
	for _, options := range []map[string]string{nil, {"huff": "yes"}} {
		r, err := checkers.New(parlour.Setup{Options: options})
		if err != nil {
			t.Fatal(err)
		}
		b := newBot(r, Style{Slots: 1 << 12, Tables: Endgames()})
		p := r.Start()
		moves := r.AppendMoves(&p, nil)
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		if m := b.Think(ctx, &p, moves); !slices.Contains(moves, m) {
			t.Errorf("%v: %d is chosen", options, m)
		}
		cancel()
		if m := b.Think(ctx, &p, moves); !slices.Contains(moves, m) { // it is over, but a move is chosen
			t.Errorf("%v: %d is chosen without time", options, m)
		}
	}
}

// Judge tells the good moves from the bad ones.
func TestJudge(t *testing.T) {
	for _, line := range []string{
		"checkers B:W18,27:B15,16,K1 q=0",
		"checkers[huff=yes] B:W18,27:B15,16,K1 q=0",
		"checkers[goal=lose] B:W22:B5,K25 q=0",
	} {
		r, p := opened(t, line)
		b := newBot(r, style(3))
		moves := r.AppendMoves(&p, nil)
		shares := b.Judge(context.Background(), &p, moves)
		if len(shares) != len(moves) {
			t.Fatalf("%s: %d values for %d moves", line, len(shares), len(moves))
		}
		best := 0.0
		for _, s := range shares {
			if sum := s[0] + s[1]; sum < 0.999 || sum > 1.001 {
				t.Errorf("%s: shares %v", line, s)
			}
			best = max(best, s[0])
		}
		var s bot.Shares
		b.Value(context.Background(), &p, &s)
		if s[0] < best-0.2 || s[0] > best+0.2 {
			t.Errorf("%s: %v for the position, %v for its best move", line, s[0], best)
		}
	}
	r, p := opened(t, "checkers W:W:B1 q=0")
	var s bot.Shares
	newBot(r, style(2)).Value(context.Background(), &p, &s)
	if s[0] != 1 {
		t.Errorf("who has won expects %v", s)
	}
}

// A deadline that has passed before the search begins leaves it enough to find
// a move worth playing; one that is cancelled ends at once.
func TestNoTime(t *testing.T) {
	_, p := opened(t, "checkers B:W18,19,21,23,24,26,29,30,31,32:B1,2,3,4,6,7,9,10,11,12 q=0")
	s := newSearch(trainedNets().Sight(), Endgames(), 1<<14)
	past, cancel := context.WithDeadline(context.Background(), time.Now().Add(-time.Second))
	defer cancel()
	f := s.best(&p.Stand, p.Mover, limits{deadline: time.Now().Add(-time.Second), context: past})
	if f.move == parlour.NoMove || f.depth < 5 || s.nodes < least || s.nodes > 2*least {
		t.Errorf("%+v after %d nodes", f, s.nodes)
	}
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	if s.best(&p.Stand, p.Mover, limits{context: gone}); s.nodes > 2000 {
		t.Errorf("cancelled, but %d nodes", s.nodes)
	}
}

// BenchmarkSearch reports positions per second on one core.
func BenchmarkSearch(b *testing.B) {
	for name, line := range map[string]string{
		"start":  "checkers B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12 q=0",
		"middle": "checkers B:W18,19,21,23,24,26,29,30,31,32:B1,2,3,4,6,7,9,10,11,12 q=0",
		"kings":  "checkers B:WK10,K15,18,24,27,28:B12,16,20,K22,K25,K29 q=0",
	} {
		b.Run(name, func(b *testing.B) {
			_, p := opened(b, line)
			s := newSearch(trainedNets().Sight(), Endgames(), 1<<20)
			s.quiet, s.repeat = 80, 3
			nodes := 0
			for b.Loop() {
				clear(s.memory)
				f := s.best(&p.Stand, p.Mover, limits{nodes: 1_000_000})
				nodes += s.nodes
				b.ReportMetric(float64(f.depth), "depth")
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
		})
	}
}

// First position, the best known ending of the game: equal pieces, and with
// the move White wins by holding the man and driving the king out.
func TestFirstPosition(t *testing.T) {
	r, p := opened(t, "checkers W:WK15,20:B12,K28 q=0")
	if v, _ := Endgames().Look(&p.Stand, checkers.White); !v.Wins {
		t.Errorf("White to move: %+v", v)
	}
	b := newBot(r, style(3))
	moves := r.AppendMoves(&p, nil)
	if m := b.Choose(&p, moves); string(r.AppendMove(nil, &p, m)) != "15-19" {
		t.Errorf("%s is played", r.AppendMove(nil, &p, m))
	}
	b.Seed(1)
	other := stubborn{r, Endgames(), &bot.Rand{}}
	if w := play(r, p, [2]bot.Bot[checkers.Position]{other, b}); w != checkers.White {
		t.Errorf("won by %d", w)
	}
}

// A sacrifice from a master game, deeper than any shot: Jordan, 1911.
func TestMasterProblem(t *testing.T) {
	r, p := opened(t, "checkers W:WK2,16,22,K30:BK10,13,14,21 q=0")
	st := style(3)
	st.Nodes = 3_000_000 // the expert usually looks at fewer, and keeps a small advantage
	m := newBot(r, st).Choose(&p, r.AppendMoves(&p, nil))
	if text := string(r.AppendMove(nil, &p, m)); text != "2-7" {
		t.Errorf("%s, want 2-7", text)
	}
}

// The first choice after a ballot knows a history that ends before the ballot.
func TestAfterBallot(t *testing.T) {
	r, err := checkers.New(parlour.Setup{Options: map[string]string{"opening": "three-move"}})
	if err != nil {
		t.Fatal(err)
	}
	due := r.Start()
	if r.Turn(&due).Dice == 0 {
		t.Fatal("no ballot is due")
	}
	b := newBot(r, style(2))
	b.Seed(1)
	for ballot := parlour.Move(1); ballot < 20; ballot++ {
		p := due
		r.Play(&p, ballot)
		b.Recall([]checkers.Position{due})
		moves := r.AppendMoves(&p, nil)
		if m := b.Choose(&p, moves); !slices.Contains(moves, m) {
			t.Errorf("ballot %d: %d is chosen", ballot, m)
		}
	}
}

// Nodes and depth bound a choice even if it may use its whole time, and without them
// it uses more than its level does.
func TestBounds(t *testing.T) {
	r, p := opened(t, "checkers B:W18,19,21,23,24,26,29,30,31,32:B1,2,3,4,6,7,9,10,11,12 q=0")
	st := style(3)
	st.Nodes = 1000
	b := newBot(r, st)
	moves := r.AppendMoves(&p, nil)
	long, cancel := context.WithTimeout(bot.WholeTime(context.Background()), time.Hour)
	defer cancel()
	for _, c := range []struct {
		bounds      bot.Bounds
		least, most int
	}{
		{bot.Bounds{Nodes: 5000}, 5000, 5000},
		{bot.Bounds{Depth: 3}, 3, 2000},
		{bot.Bounds{Nodes: 5000, Threads: 2}, 5000, 1 << 30},
	} {
		b.Seed(1)
		if m := b.Think(bot.Within(long, c.bounds), &p, moves); !slices.Contains(moves, m) {
			t.Errorf("%+v: %d is chosen", c.bounds, m)
		}
		if n := b.Looked(); n < c.least || n > c.most {
			t.Errorf("%+v: %d positions", c.bounds, n)
		}
	}
	if b.Choose(&p, moves); b.Looked() != 1000 {
		t.Errorf("%d positions without bounds", b.Looked())
	}
}

// Searches that share a table play endings as well as one alone.
func TestThreads(t *testing.T) {
	r, p := opened(t, "checkers W:WK15,20:B12,K28 q=0")
	b := newBot(r, style(3))
	moves := r.AppendMoves(&p, nil)
	ctx := bot.Within(context.Background(), bot.Bounds{Threads: 3})
	for seed := range uint64(3) {
		b.Seed(seed)
		m := b.Think(ctx, &p, moves)
		if text := string(r.AppendMove(nil, &p, m)); text != "15-19" {
			t.Errorf("%s, want 15-19", text)
		}
	}
	// A position that takes longer, so that all of them write to the table.
	_, q := opened(t, "checkers B:W18,19,21,23,24,26,29,30,31,32:B1,2,3,4,6,7,9,10,11,12 q=0")
	all := r.AppendMoves(&q, nil)
	if m := b.Think(ctx, &q, all); !slices.Contains(all, m) {
		t.Errorf("%d is chosen", m)
	}
	if len(b.search.helpers) != 2 || !b.search.shared {
		t.Errorf("%d helpers", len(b.search.helpers))
	}
	b.Think(context.Background(), &p, moves)
	if len(b.search.helpers) != 0 || b.search.shared {
		t.Error("helpers stay without threads")
	}
}

// Moves share the positions that may be searched. A judge who may use the whole time
// has no such limit: with more time the values must not become worse.
func TestJudgesShare(t *testing.T) {
	rules, p := opened(t, "checkers B:W21-32:B1-12")
	b := newBot(rules, Style{Nodes: 100_000, Whole: true, Slots: 1 << 10})
	moves := len(rules.AppendMoves(&p, nil))
	hour, cancel := context.WithTimeout(context.Background(), time.Hour)
	defer cancel()
	for _, c := range []struct {
		ctx  context.Context
		want int
	}{
		{context.Background(), 100_000 / judging / moves}, {hour, 100_000 / judging / moves},
		{bot.WholeTime(hour), 0}, {bot.Within(bot.WholeTime(hour), bot.Bounds{Nodes: 14_000}), 14_000 / judging / moves},
		{bot.Within(context.Background(), bot.Bounds{Nodes: 7}), 500},
	} {
		if got := b.limits(c.ctx).each(moves).nodes; got != c.want {
			t.Errorf("%v: a move gets %d positions, want %d", c.ctx, got, c.want)
		}
	}
}
