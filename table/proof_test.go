package table_test

import (
	"testing"

	"parlour"
	"parlour/games/backgammon"
	"parlour/games/checkers"
	"parlour/games/race"
	"parlour/table"
	"parlour/table/proof"
)

// TestRandomLogs runs the verifier on logs of tables, whatever people,
// devices, time and the store do.
func TestRandomLogs(t *testing.T) {
	games := map[string]parlour.Game{"kleefeld": race.KleefeldGame(), "checkers": checkers.Game(), "backgammon": backgammon.Game()}
	why := map[string]int{}
	throws := 0
	for seed := range uint64(80) {
		events := table.RandomLog(t, seed, 400)
		c := proof.NewChecker(events[0].Table, games[events[0].Body.Terms.Game].Parse)
		for i := range events {
			if err := c.Add(&events[i]); err != nil {
				t.Fatal(err)
			}
			if events[i].Kind == table.Void {
				why[events[i].Body.Why]++
			}
		}
		r := c.Report()
		if err := r.Err(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		throws += len(r.Throws)
	}
	if throws < 500 || len(why) < 5 {
		t.Errorf("only %d throws; voids by cause %v", throws, why)
	}
	t.Log(throws, "throws; voids by cause", why)
}
