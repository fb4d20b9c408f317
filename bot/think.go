package bot

import (
	"context"
	"math"

	"parlour"
)

// Shares are the parts of the result that the sides of all seats may expect,
// by seat, as parlour.Result.Share has them at the end.
type Shares = [parlour.MaxSeats]float64

// An Evaluator has an opinion on positions that are not over. It serves one
// goroutine.
type Evaluator[P comparable] interface {
	// Shares fills in what the sides of all seats may expect in p. It allocates
	// nothing.
	Shares(p *P, out *Shares)
}

// The abilities below are optional. They are found by assertion on the
// Evaluator.
type (
	// Hasher names positions by a number, for a table of positions that were
	// searched before. Equal positions have equal numbers, in every process.
	Hasher[P comparable] interface {
		Hash(p *P) uint64
	}

	// Noisy tells the moves after which an opinion cannot be trusted, such as
	// captures, so that a search looks on behind them.
	Noisy[P comparable] interface {
		Noisy(p *P, m parlour.Move) bool
	}
)

// A Thinker is a Bot that takes its time. It stops early when the context
// ends, and chooses the best it has found by then.
type Thinker[P comparable] interface {
	Bot[P]
	Think(ctx context.Context, p *P, moves []parlour.Move) parlour.Move
}

// A Judge values moves: what the sides may expect after each.
type Judge[P comparable] interface {
	// Judge returns a value for each of moves, in their order, from as much
	// search as the bot would spend on choosing. The slice is good until the
	// next call.
	Judge(ctx context.Context, p *P, moves []parlour.Move) []Shares
	// Value fills in what the sides may expect in p, whatever p waits for.
	Value(ctx context.Context, p *P, out *Shares)
}

// A Level is a program of a given strength.
type Level[P comparable] struct {
	Name  string // one of Levels
	Maker Maker[P]
}

// Levels are the names of the levels of every game that has choices, gentlest
// first.
var Levels = []string{"beginner", "casual", "strong", "expert"}

// Careless is a bot that plays any move every now and then, and otherwise
// leaves the choice to another.
type Careless[P comparable] struct {
	bot  Bot[P]
	slip float64 // how often it does not think
	rand Rand
}

// NewCareless makes a Maker of bots that with the chance slip do not think.
func NewCareless[P comparable](slip float64, maker Maker[P]) Maker[P] {
	return func(rules parlour.Full[P]) Bot[P] {
		b := maker(rules)
		if b == nil {
			return nil
		}
		return &Careless[P]{bot: b, slip: slip}
	}
}

// Seed begins a new game.
func (b *Careless[P]) Seed(seed uint64) {
	b.rand = NewRand(seed)
	b.bot.Seed(Mix(seed, 0))
}

// Recall tells the other bot how the game went so far.
func (b *Careless[P]) Recall(past []P) {
	if h, ok := b.bot.(Historian[P]); ok {
		h.Recall(past)
	}
}

// Choose returns any of moves, or the one that the other bot chooses.
func (b *Careless[P]) Choose(p *P, moves []parlour.Move) parlour.Move {
	return b.Think(context.Background(), p, moves)
}

// Think is Choose with a limit.
func (b *Careless[P]) Think(ctx context.Context, p *P, moves []parlour.Move) parlour.Move {
	if b.rand.Float64() < b.slip {
		return moves[b.rand.Intn(len(moves))]
	}
	if t, ok := b.bot.(Thinker[P]); ok {
		return t.Think(ctx, p, moves)
	}
	return b.bot.Choose(p, moves)
}

// WholeTime returns a context in which programs think until its deadline: how
// many positions they look at is not bounded. Without it they answer as soon as
// they have looked at as many as their level does.
func WholeTime(ctx context.Context) context.Context { return context.WithValue(ctx, wholeTime{}, true) }

type wholeTime struct{}

// TakesWholeTime reports whether ctx has a deadline and comes from WholeTime.
func TakesWholeTime(ctx context.Context) bool {
	_, ends := ctx.Deadline()
	return ends && ctx.Value(wholeTime{}) != nil
}

// A meter counts the nodes of a search and tells when it has to stop: when
// they are used up or the context ends, which is looked at now and then.
type meter struct {
	ctx  context.Context
	all  int // nodes at the beginning
	left int
	near int // opinions asked for without a node of their own
	next int // left when the context is asked again
	over bool
}

// patience is how many nodes pass between two looks at the context.
const patience = 512

func (m *meter) start(ctx context.Context, nodes int) {
	if TakesWholeTime(ctx) {
		nodes = math.MaxInt
	}
	*m = meter{ctx: ctx, all: nodes, left: nodes, next: nodes - patience}
}

// spent counts a node and reports whether the search has to stop.
func (m *meter) spent() bool {
	if m.over {
		return true
	}
	m.left--
	if m.left <= m.next {
		m.next = m.left - patience
		m.over = m.ctx.Err() != nil
	}
	m.over = m.over || m.left < 0
	return m.over
}

// looked returns how many positions were looked at.
func (m *meter) looked() int { return m.all - max(m.left, 0) + m.near }

// A fan is all throws of some dice with their parts of one.
type fan struct {
	dice  parlour.Dice
	moves []parlour.Move
	parts []float64
}

// fans remembers the few kinds of dice that a game has.
type fans []fan

func (f *fans) of(d parlour.Dice) *fan {
	for i := range *f {
		if (*f)[i].dice == d {
			return &(*f)[i]
		}
	}
	n := fan{dice: d}
	whole := float64(d.Weight())
	for m, w := range d.All() {
		n.moves = append(n.moves, m)
		n.parts = append(n.parts, float64(w)/whole)
	}
	*f = append(*f, n)
	return &(*f)[len(*f)-1]
}

// Trifle is what a place is worth beside the share, so that who can win
// nothing more still plays for a better place: a thousandth for the first, and
// less for the others.
func Trifle(place int) float64 {
	return 0.001 * float64(parlour.MaxSeats-place) / (parlour.MaxSeats - 1)
}

// Settle fills in what a result is worth: the shares, and a trifle for the
// places.
func Settle(r *parlour.Result, out *Shares) {
	*out = r.Share
	for s, place := range r.Place {
		if place > 0 {
			out[s] += Trifle(int(place))
		}
	}
}
