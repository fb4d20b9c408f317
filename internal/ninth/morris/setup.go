package morris

import (
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
	var faults []parlour.Fault
	fault := func(code string, args ...any) { faults = append(faults, Sentences.Fault(code, args...)) }
	if s.Players != 0 && s.Players != 2 {
		fault("fault.players", "game", info.ID, "players", 2, "n", s.Players)
	}
	if s.Colours != "" && s.Colours != "WB" {
		fault("fault.colours", "colours", "WB", "text", strconv.Quote(s.Colours))
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
		first, ok := map[string]string{"W": "white", "B": "black"}[s.First]
		chosen, given := options["first"]
		switch {
		case !ok:
			fault("fault.first", "first", strconv.Quote(s.First), "letters", "W, B")
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
