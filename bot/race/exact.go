package race

import (
	"math"

	"parlour"
	"parlour/games/race"
	"parlour/learn/theory"
	"parlour/rulebook"
)

// ExactAutoRace returns the numbers of Auto Race for one lap on any track, as long
// as no car hinders another; nil for other tables.
func ExactAutoRace(s parlour.Setup) *theory.Numbers {
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
	x := &theory.Numbers{Win: r.Win, Turns: r.All, Length: r.Length}
	squares := 0.0
	for n, c := range r.Length {
		squares += float64(n) * float64(n) * c
	}
	x.SD = math.Sqrt(squares - r.All*r.All)
	return x
}
