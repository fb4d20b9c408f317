package morris

import (
	"fmt"
	"maps"
	"strconv"

	"parlour"
	"parlour/rulebook"
)

var info = parlour.Info{
	ID:    "morris",
	Title: "Nine Men's Morris",
	Maker: "traditional",
	Year:  "medieval",
	Seats: []parlour.SeatInfo{
		{Letter: "W", Name: "white"},
		{Letter: "B", Name: "black"},
	},
	Players: []int{2},
	Form:    "d6, a7-d7, or with the man it takes d6xb4, a7-d7xb4",
}

// Game returns the game for catalogues and tables.
func Game() parlour.Game { return parlour.Erase(info, New, Read) }

// New compiles the rules for a setup. Only First and Options mean something;
// First is another way to choose the option of that name. The error is a
// *parlour.SetupError.
func New(s parlour.Setup) (*Rules, error) {
	var faults []string
	if s.Players != 0 && s.Players != 2 {
		faults = append(faults, fmt.Sprintf("morris is for 2 players, not %d", s.Players))
	}
	if s.Colours != "" && s.Colours != "WB" {
		faults = append(faults, fmt.Sprintf("the colours are WB, not %q", s.Colours))
	}
	if s.Seats != "" && s.Seats != "12" {
		faults = append(faults, fmt.Sprintf("each player has one colour: the seats are 12, not %q", s.Seats))
	}
	if s.Mode != "" {
		faults = append(faults, fmt.Sprintf("morris has no modes, so no %q", s.Mode))
	}
	if s.Preset != "" {
		faults = append(faults, fmt.Sprintf("morris has no presets, so no %q", s.Preset))
	}
	options := s.Options
	if s.First != "" {
		first, ok := map[string]string{"W": "white", "B": "black"}[s.First]
		chosen, given := options["first"]
		switch {
		case !ok:
			faults = append(faults, fmt.Sprintf("W or B begins, not %q", s.First))
		case given && chosen != first:
			faults = append(faults, fmt.Sprintf("%s begins, but the option says first=%s", s.First, chosen))
		default:
			options = maps.Clone(options)
			if options == nil {
				options = map[string]string{}
			}
			options["first"] = first
		}
	}
	settings, bad := Book.Choose(options)
	if faults = append(faults, bad...); len(faults) > 0 {
		return nil, &parlour.SetupError{Game: info.ID, Faults: faults}
	}
	return compile(settings), nil
}

// compile makes rules of settings.
func compile(s rulebook.Settings) *Rules {
	r := &Rules{settings: s}
	if Book.Is(s, "first", "black") { // [morris/r-first]
		r.first = Black
	}
	r.fly = Book.Is(s, "fly", "yes")
	r.none = Book.Is(s, "locked", "none")
	n, _ := strconv.Atoi(Book.Value(s, "quiet"))
	r.quiet = uint32(2 * n)
	r.repeat, _ = strconv.Atoi(Book.Value(s, "repeat"))
	return r
}

// Draws says that the players may agree on a draw, and how often a position
// must occur for one, 0 for never. The match counts, because a position does
// not remember. [morris/r-agree] [morris/r-repeat]
func (r *Rules) Draws() (agree bool, repeat int) { return true, r.repeat }
