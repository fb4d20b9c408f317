package checkers

import (
	"context"
	"fmt"
	"log/slog"
	"math/bits"
	"os"
	"slices"
	"sync"
	"time"
	"unsafe"

	"parlour"
	"parlour/bot"
	"parlour/games/checkers"
	"parlour/learn/theory"
)

// A Style is how a player plays.
type Style struct {
	Depth  int      // plies to search; 0 for as many as the nodes or the time allow
	Nodes  int      // positions to evaluate for a move; 0 for as many as the time allows
	Whole  bool     // ignore Nodes under bot.WholeTime
	Heat   bot.Heat // how readily it confuses moves, in hundredths of a man; needs Depth
	Slots  int      // entries of its transposition table, a power of two; 0 for a small one
	Tables *Tables  // its endgame tables; nil for none
	Book   Book     // what it plays at the beginning without thinking; nil for nothing
}

// A Book returns the best move of an opening, or NoMove if it does not know the
// position.
type Book func(s *checkers.Stand, side parlour.Seat) parlour.Move

// careful is the limit of a style without one if there is no deadline either.
const careful = 1_000_000

// wholeSlots is the number of entries of the transposition table under
// bot.WholeTime, when many more positions are searched: 32 MB.
const wholeSlots = 1 << 21

// slotsOf returns how many entries fit into some megabytes, as a power of two.
func slotsOf(megabytes int) int {
	return 1 << (bits.Len(uint(megabytes<<20/slotSize)) - 1)
}

// style returns the style of a level, by its index in bot.Levels.
func style(level int) Style {
	switch level {
	case 0:
		return Style{Depth: 2, Heat: 4, Slots: 1 << 10}
	case 1:
		return Style{Depth: 4, Heat: 4, Slots: 1 << 12}
	case 2:
		return Style{Nodes: 3_000, Slots: 1 << 14}
	}
	return Style{Nodes: 100_000, Whole: true, Slots: 1 << 18, Tables: known()}
}

// EndgamesVariable is the environment variable that names the folder of larger
// endgame tables.
const EndgamesVariable = "PARLOUR_ENDGAMES"

// known returns the tables of the strongest level. If larger ones cannot be read, it
// says so in the log and returns the built-in tables for four pieces.
var known = sync.OnceValue(func() *Tables {
	dir := os.Getenv(EndgamesVariable)
	if dir == "" {
		return Endgames()
	}
	const memory = 256 << 20
	t, err := Open(dir, memory)
	if err == nil && t.Pieces() == embeddedPieces {
		err = fmt.Errorf("it has no complete tables for %d pieces; parlour endgames makes them", embeddedPieces+1)
	}
	if err != nil {
		slog.Warn("The endgame tables in the folder are not used.", EndgamesVariable, dir, "error", err)
		return Endgames()
	}
	return t
})

// Levels returns the levels, weakest first. Only the strongest uses the book, which
// may be nil.
func Levels(book Book) []bot.Level[checkers.Position] {
	var all []bot.Level[checkers.Position]
	for i, name := range bot.Levels {
		all = append(all, bot.Level[checkers.Position]{Name: name, Maker: func(rules parlour.Full[checkers.Position]) bot.Bot[checkers.Position] {
			s := style(i)
			if i == len(bot.Levels)-1 {
				s.Book = book
			}
			return New(s)(rules)
		}})
	}
	return all
}

// New returns the Maker of bots that play in a style.
func New(s Style) bot.Maker[checkers.Position] {
	return func(rules parlour.Full[checkers.Position]) bot.Bot[checkers.Position] {
		r, ok := rules.(*checkers.Rules)
		if !ok {
			return nil
		}
		return newBot(r, s)
	}
}

// Bot plays checkers in some style. It knows repetitions from Recall, or else from
// the positions it was asked about.
type Bot struct {
	style  Style
	rules  *checkers.Rules
	rand   bot.Rand
	search *search // orthodox checkers
	free   *free   // any other
	after  checkers.Position
	known  bool // whether after is the position after its last move

	next   []checkers.Position // one position, for Judge
	moves  []parlour.Move
	values []float64
	shares []bot.Shares
	proofs []*theory.Verdict // by number of a move in the last Judge, or one of the last Value
}

var (
	_ bot.Thinker[checkers.Position] = (*Bot)(nil)
	_ bot.Judge[checkers.Position]   = (*Bot)(nil)
	_ bot.Measurer                   = (*Bot)(nil)

	_ bot.Historian[checkers.Position] = (*Bot)(nil)
)

func newBot(r *checkers.Rules, s Style) *Bot {
	if s.Slots == 0 {
		s.Slots = 1 << 12
	}
	b := &Bot{style: s, rules: r, next: make([]checkers.Position, 1)}
	quiet, ok := r.Orthodox()
	if !ok {
		b.free = newFree(r)
		return b
	}
	b.search = newSearch(trainedNets().Sight(), s.Tables, s.Slots)
	b.search.quiet = quiet
	_, b.search.repeat = r.Draws()
	return b
}

// Seed begins a new game.
func (b *Bot) Seed(seed uint64) {
	b.rand = bot.NewRand(seed)
	b.known = false
	if b.free != nil {
		b.free.past = b.free.past[:0]
		b.free.killer = [deepest + 2]parlour.Move{}
	} else {
		clear(b.search.memory)
		clear(b.search.guesses)
		b.search.history = [2]history{}
		b.search.past = b.search.past[:0]
		b.search.age = 0
	}
}

// Looked returns the number of positions that the last search evaluated.
func (b *Bot) Looked() int {
	if b.free != nil {
		return b.free.nodes
	}
	return b.search.looked()
}

// Size returns how many bytes the bot's memory takes.
func (b *Bot) Size() int {
	s := b.search
	if s == nil {
		return 0
	}
	size := int(unsafe.Sizeof(*s)) + len(s.memory)*slotSize + len(s.guesses)*int(unsafe.Sizeof(guess{})) + len(s.frames)*int(unsafe.Sizeof(frame{}))
	for _, h := range s.helpers {
		size += int(unsafe.Sizeof(*h)) + len(h.guesses)*int(unsafe.Sizeof(guess{})) + len(h.frames)*int(unsafe.Sizeof(frame{}))
	}
	return size
}

// Choose returns the best move it finds within the limits of its style. The
// same seed and the same positions give the same moves.
func (b *Bot) Choose(p *checkers.Position, moves []parlour.Move) parlour.Move {
	return b.Think(context.Background(), p, moves)
}

// Think returns the best move it finds within the limits of its style or until
// ctx ends.
func (b *Bot) Think(ctx context.Context, p *checkers.Position, moves []parlour.Move) parlour.Move {
	return b.choose(p, moves, b.limits(ctx))
}

// limits are those of the style and the context.
func (b *Bot) limits(ctx context.Context) limits {
	l := limits{depth: b.style.Depth, nodes: b.style.Nodes, context: ctx}
	bounds := bot.BoundsOf(ctx)
	slots := 0
	if b.search != nil && b.style.Whole {
		b.search.recruit(max(0, min(bounds.Threads, mostThreads)-1))
		slots = len(b.search.memory)
	}
	if until, ok := ctx.Deadline(); ok {
		// Reserve some time for the work after the search.
		l.deadline = until.Add(-min(time.Until(until)/40, 5*time.Millisecond))
		if bot.TakesWholeTime(ctx) && b.style.Whole {
			l.nodes = 0
			slots = max(slots, wholeSlots)
		}
	} else if l.nodes == 0 {
		l.nodes = careful
	}
	if bounds.Hash > 0 {
		slots = slotsOf(bounds.Hash)
	}
	if b.search != nil && b.style.Whole && slots != len(b.search.memory) {
		b.search.memory = make([]slot, slots)
	}
	l.nodes, l.depth = closer(l.nodes, bounds.Nodes), closer(l.depth, bounds.Depth)
	return l
}

// mostThreads is the maximum number of processors for one search.
const mostThreads = 64

// closer returns the closer of two limits, 0 for none.
func closer(a, b int) int {
	if a == 0 || b == 0 {
		return max(a, b)
	}
	return min(a, b)
}

func (b *Bot) choose(p *checkers.Position, moves []parlour.Move, l limits) parlour.Move {
	if b.free != nil {
		if len(moves) == 1 {
			return moves[0]
		}
		if b.style.Heat > 0 {
			return b.free.heated(p, moves, b.style, &b.rand)
		}
		m, _ := b.free.best(p, moves, l)
		b.free.note(p, m)
		return m
	}
	b.recollect(p)
	m := moves[0]
	switch {
	case len(moves) == 1:
	case b.style.Heat > 0:
		m = b.heated(p, moves)
	default:
		if known := b.inBook(p); slices.Contains(moves, known) {
			m = known
		} else if f := b.search.best(&p.Stand, p.Mover, l); f.move != parlour.NoMove {
			m = f.move
		}
	}
	b.after, b.known = *p, true
	b.rules.Play(&b.after, m)
	b.note(&b.after)
	return m
}

// inBook returns what the book says about p.
func (b *Bot) inBook(p *checkers.Position) parlour.Move {
	if b.style.Book == nil {
		return parlour.NoMove
	}
	return b.style.Book(&p.Stand, p.Mover)
}

// recollect updates the past to p. If p does not follow from the positions it has
// seen, a new game has begun.
func (b *Bot) recollect(p *checkers.Position) {
	if !b.known || !b.follows(p) {
		b.search.past = b.search.past[:0]
	}
	if !b.known || *p != b.after || len(b.search.past) == 0 {
		b.note(p)
	}
}

// Recall sets the past to that of the game. The transposition table stays valid.
func (b *Bot) Recall(past []checkers.Position) {
	if b.free != nil {
		b.free.recall(past)
		return
	}
	b.search.past = b.search.past[:0]
	for i := range past {
		b.note(&past[i])
	}
	if b.known = len(past) > 0; b.known {
		b.after = past[len(past)-1]
	}
}

// follows reports whether p is the position after the bot's last move or after
// one answer to it.
func (b *Bot) follows(p *checkers.Position) bool {
	if *p == b.after {
		return true
	}
	if b.rules.Turn(&b.after).Dice != 0 {
		return false // a ballot was due
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

// note adds a position to the past. Positions before a capture or a move of a man
// cannot occur again.
func (b *Bot) note(p *checkers.Position) {
	if p.Quiet == 0 {
		b.search.past = b.search.past[:0]
	}
	b.search.past = append(b.search.past, hashOf(&p.Stand, p.Mover))
}

// heated searches every move a few plies and picks one with the heat of the style.
func (b *Bot) heated(p *checkers.Position, moves []parlour.Move) parlour.Move {
	s := b.search
	s.begin(&p.Stand, p.Mover, limits{})
	b.values = b.values[:0]
	for _, m := range moves {
		b.values = append(b.values, float64(s.child(&s.frames[0], 0, p.Mover, m, 0, b.style.Depth, -endless, endless)))
	}
	return moves[b.style.Heat.Pick(b.values, &b.rand)]
}

// Judge evaluates moves, with as much search for all together as for one choice.
// The slice is valid until the next call.
func (b *Bot) Judge(ctx context.Context, p *checkers.Position, moves []parlour.Move) []bot.Shares {
	l := b.limits(ctx).each(len(moves))
	end := l.deadline
	b.shares, b.proofs = b.shares[:0], b.proofs[:0]
	for i, m := range moves {
		if !end.IsZero() {
			now := time.Now()
			l.deadline = now.Add(end.Sub(now) / time.Duration(len(moves)-i))
		}
		b.next[0] = *p
		b.rules.Play(&b.next[0], m)
		var s bot.Shares
		proof := b.value(&b.next[0], l, &s)
		b.shares, b.proofs = append(b.shares, s), append(b.proofs, before(proof))
	}
	return b.shares
}

// each returns the limits for one of some moves, if these are for all of them. A bot
// that may use the whole time has no limit of nodes.
func (l limits) each(moves int) limits {
	if l.nodes > 0 {
		l.nodes = max(l.nodes/judging/max(1, moves), 500)
	}
	return l
}

// Value fills in what both sides can expect in p.
func (b *Bot) Value(ctx context.Context, p *checkers.Position, out *bot.Shares) {
	b.proofs = append(b.proofs[:0], b.value(p, b.limits(ctx), out))
}

// value fills in what both sides can expect, and returns the result for the side to
// move if it is proved, otherwise nil.
func (b *Bot) value(p *checkers.Position, l limits, out *bot.Shares) *theory.Verdict {
	*out = bot.Shares{0.5, 0.5}
	switch turn := b.rules.Turn(p); {
	case turn.Over():
		*out = b.rules.Result(p).Share
		return over(out[p.Mover])
	case turn.Dice != 0: // a ballot; the deck is meant to be fair
		return nil
	}
	v := 0
	if b.free != nil {
		b.moves = b.rules.AppendMoves(p, b.moves[:0])
		_, v = b.free.best(p, b.moves, l)
	} else {
		v = b.search.best(&p.Stand, p.Mover, l).value
	}
	const unsure = 1e-6 // only what is proved is won or lost for sure
	share := max(unsure, min(Share(float64(v)), 1-unsure))
	switch {
	case v > surely:
		share = 1
	case v < -surely:
		share = 0
	}
	out[p.Mover], out[p.Mover^1] = share, 1-share
	return b.proved(p, v)
}
