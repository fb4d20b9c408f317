package checkers

import (
	"maps"
	"slices"
	"strconv"

	"parlour"
	"parlour/rulebook"
)

var info = parlour.Info{
	ID:    "checkers",
	Title: "Checkers",
	Maker: "Parker Brothers",
	Year:  "1928",
	Seats: []parlour.SeatInfo{
		{Letter: "B", Name: "black"},
		{Letter: "W", Name: "white"},
	},
	Players: []int{2},
	Form:    "11-15, 18x25, 22x13x6, h22 1-6 or compel",
}

// Game returns checkers as catalogues and tables use it.
func Game() parlour.Game { return parlour.Erase(info, New, Read) }

// New compiles the rules for a setup. Only First and Options matter; First is
// another way to choose the option first. The error is a *parlour.SetupError.
func New(s parlour.Setup) (*Rules, error) {
	var faults []parlour.Fault
	fault := func(code string, args ...any) { faults = append(faults, Sentences.Fault(code, args...)) }
	if s.Players != 0 && s.Players != 2 {
		fault("fault.players", "game", info.ID, "players", 2, "n", s.Players)
	}
	if s.Colours != "" && s.Colours != "BW" {
		fault("fault.colours", "colours", "BW", "text", strconv.Quote(s.Colours))
	}
	if s.Seats != "" && s.Seats != "12" {
		fault("fault.owners")
	}
	if s.Mode != "" {
		fault("fault.no-modes", "game", info.ID, "mode", strconv.Quote(s.Mode))
	}
	if s.Preset != "" {
		fault("fault.no-presets", "game", info.ID, "preset", strconv.Quote(s.Preset))
	}
	options := s.Options
	if s.First != "" {
		first, ok := map[string]string{"B": "black", "W": "white"}[s.First]
		chosen, given := options["first"]
		switch {
		case !ok:
			fault("fault.first", "first", strconv.Quote(s.First), "letters", "B, W")
		case given && chosen != first:
			fault("fault.conflict", "one", "first="+first, "other", "first="+chosen)
		default:
			options = maps.Clone(options)
			if options == nil {
				options = map[string]string{}
			}
			options["first"] = first
		}
	}
	settings, bad := rulebook.Checkers.Choose(options)
	faults = append(faults, bad...)
	r, bad := compile(settings)
	if faults = append(faults, bad...); len(faults) > 0 {
		return nil, &parlour.SetupError{Game: "checkers", Faults: slices.Clip(faults)}
	}
	return r, nil
}

// Draws says that the players may agree on a draw, and how often a position
// must occur for a draw; 0 if repetition never is one. The match counts,
// because the position does not remember. [checkers/r-repeat]
// [checkers/draw-agreed]
// [checkers/resign]
func (r *Rules) Draws() (agree bool, repeat int) { return true, r.repeat }
