package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"parlour"
	"parlour/cabinet"
	"parlour/internal/wait"
	"parlour/record"
	"parlour/table"
	"parlour/web/live"
)

// begun plays the first throws and moves of a game, and returns its record and
// where it stands.
func begun(t *testing.T, game string, plies int) (rec *record.Record, line string) {
	t.Helper()
	e := cabinet.ByID(game)
	m, err := e.Game.New(parlour.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	rec = record.Begin(m, record.Tag{Name: "Game", Value: game})
	for n := range plies {
		var mv parlour.Move
		if d := m.Turn().Dice; d != 0 {
			mv = d.Nth(n % d.Weight())
		} else {
			mv = m.Moves()[0]
		}
		rec.Add(m, mv, e.Style)
		if err := m.Play(mv); err != nil {
			t.Fatal(err)
		}
	}
	return rec, m.String()
}

// A game that was begun on a device goes on at a server: the table begins where
// the record stops, its log tells what was played before, and a second person
// plays on. This goes for every game.
func TestBefore(t *testing.T) {
	s := open(t, nil)
	ann, bob := s.person(), s.person()
	for _, e := range cabinet.Games() {
		game := e.Info.ID
		rec, line := begun(t, game, 25)
		body := creation{Terms: table.Terms{Game: game, Clock: table.Clock{Kind: table.NoClock}}, Record: rec.String(), Chair: 1, Name: "Ann", Key: key()}
		var made created
		if code := ann.do("POST", "/api/tables", body, &made); code != http.StatusCreated {
			t.Fatalf("%s: %d", game, code)
		}
		v := ann.view(made.Table)
		if v.Position != line || v.Terms.Before != nil || v.Throws != 0 {
			t.Errorf("%s: the table begins at %s, want %s; %+v", game, v.Position, line, v.Terms.Before)
		}
		var log struct{ Events []live.Event }
		ann.do("GET", "/api/tables/"+made.Table+"/events", nil, &log)
		first := log.Events[0]
		if first.Body.Terms.Before == nil || len(first.Before) != 25 || len(first.Body.Terms.Before.Plays) != 25 || !strings.Contains(first.Words, "began elsewhere") {
			t.Fatalf("%s: the log begins with %d plays, %q", game, len(first.Before), first.Words)
		}
		for i, one := range first.Before {
			if one.Words == "" || one.Body.Throw+one.Body.Move != first.Body.Terms.Before.Plays[i] {
				t.Errorf("%s: play %d is told as %q", game, i, one.Words)
			}
		}
		for chair := 2; chair <= len(v.Chairs); chair++ {
			bob.must(made.Table, table.Action{Kind: table.Sit, Chair: chair, Name: "Bob"})
		}
		// Somebody plays on.
		wait.For(t, "a throw or a move", func() bool {
			v := ann.view(made.Table)
			who := ann
			for i, c := range v.Chairs {
				if i > 0 && strings.Contains(strings.Join(c.Seats, ""), v.Turn) {
					who = bob
				}
			}
			a := table.Action{Kind: table.Throw, Seq: v.Seq}
			if v.Needs == parlour.NeedMove {
				a = table.Action{Kind: table.Move, Move: v.Moves[0], Seq: v.Seq}
			}
			code, _ := who.act(made.Table, a)
			return code == http.StatusOK
		})
		// The record of the table begins where it does, so that its dice can be checked.
		code, raw, _ := ann.raw("GET", "/api/tables/"+made.Table+"/record", nil, nil)
		if code != http.StatusOK || !strings.Contains(string(raw), "\n= "+line+"\n") {
			t.Errorf("%s: the record is %d %s", game, code, raw)
		}
		// The same request makes one table.
		var again created
		if code := ann.do("POST", "/api/tables", body, &again); code != http.StatusCreated || again.Table != made.Table {
			t.Errorf("%s: sent again it is %d %s, want %s", game, code, again.Table, made.Table)
		}
	}
}

// Records are checked as strictly as any other input.
func TestBadRecords(t *testing.T) {
	s := open(t, nil)
	p := s.person()
	rec, line := begun(t, "checkers", 6)
	good := rec.String()
	four, _ := begun(t, "kleefeld", 5)
	over := record.Begin(mustParse(t, "checkers", line))
	over.End = "win B resigned"
	var long strings.Builder
	m := mustParse(t, "backgammon", "")
	info := m.Info()
	fmt.Fprintf(&long, "= %s\n", m)
	for range table.MostBefore + 2 {
		fmt.Fprintf(&long, "%s throw 11\n", record.SeatText(&info, m.Turn())) // thrown again and again: nobody begins
	}
	for _, c := range []struct {
		name   string
		terms  table.Terms
		record string
		says   string
	}{
		{"not a record", table.Terms{}, "hello", "line 1"},
		{"no game", table.Terms{}, "\n\n", "no game"},
		{"two games", table.Terms{}, good + "\n\n" + good, "more than one"},
		{"an illegal move", table.Terms{}, strings.Replace(good, rec.Entries[3].Move, "1-32", 1), "line 5: 1-32 cannot be played; expected one of 5-9, 6-9"},
		{"another game", table.Terms{Game: "parker"}, good, "of the game checkers"},
		{"an unknown game", table.Terms{Game: "chess"}, good, "no game"},
		{"a position, too", table.Terms{Position: line}, good, "not both"},
		{"a finished game", table.Terms{}, over.String(), "over"},
		{"another setup", table.Terms{Game: "kleefeld", Setup: parlour.Setup{Players: 2}}, four.String(), "as its setup says"},
		{"far too long", table.Terms{Game: "backgammon"}, long.String(), "at most 10000"},
		{"too large", table.Terms{}, good + strings.Repeat("# x\n", maxRecord/4), "too large"},
	} {
		if c.terms.Game == "" {
			c.terms.Game = "checkers"
		}
		var out struct{ Error *Error }
		code := p.do("POST", "/api/tables", creation{Terms: c.terms, Record: c.record, Key: key()}, &out)
		if code < 400 || code >= 500 || out.Error == nil || !strings.Contains(out.Error.Message, c.says) {
			t.Errorf("%s: %d %+v, want an error that says %q", c.name, code, out.Error, c.says)
		}
	}
	// The same through the terms, past the record.
	before := &table.Before{Line: rec.Start(), Plays: []string{rec.Entries[1].Move}}
	var out struct{ Error *Error }
	if code := p.do("POST", "/api/tables", creation{Terms: table.Terms{Game: "checkers", Position: line, Before: before}, Key: key()}, &out); code != http.StatusUnprocessableEntity || !strings.Contains(out.Error.Message, "not to the position") {
		text, _ := json.Marshal(out)
		t.Errorf("a game that leads elsewhere: %d %s", code, text)
	}
}

func mustParse(t *testing.T, game, line string) parlour.Match {
	t.Helper()
	g := cabinet.ByID(game).Game
	m, err := g.New(parlour.Setup{})
	if line != "" {
		m, err = g.Parse(line)
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}
