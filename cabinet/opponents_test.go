package cabinet_test

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parlour/cabinet"
	"parlour/lab/sim"
	"parlour/phrase"
)

// Every size that a game offers can be set up, the usual one first, and contact
// is for two unless people choose otherwise.
func TestSizes(t *testing.T) {
	for _, e := range cabinet.Games() {
		var players []int
		for _, s := range e.Sizes() {
			players = append(players, s.Players)
			setup := s.Setup
			setup.Players = s.Players // refused unless the mode is for that many
			if _, err := e.Game.New(setup); err != nil {
				t.Errorf("%s for %d: %v", e.Info.ID, s.Players, err)
			}
		}
		if want := slices.Sorted(slices.Values(e.Info.Players)); !slices.Equal(slices.Sorted(slices.Values(players)), want) {
			t.Errorf("%s offers %v, want %v", e.Info.ID, players, want)
		}
	}
	sizes := cabinet.ByID("contact").Sizes()
	if want := []string{"2 duel6", "3 three", "4 "}; !slices.Equal(told(sizes), want) {
		t.Errorf("contact offers %q, want %q", told(sizes), want)
	}
	if got := cabinet.ByID("kleefeld").Sizes(); got[0].Players != 4 || got[0].Setup.Players != 0 || got[1].Setup.Players != 2 {
		t.Errorf("kleefeld offers %v", got)
	}
}

func told(sizes []cabinet.Size) (all []string) {
	for _, s := range sizes {
		all = append(all, strconv.Itoa(s.Players)+" "+s.Setup.Mode)
	}
	return all
}

// Lengths in minutes follow from the stored turns and the assumed time of a turn.
func TestMinutes(t *testing.T) {
	want := map[string]int{"kleefeld": 40, "parker": 25, "british": 40, "mensch": 35, "auto-race": 6, "contact": 40, "checkers": 25, "backgammon": 12}
	for _, e := range cabinet.Games() {
		if got := e.Minutes(); got != want[e.Info.ID] {
			t.Errorf("%s: %d minutes for %.1f turns of %v, want %d", e.Info.ID, got, e.Casual.Turns, e.TurnTime(), want[e.Info.ID])
		}
	}
	if got := new(cabinet.Entry).Minutes(); got != 0 {
		t.Errorf("a game nobody has measured takes %d minutes", got)
	}
}

// The lengths among casual players agree with what is simulated now, at a table
// of the usual size.
func TestCasual(t *testing.T) {
	const games = 6
	for _, e := range cabinet.Games() {
		setup := e.Casual.Setup
		setup.Players = e.Sizes()[0].Players
		m, err := e.Game.New(setup)
		if err != nil {
			t.Errorf("%s was not measured at its usual size: %v", e.Info.ID, err)
			continue
		}
		var bots []string
		if len(e.Levels) > 0 {
			bots = []string{"casual", "casual", "casual", "casual"}
		}
		s, err := e.Sim(context.Background(), m, sim.Config{Games: games, Seed: 7}, bots)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Turns.Mean(); math.Abs(got-e.Casual.Turns) > 5*e.Casual.SD/math.Sqrt(games) {
			t.Errorf("%s: %.1f turns, stored are %.1f from %s", e.Info.ID, got, e.Casual.Turns, e.Casual.Command)
		}
	}
}

// Every level has a rating and says in one short line what it is like.
func TestRivals(t *testing.T) {
	for _, e := range cabinet.Games() {
		rivals := e.Rivals(phrase.English)
		if len(rivals) != max(1, len(e.Levels)) {
			t.Errorf("%s has %d rivals for %d levels", e.Info.ID, len(rivals), len(e.Levels))
		}
		for i, r := range rivals {
			if r.Says == "" || strings.Contains(r.Says, "level.") || !slices.Contains(e.Bots, r.Level) {
				t.Errorf("%s: %q says %q", e.Info.ID, r.Level, r.Says)
			}
			if e.Levels == nil {
				continue
			}
			if len(r.Says) > 60 {
				t.Errorf("%s: %q does not fit into a line or two on a phone", r.Level, r.Says)
			}
			if want := e.RatingOf(r.Level); want == nil || r.Rating%10 != 0 || r.Rating < want.Elo-5 || r.Rating > want.Elo+5 || i > 0 && r.Rating <= rivals[i-1].Rating {
				t.Errorf("%s: %s is shown with %d, measured is %+v", e.Info.ID, r.Level, r.Rating, want)
			}
		}
	}
}

// Books about the same game say how they differ, each in one short line.
func TestDiffers(t *testing.T) {
	kin := map[string]map[string]bool{}
	for _, e := range cabinet.Games() {
		b := e.Book
		if (b.Kin == "") != (b.Differs == "") || len(b.Differs) > 48 {
			t.Errorf("%s, a book of %q, differs by %q", b.ID, b.Kin, b.Differs)
		}
		if b.Kin != "" {
			if kin[b.Kin] == nil {
				kin[b.Kin] = map[string]bool{}
			}
			if kin[b.Kin][b.Differs] {
				t.Errorf("%s differs by the same line as another book", b.ID)
			}
			kin[b.Kin][b.Differs] = true
		}
	}
	if len(kin["Ludo"]) != 4 {
		t.Errorf("books of Ludo: %v", kin)
	}
}
