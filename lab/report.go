package lab

import (
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"

	"parlour"
	"parlour/cabinet"
	"parlour/lab/sim"
	"parlour/learn/theory"
)

// A Report is the result of a study.
type Report struct {
	Game     string           `json:"game"`
	Title    string           `json:"title"`
	Seed     uint64           `json:"seed"`
	Command  string           `json:"command"` // repeats the study
	Whole    bool             `json:"whole"`   // false if the study was interrupted
	Trials   []Outcome        `json:"trials"`
	Effects  []Influence      `json:"effects"`
	Endgames []theory.Endgame `json:"endgames,omitempty"` // exact results, computed without playing
}

// An Outcome is the result of one trial.
type Outcome struct {
	Name    string          `json:"name"`
	Kind    Kind            `json:"kind"`
	Option  string          `json:"option,omitempty"`
	Value   string          `json:"value,omitempty"`
	Command string          `json:"command"` // repeats this trial alone
	Bots    []string        `json:"bots"`
	Found   *sim.Report     `json:"found"`
	Turns   sim.Lengths     `json:"turns"`           // number of games by their turns
	Exact   *theory.Numbers `json:"exact,omitempty"` // exact results, if they can be computed
}

// An Influence is what one value of an option changes.
type Influence struct {
	Option   string `json:"option"`
	Value    string `json:"value"`
	Means    string `json:"means,omitempty"` // the value in words
	With     string `json:"with,omitempty"`  // the other options it needs
	Trial    int    `json:"trial"`
	Against  int    `json:"against"`
	Same     bool   `json:"same"`     // no game was different
	Turns    Change `json:"turns"`    // length of a game
	First    Change `json:"first"`    // share of the wins of the first player
	Captures Change `json:"captures"` // per game
	Stake    Change `json:"stake"`
}

// A Change is the difference of a figure, with its 95 % interval. Both trials use
// the same seeds, but the computation does not make use of that, so the interval is
// a little too wide.
type Change struct {
	Was  float64 `json:"was"`
	Is   float64 `json:"is"`
	By   float64 `json:"by"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Clear reports whether the interval excludes 0.
func (c Change) Clear() bool { return c.Low > 0 || c.High < 0 }

// Percent returns the change in percent of the former value.
func (c Change) Percent() (by, low, high float64) {
	if c.Was == 0 {
		return 0, 0, 0
	}
	return 100 * c.By / c.Was, 100 * c.Low / c.Was, 100 * c.High / c.Was
}

// Report compares the counts of the trials. The effects leave out trials without
// games.
func (s *Study) Report(counts []*sim.Stats) (*Report, error) {
	entry := cabinet.ByID(s.Game)
	r := &Report{Game: s.Game, Title: entry.Info.Title, Seed: s.Seed, Whole: true, Trials: make([]Outcome, len(s.Trials)), Endgames: entry.Endgames()}
	for i := range s.Trials {
		t := &s.Trials[i]
		_, m, bots, err := t.Experiment.Open()
		if err != nil {
			return nil, err
		}
		r.Whole = r.Whole && counts[i].Games == t.Experiment.Games
		r.Trials[i] = Outcome{Name: t.Name, Kind: t.Kind, Option: t.Option, Value: t.Value, Command: t.Experiment.Command(), Bots: t.Experiment.Bots,
			Found: counts[i].Report(m, t.Experiment.Seed, bots), Turns: counts[i].Turns}
		if r.Trials[i].Exact = entry.Exact(t.Experiment.Setup); t.Experiment.From != "" {
			r.Trials[i].Exact = entry.ExactAt(m)
		}
		if t.Against < 0 || counts[i].Games == 0 || counts[t.Against].Games == 0 {
			continue
		}
		a, b := counts[t.Against], counts[i]
		e := Influence{Option: t.Option, Value: t.Value, Trial: i, Against: t.Against, Same: same(a, b),
			Turns: change(a.Turns, b.Turns), Captures: change(a.Captures, b.Captures), Stake: change(a.Stakes, b.Stakes), First: shares(&a.Order[0], &b.Order[0])}
		if t.Against > 0 {
			e.With = r.Trials[t.Against].Name
		}
		for _, v := range entry.Book.Option(t.Option).Values {
			if v.Name == t.Value {
				e.Means = v.Means
			}
		}
		r.Effects = append(r.Effects, e)
	}
	return r, nil
}

// same reports whether the games were the same, apart from the number of choices.
func same(a, b *sim.Stats) bool {
	x, y := *a, *b
	x.Choices, y.Choices = 0, 0
	return reflect.DeepEqual(x, y)
}

// z is the quantile of the normal distribution for 95 % intervals.
const z = 1.959963984540054

// change compares two means (Welch).
func change(a, b sim.Lengths) Change {
	na, _ := a.Sum()
	nb, _ := b.Sum()
	c := Change{Was: a.Mean(), Is: b.Mean()}
	c.By = c.Is - c.Was
	within := z * math.Sqrt(a.SD()*a.SD()/float64(max(1, na))+b.SD()*b.SD()/float64(max(1, nb)))
	c.Low, c.High = c.By-within, c.By+within
	return c
}

// shares compares two shares of wins (Newcombe, from Wilson's intervals).
func shares(a, b *sim.Score) Change {
	c := Change{Was: a.Share(), Is: b.Share()}
	c.By = c.Is - c.Was
	lowA, highA := a.Interval()
	lowB, highB := b.Interval()
	c.Low = c.By - math.Hypot(c.Is-lowB, highA-c.Was)
	c.High = c.By + math.Hypot(highB-c.Is, c.Was-lowA)
	return c
}

// Command returns the command that plays the experiment.
func (e *Experiment) Command() string {
	var b strings.Builder
	fmt.Fprintf(&b, "parlour sim %s --games %d --seed %d", e.Game, e.Games, e.Seed)
	b.WriteString(Flags(e.Setup))
	if len(e.Bots) > 0 {
		fmt.Fprintf(&b, " --bots %s", strings.Join(e.Bots, ","))
	}
	if e.Opening > 0 {
		fmt.Fprintf(&b, " --opening %d", e.Opening)
	}
	if e.MaxMoves > 0 {
		fmt.Fprintf(&b, " --max-moves %d", e.MaxMoves)
	}
	if e.From != "" {
		fmt.Fprintf(&b, " --from '%s'", e.From)
	}
	return b.String()
}

// Flags returns the flags of a setup, each after a blank.
func Flags(s parlour.Setup) string {
	var b strings.Builder
	if s.Players != 0 {
		fmt.Fprintf(&b, " --players %d", s.Players)
	}
	for _, f := range [][2]string{{"mode", s.Mode}, {"colours", s.Colours}, {"seats", s.Seats}, {"first", s.First}, {"preset", s.Preset}} {
		if f[1] != "" {
			fmt.Fprintf(&b, " --%s %s", f[0], f[1])
		}
	}
	for _, k := range slices.Sorted(maps.Keys(s.Options)) {
		fmt.Fprintf(&b, " --option %s=%s", k, s.Options[k])
	}
	return b.String()
}
