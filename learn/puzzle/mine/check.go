package mine

import (
	"context"
	"fmt"
	"slices"

	"parlour"
	"parlour/learn/puzzle"
)

// Check judges a puzzle again, with a part of the effort of mining between 0
// and 1, and returns an error if that contradicts it: if another move comes out
// as clearly better.
func Check(ctx context.Context, game string, p *puzzle.Puzzle, effort float64) error {
	c, err := collection(game)
	if err != nil {
		return err
	}
	return c.Worker(c).Again(ctx, p, effort)
}

// Again judges a puzzle with less effort.
func (d *digger[P]) Again(ctx context.Context, p *puzzle.Puzzle, effort float64) error {
	m, err := d.of.Game.Parse(p.Position)
	if err != nil {
		return err
	}
	rules, at, _ := parlour.Typed[P](m)
	d.open(rules)
	d.scale = 1
	if d.Stake != nil {
		d.scale = d.Stake(&at)
	}
	list := d.judgedBy(ctx, &at, d.glance)
	if effort >= 1 {
		list = d.judged(ctx, &at)
	}
	best := slices.IndexFunc(list, func(c candidate[P]) bool { return m.Text(c.moves[0]) == p.Best[0] })
	if best < 0 {
		return fmt.Errorf("%s is no move of %s", p.Best[0], p.Position)
	}
	list[0], list[best] = list[best], list[0]
	if d.Rolls == nil {
		other := slices.MaxFunc(list[1:], byValue[P])
		if other.value > list[0].value+0.1*(1-effort) { // with less effort it may see less
			return fmt.Errorf("%s in %s is worth %.3f, but %s %.3f", p.Best[0], p.Position, list[0].value, m.Text(other.moves[0]), other.value)
		}
		return ctx.Err()
	}
	// Play out the moves that the puzzle names.
	named := list[:1]
	for _, c := range list[1:] {
		if slices.ContainsFunc(p.Others, func(o puzzle.Choice) bool { return o.Move == m.Text(c.moves[0]) }) {
			named = append(named, c)
		}
	}
	for i := range named {
		if d.Rolls.First {
			d.settle(&named[i].after)
		}
	}
	seat := d.rules.Turn(&at).Seat
	for n := range max(2, int(effort*float64(d.Rolls.Most))) {
		var first float64
		for i := range named {
			v := d.roll(ctx, &named[i].after, diceOf(n), seat)
			if i == 0 {
				first = v
			}
			named[i].diffs.add(first - v)
		}
	}
	for _, c := range named[1:] {
		if mean, e := c.diffs.mean(), c.diffs.error(); mean+stop*e < 0 {
			return fmt.Errorf("%s in %s is worse than %s by %.3f ± %.3f", p.Best[0], p.Position, m.Text(c.moves[0]), -mean, within*e)
		}
	}
	return ctx.Err()
}
