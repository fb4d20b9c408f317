package backgammon

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parlour"
)

func load(t testing.TB, file string, v any) {
	t.Helper()
	data, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, v); err != nil {
		t.Fatal(err)
	}
}

func parse(t testing.TB, line string) parlour.Match {
	t.Helper()
	m, err := Game().Parse(line)
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return m
}

func texts(m parlour.Match) []string {
	list := []string{}
	for _, mv := range m.Moves() {
		list = append(list, m.Text(mv))
	}
	return list
}

// endText is the result as a record writes it.
func endText(m parlour.Match) string {
	res := m.Result()
	if !res.Over {
		return ""
	}
	info := m.Info()
	return "win " + info.Letter(res.Winner()) + " " + strconv.Itoa(res.Stake)
}

func TestScenarios(t *testing.T) {
	var scenarios []struct {
		ID, Position, Play, Next, End, Note string
		Legal                               []string
	}
	load(t, "backgammon.json", &scenarios)
	if len(scenarios) != 78 {
		t.Fatalf("%d scenarios", len(scenarios))
	}
	for _, s := range scenarios {
		m := parse(t, s.Position)
		if got := m.String(); got != s.Position {
			t.Errorf("%s: reads back as %s", s.ID, got)
		}
		if got := texts(m); !slices.Equal(got, s.Legal) {
			t.Errorf("%s: legal %q, want %q", s.ID, got, s.Legal)
		}
		mv, err := m.Parse(strings.TrimPrefix(s.Play, "throw "))
		if err != nil {
			t.Errorf("%s: %v", s.ID, err)
			continue
		}
		if err := m.Play(mv); err != nil {
			t.Errorf("%s: %v", s.ID, err)
		}
		if got := m.String(); got != s.Next {
			t.Errorf("%s: %s gives\n%s, want\n%s", s.ID, s.Play, got, s.Next)
		}
		if got := endText(m); got != s.End {
			t.Errorf("%s: end %q, want %q", s.ID, got, s.End)
		}
		if err := parlour.Check(m); err != nil {
			t.Errorf("%s: %v", s.ID, err)
		}
	}
}

type extras struct {
	Reads, Refuses, Invalid []struct{ Position, Input, Move, Why string }
	IDs                     []struct{ Position, XGID, GNUBGID string }
	Imports                 []struct{ ID, Position string }
}

func TestReads(t *testing.T) {
	var x extras
	load(t, "backgammon-extra.json", &x)
	for _, e := range x.Reads {
		m := parse(t, e.Position)
		mv, err := m.Parse(e.Input)
		if err != nil {
			t.Errorf("%s: %q: %v", e.Position, e.Input, err)
		} else if got := m.Text(mv); got != e.Move {
			t.Errorf("%s: %q is read as %q, want %q", e.Position, e.Input, got, e.Move)
		}
	}
	for _, e := range x.Refuses {
		m := parse(t, e.Position)
		mv, err := m.Parse(e.Input)
		var why *parlour.Refusal
		if !errors.As(err, &why) {
			t.Errorf("%s: %q is read as %q; want refused: %s", e.Position, e.Input, m.Text(mv), e.Why)
		}
	}
}

func TestInvalid(t *testing.T) {
	var x extras
	load(t, "backgammon-extra.json", &x)
	for _, e := range x.Invalid {
		m, err := Game().Parse(e.Position)
		var bad *parlour.PositionError
		if !errors.As(err, &bad) || len(bad.Faults) == 0 {
			t.Errorf("%s is read as %v, want refused: %s", e.Position, m, e.Why)
			continue
		}
		if len(bad.Faults) != 1 {
			t.Errorf("%s (%s): %d faults: %q", e.Position, e.Why, len(bad.Faults), bad.Faults)
		}
	}
}

func TestForeignIDs(t *testing.T) {
	var x extras
	load(t, "backgammon-extra.json", &x)
	for _, e := range x.IDs {
		m := parse(t, e.Position)
		if got := XGID(m); got != e.XGID {
			t.Errorf("%s: XGID %s, want %s", e.Position, got, e.XGID)
		}
		if got := GNUID(m); got != e.GNUBGID {
			t.Errorf("%s: GNU id %s, want %s", e.Position, got, e.GNUBGID)
		}
	}
	for _, e := range x.Imports {
		m, err := Game().Parse(e.ID)
		if err != nil {
			t.Errorf("%s: %v", e.ID, err)
		} else if got := m.String(); got != e.Position {
			t.Errorf("%s is read as %s, want %s", e.ID, got, e.Position)
		}
	}
}

// TestIDInPlaceOfFields reads lines with options and an id of another program.
func TestIDInPlaceOfFields(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"backgammon 4HPwATDgc/ABMA:cIkFAAAAAAAE", "backgammon XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10 move"},
		{"backgammon[resign=yes] XGID=-b----E-C---eE---c-e----B-:1:-1:1:00:0:0:0:0:10", "backgammon[resign=yes] XGID=-b----E-C---eE---c-e----B-:1:-1:1:00:0:0:0:0:10 roll"},
		{"backgammon[match=7] -b----E-C---eE---c-e----B-:1:1:1:25:2:4:0:7:10", "backgammon[match=7] XGID=-b----E-C---eE---c-e----B-:1:1:1:52:2:4:0:7:10 move"},
		{"backgammon 4HPwATDgc/ABMA:UYnqAEAAEAAE", ""},
		{"backgammon 4HPwATDgc/ABMA", ""},
		{"backgammon[jacoby=yes] 4HPwATDgc/ABMA:cIkFAAAAAAAE", ""},
		{"backgammon[match=5] XGID=-b----E-C---eE---c-e----B-:1:1:1:52:2:4:0:7:10", ""},
	} {
		m, err := Game().Parse(c.line)
		switch {
		case c.want == "" && err == nil:
			t.Errorf("%s is read as %v", c.line, m)
		case c.want != "" && err != nil:
			t.Errorf("%s: %v", c.line, err)
		case c.want != "" && m.String() != c.want:
			t.Errorf("%s is read as %v", c.line, m)
		}
	}
}

func TestCompleteGames(t *testing.T) {
	file, err := os.Open("testdata/games/backgammon.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var m parlour.Match
	games, n := 0, 0
	for in := bufio.NewScanner(file); in.Scan(); {
		n++
		line := in.Text()
		switch {
		case line == "":
			m = nil
		case line[0] == '#':
		case line[0] == '=' && m == nil:
			m = parse(t, line[2:])
			games++
		case line[0] == '=':
			if got := m.String(); got != line[2:] {
				t.Fatalf("line %d: %s, want %s", n, got, line[2:])
			}
		case strings.HasPrefix(line, "end "):
			if got := endText(m); got != line[4:] {
				t.Fatalf("line %d: end %q, want %q", n, got, line[4:])
			}
		default:
			who, what, _ := strings.Cut(line, " ")
			turn, info := m.Turn(), m.Info()
			seat := info.Letter(turn.Seat)
			if turn.Dice == parlour.OneEach {
				seat = "-"
			}
			text, throw := strings.CutPrefix(what, "throw ")
			if who != seat || throw != (turn.Dice != 0) {
				t.Fatalf("line %d: %s, but %s must act: %v", n, line, seat, m)
			}
			mv, err := m.Parse(text)
			if err != nil {
				t.Fatalf("line %d: %v", n, err)
			}
			if got := m.Text(mv); got != text && !(throw && turn.Dice == parlour.TwoDice) {
				t.Fatalf("line %d: %q reads back as %q", n, text, got)
			}
			if err := m.Play(mv); err != nil {
				t.Fatalf("line %d: %v", n, err)
			}
		}
	}
	if games != 7 {
		t.Errorf("%d games", games)
	}
}
