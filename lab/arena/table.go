package arena

import (
	"context"
	"fmt"
	"io"

	"parlour"
	"parlour/bot"
	"parlour/referee"
)

// A table is where one worker plays its games.
type table struct {
	c      *Contest
	sides  []parlour.Seat
	seated map[int]Seated
}

func (t *table) close() {
	for _, p := range t.seated {
		if c, ok := p.(io.Closer); ok {
			_ = c.Close() // the games are over, so the error does not matter
		}
	}
}

// player returns a player, and makes it on first use.
func (t *table) player(n int) (Seated, error) {
	if p, ok := t.seated[n]; ok {
		return p, nil
	}
	p, err := t.c.Players[n].New()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.c.Players[n].Name, err)
	}
	if t.seated == nil {
		t.seated = map[int]Seated{}
	}
	t.seated[n] = p
	return p, nil
}

// round plays the games of a round.
func (t *table) round(ctx context.Context, r Round) (Round, error) {
	seed := bot.Mix(t.c.Seed, uint64(r.Number))
	for i, seating := range seatings(t.c.Form, len(t.sides)) {
		g, err := t.game(ctx, r, seating, seed, uint64(i))
		if err != nil {
			return r, err
		}
		r.Games = append(r.Games, g)
	}
	return r, nil
}

// game plays one game.
func (t *table) game(ctx context.Context, r Round, seating []bool, seed, number uint64) (Game, error) {
	g := Game{}
	var players [2]Seated
	for i, n := range r.Players {
		p, err := t.player(n)
		if err != nil {
			return g, err
		}
		p.Begin(bot.Mix(bot.Mix(seed, 100+number), uint64(i)))
		players[i] = p
	}
	of := map[parlour.Seat]int{} // player by side
	for i, second := range seating {
		n := 0
		if second {
			n = 1
		}
		of[t.sides[i]] = n
		g.Seats += string(rune('a' + n))
	}
	s := newState(t.c.Start)
	var dice [parlour.MaxSeats]bot.Rand // each seat has its own dice, independent of the others
	for seat := range dice {
		dice[seat] = bot.NewRand(bot.Mix(seed, uint64(seat)))
	}
	opening := bot.NewRand(bot.Mix(seed, 99))
	most := t.c.MaxMoves
	if most <= 0 {
		most = 20_000
	}
	for g.Moves < most {
		if err := ctx.Err(); err != nil {
			return g, context.Cause(ctx)
		}
		turn := s.turn()
		if turn.Over() {
			break
		}
		if d := turn.Dice; d != 0 {
			n := dice[turn.Seat].Intn(d.Weight())
			if t.c.Ballots && d == t.c.Start.Turn().Dice && d.Ballots() > 0 {
				n = r.Number % d.Weight()
			}
			if err := s.play(d.Nth(n), players); err != nil {
				return g, err
			}
			continue
		}
		mv, err := t.choose(ctx, s, &opening, g.Moves < t.c.Opening, players[of[s.m.Role(turn.Seat).Side]])
		if err == nil {
			err = s.play(mv, players)
		}
		if err != nil {
			name := t.c.Players[r.Players[of[s.m.Role(turn.Seat).Side]]].Name
			return g, fmt.Errorf("%s, in %s: %w", name, s.m, err)
		}
		g.Moves++
	}
	t.score(&g, s, of)
	if t.c.Played != nil {
		res := s.result()
		t.c.Played(func(seat parlour.Seat) string { return t.c.Players[r.Players[of[s.m.Role(seat).Side]]].Name }, s.moves, &res)
	}
	return g, nil
}

// choose returns the move of the player in turn.
func (t *table) choose(ctx context.Context, s *state, opening *bot.Rand, random bool, p Seated) (parlour.Move, error) {
	moves := s.m.Moves()
	switch {
	case len(moves) == 1:
		return moves[0], nil
	case random:
		return moves[opening.Intn(len(moves))], nil
	}
	if t.c.Think > 0 {
		limited, cancel := context.WithTimeout(bot.WholeTime(ctx), t.c.Think)
		defer cancel()
		ctx = limited
	}
	if r, ok := p.(bot.Rememberer); ok && s.ref != nil {
		r.Recall(s.ref.Before())
	}
	return p.Choose(ctx, s.m)
}

// score fills in the result of the first player.
func (t *table) score(g *Game, s *state, of map[parlour.Seat]int) {
	res := s.result()
	g.Reason = res.Reason
	if !res.Over {
		g.Reason = "unfinished"
		for _, side := range t.sides {
			if of[side] == 0 {
				g.Win += 1 / float64(len(t.sides))
			}
		}
		g.Pool = g.Win
		return
	}
	first, mine := 0, 0
	for _, side := range t.sides {
		if of[side] == 0 {
			g.Pool += res.Share[side]
		}
		if res.Place[side] == 1 {
			first++
			if of[side] == 0 {
				mine++
			}
		}
	}
	g.Win = float64(mine) / float64(max(1, first))
	switch stake := float64(max(1, res.Stake)); mine {
	case first:
		g.Points = stake
	case 0:
		g.Points = -stake
	}
}

// A state is a game in progress. It has a referee only if repetition counts, because
// a referee remembers every position.
type state struct {
	m     parlour.Match
	ref   *referee.Referee
	moves []parlour.Move // throws and moves so far
}

func newState(start parlour.Match) *state {
	s := &state{m: start.Clone()}
	if _, repeat := parlour.Draws(start); repeat > 0 {
		s.ref = referee.New(start)
	}
	return s
}

func (s *state) turn() parlour.Turn {
	if s.ref != nil {
		return s.ref.Turn()
	}
	return s.m.Turn()
}

func (s *state) result() parlour.Result {
	if s.ref != nil {
		return s.ref.Result()
	}
	return s.m.Result()
}

// play makes a move or a throw, and tells the followers of the game.
func (s *state) play(mv parlour.Move, players [2]Seated) error {
	for _, p := range players {
		if f, ok := p.(Follower); ok {
			f.Follow(s.m, mv)
		}
	}
	s.moves = append(s.moves, mv)
	if s.ref == nil {
		return s.m.Play(mv)
	}
	if err := s.ref.Play(mv); err != nil {
		return err
	}
	s.m = s.ref.Match()
	return nil
}
