package race

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parlour"
	"parlour/games/gametest"
	"parlour/rulebook"
)

// randomParker makes random options and men, which may not be valid.
func randomParker(rng *rand.Rand, chance float64) (*naiveTable, naiveMen) {
	n := &naiveTable{options: map[string]string{}, lap: 50, throw: 0}
	for _, o := range rulebook.Parker.Options {
		if rng.Float64() < chance {
			n.options[o.Key] = o.Values[1+rng.IntN(len(o.Values)-1)].Name
		}
	}
	if n.opt("layout", "inside-corner") {
		n.lap = 46
	}
	n.colours = []string{"GB", "YR", "GYB", "GYBR", "GYBR", "YBR", "GY"}[rng.IntN(7)]
	n.turn = n.colours[rng.IntN(len(n.colours))]
	a, b := rng.IntN(6)+1, rng.IntN(6)+1
	n.throw = 10*max(a, b) + min(a, b)
	// Men close together meet more rules, so most of them are in one stretch.
	from, width := rng.IntN(52), 3+rng.IntN(50)
	var men naiveMen
	for _, c := range []byte(n.colours) {
		for w := range 4 {
			at := rng.IntN(n.goal()+2) - 1
			switch rng.IntN(6) {
			case 0:
				at = -1
			case 1, 2:
				at = ((from+rng.IntN(width)-naiveEntrance[c])%52 + 52) % 52
			case 3:
				if len(men) > 0 { // on or behind another man, where captures and bonuses happen
					m := men[rng.IntN(len(men))]
					if i := n.index(m); i >= 0 {
						at = ((i-[]int{0, 0, 20, 5, a, a + b}[rng.IntN(6)]-naiveEntrance[c])%52 + 52) % 52
					}
				}
			}
			if at > n.lap && at < 52 && n.lap == 46 {
				at = n.goal()
			}
			men = append(men, naiveMan{c, w, min(at, n.goal())})
		}
	}
	if men := slices.Clone(men); rng.IntN(8) == 0 { // the last man of the colour to move
		for i := range men {
			if men[i].colour == n.turn && men[i].wood > 0 {
				men[i].at = n.goal()
			}
		}
		return n, men
	}
	return n, men
}

func TestParkerAgainstNaive(t *testing.T) {
	rng := rand.New(rand.NewPCG(473, 1928))
	tables, checked := gametest.Times(6_000, 100), 0
	for i := range tables {
		n, men := randomParker(rng, []float64{0, 0.15, 0.4}[i%3])
		homes := false
		for _, c := range []byte(n.colours) {
			k := 0
			for _, m := range men {
				if m.colour == c && m.at == n.goal() {
					k++
				}
			}
			if k == 4 {
				homes = true
			}
		}
		if homes {
			continue
		}
		line := n.line(men, n.turn, strconv.Itoa(n.throw), "-")
		m, err := ParkerGame().Parse(line)
		if valid := n.valid(men); valid != (err == nil) {
			t.Fatalf("%s: valid is %v, but reading gives %v", line, valid, err)
		}
		if err != nil {
			continue
		}
		checked++
		n.compare(t, rng, m, men, line)
		if t.Failed() {
			return
		}
	}
	if checked < tables/6 {
		t.Errorf("only %d of %d tables were valid", checked, tables)
	}
}

func (n *naiveTable) compare(t *testing.T, rng *rand.Rand, m parlour.Match, men naiveMen, line string) {
	t.Helper()
	legal := n.legal(men)
	slices.SortStableFunc(legal, naiveTurnOrder)
	var list []string
	least := map[string]string{} // by the position after it
	for _, s := range legal {
		after := n.after(s.men)
		if _, ok := least[after]; !ok {
			least[after] = s.text()
			list = append(list, s.text())
		}
	}
	if got := gametest.Describe(m); !slices.Equal(got, list) {
		t.Errorf("%s\ngot  %q\nwant %q", line, got, list)
		return
	}
	rules, p, _ := parlour.Typed[Position](m)
	if a, b := slices.Sorted(slices.Values(rules.AppendMoves(&p, nil))), slices.Sorted(slices.Values(m.Moves())); !slices.Equal(a, b) {
		t.Errorf("%s: AppendMoves and the list differ", line)
	}
	if len(legal) > 60 {
		rng.Shuffle(len(legal), func(i, j int) { legal[i], legal[j] = legal[j], legal[i] })
		legal = legal[:60]
	}
	for _, s := range legal {
		mv, err := m.Parse(s.text())
		if err != nil || m.Text(mv) != least[n.after(s.men)] {
			t.Errorf("%s: %s reads as %v, %v", line, s.text(), mv, err)
			return
		}
		next := m.Clone()
		if err := next.Play(mv); err != nil || next.String() != n.after(s.men) {
			t.Errorf("%s: %s leads to\n%s, want\n%s (%v)", line, s.text(), next, n.after(s.men), err)
			return
		}
		if err := parlour.Check(next); err != nil {
			t.Errorf("%s: after %s: %v", line, s.text(), err)
		}
	}
	n.inside(t, rng, m, men, line)
}

// inside compares the parts of one random sequence.
func (n *naiveTable) inside(t *testing.T, rng *rand.Rand, m parlour.Match, men naiveMen, line string) {
	t.Helper()
	legal := n.legal(men)
	s := legal[rng.IntN(len(legal))]
	for k := 1; k <= len(s.parts); k++ {
		made := naiveTurn{parts: s.parts[:k]}.text()
		var next []naivePart
		ended := false
		for _, o := range legal {
			if len(o.parts) < k || (naiveTurn{parts: o.parts[:k]}).text() != made {
				continue
			}
			if len(o.parts) == k {
				ended = true
			} else if !slices.Contains(next, o.parts[k]) {
				next = append(next, o.parts[k])
			}
		}
		slices.SortFunc(next, naivePartOrder)
		field := n.line(men, n.turn, strconv.Itoa(n.throw), strings.ReplaceAll(made, " ", ","))
		open, err := ParkerGame().Parse(field)
		if (err == nil) != (next != nil) {
			t.Errorf("%s: reading gives %v, although %v may follow", field, err, next)
			return
		}
		if err != nil {
			return
		}
		var want []string
		for _, p := range next {
			want = append(want, p.text)
		}
		if ended {
			want = append(want, "pass")
		}
		if got := gametest.Describe(open); !slices.Equal(got, want) {
			t.Errorf("%s\ngot  %q\nwant %q", field, got, want)
			return
		}
		if !ended { // the same parts all at once lead to the same position
			mv, err := m.Parse(made)
			once := m.Clone()
			if err == nil {
				err = once.Play(mv)
			}
			if err != nil || once.String() != field {
				t.Errorf("%s: %s leads to %s, want %s (%v)", line, made, once, field, err)
			}
		}
		for _, text := range want {
			one := open.Clone()
			mv, err := one.Parse(text)
			if err == nil {
				err = one.Play(mv)
			}
			if err != nil {
				t.Errorf("%s: %s: %v", field, text, err)
				return
			}
		}
	}
}
