package bench

import (
	"context"
	"fmt"
	"time"

	"parlour"
	"parlour/bot"
	backgammonbot "parlour/bot/backgammon"
	checkersbot "parlour/bot/checkers"
	contactbot "parlour/bot/contact"
	racebot "parlour/bot/race"
	"parlour/games/backgammon"
	"parlour/games/checkers"
	"parlour/games/contact"
	"parlour/games/race"
)

// A thought is a searcher to measure.
type thought struct {
	name, game string
	measure    func(ctx context.Context, span time.Duration) (pace, error)
}

// A pace is a number of positions and the time they took.
type pace struct {
	positions, choices int
	took               time.Duration
}

// thoughts are the searchers, each with a game it is made for.
var thoughts = []thought{
	{"expectimax", "kleefeld, 2 players", raceSpeed(race.KleefeldGame, parlour.Setup{Players: 2}, racebot.Levels("kleefeld")[3].Maker)},
	{"max^n", "mensch, 4 players", raceSpeed(race.MenschGame, parlour.Setup{}, racebot.Levels("mensch")[3].Maker)},
	{"alpha-beta", "contact, duel6", func(ctx context.Context, span time.Duration) (pace, error) {
		rules, err := contact.Open(parlour.Setup{Mode: "duel6"})
		if err != nil {
			return pace{}, err
		}
		return searchSpeed[contact.Position](ctx, rules, contactbot.Levels()[3].Maker, span)
	}},
	{"specialised alpha-beta", "checkers", func(ctx context.Context, span time.Duration) (pace, error) {
		rules, err := checkers.New(parlour.Setup{})
		if err != nil {
			return pace{}, err
		}
		return searchSpeed[checkers.Position](ctx, rules, checkersbot.Levels(nil)[3].Maker, span)
	}},
}

func raceSpeed(game func() parlour.Game, s parlour.Setup, maker bot.Maker[race.Position]) func(context.Context, time.Duration) (pace, error) {
	return func(ctx context.Context, span time.Duration) (pace, error) {
		m, err := game().New(s)
		if err != nil {
			return pace{}, err
		}
		rules, _, _ := parlour.Typed[race.Position](m)
		return searchSpeed(ctx, rules, maker, span)
	}
}

// searchSpeed measures a searcher that plays against itself.
func searchSpeed[P comparable](ctx context.Context, rules parlour.Full[P], maker bot.Maker[P], span time.Duration) (t pace, err error) {
	b := maker(rules)
	counts, ok := b.(interface{ Looked() int })
	if !ok {
		return t, fmt.Errorf("%T does not count what it looks at", b)
	}
	b.Seed(1928)
	rand := bot.NewRand(1928)
	p := []P{rules.Start()}
	var moves []parlour.Move
	w := startWatch()
	for time.Since(w.begin) < span && ctx.Err() == nil {
		turn := rules.Turn(&p[0])
		switch {
		case turn.Over():
			p[0] = rules.Start()
			b.Seed(rand.Uint64())
			continue
		case turn.Dice != 0:
			rules.Play(&p[0], turn.Dice.Nth(rand.Intn(turn.Dice.Weight())))
			continue
		}
		moves = rules.AppendMoves(&p[0], moves[:0])
		m := b.Choose(&p[0], moves)
		if len(moves) > 1 {
			t.positions += counts.Looked()
			t.choices++
		}
		rules.Play(&p[0], m)
	}
	t.took = w.took()
	return t, ctx.Err()
}

// search measures how many positions per second the searchers search.
func search(ctx context.Context, r *SpeedReport, span time.Duration) error {
	for _, th := range thoughts {
		t, err := th.measure(ctx, span)
		if err != nil {
			return err
		}
		r.Searchers = append(r.Searchers, SearchSpeed{th.name, th.game, float64(t.positions) / t.took.Seconds(), float64(t.choices) / t.took.Seconds()})
	}
	s := backgammonbot.NewSearcher(backgammonbot.Nets(), nil)
	p := backgammonGame(60)
	for ply := range 3 {
		n, watch := 0, startWatch()
		for ; time.Since(watch.begin) < span && ctx.Err() == nil; n++ {
			s.Look(&p[n%len(p)], ply)
		}
		r.Evaluations = append(r.Evaluations, SearchSpeed{Name: fmt.Sprintf("throws ahead: %d", ply), Game: "backgammon", Positions: float64(n) / watch.took().Seconds()})
	}
	return ctx.Err()
}

// backgammonGame returns positions before a throw from games of the greedy
// player.
func backgammonGame(n int) (list []backgammon.Position) {
	rules, err := backgammon.New(parlour.Setup{Options: map[string]string{"doubling": "none"}})
	if err != nil {
		panic("backgammon without a cube: " + err.Error())
	}
	b, rand := bot.NewGreedy[backgammon.Position](rules), bot.NewRand(1928)
	for p := []backgammon.Position{rules.Start()}; len(list) < n; {
		switch turn := rules.Turn(&p[0]); {
		case turn.Over():
			p[0] = rules.Start()
		case turn.Dice != 0:
			if p[0].State == backgammon.Throw {
				list = append(list, p[0])
			}
			rules.Play(&p[0], turn.Dice.Nth(rand.Intn(turn.Dice.Weight())))
		default:
			rules.Play(&p[0], b.Choose(&p[0], rules.AppendMoves(&p[0], nil)))
		}
	}
	return list
}
