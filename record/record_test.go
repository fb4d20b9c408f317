package record_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parlour"
	"parlour/games/race"
	"parlour/record"
)

var auto = race.AutoRaceGame()

const small = `@ Game: auto-race
@ Date: 1928-05-03
= auto-race[layout=forty] G:0/B:0 G - - off=G?,B?
# a short one
G 6 off
B 1 off
= auto-race[layout=forty] G:0/B:0 G - - -
G 4 0>4
B throw 6
B pass
! B draw offered
G 5 4>9
`

func read(t *testing.T, text string) *record.Record {
	t.Helper()
	r, err := record.ReadOne(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestRoundTrip(t *testing.T) {
	r := read(t, small)
	if got := r.String(); got != small {
		t.Errorf("written:\n%s\nread:\n%s", got, small)
	}
	if r.Tag("Date") != "1928-05-03" || r.Tag("Event") != "" {
		t.Errorf("tags: %v", r.Tags)
	}
	r.SetTag("Date", "1929")
	r.SetTag("Event", "Tea")
	if r.Tag("Date") != "1929" || r.Tag("Event") != "Tea" || len(r.Tags) != 3 {
		t.Errorf("tags: %v", r.Tags)
	}
	m, err := record.Replay(auto.Parse, r, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := m.String(), "auto-race[layout=forty] G:9/B:0 B - - -"; got != want {
		t.Errorf("came to %s, want %s", got, want)
	}
}

func TestReadDialects(t *testing.T) {
	const text = `# Complete games.

start contact duel6 a1G1234,b2R1234 s 0 -
moves a1-a2 b2-b3
moves pass
last contact duel6 a2G1234,b3R1234 s 0 -
end win s last-tile
# the second
= backgammon XGID=x open
- throw 22
X 52 24/20
O resign 1
end win X 1
`
	var got []*record.Record
	for r, err := range record.Read(strings.NewReader(text)) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, r)
	}
	if len(got) != 2 {
		t.Fatalf("%d games, want 2", len(got))
	}
	if n := len(got[0].Entries); n != 6 { // the comment after a result belongs to the game that ended
		t.Errorf("first game: %d entries, want 6: %+v", n, got[0].Entries)
	}
	want := []record.Entry{
		{Kind: record.Check, Line: 9, Text: "backgammon XGID=x open"},
		{Kind: record.Play, Line: 10, Seat: "-", Throw: "22"},
		{Kind: record.Play, Line: 11, Seat: "X", Throw: "52", Move: "24/20"},
		{Kind: record.Play, Line: 12, Seat: "O", Move: "resign 1"},
	}
	for i, e := range want {
		if got[1].Entries[i] != e {
			t.Errorf("entry %d is %+v, want %+v", i, got[1].Entries[i], e)
		}
	}
	if got[0].End != "win s last-tile" || got[1].End != "win X 1" {
		t.Errorf("ends: %q, %q", got[0].End, got[1].End)
	}
}

// Every complete game of the rule texts can be read, and reads back the same.
func TestReadCompleteGames(t *testing.T) {
	files, _ := filepath.Glob("../games/*/testdata/games/*.txt")
	if len(files) == 0 {
		t.Fatal("no games")
	}
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		games := 0
		for r, err := range record.Read(f) {
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			games++
			if again := read(t, r.String()); again.String() != r.String() || len(again.Entries) != len(r.Entries) {
				t.Errorf("%s: game %d does not read back", name, games)
			}
		}
		f.Close()
		if games < 6 {
			t.Errorf("%s: %d games", name, games)
		}
	}
}

func TestReplayCompleteGames(t *testing.T) {
	f, err := os.Open("../games/race/testdata/games/auto-race.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for r, err := range record.Read(f) {
		if err != nil {
			t.Fatal(err)
		}
		seen := 0
		m, err := record.Replay(auto.Parse, r, func(i int, e *record.Entry, m parlour.Match) error {
			seen++
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if seen != len(r.Entries) || !m.Result().Over {
			t.Errorf("saw %d of %d entries, over %v", seen, len(r.Entries), m.Result().Over)
		}
	}
}

func TestReadErrors(t *testing.T) {
	const begin = "= auto-race G:0/B:0 G - - -\n"
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "", "the file contains no game"},
		{"only comments", "# words\n", "the file contains no game"},
		{"tags only", "@ Game: auto-race\n", "line 1: the game has no position"},
		{"before the position", "G 4 0>4\n", `line 1: "G 4 0>4" comes before any position`},
		{"bad tag", "@ Game\n", `line 1: "Game" is not a tag; expected @ Name: value`},
		{"late tag", begin + "@ Game: x\n", "line 2: the tag Game comes after the first position"},
		{"empty position", "=\n", "line 1: = needs a position"},
		{"throw without a move", begin + "G 4\n", "line 2: the throw 4 has no move; expected G 4 MOVE, or G throw 4"},
		{"bad throw", begin + "G throw four\n", `line 2: "four" is not a throw`},
		{"no seat", begin + "Green 4 0>4\n", `line 2: cannot read "Green 4 0>4"; expected one of SEAT THROW MOVE`},
		{"bare word", begin + "G\n", `line 2: cannot read "G"`},
		{"empty end", begin + "end\n", "line 2: end needs a result"},
		{"bad event", begin + "! resign\n", `line 2: "! resign" is not an event`},
		{"control", begin + "G 4 0>\x004\n", "line 2: the line contains the control character U+0000"},
		{"not UTF-8", begin + "# \xff\n", "line 2: the line is not valid UTF-8"},
		{"long line", begin + "# " + strings.Repeat("x", record.MaxLine) + "\n", "line 2: the line is longer than 65536 bytes"},
		{"two games", begin + "\n" + begin, "line 3: a second game begins"},
		{"many tags", strings.Repeat("@ a: b\n", record.MaxTags+1), "line 1025: there are more than 1024 tags"},
		{"many entries", begin + "moves" + strings.Repeat(strings.Repeat(" a", 30000)+"\nmoves", 40), "the game has more than 1048576 entries"},
	} {
		_, err := record.ReadOne(strings.NewReader(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) || len(err.Error()) > 500 {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
	}
}

func TestReplayErrors(t *testing.T) {
	const begin = "= auto-race G:0/B:0 G - - -\n"
	const late = "= auto-race G:57/B:0 G - - -\nG 6 57>*\n"
	for _, c := range []struct{ name, text, want string }{
		{"bad position", "= auto-race G:0\n", "line 1: the game cannot begin: bad position"},
		{"wrong seat", begin + "B 4 0>4\n", "line 2: B does not throw here; expected a throw of G (one die, 1 to 6)"},
		{"bad throw", begin + "G 7 0>7\n", "line 2: the throw 7 is not possible"},
		{"illegal move", begin + "G 4 0>5\n", "line 2: 0>5 cannot be played; expected one of 0>4"},
		{"no throw due", begin + "G throw 4\nG 4 0>4\n", "line 3: no throw is due; expected a move of G: 0>4"},
		{"no move due", begin + "G 0>4\n", "line 2: no move is due; expected a throw of G"},
		{"move of another", begin + "G throw 4\nB 0>4\n", "line 3: it is not B's turn; expected a move of G: 0>4"},
		{"off in play", begin + "G 4 off\n", "line 2: the throw 4 is not part of a throw-off"},
		{"wrong check", begin + "G 4 0>4\n= auto-race G:5/B:0 B - - -\n", "line 3: the position is auto-race G:5/B:0 B - - -; expected auto-race G:4/B:0 B - - -"},
		{"unreadable check", begin + "= nonsense\n", "line 2: the position cannot be read; expected auto-race G:0/B:0 G - - -"},
		{"early end", begin + "end win G home\n", `line 2: the result is "win G home" although the game is not over; expected a throw of G`},
		{"wrong end", late + "end win B home\n", `line 3: the result is "win B home"; expected "win G home"`},
		{"after the end", late + "B 4 0>4\n", "line 3: no throw is due; expected nothing more, the game is over"},
		{"no such seat", begin + "! Q resign\n", "line 2: there is no seat Q; expected one of G, Y, B, R"},
		{"no repetition", begin + "end draw repetition\n", "has not been repeated"},
		{"odd end", begin + "end lose G resigned\n", "expected win, draw or tie"},
		{"odd winner", begin + "end win Q resigned\n", "expected win SEAT REASON"},
		{"odd draw", begin + "end draw G agreed\n", "expected draw REASON"},
		{"odd tie", begin + "end tie G,Q agreed\n", `has an unknown seat in "Q"`},
		{"short tie", begin + "end tie agreed\n", "expected tie SEATS REASON"},
	} {
		_, err := record.Replay(auto.Parse, read(t, c.text), nil)
		var e *parlour.FileError
		if err == nil || !errors.As(err, &e) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
	}
	for _, text := range []string{
		late + "end win G home\n",
		begin + "! G resign\nend win B resigned\n",
		begin + "end tie G,B agreed\n",
	} {
		if _, err := record.Replay(auto.Parse, read(t, text), nil); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, err := record.Replay(auto.Parse, &record.Record{}, nil); err == nil {
		t.Error("an empty record replays")
	}
	stop := errors.New("stop")
	_, err := record.Replay(auto.Parse, read(t, begin), func(int, *record.Entry, parlour.Match) error { return stop })
	if err != stop {
		t.Errorf("error %v, want the one from each", err)
	}
}

func TestLog(t *testing.T) {
	m, err := auto.Parse("auto-race[layout=forty] G:0/B:0 G - - off=G?,B?")
	if err != nil {
		t.Fatal(err)
	}
	joined, separate := record.Begin(m), record.Begin(m, record.Tag{Name: "Game", Value: "auto-race"})
	for i := 0; !m.Result().Over; i++ {
		mv := parlour.Move(5 - i%3)
		if moves := m.Moves(); moves != nil {
			mv = moves[0]
		}
		joined.Add(m, mv, record.Joined)
		separate.Add(m, mv, record.Separate)
		if err := m.Play(mv); err != nil {
			t.Fatal(err)
		}
	}
	joined.Close(m)
	separate.Close(m)
	for _, r := range []*record.Record{joined, separate} {
		if _, err := record.Replay(auto.Parse, read(t, r.String()), nil); err != nil {
			t.Errorf("%v\n%s", err, r)
		}
	}
	if got := joined.Entries[1]; got.Move != "off" || got.Throw != "5" {
		t.Errorf("joined: %+v", got)
	}
	if got := separate.Entries[1]; got.Move != "" || got.Throw != "5" {
		t.Errorf("separate: %+v", got)
	}
	if joined.End != "win G home" && joined.End != "win B home" {
		t.Errorf("end %q", joined.End)
	}
}

// What people put into tags and comments cannot fake lines.
func TestWriteIsSafe(t *testing.T) {
	r := &record.Record{
		Tags:    []record.Tag{{Name: "Ev:ent\n", Value: "a\n= b"}},
		Entries: []record.Entry{{Kind: record.Check, Text: "x"}, {Kind: record.Comment, Text: "one\nend two\xff"}},
	}
	again := read(t, r.String())
	if len(again.Entries) != 2 || again.End != "" || again.Tags[0] != (record.Tag{Name: "Ev ent", Value: "a = b"}) {
		t.Errorf("%+v", again)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(small)
	f.Add("start a\nmoves b c\nlast d\nend win s x\n\n\n= e\nX throw 52\n")
	f.Add("= auto-race G:57/B:0 G - - -\nG 6 57>*\nend win G home\n")
	f.Fuzz(func(t *testing.T, text string) {
		for r, err := range record.Read(strings.NewReader(text)) {
			if err != nil {
				return
			}
			again, err := record.ReadOne(strings.NewReader(r.String()))
			if err != nil {
				t.Fatalf("%v\n%q", err, r.String())
			}
			if again.String() != r.String() {
				t.Fatalf("%q reads back as %q", r.String(), again.String())
			}
			record.Replay(auto.Parse, r, nil)
		}
	})
}
