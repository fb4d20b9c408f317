package cabinet

import (
	"fmt"

	"parlour"
	backgammonbot "parlour/bot/backgammon"
	checkersbot "parlour/bot/checkers"
	contactbot "parlour/bot/contact"
	racebot "parlour/bot/race"
	"parlour/games/backgammon"
	"parlour/games/checkers"
	"parlour/games/contact"
	"parlour/games/race"
	"parlour/lab/sim/lockstep"
	"parlour/learn/lesson"
	"parlour/learn/opening"
	"parlour/learn/puzzle"
	"parlour/learn/theory"
	"parlour/phrase"
	"parlour/record"
	"parlour/rulebook"
)

// Revision names the rules as this program plays them. Tables remember it.
// Change it when a fix makes any game go on differently from some position.
const Revision = "1"

// shelf is every game in the order of registration.
var shelf []*Entry

// Register puts a game on the shelf, after those that are already there. Call it
// from an init function: the shelf is read without a lock, and some readers keep
// what they find. The package documentation says what an entry needs.
//
// Register panics if the entry lacks something, if the shelf already has a game
// of that id or another format of that name, or if the catalogue of phrases has
// another text for one of the codes.
func Register(e Entry) {
	if e.Game == nil || e.Book == nil || e.Family == "" || e.Board == nil || e.Players == nil {
		panic("cabinet: an entry needs Game, Book, Board, Players and the Family of its Words")
	}
	e.Info = e.Game.Info()
	switch id := e.Info.ID; {
	case id != e.Book.ID:
		panic(fmt.Sprintf("cabinet: the game %q has the book of %q", id, e.Book.ID))
	case ByID(id) != nil:
		panic(fmt.Sprintf("cabinet: the game %q is registered twice", id))
	}
	m, err := e.Game.New(parlour.Setup{})
	if err != nil {
		panic(fmt.Sprintf("cabinet: the game %q cannot be set up: %v", e.Info.ID, err))
	}
	if !e.Players.plays(m) {
		panic(fmt.Sprintf("cabinet: the players of %q are of another game's positions", e.Info.ID))
	}
	for _, f := range e.Formats {
		if len(f.Endings) == 0 || f.Type == "" || f.Read == nil || f.Write == nil {
			panic(fmt.Sprintf("cabinet: the format %q of %q needs Endings, Type, Read and Write", f.Name, e.Info.ID))
		}
		if have := FormatByName(f.Name); have != nil && have != f {
			panic(fmt.Sprintf("cabinet: the format %q of %q has the name of another", f.Name, e.Info.ID))
		}
	}
	e.Bots, e.Levels, e.NoLevels = e.Players.names()
	if e.Ratings == nil {
		e.Ratings = ratings()[e.Info.ID]
	}
	e.Habit = e.Habit.filled()
	if e.Examples == nil {
		e.Examples = func() []Example { return nil }
	}
	if e.Exact == nil {
		e.Exact = func(parlour.Setup) *theory.Numbers { return nil }
	}
	if e.ExactAt == nil {
		e.ExactAt = func(parlour.Match) *theory.Numbers { return nil }
	}
	if e.Endgames == nil {
		e.Endgames = func() []theory.Endgame { return nil }
	}
	if e.EndingAt == nil {
		e.EndingAt = func(parlour.Match) *theory.Ending { return nil }
	}
	if e.Openings == nil {
		e.Openings = func() *opening.Book { return nil }
	}
	phrase.English.Add(e.Sentences, e.Names).Add(e.ownWords(), nil)
	if e.Lesson != nil {
		phrase.English.Add(e.Lesson.Sentences(), nil)
	}
	if e.Puzzles != nil {
		puzzle.Register(e.Puzzles)
	}
	shelf = append(shelf, &e)
}

// noDoubling is a table of backgammon without the cube, for measurements.
var noDoubling = with(parlour.Setup{}, "doubling", "none")

// Our own games, in the order of the books.
func init() {
	phrase.English.Add(rulebook.Words, nil)
	Register(Entry{
		Game:    race.KleefeldGame(),
		Book:    rulebook.Kleefeld,
		Lid:     Lid{Says: "Ludo with a leap: race your setters home and jump over whole rows of rivals.", Cover: race.KleefeldCover},
		Board:   race.BoardOf,
		Players: Players[race.Position]{Levels: racebot.Levels("kleefeld"), Throws: racebot.Quick("kleefeld"), Lockstep: lockstep.New},
		Words: Words{
			Family:    "race",
			Sentences: race.Sentences,
		},
		Learning: Learning{
			Examples: examples("kleefeld"),
			Lesson:   lesson.Kleefeld,
			Puzzles:  racebot.KleefeldPuzzles,
		},
		Measured: Measured{
			Typical: Typical{Turns: 487, SD: 88, Command: "parlour sim kleefeld --games 5000 --seed 1928"},
			Casual:  Typical{Turns: 504.0, SD: 87.1, Command: "parlour sim kleefeld --games 300 --seed 1928 --bots casual"},
			Luck:    Luck{Share: 0.801, Half: 0.004, Command: "parlour luck kleefeld --games 200 --seed 1928"},
		},
		Lab: Lab{
			Habit: Habit{Bots: greedy, Games: 4000, Others: []string{"random", "casual"}, Few: 1000,
				Tables: []Table{crowd[0], crowd[2]}},
		},
	})
	Register(Entry{
		Game:    race.ParkerGame(),
		Book:    rulebook.Parker,
		Lid:     Lid{Says: "Ludo with two dice: fives free your men, and a pair bars the way for all.", Cover: race.ParkerCover},
		Board:   race.BoardOf,
		Players: Players[race.Position]{Levels: racebot.Levels("parker"), Throws: racebot.Quick("parker")},
		Words: Words{
			Family:    "race",
			Sentences: race.Sentences,
		},
		Learning: Learning{
			Examples: examples("parker"),
			Lesson:   lesson.Parker,
			Puzzles:  racebot.ParkerPuzzles,
		},
		Measured: Measured{
			Typical: Typical{Turns: 147, SD: 26, Command: "parlour sim parker --games 5000 --seed 1928"},
			Casual:  Typical{Turns: 150.1, SD: 33.8, Command: "parlour sim parker --games 300 --seed 1928 --bots casual"},
			Luck:    Luck{Share: 0.767, Half: 0.006, Command: "parlour luck parker --games 200 --seed 1928"},
		},
		Lab: Lab{
			Habit: Habit{Bots: greedy, Games: 3000, Others: []string{"random", "casual"}, Few: 1000,
				Tables: crowd},
		},
	})
	Register(Entry{
		Game:    race.BritishGame(),
		Book:    rulebook.British,
		Lid:     Lid{Says: "The Ludo of every family: throw a six to start, run round, block with a pair.", Cover: race.BritishCover},
		Board:   race.BoardOf,
		Players: Players[race.Position]{Levels: racebot.Levels("british"), Throws: racebot.Quick("british"), Lockstep: lockstep.New},
		Words: Words{
			Family:    "race",
			Sentences: race.Sentences,
		},
		Learning: Learning{
			Examples: examples("british"),
			Lesson:   lesson.British,
			Puzzles:  racebot.BritishPuzzles,
		},
		Measured: Measured{
			Typical: Typical{Turns: 400, SD: 66, Command: "parlour sim british --games 5000 --seed 1928"},
			Casual:  Typical{Turns: 481.7, SD: 89.2, Command: "parlour sim british --games 300 --seed 1928 --bots casual"},
			Luck:    Luck{Share: 0.786, Half: 0.004, Command: "parlour luck british --games 200 --seed 1928"},
		},
		Lab: Lab{
			Habit: Habit{Bots: greedy, Games: 4000, Others: []string{"random", "casual"}, Few: 1000,
				Tables: crowd},
		},
	})
	Register(Entry{
		Game:    race.MenschGame(),
		Book:    rulebook.Mensch,
		Lid:     Lid{Says: "Run your four pieces round and home, and send every rival you land on back.", Known: true, Cover: race.MenschCover},
		Board:   race.BoardOf,
		Players: Players[race.Position]{Levels: racebot.Levels("mensch"), Throws: racebot.Quick("mensch"), Lockstep: lockstep.New},
		Words: Words{
			Family:    "race",
			Sentences: race.Sentences,
		},
		Learning: Learning{
			Examples: examples("mensch"),
			Lesson:   lesson.Mensch,
			Puzzles:  racebot.MenschPuzzles,
		},
		Measured: Measured{
			Typical: Typical{Turns: 438, SD: 83, Command: "parlour sim mensch --games 5000 --seed 1928"},
			Casual:  Typical{Turns: 435.4, SD: 79.9, Command: "parlour sim mensch --games 300 --seed 1928 --bots casual"},
			Luck:    Luck{Share: 0.872, Half: 0.004, Command: "parlour luck mensch --games 200 --seed 1928"},
		},
		Lab: Lab{
			Habit: Habit{Bots: greedy, Games: 4000, Others: []string{"random", "casual"}, Few: 1000,
				Tables: append(crowd[:3:3], Table{"2 players with two colours each", twoEach}, Table{"3 players and a neutral colour", neutral}),
				Needs: map[string]parlour.Setup{
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
		},
	})
	Register(Entry{
		Game:    race.AutoRaceGame(),
		Book:    rulebook.AutoRace,
		Lid:     Lid{Says: "Throw a die and drive one lap of the circuit. Pure luck, over in minutes.", Cover: race.AutoRaceCover},
		Board:   race.BoardOf,
		Players: Players[race.Position]{NoLevels: racebot.NoLevels, Moves: racebot.Played},
		Words: Words{
			Family:    "race",
			Sentences: race.Sentences,
		},
		Learning: Learning{
			Examples: examples("auto-race"),
			Lesson:   lesson.AutoRace,
		},
		Theory: Theory{
			Exact: racebot.ExactAutoRace,
		},
		Measured: Measured{
			Typical: Typical{Turns: 73, SD: 8, Command: "parlour sim auto-race --games 5000 --seed 1928"},
			Casual:  Typical{Turns: 73.7, SD: 8.5, Command: "parlour sim auto-race --games 300 --seed 1928"},
			Luck:    Luck{Share: 1, Half: 0, Command: "parlour luck auto-race --games 50 --seed 1928"},
		},
		Lab: Lab{
			Habit: Habit{Bots: []string{"random"}, Games: 20000,
				Tables: crowd,
				Values: map[string][]string{"laps": {"2", "3"}}},
		},
	})
	Register(Entry{
		Game:    contact.Game(),
		Book:    rulebook.Contact,
		Lid:     Lid{Says: "Push numbered tiles together: where corners touch, the higher number wins.", Cover: contact.Cover},
		Board:   contact.BoardOf,
		Players: Players[contact.Position]{Levels: contactbot.Levels()},
		Words: Words{
			Family:    "contact",
			Sentences: contact.Sentences,
			Colours:   map[string]string{"G": "green", "Y": "yellow", "B": "blue", "R": "red"},
		},
		Customs: Customs{
			Usual: 2, // random players take 456 turns, and 994 with four
		},
		Learning: Learning{
			Examples: examples("contact"),
			Lesson:   lesson.Contact,
			Puzzles:  contactbot.Puzzles,
		},
		Measured: Measured{
			Typical: Typical{Turns: 994, SD: 222, Command: "parlour sim contact --games 300 --seed 1928"},
			Casual:  Typical{Turns: 239.5, SD: 106.8, Command: "parlour sim contact --mode duel6 --games 100 --seed 1928 --bots casual", Setup: parlour.Setup{Mode: "duel6"}},
			Luck:    Luck{Share: 0, Half: 0, Command: "parlour luck contact --games 2 --seed 1928"},
		},
		Lab: Lab{
			Habit: Habit{Bots: greedy, Opening: 8, Games: 2000, Others: []string{"random", "beginner"}, Few: 300,
				Tables: []Table{
					{"4 players", parlour.Setup{}},
					{"2 pairs", parlour.Setup{Mode: "pairs"}},
					{"3 players", parlour.Setup{Mode: "three"}},
					{"2 players with 6 tiles", parlour.Setup{Mode: "duel6"}},
					{"2 players with 12 tiles", parlour.Setup{Mode: "duel12"}},
				},
				Values: map[string][]string{"quiet": {"20", "50", "200"}},
				Needs: map[string]parlour.Setup{
					"help":    {Mode: "pairs"},
					"mate":    {Mode: "pairs"},
					"setup12": {Mode: "duel12"},
					"several": {Mode: "pairs"},
				}},
		},
	})
	Register(Entry{
		Game:    checkers.Game(),
		Book:    rulebook.Checkers,
		Lid:     Lid{Says: "Jump over all of your opponent's men. Reach the far side to crown a king.", Known: true, Cover: checkers.Cover},
		Board:   checkers.BoardOf,
		Players: Players[checkers.Position]{Levels: checkersbot.Levels(checkersbot.ByTheBook)},
		Words: Words{
			Family:    "checkers",
			Sentences: checkers.Sentences,
		},
		Records: Records{
			Style:   record.Separate,
			Formats: []*Format{pdnFormat},
			Foreign: []Foreign{{"a FEN of checkers", checkers.LooksLikeFEN}},
		},
		Customs: Customs{
			Ballots: rulebook.Setting{Key: "opening", Value: "three-move"},
		},
		Learning: Learning{
			Examples: examples("checkers"),
			Lesson:   lesson.Checkers,
			Puzzles:  checkersbot.Puzzles,
		},
		Theory: Theory{
			Endgames: checkersbot.Kinds,
			EndingAt: checkersbot.EndingAt,
			Openings: checkersbot.OpeningBook,
			Opener:   checkersbot.OpeningMaker,
			Units:    []*theory.Unit{checkersbot.Men},
		},
		Measured: Measured{
			Typical: Typical{Turns: 71, SD: 35, Command: "parlour sim checkers --games 5000 --seed 1928"},
			Casual:  Typical{Turns: 156.1, SD: 58.3, Command: "parlour sim checkers --games 300 --seed 1928 --bots casual"},
			Luck:    Luck{Share: 0, Half: 0, Command: "parlour luck checkers --games 2 --seed 1928"},
		},
		Lab: Lab{
			Habit: Habit{Bots: beginner, Games: 4000, Others: []string{"random", "casual"}, Few: 300,
				Tables: []Table{{"2 players", parlour.Setup{}}},
				Values: map[string][]string{"quiet": {"20", "80"}},
				Leave:  []string{"repeat"}}, // a table counts repetitions, not the rules
			Guests: checkersGuests,
		},
	})
	Register(Entry{
		Game:    backgammon.Game(),
		Book:    rulebook.Backgammon,
		Lid:     Lid{Says: "Race fifteen men home by two dice, hit lone rivals, and double the stake.", Known: true, Cover: backgammon.Cover},
		Board:   backgammon.BoardOf,
		Players: Players[backgammon.Position]{Levels: backgammonbot.Levels(), Throws: backgammonbot.Style{}.Maker(nil)},
		Words: Words{
			Family:    "backgammon",
			Sentences: backgammon.Sentences,
		},
		Records: Records{
			Style:   record.Separate,
			Formats: []*Format{matFormat, sgfFormat},
			Foreign: []Foreign{{"an XGID", backgammon.LooksLikeXGID}, {"a GNU Backgammon id", backgammon.LooksLikeGNU}},
		},
		Learning: Learning{
			Examples: examples("backgammon"),
			Lesson:   lesson.Backgammon,
			Puzzles:  backgammonbot.Puzzles,
		},
		Theory: Theory{
			ExactAt:  backgammonbot.ExactAt,
			Openings: backgammonbot.OpeningBook,
			Opener:   backgammonbot.OpeningMaker,
			Units:    backgammonbot.Units,
		},
		Measured: Measured{
			// Random players would drop most doubles.
			Typical: Typical{Turns: 96, SD: 38, Command: "parlour sim backgammon --games 2000 --seed 1928 --option doubling=none",
				Setup: noDoubling},
			Casual: Typical{Turns: 74.0, SD: 23.8, Command: "parlour sim backgammon --games 300 --seed 1928 --bots casual --option doubling=none", Setup: noDoubling},
			Luck:   Luck{Share: 0.708, Half: 0.022, Command: "parlour luck backgammon --games 40 --seed 1928"},
		},
		Lab: Lab{
			Habit: Habit{Bots: beginner, Games: 1500, Others: []string{"greedy", "casual"}, Few: 300,
				Tables: []Table{
					{"for a stake", parlour.Setup{}},
					{"one game without doubling", with(parlour.Setup{}, "doubling", "none")},
					{"as in 1928", parlour.Setup{Preset: "1928"}},
					{"as in 1931", parlour.Setup{Preset: "1931"}},
					{"for money", parlour.Setup{Preset: "money"}},
				},
				Lines: []Line{
					{"2 men on the six point each", "backgammon[doubling=none] XGID=------B------------b------:0:0:1:00:0:0:0:0:0 throw"},
					{"4 men each, 2 on the four and 2 on the five point", "backgammon[doubling=none] XGID=----BB-------------bb-----:0:0:1:00:0:0:0:0:0 throw"},
					{"6 men each, one on each point", "backgammon[doubling=none] XGID=-AAAAAA------------aaaaaa-:0:0:1:00:0:0:0:0:0 throw"},
				},
				Values: map[string][]string{"match": {"1", "3", "5"}, "auto-doubles": {"1"}, "cube-max": {"1", "2"}},
				Needs: map[string]parlour.Setup{
					"crawford":  with(parlour.Setup{}, "match", "3"),
					"dead-cube": with(parlour.Setup{}, "match", "3"),
				}},
			Guests: backgammonGuests,
		},
	})
}
