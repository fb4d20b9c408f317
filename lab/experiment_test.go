package lab

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"parlour"
	"parlour/cabinet"
	"parlour/lab/sim"
	"parlour/lab/work"
)

// An experiment cut into shards counts what one run of the simulator counts,
// any bots: they remember nothing from game to game.
func TestShardsAddUp(t *testing.T) {
	for _, e := range []Experiment{
		{Game: "auto-race", Games: 3*ShardGames + 7, Seed: 7},
		{Game: "kleefeld", Setup: parlour.Setup{Players: 2}, Bots: []string{"greedy", "", "casual"}, Games: 51, Seed: 3},
		{Game: "checkers", Bots: []string{"beginner"}, Games: 51, Seed: 5},
		{Game: "contact", Setup: parlour.Setup{Mode: "duel6"}, Bots: []string{"greedy"}, Opening: 8, Games: 51, Seed: 5},
		{Game: "backgammon", Bots: []string{"greedy"}, Games: 51, Seed: 9},
	} {
		t.Run(e.Game, func(t *testing.T) {
			entry, m, bots, err := e.Open()
			if err != nil {
				t.Fatal(err)
			}
			want, err := entry.Sim(t.Context(), m, sim.Config{Games: e.Games, Seed: e.Seed, Workers: 1, Opening: e.Opening}, bots)
			if err != nil {
				t.Fatal(err)
			}
			for _, workers := range []int{1, 3} {
				if got, err := e.Play(t.Context(), workers, "", nil); err != nil || !reflect.DeepEqual(got, want) {
					t.Errorf("%d workers here: %+v, %v, want %+v", workers, got, err, want)
				}
				last := 0
				got, err := e.Run(t.Context(), work.Hands{Doer: Doers(), Workers: workers}, func(sum *sim.Stats) {
					if sum.Games <= last {
						t.Errorf("after a shard %d games, before it %d", sum.Games, last)
					}
					last = sum.Games
				})
				if err != nil {
					t.Fatal(err)
				}
				if last != e.Games || !reflect.DeepEqual(got, want) {
					t.Errorf("%d workers: %+v, want %+v", workers, got, want)
				}
			}
		})
	}
}

// The counts pass through JSON unchanged, and always as the same bytes.
func TestStatsRoundTrip(t *testing.T) {
	m, err := cabinet.ByID("mensch").Game.New(parlour.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	stats, err := cabinet.ByID("mensch").Sim(t.Context(), m, sim.Config{Games: 40, Seed: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(stats)
	if err != nil {
		t.Fatal(err)
	}
	var back sim.Stats
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(&back, stats) {
		t.Errorf("%+v came back as %+v", stats, back)
	}
	again, _ := json.Marshal(&back)
	if !bytes.Equal(text, again) {
		t.Errorf("written again as\n%s\nnot as\n%s", again, text)
	}
}

func TestBadExperiments(t *testing.T) {
	for _, c := range []struct {
		e    Experiment
		want string
	}{
		{Experiment{Game: "ludo", Games: 1}, `no game "ludo"`},
		{Experiment{Game: "parker"}, "at least one game"},
		{Experiment{Game: "parker", Games: 1, MaxMoves: -1}, "negative"},
		{Experiment{Game: "parker", Games: 1, Bots: []string{"deep"}}, `no player "deep"`},
		{Experiment{Game: "parker", Games: 1, Bots: make([]string, 5)}, "4 seats"},
		{Experiment{Game: "parker", Games: 1, Setup: parlour.Setup{Options: map[string]string{"tie": "maybe"}}}, "tie"},
		{Experiment{Game: "parker", Games: 1, From: "parker nonsense"}, "6 fields"},
	} {
		if _, err := c.e.Run(t.Context(), work.Hands{Doer: Doers()}, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: error %v, expected one with %q", c.e, err, c.want)
		}
	}
	if _, err := Doers().Do(t.Context(), work.Task{Kind: "sim", Body: json.RawMessage(`{"game":7}`)}); err == nil {
		t.Error("a shard of nonsense is played")
	}
}

func TestExperimentCalledOff(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	e := Experiment{Game: "auto-race", Games: 1 << 16, Seed: 1}
	stats, err := e.Run(ctx, work.Hands{Doer: Doers(), Workers: 2}, func(sum *sim.Stats) {
		if sum.Games >= 200 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || stats.Games < 200 || stats.Games == e.Games {
		t.Errorf("called off after %d games with %v", stats.Games, err)
	}
}

// Random moves before the players begin make games without chance differ.
func TestOpening(t *testing.T) {
	for _, c := range []struct {
		opening int
		differ  bool
	}{{0, false}, {8, true}} {
		e := Experiment{Game: "checkers", Bots: []string{"greedy"}, Opening: c.opening, Games: 20, Seed: 1}
		stats, err := e.Run(t.Context(), hands(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if differ := len(stats.Turns) > 1; differ != c.differ {
			t.Errorf("after %d random moves the games differ: %v", c.opening, differ)
		}
	}
	if _, _, _, err := (&Experiment{Game: "checkers", Games: 1, Opening: -1}).Open(); err == nil {
		t.Error("an opening of fewer than no moves is played")
	}
}
