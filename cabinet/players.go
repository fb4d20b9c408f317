package cabinet

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"parlour"
	"parlour/bot"
	"parlour/lab/sim"
)

// Players are the programs that play a game with positions of type P. Every game
// has "random" and "greedy"; the zero Players adds no others.
type Players[P comparable] struct {
	// Levels are made for people to play against, weakest first.
	Levels []bot.Level[P]

	// NoLevels says in a sentence why there are no levels, if people may ask.
	NoLevels string

	// Moves makes judges of moves, for hints and analysis. If it is nil the
	// strongest level judges; without levels nobody does.
	Moves bot.Maker[P]

	// Lockstep plays many games at the same time in the simulator. Nil plays one
	// after another.
	Lockstep sim.LockstepMaker[P]

	// Throws makes judges of throws. They look at many positions, so they
	// should be quick. If it is nil the judges of moves do it.
	Throws bot.Maker[P]
}

// typed is what needs to know the type of the positions.
type typed interface {
	plays(m parlour.Match) bool // reports whether the positions of m are P
	names() (all, levels []string, none string)
	player(name string, seed uint64) bot.Player
	advisers() (moves, throws bot.Adviser)
	sim(ctx context.Context, m parlour.Match, c sim.Config, bots []string) (*sim.Stats, error)
	together() bool
	perft(m parlour.Match, depth int) uint64
	perftFirst(m parlour.Match, depth int) (all, first uint64)
	divide(m parlour.Match, depth int) []Branch
}

func (t Players[P]) plays(m parlour.Match) bool {
	_, _, ok := parlour.Typed[P](m)
	return ok
}

func (t Players[P]) names() (all, levels []string, none string) {
	for _, l := range t.Levels {
		levels = append(levels, l.Name)
	}
	return append([]string{"random", "greedy"}, levels...), levels, t.NoLevels
}

func (t Players[P]) advisers() (moves, throws bot.Adviser) {
	judge := t.Moves
	if n := len(t.Levels); judge == nil && n > 0 {
		judge = t.Levels[n-1].Maker
	}
	if judge == nil {
		return nil, nil
	}
	quick := t.Throws
	if quick == nil {
		quick = judge
	}
	return bot.NewAdviser(judge), bot.NewAdviser(quick)
}

func (t Players[P]) maker(name string) bot.Maker[P] {
	switch name {
	case "random":
		return bot.NewRandom[P]
	case "greedy":
		return bot.NewGreedy[P]
	}
	for _, l := range t.Levels {
		if l.Name == name {
			return l.Maker
		}
	}
	return nil
}

func (t Players[P]) player(name string, seed uint64) bot.Player {
	if mk := t.maker(name); mk != nil {
		return bot.NewPlayer(name, mk, seed)
	}
	return nil
}

// mustTyped opens a match that Entry has already checked.
func mustTyped[P comparable](m parlour.Match) (parlour.Full[P], P) {
	rules, p, ok := parlour.Typed[P](m)
	if !ok {
		panic("cabinet: a match of " + m.Info().ID + " with foreign positions")
	}
	return rules, p
}

func (t Players[P]) sim(ctx context.Context, m parlour.Match, c sim.Config, bots []string) (*sim.Stats, error) {
	rules, p := mustTyped[P](m)
	makers := make([]bot.Maker[P], len(bots))
	for i, name := range bots {
		makers[i] = t.maker(name)
	}
	return sim.RunTogether(ctx, rules, p, c, t.Lockstep, makers...)
}

func (t Players[P]) together() bool { return t.Lockstep != nil }

func (t Players[P]) perft(m parlour.Match, depth int) uint64 {
	rules, p := mustTyped[P](m)
	return sim.Perft(rules, p, depth)
}

func (t Players[P]) perftFirst(m parlour.Match, depth int) (all, first uint64) {
	rules, p := mustTyped[P](m)
	return sim.PerftFirst(rules, p, depth)
}

func (t Players[P]) divide(m parlour.Match, depth int) (out []Branch) {
	rules, p := mustTyped[P](m)
	turn := rules.Turn(&p)
	for _, b := range sim.Divide(rules, p, depth) {
		q, text := p, []byte(nil)
		if b.Throw != parlour.NoMove {
			text = turn.Dice.AppendThrow(text, b.Throw)
			rules.Play(&q, b.Throw)
		}
		switch {
		case b.Move == parlour.NoMove:
			text = append(text, " off"...)
		default:
			if len(text) > 0 {
				text = append(text, ' ')
			}
			text = rules.AppendMove(text, &q, b.Move)
		}
		out = append(out, Branch{string(text), b.Count})
	}
	return out
}

// A Branch is a first entry, "6 enter" or "10-14", with the count behind it.
type Branch struct {
	Text  string `json:"text"`
	Count uint64 `json:"count"`
}

// owns reports a match of another game, which is a mistake of the caller.
func (e *Entry) owns(m parlour.Match) error {
	if id := m.Info().ID; id != e.Info.ID {
		return fmt.Errorf("the match is of %s, not of %s", id, e.Info.ID)
	}
	return nil
}

// knows reports a name that is no bot of the game.
func (e *Entry) knows(name string) error {
	for _, b := range e.Bots {
		if b == name {
			return nil
		}
	}
	if e.Levels == nil && slices.Contains(bot.Levels, name) && e.NoLevels != "" {
		return fmt.Errorf("no player %q: %s; %s is played by %s", name, e.NoLevels, e.Info.ID, strings.Join(e.Bots, ", "))
	}
	return fmt.Errorf("no player %q; %s is played by %s", name, e.Info.ID, strings.Join(e.Bots, ", "))
}

// Player returns the program with the given name.
func (e *Entry) Player(name string, seed uint64) (bot.Player, error) {
	if err := e.knows(name); err != nil {
		return nil, err
	}
	return e.Players.player(name, seed), nil
}

// Advisers returns judges of the moves and of the throws of the game, or nil if no
// program can judge it. Each serves one goroutine.
func (e *Entry) Advisers() (moves, throws bot.Adviser) { return e.Players.advisers() }

// Sim plays games from the position of m. Bots are names by seat; a seat
// beyond the end, or with "", plays at random.
func (e *Entry) Sim(ctx context.Context, m parlour.Match, c sim.Config, bots []string) (*sim.Stats, error) {
	if err := e.owns(m); err != nil {
		return nil, err
	}
	for _, name := range bots {
		if name == "" {
			continue
		}
		if err := e.knows(name); err != nil {
			return nil, err
		}
	}
	return e.Players.sim(ctx, m, c, bots)
}

// Together reports whether Sim can play games of this kind at the same time.
func (e *Entry) Together() bool { return e.Players.together() }

// Perft counts sequences of throws and moves as sim.Perft does.
func (e *Entry) Perft(m parlour.Match, depth int) (uint64, error) {
	if err := e.owns(m); err != nil {
		return 0, err
	}
	return e.Players.perft(m, depth), nil
}

// PerftFirst counts as sim.PerftFirst does.
func (e *Entry) PerftFirst(m parlour.Match, depth int) (all, first uint64, err error) {
	if err := e.owns(m); err != nil {
		return 0, 0, err
	}
	all, first = e.Players.perftFirst(m, depth)
	return all, first, nil
}

// Divide counts behind every first entry.
func (e *Entry) Divide(m parlour.Match, depth int) ([]Branch, error) {
	if err := e.owns(m); err != nil {
		return nil, err
	}
	return e.Players.divide(m, depth), nil
}
