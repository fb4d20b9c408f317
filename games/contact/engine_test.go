package contact

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"parlour"
	"parlour/games/gametest"
	"parlour/phrase"
	"parlour/record"
)

func TestSize(t *testing.T) {
	if n := unsafe.Sizeof(Position{}); n != 64 {
		t.Errorf("a position has %d bytes, want one cache line of 64", n)
	}
	if n := unsafe.Sizeof(Tile(0)); n != 2 {
		t.Errorf("a tile has %d bytes, want 2", n)
	}
}

func TestFaces(t *testing.T) {
	for face, bits := range map[string]Tile{"3456": 0, "6345": 1, "5634": 2, "4563": 3, "5555": upBit,
		"1234": twoBit, "4123": twoBit | 1, "3412": twoBit | 2, "2341": twoBit | 3, "4444": twoBit | upBit} {
		if got := bits.face(); got != face {
			t.Errorf("face %04b is %s, want %s", bits, got, face)
		}
	}
	spins := []string{"3456", "6345", "5634", "4563", "3456"}
	tile := newTile(crossing(1, 1), Green, 0)
	for i, want := range spins {
		if tile.face() != want {
			t.Errorf("after %d spins %s, want %s", i, tile.face(), want)
		}
		tile = tile.spun(crossing(2, 1))
	}
}

// TestStarts compares the set-ups with the lines of the rules.
func TestStarts(t *testing.T) {
	wide := map[string]string{"tile": "wide"}
	for _, c := range []struct {
		setup parlour.Setup
		want  string
	}{
		{parlour.Setup{Players: 2}, "contact duel6 e1G3456,f1G1234,g1G3456,h1G1234,i1G3456,j1G1234,f15R3412,g15R5634,h15R3412,i15R5634,j15R3412,k15R5634 s 0 -"},
		{parlour.Setup{Mode: "duel12"}, "contact duel12 b1G3456,c1G1234,d1G3456,e1G1234,f1G3456,g1G1234,h1R3456,i1R1234,j1R3456,k1R1234,l1R3456,m1R3456,c15B5634,d15B5634,e15B3412,f15B5634,g15B3412,h15B5634,i15Y3412,j15Y5634,k15Y3412,l15Y5634,m15Y3412,n15Y5634 s 0 -"},
		{parlour.Setup{Players: 3, First: "w"}, "contact three e1G3456,f1G1234,g1G3456,h1G1234,i1G3456,j1G1234,a6B4123,a7B6345,a8B4123,a9B6345,a10B4123,a11B6345,f15R3412,g15R5634,h15R3412,i15R5634,j15R3412,k15R5634 w 0 -"},
		{parlour.Setup{}, "contact four e1G3456,f1G1234,g1G3456,h1G1234,i1G3456,j1G1234,o5Y4563,a6B4123,o6Y2341,a7B6345,o7Y4563,a8B4123,o8Y2341,a9B6345,o9Y4563,a10B4123,o10Y2341,a11B6345,f15R3412,g15R5634,h15R3412,i15R5634,j15R3412,k15R5634 s 0 -"},
		{parlour.Setup{Mode: "pairs", Players: 4, First: "e"}, "contact pairs e1G3456,f1G1234,g1G3456,h1G1234,i1G3456,j1G1234,o5Y4563,a6B4123,o6Y2341,a7B6345,o7Y4563,a8B4123,o8Y2341,a9B6345,o9Y4563,a10B4123,o10Y2341,a11B6345,f15R3412,g15R5634,h15R3412,i15R5634,j15R3412,k15R5634 e 0 -"},
		{parlour.Setup{Mode: "duel12", Options: map[string]string{"setup12": "block"}}, "contact[setup12=block] duel12 f1G1234,g1G1234,h1G1234,i1R1234,j1R1234,e2G3456,f2G3456,g2G3456,h2R3456,i2R3456,j2R3456,k2R3456,e14B5634,f14B5634,g14B5634,h14B5634,i14Y5634,j14Y5634,k14Y5634,f15B3412,g15B3412,h15Y3412,i15Y3412,j15Y3412 s 0 -"},
		{parlour.Setup{Options: wide}, "contact[tile=wide] four b1G3456,d1G1234,f1G3456,h1G1234,j1G3456,l1G1234,o2Y4563,a4B4123,o4Y2341,a6B6345,o6Y4563,a8B4123,o8Y2341,a10B6345,o10Y4563,a12B4123,o12Y2341,a14B6345,d15R3412,f15R5634,h15R3412,j15R5634,l15R3412,n15R5634 s 0 -"},
		{parlour.Setup{Mode: "duel12", Options: wide}, "contact[tile=wide] duel12 b1G3456,d1G1234,f1G3456,h1G1234,j1G3456,l1G1234,b3R3456,d3R1234,f3R3456,h3R1234,j3R3456,l3R3456,d13B5634,f13B5634,h13B3412,j13B5634,l13B3412,n13B5634,d15Y3412,f15Y5634,h15Y3412,j15Y5634,l15Y3412,n15Y5634 s 0 -"},
	} {
		m, err := Game().New(c.setup)
		if err != nil {
			t.Errorf("%+v: %v", c.setup, err)
			continue
		}
		if m.String() != c.want {
			t.Errorf("%+v\ngot  %s\nwant %s", c.setup, m, c.want)
		}
		if err := parlour.Check(m); err != nil {
			t.Error(err)
		}
		if _, err := Game().Parse(c.want); err != nil {
			t.Error(err)
		}
	}
}

func TestSetupFaults(t *testing.T) {
	for _, c := range []struct {
		setup  parlour.Setup
		faults int
		says   string
	}{
		{parlour.Setup{Mode: "solo"}, 1, `no mode "solo"`},
		{parlour.Setup{Players: 5}, 1, "players, not 5"},
		{parlour.Setup{Mode: "pairs", Players: 2}, 1, "pairs is for 4 players"},
		{parlour.Setup{Mode: "duel6", First: "w"}, 1, "choose one of s, n"},
		{parlour.Setup{First: "sw"}, 1, `"sw" cannot begin`},
		{parlour.Setup{Colours: "GR", Seats: "1212", Preset: "x"}, 2, "choose colours"},
		{parlour.Setup{Options: map[string]string{"tile": "wide", "jump": "own", "rings": "twelve", "setup12": "block"}}, 3, "cannot be combined"},
		{parlour.Setup{Mode: "x", Options: map[string]string{"quiet": "0", "numbers": "ccw"}}, 3, "quiet"},
	} {
		_, err := Game().New(c.setup)
		var bad *parlour.SetupError
		if !errors.As(err, &bad) || len(bad.Faults) != c.faults || !strings.Contains(bad.Error(), c.says) {
			t.Errorf("%+v: %v, want %d faults with %q", c.setup, err, c.faults, c.says)
		}
	}
}

// TestReadFaults tests that all faults of a line are listed.
func TestReadFaults(t *testing.T) {
	for line, want := range map[string][]string{
		"":                                  {"6 fields"},
		"contact duel6 - s 0":               {"6 fields"},
		"contact  duel6 - s 0 -":            {"6 fields"},
		"kontakt duel6 - s 0 -":             {`not with "kontakt"`},
		"contact solo h8,h8G12,p9Gx x y 21": {"no mode", `"h8" has no colour`, `"h8G12" has an unknown face`, `"p9Gx" is not on a crossing`, `"p9Gx" has an unknown face`, `"x" cannot be in turn`, "quiet must be", "seven-step"},
		"contact[quiet=0] duel6 h8G1234,a1R1234 s 0 0":                         {"quiet"},
		"contact[quiet=100] duel6 h8G1234,a1R1234 s 0 0":                       {"default"},
		"contact duel6 h8G1234,a1R1234 s 01 0":                                 {"quiet must be"},
		"contact duel6 h8G1234,a1R1234 s 0 +1":                                 {"seven-step"},
		"contact duel6 h8B1234,a1Y1234 s 0 -":                                  {"h8 is Blue", "a1 is Yellow"},
		"contact duel6 h8G1234,h8G3456,i9R1234,i8R3456 s 0 -":                  {"overlap", "side by side", "touch", "side by side", "touch"},
		"contact duel6 h8G1234,a1R4444 s 0 0":                                  {"begins with numbered tiles"},
		"contact duel6 h8G1234,a1R1234,c1R1234 s 0 3":                          {"leave out the turns"},
		"contact duel6 h8G1234,a1G1234 s 0 3":                                  {"leave out the turns"},
		"contact duel6 h8G1234 n 0 -":                                          {"it cannot be North's turn"},
		"contact[mate=helps] pairs a1G1234,h8B1234 n 0 -":                      {"it cannot be North's turn"},
		"contact duel12 a1R3456,c1R3456,e1R3456,g1R3456,i1R3456,b3B1234 s 0 -": {"Red has 5 ONE STEP tiles, more than 4"},
		"contact duel12 a3R1234,c3R1234,e3R1234,b5G3456,o8B1234 s 0 -":         {"Red has 3 TWO STEP tiles, more than 2"},
	} {
		_, err := Game().Parse(line)
		var bad *parlour.PositionError
		if !errors.As(err, &bad) {
			t.Errorf("%s: %v", line, err)
			continue
		}
		if len(bad.Faults) != len(want) {
			t.Errorf("%s: %q, want %d faults", line, bad.Faults, len(want))
		}
		for _, w := range want {
			if !slices.ContainsFunc(bad.Faults, func(f parlour.Fault) bool { return strings.Contains(f.String(), w) }) {
				t.Errorf("%s: %q, want one with %q", line, bad.Faults, w)
			}
		}
	}
}

// TestRead reads lines that are not in canonical form.
func TestRead(t *testing.T) {
	for line, want := range map[string]string{
		"contact duel6 c13R3412,h8G3456 s 0 -": "contact duel6 h8G3456,c13R3412 s 0 -",
		"contact duel6 c13R3412,h8G1234 s 7 -": "contact duel6 h8G1234,c13R3412 s 7 0",
		"contact duel6 c13R4444,h8G1234 s 7 -": "contact duel6 h8G1234,c13R4444 s 7 -",
		"contact four - e 0 5":                 "contact four - e 0 5",
		"contact duel6 h8G1234 s 0 20":         "contact duel6 h8G1234 s 0 20",
	} {
		if m := gametest.MustParse(t, Game(), line); m.String() != want {
			t.Errorf("%s reads as %s, want %s", line, m, want)
		}
	}
}

// TestWays reads moves that include their way and what they do.
func TestWays(t *testing.T) {
	const k20 = "contact duel6 a1G1234,h8G3456,g10R1234,i10R1234,o13R3456 s 0 -"
	for _, c := range []struct{ line, text, want string }{
		{"contact duel6 f1G1234,c13R5634 s 49 -", "f1-f2-e2", "f1-e2"},
		{"contact duel6 f1G1234,c13R5634 s 49 -", "f1-e1-e2", "f1-e2"},
		{"contact duel6 f1G1234,c13R5634 s 49 -", "f1-f2-f1", "f1-f1"},
		{"contact[jump=own] duel6 h8G1234,h9G3456,c14R5634 s 0 -", "h8-h9-h10", "h8-h10"},
		{"contact duel6 a1R3412,h8G1234 s 0 0", "h8-h9-h8-h9-h8-h9-i9-i10", "h8-i10"},
		{k20, "h8-h9xg10,i10", "h8-h9"},
		{k20, "h8-h7", "h8-h7"},
		{"contact duel6 a1G1234,h8G3456,i10R3456,o13R1234 s 7 -", "h8-h9!", "h8-h9"},
		{"contact duel6 a1G1234,h8G3456,i10R4123,o13R3456 s 0 -", "h8-h9xi10!", "h8-h9"},
		{"contact duel6 c3R1234,h14G3456 s 12 -", "h14-h15*", "h14-h15"},
	} {
		m := gametest.MustParse(t, Game(), c.line)
		mv, err := m.Parse(c.text)
		if err != nil || m.Text(mv) != c.want {
			t.Errorf("%s: %s is read as %s, %v; want %s", c.line, c.text, m.Text(mv), err, c.want)
		}
		if strings.ContainsAny(c.text, "x!*") {
			r, p, _ := parlour.Typed[Position](m)
			if log := string(r.(*Rules).AppendLog(nil, &p, mv)); log != c.text {
				t.Errorf("%s: log %s, want %s", c.line, log, c.text)
			}
		}
	}
}

// TestSteps composes moves hop by hop.
func TestSteps(t *testing.T) {
	m := gametest.MustParse(t, Game(), "contact[corner=straight] duel6 h8G1234,h9G3456,c14R5634 s 0 -")
	texts := func(taken ...string) string {
		next, end, err := parlour.NextSteps(m, taken)
		if err != nil {
			t.Fatal(err)
		}
		var list []string
		for _, s := range next {
			list = append(list, s.Text)
		}
		if end != parlour.NoMove {
			list = append(list, "= "+m.Text(end))
		}
		return strings.Join(list, " ")
	}
	for _, c := range []struct {
		taken []string
		want  string
	}{
		{nil, "h8-i8 h8-h7 h8-g8 h9-h10 h9-i9 h9-g9"},
		{[]string{"h8-g8"}, "g8-h8 g8-f8"},
		{[]string{"h8-g8", "g8-h8"}, "= h8-h8"},
		{[]string{"h9-g9"}, "= h9-g9"},
	} {
		if got := texts(c.taken...); got != c.want {
			t.Errorf("after %q: %s, want %s", c.taken, got, c.want)
		}
	}
	m = gametest.MustParse(t, Game(), "contact[mate=helps] pairs a1G1234,h8Y3456,c13B6345 n 299 -")
	if got := texts(); got != "pass" {
		t.Errorf("steps %s, want pass", got)
	}
	if got := texts("pass"); got != "= pass" {
		t.Errorf("after pass: %s", got)
	}
}

// TestEffects puts the effects of moves into words.
func TestEffects(t *testing.T) {
	for _, c := range []struct{ line, text, want string }{
		{"contact duel6 a1G1234,h8G3456,g10R1234,i10R1234,o13R3456 s 0 -", "h8-h9", `South moves the green tile on h8 to h9
the green tile on h9 spins from 3456 to 6345
the green 6 on h9 meets the red 3 on g10 and wins, 9 against 7
the green 3 on h9 meets the red 4 on i10 and wins, 9 against 7
the red tile 1234 on g10 is removed
the red tile 1234 on i10 is removed`},
		{"contact duel6 a1G1234,h8G3456,i10R4123,o13R3456 s 0 -", "h8-h9", `South moves the green tile on h8 to h9
the green tile on h9 spins from 3456 to 6345
the green 3 on h9 meets the red 3 on i10 and ties, 3 against 3
the red tile 4123 on i10 is removed
the green tile 6345 on h9 is removed`},
		{"contact duel6 a1G1234,h8G3456,i10R3456,o13R1234 s 7 -", "h8-h9", `South moves the green tile on h8 to h9
the green tile on h9 spins from 3456 to 6345
the green 3 on h9 meets the red 6 on i10 and loses, 3 against 6
the green tile 6345 on h9 is removed`},
		{"contact duel6 c3R1234,h14G3456 s 12 -", "h14-h15", `South moves the green tile on h14 to h15
the green tile on h15 spins from 3456 to 6345
the green tile on h15 is turned over and shows 5555`},
		{"contact duel6 a1G3456,c1R3412,a3R5634 s 8 -", "pass", "South cannot move and passes"},
	} {
		m := gametest.MustParse(t, Game(), c.line)
		mv, err := m.Parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		var says []string
		for _, e := range m.Effects(mv) {
			says = append(says, phrase.English.Effect("contact", e, ""))
		}
		if got := strings.Join(says, "\n"); got != c.want {
			t.Errorf("%s: %s\n%s\nwant\n%s", c.line, c.text, got, c.want)
		}
	}
	// The way has exactly as many steps as the tile makes.
	m := gametest.MustParse(t, Game(), "contact duel6 a1G1234,c2R3412 s 0 0")
	for _, mv := range m.Moves() {
		walk := m.Effects(mv)[0]
		text := strings.Join(append([]string{walk.From}, walk.Way...), "-")
		if back, err := m.Parse(text); err != nil || back != mv || len(walk.Way) != farPace {
			t.Errorf("the way of %s is %s: %v", m.Text(mv), text, err)
		}
	}
}

// TestRetire takes players out of the game.
func TestRetire(t *testing.T) {
	for _, c := range []struct{ line, seats, want, end string }{
		{"contact duel6 h8G3456,c13R3412 s 7 -", "s", "contact duel6 c13R3412 n 0 -", "win n last-tile"},
		{"contact duel6 h8G3456,c13R3412 s 7 -", "n", "contact duel6 h8G3456 s 0 -", "win s last-tile"},
		{"contact three b6B4123,h8G3456,c13R3412 s 199 -", "s", "contact three b6B4123,c13R3412 w 0 0", ""},
		{"contact three b6B4123,h8G3456,c13R3412 s 199 -", "n", "contact three b6B4123,h8G3456 s 0 -", ""},
		{"contact four a1G1234,o3Y4563,h8G3456,g10B1234,o13R3456 w 5 -", "w", "contact four a1G1234,o3Y4563,h8G3456,o13R3456 n 0 -", ""},
		{"contact pairs a1G1234,a8B6345,o8Y4563 w 9 -", "w", "contact pairs a1G1234,o8Y4563 e 0 -", ""},
		{"contact pairs a1G1234,a8B6345,o8Y4563 w 9 -", "n", "contact pairs a1G1234,a8B6345,o8Y4563 w 9 -", ""}, // is out already
		{"contact[mate=helps] pairs a1G1234,a8B6345,o8Y4563 n 9 -", "n", "contact[mate=helps] pairs a1G1234,a8B6345,o8Y4563 e 0 -", ""},
		{"contact[mate=helps] pairs a1G1234,a8B6345,o8Y4563 w 9 -", "sn", "contact[mate=helps] pairs a8B6345,o8Y4563 w 0 -", "win we last-tile"},
		{"contact[mate=helps] pairs o3Y3456,h8G3456,g10B1234 s 4 -", "w", "contact[mate=helps] pairs o3Y3456,h8G3456 s 0 0", ""},
		{"contact[mate=helps] pairs o3Y3456,h8G3456,g10B1234 w 4 -", "w", "contact[mate=helps] pairs o3Y3456,h8G3456 e 0 0", ""},
		{"contact duel6 h8G1234,c13R3412 s 7 3", "s", "contact duel6 c13R3412 n 0 3", "win n last-tile"},
	} {
		m := gametest.MustParse(t, Game(), c.line)
		for _, s := range strings.Split(c.seats, "") {
			info := m.Info()
			err := parlour.Retire(m, info.SeatOf(s))
			if unchanged := c.want == c.line; (err != nil) != unchanged && c.end == "" {
				t.Errorf("%s: %s retires: %v", c.line, s, err)
			}
		}
		if m.String() != c.want || record.EndText(m) != c.end {
			t.Errorf("%s: %s retires\ngot  %s %q\nwant %s %q", c.line, c.seats, m, record.EndText(m), c.want, c.end)
		}
		if err := parlour.Check(m); err != nil {
			t.Error(err)
		}
	}
	// A partner who has retired does not come back when it would be their turn.
	m := gametest.MustParse(t, Game(), "contact[mate=helps] pairs a1G1234,a8B6345,o8Y4563,h10R3456 w 0 -")
	if err := parlour.Retire(m, north); err != nil {
		t.Fatal(err)
	}
	gametest.PlayText(t, m, "a8-b8")
	if want := "contact[mate=helps] pairs a1G1234,b8B5634,o8Y4563 e 1 -"; m.String() != want {
		t.Errorf("got %s, want %s", m, want)
	}
}

func TestResult(t *testing.T) {
	for _, c := range []struct {
		line  string
		place [4]int8
		share [4]float64
	}{
		{"contact pairs a1G1234,b1R3456 s 0 -", [4]int8{1, 2, 1, 2}, [4]float64{1, 0, 1, 0}},
		{"contact three b6B4123,h9G6345,c13R3412 w 300 -", [4]int8{1, 1, 1, 0}, [4]float64{1. / 3, 1. / 3, 1. / 3, 0}},
		{"contact duel6 c3R4444,h15G4444 n 0 -", [4]int8{1, 0, 1, 0}, [4]float64{.5, 0, .5, 0}},
		{"contact four h9G6345 s 0 -", [4]int8{1, 2, 2, 2}, [4]float64{1, 0, 0, 0}},
		{"contact four h9G6345,a1R1234 s 0 -", [4]int8{}, [4]float64{}},
	} {
		m := gametest.MustParse(t, Game(), c.line)
		r := m.Result()
		if r.Place != c.place || r.Share != c.share {
			t.Errorf("%s: %+v", c.line, r)
		}
	}
	m := gametest.MustParse(t, Game(), "contact four h8G3456,g10B4563,i10R4563 s 0 -")
	gametest.PlayText(t, m, "h8-h9")
	if r := m.Result(); r.Place != [4]int8{1, 1, 1, 2} || r.Reason != "wiped-out" {
		t.Errorf("%+v", r)
	}
}

// TestConsequences tests on random games what follows from the default rules:
// opponents never touch, TWO STEP tiles keep their parity, ONE STEP tiles
// change it, going there and back makes no contact, a ONE STEP tile meets at
// most two opponents at once and a TWO STEP tile at most three.
func TestConsequences(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	for _, mode := range modeNames() {
		r, err := Open(parlour.Setup{Mode: mode, Options: map[string]string{"quiet": "400"}})
		if err != nil {
			t.Fatal(err)
		}
		for range gametest.Times(2, 30) {
			p := r.Start()
			for !r.Turn(&p).Over() {
				list := r.AppendMoves(&p, nil)
				if !slices.IsSortedFunc(slices.DeleteFunc(slices.Clone(list), func(m parlour.Move) bool { return m == pass }), func(a, b parlour.Move) int {
					fa, ta := Ends(a)
					fb, tb := Ends(b)
					return (int(fa)<<8 | int(ta)) - (int(fb)<<8 | int(tb))
				}) {
					t.Fatalf("%s: the list is not sorted", r.AppendPosition(nil, &p))
				}
				m := list[rng.IntN(len(list))]
				if m != pass {
					from, to := Ends(m)
					tile := p.tiles[p.find(from)]
					v := r.judge(&p, p.find(from), to)
					changed := steps(from, to)%2 != 0
					switch {
					case p.seven == ordinary && changed != (tile.Steps() == 1),
						p.seven != ordinary && !changed,
						from == to && v.n > 0,
						p.seven == ordinary && v.n > tile.Steps()+1:
						t.Fatalf("%s: %s", r.AppendPosition(nil, &p), r.AppendMove(nil, &p, m))
					}
				}
				r.Play(&p, m)
				if err := r.Check(&p); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// TestGreed checks that greedy players take, come home and avoid danger.
func TestGreed(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"contact duel6 a1G1234,h8G3456,g10R1234,o13R1234 s 7 -", "h8-h9"}, // takes
		{"contact duel6 c3R1234,h14G3456 s 12 -", "h14-h15"},               // comes home
		{"contact pairs a1G1234,h10R5634,f11B1234 s 0 -", "h10-g10"},       // takes for the partner
		{"contact duel6 h8G4444,c13R5634 s 0 -", "h8-f8"},                  // comes nearer
	} {
		m := gametest.MustParse(t, Game(), c.line)
		full, p, _ := parlour.Typed[Position](m)
		r := full.(*Rules)
		best, most := "", 0
		for _, mv := range m.Moves() {
			if g := r.Greed(&p, mv); best == "" || g > most {
				best, most = m.Text(mv), g
			}
		}
		if best != c.want {
			t.Errorf("%s: greedy %s, want %s", c.line, best, c.want)
		}
	}
}

func TestBoard(t *testing.T) {
	for option, rings := range map[string]int{"rings=six": 24, "tile=wide": 24, "rings=twelve": 48, "rings=line": 56} {
		key, value, _ := strings.Cut(option, "=")
		m, err := Game().New(parlour.Setup{Options: map[string]string{key: value}})
		if err != nil {
			t.Fatal(err)
		}
		b := BoardOf(m)
		n := 0
		for _, p := range b.Places {
			if p.Mark != "" {
				n++
			}
			if p.At.X < 1.5 || p.At.X > 16.5 || p.Row < 1 || p.Row >= b.Rows || p.Col < 1 || p.Col >= b.Cols {
				t.Errorf("place %+v is off the board", p)
			}
		}
		if len(b.Places) != 225 || n != rings {
			t.Errorf("%s: %d places with %d rings, want 225 with %d", option, len(b.Places), n, rings)
		}
		for _, piece := range m.Pieces() {
			if b.Place(piece.Place) == nil {
				t.Errorf("%s: no place %s", option, piece.Place)
			}
		}
	}
}

// TestAllocations tests that nothing called by a search allocates.
func TestAllocations(t *testing.T) {
	r, p, err := Read("contact pairs e6G3456,g6B1234,i7R5634,e8B3456,h9Y4123,j9R4563,l11G2341 s 0 -")
	if err != nil {
		t.Fatal(err)
	}
	list := make([]parlour.Move, 0, 64)
	var res parlour.Result
	sum := 0
	if n := testing.AllocsPerRun(50, func() {
		list = r.AppendMoves(&p, list[:0])
		for _, m := range list {
			q := r.Key(&p)
			sum += r.Captured(&q, m) + r.Greed(&q, m)
			r.Play(&q, m)
			res = r.Result(&q)
			sum += int(r.Turn(&q).Seat) + int(res.Place[0])
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
