package backgammon

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"parlour"
	"parlour/games/gametest"
)

func TestPresets(t *testing.T) {
	for _, c := range []struct {
		setup parlour.Setup
		want  string
	}{
		{parlour.Setup{}, "backgammon "},
		{parlour.Setup{Players: 2, Colours: "XO"}, "backgammon "},
		{parlour.Setup{Preset: "1928"}, "backgammon[crawford=no,doubling=voice] "},
		{parlour.Setup{Preset: "1931"}, "backgammon[auto-doubles=1,crawford=no] "},
		{parlour.Setup{Preset: "money"}, "backgammon[beavers=yes,jacoby=yes] "},
		{parlour.Setup{Preset: "money", Options: map[string]string{"match": "7"}}, "backgammon[match=7] "},
		{parlour.Setup{Preset: "1931", Options: map[string]string{"match": "7"}}, "backgammon[crawford=no,match=7] "},
		{parlour.Setup{Preset: "money", Options: map[string]string{"match": "0", "jacoby": "no"}}, "backgammon[beavers=yes] "},
		{parlour.Setup{Preset: "1928", Options: map[string]string{"doubling": "cube"}}, "backgammon[crawford=no] "},
	} {
		m, err := Game().New(c.setup)
		if err != nil {
			t.Errorf("%+v: %v", c.setup, err)
		} else if !strings.HasPrefix(m.String(), c.want) {
			t.Errorf("%+v: %s, want %s", c.setup, m, c.want)
		}
	}
}

func TestBadSetups(t *testing.T) {
	for _, c := range []struct {
		setup  parlour.Setup
		faults int
	}{
		{parlour.Setup{Mode: "pairs", Players: 3, Colours: "XOG", Seats: "12", First: "X", Preset: "1900"}, 6},
		{parlour.Setup{Options: map[string]string{"match": "100"}}, 1},
		{parlour.Setup{Options: map[string]string{"match": "3", "jacoby": "yes", "beavers": "yes", "auto-doubles": "2"}}, 3},
		{parlour.Setup{Preset: "money", Options: map[string]string{"match": "3", "jacoby": "yes"}}, 1},
		{parlour.Setup{Options: map[string]string{"cube-max": "3", "doubling": "voice"}}, 1},
		{parlour.Setup{Options: map[string]string{"cube-max": "16", "cube": "3"}}, 2},
	} {
		_, err := Game().New(c.setup)
		var bad *parlour.SetupError
		if !errors.As(err, &bad) || len(bad.Faults) != c.faults {
			t.Errorf("%+v: %v, want %d faults", c.setup, err, c.faults)
		}
	}
}

// TestFaults checks that every fault of a line is listed.
func TestFaults(t *testing.T) {
	for _, c := range []struct{ line, says string }{
		{"backgammon", "has 3 fields"},
		{"checkers W:W1:B2", "must begin with backgammon"},
		{"backgammon[] " + start + ":0:0:1:31:0:0:0:0:10 move", "leave out the brackets"},
		{"backgammon[match=7,match=7] " + start + ":0:0:1:31:0:0:0:7:10 move", "given twice"},
		{"backgammon -b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10 move", "neither an XGID"},
		{"backgammon " + start + ":0:0:1:31:0:0:0:0 move", "has 10 fields, but this one has 9"},
		{"backgammon " + start + ":00:0:1:31:0:0:0:0:10 move", "field 2 of the XGID must be a number"},
		{"backgammon " + start + ":0:0:0:31:0:0:0:0:10 move", "0 cannot be in turn"},
		{"backgammon " + start + ":0:0:1:71:0:0:0:0:10 move", "the dice must be 00"},
		{"backgammon " + start + ":0:0:1:13:0:0:0:0:10 move", "larger die first"},
		{"backgammon " + start + ":0:0:1:31:0:0:0:0:10 moving", "is not a state"},
		{"backgammon " + start + ":0:0:1:31:0:0:0:0:9 move", "field 10 of the XGID is 9"},
		{"backgammon " + start + ":0:0:1:31:0:0:1:0:10 move", "field 8 of the XGID is 1"},
		{"backgammon[match=5] " + start + ":0:0:1:31:0:0:2:5:10 move", "field 8 of the XGID must be a number from 0 to 1"},
		{"backgammon[crawford=no,match=5] " + start + ":0:0:1:31:4:0:1:5:10 move", "crawford=no"},
		{"backgammon[match=5] " + start + ":0:0:1:31:4:4:1:5:10 move", "exactly one side has a score of 4"},
		{"backgammon " + start + ":1:0:1:31:0:0:0:0:10 move", "in the middle"},
		{"backgammon " + start + ":0:0:1:00:0:0:0:0:10 take", "do not fit the state take"},
		{"backgammon " + start + ":0:0:1:D:0:0:0:0:10 roll", "do not fit the state roll"},
		{"backgammon " + start + ":1:-1:1:D:0:0:0:0:10 take", "can have offered a double"},
		{"backgammon[match=5] " + start + ":0:0:-1:D:4:0:1:5:10 take", "can have offered a double"},
		{"backgammon " + start + ":1:-1:1:B:0:0:0:0:10 beaver", "can have offered a beaver"},
		{"backgammon[beavers=yes] " + start + ":2:-1:1:R:0:0:2:0:10 raccoon", "can have offered a raccoon"},
		{"backgammon " + start + ":0:0:1:64:0:0:0:0:10 pick", "pick needs opening=choice"},
		{"backgammon[opening=choice] " + start + ":0:0:1:66:0:0:0:0:10 pick", "cannot be equal"},
		{"backgammon XGID=-b----E-E---eE---c-e------:0:0:1:00:0:0:0:0:10 open", "starting position"},
		{"backgammon " + start + ":0:0:1:00:1:0:0:0:10 over", "must name its winner and points"},
		{"backgammon " + start + ":0:0:1:00:1:0:0:0:10 over;won=O;points=1", "must be the winner's turn"},
		{"backgammon " + start + ":0:0:1:00:1:0:0:0:10 over;won=Y;points=1", "X or O"},
		{"backgammon " + start + ":0:0:1:00:2:0:0:0:10 over;won=X;points=2", "cannot be won for 2"},
		{"backgammon " + start + ":0:0:1:00:0:0:0:0:10 over;won=X;points=1", "does not include"},
		{"backgammon[match=3] " + start + ":0:0:1:00:1:0:0:3:10 over;won=X;points=1", "is not over with a score of 1"},
		{"backgammon XGID=-------------------o------:0:0:1:00:1:0:0:0:10 over;won=X;points=1", "worth 2, not 1"},
		{"backgammon " + start + ":1:1:1:00:7:0:0:0:10 over;won=X;points=7", "once, twice or three times"},
		{"backgammon " + start + ":0:0:1:31:0:0:0:0:10 move;points=1", "only a game that is over"},
		{"backgammon " + start + ":0:0:1:31:0:0:0:0:10 move;speed=1", "is not a flag"},
		{"backgammon[resign=yes] " + start + ":0:0:1:31:0:0:0:0:10 move;resign=4", "from 1 to 3"},
		{"backgammon[resign=yes] " + start + ":0:0:1:31:0:0:0:0:10 move;resign=1;refused=2", "only a higher"},
		{"backgammon[resign=yes] " + start + ":0:0:1:31:0:0:0:0:10 move;refused=1;resign=2", "write the line exactly as"},
		{"backgammon[resign=yes] " + start + ":0:0:1:31:0:0:0:0:10 move;resign=1;resign=1", "given twice"},
		{"backgammon[resign=yes,triple=no] " + start + ":0:0:1:31:0:0:0:0:10 move;resign=3", "at most for 2"},
		{"backgammon[resign=yes] " + start + ":0:0:1:00:0:0:0:0:10 throw;refused=1", "nobody can resign"},
		{"4HPwATDgc/ABMB", "neither an XGID"},
		{"4HPwATDgc/AB", "neither an XGID"},
		{"4HPwATDgc/ABMA:cIkFAAAAAA", "neither an XGID"},
		{"4HPwATDgc/ABMA:cAoAAAAAAAAE", "is over"},
		{"XGID=" + start[5:] + ":0:0:1:31:0:0:2:5:10", "field 8 of the XGID must be a number from 0 to 1"},
		{"backgammon XGID=-b----E-C---eE---c-e---AB!:0:0:1:31:0:0:0:0:10 move", "not a number of men"},
		{"backgammon XGID=-b----E-C---eE---c-e----Bb:0:0:1:31:0:0:0:0:10 move", "White has a man on Black's bar"},
	} {
		_, err := Game().Parse(c.line)
		var bad *parlour.PositionError
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %s", c.line, err, c.says)
		}
	}
	_, err := Game().Parse("backgammon[jacoby=yes,match=7] XGID=-b----E-C---eE---c-e----B:11:1:1:31:3:0:0:7:10 move")
	var bad *parlour.PositionError
	if !errors.As(err, &bad) || len(bad.Faults) < 2 {
		t.Errorf("some faults are missing: %v", err)
	}
}

func TestBoard(t *testing.T) {
	m := parse(t, "backgammon "+start+":0:0:1:31:0:0:0:0:10 move")
	b := BoardOf(m)
	cells := map[string]string{}
	for _, p := range b.Places {
		cell := fmt.Sprint(p.Row, p.Col)
		if other := cells[cell]; other != "" {
			t.Errorf("%s and %s share a cell", p.Name, other)
		}
		cells[cell] = p.Name
		if p.Row >= b.Rows || p.Col >= b.Cols || p.At.X > b.Width || p.At.Y > b.Height {
			t.Errorf("%s is outside the board", p.Name)
		}
	}
	men := map[string]int{}
	for _, p := range m.Pieces() {
		men[p.Colour+p.Kind+p.Place+p.Face]++
	}
	for what, n := range map[string]int{"Xman24": 2, "Xman6": 5, "Oman1": 2, "Oman19": 5, "Oman12": 5, "cubecube1": 1} {
		if men[what] != n {
			t.Errorf("%d of %s", men[what], what)
		}
	}
	voice := parse(t, "backgammon[doubling=voice] "+start+":1:1:1:31:0:0:0:0:15 move")
	for _, p := range voice.Pieces() {
		if p.Kind == "cube" {
			t.Error("a double by word of mouth has a cube")
		}
	}
	if BoardOf(voice).Place("cube") != nil {
		t.Error("the board has a place for a cube that does not exist")
	}
}

func FuzzPosition(f *testing.F) {
	for _, line := range []string{
		"backgammon[match=7] " + start + ":1:1:1:52:2:4:0:7:10 move",
		"backgammon[resign=yes] " + start + ":0:0:1:00:0:0:0:0:10 roll;refused=1",
		"4HPwATDgc/ABMA:cIkFAAAAAAAE", "4HPwATDgc/ABMA", "4HPwATDgc/ABIg:QRkAAAAAAAAE",
		"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:6",
		"backgammon XGID=-------------------b------:0:0:1:00:1:0:0:0:10 over;won=X;points=1",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		m := gametest.ReadPosition(t, Game(), line)
		if m == nil {
			return
		}
		if id := GNUID(m); m.Turn().Needs() != parlour.NeedOver {
			// An id reads back as the same id.
			if n, err := Game().Parse(id); err == nil && GNUID(n) != id {
				t.Errorf("%s: %s reads back as %s", m, id, GNUID(n))
			}
		}
	})
}

func FuzzMove(f *testing.F) {
	lines := []string{
		"backgammon " + start + ":0:0:1:31:0:0:0:0:10 move",
		"backgammon XGID=-------------B-------a-bB-:0:0:1:33:0:0:0:0:10 move",
		"backgammon[bearoff=strict] XGID=---A-BA-----------------b-:0:0:1:61:0:0:0:0:10 move",
		"backgammon[beavers=raccoon] " + start + ":0:0:1:D:0:0:2:0:10 take",
		"backgammon[resign=yes] " + start + ":0:0:1:00:0:0:0:0:10 roll;refused=1",
		"backgammon XGID=-------------A------a-a-bA:0:0:1:53:0:0:0:0:10 move",
	}
	for i, text := range []string{"8/5 6/5", "24/21*(2), 13/10(2)", "6/off 5/4", "pass", "resign 2", "bar/22*/17"} {
		f.Add(uint8(i), text)
	}
	f.Fuzz(func(t *testing.T, i uint8, text string) {
		gametest.ReadMove(t, parse(t, lines[int(i)%len(lines)]), text)
	})
}
