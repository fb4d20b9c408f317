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

// Bots must not take all processors from people. So only a few bots think at once,
// and one processor is kept free. A table waits for one place at a time, however
// many bots it has, so no table gets more than another. Tables with people come
// first: a table where only bots play waits until no other table wants to think.
// Each address has its own waiting line, and the lines take turns: a person with
// many tables does not delay the bots of others.

// From returns a context in which people act from an origin, such as a network
// address.
func From(ctx context.Context, origin string) context.Context {
	return context.WithValue(ctx, originKey{}, origin)
}

type originKey struct{}

// newThinkingLine returns the line in which tables wait until a bot may think.
func newThinkingLine() *line.Line { return &line.Line{Places: max(1, runtime.GOMAXPROCS(0)-1)} }

// waitToThink waits until a bot may think. It returns a function that ends its
// time, or nil if the table closed first.
func (t *Table) waitToThink(person bool, origin string) (give func()) {
	ticket, err := t.hall.thinking.Join(line.Guest{Address: origin, Last: !person})
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

// Spare returns how many more bots could think now. Other work may use that many
// processors without slowing down a bot or a person.
func (h *Hall) Spare() int { return h.thinking.Free() }

// A Historian is a Player that wants to know the game so far: the positions before
// the one of the next Choose, the oldest first.
type Historian interface {
	Recall(past []parlour.Match)
}

// A Sizer is a Player that knows how many bytes of memory it takes.
type Sizer interface {
	Size() int
}

// The limits of the bots that a hall keeps. A bot that was dropped is made again
// and told the game so far.
const (
	mostBotBytes  = 64 << 20 // of all bots together
	smallBotBytes = 32 << 10 // assumed for a bot that is no Sizer
)

// keptBots keeps the bot of each chair from one move to the next, so that it can
// use what it found out before. A bot that is thinking is not in the cache.
type keptBots = cache.Cache[chairOf, keptBot]

type chairOf struct {
	table *Table
	chair int
}

type keptBot struct {
	level  string
	player Player
}

func newKeptBots() *keptBots {
	return &keptBots{Most: mostBotBytes, Size: func(m keptBot) int {
		if s, ok := m.player.(Sizer); ok {
			return s.Size()
		}
		return smallBotBytes
	}}
}

// dropKeptBots drops the bots of the table.
func (t *Table) dropKeptBots() {
	for chair := range t.s.Chairs() {
		t.hall.keptBots.Delete(chairOf{t, chair})
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
	if _, repeat := parlour.Draws(q.match); repeat > 0 {
		q.past = s.Past()
	}
	return q
}

// chooseMove asks the bot of a chair for a move; a throw needs none. If the bot
// fails, the first legal move is played.
func (t *Table) chooseMove(ctx context.Context, q question, origin string) (mv parlour.Move) {
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
	kept, _ := t.hall.keptBots.Take(chair)
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
		t.hall.keptBots.Put(chair, line.Block(origin), keptBot{q.level, p})
	}
	if err != nil || !slices.Contains(moves, mv) {
		return moves[0]
	}
	return mv
}

// lookLasts is how long bots play on after somebody has asked for the table
// without watching it.
const lookLasts = 10 * time.Second

// rests reports whether the table pauses because only bots play and nobody
// watches. When somebody watches at another node, the table goes on there.
func (t *Table) rests() bool {
	if len(t.presence.here) > 0 || t.hall.watched(t.id) || t.hall.clock() < time.Duration(t.viewedUntil.Load()) || !t.s.OnlyBots() {
		return false
	}
	t.leaseUsedAt.Store(math.MinInt64 / 2) // do not renew the lease
	t.hall.rest(t.id, t.s.Seq())
	return true
}

// noteViewer records that somebody looks at the table, and wakes its bots.
func (t *Table) noteViewer() {
	t.viewedUntil.Store(int64(t.hall.clock() + lookLasts))
	if t.think == nil && t.s.BotsTurn() && t.s.OnlyBots() {
		t.wake()
	}
}

// rest records that a table rests after its event seq.
func (h *Hall) rest(id string, seq int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.resting[id] = seq
}

// stillRests returns which of the tables are known to rest, and forgets all
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
