package mine

import (
	"cmp"
	"context"
	"math"
	"slices"

	"parlour"
	"parlour/bot"
	"parlour/learn/puzzle"
)

// A digger looks for puzzles in one game after another. It serves one goroutine.
type digger[P comparable] struct {
	Craft[P]
	of     *puzzle.Collection
	rules  parlour.Full[P]
	player bot.Bot[P]
	glance bot.Judge[P]
	judge  bot.Judge[P]
	leads  bot.Judge[P]
	greedy bot.Bot[P]
	policy bot.Bot[P]
	last   bot.Judge[P]
	seers  []bot.Bot[P]
	p      []P // workspace; a local variable would escape
	moves  []parlour.Move
	rand   bot.Rand
	scale  float64 // what one point is: the stake of the position that is judged
}

// A spot is a position of a game that may become a puzzle.
type spot[P comparable] struct {
	p    P
	ply  int
	kind int // of the kinds below
}

// The kinds of spots.
const (
	hidden   = iota // the quick judge sees a gap, and the greedy player does not find the move
	plain           // the quick judge sees a gap
	unlikely        // it sees none
	kinds
)

// open makes the bots for some rules.
func (d *digger[P]) open(rules parlour.Full[P]) {
	if d.rules == rules {
		return
	}
	d.rules, d.p = rules, make([]P, 4)
	d.player = d.Plays(rules)
	d.glance = d.Quick(rules).(bot.Judge[P])
	d.judge = d.Expert(rules).(bot.Judge[P])
	d.leads = d.Guide(rules).(bot.Judge[P])
	d.greedy = bot.NewGreedy(rules)
	if d.Rolls != nil {
		d.policy = d.Rolls.Policy(rules)
		d.last = d.glance
		if d.Rolls.Last != nil {
			d.last = d.Rolls.Last(rules).(bot.Judge[P])
		}
	}
	d.seers = nil
	for _, w := range d.Weak {
		if b := w(rules); b != nil {
			d.seers = append(d.seers, b)
		}
	}
}

// Dig plays the game with a number and returns its puzzles, in the order of the
// game.
func (d *digger[P]) Dig(ctx context.Context, seed uint64, number int) ([]puzzle.Puzzle, error) {
	m, err := d.of.Game.New(d.Setups[number%len(d.Setups)])
	if err != nil {
		return nil, err
	}
	rules, start, _ := parlour.Typed[P](m)
	d.open(rules)
	d.rand = bot.NewRand(bot.Mix(seed, uint64(number)))
	d.player.Seed(d.rand.Uint64())
	d.glance.(bot.Bot[P]).Seed(0)
	d.scale = 1
	spots := d.play(ctx, start)
	var out []puzzle.Puzzle
	for _, s := range d.choose(spots) {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if p, ok := d.puzzle(ctx, s.p); ok {
			out = append(out, p)
		}
	}
	return out, ctx.Err()
}

// play plays a game and returns its positions with a choice.
func (d *digger[P]) play(ctx context.Context, start P) (spots []spot[P]) {
	d.p[0] = start
	p := &d.p[0]
	for ply := range d.Most {
		turn := d.rules.Turn(p)
		if turn.Over() || ctx.Err() != nil {
			break
		}
		if turn.Dice != 0 {
			d.rules.Play(p, turn.Dice.Nth(d.rand.Intn(turn.Dice.Weight())))
			continue
		}
		d.moves = d.rules.AppendMoves(p, d.moves[:0])
		if len(d.moves) == 1 {
			d.rules.Play(p, d.moves[0])
			continue
		}
		moves := slices.Clone(d.moves)
		if ply < d.Opening {
			d.rules.Play(p, moves[d.rand.Intn(len(moves))])
			continue
		}
		if d.Skips == nil || !d.Skips(d.rules, p) {
			list := d.glance.Judge(ctx, p, moves)
			best, gap := d.distance(p, list)
			kind := unlikely
			if gap >= d.Some {
				if kind = hidden; d.greedy != nil && d.greedy.Choose(p, moves) == moves[best] {
					kind = plain
				}
			}
			spots = append(spots, spot[P]{*p, ply, kind})
		}
		if d.rand.Float64() < d.Slips {
			d.rules.Play(p, moves[d.rand.Intn(len(moves))])
			continue
		}
		d.rules.Play(p, d.player.Choose(p, moves))
	}
	return spots
}

// value turns a share into the unit.
func (d *digger[P]) value(p *P, share float64) float64 {
	if d.Stake == nil {
		return share
	}
	return (2*share - 1) * d.Stake(p) / d.scale
}

// ended returns what seat has in a game that is over.
func (d *digger[P]) ended(ctx context.Context, p *P, seat parlour.Seat) float64 {
	s := d.rules.Result(p).Share
	if d.Stake != nil { // a judge knows how much was won
		d.glance.Value(ctx, p, &s)
	}
	return d.value(p, s[seat])
}

// distance returns the best move and how much it is better than the next, in
// the unit.
func (d *digger[P]) distance(p *P, list []bot.Shares) (at int, gap float64) {
	seat := d.rules.Turn(p).Seat
	best, next := math.Inf(-1), math.Inf(-1)
	for i, s := range list {
		switch v := d.value(p, s[seat]); {
		case v > best:
			best, next, at = v, best, i
		case v > next:
			next = v
		}
	}
	return at, best - next
}

// apart is how many plies lie between two puzzles of a game.
const apart = 12

// choose returns the positions that the expert looks at: some of each kind, also
// of those where the quick judge sees no gap, because these are the hard ones.
// No two are near each other in the game.
func (d *digger[P]) choose(spots []spot[P]) (out []spot[P]) {
	order := make([]int, len(spots))
	for i := range order {
		j := d.rand.Intn(i + 1)
		order[i] = order[j]
		order[j] = i
	}
	for kind, left := range [kinds]int{d.Tries / 2, d.Tries / 4, d.Tries / 4} {
		for _, i := range order {
			s := spots[i]
			near := slices.ContainsFunc(out, func(o spot[P]) bool { return max(o.ply-s.ply, s.ply-o.ply) < apart })
			if left > 0 && !near && s.kind == kind {
				out = append(out, s)
				left--
			}
		}
	}
	slices.SortFunc(out, func(a, b spot[P]) int { return cmp.Compare(a.ply, b.ply) })
	return out
}

// A candidate is a move, or several that lead to the same position.
type candidate[P comparable] struct {
	moves []parlour.Move
	after P
	value float64
	diffs sample // of the best move's value minus this one's
}

// judged returns the moves of p with the expert's values, best first.
func (d *digger[P]) judged(ctx context.Context, p *P) []candidate[P] {
	return d.judgedBy(ctx, p, d.judge)
}

// judgedBy returns the moves of p with the values of a judge, best first.
func (d *digger[P]) judgedBy(ctx context.Context, p *P, judge bot.Judge[P]) (list []candidate[P]) {
	moves := d.rules.AppendMoveList(p, nil)
	seat := d.rules.Turn(p).Seat
	judge.(bot.Bot[P]).Seed(0)
	for i, s := range judge.Judge(ctx, p, moves) {
		after := *p
		d.rules.Play(&after, moves[i])
		same := slices.IndexFunc(list, func(c candidate[P]) bool { return c.after == after })
		if same >= 0 {
			list[same].moves = append(list[same].moves, moves[i])
			continue
		}
		list = append(list, candidate[P]{moves: []parlour.Move{moves[i]}, after: after, value: d.value(p, s[seat])})
	}
	slices.SortStableFunc(list, func(a, b candidate[P]) int { return byValue(b, a) })
	return list
}

// byValue compares two candidates.
func byValue[P comparable](a, b candidate[P]) int { return cmp.Compare(a.value, b.value) }

// mostOthers is how many of the other moves a puzzle keeps.
const mostOthers = 5

// tooEasy is how many of 100 weak players may find the best move.
const tooEasy = 88

// puzzle judges a position and makes it a puzzle, if it is one.
func (d *digger[P]) puzzle(ctx context.Context, p P) (out puzzle.Puzzle, ok bool) {
	m, err := d.of.Game.Parse(string(d.rules.AppendPosition(nil, &p)))
	if err != nil {
		return out, false
	}
	// The position of the game may remember more than its line says.
	_, p, _ = parlour.Typed[P](m)
	d.scale = 1
	if d.Stake != nil {
		d.scale = d.Stake(&p)
	}
	// The guide is much faster than the expert, and sees most of the gaps that
	// are none.
	list := d.judgedBy(ctx, &p, d.leads)
	if len(list) < 2 || list[0].value-list[1].value < d.Gap/2 {
		return out, false
	}
	list = d.judged(ctx, &p)
	if ctx.Err() != nil || list[0].value-list[1].value < d.Gap || d.Fits != nil && !d.Fits(&p, list[0].value, list[1].value) {
		return out, false
	}
	out.Found = d.found(&p, list[0].moves)
	if out.Found > tooEasy {
		return out, false
	}
	if d.Rolls == nil {
		list = list[:min(len(list), 1+mostOthers)]
	} else if list, ok = d.confirmed(ctx, &p, list); !ok {
		return out, false
	} else {
		out.Half = int(math.Ceil(1000 * within * list[1].diffs.error()))
	}
	best, next := &list[0], &list[1]
	out.Position = m.String()
	out.Value = thousandths(best.value)
	out.Proved = d.Proves != nil && d.Proves(best.value)
	for _, mv := range best.moves {
		out.Best = append(out.Best, m.Text(mv))
	}
	for _, c := range list[1:] {
		out.Others = append(out.Others, puzzle.Choice{Move: m.Text(c.moves[0]), Value: thousandths(c.value)})
	}
	v := &View[P]{Rules: d.rules, Position: &p, Match: m, Best: best.moves[0], Next: next.moves[0], Value: best.value, Other: next.value, Proved: out.Proved}
	out.Line, v.Line = d.line(ctx, m, best, d.Plies)
	out.Instead, _ = d.line(ctx, m, next, min(d.Plies, 4))
	out.Themes = v.common()
	if d.Finds != nil {
		out.Themes = append(out.Themes, d.Finds(v)...)
	}
	out.Themes = d.inOrder(out.Themes)
	return out, ctx.Err() == nil
}

func thousandths(v float64) int { return int(math.Round(v * 1000)) }

// inOrder sorts themes as the collection lists them, each once.
func (d *digger[P]) inOrder(themes []string) (out []string) {
	for _, t := range d.of.Themes {
		if slices.Contains(themes, t) {
			out = append(out, t)
		}
	}
	return out
}

// asked is how often each weak player is asked.
const asked = 16

// found returns how often the weak players find one of the best moves, in
// percent.
func (d *digger[P]) found(p *P, best []parlour.Move) int {
	moves := d.rules.AppendMoves(p, nil)
	hits := 0
	for _, b := range d.seers {
		for i := range asked {
			b.Seed(bot.Mix(1928, uint64(i)))
			d.p[1] = *p
			if slices.Contains(best, b.Choose(&d.p[1], moves)) {
				hits++
			}
		}
	}
	return 100 * hits / max(1, asked*len(d.seers))
}

// Rate returns how often the weak players find the solution of a puzzle, in percent.
func (d *digger[P]) Rate(p *puzzle.Puzzle) (found int, err error) {
	m, err := d.of.Game.Parse(p.Position)
	if err != nil {
		return 0, err
	}
	var best []parlour.Move
	for _, text := range p.Best {
		mv, err := m.Parse(text)
		if err != nil {
			return 0, err
		}
		best = append(best, mv)
	}
	rules, at, _ := parlour.Typed[P](m)
	d.open(rules)
	return d.found(&at, best), nil
}

// line plays on from a candidate: the expert's moves, and throws that are
// neither good nor bad.
func (d *digger[P]) line(ctx context.Context, m parlour.Match, c *candidate[P], plies int) (out []puzzle.Choice, moves []parlour.Move) {
	seat := m.Turn().Seat
	mv, value := c.moves[0], c.value
	for {
		out = append(out, puzzle.Choice{Move: m.Text(mv), Value: thousandths(value)})
		moves = append(moves, mv)
		m = m.Next(mv)
		turn := m.Turn()
		if turn.Over() || len(out) >= plies || ctx.Err() != nil {
			break
		}
		_, d.p[2], _ = parlour.Typed[P](m)
		p := &d.p[2]
		if turn.Dice != 0 {
			mv, value = d.usual(ctx, p, turn, seat)
			continue
		}
		list := m.Moves()
		d.leads.(bot.Bot[P]).Seed(0)
		shares := d.leads.Judge(ctx, p, list)
		best := 0
		for i := range shares {
			if shares[i][turn.Seat] > shares[best][turn.Seat] {
				best = i
			}
		}
		mv, value = list[best], d.value(p, shares[best][seat])
	}
	return out, moves
}

// usual returns the throw after which the value is nearest to the mean, and that
// value.
func (d *digger[P]) usual(ctx context.Context, p *P, turn parlour.Turn, seat parlour.Seat) (throw parlour.Move, value float64) {
	type thrown struct {
		throw parlour.Move
		value float64
	}
	var list []thrown
	mean := 0.0
	for t, weight := range turn.Dice.All() {
		d.p[3] = *p
		d.rules.Play(&d.p[3], t)
		var v float64
		if d.rules.Turn(&d.p[3]).Over() {
			v = d.ended(ctx, &d.p[3], seat)
		} else {
			var s bot.Shares
			d.glance.Value(ctx, &d.p[3], &s)
			v = d.value(&d.p[3], s[seat])
		}
		list = append(list, thrown{t, v})
		mean += v * float64(weight) / float64(turn.Dice.Weight())
	}
	near := slices.MinFunc(list, func(a, b thrown) int { return cmp.Compare(math.Abs(a.value-mean), math.Abs(b.value-mean)) })
	return near.throw, near.value
}
