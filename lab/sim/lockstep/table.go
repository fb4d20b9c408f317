package lockstep

import (
	"math/bits"

	"parlour"
	"parlour/bot"
	"parlour/games/race"
	"parlour/lab/sim"
)

type (
	position = race.Position
	full     = parlour.Full[position]
)

// A table plays the games of one block.
type table struct {
	b       block
	stages  []func(*block) // of one step
	pattern race.Pattern
	rules   full
	count   parlour.Counter[position]
	start   position
	most    int // moves after which a game is abandoned

	bots [parlour.MaxSeats]bot.Bot[position]
	own  bool // players at random have numbers of their own

	games  [lanes]game
	left   int        // games in play
	steps  int        // made so far
	until  int        // step with which the first game has to be abandoned
	read   int        // step at which the counts of the block were read
	p      []position // scratch, in a slice because a local one would escape
	moves  []parlour.Move
	finish func(end *position, n *sim.Tally)
	next   func() (seed uint64, ok bool)
}

// A game is what a block does not hold of a game.
type game struct {
	sim.Tally
	seed   uint64
	begin  int // step at which it began
	stand  race.Stand
	homes  int   // players at home
	out    uint8 // seats that are absent or at home
	seated int   // seats in Order, whether they have moved or not
}

// readEvery is the number of steps after which the counts of the block are read.
// A step captures at most four men, so that they fit into a byte.
const readEvery = 60

// newTable returns a table, or nil if the games cannot be played together.
func newTable(rules full, start position, maxMoves int, bots []bot.Bot[position], s *stages) *table {
	p, ok := race.PatternOf(rules, &start)
	if !ok {
		return nil
	}
	t := &table{pattern: p, rules: rules, start: start, most: maxMoves, p: make([]position, 1), moves: make([]parlour.Move, 0, 64)}
	if t.count, ok = rules.(parlour.Counter[position]); !ok {
		return nil
	}
	var greedy [parlour.MaxSeats]bool
	shared, someGreedy := false, false
	for seat := range parlour.Seat(4) {
		if p.Present>>uint(seat)&1 == 0 {
			continue
		}
		var b bot.Bot[position]
		if int(seat) < len(bots) {
			b = bots[seat]
		}
		switch b.(type) {
		case nil:
			shared = true
		case *bot.Random[position]:
			t.own = true
		case *bot.Greedy[position]:
			greedy[seat], someGreedy = true, true
		default:
			return nil
		}
		t.bots[seat] = b
	}
	if shared && t.own {
		return nil
	}
	t.b.rule(&p, greedy)
	t.stages = append(t.stages, s.throw, s.look)
	if p.Walls {
		t.stages = append(t.stages, s.walls)
	}
	if p.Duty {
		t.stages = append(t.stages, s.mensch)
	} else {
		t.stages = append(t.stages, s.ludo)
	}
	if p.Jumps {
		t.stages = append(t.stages, s.jumps)
	}
	switch {
	case t.own:
		t.stages = append(t.stages, s.pickOwn)
	case shared:
		t.stages = append(t.stages, s.pick)
	}
	if someGreedy {
		t.stages = append(t.stages, s.greed)
	}
	t.stages = append(t.stages, s.play)
	return t
}

// Play plays a game for every seed.
func (t *table) Play(next func() (seed uint64, ok bool), done func(end *position, n *sim.Tally)) {
	t.next, t.finish = next, done
	t.until = t.steps + t.most
	for l := range lanes {
		t.begin(l)
	}
	for t.left > 0 {
		for _, stage := range t.stages {
			stage(&t.b)
		}
		t.steps++
		for set := t.b.slow; set != 0; set &= set - 1 {
			t.byTheBook(bits.TrailingZeros32(set))
		}
		for set := t.b.home; set != 0; set &= set - 1 {
			t.cameHome(bits.TrailingZeros32(set))
		}
		if t.steps-t.read >= readEvery {
			t.readCounts()
		}
		if t.steps >= t.until {
			t.abandon()
		}
	}
}

// begin begins the next game in a lane, or leaves the lane empty.
func (t *table) begin(l int) {
	b, g := &t.b, &t.games[l]
	if b.live[l] != 0 {
		t.left--
	}
	seed, ok := t.next()
	if b.live[l] = yes(ok); !ok {
		b.cur[l] = 0
		return
	}
	t.left++
	*g = game{seed: seed, begin: t.steps}
	p := &t.p[0]
	*p = t.start
	state := seed
	for {
		if g.stand, ok = p.Stand(); ok {
			break
		}
		// Throw for the first turn.
		state += stride
		t.rules.Play(p, parlour.OneDie.Nth(draw(state, 6)))
		g.Throws++
	}
	for s := range 4 {
		if t.bots[s] != nil {
			*b.own[s].at(l) = bot.Mix(seed, uint64(s)+1)
		}
		switch {
		case t.pattern.Present>>s&1 == 0:
			g.out |= 1 << s
		case g.stand.Men[s][0] >= t.pattern.Home:
			g.out |= 1 << s
			g.homes++
		}
	}
	*b.state.at(l) = state
	b.mover[l] = 127
	b.turns[l], b.captures[l], b.passes[l], b.choices[l] = 0, 0, 0, 0
	t.put(l)
	t.pass(l)
	for s := g.stand.Turn; g.seated == 0 || s != g.stand.Turn; s = parlour.Seat(b.next[s][l]) {
		g.Order[g.seated] = s
		g.seated++
	}
}

// put writes the stand of a game into its lane.
func (t *table) put(l int) {
	b, s := &t.b, &t.games[l].stand
	for c := range s.Men {
		for i, m := range s.Men[c] {
			b.men[4*c+i][l] = m
		}
	}
	b.cur[l], b.tries[l] = int8(s.Turn), int8(s.Tries)
}

// get reads the stand of a game from its lane.
func (t *table) get(l int) *race.Stand {
	b, s := &t.b, &t.games[l].stand
	for c := range s.Men {
		for i := range s.Men[c] {
			s.Men[c][i] = b.men[4*c+i][l]
		}
	}
	s.Turn, s.Tries = parlour.Seat(b.cur[l]), uint8(b.tries[l])
	return s
}

// pass finds for every seat of a game the one that follows it.
func (t *table) pass(l int) {
	out := t.games[l].out
	for s := range parlour.Seat(4) {
		n := (s + t.pattern.Step) & 3
		for n != s && out>>uint(n)&1 != 0 {
			n = (n + t.pattern.Step) & 3
		}
		t.b.next[s][l] = int8(n)
	}
}

// cameHome ranks the player of a game who moved, and ends the turn or the game.
func (t *table) cameHome(l int) {
	b, g := &t.b, &t.games[l]
	s := b.mover[l]
	for i, r := range g.stand.Rank {
		if r == 0 {
			g.stand.Rank[i] = uint8(s) + 1
			break
		}
	}
	g.homes++
	g.out |= 1 << s
	if g.homes >= t.pattern.Ends {
		b.cur[l] = int8(parlour.Nobody)
		b.tries[l] = 0
		t.end(l)
		return
	}
	t.pass(l)
	b.cur[l] = b.next[s&3][l]
}

// byTheBook makes the step of a game by the rules. The die has been thrown.
func (t *table) byTheBook(l int) {
	b, g := &t.b, &t.games[l]
	p, s := &t.p[0], b.cur[l]
	*p = t.start.Restore(t.get(l))
	t.rules.Play(p, parlour.Move(b.die[l]))
	t.moves = t.rules.AppendMoves(p, t.moves[:0])
	m := t.moves[0]
	if n := len(t.moves); n > 1 {
		g.Choices++
		switch c := t.bots[s].(type) {
		case *bot.Greedy[position]:
			m = c.Choose(p, t.moves)
		default:
			state := b.state.at(l)
			if t.own {
				state = b.own[s].at(l)
			}
			*state += stride
			m = t.moves[draw(*state, n)]
		}
	}
	if s != b.mover[l] {
		b.mover[l] = s
		g.Turns++
	}
	g.Captures += t.count.Captured(p, m)
	t.rules.Play(p, m)
	before := g.stand.Rank
	g.stand, _ = p.Stand()
	t.put(l)
	if g.stand.Rank != before {
		g.stand.Rank = before
		t.cameHome(l)
	}
}

// readCounts reads the counts of all games.
func (t *table) readCounts() {
	for l := range lanes {
		t.readCount(l)
	}
	t.read = t.steps
}

// readCount reads the counts of a game.
func (t *table) readCount(l int) {
	b, g := &t.b, &t.games[l]
	g.Turns += int(uint8(b.turns[l]))
	g.Captures += int(uint8(b.captures[l]))
	g.Passes += int(uint8(b.passes[l]))
	g.Choices += int(uint8(b.choices[l]))
	b.turns[l], b.captures[l], b.passes[l], b.choices[l] = 0, 0, 0, 0
}

// end reports a game and begins another in its lane.
func (t *table) end(l int) {
	t.readCount(l)
	g := &t.games[l]
	g.Moves = t.steps - g.begin
	g.Throws += g.Moves
	g.Ordered = min(g.seated, g.Turns)
	p := &t.p[0]
	*p = t.start.Restore(t.get(l))
	t.finish(p, &g.Tally)
	t.begin(l)
}

// abandon ends the games that have lasted too long.
func (t *table) abandon() {
	t.until = t.steps + t.most
	for l := range lanes {
		if t.b.live[l] == 0 {
			continue
		}
		if t.steps-t.games[l].begin >= t.most {
			t.end(l)
		}
		t.until = min(t.until, t.games[l].begin+t.most)
	}
}
