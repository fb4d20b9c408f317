package hall

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"time"

	"parlour"
	"parlour/internal/cache"
	"parlour/internal/line"
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

// newPlaces returns the line in which tables wait for a place to think.
func newPlaces() *line.Line { return &line.Line{Places: max(1, runtime.GOMAXPROCS(0)-1)} }

// place waits for a place to think and returns what gives it back, nil if the table
// closed first.
func (t *Table) place(person bool, origin string) (give func()) {
	ticket, err := t.hall.places.Join(line.Guest{Address: origin, Last: !person})
	if err != nil {
		return nil
	}
	select {
	case <-ticket.Turn():
		return ticket.Leave
	case <-t.quit:
		ticket.Leave()
		return nil
	}
}

// Spare returns how many places to think no table uses now. Others may think on so
// many processors without taking time from a bot or a person.
func (h *Hall) Spare() int { return h.places.Free() }

// A Historian is a Player who can be told the game so far: the positions before
// the one of the next Choose, the oldest first.
type Historian interface {
	Recall(past []parlour.Match)
}

// A Sizer is a Player who knows how many bytes of memory it takes.
type Sizer interface {
	Size() int
}

// The limits of the players that a hall keeps. One that is not kept is made again
// and told the game.
const (
	mostMinds = 64 << 20 // bytes of all of them
	smallMind = 32 << 10 // bytes of a player who does not know its size
)

// minds keeps the player of each chair from one move to the next, so that it can use
// what it found out before. A player is not kept while it is in use.
type minds = cache.Cache[chairOf, mind]

type chairOf struct {
	table *Table
	chair int
}

type mind struct {
	level  string
	player Player
}

func newMinds() *minds {
	return &minds{Most: mostMinds, Size: func(m mind) int {
		if s, ok := m.player.(Sizer); ok {
			return s.Size()
		}
		return smallMind
	}}
}

// forgetMinds drops the players of the table.
func (t *Table) forgetMinds() {
	for chair := range t.s.Chairs() {
		t.hall.minds.Delete(chairOf{t, chair})
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
func (t *Table) answer(ctx context.Context, q question, origin string) (mv parlour.Move) {
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
	kept, _ := t.hall.minds.Take(chair)
	p := kept.player
	if p == nil || kept.level != q.level {
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
		t.hall.minds.Put(chair, line.Block(origin), mind{q.level, p})
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
