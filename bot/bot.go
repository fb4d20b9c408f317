package bot

import (
	"context"
	"fmt"

	"parlour"
)

// A Bot chooses moves on positions of type P. It serves one goroutine.
type Bot[P comparable] interface {
	// Seed begins a new game.
	Seed(seed uint64)
	// Choose returns one of moves, which are the legal moves of p in the order of
	// AppendMoves. There is at least one.
	Choose(p *P, moves []parlour.Move) parlour.Move
}

// A Historian is a Bot that uses the history of the game, which a position does not
// tell, such as how often it has occurred.
type Historian[P comparable] interface {
	Bot[P]
	// Recall passes the positions before the one of the next choice, the oldest
	// first, from the beginning of the game. Moves that were taken back are not
	// among them. The slice is valid only during the call.
	Recall(past []P)
}

// A Maker makes a bot for some rules. It returns nil if the rules lack an ability
// that the bot needs.
type Maker[P comparable] func(rules parlour.Full[P]) Bot[P]

// Random plays a random legal move.
type Random[P comparable] struct{ rand Rand }

// NewRandom is the Maker of Random.
func NewRandom[P comparable](parlour.Full[P]) Bot[P] { return &Random[P]{} }

// Seed begins a new game.
func (b *Random[P]) Seed(seed uint64) { b.rand = NewRand(seed) }

// Choose returns a random move.
func (b *Random[P]) Choose(_ *P, moves []parlour.Move) parlour.Move {
	return moves[b.rand.Intn(len(moves))]
}

// Greedy looks one move ahead by the written rule of the game: it plays the move
// with the largest Greed, and among equals the first in canonical order.
type Greedy[P comparable] struct {
	rules parlour.Full[P]
	greed parlour.Greedy[P]
	list  []parlour.Move
}

// NewGreedy is the Maker of Greedy. It returns nil for rules without Greed.
func NewGreedy[P comparable](rules parlour.Full[P]) Bot[P] {
	g, ok := rules.(parlour.Greedy[P])
	if !ok {
		return nil
	}
	return &Greedy[P]{rules: rules, greed: g}
}

// Seed does nothing, because the rule is deterministic.
func (b *Greedy[P]) Seed(uint64) {}

// Choose returns the greediest of moves.
func (b *Greedy[P]) Choose(p *P, moves []parlour.Move) parlour.Move {
	if len(moves) == 1 {
		return moves[0]
	}
	best, most, tied := parlour.NoMove, 0, false
	for i, m := range moves {
		switch g := b.greed.Greed(p, m); {
		case i == 0 || g > most:
			best, most, tied = m, g, false
		case g == most:
			tied = true
		}
	}
	if !tied {
		return best
	}
	// Sorting takes time, so ask for the canonical order only if it decides.
	b.list = b.rules.AppendMoveList(p, b.list[:0])
	for _, m := range b.list {
		if b.greed.Greed(p, m) == most {
			return m
		}
	}
	return best
}

// A Player chooses moves in a match of any game. It serves one goroutine.
type Player interface {
	Name() string
	// Choose returns a legal move of m and does not change m. The error is a
	// *parlour.Refusal if no move is due, or that of ctx.
	Choose(ctx context.Context, m parlour.Match) (parlour.Move, error)
}

// A Rememberer is a Player that can be told the history of the game. All players of
// NewPlayer are.
type Rememberer interface {
	Player
	// Recall passes the positions before the one of the next Choose, the oldest
	// first. Call it before each choice in games where repetition counts.
	// Otherwise the Player knows only the positions it was asked about.
	Recall(past []parlour.Match)
}

// A Sizer is a Bot with a memory of some size: it returns about how many bytes. All
// players of NewPlayer know their size, too.
type Sizer interface {
	Size() int
}

// NewPlayer turns a Bot into a Player for matches with positions of type P.
func NewPlayer[P comparable](name string, maker Maker[P], seed uint64) Player {
	return &player[P]{name: name, maker: maker, seed: seed}
}

type player[P comparable] struct {
	name  string
	maker Maker[P]
	seed  uint64
	rules parlour.Full[P]
	bot   Bot[P]
	p     []P // one position, in a slice because a local variable would escape at every call
	moves []parlour.Move
	told  []parlour.Match // the history before the next choice; nil if Recall was not called
	past  []P
}

var _ Rememberer = (*player[int])(nil)

// playerSize is how many bytes a player takes at most besides its bot's memory.
const playerSize = 160 << 10

// Size returns about how many bytes the player takes, without what it shares with
// others.
func (pl *player[P]) Size() int {
	if b, ok := pl.bot.(Sizer); ok {
		return playerSize + b.Size()
	}
	return playerSize
}

func (pl *player[P]) Name() string { return pl.name }

func (pl *player[P]) Recall(past []parlour.Match) { pl.told = past }

// recall passes the history to the bot.
func (pl *player[P]) recall() {
	h, ok := pl.bot.(Historian[P])
	if ok && pl.told != nil {
		pl.past = pl.past[:0]
		for _, m := range pl.told {
			if _, p, ok := parlour.Typed[P](m); ok {
				pl.past = append(pl.past, p)
			}
		}
		h.Recall(pl.past)
	}
	pl.told = nil
}

func (pl *player[P]) Choose(ctx context.Context, m parlour.Match) (parlour.Move, error) {
	if err := ctx.Err(); err != nil {
		return parlour.NoMove, err
	}
	rules, p, ok := parlour.Typed[P](m)
	if !ok {
		return parlour.NoMove, fmt.Errorf("%s does not play %s", pl.name, m.Info().ID)
	}
	switch m.Turn().Needs() {
	case parlour.NeedOver:
		return parlour.NoMove, &parlour.Refusal{Code: "over"}
	case parlour.NeedThrow:
		return parlour.NoMove, &parlour.Refusal{Code: "no-move-due"}
	}
	if pl.bot == nil || pl.rules != rules {
		b := pl.maker(rules)
		if b == nil {
			return parlour.NoMove, fmt.Errorf("%s does not play %s", pl.name, m.Info().ID)
		}
		b.Seed(pl.seed)
		pl.bot, pl.rules, pl.p = b, rules, make([]P, 1)
	}
	pl.recall()
	pl.p[0] = p
	pl.moves = rules.AppendMoves(&pl.p[0], pl.moves[:0])
	if t, ok := pl.bot.(Thinker[P]); ok {
		return t.Think(ctx, &pl.p[0], pl.moves), nil
	}
	return pl.bot.Choose(&pl.p[0], pl.moves), nil
}
