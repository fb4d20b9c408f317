package race

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlour"
	"parlour/games/gametest"
	"parlour/phrase"
	"parlour/rulebook"
)

func TestAutoRaceGames(t *testing.T) { replayGames(t, AutoRaceGame()) }

func TestAutoRaceLaws(t *testing.T) {
	rng := rand.New(rand.NewPCG(61, 62))
	var setups []parlour.Setup
	for range gametest.Times(20, 20) {
		options := randomOptions(rulebook.AutoRace, rng)
		if rng.IntN(3) == 0 {
			options["laps"] = fmt.Sprint(1 + rng.IntN(9))
		}
		setups = append(setups, parlour.Setup{Options: options, Players: 2 + rng.IntN(3)})
	}
	gametest.Run(t, AutoRaceGame(), gametest.Config[Position]{Setups: setups, Games: 1, Rotate: rotate, Places: placeNames()})
}

// A layout is sound if an auto can jump every obstruction from any space before
// it.
// [auto-race/r-layout] [auto-race/r-names] [auto-race/r-start-finish]
func TestLayouts(t *testing.T) {
	for _, l := range Layouts {
		free := int16(0) // the space after the last obstruction
		for i, k := range l.Obstructions {
			if k < 1 || k+1 >= l.Finish || i > 0 && k-free < 2 {
				t.Errorf("%s: obstruction at %d", l.Name, k)
			}
			free = k + 2
		}
	}
	for i, o := range Obstructions {
		if o.Invented != (i > 0) {
			t.Errorf("%s: only the first name is in the book", o.Name)
		}
		if o.Invented != strings.Contains(rulebook.AutoRace.Ruling("auto-race/r-names").Decision, o.Name) {
			t.Errorf("%s: the rulebook does not say which names we invented", o.Name)
		}
	}
}

// naiveCar plays Auto Race literally by the rules. It returns the text of the
// one move and the line after it.
func naiveCar(options map[string]string, order string, places map[byte]int, rank, turn string, throw int) (move, next string) {
	finish := map[string]int{"sixty": 60, "forty": 40, "hundred": 100}[options["layout"]]
	first := map[string][]int{"sixty": {9, 19, 29, 39, 49}, "forty": {6, 13, 20, 27, 34}, "hundred": {15, 32, 49, 66, 83}}[options["layout"]]
	var laps int
	fmt.Sscan(options["laps"], &laps)
	circuit := func(p int) int {
		for p > finish {
			p -= finish
		}
		return p
	}
	name := func(p int) string {
		if p >= finish*laps {
			return "*"
		}
		return fmt.Sprint(p)
	}
	car := turn[0]
	p := places[car]
	q := p + throw
	halted := q < finish*laps && (slices.Contains(first, circuit(q)) || slices.Contains(first, circuit(q)-1))
	again := throw == 6 && options["extra-throw"] == "six" && !halted && q < finish*laps
	move = "pass"
	if !halted {
		move = name(p) + ">" + name(q)
		places[car] = min(q, finish*laps)
		mark := "x"
		for i := range order {
			c := order[i]
			if options["share"] == "bump" && c != car && q < finish*laps && places[c] > 0 && places[c] < finish*laps && circuit(places[c]) == circuit(q) {
				places[c] = 0
				mark += string(c)
			}
		}
		if mark != "x" {
			move += mark
		}
		if q >= finish*laps {
			rank += turn
		}
	}
	over := len(rank) == len(order)-1 || len(rank) > 0 && options["play-on"] == "first"
	if over {
		turn = "-"
	} else if !again {
		i := strings.Index(order, turn)
		for turn = ""; turn == "" || strings.Contains(rank, turn); {
			i = (i + 1) % len(order)
			turn = order[i : i+1]
		}
	}
	return move, naiveCars(options, order, places, rank, turn, "-", name)
}

func naiveCars(options map[string]string, order string, places map[byte]int, rank, turn, throw string, name func(int) string) string {
	id := string(rulebook.AutoRace.AppendTag(nil, func() rulebook.Settings { s, _ := rulebook.AutoRace.Choose(options); return s }()))
	var cars []string
	for i := range order {
		cars = append(cars, order[i:i+1]+":"+name(places[order[i]]))
	}
	flags := "-"
	if rank != "" {
		flags = "rank=" + strings.Join(strings.Split(rank, ""), ",")
	}
	return fmt.Sprintf("%s %s %s %s - %s", id, strings.Join(cars, "/"), turn, throw, flags)
}

// The rules and the naive race agree on random positions with random options.
func TestAutoRaceAgainstNaive(t *testing.T) {
	rng := rand.New(rand.NewPCG(71, 72))
	tried := 0
	for range gametest.Times(6000, 50) {
		options := randomOptions(rulebook.AutoRace, rng)
		if rng.IntN(3) == 0 {
			options["laps"] = fmt.Sprint(1 + rng.IntN(9))
		}
		order := []string{"GB", "GYB", "GYBR", "YR", "GR"}[rng.IntN(5)]
		set, _ := rulebook.AutoRace.Choose(options)
		r := newAutoRace(set)
		places, crowd := map[byte]int{}, rng.IntN(int(r.home))
		for i := range order {
			places[order[i]] = min((crowd+rng.IntN(8)+60*rng.IntN(3))%int(r.home+1), int(r.home)-1)
		}
		turn := string(order[rng.IntN(len(order))])
		throw := 1 + rng.IntN(6)
		name := func(p int) string { return fmt.Sprint(p) }
		line := naiveCars(options, order, places, "", turn, fmt.Sprint(throw), name)
		m, err := AutoRaceGame().Parse(line)
		if err != nil {
			continue // a car was dealt onto an obstruction
		}
		tried++
		move, next := naiveCar(options, order, places, "", turn, throw)
		if got := gametest.Describe(m); len(got) != 1 || got[0] != move {
			t.Fatalf("%s: got %q, want %s", line, got, move)
		}
		gametest.PlayText(t, m, move)
		if m.String() != next {
			t.Fatalf("%s\nafter %s\ngot  %s\nwant %s", line, move, m, next)
		}
	}
	if tried < 1000 {
		t.Errorf("only %d positions were tried", tried)
	}
}

func TestAutoRaceWhy(t *testing.T) {
	for _, c := range []struct {
		line, text, code, clause, args, instead string
	}{
		{"auto-race G:6/Y:0 G 3 - -", "6>9", "race.halt", "halt", "at=6; count=3; name=Replenish oil", "pass"},
		{"auto-race G:8/Y:0 G 2 - -", "8>10", "race.halt", "jump-needs-three", "", "pass"},
		{"auto-race G:5/Y:0 G 3 - -", "pass", "race.no-choice", "r-no-choice", "at=5; to=8", "5>8"},
		{"auto-race G:5/Y:0 G 3 - -", "4>7", "race.no-car", "players", "at=5; from=4", "5>8"},
		{"auto-race G:5/Y:0 G 3 - -", "5>7", "race.full-count", "move-by-die", "at=5; to=8", "5>8"},
		{"auto-race G:5/Y:0 G 3 - -", "5>8xY", "race.no-bumps", "r-share", "", "5>8"},
		{"auto-race G:12/Y:16 G 4 - -", "12>16xY", "race.no-bumps", "r-share", "", "12>16"},
		{"auto-race[share=bump] G:12/Y:0 G 4 - -", "12>16xY", "race.bumps-nobody", "r-share", "to=16", "12>16"},
		{"auto-race G:12/Y:0 G 4 - -", "12>17xY", "race.full-count", "move-by-die", "at=12; to=16", "12>16"},
		{"auto-race G:12/Y:0 G 4 - -", "12>16xQ", "unreadable", "", "", "12>16"},
		{"auto-race G:12/Y:0 G 4 - -", "12>16x", "unreadable", "", "", "12>16"},
		{"auto-race[share=bump] G:5/Y:8/B:0 G 3 - -", "5>8xB", "race.wrong-bump", "r-share", "", "5>8xY"},
		{"auto-race G:5/Y:0 G 3 - -", "forward", "unreadable", "", "text=forward", "5>8"},
		{"auto-race G:5/Y:0 G 3 - -", "5>08", "unreadable", "", "", "5>8"},
	} {
		m := gametest.MustParse(t, AutoRaceGame(), c.line)
		_, err := m.Parse(c.text)
		r, ok := err.(*parlour.Refusal)
		if !ok || r.Code != c.code || c.clause != "" && !slices.Contains(r.Clauses, "auto-race/"+c.clause) || !slices.Equal(r.Instead, []string{c.instead}) {
			t.Errorf("%s: %s: %v", c.line, c.text, err)
			continue
		}
		if said := phrase.English.Refusal(r); !gametest.HasArgs(r, c.args) || strings.ContainsAny(said, "{}") {
			t.Errorf("%s: %s: %v (%s), want %s", c.line, c.text, r, said, c.args)
		}
	}
}

func TestExactRace(t *testing.T) {
	type car struct {
		throws, sd, halts           float64
		least, median, five, ninety int
	}
	cars := map[string]car{
		"sixty":   {22.314548255532, 3.800969, 4.771950192026, 11, 22, 17, 29},
		"forty":   {16.976851121783, 3.561527, 4.999999710098, 8, 17, 12, 23},
		"hundred": {33.780658253667, 4.132152, 4.804049532557, 17, 33, 28, 41},
	}
	races := map[string][]struct {
		win         []float64
		all, rounds float64
	}{
		"sixty": {
			{[]float64{0.538116443323, 0.461883556677}, 39.851896539, 20.195006491},
			{[]float64{0.374847660705, 0.331093015228, 0.294059324067}, 56.606036152, 19.228941496},
			{[]float64{0.290161839954, 0.260852657291, 0.235502592655, 0.213482910101}, 72.908867062, 18.634140122},
		},
		"forty": {
			{[]float64{0.540906609442, 0.459093390558}, 29.449371469, 14.995139039},
			{[]float64{0.378251901205, 0.330753290355, 0.290994808439}, 41.216691235, 14.101316109},
			{[]float64{0.293722306909, 0.261621574426, 0.234143878781, 0.210512239884}, 52.580095101, 13.554662262},
		},
		"hundred": {
			{[]float64{0.534781178934, 0.465218821066}, 62.404214378, 31.469497778},
			{[]float64{0.370712251653, 0.331467197077, 0.297820551270}, 90.116919074, 30.396603591},
			{[]float64{0.285802586342, 0.259861954132, 0.237149216723, 0.217186242802}, 117.298973768, 29.728313663},
		},
	}
	near := func(name string, got, want, within float64) {
		t.Helper()
		if !(math.Abs(got-want) <= within) {
			t.Errorf("%s: %.12f, want %.12f", name, got, want)
		}
	}
	for _, l := range Layouts {
		for i, want := range races[l.Name] {
			e := ExactRace(l, i+2)
			near(l.Name+" all", e.All, want.all, 1e-9)
			near(l.Name+" rounds", e.Rounds, want.rounds, 1e-9)
			for s := range want.win {
				near(l.Name+" win", e.Win[s], want.win[s], 1e-12)
			}
		}
		e, want := ExactRace(l, 2), cars[l.Name]
		near(l.Name+" throws", e.Throws, want.throws, 1e-11)
		near(l.Name+" halts", e.Halts, want.halts, 1e-11)
		near(l.Name+" deviation", e.Deviation, want.sd, 1e-6)
		got := car{want.throws, want.sd, want.halts, e.Quantile(1e-15), e.Quantile(0.5), e.Quantile(0.05), e.Quantile(0.95)}
		if got != want {
			t.Errorf("%s: quantiles %+v, want %+v", l.Name, got, want)
		}
		throws, halts := exactCar(l)
		f, _ := throws.Float64()
		near(l.Name+" throws as a fraction", f, want.throws, 1e-11)
		f, _ = halts.Float64()
		near(l.Name+" halts as a fraction", f, want.halts, 1e-11)
	}
	throws, halts := exactCar(Layouts[0])
	if throws.RatString() != "1968817168306166099332050455/88230205055486500383227904" || halts.RatString() != "1880028577768590035503/393974895402370990080" {
		t.Errorf("sixty: %v throws, %v halts", throws, halts)
	}
	e := ExactRace(Layouts[0], 2)
	for i, want := range []float64{
		0.000002332, 0.000103700, 0.000911592, 0.004025471, 0.011700410, 0.025468878, 0.044740151, 0.066550403, 0.086646158, 0.101127995,
		0.107714838, 0.106151049, 0.097837157, 0.085068065, 0.070269256, 0.055464913, 0.042036602, 0.030716147, 0.021714329, 0.014895814,
	} {
		near(fmt.Sprintf("P(T = %d)", 11+i), e.Chance[11+i], want, 1e-9)
	}
}

// Played races agree with the computed numbers.
func TestAutoRacePlayed(t *testing.T) {
	r := newAutoRace(nil)
	want := ExactRace(r.layout, 3)
	rng := rand.New(rand.NewPCG(81, 82))
	const games = 20_000
	var win [3]float64
	throws := 0.0
	for range games {
		p := r.setup(0b0111)
		for p.turn != parlour.Nobody {
			r.Play(&p, parlour.Move(rng.IntN(6)+1))
			r.Play(&p, r.AppendMoves(&p, nil)[0])
			throws++
		}
		win[p.rank[0]-1]++
	}
	for s := range win {
		if se := math.Sqrt(want.Win[s] * (1 - want.Win[s]) / games); math.Abs(win[s]/games-want.Win[s]) > 4*se {
			t.Errorf("car %d wins %v of the races, want %v", s+1, win[s]/games, want.Win[s])
		}
	}
	if math.Abs(throws/games-want.All) > 0.5 {
		t.Errorf("%v throws for a race, want %v", throws/games, want.All)
	}
}

func ExampleExactRace() {
	e := ExactRace(Layouts[0], 2)
	fmt.Printf("the first of two wins with %.4f, after %.1f throws of both\n", e.Win[0], e.All)
	throws, _ := exactCar(Layouts[0])
	fmt.Println(throws.Cmp(big.NewRat(22, 1)) > 0)
	// Output:
	// the first of two wins with 0.5381, after 39.9 throws of both
	// true
}

func FuzzAutoRace(f *testing.F) {
	for _, s := range gametest.ReadScenarios(f, "testdata/auto-race.json") {
		f.Add(s.Position, s.Play)
	}
	f.Fuzz(func(t *testing.T, line, text string) {
		readStrictly(t, AutoRaceGame(), line)
		readMove(t, AutoRaceGame(), line, text)
	})
}

// exactCar returns the expected number of throws of one car, and of those that
// end on an obstruction, as fractions.
func exactCar(l Layout) (throws, halts *big.Rat) {
	// From space p, h of six throws halt. So 6 E = 6 + h E + the sum of the other
	// E, and the same holds for the halts with h in place of the first 6.
	t := make([]*big.Rat, l.Finish)
	hs := make([]*big.Rat, l.Finish)
	for p := l.Finish - 1; p >= 0; p-- {
		t[p], hs[p] = big.NewRat(6, 1), new(big.Rat)
		if l.obstructs(p) {
			continue // no car can be there
		}
		h := int64(0)
		for q := p + 1; q <= p+6 && q < l.Finish; q++ {
			if l.obstructs(q) {
				h++
				continue
			}
			t[p].Add(t[p], t[q])
			hs[p].Add(hs[p], hs[q])
		}
		hs[p].Add(hs[p], big.NewRat(h, 1))
		part := big.NewRat(1, 6-h)
		t[p].Mul(t[p], part)
		hs[p].Mul(hs[p], part)
	}
	return t[0], hs[0]
}
