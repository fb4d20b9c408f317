package race

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parlour"
	"parlour/bot"
	racebot "parlour/bot/race"
	"parlour/games/race"
	"parlour/lab/train"
)

// A school that goes on learns the same as one that was never interrupted, and
// something at all.
func TestTrain(t *testing.T) {
	ctx := context.Background()
	whole := &train.School{Game: "mensch", Seed: 1}
	if err := Train(ctx, whole, train.Training{Games: 512, Workers: 1}); err != nil {
		t.Fatal(err)
	}
	parts := &train.School{Game: "mensch", Seed: 1}
	for range 2 {
		if err := Train(ctx, parts, train.Training{Games: 256, Workers: 3}); err != nil {
			t.Fatal(err)
		}
	}
	for i, w := range whole.Mean.Late {
		if w != parts.Mean.Late[i] {
			t.Fatalf("weight %d is %v in one go and %v in two", i, w, parts.Mean.Late[i])
		}
	}
	if whole.Games != 512 || len(whole.Loss) != 2 {
		t.Errorf("%d games, %d rounds", whole.Games, len(whole.Loss))
	}
	if err := Train(ctx, &train.School{Game: "auto-race"}, train.Training{Games: 1}); err == nil {
		t.Error("auto-race is learned")
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
	net, err := racebot.ReadNet(one)
	if err != nil {
		t.Fatal(err)
	}
	first := racebot.NewNet()
	first.Guess(bot.NewRand(bot.Mix(1, 1<<40)))
	m, err := race.MenschGame().New(parlour.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	rules, _, _ := parlour.Typed[race.Position](m)
	lessons := newTeacher(rules, first, &plainPlan).lesson(bot.NewRand(99), 0)
	before, after, scrap := 0.0, 0.0, racebot.NewNet()
	eyes := []*racebot.NetEvaluator{racebot.NewNetEvaluator(rules, first), racebot.NewNetEvaluator(rules, net)}
	for i := range lessons {
		before += first.Backward(scrap, eyes[0], &lessons[i].at, &lessons[i].target)
		after += net.Backward(scrap, eyes[1], &lessons[i].at, &lessons[i].target)
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
	// One question before a round and one at its end, where the second round learns that it was interrupted.
	games, err := TrainNet(&ending{context.Background(), 3}, c)
	if err != nil || games != round {
		t.Errorf("%d games are counted, want %d: %v", games, round, err)
	}
	var s state
	if found, err := bot.LoadTraining(c.State, &s); err != nil || !found || s.Games != round {
		t.Errorf("%d games are saved, want %d: %v", s.Games, round, err)
	}
}
