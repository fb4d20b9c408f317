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
	w := NewWork(128)
	n, g := RandomNet(128, 1), NewNet(128)
	p := plain(nil).Start()
	var target Chances
	for b.Loop() {
		n.Backward(g, w, &p.Men[0], &p.Men[1], &target)
	}
}
