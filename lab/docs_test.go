package lab

import (
	"cmp"
	"flag"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"parlour/cabinet"
	"parlour/lab/sim"
)

var update = flag.Bool("update", false, "rewrite the table of docs/LAB.md")

const chapter = "../docs/LAB.md"

// The table of the chapter that is made from the findings.
var block = regexp.MustCompile(`(?s)(<!-- found: all -->\n).*?(<!-- end -->)`)

// TestChapter checks that docs/LAB.md shows the findings. -update rewrites it.
func TestChapter(t *testing.T) {
	old, err := os.ReadFile(chapter)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	p := &page{w: &b}
	short(p)
	found := block.FindSubmatch(old)
	if found == nil || p.err != nil {
		t.Fatalf("the chapter has no table: %v", p.err)
	}
	want := strings.Replace(string(old), string(found[0]), string(found[1])+b.String()+string(found[2]), 1)
	if *update {
		if err := os.WriteFile(chapter, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if want != string(old) {
		t.Errorf("%s does not match the findings; -update rewrites it", chapter)
	}
}

func percent(s *sim.Standing) string {
	return fmt.Sprintf("%.1f %% (%.1f to %.1f)", 100*s.Share, 100*s.Low, 100*s.High)
}

// short writes one row for each game, played as its book sets it up.
func short(p *page) {
	p.head("game", "players", "first player wins", "fair share", "turns", "90 % of games", "captures", "longest with", "shortest with")
	for _, id := range cabinet.IDs() {
		f := Findings()[id]
		t := &f.Tables[0]
		effects := slices.DeleteFunc(slices.Clone(f.Effects), func(e Influence) bool { return e.Against != 0 || !e.Turns.Clear() })
		slices.SortFunc(effects, func(a, b Influence) int {
			x, _, _ := a.Turns.Percent()
			y, _, _ := b.Turns.Percent()
			return cmp.Compare(y, x)
		})
		most, least := "", ""
		if n := len(effects); n > 0 {
			name := func(e Influence) string {
				by, _, _ := e.Turns.Percent()
				return fmt.Sprintf("%s=%s, %+.0f %%", e.Option, e.Value, by)
			}
			if effects[0].Turns.By > 0 {
				most = name(effects[0])
			}
			if effects[n-1].Turns.By < 0 {
				least = name(effects[n-1])
			}
		}
		p.row(cabinet.ByID(id).Info.Title, fmt.Sprintf("%d %s", len(t.Order), t.Bots[0]), percent(&t.Order[0]), fmt.Sprintf("%.0f %%", 100/float64(len(t.Order))),
			fmt.Sprintf("%.0f", t.Turns.Mean), fmt.Sprintf("%d to %d", t.Turns.P5, t.Turns.P95), fmt.Sprintf("%.1f", t.Captures), most, least)
	}
}

// The findings match the games: they cover every option of every book, and the
// tables add up.
func TestFindingsAreWhole(t *testing.T) {
	for _, e := range cabinet.Games() {
		f := Findings()[e.Info.ID]
		if f == nil {
			t.Errorf("nothing was found of %s", e.Info.ID)
			continue
		}
		study, err := Plan{Game: e.Info.ID, Seed: 1928}.Study()
		if err != nil {
			t.Fatal(err)
		}
		want := 0
		for _, x := range study.Trials {
			if x.Kind == ByOption {
				want++
				if !slices.ContainsFunc(f.Effects, func(i Influence) bool { return i.Option == x.Option && i.Value == x.Value }) {
					t.Errorf("%s: %s was not tried; measure again: %s", e.Info.ID, x.Name, f.Command)
				}
			}
		}
		if len(f.Effects) != want {
			t.Errorf("%s: %d choices were tried, the study has %d", e.Info.ID, len(f.Effects), want)
		}
		n, _ := f.Tables[0].Lengths.Sum()
		if n != f.Games || f.Games != study.Trials[0].Experiment.Games {
			t.Errorf("%s: %d lengths of %d games; the study plays %d", e.Info.ID, n, f.Games, study.Trials[0].Experiment.Games)
		}
	}
}

// The findings can be reproduced with players that never change, on a sample of
// games with another seed.
func TestFoundAgain(t *testing.T) {
	for _, id := range []string{"kleefeld", "parker", "british", "mensch", "auto-race"} {
		f := Findings()[id]
		study, err := Plan{Game: id, Seed: 1066, Games: 400, Options: []string{}}.Study()
		if err != nil {
			t.Fatal(err)
		}
		e := study.Trials[0].Experiment
		stats, err := e.Run(t.Context(), hands(), nil)
		if err != nil {
			t.Fatal(err)
		}
		// Four standard deviations of the difference of both means.
		within := 4 * math.Hypot(stats.Turns.SD()/20, f.Tables[0].Turns.SD/math.Sqrt(float64(f.Games)))
		if got := stats.Turns.Mean(); math.Abs(got-f.Tables[0].Turns.Mean) > within {
			t.Errorf("%s: %.1f turns, found were %.1f (%.1f apart at most)", id, got, f.Tables[0].Turns.Mean, within)
		}
	}
}

// The chapter names the numbers of games and choices in its text. They are those
// of the studies.
func TestChapterCounts(t *testing.T) {
	games, choices, quiet, same := 0, 0, 0, 0
	for _, id := range cabinet.IDs() {
		study, err := Plan{Game: id, Seed: 1928}.Study()
		if err != nil {
			t.Fatal(err)
		}
		games += study.Games()
		for _, e := range Findings()[id].Effects {
			choices++
			if !e.Turns.Clear() && !e.First.Clear() {
				quiet++
			}
			if e.Same {
				same++
			}
		}
	}
	text, err := os.ReadFile(chapter)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		fmt.Sprintf("played %d,%03d times", games/1000, games%1000),
		fmt.Sprintf("Of %d choices, %d have no measurable effect", choices, quiet),
		fmt.Sprintf("and %d of these change no game at all", same),
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the chapter should say %q", want)
		}
	}
}
