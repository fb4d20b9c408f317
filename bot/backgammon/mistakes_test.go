package backgammon

import (
	"testing"

	"parlour"
	"parlour/bot"
	"parlour/games/backgammon"
)

// Each level loses clearly less in a play than the one below, as our nets judge it at
// first sight, and only a beginner often loses more than 0.2 points.
func TestMistakes(t *testing.T) {
	most := map[string]float64{"beginner": 0.1, "casual": 0.04, "strong": 0.01}
	before := 1.0
	for _, st := range Styles[:3] {
		loss, bad, plays := mistakes(mustNew(t, "doubling", "none"), st, 150)
		t.Logf("%s loses %.4f points in a play, and more than 0.2 in %.1f %% of %d", st.Name, loss, 100*bad, plays)
		if loss > 0.75*before || bad > most[st.Name] {
			t.Errorf("%s errs too much: the level below loses %.4f", st.Name, before)
		}
		before = loss
	}
}

// mistakes lets a style play games against itself. It returns how much a play loses,
// which part of the plays loses more than 0.2 points, and their number.
func mistakes(r *backgammon.Rules, st Style, games int) (loss, bad float64, plays int) {
	b := NewBot(r, sharedNets(), st)
	ps := make([]backgammon.Position, 1)
	var moves []parlour.Move
	for g := range uint64(games) {
		p := &ps[0]
		*p = r.Start()
		rand := bot.NewRand(bot.Mix(1928, g))
		b.Seed(g)
		for turn := r.Turn(p); !turn.Over(); turn = r.Turn(p) {
			if turn.Dice != 0 {
				r.Play(p, turn.Dice.Nth(rand.Intn(turn.Dice.Weight())))
				continue
			}
			moves = r.AppendMoves(p, moves[:0])
			m := moves[0]
			if len(moves) > 1 {
				m = b.Choose(p, moves)
				for _, c := range b.ranked {
					if c.move == m {
						lost := b.ranked[0].value - c.value
						loss += lost
						if lost > 0.2 {
							bad++
						}
					}
				}
				plays++
			}
			r.Play(p, m)
		}
	}
	return loss / float64(plays), bad / float64(plays), plays
}
