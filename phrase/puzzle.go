package phrase

// puzzles holds the names of the themes of puzzles that games share, and what a
// player is asked.
var puzzles = map[string]string{
	"puzzle.theme-capture":        "Capture",
	"puzzle.theme-double-capture": "Several captures",
	"puzzle.theme-restraint":      "Do not capture",
	"puzzle.theme-enter":          "Enter",
	"puzzle.theme-home":           "Bring home",
	"puzzle.theme-safety":         "Safety",
	"puzzle.theme-risk":           "Take a risk",
	"puzzle.theme-endgame":        "Endgame",
	"puzzle.theme-win":            "Win",
	"puzzle.to-play":              "{seat|Name} to play",
}
