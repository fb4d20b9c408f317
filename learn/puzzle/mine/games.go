package mine

import (
	"slices"
	"strings"

	"parlour"
	"parlour/bot"
	backgammonbot "parlour/bot/backgammon"
	checkersbot "parlour/bot/checkers"
	contactbot "parlour/bot/contact"
	racebot "parlour/bot/race"
	"parlour/games/backgammon"
	"parlour/games/checkers"
	"parlour/games/contact"
	"parlour/games/race"
	"parlour/learn/puzzle"
)

// weaker returns the makers of all levels but the strongest, and of the greedy
// player.
func weaker[P comparable](levels []bot.Level[P]) (list []bot.Maker[P]) {
	for _, l := range levels[:len(levels)-1] {
		list = append(list, l.Maker)
	}
	return append(list, bot.NewGreedy[P])
}

// raceCraft returns the craft of a race game. With two dice there are many more
// positions to search.
func raceCraft(game parlour.Game, dice int, setups ...parlour.Setup) craft[race.Position] {
	id := game.Info().ID
	eval := racebot.Opinions(id)
	plain := bot.NewMaxN(eval, bot.Limit{Depth: 1})
	deep := bot.Limit{Depth: 4, Nodes: 600_000}
	quick := bot.Limit{Depth: 2}
	if dice == 2 {
		deep, quick = bot.Limit{Depth: 3, Nodes: 400_000, Width: 6}, bot.Limit{Depth: 1}
	}
	levels := racebot.Levels(id)
	return craft[race.Position]{
		game: game, unit: puzzle.Share, setups: setups,
		plays: plain, slips: 0.05,
		quick: bot.NewMaxN(eval, quick), some: 0.045,
		expert: bot.NewMaxN(eval, deep), gap: 0.045,
		guide:  levels[len(levels)-1].Maker,
		rolls:  &rolls[race.Position]{policy: plain, last: plain, plies: 80, least: 1000, batch: 200, most: 4000, wide: 5, clear: 0.03},
		weak:   weaker(levels),
		themes: raceThemes, plies: 5, tries: 8, most: 3000,
	}
}

// raceThemes returns the themes of the race games.
func raceThemes(v *view[race.Position]) []string {
	list := v.risks()
	if v.pairs(v.best, func(place string) bool { return strings.Trim(place, "0123456789") == "" }) {
		list = append(list, "blockade")
	}
	if v.danger(v.best) == 0 && v.danger(v.next) == 0 && v.taken(v.m, v.best, v.own()) == 0 {
		list = append(list, "race")
	}
	for _, f := range parlour.FactsOf(v.m) {
		if f.Code == "home" && f.Value >= 3 && slices.Contains(v.own(), f.Seat) {
			list = append(list, "endgame")
		}
	}
	return list
}

func contactCraft() craft[contact.Position] {
	// Beyond its depth the search follows captures to the end, so even one move
	// ahead sees most of what matters.
	ahead := bot.NewAlphaBeta(contactbot.Opinions, bot.Limit{Depth: 1, Nodes: 400})
	return craft[contact.Position]{
		game: contact.Game(), unit: puzzle.Share,
		setups: []parlour.Setup{{Mode: "duel6"}, {Mode: "duel6"}, {Mode: "duel12"}},
		plays:  ahead, slips: 0.06,
		quick: bot.NewAlphaBeta(contactbot.Opinions, bot.Limit{Depth: 2, Nodes: 2_000}), some: 0.05,
		expert: bot.NewAlphaBeta(contactbot.Opinions, bot.Limit{Depth: 6, Nodes: 400_000}), gap: 0.04,
		guide: bot.NewAlphaBeta(contactbot.Opinions, bot.Limit{Depth: 4, Nodes: 20_000}),
		rolls: &rolls[contact.Position]{
			policy: bot.NewFallible(0.01, ahead), last: ahead,
			plies: 24, least: 200, batch: 50, most: 800, wide: 4, clear: 0.03,
		},
		weak:  weaker(contactbot.Levels()),
		plies: 7, tries: 8, most: 300,
		themes: func(v *view[contact.Position]) (list []string) {
			for _, e := range v.m.Effects(v.best) {
				if e.Means == parlour.Changes && slices.Contains(v.own(), e.Colour) {
					list = append(list, "promotion")
				}
			}
			if len(v.m.Pieces()) <= 5 {
				list = append(list, "endgame")
			}
			return list
		},
	}
}

// A share of checkers from which a game is as good as won, and down to which it
// is as good as lost.
const (
	winning = 0.85
	losing  = 0.15
)

func checkersCraft() craft[checkers.Position] {
	judge := func(nodes, slots int) bot.Maker[checkers.Position] {
		return func(rules parlour.Full[checkers.Position]) bot.Bot[checkers.Position] {
			return checkersbot.New(checkersbot.Style{Nodes: nodes, Slots: slots, Tables: checkersbot.Endgames()})(rules)
		}
	}
	return craft[checkers.Position]{
		game: checkers.Game(), unit: puzzle.Share,
		setups: []parlour.Setup{{}},
		plays:  judge(3_000, 1<<14), slips: 0.08, opening: 6,
		quick: judge(20_000, 1<<15), some: 0.15,
		expert: judge(6_000_000, 1<<20), gap: 0.2,
		guide: judge(400_000, 1<<17),
		weak:  weaker(checkersbot.Levels(nil)),
		// Puzzles are about a win or a draw, not about a little more.
		fits: func(_ *checkers.Position, best, next float64) bool {
			return best >= winning && next < winning || best > 0.4 && next <= losing
		},
		proves: func(v float64) bool { return v == 1 },
		plies:  9, tries: 8, most: 160,
		skips: func(r parlour.Full[checkers.Position], p *checkers.Position) bool {
			return r.Result(p).Over
		},
		themes: checkersThemes,
	}
}

// checkersThemes returns the themes of checkers.
func checkersThemes(v *view[checkers.Position]) (list []string) {
	own := v.own()
	m := v.m
	lost, won := 0, 0 // men in the first moves of the line
	for i, mv := range v.line[:min(len(v.line), 5)] {
		n := 0
		for _, e := range m.Effects(mv) {
			if e.Means == parlour.Takes {
				n++
			}
		}
		if i%2 == 0 {
			won += n
		} else if won == 0 {
			lost += n
		}
		m = m.Next(mv)
	}
	if lost > 0 && won >= lost {
		list = append(list, "shot")
	}
	if slices.ContainsFunc(v.m.Effects(v.best), func(e parlour.Effect) bool { return e.Means == parlour.Changes && slices.Contains(own, e.Colour) }) {
		list = append(list, "crown")
	}
	if len(v.m.Pieces()) <= 8 {
		list = append(list, "endgame")
	}
	switch {
	case v.value >= winning:
		list = append(list, "win")
	case v.other <= losing:
		list = append(list, "save")
	}
	return list
}

func backgammonCraft() craft[backgammon.Position] {
	plain := backgammonbot.Style{}.Maker(nil)
	return craft[backgammon.Position]{
		game: backgammon.Game(), unit: puzzle.Points,
		setups: []parlour.Setup{{}},
		plays:  plain, slips: 0.04,
		quick: plain, some: 0.1,
		expert: backgammonbot.Style{Ply: 2, Width: 12, Near: 0.4}.Maker(nil), gap: 0.1,
		guide: backgammonbot.Level("expert"),
		rolls: &rolls[backgammon.Position]{policy: plain, plies: 20, first: true, least: 576, batch: 144, most: 2592, wide: 4, clear: 0.08},
		weak:  weaker(backgammonbot.Levels()),
		stake: func(p *backgammon.Position) float64 { return float64(p.Stake()) },
		plies: 5, tries: 8, most: 400,
		themes: backgammonThemes,
		// Nobody has to be told not to double far from the point where it is close.
		fits: func(p *backgammon.Position, best, next float64) bool {
			return p.State == backgammon.Moving || best-next <= 0.5
		},
	}
}

// backgammonThemes returns the themes of backgammon.
func backgammonThemes(v *view[backgammon.Position]) []string {
	if v.p.State != backgammon.Moving {
		return []string{"cube"}
	}
	own, opp := &v.p.Men[v.p.Turn], &v.p.Men[1-v.p.Turn]
	var list []string
	const home = 1<<7 - 1<<1
	switch {
	case own.Any()&^uint32(home) == 0:
		list = append(list, "bear-off")
	case farthest(own)+farthest(opp) < 25:
		list = append(list, "race")
	}
	list = append(list, v.risks()...)
	if v.pairs(v.best, func(place string) bool { return strings.Trim(place, "0123456789") == "" }) {
		list = append(list, "point")
	}
	return list
}

// farthest returns the point of the last man of a side.
func farthest(m *backgammon.Men) int {
	for p := 25; p > 0; p-- {
		if m.At(p) > 0 {
			return p
		}
	}
	return 0
}

// two and four are tables of that many players.
var (
	two  = parlour.Setup{Players: 2}
	four = parlour.Setup{Players: 4}
)

// crafts makes a worker for every game that has puzzles.
var crafts = []func() worker{
	func() worker { return &digger[race.Position]{craft: raceCraft(race.KleefeldGame(), 1, two, two, four)} },
	func() worker { return &digger[race.Position]{craft: raceCraft(race.ParkerGame(), 2, two, two, four)} },
	func() worker { return &digger[race.Position]{craft: raceCraft(race.BritishGame(), 1, two, two, four)} },
	func() worker { return &digger[race.Position]{craft: raceCraft(race.MenschGame(), 1, two, two, four)} },
	func() worker { return &digger[contact.Position]{craft: contactCraft()} },
	func() worker { return &digger[checkers.Position]{craft: checkersCraft()} },
	func() worker { return &digger[backgammon.Position]{craft: backgammonCraft()} },
}
