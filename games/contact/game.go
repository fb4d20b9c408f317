package contact

import "parlour"

// form describes a move for people.
const form = "from-to such as h8-h9, a whole way such as f1-f2-e2, or pass"

// Info describes the game.
func Info() parlour.Info {
	return parlour.Info{
		ID:    "contact",
		Title: "Contact",
		Maker: "Klauber Novelty Co.",
		Seats: []parlour.SeatInfo{
			{Letter: "s", Name: "south"}, {Letter: "w", Name: "west"}, {Letter: "n", Name: "north"}, {Letter: "e", Name: "east"},
		},
		Players: []int{4, 3, 2},
		Modes:   modeNames(),
		Form:    form,
	}
}

// Game returns the game without its position type.
func Game() parlour.Game { return parlour.Erase(Info(), Open, Read) }
