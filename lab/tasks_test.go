package lab

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"parlour"
	"parlour/bot"
	"parlour/cabinet"
	"parlour/lab/analyse"
	"parlour/lab/arena"
	"parlour/lab/work"
	"parlour/record"
)

// A contest gives the same result on any workers.
func TestRounds(t *testing.T) {
	hands := work.Hands{Doer: Doers(), Workers: 2}
	for _, c := range []struct {
		game    string
		setup   parlour.Setup
		contest arena.Contest
		players []string
	}{
		{"kleefeld", parlour.Setup{Players: 2}, arena.Contest{Rounds: 12, Seed: 5}, []string{"greedy", "random", "casual"}},
		{"mensch", parlour.Setup{}, arena.Contest{Rounds: 6, Seed: 1928, Form: arena.One}, []string{"greedy", "random"}},
		{"checkers", parlour.Setup{}, arena.Contest{Rounds: 4, Seed: 2, Opening: 4, MaxMoves: 60}, []string{"greedy", "random"}},
		{"checkers", parlour.Setup{Options: map[string]string{"opening": "three-move"}}, arena.Contest{Rounds: 4, Ballots: true, MaxMoves: 40}, []string{"greedy", "random"}},
	} {
		e := cabinet.ByID(c.game)
		start, err := e.Game.New(c.setup)
		if err != nil {
			t.Fatal(err)
		}
		one := c.contest
		one.Start = start
		for _, name := range c.players {
			p, err := Player(e, name)
			if err != nil {
				t.Fatal(err)
			}
			one.Players = append(one.Players, p)
		}
		many := one
		if many.Elsewhere, err = Rounds(hands, &many); err != nil {
			t.Fatal(err)
		}
		if here, there := told(t, &one), told(t, &many); here != there {
			t.Errorf("%s: here\n%s\nelsewhere\n%s", c.game, here, there)
		}
	}
}

// told plays a contest and returns its report.
func told(t *testing.T, c *arena.Contest) string {
	t.Helper()
	r, err := c.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A command that exists on one machine only cannot play on others.
func TestRoundsRefused(t *testing.T) {
	e := cabinet.ByID("kleefeld")
	start, err := e.Game.New(parlour.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	c := arena.Contest{Start: start, Players: []arena.Player{arena.Process("mine", nil, "true"), arena.Process("greedy", nil, "true")}}
	if _, err := Rounds(nil, &c); err == nil || !strings.Contains(err.Error(), "mine") {
		t.Errorf("a process gave %v", err)
	}
}

// An analysis is the same on any workers, lines of the file included.
func TestAnalyse(t *testing.T) {
	var records []*record.Record
	for _, game := range []string{"kleefeld", "checkers", "backgammon", "auto-race"} {
		records = append(records, someGame(t, game))
	}
	next := 0
	err := Analyse(t.Context(), work.Hands{Doer: Doers(), Workers: 2}, records, func(n int, r *analyse.Report) error {
		if n != next {
			t.Errorf("report %d came, number %d was due", n, next)
		}
		next++
		e, _, err := cabinet.Parse(records[n].Start())
		if err != nil {
			return err
		}
		want, err := e.Analyst().Record(t.Context(), records[n])
		if err != nil {
			return err
		}
		if a, b := text(t, want), text(t, r); a != b {
			t.Errorf("%s: here\n%s\nelsewhere\n%s", e.Info.ID, a, b)
		}
		if len(want.Events) == 0 || want.Events[0].Line == 0 {
			t.Errorf("%s: the report has no lines: %s", e.Info.ID, text(t, want))
		}
		return nil
	})
	if err != nil || next != len(records) {
		t.Errorf("%d reports, %v", next, err)
	}
}

func text(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// someGame returns the record of the first moves of a game, as read from a
// file.
func someGame(t *testing.T, game string) *record.Record {
	t.Helper()
	e := cabinet.ByID(game)
	m, err := e.Game.New(parlour.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	rng := bot.NewRand(7)
	rec := record.Begin(m)
	for range 12 {
		turn := m.Turn()
		if turn.Over() {
			break
		}
		mv := parlour.NoMove
		if d := turn.Dice; d != 0 {
			mv = d.Nth(rng.Intn(d.Weight()))
		} else {
			moves := m.Moves()
			mv = moves[rng.Intn(len(moves))]
		}
		rec.Add(m, mv, e.Style)
		if err := m.Play(mv); err != nil {
			t.Fatal(err)
		}
	}
	for i := range rec.Entries {
		rec.Entries[i].Line = i + 3
	}
	return rec
}

// A task that makes no sense says so.
func TestBadTasks(t *testing.T) {
	for _, task := range []work.Task{
		{Kind: "arena", Body: json.RawMessage(`{`)},
		{Kind: "arena", Body: json.RawMessage(`{"game":"whist"}`)},
		{Kind: "arena", Body: json.RawMessage(`{"game":"kleefeld","position":"?"}`)},
		{Kind: "arena", Body: fmt.Appendf(nil, `{"game":"auto-race","position":%q,"players":["nobody"]}`, startOf(t, "auto-race"))},
		{Kind: "arena", Body: fmt.Appendf(nil, `{"game":"auto-race","position":%q,"players":["random","random"],"pair":[0,2]}`, startOf(t, "auto-race"))},
		{Kind: "analyse", Body: json.RawMessage(`[]`)},
		{Kind: "analyse", Body: json.RawMessage(`{}`)},
		{Kind: "analyse", Body: json.RawMessage(`{"Entries":[{"Kind":1,"Text":"?"}]}`)},
	} {
		if result, err := Doers().Do(context.Background(), task); err == nil {
			t.Errorf("%s %s gave %s", task.Kind, task.Body, result)
		}
	}
}

func startOf(t *testing.T, game string) string {
	t.Helper()
	m, err := cabinet.ByID(game).Game.New(parlour.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	return m.String()
}
