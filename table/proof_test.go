package table_test

import (
	"testing"

	"parlour/games/race"
	"parlour/table"
	"parlour/table/proof"
)

// TestRandomLogs runs the verifier on logs of tables, whatever people,
// devices, time and the store do.
func TestRandomLogs(t *testing.T) {
	why := map[string]int{}
	throws := 0
	for seed := range uint64(80) {
		events := table.RandomLog(t, seed, 400)
		c := proof.NewChecker(events[0].Table, race.KleefeldGame().Parse)
		for i := range events {
			if err := c.Add(&events[i]); err != nil {
				t.Fatal(err)
			}
			if events[i].Kind == table.Round {
				why[events[i].Body.Why]++
			}
		}
		r := c.Report()
		if err := r.Err(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		throws += len(r.Throws)
	}
	if throws < 1000 || len(why) < 5 {
		t.Errorf("only %d throws; rounds by cause %v", throws, why)
	}
	t.Log(throws, "throws; rounds by cause", why)
}
