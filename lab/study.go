package lab

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"parlour"
	"parlour/cabinet"
	"parlour/lab/sim"
	"parlour/lab/work"
	"parlour/rulebook"
)

// A Plan says what a study tries. Zero fields are filled in from the habit of the
// game.
type Plan struct {
	Game    string
	Setup   parlour.Setup // the setup with which the options are tried
	Bots    []string
	Opening int
	Games   int // of each trial
	Seed    uint64
	Options []string // keys of the options to try; nil for all, empty for none
}

// A Study is a set of experiments about one game.
type Study struct {
	Game   string
	Seed   uint64
	Trials []Trial
}

// A Trial is one experiment of a study.
type Trial struct {
	Name       string // "4 players", "jump=off"
	Kind       Kind
	Option     string // the option it tries, for the kind ByOption
	Value      string // its value
	Against    int    // index of the trial to compare it with; -1 for none
	Experiment Experiment
}

// A Kind says what a trial varies.
type Kind string

// The kinds of trials.
const (
	ByTable  Kind = "table"  // the number of players or the mode
	ByPlayer Kind = "player" // the players
	ByLine   Kind = "line"   // a position that is played out
	ByOption Kind = "option" // one value of an option
)

// Study returns the experiments of a plan, or an error that says what is wrong with
// the plan.
func (p Plan) Study() (*Study, error) {
	e := cabinet.ByID(p.Game)
	if e == nil {
		return nil, fmt.Errorf("there is no game %q; the games are %s", p.Game, strings.Join(cabinet.IDs(), ", "))
	}
	h := e.Habit
	b := builder{entry: e, habit: h, base: Experiment{Game: p.Game, Setup: p.Setup, Bots: p.Bots, Opening: p.Opening, Games: p.Games, Seed: p.Seed}}
	usual := b.base.Bots == nil
	if usual {
		b.base.Bots, b.base.Opening = h.Bots, h.Opening
	}
	if b.base.Games == 0 {
		b.base.Games = h.Games
	}
	plain := isPlain(p.Setup)
	name := "this table"
	if plain {
		name = h.Tables[0].Name
	}
	b.add(name, ByTable, b.base)
	for _, t := range h.Tables[1:] {
		if plain {
			x := b.base
			x.Setup = t.Setup
			b.add(t.Name, ByTable, x)
		}
	}
	for _, name := range h.Others {
		if usual && plain {
			x := b.base
			x.Bots, x.Opening = []string{name}, 0
			x.Games = min(x.Games, h.Few)
			b.add(name+" players", ByPlayer, x)
		}
	}
	for _, l := range h.Lines {
		if plain {
			x := b.base
			x.From, x.Bots, x.Opening = l.Position, []string{"greedy"}, 0
			b.add(l.Name, ByLine, x)
		}
	}
	if err := b.options(p.Options); err != nil {
		return nil, err
	}
	return &Study{Game: p.Game, Seed: p.Seed, Trials: b.trials}, b.check()
}

// isPlain reports whether a setup is that of the book.
func isPlain(s parlour.Setup) bool {
	return s.Mode == "" && s.Players == 0 && s.Colours == "" && s.Seats == "" && s.First == "" && s.Preset == "" && len(s.Options) == 0
}

// A builder makes the trials of a study.
type builder struct {
	entry  *cabinet.Entry
	habit  cabinet.Habit
	base   Experiment
	trials []Trial
}

func (b *builder) add(name string, kind Kind, e Experiment) int {
	b.trials = append(b.trials, Trial{Name: name, Kind: kind, Against: -1, Experiment: e})
	return len(b.trials) - 1
}

// check returns what is wrong with the trials.
func (b *builder) check() error {
	for _, t := range b.trials {
		if _, _, _, err := t.Experiment.Open(); err != nil {
			return err
		}
	}
	return nil
}

// options adds a trial for each value of the options with the given keys.
func (b *builder) options(keys []string) error {
	book := b.entry.Book
	for _, key := range keys {
		if book.Option(key) == nil {
			_, faults := book.Choose(map[string]string{key: ""})
			return errors.New(faults[0].String())
		}
	}
	// Options that need others come last, because what they need may be a trial by then.
	order := slices.SortedStableFunc(slices.Values(book.Options), func(x, y rulebook.Option) int {
		_, needs := b.habit.Needs[x.Key]
		_, other := b.habit.Needs[y.Key]
		switch {
		case needs == other:
			return 0
		case needs:
			return 1
		}
		return -1
	})
	for _, o := range order {
		if keys == nil && slices.Contains(b.habit.Leave, o.Key) || keys != nil && !slices.Contains(keys, o.Key) {
			continue
		}
		values := slices.Clone(b.habit.Values[o.Key])
		for _, v := range o.Values {
			values = append(values, v.Name)
		}
		against := -1
		for _, v := range values {
			if v == b.value(o.Key) {
				continue
			}
			if against < 0 {
				if against = b.against(o.Key); against < 0 {
					break // the option has no effect with the setup of the plan
				}
			}
			x := b.trials[against].Experiment
			x.Setup.Options = maps.Clone(x.Setup.Options)
			if x.Setup.Options == nil {
				x.Setup.Options = map[string]string{}
			}
			x.Setup.Options[o.Key] = v
			if _, err := b.entry.Game.New(x.Setup); err != nil {
				continue // it cannot be combined with the others
			}
			n := b.add(o.Key+"="+v, ByOption, x)
			b.trials[n].Option, b.trials[n].Value, b.trials[n].Against = o.Key, v, against
		}
	}
	return nil
}

// value returns the value of an option in the setup of the plan.
func (b *builder) value(key string) string {
	if v, ok := b.base.Setup.Options[key]; ok {
		return v
	}
	return b.entry.Book.Option(key).Default
}

// against returns the index of the trial to compare the values of an option with,
// and adds that trial if it is missing. It returns -1 if the option needs another
// setup than that of the plan.
func (b *builder) against(key string) int {
	need, special := b.habit.Needs[key]
	if !special {
		return 0
	}
	x := b.base
	if need.Seats != "" || need.Mode != "" {
		if !isPlain(parlour.Setup{Mode: x.Setup.Mode, Seats: x.Setup.Seats, Players: x.Setup.Players, Colours: x.Setup.Colours, First: x.Setup.First}) &&
			(x.Setup.Mode != need.Mode || x.Setup.Seats != need.Seats) {
			return -1
		}
		x.Setup.Mode, x.Setup.Seats = need.Mode, need.Seats
	}
	x.Setup.Options = maps.Clone(x.Setup.Options)
	for k, v := range need.Options {
		if x.Setup.Options == nil {
			x.Setup.Options = map[string]string{}
		}
		x.Setup.Options[k] = v
	}
	for i, t := range b.trials {
		if (t.Kind == ByTable || t.Kind == ByOption) && sameSetup(t.Experiment.Setup, x.Setup) {
			return i
		}
	}
	return b.add("with "+describe(x.Setup), ByTable, x)
}

func sameSetup(a, b parlour.Setup) bool {
	return a.Mode == b.Mode && a.Players == b.Players && a.Colours == b.Colours && a.Seats == b.Seats && a.First == b.First && a.Preset == b.Preset && maps.Equal(a.Options, b.Options)
}

// describe describes a setup: "barrier=yes", "seats 123n, nduty=on".
func describe(s parlour.Setup) string {
	var parts []string
	for _, f := range [][2]string{{"mode", s.Mode}, {"seats", s.Seats}, {"colours", s.Colours}, {"first", s.First}, {"preset", s.Preset}} {
		if f[1] != "" {
			parts = append(parts, f[0]+" "+f[1])
		}
	}
	if s.Players != 0 {
		parts = append(parts, strconv.Itoa(s.Players)+" players")
	}
	for _, k := range slices.Sorted(maps.Keys(s.Options)) {
		parts = append(parts, k+"="+s.Options[k])
	}
	return strings.Join(parts, ", ")
}

// Games returns the number of games in the study.
func (s *Study) Games() (n int) {
	for i := range s.Trials {
		n += s.Trials[i].Experiment.Games
	}
	return n
}

// Run has the crew play all trials and returns their counts in the order of the
// trials. Progress, if not nil, is told how many games are counted. If ctx ends,
// Run returns the counts so far with the error.
func (s *Study) Run(ctx context.Context, crew work.Crew, progress func(games int)) ([]*sim.Stats, error) {
	var tasks []work.Task
	var of []int // trial of each task
	sums := make([]*sim.Stats, len(s.Trials))
	for i := range s.Trials {
		part, err := s.Trials[i].Experiment.Tasks()
		if err != nil {
			return nil, err
		}
		tasks = append(tasks, part...)
		of = append(of, slices.Repeat([]int{i}, len(part))...)
		sums[i] = sim.NewStats()
	}
	games := 0
	err := crew.Run(ctx, tasks, func(n int, result json.RawMessage) error {
		sum := sums[of[n]]
		games -= sum.Games
		if err := addShard(sum, result); err != nil {
			return err
		}
		games += sum.Games
		if progress != nil {
			progress(games)
		}
		return nil
	})
	return sums, err
}
