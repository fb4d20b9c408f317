package race

import (
	"bytes"
	"context"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parlour"
	"parlour/bot"
	"parlour/games/race"
)

// Shares of the nets are parts of one whole, owners of two colours have theirs with
// both, nobody who is out of it has any, and no evaluation allocates.
func TestNetShares(t *testing.T) {
	for _, s := range setups {
		rules := open(t, s.game, s.setup)
		e := NewNetEvaluator(rules, nets[s.game]())
		bad := 0
		out := new(bot.Shares)
		walk(rules, 2, func(p *race.Position) {
			e.Shares(p, out)
			sum := 0.0
			for seat := range parlour.Seat(4) {
				side := e.owner(p, seat)
				if out[seat] < 0 || out[seat] > 1.01 || !p.Has(seat) && out[seat] != 0 || side >= 0 && out[side] != out[seat] {
					bad++
				}
				if side == seat {
					sum += out[seat]
				}
			}
			if math.Abs(sum-1) > 0.01 { // trifles beside
				bad++
			}
			for _, x := range e.view.sight {
				if x.n >= len(x.idx) {
					bad++
				}
			}
		})
		if bad > 0 {
			t.Errorf("%s %+v: %d positions have shares that cannot be", s.game, s.setup, bad)
		}
		p := &[]race.Position{rules.Start()}[0]
		if n := testing.AllocsPerRun(100, func() { e.Shares(p, out) }); n != 0 {
			t.Errorf("%s allocates %v times an opinion", s.game, n)
		}
	}
}

// The places of a board fit into the inputs, and a longer board is scaled down so
// that both its ends keep their places.
func TestSpots(t *testing.T) {
	for _, s := range setups {
		rules := open(t, s.game, s.setup)
		e := NewNetEvaluator(rules, nil)
		last := -1
		for q := int16(-1); q <= e.course.Home; q++ {
			at := e.spot(q)
			if at < last || at >= spots {
				t.Fatalf("%s %+v: progress %d is place %d after %d", s.game, s.setup, q, at, last)
			}
			last = at
		}
	}
}

// power is e to the power of x.
func TestPower(t *testing.T) {
	for x := -70.0; x <= 0; x += 0.37 {
		if want := math.Exp(x); math.Abs(power(x)-want) > 1e-9*want+1e-25 {
			t.Errorf("e to the power of %v is %v, not %v", x, power(x), want)
		}
	}
}

// A net reads back as it was written, rounded.
func TestNetFile(t *testing.T) {
	n := NewNet()
	n.guess(bot.NewRand(1))
	data, _ := n.AppendBinary(nil)
	m, err := ReadNet(data)
	if err != nil {
		t.Fatal(err)
	}
	for i := range n.params {
		if math.Abs(float64(n.params[i]-m.params[i])) > 1e-4 {
			t.Fatalf("weight %d is %v, not %v", i, m.params[i], n.params[i])
		}
	}
	if again, _ := m.AppendBinary(nil); !bytes.Equal(data, again) {
		t.Error("a net that was read is written as another")
	}
	for _, bad := range []string{"", `{"game":"mensch"}`, netHeader + "abcdef"} {
		if _, err := ReadNet([]byte(bad)); err == nil || !strings.Contains(err.Error(), "not a net") {
			t.Errorf("%.20q is read: %v", bad, err)
		}
	}
}

// A training does not depend on the number of workers, continues where it stopped,
// and learns something: the net is less surprised by the games than at the beginning.
func TestTrainNet(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	train := func(name string, games, workers int, state string) []byte {
		out := filepath.Join(dir, name)
		if _, err := TrainNet(ctx, NetCourse{Game: "mensch", Seed: 1, Games: games, Workers: workers, Out: out, State: state, Log: io.Discard}); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	state := filepath.Join(dir, "state")
	one := train("one", round+32, 1, state)
	if two := train("two", round+32, 3, ""); !bytes.Equal(one, two) {
		t.Error("three workers learn something else than one")
	}
	if again := train("again", round+32, 1, state); !bytes.Equal(one, again) {
		t.Error("a finished training goes on")
	}
	if _, err := TrainNet(ctx, NetCourse{Game: "parker", Games: 1, Out: filepath.Join(dir, "x"), State: state, Log: io.Discard}); err == nil || !strings.Contains(err.Error(), "is a course of mensch") {
		t.Errorf("the state of another game is used: %v", err)
	}
	if _, err := TrainNet(ctx, NetCourse{Game: "auto-race", Games: 1}); err == nil {
		t.Error("auto-race is learned")
	}
	net, err := ReadNet(one)
	if err != nil {
		t.Fatal(err)
	}
	first := NewNet()
	first.guess(bot.NewRand(bot.Mix(1, 1<<40)))
	rules := open(t, "mensch", parlour.Setup{})
	lessons := newTeacher(rules, first, &plainPlan).lesson(bot.NewRand(99), 0)
	before, after, scrap := 0.0, 0.0, NewNet()
	eyes := []*NetEvaluator{NewNetEvaluator(rules, first), NewNetEvaluator(rules, net)}
	for i := range lessons {
		before += first.backward(scrap, eyes[0], &lessons[i])
		after += net.backward(scrap, eyes[1], &lessons[i])
	}
	if after >= before {
		t.Errorf("the loss of %d positions was %.2f bits and is %.2f", len(lessons), before, after)
	}
}

// An ending is a context that ends after it was asked a number of times.
type ending struct {
	context.Context
	left int
}

func (c *ending) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// Games of a round that was interrupted are not counted, because nothing was learned
// from them: a course that goes on plays them again.
func TestInterruptedRound(t *testing.T) {
	dir := t.TempDir()
	c := NetCourse{Game: "kleefeld", Seed: 1, Games: 2 * round, Workers: 1, Out: filepath.Join(dir, "net"), State: filepath.Join(dir, "state"), Log: io.Discard}
	// One question before a round, one before each game of it and two at its end.
	games, err := TrainNet(&ending{context.Background(), 1 + round + 2 + 1 + 10}, c)
	if err != nil || games != round {
		t.Errorf("%d games are counted, want %d: %v", games, round, err)
	}
	var s state
	if found, err := bot.LoadTraining(c.State, &s); err != nil || !found || s.Games != round {
		t.Errorf("%d games are saved, want %d: %v", s.Games, round, err)
	}
}
