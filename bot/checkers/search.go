package checkers

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"parlour"
	"parlour/bot"
	"parlour/games/checkers"
)

// Values are in hundredths of a man, from the point of view of the side to move. A
// win counts win minus the plies until the opponent cannot move.
const (
	win      = 30000
	surely   = win - 1000 // beyond this the game is decided
	farthest = 127        // maximum number of plies from the root
	endless  = 32000
)

// A frame is the workspace of one ply.
type frame struct {
	stand  checkers.Stand
	hash   uint64
	killer [2]parlour.Move // quiet moves that refuted something at this ply
	moves  [64]parlour.Move
	rank   [64]int32 // of the moves, for their order
	only   bool      // there is only one
	by     uint8     // that move for the history
}

// A search looks for the best move of orthodox checkers: principal variation
// search with iterative deepening. It serves one goroutine and allocates
// nothing after newSearch.
type search struct {
	eval    Evaluation
	tables  *Tables // endgames; nil for none
	memory  []slot  // a power of two
	guesses []guess
	quiet   uint32 // quiet plies that make a draw; 0 for no limit
	repeat  int    // occurrences of a position that make a draw; 0 for no limit

	past    []uint64 // positions since the last capture or move of a man
	frames  []frame
	history [2]history // by side

	nodes    int
	most     int // maximum number of nodes
	context  context.Context
	deadline time.Time
	stopped  bool
	age      uint8

	shared  bool         // others use the memory, too
	ended   *atomic.Bool // whether the search that this one helps has ended; nil if it helps nobody
	helpers []*search
}

// A history says how often quiet moves were best: anywhere, as an answer to a move
// of the opponent, and after an own move. A move is its origin and its direction.
type history struct {
	all    [128]int16
	answer [128][128]int16
	follow [128][128]int16
}

// turnOf numbers a move for the history.
func turnOf(m parlour.Move) uint8 {
	from, to := checkers.From(m)-1, checkers.To(m)-1
	d := to - from
	t := uint8(from << 2)
	if d > 0 {
		t |= 2
	}
	if max(d, -d) == 4 {
		t |= 1
	}
	return t
}

// mostHistory bounds the numbers of a history.
const mostHistory = 1 << 14

// learn moves a number towards the bounds.
func learn(n *int16, by int) { *n += int16(by - int(*n)*max(by, -by)/mostHistory) }

// learn notes that a move was good, or with a negative weight that it was not.
func (h *history) learn(t, answers, follows uint8, by int) {
	learn(&h.all[t&127], by)
	learn(&h.answer[answers&127][t&127], by)
	learn(&h.follow[follows&127][t&127], by)
}

// of ranks a move.
func (h *history) of(t, answers, follows uint8) int32 {
	return int32(h.all[t&127]) + int32(h.answer[answers&127][t&127]) + int32(h.follow[follows&127][t&127])
}

func newSearch(e Evaluation, t *Tables, slots int) *search {
	return &search{
		eval: e, tables: t, memory: make([]slot, slots), guesses: make([]guess, min(slots, mostGuesses)),
		frames: make([]frame, farthest+2),
	}
}

// recruit sets the number of other searches that help: they search the same position
// on other processors, and share only the table.
func (s *search) recruit(n int) {
	for len(s.helpers) < n {
		h := newSearch(trainedNets().Sight(), s.tables, 1)
		h.guesses = make([]guess, mostGuesses)
		h.ended, h.shared = new(atomic.Bool), true
		s.helpers = append(s.helpers, h)
	}
	s.helpers = s.helpers[:n]
	s.shared = n > 0
}

// help starts the helpers. The function that it returns stops them and waits.
func (s *search) help(p *checkers.Stand, side parlour.Seat, l limits) (stop func()) {
	var wg sync.WaitGroup
	for i, h := range s.helpers {
		h.memory, h.quiet, h.repeat = s.memory, s.quiet, s.repeat
		h.past = append(h.past[:0], s.past...)
		h.ended.Store(false)
		h.begin(p, side, limits{})
		h.age = s.age
		wg.Go(func() { h.deepen(side, 1+i&1, l.depth) })
	}
	return func() {
		for _, h := range s.helpers {
			h.ended.Store(true)
		}
		wg.Wait()
	}
}

// looked returns the number of positions of the last search.
func (s *search) looked() int {
	n := s.nodes
	for _, h := range s.helpers {
		n += h.nodes
	}
	return n
}

// limits bound a search. A zero field is no limit, but at least one has to be set.
type limits struct {
	depth    int
	nodes    int
	deadline time.Time
	context  context.Context
}

// A finding is the result of a search.
type finding struct {
	move  parlour.Move
	value int
	depth int // of the last completed iteration
}

// hashOf hashes the 96 bits of a position and the side to 64 bits. That is as cheap
// as incremental Zobrist hashing and needs no bookkeeping.
func hashOf(s *checkers.Stand, side parlour.Seat) uint64 {
	h := uint64(s.Pieces[0])<<32 | uint64(s.Pieces[1])
	h ^= uint64(s.Kings) * 0x9e3779b97f4a7c15
	h += uint64(side) * 0xd6e8feb86659fd93
	h ^= h >> 32
	h *= 0xd6e8feb86659fd93
	h ^= h >> 29
	h *= 0xbf58476d1ce4e5b9
	return h ^ h>>32
}

// begin prepares for a position.
func (s *search) begin(p *checkers.Stand, side parlour.Seat, l limits) {
	s.nodes, s.most, s.deadline, s.context, s.stopped = 0, l.nodes, l.deadline, l.context, false
	s.age++
	for i := range s.frames {
		s.frames[i].killer = [2]parlour.Move{}
	}
	f := &s.frames[0]
	f.stand, f.hash, f.by = *p, hashOf(p, side), 0
}

// best searches a position that has more than one move, deeper and deeper
// until a limit is reached or the game is decided.
func (s *search) best(p *checkers.Stand, side parlour.Seat, l limits) finding {
	s.begin(p, side, l)
	if len(s.helpers) > 0 {
		defer s.help(p, side, l)()
	}
	return s.deepen(side, 1, l.depth)
}

// deepen searches from one depth to another, 0 for the greatest.
func (s *search) deepen(side parlour.Seat, first, deepest int) finding {
	found := finding{}
	if deepest <= 0 || deepest > farthest/2 {
		deepest = farthest / 2
	}
	value := 0
	for depth := first; depth <= deepest; depth++ {
		lo, hi, wide := -endless, endless, 25
		if depth > 4 && max(value, -value) < surely {
			lo, hi = value-wide, value+wide
		}
		for {
			v, m := s.root(side, depth, lo, hi)
			if s.stopped {
				if m != parlour.NoMove && (found.depth == 0 || v > lo) {
					found.move = m
				}
				return found
			}
			value = v
			if v > lo && v < hi {
				found = finding{m, v, depth}
				break
			}
			wide *= 4
			if v <= lo {
				lo = v - wide
			} else {
				hi = v + wide
				found.move = m
			}
			if wide > 1000 {
				lo, hi = -endless, endless
			}
		}
		if value > surely && win-value <= depth || value < -surely && win+value <= depth {
			break // decided; a deeper search finds nothing shorter
		}
	}
	return found
}

// root searches the moves of the first frame. If the search is stopped, it returns
// the best finished move that was better than lo, if any.
func (s *search) root(side parlour.Seat, depth, lo, hi int) (int, parlour.Move) {
	f := &s.frames[0]
	moves := f.stand.AppendMoves(side, f.moves[:0])
	s.order(f, 0, side, moves, s.recall(f.hash).move)
	top, best, alpha := -endless, parlour.NoMove, lo
	for i := range moves {
		m := pick(f, moves, i)
		v := s.child(f, 0, side, m, i, depth, alpha, hi)
		if s.stopped {
			return top, best
		}
		if v > top {
			top = v
			if v > alpha {
				alpha, best = v, m
			}
			if v >= hi {
				break
			}
		}
	}
	if best == parlour.NoMove {
		best = moves[0]
	}
	s.remember(f.hash, depth, 0, top, lo, hi, best)
	return top, best
}

// child evaluates the i-th move of the frame at a ply.
func (s *search) child(f *frame, ply int, side parlour.Seat, m parlour.Move, i, depth, alpha, beta int) int {
	next := &s.frames[ply+1]
	next.stand = f.stand
	next.stand.Play(side, m)
	next.hash = hashOf(&next.stand, side^1)
	took := checkers.Taken(m) != 0
	next.by = turnOf(m)
	less := 1
	if took && f.only {
		// Captures are forced, and the opponent usually recaptures. So forced
		// moves of an exchange do not count as depth.
		less = 0
	}
	if i == 0 {
		return -s.node(ply+1, side^1, depth-less, -beta, -alpha)
	}
	slow := 0
	if depth >= 3 && i >= 2 && !took && m != f.killer[0] {
		slow = 1
		if i >= 4 && depth >= 6 {
			slow = 2
		}
	}
	v := -s.node(ply+1, side^1, depth-less-slow, -alpha-1, -alpha)
	if v > alpha && slow > 0 && !s.stopped {
		v = -s.node(ply+1, side^1, depth-less, -alpha-1, -alpha)
	}
	if v > alpha && v < beta && !s.stopped {
		v = -s.node(ply+1, side^1, depth-less, -beta, -alpha)
	}
	return v
}

// node evaluates the frame at ply for side, which is to move.
func (s *search) node(ply int, side parlour.Seat, depth, alpha, beta int) int {
	f := &s.frames[ply]
	s.nodes++
	if s.nodes&1023 == 0 || s.nodes >= s.most && s.most > 0 {
		s.look()
	}
	if s.stopped {
		return 0
	}
	jumps := f.stand.Jumpers(side) != 0
	if !jumps && f.stand.Steppers(side) == 0 {
		return ply - win // [checkers/loss-no-move]
	}
	if f.stand.Quiet > 1 && s.drawn(ply) {
		return 0
	}
	if s.tables != nil {
		if v, ok := s.probe(f, side, ply, depth); ok {
			return v
		}
	}
	if ply >= farthest {
		return s.worth(f, side)
	}
	if depth <= 0 && !jumps {
		return s.worth(f, side)
	}
	pv := beta-alpha > 1
	e := s.recall(f.hash)
	if e.kind != 0 && int(e.depth) >= depth && !pv {
		v := fromSlot(int(e.value), ply)
		switch {
		case e.kind == exact, e.kind == atLeast && v >= beta, e.kind == atMost && v <= alpha:
			return v
		}
	}
	if !pv && !jumps && max(beta, -beta) < surely {
		if v, ok := s.settled(f, ply, side, depth, alpha, beta); ok || s.stopped {
			return v
		}
	}
	moves := f.stand.AppendMoves(side, f.moves[:0])
	f.only = len(moves) == 1
	s.order(f, ply, side, moves, e.move)
	lo, top, best := alpha, -endless, parlour.NoMove
	for i := range moves {
		m := pick(f, moves, i)
		v := s.child(f, ply, side, m, i, depth, alpha, beta)
		if s.stopped {
			return 0
		}
		if v <= top {
			continue
		}
		top, best = v, m
		if v > alpha {
			alpha = v
		}
		if v >= beta {
			if !jumps {
				if f.killer[0] != m {
					f.killer[1], f.killer[0] = f.killer[0], m
				}
				s.praise(f, ply, side, moves[:i+1], depth)
			}
			break
		}
	}
	s.remember(f.hash, depth, ply, top, lo, beta, best)
	return top
}

// settled decides a position whose value is far from the window: it usually stays
// there. Close to a leaf the value itself is enough if it is too low; farther away a
// shallow search with a margin has to confirm it, above the window as well as below.
// With few pieces a sacrifice may be worth it, so no value counts as too low.
func (s *search) settled(f *frame, ply int, side parlour.Seat, depth, alpha, beta int) (v int, ok bool) {
	const (
		margin = 40
		step   = 50 // how much a ply may win, close to a leaf
		few    = 8
	)
	if depth == 4 {
		return 0, false
	}
	many := (f.stand.Pieces[0] | f.stand.Pieces[1]).Len() > few
	worth := 0
	if depth > 4 || many {
		worth = s.worth(f, side)
	}
	switch {
	case depth < 4:
		return worth, many && worth+step*depth <= alpha
	case worth >= beta+margin/2:
		v = s.node(ply, side, depth-4, beta+margin-1, beta+margin)
		return v, v >= beta+margin
	case many && worth <= alpha-margin/2:
		v = s.node(ply, side, depth-4, alpha-margin, alpha-margin+1)
		return v, v <= alpha-margin
	}
	return 0, false
}

// before returns the move that led to the frame at ply and the one before it.
func (s *search) before(ply int) (answers, follows uint8) {
	if ply > 0 {
		follows = s.frames[ply-1].by
	}
	return s.frames[ply].by, follows
}

// praise notes that the last of the moves was good and those before it were not.
func (s *search) praise(f *frame, ply int, side parlour.Seat, moves []parlour.Move, depth int) {
	h := &s.history[side]
	answers, follows := s.before(ply)
	by := min(depth*depth*8, 1<<11)
	for i, m := range moves {
		if i == len(moves)-1 {
			h.learn(turnOf(m), answers, follows, by)
		} else {
			h.learn(turnOf(m), answers, follows, -by)
		}
	}
}

// look stops the search if a limit is reached.
func (s *search) look() {
	switch {
	case s.most > 0 && s.nodes >= s.most:
		s.stopped = true
	case s.ended != nil && s.ended.Load():
		s.stopped = true
	case s.nodes < least && (s.context == nil || !errors.Is(s.context.Err(), context.Canceled)):
	case !s.deadline.IsZero() && s.nodes&1023 == 0 && !time.Now().Before(s.deadline),
		s.context != nil && (s.context.Err() != nil || s.nodes&1023 == 0 && bot.Ended(s.context)):
		s.stopped = true
	}
}

// drawn reports whether the frame is a draw by the quiet count or by repetition.
// Within the search one repetition is enough, because a side that can repeat once
// can repeat again. Positions of the game are counted.
func (s *search) drawn(ply int) bool {
	f := &s.frames[ply]
	if s.quiet != 0 && f.stand.Quiet >= s.quiet { // [checkers/draw-quiet]
		return true
	}
	back := int(f.stand.Quiet)
	i := ply - 2
	for ; i >= max(0, ply-back); i -= 2 {
		if s.frames[i].hash == f.hash {
			return true
		}
	}
	if s.repeat == 0 || back < ply {
		return false
	}
	stood := 1
	for _, h := range s.past {
		if h == f.hash {
			stood++
		}
	}
	return stood >= s.repeat // [checkers/draw-repeat]
}

// order ranks moves: first the one from the table, then long captures, killer moves,
// and moves that were best elsewhere.
func (s *search) order(f *frame, ply int, side parlour.Seat, moves []parlour.Move, known uint16) {
	h := &s.history[side]
	answers, follows := s.before(ply)
	for i, m := range moves {
		switch {
		case uint16(m&1023) == known-1 && known != 0:
			f.rank[i] = 1 << 30
		case checkers.Taken(m) != 0:
			f.rank[i] = 1<<28 + int32(checkers.Taken(m).Len()+(checkers.Taken(m)&f.stand.Kings).Len())
		case m == f.killer[0]:
			f.rank[i] = 1<<27 + 1
		case m == f.killer[1]:
			f.rank[i] = 1 << 27
		default:
			f.rank[i] = h.of(turnOf(m), answers, follows)
		}
	}
}

// pick moves the best ranked of the moves from i on to index i and returns it.
func pick(f *frame, moves []parlour.Move, i int) parlour.Move {
	best := i
	for j := i + 1; j < len(moves); j++ {
		if f.rank[j] > f.rank[best] {
			best = j
		}
	}
	if best != i {
		m, r := moves[best], f.rank[best]
		copy(moves[i+1:best+1], moves[i:best])
		copy(f.rank[i+1:best+1], f.rank[i:best])
		moves[i], f.rank[i] = m, r
	}
	return moves[i]
}
