package checkers

import (
	"fmt"
	"strings"
)

// openings are the names that players have given to first moves. Only names
// that the literature agrees on are here.
const openings = `
9-13: Edinburgh
9-13 22-18 11-15: Edinburgh Single
9-13 22-18 11-16: Wilderness
9-13 23-18 11-16: Second Wilderness
9-14: Double Corner
9-14 23-18: Double Cross
9-14 23-19 10-15: Rattlesnake
10-14: Denny
10-14 22-17 11-16: Gemini
10-14 22-18 12-16: White Doctor
10-14 24-19 6-10: Nemesis
10-15: Kelso
10-15 21-17 7-10: Octopus
10-15 22-17 15-19: Skullcracker
10-15 23-18: Kelso Cross
10-15 23-19 11-16: Gemini
11-15: Old Faithful
11-15 21-17: Switcher
11-15 22-17 15-19: Dyke
11-15 22-18: Single Corner
11-15 23-18: Cross
11-15 23-19 9-13: Will o' the Wisp
11-15 24-19: Second Double Corner
11-15 24-20: Ayrshire Lassie
11-16: Bristol
11-16 21-17: Leeds
11-16 22-17 9-13: Third Wilderness
11-16 23-18: Bristol Cross
11-16 23-19: Twilight Zone
11-16 24-19: Paisley
12-16: Dundee
12-16 21-17 9-14: Minotaur
12-16 24-20 8-12: Bonnie Dundee
12-16 24-20 10-15: Skunk
`

// OpeningName returns what players call an opening: the name of the longest
// beginning of its moves that has one, and how many moves that has.
func OpeningName(moves [][2]int) (name string, n int) {
	text := ""
	for i, m := range moves {
		text = strings.TrimSpace(fmt.Sprintf("%s %d-%d", text, m[0], m[1]))
		if _, rest, ok := strings.Cut(openings, "\n"+text+": "); ok {
			name, _, _ = strings.Cut(rest, "\n")
			n = i + 1
		}
	}
	return name, n
}
