package backgammon

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	backgammonbot "parlour/bot/backgammon"
	"parlour/games/backgammon"
)

// The weights are those that the trainer for accelerators made: its README names
// their hash.
func TestWeightsAreThoseTrained(t *testing.T) {
	readme, err := os.ReadFile("gpu/README.md")
	if err != nil {
		t.Fatal(err)
	}
	weights, err := os.ReadFile("../../../bot/backgammon/weights.bin")
	if err != nil {
		t.Fatal(err)
	}
	if sum := fmt.Sprintf("`%x`", sha256.Sum256(weights)); !strings.Contains(string(readme), sum) {
		t.Errorf("the weights have the hash %s, which gpu/README.md does not name", sum)
	}
}

// bare returns the nets without sieves.
func bare(nets []*backgammonbot.Net) []*backgammonbot.Net {
	list := make([]*backgammonbot.Net, len(nets))
	for i, n := range nets {
		list[i] = n.Clone()
	}
	return list
}

// The sieves that come with the program hardly change the value of a position after a
// look ahead.
func TestSieves(t *testing.T) {
	nets := backgammonbot.Nets()
	with, without := backgammonbot.NewSearcher(nets, nil), backgammonbot.NewSearcher(bare(nets), nil)
	list := fans(t.Context(), bare(nets), 3, 6, 1)
	worst, sum := 0.0, 0.0
	for _, f := range list {
		p := backgammon.Position{Men: [2]backgammon.Men{f[0].own, f[0].opp}}
		a, b := with.Look(&p, 1), without.Look(&p, 1)
		d := math.Abs(float64(a.Equity() - b.Equity()))
		worst, sum = max(worst, d), sum+d
	}
	mean := sum / float64(len(list))
	t.Logf("%d positions, differences of %.5f on average and %.5f at most", len(list), mean, worst)
	if mean > 0.0003 || worst > 0.01 || len(list) < 100 {
		t.Errorf("sieves change the value of %d positions by %.5f on average and by %.5f at most", len(list), mean, worst)
	}
}

// A course gives the same sieves with any number of workers, and they survive the
// file.
func TestTrainSieves(t *testing.T) {
	name := filepath.Join(t.TempDir(), "weights.bin")
	var files [2][]byte
	for i := range files {
		var log bytes.Buffer
		c := SieveCourse{Seed: 7, Out: name, Games: 6, Passes: 2, Workers: 1 + i, Log: &log}
		if err := TrainSieves(t.Context(), c); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files[i] = data
	}
	if !bytes.Equal(files[0], files[1]) {
		t.Error("two workers train other sieves than one")
	}
	nets, err := backgammonbot.ReadNets(files[0])
	if err != nil {
		t.Fatal(err)
	}
	before, after := fans(t.Context(), bare(nets), 1, 2, 1), nets
	if lost, left, all := leak(after, before); left > all/2 || lost > 0.2 {
		t.Errorf("the sieves leave %.1f of %.1f plays and lose %.3f points", left, all, lost)
	}
	if _, err := backgammonbot.ReadNets(files[0][:len(files[0])-1]); err == nil {
		t.Error("a file that lacks a byte is read")
	}
}

// BenchmarkLesson measures a game of self-play in which all throws are looked
// at, by position learned.
func BenchmarkLesson(b *testing.B) {
	s := newSchool(backgammonbot.Nets())
	n, i := 0, uint64(0)
	for b.Loop() {
		n += len(s.lesson(i, true, 0.6, nil))
		i++
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(n), "µs/sample")
}
