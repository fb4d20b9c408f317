package checkers

import (
	"fmt"
	"maps"
	"slices"

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
	var faults []string
	if s.Players != 0 && s.Players != 2 {
		faults = append(faults, fmt.Sprintf("checkers is for 2 players, not %d", s.Players))
	}
	if s.Colours != "" && s.Colours != "BW" {
		faults = append(faults, fmt.Sprintf("the colours are BW, not %q", s.Colours))
	}
	if s.Seats != "" && s.Seats != "12" {
		faults = append(faults, fmt.Sprintf("each player has one colour, so seats must be 12, not %q", s.Seats))
	}
	if s.Mode != "" {
		faults = append(faults, fmt.Sprintf("checkers has no modes, so it cannot have mode %q", s.Mode))
	}
	if s.Preset != "" {
		faults = append(faults, fmt.Sprintf("checkers has no presets, so it cannot have preset %q", s.Preset))
	}
	options := s.Options
	if s.First != "" {
		first, ok := map[string]string{"B": "black", "W": "white"}[s.First]
		chosen, given := options["first"]
		switch {
		case !ok:
			faults = append(faults, fmt.Sprintf("B or W must begin, not %q", s.First))
		case given && chosen != first:
			faults = append(faults, fmt.Sprintf("first is %s, but the option says first=%s", s.First, chosen))
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
