package cabinet

import (
	"math"

	"parlour"
	"parlour/games/race"
	"parlour/rulebook"
)

// Exact are the numbers of a game that is small enough to be computed.
type Exact struct {
	Win    []float64 `json:"win"`    // by order of play: the chance to win
	Turns  float64   `json:"turns"`  // expected number of turns of all players together
	SD     float64   `json:"sd"`     // its standard deviation
	Length []float64 `json:"length"` // by n: the chance that the game has n turns
}

// exactRace returns the numbers of Auto Race for one lap on any track, as long
// as no car hinders another; nil for other tables.
func exactRace(s parlour.Setup) *Exact {
	if s.First != "" {
		return nil
	}
	layout := race.Layouts[0]
	for key, value := range s.Options {
		if key == "layout" {
			for _, l := range race.Layouts {
				if l.Name == value {
					layout = l
				}
			}
			continue
		}
		if key != "tie" && value != rulebook.AutoRace.Option(key).Default {
			return nil
		}
	}
	players := s.Players
	if players == 0 {
		players = max(len(s.Colours), 1)
		if s.Colours == "" {
			players = race.AutoRaceGame().Info().Players[0]
		}
	}
	r := race.ExactRace(layout, players)
	x := &Exact{Win: r.Win, Turns: r.All, Length: r.Length}
	squares := 0.0
	for n, c := range r.Length {
		squares += float64(n) * float64(n) * c
	}
	x.SD = math.Sqrt(squares - r.All*r.All)
	return x
}

// Chances returns the exact chances to win of that many players by order of play,
// if the game is one of pure chance; nil where the players' moves matter.
func (e *Entry) Chances(players int) []float64 {
	if x := e.Exact(parlour.Setup{Players: players}); x != nil {
		return x.Win
	}
	return nil
}
