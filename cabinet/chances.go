package cabinet

import "parlour/games/race"

// Chances returns by order of play the exact chances to win of so many players
// in a game of pure chance, or nil where the moves of players matter.
func (e *Entry) Chances(players int) []float64 {
	if e.Info.ID != "auto-race" {
		return nil
	}
	return race.ExactRace(race.Layouts[0], players).Win
}
