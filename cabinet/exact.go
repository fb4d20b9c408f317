package cabinet

import (
	"math"

	"parlour"
	"parlour/games/race"
)

// Exact are the numbers of a game that is small enough to be computed.
type Exact struct {
	Win    []float64 `json:"win"`    // by order of play: the chance to win
	Turns  float64   `json:"turns"`  // expected number of turns of all players together
	SD     float64   `json:"sd"`     // its standard deviation
	Length []float64 `json:"length"` // by n: the chance that the game has n turns
}

// Exact returns the numbers of the game at a table, or nil where they are not
// known. Those of Auto Race are known for one lap on any track, as long as no
// car hinders another.
func (e *Entry) Exact(s parlour.Setup) *Exact {
	if e.Info.ID != "auto-race" || s.First != "" {
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
		if key != "tie" && value != e.Book.Option(key).Default {
			return nil
		}
	}
	players := s.Players
	if players == 0 {
		players = max(len(s.Colours), 1)
		if s.Colours == "" {
			players = e.Info.Players[0]
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
