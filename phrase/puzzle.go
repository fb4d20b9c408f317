package phrase

// puzzles holds the names of the themes of puzzles, and what a player is asked.
var puzzles = map[string]string{
	"puzzle.theme-capture":        "Capture",
	"puzzle.theme-double-capture": "Several captures",
	"puzzle.theme-restraint":      "Do not capture",
	"puzzle.theme-shot":           "Give up a man",
	"puzzle.theme-crown":          "Crown",
	"puzzle.theme-enter":          "Enter",
	"puzzle.theme-home":           "Bring home",
	"puzzle.theme-blockade":       "Blockade",
	"puzzle.theme-contact":        "Contact",
	"puzzle.theme-promotion":      "Turn over",
	"puzzle.theme-safety":         "Safety",
	"puzzle.theme-risk":           "Take a risk",
	"puzzle.theme-race":           "Race",
	"puzzle.theme-bear-off":       "Bear off",
	"puzzle.theme-point":          "Make a point",
	"puzzle.theme-cube":           "Doubling cube",
	"puzzle.theme-endgame":        "Endgame",
	"puzzle.theme-win":            "Win",
	"puzzle.theme-save":           "Save the game",
	"puzzle.to-play":              "{seat|Name} to play",
}
