package backgammon

import (
	"math"
	"testing"

	"parlour"
	"parlour/games/backgammon"
)

// A rollout agrees with the exact chances of a race that the tables know, and
// says how sure it is. The same seed gives the same answer.
func TestRollout(t *testing.T) {
	m, err := backgammon.Game().Parse("backgammon[doubling=none] XGID=-AAA------------------aaa-:0:0:1:21:0:0:0:0:0")
	if err != nil {
		t.Fatal(err)
	}
	rules, p, ok := parlour.Typed[backgammon.Position](m)
	if !ok {
		t.Fatal("another game")
	}
	r := rules.(*backgammon.Rules)
	roller := NewRoller(r)
	how := Rollout{Trials: 360, Seed: 1}
	list, err := roller.Plays(t.Context(), &p, how, 2, 20)
	if err != nil || len(list) < 2 {
		t.Fatalf("%v, %v", list, err)
	}
	for _, e := range list {
		q := p
		r.Play(&q, e.Move)
		own, opp := q.Men[1-q.Turn], q.Men[q.Turn]
		exact := 1 - 2*float64(TheTwoSided().Win(&opp, &own))
		if math.Abs(e.Equity-exact) > 4*e.Err+0.005 {
			t.Errorf("%d: %.3f ± %.3f, exactly %.3f", e.Move, e.Equity, e.Err, exact)
		}
		if made := float64(e.Chances.Equity()); math.Abs(made-e.Equity) > 1e-4 {
			t.Errorf("%d: without a cube the chances %v make %.4f, the equity is %.4f", e.Move, e.Chances, made, e.Equity)
		}
	}
	again, _ := roller.Plays(t.Context(), &p, how, 2, 20)
	if again[0] != list[0] {
		t.Errorf("the second rollout gives %v, the first %v", again[0], list[0])
	}
}
