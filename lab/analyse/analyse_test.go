package analyse_test

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"

	"parlour"
	"parlour/bot"
	"parlour/cabinet"
	"parlour/lab/analyse"
	"parlour/learn/theory"
	"parlour/record"
)

func analyst(game string) *analyse.Analyst {
	return cabinet.ByID(game).Analyst()
}

// games returns the complete games of a game, which are kept beside its rules.
func games(t testing.TB, game string) []*record.Record {
	t.Helper()
	files, err := filepath.Glob("../../games/*/testdata/games/" + game + ".txt")
	if err != nil || len(files) != 1 {
		t.Fatalf("complete games of %s: %v, %v", game, files, err)
	}
	f, err := os.Open(files[0])
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	list, err := cabinet.FormatByName("record").Read(f)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// Where nothing is chosen, luck alone leads from the first share to the last.
func TestPureLuck(t *testing.T) {
	r, err := analyst("auto-race").Record(context.Background(), games(t, "auto-race")[0])
	if err != nil {
		t.Fatal(err)
	}
	if r.Luck != 1 {
		t.Errorf("luck share %v", r.Luck)
	}
	sum := 0.0
	for _, side := range r.Sides {
		sum += side.Luck
		if side.Errors != 0 || side.Choices != 0 {
			t.Errorf("%s errs by %v", side.Seats, side.Errors)
		}
		first := r.Events[0].Before[slices.Index(r.Letters, side.Seats)]
		if math.Abs(first+side.Luck-side.Share) > 0.1 { // the adviser plays out, so it is a little off
			t.Errorf("%s: %v and luck %v give %v", side.Seats, first, side.Luck, side.Share)
		}
	}
	if math.Abs(sum) > 1e-9 {
		t.Errorf("luck adds up to %v", sum)
	}
}

// The laws of every report, for two and four players.
func TestReports(t *testing.T) {
	for _, game := range []string{"kleefeld", "mensch", "parker"} {
		list := games(t, game)
		most := 2
		if os.Getenv("PARLOUR_SOAK") != "" {
			most = len(list)
		}
		for _, rec := range list[:most] {
			r, err := analyst(game).Record(context.Background(), rec)
			if err != nil {
				t.Fatal(err)
			}
			if r.Luck <= 0 || r.Luck >= 1 || r.Game != game {
				t.Errorf("%s: luck share %v", r.Game, r.Luck)
			}
			if len(r.Turning) != 3 || !slices.IsSorted(r.Turning) {
				t.Errorf("%s: turning points %v", game, r.Turning)
			}
			total := 0.0
			for _, side := range r.Sides {
				total += side.Share
			}
			if math.Abs(total-1) > 1e-9 {
				t.Errorf("%s: shares add up to %v", game, total)
			}
			for i, ev := range r.Events {
				check(t, game, i, &ev)
				if ev.Moved > r.Events[r.Turning[0]].Moved && ev.Moved > r.Events[r.Turning[1]].Moved && ev.Moved > r.Events[r.Turning[2]].Moved && !slices.Contains(r.Turning, i) {
					t.Errorf("%s: event %d is not among the turning points", game, i)
				}
			}
		}
	}
}

func check(t *testing.T, game string, i int, ev *analyse.Event) {
	t.Helper()
	switch {
	case ev.Error < 0 || ev.Kind == "throw" && ev.Error != 0:
		t.Errorf("%s: event %d has error %v", game, i, ev.Error)
	case ev.Kind == "throw" && (len(ev.Luck) != len(ev.After) || ev.Choices != nil):
		t.Errorf("%s: event %d is %+v", game, i, ev)
	case ev.Choices != nil && (ev.Choices[0].Error != 0 || ev.Choices[len(ev.Choices)-1].Error < ev.Error):
		t.Errorf("%s: event %d has choices %+v", game, i, ev.Choices)
	}
	for s, v := range ev.After {
		if v < 0 || v > 1 {
			t.Errorf("%s: event %d leaves %v to seat %d", game, i, v, s)
		}
	}
}

// All throws together are neither lucky nor unlucky.
func TestLuckIsFair(t *testing.T) {
	line := "mensch Y:-,0,12,38/G:-,-,10,11/R:-,20,31,a/K:-,30,b,d Y - - -"
	a := analyst("mensch")
	sum := 0.0
	for throw := range 6 {
		rec := &record.Record{Entries: []record.Entry{{Kind: record.Check, Text: line}, {Kind: record.Play, Throw: string(rune('1' + throw))}}}
		r, err := a.Record(context.Background(), rec)
		if err != nil {
			t.Fatal(err)
		}
		sum += r.Events[0].Luck[0]
	}
	if math.Abs(sum) > 1e-9 {
		t.Errorf("the luck of all throws is %v", sum)
	}
}

// A turn of Parker's may be played part by part, although only whole turns are
// listed. Its parts are judged by where they lead.
func TestPartOfATurn(t *testing.T) {
	line := "parker G:20,41,*,*/Y:22,6,*,*/B:31,23,*,*/R:42,33,*,* G 64 - -"
	rec := &record.Record{Entries: []record.Entry{
		{Kind: record.Check, Text: line}, {Kind: record.Play, Seat: "G", Move: "6:20>26"}, {Kind: record.Play, Seat: "G", Move: "4:41>45"},
	}}
	parts, err := analyst("parker").Record(context.Background(), rec)
	if err != nil {
		t.Fatal(err)
	}
	rec.Entries = []record.Entry{{Kind: record.Check, Text: line}, {Kind: record.Play, Seat: "G", Move: "6:20>26 4:41>45"}}
	whole, err := analyst("parker").Record(context.Background(), rec)
	if err != nil {
		t.Fatal(err)
	}
	first, all := parts.Events[0], whole.Events[0]
	if len(parts.Events) != 2 || first.Text != "6:20>26" || first.Best != all.Best || math.Abs(first.Error-all.Error) > 0.03 {
		t.Errorf("the first part gives away %v of %d events, the whole turn %v", first.Error, len(parts.Events), all.Error)
	}
}

func TestPosition(t *testing.T) {
	m, err := cabinet.Open("kleefeld G:h5,*,*,*/Y:-,-,-,10 G 1 - -")
	if err != nil {
		t.Fatal(err)
	}
	list, err := analyst("kleefeld").Position(context.Background(), m)
	if err != nil || len(list) != 1 {
		t.Fatalf("%+v, %v", list, err)
	}
	over := m.Clone()
	if err := over.Play(m.Moves()[0]); err != nil {
		t.Fatal(err)
	}
	if _, err := analyst("kleefeld").Position(context.Background(), over); err == nil {
		t.Error("there are moves after the end")
	}
}

func TestErrors(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := analyst("kleefeld").Record(ctx, games(t, "kleefeld")[0]); err == nil {
		t.Error("a cancelled analysis has a report")
	}
	bad := &record.Record{Entries: []record.Entry{{Kind: record.Check, Text: "kleefeld G:-,-,-,-/Y:-,-,-,- G - - -"}, {Kind: record.Play, Throw: "7"}}}
	if _, err := analyst("kleefeld").Record(context.Background(), bad); err == nil {
		t.Error("a throw of seven is analysed")
	}
	var none bot.Adviser = bot.NewAdviser(bot.NewRandom[int])
	m, _ := cabinet.Open("kleefeld G:-,-,-,-/Y:-,-,-,- G - - -")
	if _, err := none.Value(context.Background(), m); err == nil {
		t.Error("an adviser of another game has an opinion")
	}
}

// Helpers change nothing in a report, whatever a program remembers of earlier
// questions.
func TestHelpers(t *testing.T) {
	for game, most := range map[string]int{"auto-race": 10, "backgammon": 4, "checkers": 5, "contact": 6, "parker": 12} {
		rec := *games(t, game)[0]
		rec.Entries, rec.End = rec.Entries[:most], ""
		var reports [2]*analyse.Report
		for i, workers := range []int{1, 3} {
			a := cabinet.ByID(game).Analysts(workers)
			last := 0
			a.Progress = func(done int) {
				if last++; done != last {
					t.Errorf("%s: progress %d after %d", game, done, last-1)
				}
			}
			var err error
			if reports[i], err = a.Record(t.Context(), &rec); err != nil {
				t.Fatal(err)
			}
			if last != len(reports[i].Events) {
				t.Errorf("%s: %d throws and moves, progress until %d", game, len(reports[i].Events), last)
			}
		}
		if !reflect.DeepEqual(reports[0], reports[1]) {
			t.Errorf("%s: with helpers the report differs", game)
		}
	}
}

// What a helper cannot do fails as it does alone.
func TestHelpersFail(t *testing.T) {
	rec := games(t, "kleefeld")[0]
	a := cabinet.ByID("kleefeld").Analysts(3)
	a.Helpers[1].Moves, a.Helpers[1].Throws = broken{}, broken{}
	if _, err := a.Record(t.Context(), rec); !errors.Is(err, errBroken) {
		t.Errorf("a broken helper: %v", err)
	}
	a.Helpers[1].Moves, a.Helpers[1].Throws = nil, nil
	defer func() {
		if recover() == nil {
			t.Error("the panic of a helper is lost")
		}
	}()
	_, _ = a.Record(t.Context(), rec)
}

var errBroken = errors.New("broken")

type broken struct{}

func (broken) Unit(parlour.Match) *theory.Unit { return theory.Chances }

func (broken) Value(context.Context, parlour.Match) (bot.Opinion, error) {
	return bot.Opinion{}, errBroken
}

func (broken) Moves(context.Context, parlour.Match) ([]bot.Opinion, error) { return nil, errBroken }

// A listener is an adviser that notes how many processors it may use.
type listener struct {
	bot.Adviser
	threads []int
}

func (*listener) Unit(parlour.Match) *theory.Unit { return theory.Chances }

func (l *listener) Moves(ctx context.Context, m parlour.Match) ([]bot.Opinion, error) {
	b := bot.BoundsOf(ctx)
	l.threads = append(l.threads, b.Threads)
	if b.Hash != 7 {
		return nil, errors.New("the other bounds are lost")
	}
	return []bot.Opinion{{Move: m.Moves()[0]}}, nil
}

// With a time limit, several processors search one position if there are fewer
// positions than workers. Otherwise the result may not depend on the workers.
func TestTogether(t *testing.T) {
	e := cabinet.ByID("checkers")
	m, err := e.Game.Parse("checkers B:W21-32:B1-12")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		think   time.Duration
		helpers int
		want    int
	}{{0, 3, 0}, {time.Minute, 0, 0}, {time.Minute, 3, 4}} {
		l := &listener{}
		a := &analyse.Analyst{Moves: l, Throws: l, Think: c.think, Helpers: make([]*analyse.Analyst, c.helpers)}
		if _, err := a.Assess(bot.Within(t.Context(), bot.Bounds{Hash: 7}), m); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(l.threads, []int{c.want}) {
			t.Errorf("%d helpers and %v: %v processors, want %d", c.helpers, c.think, l.threads, c.want)
		}
	}
}
