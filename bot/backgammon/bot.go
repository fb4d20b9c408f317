package backgammon

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"

	"parlour"
	"parlour/bot"
	"parlour/games/backgammon"
)

// A Style is how a level plays.
type Style struct {
	Name  string
	Ply   int      // throws to look ahead after its own play
	Width int      // number of plays to search deeper
	Near  float64  // and the maximum distance to the best, in points
	Heat  bot.Heat // how readily it confuses plays, in points
}

// Styles are the levels, weakest first.
var Styles = []Style{
	{Name: "beginner", Heat: 0.1},
	{Name: "casual", Heat: 0.068},
	{Name: "strong", Heat: 0.038},
	{Name: "expert", Ply: 2, Width: 6, Near: 0.12},
}

// sharedNets are the nets of all bots.
var sharedNets = sync.OnceValue(Nets)

// Levels returns the programs of all levels, weakest first.
func Levels() []bot.Level[backgammon.Position] {
	list := make([]bot.Level[backgammon.Position], len(Styles))
	for i, st := range Styles {
		list[i] = bot.Level[backgammon.Position]{Name: st.Name, Maker: st.Maker(nil)}
	}
	return list
}

// Level returns the maker of the level with the given name, or nil.
func Level(name string) bot.Maker[backgammon.Position] {
	for _, l := range Levels() {
		if l.Name == name {
			return l.Maker
		}
	}
	return nil
}

// Maker returns the maker of bots of this style. Nil stands for the built-in nets.
func (st Style) Maker(nets []*Net) bot.Maker[backgammon.Position] {
	return func(rules parlour.Full[backgammon.Position]) bot.Bot[backgammon.Position] {
		r, ok := rules.(*backgammon.Rules)
		if !ok {
			return nil
		}
		if nets == nil {
			return NewBot(r, sharedNets(), st)
		}
		return NewBot(r, nets, st)
	}
}

// A Bot plays backgammon. It serves one goroutine.
type Bot struct {
	style  Style
	rules  *backgammon.Rules
	search *Searcher
	market *Market
	rand   bot.Rand
	p      []backgammon.Position // by number of decisions before the next throw
	list   [][]parlour.Move
	ranked []candidate
	values []float64
	known  Chances // of the side on turn, for the current choices
	from   parlour.Seat
	moves  []parlour.Move
	shares []bot.Shares
	made   []made // by number of a move in the last Judge, or one of the last Value
}

var (
	_ bot.Thinker[backgammon.Position] = (*Bot)(nil)
	_ bot.Judge[backgammon.Position]   = (*Bot)(nil)
	_ bot.Measurer                     = (*Bot)(nil)
)

// A candidate is a play and its result.
type candidate struct {
	move    parlour.Move
	after   backgammon.Position
	value   float64
	chances Chances // of the side on turn
}

// choices is the maximum number of decisions in a row without a throw: double,
// beaver, raccoon and an answer, with a resignation before.
const choices = 8

// NewBot returns a bot for some rules.
func NewBot(r *backgammon.Rules, nets []*Net, st Style) *Bot {
	b := &Bot{
		style: st, rules: r, market: NewMarket(r), search: NewSearcher(nets, r.Options()),
		p: make([]backgammon.Position, choices), list: make([][]parlour.Move, choices),
		ranked: make([]candidate, 0, 1024), values: make([]float64, 0, 1024),
	}
	return b
}

// Seed begins a new game.
func (b *Bot) Seed(seed uint64) { b.rand = bot.NewRand(seed) }

// Choose returns the best move. It never offers to resign.
func (b *Bot) Choose(p *backgammon.Position, moves []parlour.Move) parlour.Move {
	return b.Think(context.Background(), p, moves)
}

// Think is Choose with a limit: it stops searching plays deeper when ctx ends.
func (b *Bot) Think(ctx context.Context, p *backgammon.Position, moves []parlour.Move) parlour.Move {
	if len(moves) == 1 {
		return moves[0]
	}
	b.rank(ctx, p, moves)
	if b.style.Heat == 0 {
		return b.ranked[0].move
	}
	unit := b.unit(p)
	b.values = b.values[:0]
	for i := range b.ranked {
		b.values = append(b.values, b.ranked[i].value/unit)
	}
	return b.ranked[b.style.Heat.Pick(b.values, &b.rand)].move
}

// Judge returns the value of each move, see Value. An offer to resign is worth that
// loss or the best other move, whichever is less: the opponent accepts only what is
// better than playing on.
func (b *Bot) Judge(ctx context.Context, p *backgammon.Position, moves []parlour.Move) []bot.Shares {
	b.rank(ctx, p, moves)
	b.shares, b.made = b.shares[:0], b.made[:0]
	actor := p.Actor()
	for _, m := range moves {
		var out bot.Shares
		i := slices.IndexFunc(b.ranked, func(c candidate) bool { return c.move == m })
		b.made = append(b.made, made{p.Turn, b.ranked[max(0, i)].chances})
		if i >= 0 {
			b.share(p, actor, b.ranked[i].value, &out)
		} else {
			b.p[0] = *p
			b.rules.Play(&b.p[0], m)
			s := b.market.stand(p, actor)
			lost := b.market.ends(&s, 1, int(b.p[0].Resign)<<p.Cube)
			b.share(p, actor, min(lost, b.ranked[0].value), &out)
		}
		b.shares = append(b.shares, out)
	}
	return b.shares
}

// Value fills in what both seats can expect. In a match that is their chance to win
// it. For a stake it is 0.5 plus half of the expected win in current stakes: a single
// win is 1, a gammon 1.5.
func (b *Bot) Value(ctx context.Context, p *backgammon.Position, out *bot.Shares) {
	turn := b.rules.Turn(p)
	*out = bot.Shares{}
	b.made = b.made[:0]
	switch {
	case p.State == backgammon.Over:
		b.share(p, p.Turn, b.over(p, p.Turn), out)
	case p.State == backgammon.Open:
		v := 0.0
		if b.market.length > 0 {
			v = b.over(p, backgammon.X)
		}
		b.share(p, backgammon.X, v, out)
	case turn.Dice != 0:
		b.search.begin(ctx, b.style.Ply)
		b.from, b.known = p.Turn, b.chances(p)
		b.search.end()
		b.made = append(b.made, made{p.Turn, b.known})
		b.share(p, p.Turn, b.before(p, p.Turn), out)
	default:
		b.moves = b.rules.AppendMoves(p, b.moves[:0])
		b.rank(ctx, p, b.moves)
		b.made = append(b.made, made{p.Turn, b.ranked[0].chances})
		b.share(p, turn.Seat, b.ranked[0].value, out)
	}
}

// share fills in the shares for a value of seat.
func (b *Bot) share(p *backgammon.Position, seat parlour.Seat, v float64, out *bot.Shares) {
	if b.market.length == 0 {
		v = 0.5 + v/float64(2*p.Stake())
	}
	out[seat], out[1-seat] = v, 1-v
}

// rank sorts moves by value, without the offers to resign.
func (b *Bot) rank(ctx context.Context, p *backgammon.Position, moves []parlour.Move) {
	b.search.begin(ctx, b.style.Ply)
	defer b.search.end()
	b.ranked = b.ranked[:0]
	if p.State == backgammon.Moving && p.Resign == 0 {
		b.plays(p, moves)
		return
	}
	b.from, b.known = p.Turn, b.chances(p)
	actor := p.Actor()
	for _, m := range moves {
		b.p[0] = *p
		b.rules.Play(&b.p[0], m)
		if b.p[0].Resign == 0 {
			b.ranked = append(b.ranked, candidate{move: m, value: b.value(0, actor), chances: b.known})
		}
	}
	slices.SortStableFunc(b.ranked, better)
}

// better puts the larger value first.
func better(x, y candidate) int { return cmp.Compare(y.value, x.value) }

// unit returns the value of one point of the stake, so that heat and width fit
// all scores.
func (b *Bot) unit(p *backgammon.Position) float64 {
	s := b.market.stand(p, p.Turn)
	return float64(b.market.prices(&s)[0]) / 2
}

// chances returns the chances of the side on turn in p before a throw.
func (b *Bot) chances(p *backgammon.Position) Chances {
	// As the side that has just played saw them, to the last bit.
	s := b.market.stand(p, 1-p.Turn)
	theirs := b.market.prices(&s)
	b.search.price = theirs.turned()
	if p.State == backgammon.Pick || p.State == backgammon.Moving {
		return b.search.Best(b.search.place(p), p.Dice, &b.search.at[1])
	}
	c := b.search.ahead(p, b.style.Ply, &b.search.price)
	if b.search.over {
		c = b.search.ahead(p, 0, &b.search.price)
	}
	return c
}

// value returns the value of the position at a depth of decisions for seat.
func (b *Bot) value(depth int, seat parlour.Seat) float64 {
	p := &b.p[depth]
	switch p.State {
	case backgammon.Over, backgammon.Open:
		return b.over(p, seat)
	case backgammon.Throw, backgammon.Moving:
		if p.Resign == 0 {
			return b.before(p, seat)
		}
	}
	actor := p.Actor()
	sign := 1.0
	if actor != seat {
		sign = -1
	}
	most := math.Inf(-1)
	b.list[depth] = b.rules.AppendMoves(p, b.list[depth][:0])
	for _, m := range b.list[depth] {
		b.p[depth+1] = *p
		b.rules.Play(&b.p[depth+1], m)
		if b.p[depth+1].Resign != 0 {
			continue
		}
		most = max(most, sign*b.value(depth+1, seat))
	}
	return sign * most
}

// over returns the value of a finished game for seat.
func (b *Bot) over(p *backgammon.Position, seat parlour.Seat) float64 {
	if b.market.length == 0 {
		if p.Turn == seat {
			return float64(p.Points)
		}
		return -float64(p.Points)
	}
	if p.State == backgammon.Over {
		if p.Turn == seat {
			return 1
		}
		return 0
	}
	s := b.market.stand(p, seat)
	return b.market.table.value(s.away, p.Crawford)
}

// before returns the value of p for seat, if a throw is due or done and the chances
// of the side on turn are known.
func (b *Bot) before(p *backgammon.Position, seat parlour.Seat) float64 {
	c := b.known
	if b.from != seat {
		c = c.Turned()
	}
	return b.worth(p, seat, &c)
}

// worth returns the value of chances for seat with the cube of p. It is exact with
// few men left in a game for a stake.
func (b *Bot) worth(p *backgammon.Position, seat parlour.Seat, c *Chances) float64 {
	s := b.market.stand(p, seat)
	own, opp := &p.Men[p.Turn], &p.Men[1-p.Turn]
	if b.market.length == 0 && int(p.Cube)+3 < b.market.limit && small(own, opp) {
		owned, centre, v := TheTwoSided().Points(own, opp)
		if p.State == backgammon.Throw {
			owned, centre = TheTwoSided().Thrown(own, opp)
		}
		switch p.Owner {
		case p.Turn:
			v = owned
		case parlour.Nobody:
			v = centre
		}
		if seat != p.Turn {
			v = -v
		}
		return float64(v) * float64(p.Stake())
	}
	return b.market.worth(&s, c, s.cube, s.owner)
}

// plays ranks plays: first all of them without search, then the best few with
// search, one after the other, until the question ends.
func (b *Bot) plays(p *backgammon.Position, moves []parlour.Move) {
	seat := p.Turn
	s := b.market.stand(p, seat)
	b.search.price = b.market.prices(&s)
	unit := b.unit(p)
	work := &b.p[0]
	for _, m := range moves {
		*work = *p
		b.rules.Play(work, m)
		if work.Resign == 0 {
			v, c := b.reached(p, work, 0)
			b.ranked = append(b.ranked, candidate{m, *work, v, c})
		}
	}
	slices.SortStableFunc(b.ranked, better)
	if b.style.Ply == 0 || len(b.ranked) == 1 {
		return
	}
	least, seen := b.ranked[0].value-b.style.Near*unit, 0
	for seen < min(b.style.Width, len(b.ranked)) && b.ranked[seen].value >= least {
		c := &b.ranked[seen]
		v, chances := b.reached(p, &c.after, b.style.Ply)
		if b.search.over {
			break
		}
		c.value, c.chances = v, chances
		seen++
	}
	slices.SortStableFunc(b.ranked[:seen], better)
}

// reached returns the value of the position q after a play in p for the side that
// made it, and its chances.
func (b *Bot) reached(p, q *backgammon.Position, ply int) (float64, Chances) {
	seat := p.Turn
	switch q.State {
	case backgammon.Over:
		return b.over(q, seat), Won(q.Points / int32(p.Stake()))
	case backgammon.Open: // the next game of a match
		return b.over(q, seat), Won(int32(q.Score[seat]-p.Score[seat]) / int32(p.Stake()))
	}
	theirs := b.search.price.turned()
	c := b.search.ahead(q, ply, &theirs).Turned()
	return b.worth(q, seat, &c), c
}
