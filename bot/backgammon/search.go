package backgammon

import (
	"context"

	"parlour"
	"parlour/bot"
	"parlour/games/backgammon"
)

// A Searcher looks ahead. It serves one goroutine.
//
// It works on positions of a single game by plain rules: it supplies every throw
// itself, and knows neither cube nor score. Their effect on gammons is in the prices
// by which it compares plays.
type Searcher struct {
	rules *backgammon.Rules
	eval  *Evaluator
	price Prices
	at    []backgammon.Position // three for each ply; local variables would escape
	moves []parlour.Move        // of all levels, one after another

	screens [2]screen // by seat

	looked [16]looked // the last looks ahead, a ring
	oldest int

	ctx  context.Context // of the question; nil for one without a limit
	over bool            // it has ended, so what look returned is worth nothing
}

// looked is the result of a look ahead. The position after a play is often asked for
// again at once, when the other side decides whether to double.
type looked struct {
	men     [2]backgammon.Men // of the side on roll, and of the other
	ply     int               // 0 if the entry is empty
	price   Prices
	chances Chances
}

// Prices are the values of the chances: plays are compared by the sum of each chance
// times its price.
type Prices [5]float32

// moneyPrices are the prices of a game for a stake without a cube, up to a constant.
var moneyPrices = Prices{2, 1, 1, -1, -1}

func (p *Prices) of(c *Chances) float32 {
	return p[0]*c[0] + p[1]*c[1] + p[2]*c[2] + p[3]*c[3] + p[4]*c[4]
}

// turned returns the prices of the other side, up to a constant.
func (p *Prices) turned() Prices { return Prices{p[0], -p[3], -p[4], -p[1], -p[2]} }

// maxPly is the maximum depth of a Searcher.
const maxPly = 3

// NewSearcher returns a Searcher for the given nets.
func NewSearcher(nets []*Net, options map[string]string) *Searcher {
	return &Searcher{
		rules: plain(options),
		eval:  NewEvaluator(nets),
		price: moneyPrices,
		at:    make([]backgammon.Position, 3*(maxPly+2)),
		moves: make([]parlour.Move, 0, 4096),
	}
}

// begin begins a question that ends with ctx, or with end. If it looks ahead,
// positions seen before are not evaluated again.
func (s *Searcher) begin(ctx context.Context, ply int) {
	s.ctx, s.over = ctx, false
	if ply > 0 {
		s.eval.remember()
	}
}

func (s *Searcher) end() {
	s.ctx = nil
	s.eval.forget()
}

// late reports whether the question has ended.
func (s *Searcher) late() bool {
	if !s.over && s.ctx != nil {
		s.over = bot.Ended(s.ctx)
	}
	return s.over
}

// place returns the men of p on a board without cube, score or offers.
func (s *Searcher) place(p *backgammon.Position) *backgammon.Position {
	s.at[0] = backgammon.Position{Men: p.Men, Turn: p.Turn, Owner: parlour.Nobody, State: backgammon.Throw}
	return &s.at[0]
}

// Best finds the best play of a throw without looking further, by the prices
// of the side on turn. It leaves the position behind it in to, and returns the
// chances from the side that made the play.
func (s *Searcher) Best(p *backgammon.Position, dice [2]uint8, to *backgammon.Position) Chances {
	return s.bestBy(&s.price, &coarse, p, dice, to)
}

func (s *Searcher) bestBy(price *Prices, by *mesh, p *backgammon.Position, dice [2]uint8, to *backgammon.Position) (most Chances) {
	p.Dice, p.State = dice, backgammon.Moving
	mark := len(s.moves)
	s.moves = s.rules.AppendMoves(p, s.moves)
	q := &s.at[len(s.at)-1]
	value := float32(0)
	n := s.sift(p, price, s.moves[mark:], by)
	for i, m := range s.moves[mark:][:n] {
		*q = *p
		s.rules.Play(q, m)
		c := s.after(q)
		if v := price.of(&c); i == 0 || v > value {
			value, most = v, c
			*to = *q
		}
	}
	s.moves = s.moves[:mark]
	return most
}

// after returns the chances of the side that has just played.
func (s *Searcher) after(q *backgammon.Position) Chances {
	if q.State == backgammon.Over {
		return Won(q.Points)
	}
	return s.eval.Chances(&q.Men[q.Turn], &q.Men[1-q.Turn]).Turned()
}

// Look returns the chances of the side on roll in p, looking that many throws ahead.
// Replies are chosen without search.
func (s *Searcher) Look(p *backgammon.Position, ply int) Chances {
	return s.ahead(p, ply, &s.price)
}

// ahead returns the chances of the side on roll in p by its prices. If the question
// ends meanwhile, over is set and they are worth nothing.
func (s *Searcher) ahead(p *backgammon.Position, ply int, price *Prices) Chances {
	if ply == 0 {
		return s.look(s.place(p), 0, price)
	}
	men := [2]backgammon.Men{p.Men[p.Turn], p.Men[1-p.Turn]}
	for i := range s.looked {
		if l := &s.looked[i]; l.ply == ply && l.men == men && l.price == *price {
			return l.chances
		}
	}
	c := s.look(s.place(p), ply, price)
	if !s.over {
		s.looked[s.oldest] = looked{men, ply, *price, c}
		s.oldest = (s.oldest + 1) % len(s.looked)
	}
	return c
}

// look works by the prices of the side on roll. If the question ends, it returns at
// once and over is set.
func (s *Searcher) look(p *backgammon.Position, ply int, price *Prices) (sum Chances) {
	if ply == 0 {
		return s.eval.Chances(&p.Men[p.Turn], &p.Men[1-p.Turn])
	}
	here, next := &s.at[3*ply], &s.at[3*ply+1]
	*here = *p
	theirs := price.turned()
	by := &fine
	if ply > 1 {
		by = &coarse
	}
	for _, th := range throws {
		if ply > 1 && s.late() {
			return sum
		}
		c := s.bestBy(price, by, here, th.dice, next)
		if ply > 1 && next.State != backgammon.Over {
			c = s.look(next, ply-1, &theirs).Turned()
		}
		sum.add(&c, th.chance)
	}
	return sum
}
