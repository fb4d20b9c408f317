package cabinet

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"parlour"
	"parlour/board"
	"parlour/bot"
	"parlour/lab/sim"
	"parlour/record"
	"parlour/rulebook"
)

// entry puts a game whose positions are P onto the shelf.
func entry[P comparable](g parlour.Game, family string, boardOf func(parlour.Match) *board.Board, style record.Style, foreign func(string) bool) *Entry {
	info := g.Info()
	t := &of[P]{names: []string{"random", "greedy"}, makers: []bot.Maker[P]{bot.NewRandom[P], bot.NewGreedy[P]}}
	return &Entry{
		Game: g, Info: info, Book: rulebook.ByID(info.ID), Family: family, Board: boardOf,
		Style: style, Typical: typical[info.ID], Luck: luck[info.ID], Bots: t.names, Foreign: foreign, typed: t,
	}
}

// with adds the levels of a game, gentlest first, to its entry.
func with[P comparable](e *Entry, levels []bot.Level[P]) *Entry {
	t := e.typed.(*of[P])
	for _, l := range levels {
		e.Levels = append(e.Levels, l.Name)
		t.names = append(t.names, l.Name)
		t.makers = append(t.makers, l.Maker)
	}
	e.Bots = t.names
	if n := len(levels); n > 0 {
		t.judge, t.quick = levels[n-1].Maker, levels[n-1].Maker
	}
	return e
}

// judged names who judges the moves of a game, if it is not the strongest
// level, and who judges throws, of which many are looked at.
func judged[P comparable](e *Entry, moves, throws bot.Maker[P]) *Entry {
	t := e.typed.(*of[P])
	if t.quick = throws; moves != nil {
		t.judge = moves
	}
	return e
}

// without says why a game has no levels.
func without(e *Entry, why string) *Entry {
	e.NoLevels = why
	return e
}

// of is what needs to know that positions are P.
type of[P comparable] struct {
	names  []string
	makers []bot.Maker[P] // by the same index
	judge  bot.Maker[P]   // makes bots that are judges of moves; nil if there are none
	quick  bot.Maker[P]   // of throws
}

func (t *of[P]) advisers() (moves, throws bot.Adviser) {
	if t.judge == nil {
		return nil, nil
	}
	return bot.NewAdviser(t.judge), bot.NewAdviser(t.quick)
}

func (t *of[P]) maker(name string) bot.Maker[P] {
	for i, n := range t.names {
		if n == name {
			return t.makers[i]
		}
	}
	return nil
}

func (t *of[P]) player(name string, seed uint64) bot.Player {
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

func (t *of[P]) sim(ctx context.Context, m parlour.Match, c sim.Config, bots []string) (*sim.Stats, error) {
	rules, p := mustTyped[P](m)
	makers := make([]bot.Maker[P], len(bots))
	for i, name := range bots {
		makers[i] = t.maker(name)
	}
	return sim.RunFrom(ctx, rules, p, c, makers...)
}

func (t *of[P]) perft(m parlour.Match, depth int) uint64 {
	rules, p := mustTyped[P](m)
	return sim.Perft(rules, p, depth)
}

func (t *of[P]) perftFirst(m parlour.Match, depth int) (all, first uint64) {
	rules, p := mustTyped[P](m)
	return sim.PerftFirst(rules, p, depth)
}

func (t *of[P]) divide(m parlour.Match, depth int) (out []Branch) {
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
	Text  string
	Count uint64
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
	return e.typed.player(name, seed), nil
}

// Advisers return those who have an opinion on the moves and on the throws of
// the game; nil if nobody has. Each serves one goroutine.
func (e *Entry) Advisers() (moves, throws bot.Adviser) { return e.typed.advisers() }

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
	return e.typed.sim(ctx, m, c, bots)
}

// Perft counts sequences of throws and moves as sim.Perft does.
func (e *Entry) Perft(m parlour.Match, depth int) (uint64, error) {
	if err := e.owns(m); err != nil {
		return 0, err
	}
	return e.typed.perft(m, depth), nil
}

// PerftFirst counts as sim.PerftFirst does.
func (e *Entry) PerftFirst(m parlour.Match, depth int) (all, first uint64, err error) {
	if err := e.owns(m); err != nil {
		return 0, 0, err
	}
	all, first = e.typed.perftFirst(m, depth)
	return all, first, nil
}

// Divide counts behind every first entry.
func (e *Entry) Divide(m parlour.Match, depth int) ([]Branch, error) {
	if err := e.owns(m); err != nil {
		return nil, err
	}
	return e.typed.divide(m, depth), nil
}
