package study

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"testing"
	"time"

	"parlour/cabinet"
	"parlour/internal/wait"
	"parlour/lab/analyse"
	"parlour/learn/theory"
	"parlour/phrase"
	"parlour/record"
	"parlour/table"
	"parlour/web/wire"
)

// Moves that were taken back are not part of the game.
func TestPlayed(t *testing.T) {
	kinds := []table.Kind{table.Created, table.Sit, table.Move, table.Chat, table.Move, table.Move, table.GiveBack, table.Move}
	var events []table.Event
	for i, k := range kinds {
		events = append(events, table.Event{Seq: int64(i) + 1, Kind: k, Body: table.Body{Plies: 2}})
	}
	if got := played(events); !slices.Equal(got, []int64{3, 8}) {
		t.Errorf("played: %v", got)
	}
}

// jobOf is an analysis of a game of checkers that takes a while.
func jobOf(t *testing.T, table, address string, moves int) *job {
	t.Helper()
	e := cabinet.ByID("checkers")
	m, err := e.Game.New(e.Typical.Setup)
	if err != nil {
		t.Fatal(err)
	}
	rec := record.Begin(m)
	seqs := []int64{}
	for n := range moves {
		mv := m.Moves()[0]
		rec.Add(m, mv, e.Style)
		if err := m.Play(mv); err != nil {
			t.Fatal(err)
		}
		seqs = append(seqs, int64(n))
	}
	return &job{table: table, address: address, entry: e, rec: rec, seqs: seqs}
}

// Games are analysed one after the other, while somebody waits for them.
func TestAnalysesQueue(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	a := NewAnalyses(ctx)
	now := time.Now()
	a.now = func() time.Time { return now }
	enter := func(id, address string) (*job, error) { return a.enter(jobOf(t, id, address, 40)) }
	first, err := enter("first", "x")
	if err != nil {
		t.Fatal(err)
	}
	if again, err := enter("first", "y"); err != nil || again != first {
		t.Errorf("asked twice: %v", err)
	}
	var last *job
	for n := range mostOfOne - 1 {
		if last, err = enter("more"+strconv.Itoa(n), "x"); err != nil {
			t.Fatal(err)
		}
	}
	if p, ended := a.state(last); ended || p.Ahead > mostOfOne || p.All != 40 {
		t.Errorf("in the queue: %+v %v", p, ended)
	}
	var e *Busy
	if _, err := enter("toomany", "x"); !errors.As(err, &e) || !e.Own {
		t.Errorf("one address has a queue of its own: %v", err)
	}
	for n := range mostWaiting {
		_, err = enter("crowd"+strconv.Itoa(n), "address"+strconv.Itoa(n))
	}
	if !errors.As(err, &e) || e.Own {
		t.Errorf("the queue has no end: %v", err)
	}
	long := jobOf(t, "long", "z", 40)
	long.seqs = make([]int64, mostLooked+1)
	var unfit *Refusal
	if _, err := a.enter(long); !errors.As(err, &unfit) {
		t.Errorf("a game without end: %v", err)
	}

	// Everybody leaves.
	a.mu.Lock()
	now = now.Add(patientFor + time.Second)
	a.mu.Unlock()
	<-last.ready
	if last.err == nil || last.answer.Body != nil {
		t.Error("it was done although nobody waited")
	}
	<-first.ready
	if _, kept := a.done.Get("first"); a.find("first") != nil || kept && first.err != nil {
		t.Errorf("given up, it is still kept: %v", first.err)
	}
}

// Long games of one address leave room for a game of another address.
func TestAnalysesAddresses(t *testing.T) {
	a := NewAnalyses(t.Context())
	a.line.Slice = 0 // everybody has a turn after every move
	now := time.Now()
	a.now = func() time.Time { return now }       // nobody loses patience
	busy, err := a.line.Join(Guest{Address: "z"}) // nothing begins before all are there
	if err != nil {
		t.Fatal(err)
	}
	var long []*job
	for n := range mostOfOne {
		j, err := a.enter(jobOf(t, "long"+strconv.Itoa(n), "x", 40))
		if err != nil {
			t.Fatal(err)
		}
		long = append(long, j)
	}
	j, err := a.enter(jobOf(t, "short", "y", 2))
	if err != nil {
		t.Fatal(err)
	}
	wait.For(t, "two games of different addresses to wait for their turn", func() bool { return a.line.Len() == 3 })
	if p, _ := a.state(j); p.Ahead > 2 {
		t.Errorf("%d games are looked at before it, want 2 at most", p.Ahead)
	}
	busy.Leave()
	wait.Receive(t, "the short game", j.ready)
	for _, l := range long {
		if _, ended := a.state(l); ended {
			t.Error("a long game came first")
		}
	}
	if j.err != nil || len(j.answer.Body) == 0 {
		t.Errorf("the short game: %v", j.err)
	}
}

// A record with an illegal move is refused and not kept.
func TestBadAnalysis(t *testing.T) {
	a := NewAnalyses(t.Context())
	j := jobOf(t, "bad", "x", 40)
	j.rec.Entries[1].Move = "1-2"
	j, err := a.enter(j)
	if err != nil {
		t.Fatal(err)
	}
	<-j.ready
	var unfit *Refusal
	if !errors.As(j.err, &unfit) {
		t.Errorf("%v", j.err)
	}
	if a.find("bad") != nil {
		t.Error("it is kept")
	}
}

// The analysis of a deleted table is dropped, even while it is under way.
func TestAnalysesForget(t *testing.T) {
	a := NewAnalyses(t.Context())
	j, err := a.enter(jobOf(t, "gone", "x", 40))
	if err != nil {
		t.Fatal(err)
	}
	a.Forget("gone")
	wait.Receive(t, "the end of the analysis", j.ready)
	if a.find("gone") != nil || a.done.Len() != 0 {
		t.Errorf("it is kept, with %d bytes", a.done.Held())
	}
}

// An analysis is kept in English, and read in any language.
func TestAnalysisIn(t *testing.T) {
	grammar := phrase.EnglishGrammar
	grammar.Tag, grammar.Comma = "xx", true
	lang := phrase.Translated(grammar, map[string]phrase.Translation{
		"verdict.win-in":    {English: "wins in {n}", Own: "gewinnt in {n}"},
		"value.the-win":     {English: "the win", Own: "den Sieg"},
		"said.unit-chances": {English: "Chances", Own: "Chancen"},
	})
	r := analyse.Report{Unit: theory.Chances.Labels, Begins: []string{"50.0 %"}, Sides: []analyse.Side{{Seats: "B", LuckText: "+1.5 %"}},
		Events: []analyse.Event{{Kind: analyse.Move, Change: "the win", Worth: analyse.Worth{Values: []string{"wins in 19", "49.5 %"}},
			Choices: []analyse.Choice{{Text: "1-5", ErrorText: "0.5 %"}}}}}
	answer, err := wire.NewAnswer(Analysis{Table: "t", Report: r})
	if err != nil {
		t.Fatal(err)
	}
	told, err := In(lang, &answer)
	if err != nil {
		t.Fatal(err)
	}
	var a Analysis
	if err := json.Unmarshal(told.Body, &a); err != nil {
		t.Fatal(err)
	}
	e := a.Events[0]
	got := []string{a.Unit.Heading, a.Begins[0], a.Sides[0].LuckText, e.Change, e.Values[0], e.Values[1], e.Choices[0].ErrorText, a.Table}
	if want := []string{"Chancen", "50,0 %", "+1,5 %", "den Sieg", "gewinnt in 19", "49,5 %", "0,5 %", "t"}; !slices.Equal(got, want) {
		t.Errorf("it says %q, want %q", got, want)
	}
	if same, err := In(phrase.English, &answer); err != nil || same != &answer {
		t.Errorf("in English it is another: %v", err)
	}
}
