package backgammon

import (
	"testing"

	"parlour/bot"
	"parlour/games/backgammon"
)

// BenchmarkChances measures one look at a position without looking ahead.
func BenchmarkChances(b *testing.B) {
	e := NewEvaluator(Nets())
	p := plain(nil).Start()
	b.ReportAllocs()
	for b.Loop() {
		e.Chances(&p.Men[0], &p.Men[1])
	}
}

// BenchmarkInput measures what a net is told of a position.
func BenchmarkInput(b *testing.B) {
	s := newScratch(bot.Lane)
	p := plain(nil).Start()
	for b.Loop() {
		s.in.set(&p.Men[0], &p.Men[1], true)
	}
}

// BenchmarkForward measures the net alone.
func BenchmarkForward(b *testing.B) {
	n := Nets()[contactNet]
	s := newScratch(n.first)
	p := plain(nil).Start()
	s.in.set(&p.Men[0], &p.Men[1], true)
	for b.Loop() {
		n.forward(s)
	}
}

// BenchmarkLook measures looking one throw ahead from the start.
func BenchmarkLook(b *testing.B) {
	s := NewSearcher(Nets(), nil)
	ps := []backgammon.Position{s.rules.Start()}
	b.ReportAllocs()
	for b.Loop() {
		s.look(s.place(&ps[0]), 1, &moneyPrices)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(s.eval.Count), "ns/position")
}

// BenchmarkBackward measures learning from one sample.
func BenchmarkBackward(b *testing.B) {
	s := newScratch(128)
	n, g := randomNet(128, 1), newNet(128)
	p := plain(nil).Start()
	x := sample{own: p.Men[0], opp: p.Men[1]}
	for b.Loop() {
		n.backward(g, s, &x, true)
	}
}

// BenchmarkLesson measures a game of self-play in which all throws are looked
// at, by position learned.
func BenchmarkLesson(b *testing.B) {
	s := &school{Searcher: NewSearcher(Nets(), nil)}
	n, i := 0, uint64(0)
	for b.Loop() {
		n += len(s.lesson(i, true, 0.6, nil))
		i++
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(n), "µs/sample")
}
