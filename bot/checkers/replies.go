package checkers

import (
	"cmp"
	"context"
	"slices"

	"parlour"
	"parlour/games/checkers"
)

// A Reply is a move with its value in hundredths of a man for the side that
// makes it, and the depth of the search in plies.
type Reply struct {
	Move         parlour.Move
	Value, Depth int
}

// An Opener judges the moves of openings by orthodox rules. It serves one
// goroutine. The same position always gets the same answer.
type Opener struct {
	Glance int // positions to search for each move at first
	Nodes  int // positions to search for each of the best
	Best   int // how many of them
	bot    *Bot
}

// NewOpener returns an Opener for some rules.
func NewOpener(r *checkers.Rules) *Opener {
	return &Opener{bot: newBot(r, Style{Slots: 1 << 20, Tables: Endgames()})}
}

// Replies judges the moves of a position, best first. First it looks at all of
// them, then it searches the best more deeply and returns those.
func (o *Opener) Replies(ctx context.Context, p *checkers.Position) ([]Reply, error) {
	o.bot.Seed(0)
	var list []Reply
	for _, m := range o.bot.rules.AppendMoves(p, nil) {
		list = append(list, o.judge(ctx, p, m, o.Glance))
	}
	sort(list)
	list = list[:min(o.Best, len(list))]
	for i := range list {
		list[i] = o.judge(ctx, p, list[i].Move, o.Nodes)
	}
	sort(list)
	return list, ctx.Err()
}

func sort(list []Reply) {
	slices.SortStableFunc(list, func(x, y Reply) int { return cmp.Compare(y.Value, x.Value) })
}

// judge searches the position after a move.
func (o *Opener) judge(ctx context.Context, p *checkers.Position, m parlour.Move, nodes int) Reply {
	next := *p
	o.bot.rules.Play(&next, m)
	if o.bot.rules.Turn(&next).Over() {
		return Reply{m, win, 1}
	}
	f := o.bot.search.best(&next.Stand, next.Mover, limits{nodes: nodes, context: ctx})
	return Reply{m, -f.value, f.depth + 1}
}

// BestTables returns the endgame tables of the strongest level: those that
// EndgamesVariable names, or else the built-in ones.
func BestTables() *Tables { return known() }
