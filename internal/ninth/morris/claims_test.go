package morris

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlour/games/gametest"
)

// What the refusals claim, for the law of true refusals.

type (
	refused = gametest.Refused
	legal   = gametest.Legal
)

// way splits the text of a move.
func way(text string) (from, to, taken string) {
	text, taken, _ = strings.Cut(text, "x")
	if a, b, ok := strings.Cut(text, "-"); ok {
		return a, b, taken
	}
	return "", text, taken
}

func fromThere(x *refused, l *legal) bool { f, _, _ := way(l.Text); return f == x.Args["from"] }

func there(x *refused, l *legal) bool {
	f, t, _ := way(l.Text)
	g, _, _ := way(x.Text)
	return f == g && t == x.Args["to"]
}

func captures(_ *refused, l *legal) bool { _, _, c := way(l.Text); return c != "" }

func placing(_ *refused, l *legal) bool { f, _, _ := way(l.Text); return f == "" }

func both(all ...func(*refused, *legal) bool) func(*refused, *legal) bool {
	return func(x *refused, l *legal) bool {
		return !slices.ContainsFunc(all, func(is func(*refused, *legal) bool) bool { return !is(x, l) })
	}
}

func not(is func(*refused, *legal) bool) func(*refused, *legal) bool {
	return func(x *refused, l *legal) bool { return !is(x, l) }
}

// listed claims that the moves there take exactly the men that the refusal
// lists.
var listed = gametest.Fact("these men can be taken", func(x *refused) bool {
	var can []string
	for _, l := range x.Legal {
		if _, _, c := way(l.Text); there(x, &l) && !slices.Contains(can, c) {
			can = append(can, c)
		}
	}
	want := strings.Split(x.Args["can"], ", ")
	slices.Sort(can)
	slices.Sort(want)
	return slices.Equal(can, want)
})

var claims = map[string]gametest.Claim{
	"morris.no-point":   gametest.Fact("there is no such point", func(x *refused) bool { return pointOf(x.Args["point"]) < 0 }),
	"morris.occupied":   gametest.No(func(x *refused, l *legal) bool { _, to, _ := way(l.Text); return to == x.Args["to"] }),
	"morris.no-man":     gametest.No(fromThere),
	"morris.not-yours":  gametest.No(fromThere),
	"morris.other-hand": gametest.Spelling,
	"morris.to-hand":    gametest.No(func(x *refused, l *legal) bool { return strings.Contains(l.Text, "hand") }),
	"morris.stuck":      gametest.No(fromThere),
	"morris.in-hand":    gametest.Every(placing),
	"morris.no-hand":    gametest.No(placing),
	"morris.too-far": gametest.Both(gametest.No(there), gametest.Fact("it can go to these", func(x *refused) bool {
		return !slices.ContainsFunc(x.Legal, func(l legal) bool {
			_, to, _ := way(l.Text)
			return fromThere(x, &l) && !slices.Contains(strings.Split(x.Args["next"], " or "), to)
		})
	})),
	"morris.shut-in":   gametest.No(fromThere),
	"morris.must-take": gametest.Both(gametest.Duty(gametest.No(both(there, not(captures)))), listed),
	"morris.no-mill":   gametest.No(both(there, captures)),
	"morris.none-free": gametest.No(both(there, captures)),
	"morris.take-none": gametest.No(func(x *refused, l *legal) bool { _, _, c := way(l.Text); return c == x.Args["point"] }),
	"morris.take-safe": gametest.Both(gametest.No(func(x *refused, l *legal) bool { _, _, c := way(l.Text); return c == x.Args["point"] }), listed),
	"morris.not-steps": gametest.No(func(x *refused, l *legal) bool { return l.Text == x.Text }),
}

func TestTrueRefusals(t *testing.T) {
	gametest.Refusals{
		Book: Book, Sentences: Sentences, Claims: claims, Places: gametest.Places(BoardOf),
		Words: []string{"a7", "h8", "a7-d7", "a7xb6", "d6xd5"},
		Vary: func(rng *rand.Rand, text string) string {
			text, _, _ = strings.Cut(text, "x")
			if rng.IntN(3) == 0 {
				return text
			}
			return text + "x" + names[rng.IntN(24)]
		},
	}.Run(t, Game())
}
