package cabinet_test

import (
	"bufio"
	"context"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"parlour"
	"parlour/cabinet"
	"parlour/internal/programs"
	"parlour/record"
	"parlour/record/mat"
	"parlour/record/sheet"
)

// TestAnalysisOfMatch compares what our analysis and GNU Backgammon's say about
// each play of a whole match in which players may resign.
func TestAnalysisOfMatch(t *testing.T) {
	e := cabinet.ByID("backgammon")
	rec := matchOf(t, e, "beginner", map[string]string{"match": "7", "resign": "yes"})
	s, err := sheet.FromRecords(rec)
	if err != nil {
		t.Fatal(err)
	}
	theirs := analysed(t, mat.Append(nil, s))

	report, err := e.Analyst().Record(context.Background(), rec)
	if err != nil {
		t.Fatal(err)
	}
	var ours []float64
	thrown := false
	for _, ev := range report.Events {
		switch {
		case ev.Kind == "throw":
			thrown = true
		case thrown:
			ours, thrown = append(ours, ev.Error), false
		}
	}
	if len(ours) != len(theirs) || len(ours) < 60 {
		t.Fatalf("we judge %d plays, GNU Backgammon %d", len(ours), len(theirs))
	}
	r := correlation(ours, theirs)
	t.Logf("in %d plays the errors correlate by %.2f", len(ours), r)
	if r < 0.8 {
		t.Errorf("the errors correlate by only %.2f", r)
	}
}

// matchOf lets players of a level play a match.
func matchOf(t *testing.T, e *cabinet.Entry, level string, options map[string]string) *record.Record {
	t.Helper()
	m, err := e.Game.New(parlour.Setup{Options: options})
	if err != nil {
		t.Fatal(err)
	}
	player, err := e.Player(level, 2)
	if err != nil {
		t.Fatal(err)
	}
	rec, rng := record.Begin(m), rand.New(rand.NewPCG(1928, 2))
	for !m.Turn().Over() {
		var mv parlour.Move
		if d := m.Turn().Dice; d != 0 {
			mv = d.Nth(rng.IntN(d.Weight()))
		} else if mv, err = player.Choose(context.Background(), m); err != nil {
			t.Fatal(err)
		}
		rec.Add(m, mv, record.Separate)
		if err := m.Play(mv); err != nil {
			t.Fatal(err)
		}
	}
	rec.Close(m)
	return rec
}

// analysed returns what each play of a .mat file lost, in the opinion of GNU
// Backgammon.
func analysed(t *testing.T, file []byte) (losses []float64) {
	t.Helper()
	program := programs.Find(t, "gnubg")
	dir := t.TempDir()
	in, out := filepath.Join(dir, "match.mat"), filepath.Join(dir, "losses")
	if err := os.WriteFile(in, file, 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "-t", "-q", "-p", "testdata/analyse.py")
	cmd.Env = append(os.Environ(), "JUDGE_IN="+in, "JUDGE_OUT="+out, "HOME="+dir)
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("gnubg: %v\n%s", err, text)
	}
	f, err := os.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		loss, err := strconv.ParseFloat(lines.Text(), 64)
		if err != nil {
			t.Fatal(err)
		}
		losses = append(losses, loss)
	}
	return losses
}

// correlation returns Pearson's coefficient of two lists.
func correlation(a, b []float64) float64 {
	mean := func(list []float64) (sum float64) {
		for _, v := range list {
			sum += v
		}
		return sum / float64(len(list))
	}
	ma, mb := mean(a), mean(b)
	var ab, aa, bb float64
	for i := range a {
		x, y := a[i]-ma, b[i]-mb
		ab, aa, bb = ab+x*y, aa+x*x, bb+y*y
	}
	return ab / math.Sqrt(aa*bb)
}
