package cabinet_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"testing"

	"parlour/cabinet"
	"parlour/lab/sim"
)

// A report has the same bytes, whether its games were played together or one
// after another.
func TestTogether(t *testing.T) {
	for _, id := range []string{"mensch", "kleefeld", "british", "parker"} {
		e := cabinet.ByID(id)
		for _, players := range [][]string{nil, {"greedy", "random", "random", "random"}, slices.Repeat([]string{"greedy"}, 4)} {
			var text [2]bytes.Buffer
			for i := range text {
				m, err := e.Game.New(e.Typical.Setup)
				if err != nil {
					t.Fatal(err)
				}
				s, err := e.Sim(context.Background(), m, sim.Config{Games: 60, Seed: 3, Single: i == 0}, players)
				if err != nil {
					t.Fatal(err)
				}
				r := s.Report(m, 3, players)
				if err := r.WriteText(&text[i]); err != nil {
					t.Fatal(err)
				}
				if err := r.WriteCSV(&text[i]); err != nil {
					t.Fatal(err)
				}
			}
			if !bytes.Equal(text[0].Bytes(), text[1].Bytes()) {
				t.Errorf("%s, %s: alone\n%s\ntogether\n%s", id, fmt.Sprint(players), &text[0], &text[1])
			}
		}
	}
}
