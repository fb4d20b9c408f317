package lab

import (
	"parlour"
	"parlour/cabinet"
)

// A Habit is how the laboratory looks at a game unless it is told otherwise.
type Habit struct {
	Bots    []string // who plays
	Opening int      // random moves before they begin
	Games   int      // of each trial, so that a study takes about a minute on two processors
	Few     int      // of each trial with other players, which may think longer

	tables []table
	lines  []line
	others []string                 // other players that play the game of the book
	values map[string][]string      // what is tried of options that are numbers
	needs  map[string]parlour.Setup // what has to be set for an option to matter
	leave  map[string]bool          // options that are not tried
}

// A table is a way to sit down.
type table struct {
	name  string
	setup parlour.Setup
}

// A line is a position that is played out, because its chances are known.
type line struct{ name, position string }

// twoEach and neutral are tables of mensch that some of its options need.
var (
	twoEach = parlour.Setup{Seats: "1212"}
	neutral = parlour.Setup{Seats: "123n"}
)

// crowd are the tables of a game for two to four.
var crowd = []table{
	{"4 players", parlour.Setup{}},
	{"3 players", parlour.Setup{Players: 3}},
	{"2 players", parlour.Setup{Players: 2}},
}

// with returns the setup with these options.
func with(s parlour.Setup, keysAndValues ...string) parlour.Setup {
	s.Options = map[string]string{}
	for i := 0; i < len(keysAndValues); i += 2 {
		s.Options[keysAndValues[i]] = keysAndValues[i+1]
	}
	return s
}

var greedy = []string{"greedy"}

// habits by game. The greedy players are fixed for good, so that what they show
// of a book stays; where they cannot bring a game to its end, or never use what
// an option is about, the gentlest level plays.
var habits = map[string]Habit{
	"kleefeld": {Bots: greedy, Games: 4000, Few: 1000, others: []string{"random", "casual"},
		tables: []table{crowd[0], crowd[2]}},
	"parker": {Bots: greedy, Games: 3000, Few: 1000, others: []string{"random", "casual"},
		tables: crowd},
	"british": {Bots: greedy, Games: 4000, Few: 1000, others: []string{"random", "casual"},
		tables: crowd},
	"mensch": {Bots: greedy, Games: 4000, Few: 1000, others: []string{"random", "casual"},
		tables: append(crowd[:3:3], table{"2 players with two colours each", twoEach}, table{"3 players and a neutral colour", neutral}),
		needs: map[string]parlour.Setup{
			"apair":    with(parlour.Setup{}, "barrier", "yes"),
			"backmust": with(parlour.Setup{}, "back", "yes", "must", "yes"),
			"homeback": with(parlour.Setup{}, "back", "yes"),
			"huff":     with(parlour.Setup{}, "must", "yes"),
			"pick":     with(parlour.Setup{}, "must", "yes"),
			"prio":     with(parlour.Setup{}, "must", "yes"),
			"double":   twoEach,
			"kin":      twoEach,
			"last-six": neutral,
			"nduty":    neutral,
			"neutral":  neutral,
			"nown":     neutral,
			"nprio":    with(neutral, "nduty", "on"),
			"nmust":    with(neutral, "must", "yes"),
		}},
	"auto-race": {Bots: []string{"random"}, Games: 20000,
		tables: crowd,
		values: map[string][]string{"laps": {"2", "3"}}},
	"contact": {Bots: greedy, Opening: 8, Games: 2000, Few: 300, others: []string{"random", "beginner"},
		tables: []table{
			{"4 players", parlour.Setup{}},
			{"2 pairs", parlour.Setup{Mode: "pairs"}},
			{"3 players", parlour.Setup{Mode: "three"}},
			{"2 players with 6 tiles", parlour.Setup{Mode: "duel6"}},
			{"2 players with 12 tiles", parlour.Setup{Mode: "duel12"}},
		},
		values: map[string][]string{"quiet": {"20", "50", "200"}},
		needs: map[string]parlour.Setup{
			"help":    {Mode: "pairs"},
			"mate":    {Mode: "pairs"},
			"setup12": {Mode: "duel12"},
			"several": {Mode: "pairs"},
		}},
	"checkers": {Bots: []string{"beginner"}, Games: 4000, Few: 300, others: []string{"random", "casual"},
		tables: []table{{"2 players", parlour.Setup{}}},
		values: map[string][]string{"quiet": {"20", "80"}},
		leave:  map[string]bool{"repeat": true}}, // a table counts repetitions, not the rules
	"backgammon": {Bots: []string{"beginner"}, Games: 1500, Few: 300, others: []string{"greedy", "casual"},
		tables: []table{
			{"for a stake", parlour.Setup{}},
			{"one game without doubling", with(parlour.Setup{}, "doubling", "none")},
			{"as in 1928", parlour.Setup{Preset: "1928"}},
			{"as in 1931", parlour.Setup{Preset: "1931"}},
			{"for money", parlour.Setup{Preset: "money"}},
		},
		lines: []line{
			{"2 men on the six point each", "backgammon[doubling=none] XGID=------B------------b------:0:0:1:00:0:0:0:0:0 throw"},
			{"4 men each, 2 on the four and 2 on the five point", "backgammon[doubling=none] XGID=----BB-------------bb-----:0:0:1:00:0:0:0:0:0 throw"},
			{"6 men each, one on each point", "backgammon[doubling=none] XGID=-AAAAAA------------aaaaaa-:0:0:1:00:0:0:0:0:0 throw"},
		},
		values: map[string][]string{"match": {"1", "3", "5"}, "auto-doubles": {"1"}, "cube-max": {"1", "2"}},
		needs: map[string]parlour.Setup{
			"crawford":  with(parlour.Setup{}, "match", "3"),
			"dead-cube": with(parlour.Setup{}, "match", "3"),
		}},
}

// HabitOf returns how the laboratory looks at a game. One without a habit is
// played greedily at the table of its book.
func HabitOf(e *cabinet.Entry) Habit {
	if h, ok := habits[e.Info.ID]; ok {
		return h
	}
	return Habit{Bots: greedy, Games: 1000, tables: []table{{"the table of the book", parlour.Setup{}}}}
}
