package lab

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"parlour"
	"parlour/cabinet"
	"parlour/lab/sim"
	"parlour/lab/work"
	"parlour/phrase"
)

// A study tries every value of every option of every game, apart from those the
// habit leaves out, each against a trial that differs in nothing else.
func TestStudiesAreComplete(t *testing.T) {
	for _, e := range cabinet.Games() {
		s, err := Plan{Game: e.Info.ID, Seed: 1}.Study()
		if err != nil {
			t.Fatal(err)
		}
		h := e.Habit
		for _, o := range e.Book.Options {
			for _, v := range o.Values {
				tried := slices.ContainsFunc(s.Trials, func(x Trial) bool { return x.Option == o.Key && x.Value == v.Name })
				if want := v.Name != o.Default && !slices.Contains(h.Leave, o.Key); tried != want {
					t.Errorf("%s: %s=%s tried: %v, want %v", e.Info.ID, o.Key, v.Name, tried, want)
				}
			}
			if o.Max != 0 && !slices.Contains(h.Leave, o.Key) && h.Values[o.Key] == nil {
				t.Errorf("%s: no number is tried for %s", e.Info.ID, o.Key)
			}
			if _, needs := h.Needs[o.Key]; o.Needs != "" && !needs && o.Key != "lone" && o.Key != "play-on" && o.Key != "tie" && e.Info.ID != "backgammon" {
				t.Errorf("%s: %s matters %s, and nothing is set for that", e.Info.ID, o.Key, o.Needs)
			}
		}
		for i, x := range s.Trials {
			if (x.Kind == ByOption) != (x.Against >= 0) || x.Against >= i {
				t.Errorf("%s: trial %d %q of the kind %s is compared with %d", e.Info.ID, i, x.Name, x.Kind, x.Against)
			}
			if x.Against < 0 {
				continue
			}
			a, b := s.Trials[x.Against].Experiment, x.Experiment
			b.Setup.Options = withoutKey(b.Setup.Options, x.Option)
			a.Setup.Options = withoutKey(a.Setup.Options, x.Option)
			if !reflect.DeepEqual(a, b) {
				t.Errorf("%s: %s differs from %s in more than the option: %+v, %+v", e.Info.ID, x.Name, s.Trials[x.Against].Name, a, b)
			}
		}
	}
}

func withoutKey(options map[string]string, key string) map[string]string {
	out := map[string]string{}
	for k, v := range options {
		if k != key {
			out[k] = v
		}
	}
	return out
}

func TestPlans(t *testing.T) {
	s, err := Plan{Game: "mensch", Setup: parlour.Setup{Players: 2, Options: map[string]string{"must": "yes"}}, Bots: []string{"random"}, Games: 10, Options: []string{"must", "prio", "kin"}}.Study()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, x := range s.Trials {
		names = append(names, x.Name)
		if x.Experiment.Setup.Players != 2 || x.Experiment.Games != 10 {
			t.Errorf("%s is played as %+v", x.Name, x.Experiment)
		}
	}
	// kin needs a table with two colours each, which is not this one.
	if got := strings.Join(names, " "); got != "this table must=no prio=capture" {
		t.Errorf("trials %s", got)
	}
	s, err = Plan{Game: "checkers", Options: []string{}, Games: 70}.Study()
	if err != nil || len(s.Trials) != 3 || s.Games() != 210 {
		t.Errorf("without options %+v, %v", s, err)
	}
	for _, c := range []struct {
		p    Plan
		want string
	}{
		{Plan{Game: "ludo"}, `no game "ludo"`},
		{Plan{Game: "parker", Options: []string{"gears"}}, `no option "gears"`},
		{Plan{Game: "parker", Bots: []string{"deep"}}, `no player "deep"`},
		{Plan{Game: "parker", Setup: parlour.Setup{Players: 9}}, "9"},
	} {
		if _, err := c.p.Study(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: error %v, expected one with %q", c.p, err, c.want)
		}
	}
}

// small is a study that takes no time.
func small(t *testing.T) *Study {
	t.Helper()
	s, err := Plan{Game: "auto-race", Games: 3 * ShardGames, Seed: 1928}.Study()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func hands() work.Crew { return work.Hands{Doer: Doers()} }

func run(t *testing.T, s *Study, crew work.Crew) []*sim.Stats {
	t.Helper()
	counts, err := s.Run(t.Context(), crew, nil)
	if err != nil {
		t.Fatal(err)
	}
	return counts
}

func TestReport(t *testing.T) {
	s := small(t)
	last := 0
	counts, err := s.Run(t.Context(), work.Hands{Doer: Doers()}, func(games int) { last = games })
	if err != nil || last != s.Games() {
		t.Fatalf("%d of %d games, %v", last, s.Games(), err)
	}
	r, err := s.Report(counts)
	if err != nil {
		t.Fatal(err)
	}
	r.Command = "parlour lab auto-race --seed 1928"
	if !r.Whole || r.Title != "Auto Race" || len(r.Trials) != len(s.Trials) {
		t.Errorf("%+v", r)
	}
	for _, e := range r.Effects {
		if e.Turns.By != e.Turns.Is-e.Turns.Was || e.Turns.Low > e.Turns.By || e.Turns.High < e.Turns.By {
			t.Errorf("%s=%s: %+v", e.Option, e.Value, e.Turns)
		}
		if e.Option == "layout" && e.Value == "hundred" && !(e.Turns.Clear() && e.Turns.By > 20 && e.Means != "") {
			t.Errorf("a longer track changes %+v", e)
		}
		if e.Option == "laps" && e.Same {
			t.Error("two laps are the same games as one")
		}
	}
	for _, row := range r.TurnsPlot(phrase.English).Rows {
		if strings.Contains(row.Name, "=") {
			t.Errorf("a plot calls a choice %q; want it in words", row.Name)
		}
	}
	x := r.Trials[0]
	if x.Exact == nil || x.Exact.Turns < 72 || x.Exact.Turns > 74 || len(x.Exact.Win) != 4 {
		t.Errorf("exactly: %+v", x.Exact)
	}
	var text bytes.Buffer
	if err := r.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Auto Race\n=========", "| 4 players, exact |", "29.016 %", "| layout=hundred |", "`parlour sim auto-race --games 150 --seed 1928 --option laps=2 --bots random`"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the text lacks %q:\n%s", want, &text)
		}
	}
	var table bytes.Buffer
	if err := r.WriteCSV(&table); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&table).ReadAll()
	if err != nil || len(rows) < 500 {
		t.Errorf("%d rows, %v", len(rows), err)
	}
	for name, svg := range r.Plots() {
		if !bytes.HasPrefix(svg, []byte("<svg")) || !bytes.Contains(svg, []byte("Auto Race")) {
			t.Errorf("%s is %.40s", name, svg)
		}
	}
	if len(r.Plots()) != 4 {
		t.Errorf("%d plots", len(r.Plots()))
	}
}

// The 95 % intervals hold the exact values about as often as they say. Twenty
// runs of Auto Race give 60 intervals; by chance fewer than 50 hold the truth
// once in some ten thousand times, and the seeds are fixed.
func TestIntervalsHold(t *testing.T) {
	held, all := 0, 0
	for seed := range uint64(20) {
		e := Experiment{Game: "auto-race", Setup: parlour.Setup{Players: 3}, Games: 200, Seed: seed}
		stats, err := e.Run(t.Context(), work.Hands{Doer: Doers()}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range cabinet.ByID("auto-race").Exact(e.Setup).Win {
			low, high := stats.Order[i].Interval()
			all++
			if low <= p && p <= high {
				held++
			}
		}
	}
	if held < 50 || all != 60 {
		t.Errorf("%d of %d intervals hold the exact value", held, all)
	}
}

func TestChanges(t *testing.T) {
	c := change(sim.Lengths{10: 50, 12: 50}, sim.Lengths{13: 50, 15: 50})
	if c.By != 3 || !c.Clear() || c.Low < 2.7 || c.High > 3.3 {
		t.Errorf("%+v", c)
	}
	if by, _, _ := c.Percent(); by < 27.2 || by > 27.3 {
		t.Errorf("%v of a hundred", by)
	}
	if by, _, _ := (Change{By: 3}).Percent(); by != 0 {
		t.Errorf("of nothing %v of a hundred", by)
	}
	// Newcombe's own example: 56 of 70 against 48 of 80 gives 0.0524 to 0.3339.
	a := &sim.Score{Games: 80, Parts: 48 * sim.Whole}
	b := &sim.Score{Games: 70, Parts: 56 * sim.Whole}
	if c := shares(a, b); c.Low < 0.0523 || c.Low > 0.0525 || c.High < 0.3338 || c.High > 0.3340 {
		t.Errorf("%+v", c)
	}
}

// An interrupted study goes on where it stopped and comes to the same report.
func TestNotebook(t *testing.T) {
	s := small(t)
	want, err := s.Report(run(t, s, work.Hands{Doer: Doers()}))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "shards.jsonl")
	ctx, cancel := context.WithCancel(t.Context())
	book, err := OpenNotebook(path, "a", work.Hands{Doer: Doers(), Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	counts, err := s.Run(ctx, book, func(games int) {
		if games >= 500 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("interrupted with %v", err)
	}
	if part, err := s.Report(counts); err != nil || part.Whole {
		t.Errorf("an interrupted study is told as whole, %v", err)
	}
	if err := book.Close(); err != nil {
		t.Fatal(err)
	}
	// The interruption came in the middle of a line.
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(`{"task":"0123`); err != nil {
		t.Fatal(err)
	}
	f.Close()

	done := 0
	doer := counter{Doers(), &done}
	book, err = OpenNotebook(path, "a", work.Hands{Doer: doer, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	kept := book.Kept()
	got, err := s.Report(run(t, s, book))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Error("the report after an interruption is another one")
	}
	if all := s.Games() / ShardGames; kept < 10 || done != all-kept || book.Kept() != all {
		t.Errorf("%d kept, %d done, %d kept at the end", kept, done, book.Kept())
	}
	book.Close()
	if _, err := OpenNotebook(path, "b", nil); err == nil || !strings.Contains(err.Error(), "another release") {
		t.Errorf("the notes of another release are taken: %v", err)
	}
	if err := os.WriteFile(path, []byte("hello\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenNotebook(path, "a", nil); err == nil {
		t.Error("any file is taken for a notebook")
	}
}

type counter struct {
	work.Doer
	n *int
}

func (c counter) Do(ctx context.Context, t work.Task) (json.RawMessage, error) {
	*c.n++
	return c.Doer.Do(ctx, t)
}

// A task that is asked for twice is done once.
func TestNotebookOnce(t *testing.T) {
	e := Experiment{Game: "auto-race", Games: ShardGames, Seed: 5}
	tasks, err := e.Tasks()
	if err != nil {
		t.Fatal(err)
	}
	done := 0
	book, err := OpenNotebook(filepath.Join(t.TempDir(), "n"), "a", work.Hands{Doer: counter{Doers(), &done}})
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	var seen []int
	err = book.Run(t.Context(), slices.Repeat(tasks, 3), func(n int, _ json.RawMessage) error { seen = append(seen, n); return nil })
	if err != nil || done != 1 || !slices.Equal(seen, []int{0, 1, 2}) {
		t.Errorf("done %d times, results %v, %v", done, seen, err)
	}
}

func TestCommand(t *testing.T) {
	e := Experiment{Game: "mensch", Setup: parlour.Setup{Seats: "123n", Options: map[string]string{"nduty": "on", "must": "yes"}}, Bots: []string{"greedy"}, Opening: 2, MaxMoves: 9, Games: 5, Seed: 7}
	const want = "parlour sim mensch --games 5 --seed 7 --seats 123n --option must=yes --option nduty=on --bots greedy --opening 2 --max-moves 9"
	if got := e.Command(); got != want {
		t.Errorf("the command is %s", got)
	}
}
