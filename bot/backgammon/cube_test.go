package backgammon

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"parlour"
	"parlour/bot"
	"parlour/games/backgammon"
)

// cubes writes n positions of games of a style against itself, with what it
// decides about the cube, in the form that testdata/cube.py reads.
func cubes(t *testing.T, style Style, n int, name string) {
	t.Helper()
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	defer w.Flush()
	games, stake := plain(nil), mustNew(t)
	quick, b := NewBot(games, sharedNets(), Style{}), NewBot(stake, sharedNets(), style)
	rand := bot.NewRand(1931)
	ps := make([]backgammon.Position, 2)
	p, q := &ps[0], &ps[1]
	*p = games.Start()
	decide := func() parlour.Move { return b.Choose(q, stake.AppendMoves(q, nil)) }
	for n > 0 {
		turn := games.Turn(p)
		switch {
		case turn.Over():
			*p = games.Start()
			continue
		case turn.Dice == 0:
			games.Play(p, quick.Choose(p, games.AppendMoves(p, nil)))
			continue
		}
		if turn.Dice == parlour.TwoDice {
			asked := backgammon.Position{Men: p.Men, Turn: p.Turn, Owner: parlour.Nobody, State: backgammon.Roll}
			*q = asked
			stake.Play(q, decide())
			doubled := q.State == backgammon.Doubled
			if !doubled {
				*q = asked
				m, err := stake.ParseMove(q, "double")
				if err != nil {
					t.Fatal(err)
				}
				stake.Play(q, m)
			}
			stake.Play(q, decide())
			for _, m := range []*backgammon.Men{&p.Men[p.Turn], &p.Men[1-p.Turn]} {
				for i := 1; i <= bar; i++ {
					fmt.Fprintf(w, "%d ", m.At(i))
				}
			}
			bit := map[bool]int{true: 1}
			fmt.Fprintln(w, bit[doubled], bit[q.State != backgammon.Over])
			n--
		}
		games.Play(p, turn.Dice.Nth(rand.Intn(turn.Dice.Weight())))
	}
}

// GNU Backgammon, looking two throws ahead, finds little fault with what is
// decided about the cube.
func TestCube(t *testing.T) {
	for _, style := range []Style{{Name: "first sight"}, Styles[len(Styles)-1]} {
		t.Run(style.Name, func(t *testing.T) {
			n := count(25)
			dir := t.TempDir()
			in, out := filepath.Join(dir, "in"), filepath.Join(dir, "out")
			cubes(t, style, n, in)
			gnubg(t, "testdata/cube.py", in, out)
			f, err := os.Open(out)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			var sum, square [2]float64
			var right [2]int
			k := 0
			for s := bufio.NewScanner(f); s.Scan(); k++ {
				var loss [2]float64
				if _, err := fmt.Sscan(s.Text(), &loss[0], &loss[1]); err != nil {
					t.Fatal(err)
				}
				for i, v := range loss {
					sum[i] += v
					square[i] += v * v
					if v == 0 {
						right[i]++
					}
				}
			}
			if k != n {
				t.Fatalf("%d of %d decisions judged", k, n)
			}
			for i, what := range []string{"to double or not", "to take or not"} {
				mean := sum[i] / float64(n)
				err := math.Sqrt((square[i]/float64(n) - mean*mean) / float64(n))
				t.Logf("%s: %d of %d alike, the others make it %.4f ± %.4f points on average", what, right[i], n, mean, 1.96*err)
				if mean-1.96*err > 0.003 {
					t.Errorf("%s: loses %.4f points", what, mean)
				}
			}
		})
	}
}
