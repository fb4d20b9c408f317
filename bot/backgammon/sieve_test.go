package backgammon

import (
	"math"
	"testing"

	"parlour/bot"
)

// Both ways of adding up rows give the same bits, and what the inputs of a net say.
func TestRows(t *testing.T) {
	rand := bot.NewRand(3)
	v := NewSieve()
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
		list[i] = n.Clone()
	}
	return list
}

// Sieves save most of the evaluations of a look ahead, and hardly change its result,
// even in positions that no player would reach. A test of lab/train/backgammon asks
// the same of positions from games.
func TestSieve(t *testing.T) {
	with, without := NewSearcher(sharedNets(), nil), NewSearcher(bare(sharedNets()), nil)
	list := positions(200)
	worst, sum := 0.0, 0.0
	for _, p := range list {
		a, b := with.Look(&p, 1), without.Look(&p, 1)
		d := math.Abs(float64(a.Equity() - b.Equity()))
		worst, sum = max(worst, d), sum+d
	}
	mean := sum / float64(len(list))
	t.Logf("%d of %d evaluations, differences of %.5f on average and %.5f at most", with.eval.Count, without.eval.Count, mean, worst)
	if 5*with.eval.Count > 2*without.eval.Count {
		t.Errorf("%d evaluations with sieves, %d without", with.eval.Count, without.eval.Count)
	}
	if mean > 0.001 || worst > 0.03 {
		t.Errorf("sieves change the value of a position by %.5f on average and by %.5f at most", mean, worst)
	}
}
