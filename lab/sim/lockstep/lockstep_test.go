package lockstep

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"unsafe"

	"parlour"
	"parlour/bot"
	"parlour/games/race"
	"parlour/lab/sim"
	"parlour/rulebook"
)

// best are the stages that New uses, or the plain ones on a processor that lacks
// them. TestStages and TestGameForGame compare the two.
var best = func() *stages {
	if fast {
		return &fastStages
	}
	return &plainStages
}()

// A book is a game with its options.
type book struct {
	game parlour.Game
	book *rulebook.Book
}

var books = []book{
	{race.MenschGame(), rulebook.Mensch},
	{race.KleefeldGame(), rulebook.Kleefeld},
	{race.BritishGame(), rulebook.British},
}

func open(t testing.TB, g parlour.Game, s parlour.Setup) (full, position) {
	t.Helper()
	m, err := g.New(s)
	if err != nil {
		t.Fatal(err)
	}
	rules, p, ok := parlour.Typed[position](m)
	if !ok {
		t.Fatal("the match has another type of position")
	}
	return rules, p
}

// players are the players by seat that are tried: n for none, r for random and
// g for greedy.
var players = []string{"nnnn", "rrrr", "gggg", "gnnn", "ngng", "rgrr"}

func makers(text string) (list []bot.Maker[position]) {
	for _, c := range text {
		switch c {
		case 'n':
			list = append(list, nil)
		case 'r':
			list = append(list, bot.NewRandom[position])
		case 'g':
			list = append(list, bot.NewGreedy[position])
		}
	}
	return list
}

func seated(rules full, text string) (list []bot.Bot[position]) {
	for _, mk := range makers(text) {
		var b bot.Bot[position]
		if mk != nil {
			b = mk(rules)
		}
		list = append(list, b)
	}
	return list
}

// An outcome is all there is to know of a finished game.
type outcome struct {
	sim.Tally
	end parlour.Result
	men [4][4]int8
}

// alone plays a game as the simulator does.
func alone(rules full, start position, most int, bots []bot.Bot[position], seed uint64) (o outcome) {
	for s, b := range bots {
		if b != nil {
			b.Seed(bot.Mix(seed, uint64(s)+1))
		}
	}
	random, p, last := bot.NewRand(seed), start, parlour.Nobody
	for o.Moves < most {
		turn := rules.Turn(&p)
		if turn.Dice != 0 {
			rules.Play(&p, turn.Dice.Nth(random.Intn(6)))
			o.Throws++
			continue
		}
		if turn.Over() {
			break
		}
		moves := rules.AppendMoves(&p, nil)
		m := moves[0]
		switch b := bots[turn.Seat]; {
		case len(moves) == 1:
			if string(rules.AppendMove(nil, &p, m)) == "pass" {
				o.Passes++
			}
		case b != nil:
			o.Choices++
			m = b.Choose(&p, moves)
		default:
			o.Choices++
			m = moves[random.Intn(len(moves))]
		}
		if turn.Seat != last {
			last = turn.Seat
			o.Turns++
			if !slices.Contains(o.Order[:o.Ordered], last) {
				o.Order[o.Ordered] = last
				o.Ordered++
			}
		}
		o.Captures += rules.(parlour.Counter[position]).Captured(&p, m)
		o.Moves++
		rules.Play(&p, m)
	}
	o.end = rules.Result(&p)
	stand, _ := p.Stand()
	o.men = stand.Men
	return o
}

// together plays games at the same time.
func together(t *table, seeds []uint64) map[uint64]outcome {
	all := map[uint64]outcome{}
	next := 0
	t.Play(func() (uint64, bool) {
		if next++; next > len(seeds) {
			return 0, false
		}
		return seeds[next-1], true
	}, func(end *position, n *sim.Tally) {
		o := outcome{Tally: *n, end: t.rules.Result(end)}
		clear(o.Order[o.Ordered:])
		stand, _ := end.Stand()
		o.men = stand.Men
		for l := range t.games {
			if n == &t.games[l].Tally {
				all[t.games[l].seed] = o
			}
		}
	})
	return all
}

// compare plays the same games alone and together. It reports whether they can
// be played together.
func compare(t *testing.T, s *stages, rules full, start position, most, games int, who string, first uint64) bool {
	t.Helper()
	many := newTable(rules, start, most, seated(rules, who), s)
	if many == nil {
		return false
	}
	seeds := make([]uint64, games)
	for i := range seeds {
		seeds[i] = bot.Mix(first, uint64(i))
	}
	got, bots, bad := together(many, seeds), seated(rules, who), 0
	for _, seed := range seeds {
		if want := alone(rules, start, most, bots, seed); got[seed] != want && bad < 2 {
			bad++
			t.Errorf("%s, %s: game %#x:\ntogether %+v\nalone    %+v", rules.AppendPosition(nil, &start), who, seed, got[seed], want)
		}
	}
	return true
}

// Every game is the same as when it is played alone, with all players.
func TestGameForGame(t *testing.T) {
	for _, b := range books {
		for _, who := range players {
			rules, start := open(t, b.game, parlour.Setup{})
			if !compare(t, best, rules, start, sim.DefaultMaxMoves, 150, who, 7) || !compare(t, &plainStages, rules, start, sim.DefaultMaxMoves, 34, who, 7) {
				t.Errorf("%s: %s are not played together", b.book.ID, who)
			}
		}
	}
}

// apart are the options with which games are not played together.
var apart = map[string][]string{
	"mensch":   {"back=yes", "barrier=yes", "chain=block", "lone=pass", "must=yes", "noskip=yes"},
	"kleefeld": {"decline=yes", "end-square=no-land", "own-landing=forbid", "six-limit=3", "stack-kick=safe", "stack=block-all"},
	"british":  {"decline=yes", "end-square=no-land", "own-landing=forbid", "six-limit=3", "stack=block-all"},
}

// Every value of every option gives the same games, or they are played alone.
func TestOptions(t *testing.T) {
	for _, b := range books {
		var alone []string
		for _, o := range b.book.Options {
			for _, v := range o.Values {
				rules, start := open(t, b.game, parlour.Setup{Options: map[string]string{o.Key: v.Name}})
				ok := compare(t, best, rules, start, sim.DefaultMaxMoves, 50, "nnnn", 11)
				if compare(t, best, rules, start, sim.DefaultMaxMoves, 20, "gggg", 12) != ok {
					t.Errorf("%s: %s=%s depends on the players", b.book.ID, o.Key, v.Name)
				}
				if !ok {
					alone = append(alone, o.Key+"="+v.Name)
				}
			}
		}
		if slices.Sort(alone); !slices.Equal(alone, apart[b.book.ID]) {
			t.Errorf("%s: played alone with %q, want %q", b.book.ID, alone, apart[b.book.ID])
		}
	}
}

// arbitrary returns a setup and players by chance.
func arbitrary(r *rand.Rand, b book) (parlour.Setup, string) {
	s := parlour.Setup{Options: map[string]string{}, Players: b.game.Info().Players[r.IntN(len(b.game.Info().Players))]}
	for _, o := range b.book.Options {
		if v := o.Values[r.IntN(len(o.Values))].Name; r.IntN(3) == 0 && !slices.Contains(apart[b.book.ID], o.Key+"="+v) {
			s.Options[o.Key] = v
		}
	}
	return s, players[r.IntN(len(players))]
}

// Options can be combined, games can begin anywhere and end early.
func FuzzOptions(f *testing.F) {
	for seed := range uint64(24) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 1928))
		b := books[seed%uint64(len(books))]
		setup, who := arbitrary(r, b)
		m, err := b.game.New(setup)
		if err != nil {
			return
		}
		rules, p, _ := parlour.Typed[position](m)
		for range r.IntN(300) { // begin in the middle of a game
			turn := rules.Turn(&p)
			if turn.Over() {
				break
			}
			q := p
			rules.Play(&p, turn.Dice.Nth(r.IntN(6)))
			if rules.Turn(&p).Dice == 0 {
				moves := rules.AppendMoves(&p, nil)
				rules.Play(&p, moves[r.IntN(len(moves))])
			}
			if rules.Turn(&p).Over() {
				p = q
				break
			}
		}
		most := sim.DefaultMaxMoves
		if r.IntN(3) == 0 {
			most = 1 + r.IntN(200)
		}
		compare(t, best, rules, p, most, 50, who, seed)
	})
}

// The statistics of a run are the same, whatever the number of workers and games.
func TestStatistics(t *testing.T) {
	ctx := context.Background()
	for _, b := range books {
		rules, start := open(t, b.game, parlour.Setup{})
		for i, who := range []string{"nnnn", "gggg", "rrrr"} {
			c := sim.Config{Games: 300, First: 5, Seed: 9, Workers: 1 + i, Quick: i == 1, MaxMoves: 700}
			want, err := sim.RunFrom(ctx, rules, start, c, makers(who)...)
			if err != nil {
				t.Fatal(err)
			}
			got, err := sim.RunTogether(ctx, rules, start, c, New, makers(who)...)
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s, %s: together %+v, %v\nalone %+v", b.book.ID, who, got, err, want)
			}
		}
	}
}

// Other players, shared colours and dice on the table are left to the simulator.
func TestApart(t *testing.T) {
	mensch := books[0].game
	rules, start := open(t, mensch, parlour.Setup{})
	other := []bot.Bot[position]{nil, nil, bot.NewRollout[position](1)(rules), nil}
	if newTable(rules, start, 1, other, &plainStages) != nil {
		t.Error("a rollout is played by lockstep")
	}
	if newTable(rules, start, 1, seated(rules, "nrnn"), &plainStages) != nil {
		t.Error("two kinds of random players are played by lockstep")
	}
	for _, line := range []string{"mensch Y:-,-,-,0/G:-,-,-,10/R:-,-,-,20/K:-,-,-,30 Y 4 - -", "mensch Y:a,b,c,d/G:a,b,c,d/R:a,b,c,d/K:-,-,-,0 - - - rank=Y,G,R"} {
		m, err := mensch.Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		rules, p, _ := parlour.Typed[position](m)
		if newTable(rules, p, 1, nil, &plainStages) != nil {
			t.Errorf("%s is played by lockstep", line)
		}
	}
	for _, seats := range mensch.Info().Owners[1:] {
		rules, p := open(t, mensch, parlour.Setup{Seats: seats})
		if newTable(rules, p, 1, nil, &plainStages) != nil {
			t.Errorf("colours owned %s are played by lockstep", seats)
		}
	}
}

// The assembly leaves the same bytes in the block as plain Go, stage by stage.
func TestStages(t *testing.T) {
	var b block
	if unsafe.Offsetof(b.to) != unsafe.Offsetof(b.from)+unsafe.Sizeof(b.from) {
		t.Fatal("to does not follow from")
	}
	if !fast {
		t.Log("the processor has no AVX2")
		return
	}
	for _, b := range books {
		for _, who := range players {
			rules, start := open(t, b.game, parlour.Setup{Options: map[string]string{"tries": "3"}})
			plain, quick := newTable(rules, start, 1000, seated(rules, who), &plainStages), newTable(rules, start, 1000, seated(rules, who), &fastStages)
			steps := 0
			for i, stage := range plain.stages {
				other := quick.stages[i]
				plain.stages[i] = func(b *block) {
					c := *b
					stage(b)
					other(&c)
					if c != *b {
						t.Fatalf("%s, step %d, stage %d of %s differs:\n%s", rules.AppendPosition(nil, &start), steps, i, who, differ(&c, b))
					}
					steps++
				}
			}
			seeds := make([]uint64, lanes+4)
			for i := range seeds {
				seeds[i] = uint64(i)
			}
			together(plain, seeds)
		}
	}
}

// differ names the fields in which two blocks differ.
func differ(got, want *block) (text string) {
	g, w := reflect.ValueOf(*got), reflect.ValueOf(*want)
	for i := range g.NumField() {
		if name := g.Type().Field(i).Name; !g.Field(i).Equal(w.Field(i)) {
			text += fmt.Sprintf("%s\n got %v\nwant %v\n", name, g.Field(i), w.Field(i))
		}
	}
	return text
}

func BenchmarkTogether(b *testing.B) {
	for _, k := range books {
		for _, who := range []string{"nnnn", "rrrr", "gggg"} {
			b.Run(k.book.ID+"/"+who, func(b *testing.B) {
				rules, start := open(b, k.game, parlour.Setup{})
				s, err := sim.RunTogether(context.Background(), rules, start, sim.Config{Games: max(b.N, 32), Workers: 1}, New, makers(who)...)
				if err != nil {
					b.Fatal(err)
				}
				_, moves := s.Moves.Sum()
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(moves), "ns/move")
			})
		}
	}
}

// Playing allocates nothing.
func TestNoAllocations(t *testing.T) {
	for _, b := range books {
		rules, start := open(t, b.game, parlour.Setup{})
		many := newTable(rules, start, sim.DefaultMaxMoves, seated(rules, "gnnn"), best)
		games := 0
		next := func() (uint64, bool) { games++; return uint64(games), games%100 != 0 }
		done := func(*position, *sim.Tally) {}
		many.Play(next, done) // a list of moves may grow once
		if n := testing.AllocsPerRun(3, func() { many.Play(next, done) }); n != 0 {
			t.Errorf("%s: a hundred games allocate %v times", b.book.ID, n)
		}
	}
}
