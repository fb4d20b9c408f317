package backgammon

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"parlour/bot"
	"parlour/games/backgammon"
	"parlour/internal/programs"
)

// decisions plays games of a style against itself, without a cube, and writes
// its choices among different plays in the form that testdata/judge.py reads.
func decisions(t testing.TB, style Style, nets []*Net, n int, name string) {
	t.Helper()
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	defer w.Flush()
	r := plain(nil)
	b := NewBot(r, nets, style)
	rand := bot.NewRand(1928)
	ps := []backgammon.Position{r.Start()}
	p := &ps[0]
	men := func(own, opp *backgammon.Men) {
		for _, m := range []*backgammon.Men{own, opp} {
			for q := 1; q <= bar; q++ {
				fmt.Fprintf(w, "%d ", m.At(q))
			}
		}
	}
	for n > 0 {
		turn := r.Turn(p)
		switch {
		case turn.Over():
			*p = r.Start()
			continue
		case turn.Dice != 0:
			r.Play(p, turn.Dice.Nth(rand.Intn(36)))
			continue
		}
		moves := r.AppendMoves(p, nil)
		m := b.Choose(p, moves)
		before := *p
		r.Play(p, m)
		if len(moves) > 1 && p.State != backgammon.Over {
			s := before.Turn
			men(&before.Men[s], &before.Men[1-s])
			fmt.Fprintf(w, "%d %d ", before.Dice[0], before.Dice[1])
			men(&p.Men[s], &p.Men[1-s])
			fmt.Fprintln(w)
			n--
		}
	}
}

// gnubg lets GNU Backgammon run a script on a file.
func gnubg(t testing.TB, script, in, out string) {
	t.Helper()
	cmd := exec.Command(programs.Find(t, "gnubg"), "-t", "-q", "-p", script)
	cmd.Env = append(os.Environ(), "JUDGE_IN="+in, "JUDGE_OUT="+out, "HOME="+filepath.Dir(in))
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("gnubg: %v\n%s", err, text)
	}
}

// judge returns what a style loses to the best play of GNU Backgammon on
// average, in points, with the standard error.
func judge(t testing.TB, style Style, nets []*Net, n int) (mean, err float64) {
	t.Helper()
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in"), filepath.Join(dir, "out")
	decisions(t, style, nets, n, in)
	gnubg(t, "testdata/judge.py", in, out)
	f, e := os.Open(out)
	if e != nil {
		t.Fatal(e)
	}
	defer f.Close()
	sum, square, k := 0.0, 0.0, 0
	for s := bufio.NewScanner(f); s.Scan(); k++ {
		v, err := strconv.ParseFloat(s.Text(), 64)
		if err != nil {
			t.Fatal(err)
		}
		sum += v
		square += v * v
	}
	if k != n {
		t.Fatalf("%d of %d plays judged", k, n)
	}
	mean = sum / float64(n)
	return mean, math.Sqrt((square/float64(n) - mean*mean) / float64(n))
}

// GNU Backgammon, looking two throws ahead, finds little fault with our plays.
func TestJudge(t *testing.T) {
	for _, c := range []struct {
		style Style
		n     int
	}{
		{Style{Name: "first sight"}, 1500}, // the expert without looking ahead
		{Styles[len(Styles)-1], 500},
	} {
		t.Run(c.style.Name, func(t *testing.T) {
			if os.Getenv("PARLOUR_SOAK") == "" {
				c.n /= 50
			}
			mean, err := judge(t, c.style, sharedNets(), c.n)
			t.Logf("a play loses %.4f ± %.4f points, in %d choices", mean, 1.96*err, c.n)
			if mean-1.96*err > 0.004 {
				t.Errorf("a play loses %.4f points", mean)
			}
		})
	}
}
