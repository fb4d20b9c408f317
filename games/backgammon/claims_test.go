package backgammon

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parlour"
	"parlour/games/gametest"
	"parlour/rulebook"
)

// What the refusals claim, for the law of true refusals.

type (
	refused = gametest.Refused
	legal   = gametest.Legal
)

// men counts the men that a play moves, once for every number.
func men(l *legal) int { return l.Count("move", "enter", "bear-off") }

func isPlay(l *legal) bool { return men(l) > 0 }

// plays claims something of all plays. Besides, a player may offer to resign.
func plays(is func(*refused, *legal) bool) gametest.Claim {
	return gametest.Every(func(x *refused, l *legal) bool {
		return strings.HasPrefix(l.Text, "resign") || is(x, l)
	})
}

func word(words ...string) func(*refused, *legal) bool {
	return func(_ *refused, l *legal) bool { return slices.Contains(words, l.Text) }
}

func answers(_ *refused, l *legal) bool { return word("take", "drop", "beaver", "raccoon")(nil, l) }

func resigns(x *refused, l *legal) bool { return l.Text == "resign "+x.Args["n"] }

// carries is a play in which a man goes from one place to another, on its own or
// with stops.
func carries(from, to string) func(*refused, *legal) bool {
	return func(x *refused, l *legal) bool {
		at := map[string]bool{x.Args[from]: true}
		for range 4 {
			for _, e := range l.Effects {
				if e.Args["start"] != "" && at[e.Args["start"]] {
					at[e.Args["end"]] = true
				}
			}
		}
		return at[x.Args[to]] && x.Args[from] != x.Args[to]
	}
}

// steps is a play with this step of this die.
func steps(x *refused, l *legal) bool {
	return slices.ContainsFunc(l.Effects, func(e parlour.Effect) bool {
		return e.Args["start"] == x.Args["from"] && e.Args["end"] == x.Args["to"] && e.Args["die"] == x.Args["die"]
	})
}

// onWay claims that the step of the refusal is one that the text asks for: it
// begins where a leg begins, or where the other dice bring its man.
var onWay = gametest.Fact("the text asks for this step", func(x *refused) bool {
	_, p, _ := parlour.Typed[Position](x.Match)
	w, ok := readPlay(strings.ToLower(x.Text))
	if !ok {
		return true // somebody points at a man
	}
	from, _ := readPlace(x.Args["from"])
	for _, l := range w.legs {
		far := l.from - from
		if far == 0 || far > 0 && from > l.to && (far == int(p.Dice[0]) || far == int(p.Dice[1]) || p.Dice[0] == p.Dice[1] && far%int(p.Dice[0]) == 0) {
			return true
		}
	}
	// Legs in a row are one way.
	for _, a := range w.legs {
		for _, b := range w.legs {
			if far := a.from - from; a.to == b.from && (far == int(p.Dice[0]) || far == int(p.Dice[1])) {
				return true
			}
		}
	}
	return false
})

func menOn(x *refused, s parlour.Seat, place string) int {
	_, p, _ := parlour.Typed[Position](x.Match)
	at, _ := readPlace(place)
	if s != p.Turn {
		at = bar - at
	}
	return p.Men[s].At(at)
}

func mover(x *refused) parlour.Seat { return x.Match.Turn().Seat }

// leaves is a play that moves the man in the way.
func leaves(x *refused, l *legal) bool {
	return slices.ContainsFunc(l.Effects, func(e parlour.Effect) bool { return e.Args["start"] == x.Args["other-man"] })
}

func not(is func(*refused, *legal) bool) func(*refused, *legal) bool {
	return func(x *refused, l *legal) bool { return !is(x, l) }
}

var never = gametest.No(func(*refused, *legal) bool { return false })

var claims = map[string]gametest.Claim{
	"backgammon.ambiguous": gametest.Spelling,
	"backgammon.upwards":   gametest.No(carries("from", "to")),
	"backgammon.not-yours": gametest.Spelling,
	"backgammon.not-there": never,
	"backgammon.no-man":    gametest.Fact("no man is there", func(x *refused) bool { return menOn(x, mover(x), x.Args["from"]) == 0 }),
	"backgammon.few-men": gametest.Fact("so many men are there", func(x *refused) bool {
		return strconv.Itoa(menOn(x, mover(x), x.Args["from"])) == x.Args["n"]
	}),
	"backgammon.not-thrown": gametest.No(carries("from", "to")),
	"backgammon.not-thrown-off": gametest.No(func(x *refused, l *legal) bool {
		x = &gametest.Refused{Args: parlour.Args{"from": x.Args["from"], "to": "off"}}
		return carries("from", "to")(x, l)
	}),
	"backgammon.not-thrown-together": gametest.Fact("the throw is of two numbers", func(x *refused) bool { return x.Args["dice"][0] != x.Args["dice"][len(x.Args["dice"])-1] }),
	"backgammon.four-times": gametest.Both(gametest.No(func(_ *refused, l *legal) bool { return men(l) > 4 }), gametest.Fact("the text has more steps", func(x *refused) bool {
		n, _ := strconv.Atoi(x.Args["n"])
		return n > 4
	})),
	"backgammon.die-once": gametest.No(func(x *refused, l *legal) bool {
		n := 0
		for _, e := range l.Effects {
			if e.Args["die"] == x.Args["die"] {
				n++
			}
		}
		return n > 1
	}),
	"backgammon.bar-first": gametest.Both(plays(func(_ *refused, l *legal) bool { return l.Count("enter") > 0 || l.Text == "pass" }),
		gametest.Fact("a man is on the bar", func(x *refused) bool { return menOn(x, mover(x), "bar") > 0 })),
	"backgammon.held":        gametest.Both(gametest.No(steps), onWay, gametest.Fact("the opponent holds it", func(x *refused) bool { return menOn(x, 1-mover(x), x.Args["to"]) > 1 })),
	"backgammon.outside":     gametest.Both(gametest.No(both(steps, not(leaves))), onWay),
	"backgammon.not-highest": gametest.Both(onWay, gametest.No(both(steps, func(x *refused, l *legal) bool { return men(l) == 1 }))),
	"backgammon.strict":      gametest.Both(onWay, gametest.No(func(x *refused, l *legal) bool { return l.Text == x.Text })),
	"backgammon.both-dice": gametest.Both(plays(func(x *refused, l *legal) bool {
		return strconv.Itoa(men(l)) == x.Args["most"]
	}), gametest.Fact("the throw has so many numbers", func(x *refused) bool {
		n, _ := strconv.Atoi(x.Args["most"])
		return n <= len(x.Args["dice"])
	}), gametest.Some(func(x *refused, l *legal) bool { return l.Text == x.Args["example"] })),
	"backgammon.doubles": gametest.Both(plays(func(x *refused, l *legal) bool {
		return strconv.Itoa(men(l)) == x.Args["most"]
	}), gametest.Some(func(x *refused, l *legal) bool { return l.Text == x.Args["example"] })),
	"backgammon.larger-die": plays(func(x *refused, l *legal) bool {
		return men(l) == 1 && slices.ContainsFunc(l.Effects, func(e parlour.Effect) bool { return e.Args["die"] == x.Args["die"] })
	}),
	"backgammon.not-over": gametest.No(func(x *refused, l *legal) bool { return l.Text == x.Text }),

	"backgammon.can-play":           gametest.Both(gametest.Duty(gametest.No(word("pass"))), gametest.Some(func(_ *refused, l *legal) bool { return isPlay(l) })),
	"backgammon.nothing-to-pass":    gametest.No(word("pass")),
	"backgammon.not-thrown-yet":     gametest.No(func(_ *refused, l *legal) bool { return isPlay(l) }),
	"backgammon.thrown":             gametest.No(word("roll")),
	"backgammon.pick-first":         gametest.Every(word("keep", "rethrow")),
	"backgammon.no-pick":            gametest.No(word("keep", "rethrow")),
	"backgammon.double-late":        gametest.No(word("double")),
	"backgammon.no-doubling":        gametest.No(word("double")),
	"backgammon.double-opening":     gametest.Fact("it is the opening throw", func(x *refused) bool { return x.Match.Turn().Dice == parlour.OneEach }),
	"backgammon.double-passed":      gametest.Fact("a throw is due", func(x *refused) bool { return x.Match.Turn().Needs() == parlour.NeedThrow }),
	"backgammon.crawford":           gametest.No(word("double")),
	"backgammon.not-owner":          gametest.No(word("double")),
	"backgammon.cube-limit":         gametest.No(word("double", "beaver", "raccoon")),
	"backgammon.dead-cube":          gametest.No(word("double")),
	"backgammon.answer-double":      gametest.Every(answers),
	"backgammon.nothing-offered":    gametest.No(word("take", "drop")),
	"backgammon.nothing-to-beaver":  gametest.No(word("beaver")),
	"backgammon.no-beavers":         gametest.No(word("beaver")),
	"backgammon.nothing-to-raccoon": gametest.No(word("raccoon")),
	"backgammon.no-raccoons":        gametest.No(word("raccoon")),
	"backgammon.no-resigning":       gametest.No(func(_ *refused, l *legal) bool { return strings.HasPrefix(l.Text, "resign") }),
	"backgammon.resign-when":        gametest.No(func(_ *refused, l *legal) bool { return strings.HasPrefix(l.Text, "resign") }),
	"backgammon.resign-passed":      gametest.Fact("a throw is due", func(x *refused) bool { return x.Match.Turn().Needs() == parlour.NeedThrow }),
	"backgammon.resign-higher":      gametest.No(resigns),
	"backgammon.resign-jacoby":      gametest.No(resigns),
	"backgammon.resign-triple":      gametest.No(resigns),
	"backgammon.no-resignation": gametest.Both(gametest.No(word("accept", "decline")), gametest.Fact("nothing is offered", func(x *refused) bool {
		return !slices.ContainsFunc(x.Legal, func(l legal) bool { return answers(x, &l) })
	})),
	"backgammon.answer-resignation": gametest.Every(word("accept", "decline")),
}

func both(all ...func(*refused, *legal) bool) func(*refused, *legal) bool {
	return func(x *refused, l *legal) bool {
		return !slices.ContainsFunc(all, func(is func(*refused, *legal) bool) bool { return !is(x, l) })
	}
}

// crowded makes a position with a throw in which men bear off, enter or meet.
func crowded(rng *rand.Rand) string {
	options := []string{"", "[bearoff=strict]", "[one-die=free]", "[resign=yes]"}[rng.IntN(4)]
	set, _ := rulebook.Backgammon.ReadTag("backgammon" + options)
	all := map[string]string{"doubling": "none"}
	for _, o := range set {
		all[o.Key] = o.Value
	}
	m, err := Game().New(parlour.Setup{Options: all})
	if err != nil {
		panic(err)
	}
	rules, p, _ := parlour.Typed[Position](m)
	p.State, p.Turn = Moving, X
	home := 6 + rng.IntN(20)
	for s := range p.Men {
		p.Men[s] = Men{}
		for n := 0; n < 2+rng.IntN(14); n++ {
			at := 1 + rng.IntN(home)
			if s == 1 {
				at = 1 + rng.IntN(24)
			}
			if at <= 24 && p.Men[1-s].At(25-at) > 0 {
				continue
			}
			p.Men[s] = p.Men[s].put(1 << at)
		}
	}
	a, b := uint8(1+rng.IntN(6)), uint8(1+rng.IntN(6))
	p.Dice = [2]uint8{max(a, b), min(a, b)}
	return string(rules.AppendPosition(nil, &p))
}

func TestTrueRefusals(t *testing.T) {
	words := slices.Collect(func(yield func(string) bool) {
		for w := range readAs {
			if !yield(w) {
				return
			}
		}
	})
	slices.Sort(words)
	words = append(words, "13/10(5)", "3/off 6/3", "bar/20 6/5", "24/18/13", "6/off(4)")
	var lines []string
	for _, s := range gametest.ReadScenarios(t, "testdata/backgammon.json") {
		lines = append(lines, s.Position)
	}
	gametest.Refusals{
		Book: rulebook.Backgammon, Sentences: Sentences, Claims: claims, Words: words, Plies: 200, Random: crowded, Lines: lines,
		Places: gametest.Places(BoardOf),
	}.Run(t, Game())
}
