package arena_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"parlour"
	"parlour/bot"
	"parlour/cabinet"
	"parlour/engine"
	"parlour/internal/wait"
	"parlour/lab/arena"
)

// TestMain plays the part of an outside program when it is asked to.
func TestMain(m *testing.M) {
	switch os.Getenv("ARENA_TEST") {
	case "engine":
		if err := engine.Serve(os.Stdin, os.Stdout); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	case "pdn":
		speakPDN()
		os.Exit(0)
	case "babble":
		os.Stdout.WriteString("good morning\n")
		os.Stdin.Read(make([]byte, 1))
		os.Exit(0)
	case "cheat":
		var q struct{ ID int }
		for dec := json.NewDecoder(os.Stdin); dec.Decode(&q) == nil; {
			json.NewEncoder(os.Stdout).Encode(map[string]any{"id": q.ID, "move": "1>60"})
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func start(t testing.TB, game string, s parlour.Setup) (*cabinet.Entry, parlour.Match) {
	t.Helper()
	e := cabinet.ByID(game)
	m, err := e.Game.New(s)
	if err != nil {
		t.Fatal(err)
	}
	return e, m
}

func players(e *cabinet.Entry, names ...string) (list []arena.Player) {
	for _, n := range names {
		list = append(list, arena.House(n, func(seed uint64) (bot.Player, error) { return e.Player(n, seed) }))
	}
	return list
}

// The rounds of a contest depend on its seed and on nothing else, and those
// that were played are not played again.
func TestSameRounds(t *testing.T) {
	e, m := start(t, "kleefeld", parlour.Setup{Players: 2})
	play := func(workers, most int, done []arena.Round) []arena.Round {
		var rounds []arena.Round
		c := arena.Contest{Start: m, Players: players(e, "greedy", "random", "beginner"), Rounds: most, Seed: 3, Workers: workers, Done: done}
		c.Each = func(r arena.Round) error { rounds = append(rounds, r); return nil }
		if _, err := c.Run(context.Background()); err != nil {
			t.Fatal(err)
		}
		slices.SortFunc(rounds, func(a, b arena.Round) int {
			return 100*(a.Number-b.Number) + 10*(a.Players[0]-b.Players[0]) + a.Players[1] - b.Players[1]
		})
		return rounds
	}
	all := play(1, 4, nil)
	if len(all) != 12 || len(all[0].Games) != 2 || all[0].Games[0].Seats != "ab" || all[0].Games[1].Seats != "ba" {
		t.Fatalf("%+v", all)
	}
	if more := play(3, 4, nil); !reflect.DeepEqual(all, more) {
		t.Error("three workers play other rounds than one")
	}
	half := play(2, 2, nil)
	if rest := play(2, 4, half); !reflect.DeepEqual(append(half, rest...), all) {
		t.Errorf("going on gives %d rounds more, not the same", len(rest))
	}
}

// Who sits where, by the sides of the game.
func TestSeats(t *testing.T) {
	for _, c := range []struct {
		game  string
		setup parlour.Setup
		form  arena.Form
		want  string
	}{
		{"mensch", parlour.Setup{}, arena.Even, "abab baba"},
		{"mensch", parlour.Setup{Players: 3}, arena.Even, "aba bab aab bba baa abb"},
		{"mensch", parlour.Setup{Seats: "1212"}, arena.Even, "ab ba"},
		{"mensch", parlour.Setup{Seats: "123n"}, arena.One, "abb bab bba"},
		{"mensch", parlour.Setup{}, arena.One, "abbb babb bbab bbba"},
	} {
		e, m := start(t, c.game, c.setup)
		k := arena.Contest{Start: m, Players: players(e, "random", "greedy"), Form: c.form, Rounds: 1}
		var got []string
		k.Each = func(r arena.Round) error {
			for _, g := range r.Games {
				got = append(got, g.Seats)
			}
			return nil
		}
		if _, err := k.Run(context.Background()); err != nil {
			t.Error(err)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s %+v %s: %v, want %s", c.game, c.setup, c.form, got, c.want)
		}
	}
}

// Equals come out equal: the games of a round cancel each other exactly.
func TestEquals(t *testing.T) {
	e, m := start(t, "parker", parlour.Setup{})
	c := arena.Contest{Start: m, Players: players(e, "greedy", "greedy"), Rounds: 20, Seed: 1}
	r, err := c.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if p := r.Pairs[0]; p.Share != 0.5 || p.Clear() || p.Elo != 0 || p.Games != 40 {
		t.Errorf("%+v", p)
	}
}

func TestReport(t *testing.T) {
	e, m := start(t, "british", parlour.Setup{Players: 2})
	c := arena.Contest{Start: m, Players: players(e, "greedy", "random", "casual"), Rounds: 0, Seed: 1}
	for i := range 100 { // greedy wins three of four against random, all against casual
		won := 1.0
		if i%2 == 0 {
			won = 0
		}
		c.Done = append(c.Done,
			arena.Round{Players: [2]int{0, 1}, Number: i, Games: []arena.Game{{Win: 1, Points: 1}, {Win: won, Points: 2*won - 1}}},
			arena.Round{Players: [2]int{0, 2}, Number: i, Games: []arena.Game{{Win: 1, Points: 1}, {Win: 1, Points: 1}}})
	}
	r, err := c.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	p := r.Pairs[0]
	if p.Share != 0.75 || math.Abs(p.High-p.Low-2*1.96*0.25/10) > 0.001 || !p.Clear() || math.Abs(p.Elo-190.8) > 0.1 || p.Points != 0.5 {
		t.Errorf("%+v", p)
	}
	if p := r.Pairs[1]; p.Share != 1 || p.Low < 0.97 || p.High != 1 || p.Elo != 1200 {
		t.Errorf("all won: %+v", p)
	}
	if p := r.Pairs[2]; p.Games != 0 || p.Low != 0 || p.High != 1 {
		t.Errorf("not played: %+v", p)
	}
	if r.Ratings[0].Name != "greedy" || r.Ratings[2].Name != "casual" {
		t.Errorf("%+v", r.Ratings)
	}
	var b bytes.Buffer
	if err := r.WriteText(&b); err != nil || !strings.Contains(b.String(), "greedy : random") {
		t.Errorf("%v\n%s", err, b.String())
	}
}

// A process that speaks the engine protocol plays as the house does.
func TestProcess(t *testing.T) {
	t.Setenv("ARENA_TEST", "engine")
	e, m := start(t, "mensch", parlour.Setup{Players: 2})
	c := arena.Contest{Start: m, Players: append(players(e, "greedy"), arena.Process("greedy", os.Stderr, os.Args[0])), Rounds: 2, Seed: 5, Think: wait.Limit}
	r, err := c.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if p := r.Pairs[0]; p.Share != 0.5 || p.Games != 4 {
		t.Errorf("%+v", p)
	}
}

func TestBadProcess(t *testing.T) {
	e, m := start(t, "mensch", parlour.Setup{Players: 2})
	for mode, want := range map[string]string{"babble": "is not JSON", "cheat": "mine, in mensch"} {
		t.Setenv("ARENA_TEST", mode)
		c := arena.Contest{Start: m, Players: append(players(e, "greedy"), arena.Process("mine", os.Stderr, os.Args[0])), Rounds: 1}
		if _, err := c.Run(context.Background()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", mode, err)
		}
	}
	c := arena.Contest{Start: m, Players: append(players(e, "greedy"), arena.Process("none", os.Stderr, "/there/is/none")), Rounds: 1}
	if _, err := c.Run(context.Background()); err == nil || !strings.Contains(err.Error(), "none: ") {
		t.Errorf("no program: %v", err)
	}
}

func TestRefused(t *testing.T) {
	e, m := start(t, "mensch", parlour.Setup{})
	for _, c := range []arena.Contest{
		{Start: m, Players: players(e, "greedy")},
		{Start: m, Players: players(e, "greedy", "random", "random"), Form: arena.One},
		{Start: m, Players: players(e, "greedy", "random"), Form: "odd"},
	} {
		if _, err := c.Run(context.Background()); err == nil {
			t.Errorf("%s with %d players is played", c.Form, len(c.Players))
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	c := arena.Contest{Start: m, Players: players(e, "greedy", "random"), Rounds: 1000}
	c.Each = func(arena.Round) error { cancel(); return nil }
	if r, err := c.Run(ctx); !errors.Is(err, context.Canceled) || r == nil || r.Pairs[0].Rounds == 0 {
		t.Errorf("cancelled: %v", err)
	}
}
