package contact

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

func passes(_ *refused, l *legal) bool { return l.Means(parlour.Passes) }

// fromThere is a move of the tile that the refusal names.
func fromThere(x *refused, l *legal) bool { return l.Effects[0].From == x.Args["from"] }

// there is a move of the tile to where the refusal says.
func there(x *refused, l *legal) bool { return fromThere(x, l) && l.Effects[0].To == x.Args["to"] }

// far returns how many lines apart two crossings are.
func far(a, b string) int {
	p, _ := parseCrossing(a)
	q, _ := parseCrossing(b)
	return abs(p.File()-q.File()) + abs(p.Rank()-q.Rank())
}

// paces claims that no legal move of the tile goes another distance.
func paces(all ...int) gametest.Claim {
	return gametest.No(func(x *refused, l *legal) bool {
		return fromThere(x, l) && !slices.Contains(all, far(l.Effects[0].From, l.Effects[0].To))
	})
}

func tileOn(x *refused, arg string) bool {
	return slices.ContainsFunc(x.Match.Pieces(), func(p parlour.Piece) bool { return p.Place == x.Args[arg] })
}

var (
	isThere = gametest.Fact("the tile is there", func(x *refused) bool { return tileOn(x, "from") })
	inWay   = gametest.Both(gametest.No(there), gametest.Fact("the other tile is there", func(x *refused) bool { return tileOn(x, "other") }))
)

var claims = map[string]gametest.Claim{
	"contact.no-pass": gametest.Both(gametest.No(passes), gametest.Fact("there are so many moves", func(x *refused) bool {
		return strconv.Itoa(len(x.Legal)) == x.Args["moves"]
	}), gametest.Some(func(x *refused, l *legal) bool {
		_, p, _ := parlour.Typed[Position](x.Match)
		rules, _, _ := parlour.Typed[Position](x.Match)
		at, _ := parseCrossing(l.Effects[0].From)
		return rules.(*Rules).owner[p.tiles[p.find(at)].Colour()] == parlour.Seat(p.turn)
	})),
	"contact.no-crossing":    gametest.Fact("there is no such crossing", func(x *refused) bool { _, ok := parseCrossing(x.Args["name"]); return !ok }),
	"contact.suffix":         gametest.Some(func(x *refused, l *legal) bool { return l.Text == x.Args["is"] }),
	"contact.no-tile":        gametest.Both(gametest.No(fromThere), gametest.Fact("no tile is there", func(x *refused) bool { return !tileOn(x, "from") })),
	"contact.not-yours":      gametest.Both(gametest.No(fromThere), isThere),
	"contact.no-aid":         gametest.Both(gametest.No(there), isThere),
	"contact.no-save":        gametest.Both(gametest.No(there), isThere, gametest.Fact("the exposed tile is there", func(x *refused) bool { return tileOn(x, "exposed") })),
	"contact.saves-other":    gametest.Duty(gametest.Both(gametest.No(both(fromThere, not(removes))), gametest.Fact("the exposed tile is there", func(x *refused) bool { return tileOn(x, "exposed") }))),
	"contact.no-aid-by":      gametest.No(fromThere),
	"contact.stuck":          gametest.No(fromThere),
	"contact.one-step-stays": gametest.Duty(paces(1)),
	"contact.diagonal":       gametest.No(there),
	"contact.one-step-far":   paces(1),
	"contact.two-step-short": paces(0, 2),
	"contact.two-step-far":   paces(0, 2),
	"contact.seven-pace": gametest.Both(paces(1, 3, 5, 7), gametest.Fact("it is so far", func(x *refused) bool {
		return strconv.Itoa(far(x.Args["from"], x.Args["to"])) == x.Args["far"]
	})),
	"contact.corner":            gametest.No(there),
	"contact.occupied":          inWay,
	"contact.beside":            inWay,
	"contact.beside-in-passing": gametest.No(there),
	"contact.boxed-in":          gametest.No(there),
	"contact.blocked":           gametest.No(there),
	"contact.way-length": gametest.Fact("its moves have so many steps", func(x *refused) bool {
		n, _ := strconv.Atoi(x.Args["pace"])
		return !slices.ContainsFunc(x.Legal, func(l legal) bool {
			return fromThere(x, &l) && (far(l.Effects[0].From, l.Effects[0].To) > n || (n-far(l.Effects[0].From, l.Effects[0].To))%2 != 0)
		})
	}),
	"contact.hop-diagonal": gametest.Fact("it is diagonal", func(x *refused) bool { return far(x.Args["from"], x.Args["to"]) == 2 }),
	"contact.hop-far":      gametest.Fact("they are not neighbours", func(x *refused) bool { return far(x.Args["from"], x.Args["to"]) != 1 }),
	"contact.hop-blocked":  gametest.Fact("the other tile is there", func(x *refused) bool { return tileOn(x, "other") }),
	"contact.hop-beside":   gametest.Fact("the other tile is there", func(x *refused) bool { return tileOn(x, "other") }),
	"contact.dead-end":     gametest.No(func(x *refused, l *legal) bool { return fromThere(x, l) && l.Text == x.Text }),
	"contact.no-hop":       gametest.No(func(x *refused, l *legal) bool { return l.Text == x.Text }),
}

func removes(_ *refused, l *legal) bool { return l.Means(parlour.Takes) }

func both(a, b func(*refused, *legal) bool) func(*refused, *legal) bool {
	return func(x *refused, l *legal) bool { return a(x, l) && b(x, l) }
}

func not(is func(*refused, *legal) bool) func(*refused, *legal) bool {
	return func(x *refused, l *legal) bool { return !is(x, l) }
}

func TestTrueRefusals(t *testing.T) {
	var lines []string
	for _, s := range gametest.ReadScenarios(t, "testdata/contact.json") {
		lines = append(lines, s.Position)
	}
	gametest.Refusals{
		Book: rulebook.Contact, Sentences: Sentences, Claims: claims, Lines: lines, Setups: 30, Plies: 150,
		Words: []string{"pass", "h8-h9", "a1-a2", "h8-g8-f8"},
		Vary: func(rng *rand.Rand, text string) string {
			from, to, _ := strings.Cut(text, "-")
			files := "abcdefghijklmno"
			if rng.IntN(2) == 0 {
				return from + "-" + string(files[rng.IntN(15)]) + strconv.Itoa(1+rng.IntN(16))
			}
			return from + "-" + string(files[rng.IntN(15)]) + strconv.Itoa(1+rng.IntN(15)) + "-" + to
		},
		Places: gametest.Places(BoardOf),
	}.Run(t, Game())
}
