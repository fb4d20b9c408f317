package backgammon

import (
	"context"
	"math"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"parlour"
	"parlour/bot"
	"parlour/games/backgammon"
)

// count is raised by PARLOUR_SOAK.
func count(n int) int {
	if os.Getenv("PARLOUR_SOAK") != "" {
		return 20 * n
	}
	return n
}

func level(t testing.TB, name string) bot.Maker[backgammon.Position] {
	t.Helper()
	mk := Level(name)
	if mk == nil {
		t.Fatalf("no level %s", name)
	}
	return mk
}

// chosen reads a position and returns what a level chooses there.
func chosen(t *testing.T, name, line string) string {
	t.Helper()
	m, err := backgammon.Game().Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	mv, err := bot.NewPlayer(name, level(t, name), 1).Choose(context.Background(), m)
	if err != nil {
		t.Fatal(err)
	}
	return m.Text(mv)
}

// What every player knows of cube, resignations and bearing off.
func TestDecisions(t *testing.T) {
	for _, c := range []struct{ why, line, want string }{
		{"a certain loss is dropped", "backgammon XGID=-A-----------------o------:0:0:1:D:0:0:0:0:10 take", "drop"},
		{"an even game is taken", "backgammon XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:10 take", "take"},
		{"a double given away is beavered", "backgammon[beavers=raccoon] XGID=---A-A------------------b-:0:0:1:D:0:0:2:0:10 take", "beaver"},
		{"a last throw that wins four times of five is doubled", "backgammon XGID=-A--A-------------------b-:0:0:1:00:0:0:0:0:10 roll", "double"},
		{"an even game is not doubled", "backgammon XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10 roll", "roll"},
		{"5 and 2 against 3 and 2 is doubled", "backgammon XGID=--A--A----------------aa--:0:0:1:00:0:0:0:0:10 roll", "double"},
		{"a won game is not given up for less", "backgammon[resign=yes] XGID=-A-----------------o------:1:1:-1:00:0:0:0:0:10 roll;resign=1", "decline"},
		{"a gammon that may fail is accepted", "backgammon[resign=yes] XGID=-A-----------------o------:1:1:-1:00:0:0:0:0:10 roll;resign=2", "accept"},
		{"5 and 2 against 3 and 2 is not doubled again", "backgammon XGID=--A--A----------------aa--:1:1:1:00:0:0:0:0:10 roll", "roll"},
		{"nobody resigns", "backgammon[resign=yes] XGID=-A-----------------o------:1:1:-1:66:0:0:0:0:10 move", "6/off(4)"},
	} {
		if got := chosen(t, "expert", c.line); got != c.want {
			t.Errorf("%s: %s: chose %s, want %s", c.why, c.line, got, c.want)
		}
	}
}

// An offer to resign is never worth more than playing on: who would win more
// declines it.
func TestJudgeResignations(t *testing.T) {
	for _, line := range []string{
		"backgammon[resign=yes] XGID=-A----------o-------------:0:0:-1:31:0:0:0:0:10 move", // a certain gammon
		"backgammon[match=5,resign=yes] XGID=-A----------o-------------:0:0:-1:31:0:0:0:5:10 move",
		"backgammon[resign=yes] XGID=-A----------o-------------:1:-1:-1:00:0:0:0:0:10 roll",
		"backgammon[resign=yes] XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10 move", // an even game
	} {
		r, p, err := backgammon.Read(line)
		if err != nil {
			t.Fatal(err)
		}
		moves := r.AppendMoveList(&p, nil)
		b := NewBot(r, sharedNets(), Styles[len(Styles)-1])
		actor := p.Actor()
		best, offers := math.Inf(-1), []float64(nil)
		for i, s := range b.Judge(context.Background(), &p, moves) {
			if text := string(r.AppendMove(nil, &p, moves[i])); strings.HasPrefix(text, "resign") {
				offers = append(offers, s[actor])
			} else {
				best = max(best, s[actor])
			}
		}
		if len(offers) == 0 || slices.Max(offers) > best {
			t.Errorf("%s: playing on is worth %.3f, the offers %.3f", line, best, offers)
		}
	}
}

// Matches under all kinds of options come to an end, and nobody resigns.
func TestOptions(t *testing.T) {
	for _, o := range [][]string{
		{"match", "3"}, {"match", "3", "crawford", "no", "dead-cube", "allowed"}, {"match", "3", "doubling", "voice"},
		{"jacoby", "yes", "beavers", "raccoon", "auto-doubles", "2"}, {"doubling", "none", "triple", "no"},
		{"opening", "choice", "resign", "yes"}, {"opening", "fresh", "bearoff", "strict", "one-die", "free", "resign", "yes"},
		{"match", "2", "resign", "yes"}, {"cube-max", "1", "beavers", "yes"},
	} {
		r := mustNew(t, o...)
		ps := []backgammon.Position{r.Start()}
		p := &ps[0]
		bots := [2]bot.Bot[backgammon.Position]{level(t, "strong")(r), level(t, "casual")(r)}
		rand := bot.NewRand(3)
		for i, b := range bots {
			b.Seed(uint64(i))
		}
		for i := 0; !r.Turn(p).Over(); i++ {
			if i > 20000 {
				t.Fatalf("%v: no end", o)
			}
			turn := r.Turn(p)
			if turn.Dice != 0 {
				r.Play(p, turn.Dice.Nth(rand.Intn(36)))
				continue
			}
			r.Play(p, bots[turn.Seat].Choose(p, r.AppendMoves(p, nil)))
			if p.Resign != 0 {
				t.Fatalf("%v: a bot resigns", o)
			}
		}
	}
}

// Two players with the same seed play alike.
func TestDeterministic(t *testing.T) {
	r := mustNew(t)
	start := r.Start()
	for _, st := range Styles {
		one, two, rand := level(t, st.Name)(r), level(t, st.Name)(r), bot.NewRand(9)
		one.Seed(9)
		two.Seed(9)
		p := start
		for i := 0; i < count(12) && !r.Turn(&p).Over(); {
			turn := r.Turn(&p)
			if turn.Dice != 0 {
				r.Play(&p, turn.Dice.Nth(rand.Intn(36)))
				continue
			}
			i++
			moves := r.AppendMoves(&p, nil)
			mv := one.Choose(&p, moves)
			if other := two.Choose(&p, moves); other != mv {
				t.Fatalf("%s: %v, then %v", st.Name, mv, other)
			}
			r.Play(&p, mv)
		}
	}
}

func TestNoAllocations(t *testing.T) {
	r := mustNew(t, "match", "5")
	ps := []backgammon.Position{r.Start()}
	p := &ps[0]
	r.Play(p, parlour.Move(31))
	moves := r.AppendMoves(p, nil)
	for _, st := range Styles {
		b := level(t, st.Name)(r)
		b.Choose(p, moves)
		if n := testing.AllocsPerRun(2, func() { b.Choose(p, moves) }); n != 0 {
			t.Errorf("%s allocates %v times a move", st.Name, n)
		}
	}
}

// Players of one level are made side by side: every table has its own.
func TestMadeTogether(t *testing.T) {
	maker, rules := level(t, "strong"), plain(nil)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if maker(rules) == nil {
				t.Error("no player was made")
			}
		})
	}
	wg.Wait()
}
