package ninth

import (
	"math"

	"parlour"
	"parlour/bot"
	"parlour/internal/ninth/morris"
)

// An evaluator counts men, mills and room to move.
type evaluator struct{}

// What the evaluator counts in, by hand: a man, a closed mill, a line that
// lacks one man, an empty point beside a man.
const (
	man  = 0.7
	mill = 0.15
	two  = 0.2
	room = 0.05
)

// Shares tells what both sides may expect in p.
func (evaluator) Shares(p *morris.Position, out *bot.Shares) {
	worth := func(side parlour.Seat) float64 {
		closed, open := p.Mills(side)
		return man*float64(p.Left(side)) + mill*float64(closed) + two*float64(open) + room*float64(p.Near(side))
	}
	share := 1 / (1 + math.Exp(worth(morris.Black)-worth(morris.White)))
	*out = bot.Shares{morris.White: share, morris.Black: 1 - share}
}

// Noisy reports moves that take a man. The search looks on behind them.
func (evaluator) Noisy(_ *morris.Position, m parlour.Move) bool { return morris.Taken(m) >= 0 }

// opinion is the evaluator for any of the rules.
func opinion(parlour.Full[morris.Position]) bot.Evaluator[morris.Position] { return evaluator{} }

// levels returns the players for people, weakest first. All judge positions
// alike; the gentle ones confuse moves of similar value.
func levels() []bot.Level[morris.Position] {
	look := func(depth int) bot.Maker[morris.Position] {
		return bot.NewAlphaBeta(opinion, bot.Limit{Depth: depth, Nodes: 20_000})
	}
	return []bot.Level[morris.Position]{
		{Name: "beginner", Maker: bot.NewFallible(1, look(1))},
		{Name: "casual", Maker: bot.NewFallible(0.4, look(1))},
		{Name: "strong", Maker: bot.NewFallible(0.15, look(2))},
		{Name: "expert", Maker: look(3)},
	}
}
