package backgammon

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"testing"

	"parlour/bot"
	"parlour/games/backgammon"
)

// Both ways of adding up rows give the same bits, and what the inputs of a net say.
func TestRows(t *testing.T) {
	rand := bot.NewRand(3)
	v := newSieve()
	for i := range v.params {
		v.params[i] = float32(rand.Intn(2001)-1000) / 777
	}
	v.prepare()
	var head [units]float32
	copy(head[:], v.w2)
	s := newScratch(units)
	for _, p := range positions(200) {
		var sum [units]float32
		var room [allMen + 1]int32
		sumRows(&sum, v.b1, v.rows, placesOf(&room, &p.Men[0], 0))
		idx := placesOf(&room, &p.Men[1], rowsOfSide)
		got := dotRows(&sum, &head, v.rows, idx)
		if plain := dotRowsPlain(&sum, &head, v.rows, idx); got != plain {
			t.Fatalf("%v and %v", got, plain)
		}
		s.in.n = 0
		block{own: &p.Men[0]}.men(&s.in, 0)
		block{own: &p.Men[1]}.men(&s.in, inJudged)
		bot.Gather(s.h1, v.b1, v.w1, s.in.idx[:s.in.n], s.in.val[:s.in.n])
		want := float32(0)
		for j, h := range s.h1 {
			want += max(0, h) * head[j]
		}
		if math.Abs(float64(got-want)) > 1e-3 {
			t.Fatalf("%v by rows, %v by inputs", got, want)
		}
	}
}

// bare returns the nets without sieves.
func bare(nets []*Net) []*Net {
	list := make([]*Net, len(nets))
	for i, n := range nets {
		list[i] = n.clone()
	}
	return list
}

// Sieves save most of the evaluations of a look ahead, and hardly change its result,
// even in positions that no player would reach.
func TestSieve(t *testing.T) {
	all := bare(sharedNets())
	var games []backgammon.Position
	for _, f := range fans(t.Context(), all, 3, 6, 1) {
		games = append(games, backgammon.Position{Men: [2]backgammon.Men{f[0].own, f[0].opp}})
	}
	for _, c := range []struct {
		name        string
		list        []backgammon.Position
		mean, worst float64
	}{
		{"games", games, 0.0003, 0.01},
		{"random play", positions(200), 0.001, 0.03},
	} {
		with, without := NewSearcher(sharedNets(), nil), NewSearcher(all, nil)
		worst, sum := 0.0, 0.0
		for _, p := range c.list {
			a, b := with.Look(&p, 1), without.Look(&p, 1)
			d := math.Abs(float64(a.Equity() - b.Equity()))
			worst, sum = max(worst, d), sum+d
		}
		mean := sum / float64(len(c.list))
		t.Logf("%s: %d positions, %d of %d evaluations, differences of %.5f on average and %.5f at most",
			c.name, len(c.list), with.eval.Count, without.eval.Count, mean, worst)
		if 5*with.eval.Count > 2*without.eval.Count {
			t.Errorf("%s: %d evaluations with sieves, %d without", c.name, with.eval.Count, without.eval.Count)
		}
		if mean > c.mean || worst > c.worst {
			t.Errorf("%s: sieves change the value of a position by %.5f on average and by %.5f at most", c.name, mean, worst)
		}
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
	nets, err := ReadNets(files[0])
	if err != nil {
		t.Fatal(err)
	}
	before, after := fans(t.Context(), bare(nets), 1, 2, 1), nets
	if lost, left, all := leak(after, before); left > all/2 || lost > 0.2 {
		t.Errorf("the sieves leave %.1f of %.1f plays and lose %.3f points", left, all, lost)
	}
	if _, err := ReadNets(files[0][:len(files[0])-1]); err == nil {
		t.Error("a file that lacks a byte is read")
	}
}
