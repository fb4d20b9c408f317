package bot

import (
	"context"
	"math"

	"parlour"
	"parlour/learn/theory"
)

// Shares are the parts of the result that the sides of all seats can expect, by
// seat, as in parlour.Result.Share.
type Shares = [parlour.MaxSeats]float64

// An Evaluator evaluates positions that are not over. It serves one goroutine.
type Evaluator[P comparable] interface {
	// Shares fills in what the sides of all seats can expect in p. It allocates
	// nothing.
	Shares(p *P, out *Shares)
}

// These abilities are optional. They are found by type assertion on the Evaluator.
type (
	// Hasher hashes positions, for a table of positions that were searched before.
	// Equal positions have equal hashes in every process.
	Hasher[P comparable] interface {
		Hash(p *P) uint64
	}

	// Noisy recognises moves after which an evaluation is unreliable, such as
	// captures, so that a search continues beyond them.
	Noisy[P comparable] interface {
		Noisy(p *P, m parlour.Move) bool
	}
)

// A Thinker is a Bot with a time limit. It stops when the context ends, and returns
// the best move so far.
type Thinker[P comparable] interface {
	Bot[P]
	Think(ctx context.Context, p *P, moves []parlour.Move) parlour.Move
}

// A Judge evaluates moves: what the sides can expect after each.
type Judge[P comparable] interface {
	// Judge returns a value for each move, in the same order, with as much search
	// as for a choice. The slice is valid until the next call.
	Judge(ctx context.Context, p *P, moves []parlour.Move) []Shares
	// Value fills in what the sides can expect in p, whether it waits for a throw
	// or a move.
	Value(ctx context.Context, p *P, out *Shares)
}

// A Measurer is a Judge whose game has a unit of its own.
type Measurer interface {
	// Unit returns how the players of the game write values.
	Unit() *theory.Unit
	// Detail returns what the value of a move of the last Judge is made of; 0 for that
	// of the last Value.
	Detail(i int) theory.Detail
}

// A Level is a program of a given strength.
type Level[P comparable] struct {
	Name  string // one of Levels
	Maker Maker[P]
}

// Levels are the names of the levels of every game that has choices, weakest
// first.
var Levels = []string{"beginner", "casual", "strong", "expert"}

// WholeTime returns a context in which programs think until its deadline, without a
// limit on positions. Otherwise they answer when they reach the limit of their
// level.
func WholeTime(ctx context.Context) context.Context { return context.WithValue(ctx, wholeTime{}, true) }

type wholeTime struct{}

// TakesWholeTime reports whether ctx has a deadline and comes from WholeTime.
func TakesWholeTime(ctx context.Context) bool {
	_, ends := ctx.Deadline()
	return ends && ctx.Value(wholeTime{}) != nil
}

// Bounds are further limits of a choice. A zero field sets none.
type Bounds struct {
	Nodes   int // positions to evaluate
	Depth   int // moves to look ahead
	Threads int // processors to use, by programs that can use several; otherwise one
	Hash    int // megabytes for a table of positions, by programs that have one; at most MostHash
}

// MostHash is the maximum size of a table of positions, in megabytes.
const MostHash = 4096

// Within returns a context in which programs keep to bounds.
func Within(ctx context.Context, b Bounds) context.Context {
	return context.WithValue(ctx, bounds{}, b)
}

type bounds struct{}

// BoundsOf returns the bounds that a context sets.
func BoundsOf(ctx context.Context) Bounds {
	b, _ := ctx.Value(bounds{}).(Bounds)
	return b
}

// lower returns the lower of a limit and a bound, if that is set.
func lower(limit, bound int) int {
	if bound > 0 {
		return min(limit, bound)
	}
	return limit
}

// A meter counts the nodes of a search and says when to stop: when they are used up
// or the context ends, which it checks from time to time.
type meter struct {
	ctx  context.Context
	all  int // nodes at the beginning
	left int
	near int // evaluations without a node of their own
	next int // nodes left when the context is checked next
	over bool
}

// patience is the number of nodes between two checks of the context.
const patience = 512

func (m *meter) start(ctx context.Context, nodes int) {
	if TakesWholeTime(ctx) {
		nodes = math.MaxInt
	}
	nodes = lower(nodes, BoundsOf(ctx).Nodes)
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
		m.over = Ended(m.ctx)
	}
	m.over = m.over || m.left < 0
	return m.over
}

// looked returns the number of positions evaluated.
func (m *meter) looked() int { return m.all - max(m.left, 0) + m.near }

// A fan is all throws of some dice with their probabilities.
type fan struct {
	dice  parlour.Dice
	moves []parlour.Move
	parts []float64
}

// fans caches the fans of the few kinds of dice in a game.
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

// Trifle is the value of a place in addition to its share, so that a player who can
// win nothing more still plays for a better place: a thousandth for the first, less
// for the others.
func Trifle(place int) float64 {
	return 0.001 * float64(parlour.MaxSeats-place) / (parlour.MaxSeats - 1)
}

// Settle fills in the value of a result: the shares, and a trifle for the places.
func Settle(r *parlour.Result, out *Shares) {
	*out = r.Share
	for s, place := range r.Place {
		if place > 0 {
			out[s] += Trifle(int(place))
		}
	}
}
