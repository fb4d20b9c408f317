package hall

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"time"

	"parlour"
	"parlour/table"
)

// Bots think on processors that people need. So a hall lends out a few places
// to think, and keeps one processor for people. A table asks for one place at a
// time, however many bots it has, so no table gets more than another. Tables
// with people come first: a table where only bots play waits until no other
// table wants to think. Every origin has a line of its own, and the lines take
// turns: whoever has many tables delays the bots of nobody else.

// From returns a context in which people act from an origin, such as a network
// address.
func From(ctx context.Context, origin string) context.Context {
	return context.WithValue(ctx, originKey{}, origin)
}

type originKey struct{}

// places lends out places to think.
type places struct {
	mu     sync.Mutex
	free   int
	people lines // tables with people
	bots   lines // other tables
}

// lines are where tables wait for a place, by origin. The first line is next.
type lines []*line

type line struct {
	origin  string
	waiting []chan struct{} // closing a channel lends the place
}

func (l *lines) add(origin string, mine chan struct{}) {
	i := slices.IndexFunc(*l, func(o *line) bool { return o.origin == origin })
	if i < 0 {
		i = len(*l)
		*l = append(*l, &line{origin: origin})
	}
	(*l)[i].waiting = append((*l)[i].waiting, mine)
}

// next takes whoever is next out of the lines, nil if nobody waits.
func (l *lines) next() chan struct{} {
	if len(*l) == 0 {
		return nil
	}
	first := (*l)[0]
	mine := first.waiting[0]
	*l = append((*l)[1:], first)
	l.remove(mine)
	return mine
}

// remove takes somebody out of the lines and reports whether they waited.
func (l *lines) remove(mine chan struct{}) bool {
	for i, o := range *l {
		if k := slices.Index(o.waiting, mine); k >= 0 {
			if o.waiting = slices.Delete(o.waiting, k, k+1); len(o.waiting) == 0 {
				*l = slices.Delete(*l, i, i+1)
			}
			return true
		}
	}
	return false
}

func newPlaces() *places { return &places{free: max(1, runtime.GOMAXPROCS(0)-1)} }

// take waits for a place and reports whether it got one; it did not if quit was
// closed first. Give it back afterwards.
func (p *places) take(person bool, origin string, quit <-chan struct{}) bool {
	mine := make(chan struct{})
	p.mu.Lock()
	queue := &p.bots
	if person {
		queue = &p.people
	}
	queue.add(origin, mine)
	p.lend()
	p.mu.Unlock()
	select {
	case <-mine:
		return true
	case <-quit:
	}
	p.mu.Lock()
	waited := queue.remove(mine)
	p.mu.Unlock()
	if !waited { // it was lent in the same moment
		p.give()
	}
	return false
}

// give gives a place back.
func (p *places) give() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free++
	p.lend()
}

// lend lends what is free, under the lock.
func (p *places) lend() {
	for _, queue := range []*lines{&p.people, &p.bots} {
		for p.free > 0 && len(*queue) > 0 {
			p.free--
			close(queue.next())
		}
	}
}

// Spare returns how many places to think no table uses now. Others may think on so
// many processors without taking time from a bot or a person.
func (h *Hall) Spare() int {
	h.places.mu.Lock()
	defer h.places.mu.Unlock()
	return h.places.free
}

// A Historian is a Player who can be told the game so far: the positions before
// the one of the next Choose, the oldest first.
type Historian interface {
	Recall(past []parlour.Match)
}

// mostMinds is how many players a hall keeps. The strongest take some
// megabytes; one that is not kept is made again and told the game.
const mostMinds = 64

// minds keeps the player of each chair from one move to the next, so that it
// can use what it found out before.
type minds struct {
	mu  sync.Mutex
	of  map[chairOf]*mind
	now uint64
}

type chairOf struct {
	table *Table
	chair int
}

type mind struct {
	level  string
	player Player
	used   uint64
}

// take returns the player of a chair, nil if none of the level is kept. It is
// not kept while it is in use.
func (m *minds) take(c chairOf, level string) Player {
	m.mu.Lock()
	defer m.mu.Unlock()
	kept := m.of[c]
	delete(m.of, c)
	if kept == nil || kept.level != level {
		return nil
	}
	return kept.player
}

// keep keeps the player of a chair. If there are too many it drops the one that
// has not been used for longest.
func (m *minds) keep(c chairOf, level string, p Player) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.of == nil {
		m.of = map[chairOf]*mind{}
	}
	m.now++
	m.of[c] = &mind{level, p, m.now}
	if len(m.of) <= mostMinds {
		return
	}
	var oldest chairOf
	least := uint64(math.MaxUint64)
	for c, kept := range m.of {
		if kept.used < least {
			oldest, least = c, kept.used
		}
	}
	delete(m.of, oldest)
}

// forget drops the players of a table.
func (m *minds) forget(t *Table) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for c := range m.of {
		if c.table == t {
			delete(m.of, c)
		}
	}
}

// A question is what a bot is asked.
type question struct {
	chair int
	level string
	match parlour.Match
	past  []parlour.Match // the game before; nil where repetition does not count
}

// questionOf returns what the bot in turn is asked.
func questionOf(s *table.State) question {
	chair := s.TurnChair()
	q := question{chair: chair, level: s.Chairs()[chair].Bot, match: s.Match()}
	if _, repeat := q.match.Draws(); repeat > 0 {
		q.past = s.Past()
	}
	return q
}

// answer asks the player of a chair for a move; a throw needs no thought. A bot
// that fails plays the first legal move.
func (t *Table) answer(ctx context.Context, q question) (mv parlour.Move) {
	if q.match.Turn().Needs() == parlour.NeedThrow {
		return 0
	}
	moves := q.match.Moves()
	defer func() {
		if r := recover(); r != nil {
			t.hall.Log.Error("a bot panicked", "table", t.id, "level", q.level, "panic", fmt.Sprint(r))
			mv = moves[0]
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, t.hall.BotTime)
	defer cancel()
	chair := chairOf{t, q.chair}
	p := t.hall.minds.take(chair, q.level)
	if p == nil {
		var err error
		if p, err = t.hall.Shelf.Player(t.game, q.level); err != nil {
			return moves[0]
		}
	}
	if h, ok := p.(Historian); ok && q.past != nil {
		h.Recall(q.past)
	}
	mv, err := p.Choose(ctx, q.match.Clone())
	select {
	case <-t.quit:
	default:
		t.hall.minds.keep(chair, q.level, p)
	}
	if err != nil || !slices.Contains(moves, mv) {
		return moves[0]
	}
	return mv
}

// lookLasts is how long bots play on for somebody who has looked at the table
// without watching it.
const lookLasts = 10 * time.Second

// rests reports whether the table waits until somebody looks: only bots would
// play, and nobody would see it. Watching it at another node wakes it there.
func (t *Table) rests() bool {
	if len(t.crowd.here) > 0 || t.hall.watched(t.id) || t.hall.clock() < time.Duration(t.seen.Load()) || !t.s.OnlyBots() {
		return false
	}
	t.useful.Store(math.MinInt64 / 2) // the lease is not kept
	t.hall.rest(t.id, t.s.Seq())
	return true
}

// see notes that somebody looks, and wakes bots that rested.
func (t *Table) see() {
	t.seen.Store(int64(t.hall.clock() + lookLasts))
	if t.think == nil && t.s.BotsTurn() && t.s.OnlyBots() {
		t.wake()
	}
}

// rest notes that a table rests after an event.
func (h *Hall) rest(id string, seq int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.resting[id] = seq
}

// stillRests tells which of the tables are known to rest, and forgets all
// others.
func (h *Hall) stillRests(list []Summary) map[string]bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	known := map[string]bool{}
	resting := map[string]int64{}
	for _, s := range list {
		if seq, ok := h.resting[s.Table]; ok && seq == s.Seq {
			known[s.Table], resting[s.Table] = true, seq
		}
	}
	h.resting = resting
	return known
}
