package backgammon

import (
	"parlour"
	"parlour/bot"
	backgammonbot "parlour/bot/backgammon"
	"parlour/games/backgammon"
)

// A sample is a position and its target.
type sample struct {
	own, opp backgammon.Men
	target   backgammonbot.Chances
}

// A school plays games against itself and returns samples. It serves one goroutine.
type school struct {
	*backgammonbot.Searcher
	rules *backgammon.Rules
	rand  bot.Rand
	at    [3]backgammon.Position // here, because local variables would escape
	moves []parlour.Move
	trace []moment
}

func newSchool(nets []*backgammonbot.Net) *school {
	return &school{Searcher: backgammonbot.NewSearcher(nets, nil), rules: plain()}
}

// plain returns the rules of a single game without a cube.
func plain() *backgammon.Rules {
	r, err := backgammon.New(parlour.Setup{Options: map[string]string{"doubling": "none"}})
	if err != nil {
		panic(err) // cannot happen: the option is one of the game
	}
	return r
}

// A throw is one of the 21 different ones.
type throw struct {
	dice   [2]uint8 // the larger die first
	chance float32
}

var throws = func() (list []throw) {
	for a := uint8(1); a <= 6; a++ {
		for b := uint8(1); b <= a; b++ {
			t := throw{[2]uint8{a, b}, 2. / 36}
			if a == b {
				t.chance = 1. / 36
			}
			list = append(list, t)
		}
	}
	return list
}()

// add adds w times d.
func add(c, d *backgammonbot.Chances, w float32) {
	for i := range c {
		c[i] += w * d[i]
	}
}

// A moment is a position of the current game.
type moment struct {
	own, opp backgammon.Men
	seen     backgammonbot.Chances // the evaluation of the net
	base     backgammonbot.Chances // the value one throw later, for the same side
	loose    bool                  // a random play followed, so what came later is not used
	blind    bool                  // base is not known either
}

// maxPlies is the length at which a game is abandoned.
const maxPlies = 400

// lesson plays one game and appends its samples.
//
// The target of a position is the value one throw later, plus lambda times what the
// rest of the game adds to that. With ahead it uses all 21 throws, which removes the
// luck of the actual throw; otherwise it uses only that one. This is TD(lambda) per
// game instead of per step, with the luck subtracted.
func (s *school) lesson(seed uint64, ahead bool, lambda float32, dst []sample) []sample {
	s.rand = bot.NewRand(seed)
	p := &s.at[0]
	*p = s.rules.Start()
	p.State, p.Turn = backgammon.Throw, backgammon.X
	// One game in eight begins with random plays, to see more positions than good
	// players reach.
	loose := 0
	if s.rand.Intn(8) == 0 {
		loose = 1 + s.rand.Intn(8)
	}
	s.trace = s.trace[:0]
	var end backgammonbot.Chances // of the side that would be on roll after the last moment
	for {
		own, opp := &p.Men[p.Turn], &p.Men[1-p.Turn]
		if backgammonbot.Exact(own, opp) || len(s.trace) == maxPlies {
			end = s.Chances(own, opp)
			break
		}
		m := moment{own: *own, opp: *opp, loose: loose > 0}
		fell := s.fall(len(s.trace) == 0)
		next := &s.at[1]
		switch {
		case ahead:
			m.base = backgammonbot.Chances{}
			for i, th := range throws {
				c := s.Best(p, th.dice, &s.at[2])
				add(&m.base, &c, th.chance)
				if i == fell {
					*next, m.seen = s.at[2], c
				}
			}
		case loose == 0:
			m.seen = s.Best(p, throws[fell].dice, next)
			m.base = m.seen
		default:
			m.blind = true
		}
		if loose > 0 {
			loose--
			s.stray(p, throws[fell].dice, next)
		}
		s.trace = append(s.trace, m)
		if next.State == backgammon.Over {
			end = backgammonbot.Won(next.Points).Turned()
			break
		}
		*p = *next
	}
	// Backwards: gain is the correction of the position after the moment.
	gain := end.Turned()
	for i := len(s.trace) - 1; i >= 0; i-- {
		m := &s.trace[i]
		target := m.base
		if !m.loose {
			for o := range target {
				target[o] += lambda * (gain[o] - m.seen[o])
			}
		}
		if !m.blind {
			dst = append(dst, sample{m.own, m.opp, target})
		}
		gain = target.Turned()
	}
	return dst
}

// fall throws the dice; the first throw of a game is not a double.
func (s *school) fall(opening bool) int {
	for {
		m := parlour.TwoDice.Nth(s.rand.Intn(36))
		a, b := int(m/10), int(m%10)
		if !opening || a != b {
			return a*(a-1)/2 + b - 1
		}
	}
}

// stray makes a random play.
func (s *school) stray(p *backgammon.Position, dice [2]uint8, to *backgammon.Position) {
	p.Dice, p.State = dice, backgammon.Moving
	s.moves = s.rules.AppendMoves(p, s.moves[:0])
	*to = *p
	s.rules.Play(to, s.moves[s.rand.Intn(len(s.moves))])
}
