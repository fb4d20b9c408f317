package live

import (
	"fmt"
	"testing"

	"parlour/language"
	"parlour/table"
)

// BenchmarkLanguages measures what an event costs that is read in one language and
// in four: its words and the view after it, each encoded once for a language. The
// events are the moves of a game of checkers.
func BenchmarkLanguages(b *testing.B) {
	h, tb, token := open(b)
	if _, err := tb.Do(b.Context(), token, table.Action{Kind: table.Sit, Chair: 2, Name: "Bob", Key: "key-of-the-chair"}); err != nil {
		b.Fatal(err)
	}
	for i := range 30 {
		v, err := tb.View(b.Context(), token)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := tb.Do(b.Context(), token, table.Action{Kind: table.Move, Move: v.Moves[0], Seq: v.Seq, Key: fmt.Sprintf("key-%08d", i)}); err != nil {
			b.Fatal(err)
		}
	}
	events, err := tb.Since(b.Context(), 0)
	if err != nil {
		b.Fatal(err)
	}
	view, err := tb.View(b.Context(), "")
	if err != nil {
		b.Fatal(err)
	}
	all := New(Config{Hall: h})
	defer all.Close()
	for _, n := range []int{1, 4} {
		b.Run(fmt.Sprintf("languages=%d", n), func(b *testing.B) {
			for range b.N {
				for _, l := range language.All[:n] {
					al := &album{id: tb.ID(), lang: l.Catalogue(), names: map[int]string{}}
					if err := al.begin(b.Context(), tb); err != nil {
						b.Fatal(err)
					}
					if _, err := al.add(0, events); err != nil {
						b.Fatal(err)
					}
					for range events {
						if _, err := share(al.lang, view); err != nil {
							b.Fatal(err)
						}
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(events)), "µs/event")
		})
	}
}
