package lab

import (
	"os"
	"path/filepath"
	"testing"

	"parlour/cabinet"
	"parlour/record"
)

// The records of an experiment are the games that were counted, in the same order
// whatever the number of workers.
func TestRecords(t *testing.T) {
	for _, e := range cabinet.Games() {
		what := Experiment{Game: e.Info.ID, Games: 12, Seed: 7, Bots: []string{"greedy"}, MaxMoves: 3000}
		var texts []string
		for _, workers := range []int{1, 3} {
			file := filepath.Join(t.TempDir(), "games.txt")
			stats, err := what.Play(t.Context(), workers, file, nil)
			if err != nil {
				t.Fatal(err)
			}
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, string(data))
			f, err := os.Open(file)
			if err != nil {
				t.Fatal(err)
			}
			ends := map[string]int{}
			games := 0
			for rec, err := range record.Read(f) {
				if err != nil {
					t.Fatal(err)
				}
				m, err := record.Replay(cabinet.Open, rec, nil)
				if err != nil {
					t.Fatalf("%s: %v", e.Info.ID, err)
				}
				games++
				if res := m.Result(); res.Over {
					ends[res.Reason]++
				}
			}
			f.Close()
			for reason, n := range stats.Reasons {
				if ends[reason] != n {
					t.Errorf("%s: %d games ended by %s, and %d records", e.Info.ID, n, reason, ends[reason])
				}
			}
			if games != 12 {
				t.Errorf("%s: %d records", e.Info.ID, games)
			}
			plain := what
			if again, err := plain.Play(t.Context(), workers, "", nil); err != nil || again.Games != stats.Games || again.Passes != stats.Passes || again.Choices != stats.Choices {
				t.Errorf("%s: without records the games are others: %v", e.Info.ID, err)
			}
		}
		if texts[0] != texts[1] {
			t.Errorf("%s: the records depend on the number of workers", e.Info.ID)
		}
	}
	if _, err := (&Experiment{Game: "mensch", Games: 1}).Play(t.Context(), 1, "no/such/folder/x", nil); err == nil {
		t.Error("a file in no folder can be written")
	}
}
