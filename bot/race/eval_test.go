package race

import (
	"math"
	"testing"

	"parlour"
	"parlour/bot"
	"parlour/games/race"
)

// setups are tables of all kinds.
var setups = []struct {
	game  string
	setup parlour.Setup
}{
	{"kleefeld", parlour.Setup{}}, {"kleefeld", parlour.Setup{Players: 2}},
	{"kleefeld", parlour.Setup{Options: map[string]string{"play-on": "first"}}},
	{"parker", parlour.Setup{}}, {"parker", parlour.Setup{Players: 3, Options: map[string]string{"play-on": "all"}}},
	{"british", parlour.Setup{}}, {"british", parlour.Setup{Players: 2, Options: map[string]string{"arm": "6"}}},
	{"mensch", parlour.Setup{}}, {"mensch", parlour.Setup{Seats: "1212"}}, {"mensch", parlour.Setup{Seats: "12n3"}},
	{"mensch", parlour.Setup{Seats: "1212", Options: map[string]string{"double": "colours"}}},
	{"mensch", parlour.Setup{Options: map[string]string{"barrier": "yes", "must": "yes", "back": "yes", "play-on": "first"}}},
}

// walk plays games at random and calls f with every position before a throw
// or a move.
func walk(rules parlour.Full[race.Position], games int, f func(p *race.Position)) {
	rand := bot.NewRand(1928)
	ps := make([]race.Position, 1)
	p := &ps[0]
	var moves []parlour.Move
	for range games {
		*p = rules.Start()
		for {
			turn := rules.Turn(p)
			if turn.Over() {
				break
			}
			f(p)
			if turn.Dice != 0 {
				rules.Play(p, turn.Dice.Nth(rand.Intn(turn.Dice.Weight())))
				continue
			}
			moves = rules.AppendMoves(p, moves[:0])
			rules.Play(p, moves[rand.Intn(len(moves))])
		}
	}
}

// sound reports whether shares are parts of one whole, owners of two colours have
// theirs with both, and nobody who is out of it has any.
func sound(p *race.Position, owner func(*race.Position, parlour.Seat) parlour.Seat, out *bot.Shares) bool {
	sum := 0.0
	for seat := range parlour.Seat(4) {
		side := owner(p, seat)
		if out[seat] < 0 || out[seat] > 1.01 || !p.Has(seat) && out[seat] != 0 || side >= 0 && out[side] != out[seat] {
			return false
		}
		if side == seat {
			sum += out[seat]
		}
	}
	return math.Abs(sum-1) <= 0.01
}

func TestShares(t *testing.T) {
	for _, s := range setups {
		rules := open(t, s.game, s.setup)
		e := NewEvaluator(rules, weights(s.game))
		bad := 0
		walk(rules, 5, func(p *race.Position) {
			var out bot.Shares
			e.Shares(p, &out)
			if !sound(p, e.owner, &out) {
				bad++
			}
		})
		if bad > 0 {
			t.Errorf("%s %+v: %d positions have shares that cannot be", s.game, s.setup, bad)
		}
	}
}

func TestEvaluatorAllocatesNothing(t *testing.T) {
	for _, s := range setups {
		rules := open(t, s.game, s.setup)
		e := NewEvaluator(rules, weights(s.game))
		p := &[]race.Position{rules.Start()}[0]
		out := new(bot.Shares)
		e.Shares(p, out)
		if n := testing.AllocsPerRun(100, func() { e.Shares(p, out) }); n != 0 {
			t.Errorf("%s allocates %v times an opinion", s.game, n)
		}
	}
}

// A colour with its men further on, and one that is not in danger, stands
// better.
func TestSense(t *testing.T) {
	for _, c := range []struct{ better, worse string }{
		{"kleefeld G:-,-,-,40/Y:-,-,-,- Y - - -", "kleefeld G:-,-,-,2/Y:-,-,-,- Y - - -"},
		{"kleefeld G:-,-,-,40/Y:-,-,-,20 Y - - -", "kleefeld G:-,-,-,40/Y:-,-,-,36 Y - - -"},
		{"mensch Y:-,-,a,b/G:-,-,-,10 G - - -", "mensch Y:-,-,-,b/G:-,-,-,10 G - - -"},
		{"british G:-,-,-,50/Y:-,-,-,22 Y - - -", "british G:-,-,-,50/Y:-,-,-,46 Y - - -"},
		{"parker G:-,-,-,40/Y:-,-,-,17 Y - - -", "parker G:-,-,-,40/Y:-,-,-,34 Y - - -"},
	} {
		if a, b := worth(t, c.better), worth(t, c.worse); a <= b {
			t.Errorf("%s is worth %.3f, %s is worth %.3f", c.better, a, c.worse, b)
		}
	}
}

// worth returns what the first seat may expect.
func worth(t *testing.T, line string) float64 {
	t.Helper()
	for id, g := range games {
		m, err := g.Parse(line)
		if err != nil {
			continue
		}
		rules, p, _ := parlour.Typed[race.Position](m)
		var out bot.Shares
		NewEvaluator(rules, weights(id)).Shares(&p, &out)
		return out[0]
	}
	t.Fatalf("%s is no position", line)
	return 0
}

// Nobody has a choice in Auto Race, so there is nothing to play well.
func TestNoLevels(t *testing.T) {
	if Levels("auto-race") != nil {
		t.Error("auto-race has levels")
	}
}
