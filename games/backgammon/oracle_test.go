package backgammon

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"parlour"
)

// TestOpeningPlays reads the 447 opening plays in the spelling of GNU
// Backgammon 1.07; each legal play is among them exactly once.
func TestOpeningPlays(t *testing.T) {
	var table map[string][][]any
	load(t, "opening_gnubg107_2ply_cubeless.json", &table)
	r := mustNew(t, nil)
	n := 0
	for _, d := range corpusThrows {
		p := r.Start()
		p.State, p.Dice = Moving, d
		legal := r.AppendMoves(&p, nil)
		seen := map[parlour.Move]bool{}
		for _, e := range table[fmt.Sprint(d[0]*10+d[1])] {
			m, err := r.ParseMove(&p, e[0].(string))
			if err != nil {
				t.Fatal(err)
			}
			seen[m] = true
			n++
		}
		if len(seen) != len(legal) {
			t.Errorf("%v: %d of %d plays", d, len(seen), len(legal))
		}
	}
	if n != 447 {
		t.Errorf("%d opening plays", n)
	}
}

// TestOrderOfDice checks that all 36 ordered throws give the list of the sorted
// throw.
func TestOrderOfDice(t *testing.T) {
	for _, men := range []string{"-b----E-C---eE---c-e----B-", "----A-------------------b-", "----b-M-A-------b-cdd---A-", "-BBDA------bb-aA--AadadABA"} {
		line := "backgammon[doubling=none] XGID=" + men + ":0:0:1:00:0:0:0:0:0 throw"
		for a := 1; a <= 6; a++ {
			for b := 1; b <= 6; b++ {
				one, two := parse(t, line), parse(t, line)
				play(t, one, fmt.Sprint(10*a+b))
				play(t, two, fmt.Sprint(10*b+a))
				if one.String() != two.String() || !slices.Equal(texts(one), texts(two)) {
					t.Errorf("%s: %d%d and %d%d differ", men, a, b, b, a)
				}
			}
		}
	}
}

func play(t testing.TB, m parlour.Match, text string) {
	t.Helper()
	mv, err := m.Parse(text)
	if err == nil {
		err = m.Play(mv)
	}
	if err != nil {
		t.Fatalf("%s: %s: %v", m, text, err)
	}
}

// A home is the number of men on the points 1 to 6.
type home [6]int

func (h home) men() (m Men) {
	for i, n := range h {
		m.set(i+1, n)
	}
	return m
}

// homes yields every home board of at most n men. A position comes after all
// positions that a play from it can reach.
func homes(n int) []home {
	var list []home
	var fill func(h home, at, left int)
	fill = func(h home, at, left int) {
		if at == 6 {
			list = append(list, h)
			return
		}
		for k := 0; k <= left; k++ {
			h[at] = k
			fill(h, at+1, left-k)
		}
	}
	fill(home{}, 0, n)
	pips := func(h home) int { return h.men().Pips() }
	slices.SortStableFunc(list, func(a, b home) int { return pips(a) - pips(b) })
	return list
}

// TestBearOff solves all positions of bearing off without an opponent for the
// fewest throws on average, and compares with exactly known numbers.
func TestBearOff(t *testing.T) {
	r := mustNew(t, map[string]string{"doubling": "none"})
	list := homes(allMen)
	if len(list) != 54264 {
		t.Fatalf("%d positions", len(list))
	}
	mean := make(map[Men]float64, len(list))
	sum := 0.0
	var buf []parlour.Move
	holds := [2]int{} // throws where the best play bears off no man although one could be: with unequal dice, with doubles
	for _, h := range list {
		men := h.men()
		if men == (Men{}) {
			mean[men] = 0
			continue
		}
		p := Position{Owner: parlour.Nobody, State: Moving}
		p.Men[X] = men
		p.Men[O].set(1, allMen)
		total := 0.0
		for _, d := range corpusThrows {
			p.Dice = d
			buf = r.appendPlays(&p, buf[:0])
			off, stay := math.Inf(1), math.Inf(1)
			for _, m := range buf {
				next := men
				for s := uint32(m); s != 0; s >>= stepBits {
					next = after(next, 1<<(s>>dieBits&31), int(s&dieMask))
				}
				if v := mean[next]; next.On() < men.On() {
					off = min(off, v)
				} else {
					stay = min(stay, v)
				}
			}
			weight, kind := 2.0, 0
			if d[0] == d[1] {
				weight, kind = 1, 1
			}
			if stay < off-1e-12 && !math.IsInf(off, 1) {
				holds[kind]++
				if kind == 0 && men.On() == 2 && (h != home{3: 1, 5: 1} || d != [2]uint8{5, 2}) {
					t.Errorf("%v %v: two men are left and none is borne off", h, d)
				}
			}
			total += weight * min(off, stay)
		}
		mean[men] = 1 + total/36
		sum += mean[men]
	}
	const perThrow = 49.0 / 6
	for _, c := range []struct {
		what            string
		got, want, near float64
	}{
		{"the sum", sum, 394310.933338, 1e-5},
		{"one man on 6", mean[home{5: 1}.men()], 1.25, 1e-9},
		{"fifteen on 6", mean[home{5: 15}.men()], 12.266187172, 1e-8},
		{"2 2 2 3 3 3", mean[home{2, 2, 2, 3, 3, 3}.men()], 8.138923203, 1e-8},
		{"7 5 3", mean[home{7, 5, 3}.men()], 6.984378161, 1e-8},
		{"ten on 1 in pips", mean[home{10}.men()] * perThrow, 36.000129, 1e-5},
		{"fifteen on 1 in pips", mean[home{15}.men()] * perThrow, 56.999999, 1e-5},
	} {
		if math.Abs(c.got-c.want) > c.near {
			t.Errorf("%s: %.9f, want %.9f", c.what, c.got, c.want)
		}
	}
	if holds != [2]int{3825, 1775} {
		t.Errorf("%v throws where bearing off is not best, want [3825 1775]", holds)
	}
}

// TestTwoSided solves an endgame with the cube: men on 5 and 2 against 3 and 2,
// X to throw, for a stake.
func TestTwoSided(t *testing.T) {
	r := mustNew(t, nil)
	m := parse(t, "CgAAEAEAAAAAAA")
	_, p, _ := parlour.Typed[Position](m)
	s := solver{r: r, seen: map[solved]float64{}}
	wins := (s.equity(p.Men[X], p.Men[O], cubeless) + 1) / 2
	for _, c := range []struct {
		what            string
		got, want, near float64
	}{
		{"wins", wins, 1957.0 / 2916, 1e-12},
		{"own cube", s.equity(p.Men[X], p.Men[O], mine), 0.3441, 5e-5},
		{"cube in the middle", s.equity(p.Men[X], p.Men[O], middle), 0.3210, 5e-5},
		{"other's cube", s.equity(p.Men[X], p.Men[O], theirs), 0.1605, 5e-5},
	} {
		if math.Abs(c.got-c.want) > c.near {
			t.Errorf("%s: %.6f, want %.6f", c.what, c.got, c.want)
		}
	}
}

// Where the cube is, seen from the side to throw.
const (
	cubeless = iota
	middle
	mine
	theirs
)

type solved struct {
	own, opp Men
	cube     int
}

// A solver finds equities of races in which no gammon can be lost.
type solver struct {
	r    *Rules
	seen map[solved]float64
}

// equity returns what the side to throw wins on average, before it may double.
func (s *solver) equity(own, opp Men, cube int) float64 {
	if opp.Any() == 0 {
		return -1
	}
	key := solved{own, opp, cube}
	if v, ok := s.seen[key]; ok {
		return v
	}
	v := s.rolls(own, opp, cube)
	if cube == middle || cube == mine {
		v = max(v, min(1, 2*s.rolls(own, opp, theirs)))
	}
	s.seen[key] = v
	return v
}

func (s *solver) rolls(own, opp Men, cube int) float64 {
	turned := [...]int{cubeless, middle, theirs, mine}[cube]
	p := Position{Owner: parlour.Nobody, State: Moving, Men: [2]Men{own, opp}}
	total := 0.0
	for _, d := range corpusThrows {
		p.Dice = d
		best := math.Inf(-1)
		for _, m := range s.r.appendPlays(&p, nil) {
			next := own
			for b := uint32(m); b != 0; b >>= stepBits {
				next = after(next, 1<<(b>>dieBits&31), int(b&dieMask))
			}
			best = max(best, -s.equity(opp, next, turned))
		}
		if d[0] != d[1] {
			best *= 2
		}
		total += best
	}
	return total / 36
}
