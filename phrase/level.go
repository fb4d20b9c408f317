package phrase

// levels holds one line for each level of bots. A measured one says how many
// games of 100 the level wins against the level before it; ties count half.
var levels = map[string]string{
	"level.beginner":        "Still learning: many moves are random or careless.",
	"level.casual":          "Plays sensibly, with slips.",
	"level.strong":          "Slips rarely.",
	"level.expert":          "Looks ahead and never slips on purpose.",
	"level.casual-measured": "Plays sensibly, with slips. Wins about {n} of 100 games against a {before}.",
	"level.strong-measured": "Slips rarely. Wins about {n} of 100 games against a {before} bot.",
	"level.expert-measured": "Looks ahead and never slips on purpose. Wins about {n} of 100 games against a {before} bot.",
}
