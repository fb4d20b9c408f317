package lab

import (
	"cmp"
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parlour/cabinet"
	"parlour/lab/sim"
)

var update = flag.Bool("update", false, "rewrite the tables and drawings of docs/LAB.md")

const chapter = "../docs/LAB.md"

// A block is a table of the chapter that is made from the findings:
//
//	<!-- found: GAME WHAT -->
//	| ... |
//	<!-- end -->
var block = regexp.MustCompile(`(?s)<!-- found: ([a-z-]+) ?([a-z]*) -->\n.*?<!-- end -->`)

// TestChapter checks that docs/LAB.md and its drawings show the findings. -update
// rewrites them.
func TestChapter(t *testing.T) {
	old, err := os.ReadFile(chapter)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	got := block.ReplaceAllStringFunc(string(old), func(text string) string {
		m := block.FindStringSubmatch(text)
		head, _, _ := strings.Cut(text, "\n")
		body, err := blockOf(m[1], m[2])
		if err != nil {
			t.Errorf("%s: %v", head, err)
			return text
		}
		seen[m[1]+" "+m[2]] = true
		return head + "\n" + body + "<!-- end -->"
	})
	for _, id := range cabinet.IDs() {
		for _, what := range []string{"wins", "length", "options", "ends"} {
			if !seen[id+" "+what] {
				t.Errorf("the chapter does not tell the %s of %s", what, id)
			}
		}
		length, wins, options := Findings()[id].Plots(0)
		for name, svg := range map[string][]byte{"length": length, "wins": wins, "options": options} {
			file := filepath.Join("..", "docs", "pictures", "lab-"+id+"-"+name+".svg")
			if !strings.Contains(got, "pictures/"+filepath.Base(file)) {
				t.Errorf("the chapter does not show %s", filepath.Base(file))
			}
			golden(t, file, string(svg))
		}
	}
	golden(t, chapter, got)
}

// golden compares a file, or writes it.
func golden(t *testing.T, file, want string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if have, err := os.ReadFile(file); err != nil || string(have) != want {
		t.Errorf("%s does not match the findings (%v); -update rewrites it", file, err)
	}
}

func blockOf(id, what string) (string, error) {
	var b strings.Builder
	p := &page{w: &b}
	if id == "all" {
		short(p)
		return b.String(), p.err
	}
	f := Findings()[id]
	if f == nil {
		return "", fmt.Errorf("there is no game %q", id)
	}
	switch what {
	case "wins":
		winsOf(p, f)
	case "seats":
		seatsOf(p, f)
	case "length":
		lengthOf(p, f)
	case "options":
		(&Report{Effects: f.Effects}).writeChoices(p)
	case "ends":
		endsOf(p, f)
	case "endgames":
		(&Report{Endgames: cabinet.ByID(id).Endgames()}).writeCensus(p)
	default:
		return "", fmt.Errorf("nothing is called %q", what)
	}
	return b.String(), p.err
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

func winsOf(p *page, f *Finding) {
	most := 0
	for _, t := range f.Tables {
		most = max(most, len(t.Order))
	}
	p.head(append([]string{"table", "games"}, ordinals[:most]...)...)
	for _, t := range f.Tables {
		cells, exact := []string{t.Name, strconv.Itoa(t.Games)}, []string{"exact", ""}
		for i := range most {
			cell, known := "", ""
			if i < len(t.Order) {
				cell = percent(&t.Order[i])
			}
			if i < len(t.Win) {
				known = fmt.Sprintf("%.3f %%", 100*t.Win[i])
			}
			cells, exact = append(cells, cell), append(exact, known)
		}
		p.row(cells...)
		if t.Win != nil {
			p.row(exact...)
		}
	}
}

// seatsOf writes who wins by seat, as the book sets the game up.
func seatsOf(p *page, f *Finding) {
	var head, cells []string
	info := cabinet.ByID(f.Game).Info
	for _, s := range f.Tables[0].Seats {
		head = append(head, info.Seats[info.SeatOf(s.Name)].Name)
		cells = append(cells, percent(&s))
	}
	p.head(head...)
	p.row(cells...)
}

func lengthOf(p *page, f *Finding) {
	p.head("table", "players", "turns", "standard deviation", "median", "90 % of games", "captures")
	for _, t := range f.Tables {
		if t.Kind == ByLine {
			continue
		}
		p.row(t.Name, strings.Join(t.Bots, ", "), fmt.Sprintf("%.1f ± %.1f", t.Turns.Mean, z*t.Turns.SD/math.Sqrt(float64(max(1, t.Games)))), fmt.Sprintf("%.1f", t.Turns.SD),
			strconv.Itoa(t.Turns.Median), fmt.Sprintf("%d to %d", t.Turns.P5, t.Turns.P95), fmt.Sprintf("%.1f", t.Captures))
	}
}

func endsOf(p *page, f *Finding) {
	p.head("table", "how the games ended", "command")
	for _, t := range f.Tables {
		var ends []string
		for _, name := range slices.Sorted(maps.Keys(t.Reasons)) {
			ends = append(ends, fmt.Sprintf("%s %d", name, t.Reasons[name]))
		}
		p.row(t.Name, strings.Join(ends, ", "), "`"+t.Command+"`")
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
