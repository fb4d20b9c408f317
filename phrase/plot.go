package phrase

// plots holds the words of drawings that show what the laboratory counted.
var plots = map[string]string{
	"plot.length":       "Length of a game",
	"plot.turns":        "turns of all players together",
	"plot.games":        "games",
	"plot.no-games":     "No games yet.",
	"plot.mean":         "mean {n}",
	"plot.median":       "median {n}",
	"plot.length-says":  "Half of {games} games had up to {half} turns, 90\u202f% had between {low} and {high}. The mean is {mean}.",
	"plot.length-exact": "The line shows the exact distribution, with a mean of {mean}.",
	"plot.wins":         "Who wins",
	"plot.by-order":     "Who wins, by order of play",
	"plot.order":        "turn order",
	"plot.share":        "share of the wins",
	"plot.wins-says":    "{table}: the first player wins {share} (95\u202f% interval {low} to {high}); a fair share would be {fair}.",
	"plot.seats":        "Who wins, by seat",
	"plot.seat":         "seat",
	"plot.seat-says":    "{seat} wins {share} ({low} to {high}).",
	"plot.choices":      "Choices and length",
	"plot.turns-by":     "change of the number of turns, in %",
	"plot.first":        "Choices and the first player",
	"plot.first-by":     "change of the share of the wins, in percentage points",
	"plot.same":         "the same games",
	"plot.choice-says":  "{choice}: {by} ({low} to {high}).",
	"plot.clear":        "{n} of {all} choices make a clear difference.",
}
