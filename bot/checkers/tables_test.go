package checkers

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"parlour"
	"parlour/bot"
	"parlour/games/checkers"
)

// Every number comes back, and there are as many positions as can be counted
// otherwise: all of n pieces less those of one colour.
func TestNumbers(t *testing.T) {
	all := [...]int{2: 6972, 3: 261224, 4: 7092774}
	for n := 2; n <= embeddedPieces; n++ {
		count := 0
		for _, s := range Endgames().slices {
			if s == nil || s.slice.Pieces() != n {
				continue
			}
			step := 1
			if n == 4 {
				step = 7 // a part will do to see that numbers come back
			}
			for i := 0; i < s.Size; i++ {
				p, ok := s.At(i)
				if !ok {
					continue
				}
				count++
				if i%step != 0 {
					continue
				}
				if own, their, kings := Facing(&p, checkers.Black); s.Of(own, their, kings) != i || keyOf(own, their, kings) != s.slice.key() {
					t.Fatalf("%v: number %d is %v, which is number %d", s.slice, i, p, s.Of(own, their, kings))
				}
			}
		}
		alone := 0
		for men := range n + 1 {
			alone += choose[men][28] * choose[n-men][32-men]
		}
		if count+2*alone != all[n] {
			t.Errorf("%d pieces: %d positions of both colours and %d of one, want %d together", n, count, 2*alone, all[n])
		}
	}
}

// How many are won, lost and drawn, Black to move.
func TestTotals(t *testing.T) {
	want := [...][3]int{2: {716, 402, 2370}, 3: {100250, 87305, 8477}, 4: {2574304, 1917090, 1717922}}
	for n := 2; n <= embeddedPieces; n++ {
		var got [3]int
		for _, s := range Endgames().slices {
			if s == nil || s.slice.Pieces() != n {
				continue
			}
			for i, v := range s.values {
				if v == Drawn {
					if _, ok := s.At(i); !ok {
						continue
					}
				}
				switch {
				case v == Drawn:
					got[2]++
				case Won(v):
					got[0]++
				default:
					got[1]++
				}
			}
		}
		if got != want[n] {
			t.Errorf("%d pieces: %v, want %v", n, got, want[n])
		}
	}
}

// Solve values positions by the rules alone, without numbers, slices or going
// backwards: it goes over all positions that can arise again and again.
func solve(r *checkers.Rules, starts []checkers.Position) map[checkers.Position]Outcome {
	values := map[checkers.Position]Outcome{}
	next := map[checkers.Position][]checkers.Position{}
	var all []checkers.Position
	for todo := starts; len(todo) > 0; {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if _, ok := values[p]; ok {
			continue
		}
		values[p] = Drawn
		all = append(all, p)
		if r.Turn(&p).Over() {
			values[p] = Lost
			continue
		}
		for _, m := range r.AppendMoves(&p, nil) {
			q := p
			r.Play(&q, m)
			q.Quiet = 0
			next[p] = append(next[p], q)
			todo = append(todo, q)
		}
	}
	for changed, plies := true, Outcome(1); changed || plies < 120; plies++ {
		changed = false
		for _, p := range all {
			if values[p] != Drawn {
				continue
			}
			best, worst, draw := Outcome(255), Drawn, false
			for _, q := range next[p] {
				switch v := values[q]; {
				case v == Drawn || v > plies: // not known before this round
					draw = true
				case Won(v):
					worst = max(worst, v)
				default:
					best = min(best, v)
				}
			}
			if best == plies || best > plies && !draw && worst == plies {
				values[p] = plies + 1
				changed = true
			}
		}
	}
	return values
}

func TestAgainstBruteForce(t *testing.T) {
	r, err := checkers.New(parlour.Setup{Options: map[string]string{"quiet": "0"}})
	if err != nil {
		t.Fatal(err)
	}
	slices := Slices(2)
	slices = append(slices, Slice{[2]int{0, 0}, [2]int{2, 1}}, Slice{[2]int{0, 0}, [2]int{1, 2}})
	if os.Getenv("PARLOUR_SOAK") != "" {
		slices = append(slices, Slices(3)...)
	}
	var starts []checkers.Position
	for _, s := range slices {
		n := NewNumbering(s)
		for i := range n.Size {
			if p, ok := n.At(i); ok {
				starts = append(starts, checkers.Position{Stand: p, Mover: checkers.Black})
			}
		}
	}
	values := solve(r, starts)
	bad := 0
	for p, want := range values {
		if got := Endgames().Value(Facing(&p.Stand, p.Mover)); got != want && bad < 5 {
			bad++
			t.Errorf("%s: %d, want %d", r.AppendPosition(nil, &p), got, want)
		}
	}
	if len(values) < 30000 {
		t.Errorf("only %d positions were compared", len(values))
	}
}

// Every value follows from those of its successors by the rules. Only one set
// of values has that property, and all are looked at, so this is a proof.
func TestEveryValueFollows(t *testing.T) {
	r, err := checkers.New(parlour.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	tables := Endgames()
	p := make([]checkers.Position, 2)
	var moves []parlour.Move
	seen := 0
	for _, s := range tables.slices {
		if s == nil {
			continue
		}
		for i := range s.Size {
			stand, ok := s.At(i)
			if !ok {
				continue
			}
			seen++
			p[0] = checkers.Position{Stand: stand}
			if r.Turn(&p[0]).Over() {
				if s.values[i] != Lost {
					t.Fatalf("%v: nothing can move, but the value is %d", stand, s.values[i])
				}
				continue
			}
			moves = r.AppendMoves(&p[0], moves[:0])
			best, worst, draw := Outcome(255), Drawn, false
			for _, m := range moves {
				p[1] = p[0]
				r.Play(&p[1], m)
				switch v := tables.Value(Facing(&p[1].Stand, checkers.White)); {
				case v == Drawn:
					draw = true
				case Won(v):
					worst = max(worst, v)
				default:
					best = min(best, v)
				}
			}
			want := worst + 1
			switch {
			case best != Outcome(255):
				want = best + 1
			case draw:
				want = Drawn
			}
			if s.values[i] != want {
				t.Fatalf("%v: %d, but its moves say %d", stand, s.values[i], want)
			}
		}
	}
	t.Logf("%d positions", seen)
}

// Won endgames are won within the plies the tables say, by the rules with
// their draws, whatever the other side tries; drawn ones are not lost.
func TestPerfectPlay(t *testing.T) {
	r, err := checkers.New(parlour.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	expert := style(3)
	expert.Nodes = 300
	tables, rand := Endgames(), bot.NewRand(4)
	b := newBot(r, expert)
	for n := range soak(1500, 20) {
		slice := Slices(2 + n%3)[rand.Intn(len(Slices(2+n%3)))]
		num := NewNumbering(slice)
		stand, ok := num.At(rand.Intn(num.Size))
		if !ok {
			continue
		}
		side := parlour.Seat(rand.Intn(2)) // who plays perfectly; Black is to move
		before, _ := tables.Look(&stand, checkers.Black)
		if side == checkers.White {
			before.Wins, before.Loses = before.Loses, before.Wins
		}
		seats := [2]bot.Bot[checkers.Position]{stubborn{r, tables, &rand}, stubborn{r, tables, &rand}}
		seats[side] = b
		b.Seed(uint64(n))
		winner := play(r, checkers.Position{Stand: stand}, seats)
		switch {
		case before.Wins && winner != side:
			t.Errorf("%v with Black to move is won by %d in %d plies, but %d won", stand, side, before.Plies, winner)
		case !before.Wins && !before.Loses && winner == side^1:
			t.Errorf("%v with Black to move is drawn, but %d won", stand, winner)
		}
	}
}

// Whatever the position, the expert's choice keeps what can be had: a win comes
// nearer with every move, a draw stays one, and a loss is put off as long as
// can be. The long campaign asks it in every position.
func TestEveryChoice(t *testing.T) {
	r, err := checkers.New(parlour.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	expert := style(3)
	expert.Depth, expert.Slots, expert.Tables = 3, 1<<8, Endgames() // what comes after the next move is in the tables
	b := newBot(r, expert)
	step := 211
	if os.Getenv("PARLOUR_SOAK") != "" {
		step = 1
	}
	p := make([]checkers.Position, 2)
	var moves []parlour.Move
	asked := 0
	for _, s := range expert.Tables.slices {
		if s == nil {
			continue
		}
		for i := asked % step; i < s.Size; i += step {
			stand, ok := s.At(i)
			if !ok {
				continue
			}
			p[0] = checkers.Position{Stand: stand}
			if r.Turn(&p[0]).Over() {
				continue
			}
			asked++
			moves = r.AppendMoves(&p[0], moves[:0])
			b.Seed(0)
			p[1] = p[0]
			r.Play(&p[1], b.Choose(&p[0], moves))
			before, _ := expert.Tables.Look(&stand, checkers.Black)
			after, _ := expert.Tables.Look(&p[1].Stand, checkers.White)
			if after.Wins != before.Loses || after.Loses != before.Wins || (before.Wins || before.Loses) && after.Plies != before.Plies-1 {
				t.Fatalf("%v: %+v, but after the choice %+v", stand, before, after)
			}
		}
	}
	t.Logf("%d positions", asked)
	if asked < 2000 {
		t.Errorf("only %d positions were asked for", asked)
	}
}

// Stubborn delays a loss as long as it can, or plays at random.
type stubborn struct {
	rules  *checkers.Rules
	tables *Tables
	rand   *bot.Rand
}

func (stubborn) Seed(uint64) {}

func (s stubborn) Choose(p *checkers.Position, moves []parlour.Move) parlour.Move {
	best, top := moves[s.rand.Intn(len(moves))], -1
	if s.rand.Intn(5) == 0 {
		return best
	}
	for _, m := range moves {
		q := *p
		s.rules.Play(&q, m)
		v, _ := s.tables.Look(&q.Stand, q.Mover)
		good := 1000 // a draw
		if v.Wins {
			good = v.Plies
		} else if v.Loses {
			good = 2000 - v.Plies
		}
		if good > top {
			best, top = m, good
		}
	}
	return best
}

// Slices written to a folder come back, whole or block by block. A folder without all
// slices of a number of pieces adds none of them.
func TestFolder(t *testing.T) {
	dir := t.TempDir()
	sh := &shelf{most: 2}
	for _, s := range Endgames().slices {
		if s == nil || s.slice.Pieces() > 3 {
			continue
		}
		if err := WriteSlice(dir, s.slice, s.values); err != nil {
			t.Fatal(err)
		}
		if values, err := ReadSlice(dir, s.slice); err != nil || !bytes.Equal(values, s.values) {
			t.Errorf("%v comes back otherwise: %v", s.slice, err)
		}
		tab, err := openTable(dir, s.slice)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < s.Size; i += 101 {
			if got := sh.value(tab, i); got != s.values[i] {
				t.Errorf("%v: value %d is %d, want %d", s.slice, i, got, s.values[i])
			}
		}
		tab.file.Close()
	}
	if tables, err := Open(dir, 1<<20); err != nil || tables.Pieces() != embeddedPieces {
		t.Errorf("tables of %d pieces, %v", tables.Pieces(), err)
	}
	if err := os.WriteFile(filepath.Join(dir, "1k-1m.end"), []byte("parlour endgame 2k-1m\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadSlice(dir, Slice{Men: [2]int{0, 1}, Kings: [2]int{1, 0}}); err == nil {
		t.Error("a damaged file is accepted")
	}
}
