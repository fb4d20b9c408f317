package checkers

import (
	"context"
	"time"

	"parlour"
	"parlour/bot"
	"parlour/checkers"
)

// A Level is how strong a player is.
type Level struct {
	Name   string
	Depth  int  // plies it looks ahead, 0 for as many as the nodes allow
	Nodes  int  // positions it looks at for one move where the time is not limited
	Noise  int  // how far its judgement of a move errs, in hundredths of a man
	Slots  int  // entries of its transposition table, a power of two
	Tables bool // whether it knows the endgames
}

// Levels returns the levels, the gentlest first.
func Levels() []Level {
	return []Level{
		{Name: "beginner", Depth: 1, Noise: 70, Slots: 1 << 10},
		{Name: "casual", Depth: 3, Noise: 25, Slots: 1 << 12},
		{Name: "strong", Nodes: 8_000, Slots: 1 << 14},
		{Name: "expert", Nodes: 150_000, Slots: 1 << 18, Tables: true},
	}
}

// New returns the Maker of a level.
func New(l Level) bot.Maker[checkers.Position] {
	return func(rules parlour.Full[checkers.Position]) bot.Bot[checkers.Position] {
		r, ok := rules.(*checkers.Rules)
		if !ok {
			return nil
		}
		return newBot(r, l)
	}
}

// Bot plays checkers at some level. It remembers the positions it has seen in
// a game, so that it knows repetitions, which positions do not tell.
type Bot struct {
	level  Level
	rules  *checkers.Rules
	rand   bot.Rand
	search *search // orthodox checkers
	free   *free   // any other
	after  checkers.Position
	known  bool // whether after is the position after its last move
}

var _ bot.Bot[checkers.Position] = (*Bot)(nil)

func newBot(r *checkers.Rules, l Level) *Bot {
	b := &Bot{level: l, rules: r}
	quiet, ok := r.Orthodox()
	if !ok {
		b.free = newFree(r)
		return b
	}
	var tables *Tables
	if l.Tables {
		tables = Endgames()
	}
	b.search = newSearch(trained(), tables, l.Slots)
	b.search.quiet = quiet
	_, b.search.repeat = r.Draws()
	return b
}

// Seed begins a new game.
func (b *Bot) Seed(seed uint64) {
	b.rand = bot.NewRand(seed)
	b.known = false
	if b.search != nil {
		clear(b.search.memory)
		b.search.success = [2][32 * 32]int32{}
		b.search.past = b.search.past[:0]
	}
}

// Choose returns the best move it finds within the nodes of its level. The
// same seed and the same positions give the same moves.
func (b *Bot) Choose(p *checkers.Position, moves []parlour.Move) parlour.Move {
	return b.choose(p, moves, limits{depth: b.level.Depth, nodes: b.level.Nodes})
}

// Within returns the best move it finds until ctx ends. A level that is
// bounded by nodes uses all the time there is if ctx has a deadline.
func (b *Bot) Within(ctx context.Context, p *checkers.Position, moves []parlour.Move) parlour.Move {
	l := limits{depth: b.level.Depth, nodes: b.level.Nodes, context: ctx}
	if until, ok := ctx.Deadline(); ok && b.level.Tables {
		// Some time is kept back for what comes after the search.
		l.deadline, l.nodes = until.Add(-min(time.Until(until)/10, 20*time.Millisecond)), 0
	}
	return b.choose(p, moves, l)
}

func (b *Bot) choose(p *checkers.Position, moves []parlour.Move, l limits) parlour.Move {
	if b.free != nil {
		if len(moves) == 1 {
			return moves[0]
		}
		l.nodes = min(l.nodes, mostFree)
		if b.level.Noise > 0 {
			return b.free.noisy(p, moves, b.level, &b.rand)
		}
		return b.free.best(p, moves, l)
	}
	b.recollect(p)
	m := moves[0]
	switch {
	case len(moves) == 1:
	case b.level.Noise > 0:
		m = b.noisy(p, moves)
	default:
		if f := b.search.best(&p.Stand, p.Mover, l); f.move != parlour.NoMove {
			m = f.move
		}
	}
	b.after, b.known = *p, true
	b.rules.Play(&b.after, m)
	b.note(&b.after)
	return m
}

// recollect brings the past up to p. Where p does not follow from what the bot
// has seen, another game has begun.
func (b *Bot) recollect(p *checkers.Position) {
	if !b.known || !b.follows(p) {
		b.search.past = b.search.past[:0]
	}
	if !b.known || *p != b.after || len(b.search.past) == 0 {
		b.note(p)
	}
}

// follows reports whether p is the position after the bot's last move or after
// one answer to it.
func (b *Bot) follows(p *checkers.Position) bool {
	if *p == b.after {
		return true
	}
	var buf [64]parlour.Move
	for _, m := range b.after.AppendMoves(b.after.Mover, buf[:0]) {
		q := b.after
		b.rules.Play(&q, m)
		if q == *p {
			return true
		}
	}
	return false
}

// note adds a position to the past; what came before a capture or a move of a
// man cannot come again.
func (b *Bot) note(p *checkers.Position) {
	if p.Quiet == 0 {
		b.search.past = b.search.past[:0]
	}
	b.search.past = append(b.search.past, hashOf(&p.Stand, p.Mover))
}

// noisy looks a few plies ahead and errs.
func (b *Bot) noisy(p *checkers.Position, moves []parlour.Move) parlour.Move {
	s := b.search
	s.begin(&p.Stand, p.Mover, limits{})
	best, top := moves[0], -2*endless
	for _, m := range moves {
		v := s.child(&s.frames[0], 0, p.Mover, m, 0, b.level.Depth, -endless, endless) + b.level.err(&b.rand)
		if v > top {
			best, top = m, v
		}
	}
	return best
}

// err returns an error of judgement: the sum of two dice, so that small ones
// are likelier than large ones.
func (l *Level) err(r *bot.Rand) int {
	return r.Intn(l.Noise+1) + r.Intn(l.Noise+1) - l.Noise
}
