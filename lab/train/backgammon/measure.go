package backgammon

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"math"
	"sync/atomic"

	"parlour"
	"parlour/bot"
	backgammonbot "parlour/bot/backgammon"
	"parlour/games/backgammon"
	"parlour/internal/parallel"
)

// A Score is the result of a duel for the first player: points per game with their
// standard error, from pairs of games.
type Score struct {
	Games       int
	Points, Err float64
	Won         float64 // share of the games
}

func (s Score) String() string {
	return fmt.Sprintf("%+.3f ± %.3f points, %.1f %% won", s.Points, 1.96*s.Err, 100*s.Won)
}

// Duel plays pairs of games between two bots. Both games of a pair have the same
// dice, with the seats swapped.
func Duel(ctx context.Context, rules *backgammon.Rules, a, b bot.Maker[backgammon.Position], pairs, workers int, seed uint64) Score {
	sums, wins := make([]float64, pairs), make([]int, pairs)
	var played atomic.Int64                                                                     // pairs, the first ones
	_ = parallel.Do(ctx, workers, pairs, func(_ context.Context, numbers iter.Seq[int]) error { // no worker fails
		bots := [2]bot.Bot[backgammon.Position]{a(rules), b(rules)}
		ps := make([]backgammon.Position, 1)
		var moves []parlour.Move
		for i := range numbers {
			for swap := range 2 {
				p := &ps[0]
				*p = rules.Start()
				rand := bot.NewRand(bot.Mix(seed, uint64(i)))
				for k, b := range bots {
					b.Seed(bot.Mix(seed, uint64(2*i+k)+1<<40))
				}
				for !rules.Turn(p).Over() {
					turn := rules.Turn(p)
					if turn.Dice != 0 {
						rules.Play(p, turn.Dice.Nth(rand.Intn(turn.Dice.Weight())))
						continue
					}
					moves = rules.AppendMoves(p, moves[:0])
					m := moves[0]
					if len(moves) > 1 {
						m = bots[int(turn.Seat)^swap].Choose(p, moves)
					}
					rules.Play(p, m)
				}
				if int(p.Turn)^swap == 0 {
					sums[i] += float64(p.Points)
					wins[i]++
				} else {
					sums[i] -= float64(p.Points)
				}
			}
			played.Add(1)
		}
		return nil
	})
	n := int(played.Load())
	s := Score{Games: 2 * n}
	square := 0.0
	for i := range n {
		s.Points += sums[i] / 2
		square += sums[i] * sums[i] / 4
		s.Won += float64(wins[i])
	}
	s.Points /= float64(n)
	s.Won /= float64(2 * n)
	s.Err = math.Sqrt(max(0, square/float64(n)-s.Points*s.Points) / float64(n))
	return s
}

// Openings compares the plays for the 15 opening throws, without search, with a list
// of plays by throw, best first, each with its value. It returns how many are the
// best of the list and the total loss of the others.
func Openings(nets []*backgammonbot.Net, list []byte) (best int, loss float64, err error) {
	var all map[string][][]any
	if err := json.Unmarshal(list, &all); err != nil {
		return 0, 0, err
	}
	rules := plain()
	b := backgammonbot.NewBot(rules, nets, backgammonbot.Style{})
	ps := make([]backgammon.Position, 2)
	for text, plays := range all {
		if text[0] == text[1] {
			continue
		}
		p := &ps[0]
		*p = rules.Start()
		p.State, p.Dice = backgammon.Moving, [2]uint8{max(text[0], text[1]) - '0', min(text[0], text[1]) - '0'}
		chosen := b.Choose(p, rules.AppendMoves(p, nil))
		for i, play := range plays {
			m, err := rules.ParseMove(p, play[0].(string))
			if err != nil {
				return 0, 0, err
			}
			if m != chosen {
				continue
			}
			if i == 0 {
				best++
			}
			loss += plays[0][1].(float64) - play[1].(float64)
		}
	}
	return best, loss, nil
}

// report measures the nets and returns them as the next opponent.
func (t *trainer) report(rival []*backgammonbot.Net) []*backgammonbot.Net {
	nets := t.nets()
	st := backgammonbot.Style{}
	ctx := context.Background()
	rules := plain()
	seen := 0
	for _, p := range t.pupils {
		seen += p.seen
	}
	fmt.Fprintf(t.Log, "%5.0fs %3.0f %%  %d games, %d positions", t.spent().Seconds(), 100*min(1, t.done()), t.games, seen)
	greedy := Duel(ctx, rules, st.Maker(nets), bot.NewGreedy[backgammon.Position], 250, t.Workers, t.Seed+1)
	fmt.Fprintf(t.Log, " · greedy %v", greedy)
	fmt.Fprintf(t.Log, " · before %v", Duel(ctx, rules, st.Maker(nets), st.Maker(rival), 500, t.Workers, t.Seed+uint64(t.round)))
	if t.Opening != nil {
		best, loss, err := Openings(nets, t.Opening)
		if err != nil {
			fmt.Fprintf(t.Log, " · openings: %v", err)
		} else {
			fmt.Fprintf(t.Log, " · openings %d of 15, loss %.4f", best, loss)
		}
	}
	fmt.Fprintln(t.Log)
	return nets
}
