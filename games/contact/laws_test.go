package contact

import (
	"testing"

	"parlour"
	"parlour/games/gametest"
)

// setups are all modes with default options and, for each mode, every option
// value that can be combined with it.
func setups() (list []parlour.Setup) {
	for i, mode := range modeNames() {
		list = append(list, parlour.Setup{Mode: mode, Options: map[string]string{"quiet": "400"}})
		for k, options := range variants {
			if mode == "pairs" || mode == "duel12" && options["setup12"] != "" || k%len(modes) == i {
				list = append(list, parlour.Setup{Mode: mode, Options: options})
			}
		}
	}
	return list
}

var variants = []map[string]string{
	{"tile": "wide", "quiet": "40"},
	{"corner": "straight", "quiet": "40"},
	{"jump": "own", "quiet": "40"},
	{"sides": "path", "quiet": "40"},
	{"several": "seat", "quiet": "40"},
	{"several": "all", "quiet": "40"},
	{"several": "pair", "quiet": "40"},
	{"rings": "twelve", "quiet": "40"},
	{"rings": "line", "quiet": "40"},
	{"help": "moved", "quiet": "40"},
	{"help": "free", "quiet": "40"},
	{"mate": "helps", "quiet": "40"},
	{"setup12": "block", "quiet": "40"},
	{"tile": "wide", "corner": "straight", "quiet": "40"},
	{"tile": "wide", "sides": "path", "quiet": "40"},
	{"tile": "wide", "rings": "line", "several": "all", "quiet": "40"},
	{"jump": "own", "corner": "straight", "quiet": "40"},
	{"jump": "own", "sides": "path", "quiet": "40"},
	{"mate": "helps", "help": "moved", "several": "seat", "quiet": "40"},
	{"mate": "helps", "help": "free", "sides": "path", "quiet": "40"},
	{"quiet": "1"},
}

func TestLaws(t *testing.T) {
	var lines []string
	for _, s := range gametest.ReadScenarios(t, "testdata/contact.json") {
		lines = append(lines, s.Position)
	}
	places := map[int][]string{} // by the side of a tile
	config := gametest.Config[Position]{
		Setups: setups(),
		Games:  1,
		Places: func(m parlour.Match) []string {
			full, _, _ := parlour.Typed[Position](m)
			r := full.(*Rules)
			if places[r.side] == nil {
				for _, p := range r.Board().Places {
					places[r.side] = append(places[r.side], p.Name)
				}
			}
			return places[r.side]
		},
	}
	gametest.Run(t, Game(), config)
	config.Setups, config.Lines = nil, lines
	gametest.Run(t, Game(), config)
}
