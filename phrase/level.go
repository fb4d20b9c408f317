package phrase

// levels says in one line what each level of bots is like.
var levels = map[string]string{
	"level.beginner": "Still learning. Takes what it can and overlooks threats.",
	"level.casual":   "Plays sensibly, but mixes up moves that are close.",
	"level.strong":   "Makes few mistakes, and only small ones.",
	"level.expert":   "Looks ahead and plays the best move it finds.",
}
