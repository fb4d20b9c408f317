package checkers

import (
	"testing"

	"parlour"
	"parlour/checkers"
)

func opened(t testing.TB, line string) (*checkers.Rules, checkers.Position) {
	t.Helper()
	r, p, err := checkers.Read(line)
	if err != nil {
		t.Fatal(err)
	}
	return r, p
}

// BenchmarkSearch reports positions per second on one core.
func BenchmarkSearch(b *testing.B) {
	for name, line := range map[string]string{
		"start":  "checkers B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12 q=0",
		"middle": "checkers B:W18,19,21,23,24,26,29,30,31,32:B1,2,3,4,6,7,9,10,11,12 q=0",
		"kings":  "checkers B:WK10,K15,18,24,27,28:B12,16,20,K22,K25,K29 q=0",
	} {
		b.Run(name, func(b *testing.B) {
			_, p := opened(b, line)
			s := newSearch(trained(), Endgames(), 1<<20)
			s.quiet, s.repeat = 80, 3
			nodes := 0
			for b.Loop() {
				clear(s.memory)
				f := s.best(&p.Stand, p.Mover, limits{nodes: 1_000_000})
				nodes += s.nodes
				b.ReportMetric(float64(f.depth), "depth")
				b.ReportMetric(float64(f.value), "value")
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
		})
	}
}

var _ = parlour.NoMove
