package cabinet

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// A Rating says how strong a program is in one game, on the Elo scale: a player
// with 100 more wins 64 of 100 games, one with 200 more 76, one with 400 more 91. The
// weakest level of every game has Gentle, so ratings of different games cannot be
// compared.
type Rating struct {
	Player string `json:"player"`
	Elo    int    `json:"rating"`
	Low    int    `json:"low"` // 95 % interval, from the distance to the weakest level
	High   int    `json:"high"`
	Games  int    `json:"games"` // played to find it
}

// Half returns half of the interval.
func (r *Rating) Half() int { return r.High - r.Elo }

// Gentle is the rating of the weakest level.
const Gentle = 1000

//go:embed ratings.txt
var ratingsFile string

// ratings are the measured ratings by game.
var ratings = sync.OnceValue(func() map[string][]Rating {
	all, err := ParseRatings(ratingsFile)
	if err != nil {
		panic("cabinet: ratings.txt: " + err.Error())
	}
	return all
})

// ParseRatings reads a file of ratings.
func ParseRatings(text string) (map[string][]Rating, error) {
	all := map[string][]Rating{}
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		var game string
		var r Rating
		var half int
		if _, err := fmt.Sscanf(line, "%s %s %d %d %d", &game, &r.Player, &r.Elo, &half, &r.Games); err != nil {
			return nil, fmt.Errorf("line %d, %q: expected a game, a player and three numbers: %w", n, line, err)
		}
		r.Low, r.High = r.Elo-half, r.Elo+half
		all[game] = append(all[game], r)
	}
	return all, nil
}

// FormatRatings writes a file of ratings, the games in the order of the shelf.
func FormatRatings(all map[string][]Rating) string {
	var b strings.Builder
	b.WriteString(`# How strong the programs are. "parlour ladder" measures this and writes it;
# docs/STRENGTH.md explains it.
#
# game player rating half-of-the-95-%-interval games
`)
	for _, id := range IDs() {
		for _, r := range all[id] {
			fmt.Fprintf(&b, "%s %s %d %d %d\n", id, r.Player, r.Elo, r.Half(), r.Games)
		}
	}
	return b.String()
}

// RatingOf returns the rating of a program, or nil if nobody has measured it.
func (e *Entry) RatingOf(player string) *Rating {
	i := slices.IndexFunc(e.Ratings, func(r Rating) bool { return r.Player == player })
	if i < 0 {
		return nil
	}
	return &e.Ratings[i]
}
