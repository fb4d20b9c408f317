package web

import (
	"bytes"
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
	"parlour/web/wire"
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

// A Game that was begun on a device goes on at a server: the table begins where
// the record stops, its log tells what was played before, and a second person
// plays on. This goes for every game.
func TestBefore(t *testing.T) {
	s := open(t, nil)
	ann, bob := s.person(), s.person()
	for _, e := range cabinet.Games() {
		game := e.Info.ID
		rec, line := begun(t, game, 25)
		body := wire.Creation{Terms: table.Terms{Game: game, Clock: table.Clock{Kind: table.NoClock}}, Record: rec.String(), Chair: 1, Name: "Ann", Key: key()}
		var made wire.Created
		if code := ann.do("POST", "/api/tables", body, &made); code != http.StatusCreated {
			t.Fatalf("%s: %d", game, code)
		}
		v := ann.view(made.Table)
		if v.Position != line || v.Terms.Before != nil || v.Throws != 0 {
			t.Errorf("%s: the table begins at %s, want %s; %+v", game, v.Position, line, v.Terms.Before)
		}
		var log struct{ Events []wire.Event }
		ann.do("GET", "/api/tables/"+made.Table+"/events", nil, &log)
		part := log.Events[1]
		if log.Events[0].Body.Terms.Before != nil || part.Kind != table.Earlier || len(part.Before) != 25 || len(part.Body.Plays) != 25 || part.Line != line || !strings.Contains(part.Words, "began elsewhere") {
			t.Fatalf("%s: the log begins with %d plays, %q", game, len(part.Before), part.Words)
		}
		for i, one := range part.Before {
			if one.Words == "" || one.Seat == "" || one.Throw+one.Move != part.Body.Plays[i] {
				t.Errorf("%s: play %d is told as %+v", game, i, one)
			}
		}
		var shown earlierPart
		ann.do("GET", "/api/tables/"+made.Table+"/earlier?seq=2", nil, &shown)
		if n := len(shown.Events); n != 25 || len(shown.Pieces) == 0 || shown.Events[n-1].Line != line || shown.Events[0].Words != part.Before[0].Words {
			t.Errorf("%s: a replay shows %d plays", game, n)
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
		// The record of the table is that of the whole game.
		code, raw, _ := ann.raw("GET", "/api/tables/"+made.Table+"/record", nil, nil)
		if code != http.StatusOK || !strings.Contains(string(raw), "\n= "+line+"\n") {
			t.Errorf("%s: the record is %d %s", game, code, raw)
		}
		whole, err := record.ReadOne(bytes.NewReader(raw))
		if err != nil || whole.Start() != rec.Start() {
			t.Fatalf("%s: the record begins at %q, want %q: %v", game, whole.Start(), rec.Start(), err)
		}
		plays := 0
		if _, err := record.Follow(e.Game.Parse, whole, func(*record.Entry, parlour.Match, parlour.Move) error { plays++; return nil }, nil); err != nil || plays < 26 {
			t.Errorf("%s: the record has %d plays: %v", game, plays, err)
		}
		// The same request makes one table.
		var again wire.Created
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
	long, _ := longGame(t, table.MostBefore+2)
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
		{"an unknown game", table.Terms{Game: "chess"}, good, "no such game"},
		{"a position, too", table.Terms{Position: line}, good, "not both"},
		{"a finished game", table.Terms{}, over.String(), "over"},
		{"another setup", table.Terms{Game: "kleefeld", Setup: parlour.Setup{Players: 2}}, four.String(), "as its setup says"},
		{"far too long", table.Terms{Game: "backgammon"}, long, "at most 5000"},
		{"too large", table.Terms{}, good + strings.Repeat("# x\n", maxRecord/4), "too large"},
	} {
		if c.terms.Game == "" {
			c.terms.Game = "checkers"
		}
		var out struct{ Error *wire.Error }
		code := p.do("POST", "/api/tables", wire.Creation{Terms: c.terms, Record: c.record, Key: key()}, &out)
		if code < 400 || code >= 500 || out.Error == nil || !strings.Contains(out.Error.Message, c.says) {
			t.Errorf("%s: %d %+v, want an error that says %q", c.name, code, out.Error, c.says)
		}
	}
	// The same through the terms, past the record.
	before := &table.Before{Line: rec.Start(), Plays: []string{rec.Entries[1].Move}}
	var out struct{ Error *wire.Error }
	if code := p.do("POST", "/api/tables", wire.Creation{Terms: table.Terms{Game: "checkers", Position: line, Before: before}, Key: key()}, &out); code != http.StatusUnprocessableEntity || !strings.Contains(out.Error.Message, "not to the position") {
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

// A long game becomes many small events, not one that costs everybody time.
func TestLongBefore(t *testing.T) {
	s := open(t, nil)
	p := s.person()
	rec, line := longGame(t, table.MostBefore)
	var made wire.Created
	if code := p.do("POST", "/api/tables", wire.Creation{Terms: table.Terms{Game: "backgammon"}, Record: rec, Chair: 1, Name: "Ann", Key: key()}, &made); code != http.StatusCreated {
		t.Fatal(code)
	}
	most, all, plays := 0, 0, 0
	for since := int64(0); ; {
		var log struct {
			Events []json.RawMessage
			Next   int64
		}
		p.do("GET", fmt.Sprintf("/api/tables/%s/events?since=%d", made.Table, since), nil, &log)
		for _, raw := range log.Events {
			var e wire.Event
			if err := json.Unmarshal(raw, &e); err != nil {
				t.Fatal(err)
			}
			most, all, plays = max(most, len(raw)), all+len(raw), plays+len(e.Body.Plays)
		}
		if since = log.Next; since == 0 {
			break
		}
	}
	t.Logf("a record of %d KB with %d plays: %d KB of events, the largest %d KB", len(rec)>>10, plays, all>>10, most>>10)
	if plays != table.MostBefore || most > 48<<10 || all > 1<<20 {
		t.Errorf("%d plays make %d bytes of events, the largest of %d bytes", plays, all, most)
	}
	if v := p.view(made.Table); v.Position != line {
		t.Errorf("it stands at %s, want %s", v.Position, line)
	}
}

// longGame is a game of backgammon in which both throw the same again and again, so
// that nobody begins.
func longGame(t *testing.T, plays int) (rec, line string) {
	t.Helper()
	m := mustParse(t, "backgammon", "")
	info := m.Info()
	var b strings.Builder
	fmt.Fprintf(&b, "= %s\n", m)
	for range plays {
		fmt.Fprintf(&b, "%s throw 11\n", record.SeatText(&info, m.Turn()))
		mv, err := m.Parse("11")
		if err == nil {
			err = m.Play(mv)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return b.String(), m.String()
}

// Repetitions count over the seam, and the whole game is in the record and the
// analysis.
func TestRepetitionAcrossTheSeam(t *testing.T) {
	s := open(t, nil)
	ann, bob := s.person(), s.person()
	g := cabinet.ByID("checkers")
	m := mustParse(t, "checkers", "W:WK32:BK1")
	rec := record.Begin(m, record.Tag{Name: "Game", Value: "checkers"})
	for _, text := range []string{"32-27", "1-6", "27-32", "6-1", "32-27", "1-6", "27-32"} {
		mv, err := m.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		rec.Add(m, mv, g.Style)
		if err := m.Play(mv); err != nil {
			t.Fatal(err)
		}
	}
	var made wire.Created
	ann.do("POST", "/api/tables", wire.Creation{Terms: table.Terms{Game: "checkers"}, Record: rec.String(), Chair: 1, Name: "Ann", Key: key()}, &made)
	bob.must(made.Table, table.Action{Kind: table.Sit, Chair: 2, Name: "Bob"})
	v := ann.view(made.Table)
	who := ann
	if !strings.Contains(strings.Join(v.Chairs[0].Seats, ""), v.Turn) {
		who = bob
	}
	who.must(made.Table, table.Action{Kind: table.Move, Move: "6-1", Seq: v.Seq})
	if v := ann.view(made.Table); v.Status != table.Over || v.Result.Reason != "repetition" {
		t.Fatalf("the game is %s: %+v", v.Status, v.Result)
	}
	_, raw, _ := ann.raw("GET", "/api/tables/"+made.Table+"/record", nil, nil)
	if !strings.Contains(string(raw), "\nend draw repetition") || strings.Count(string(raw), "32-27") != 2 {
		t.Errorf("the record is\n%s", raw)
	}
	var out struct {
		Seqs   []int64
		Events []json.RawMessage
	}
	wait.For(t, "the analysis", func() bool {
		return ann.do("GET", "/api/tables/"+made.Table+"/analysis", nil, &out) == http.StatusOK
	})
	if len(out.Seqs) != 8 || len(out.Events) != 8 || out.Seqs[0] != -7 || out.Seqs[6] != -1 || out.Seqs[7] < 4 {
		t.Errorf("the analysis has %d events, numbered %v", len(out.Events), out.Seqs)
	}
}
