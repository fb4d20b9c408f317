package checkers

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

func takes(_ *refused, l *legal) bool { return l.Count("capture") > 0 }

// sameHuff is a move that begins with the same huff as the text, or with none.
func sameHuff(x *refused, l *legal) bool {
	huff := func(text string) string {
		if s, ok := listen(text); ok && s.huffs {
			return strconv.Itoa(s.huff)
		}
		return ""
	}
	return huff(x.Text) == huff(l.Text)
}

// hopped is a move of the piece that goes from one square straight to another.
func hopped(from, at, to string) func(*refused, *legal) bool {
	return func(x *refused, l *legal) bool {
		if !sameHuff(x, l) {
			return false
		}
		for _, e := range l.Effects {
			way := e.Travels()
			for i := 1; i < len(way); i++ {
				if e.Means == parlour.Moves && e.Kind != "take-back" && way[0] == x.Args[from] && way[i-1] == x.Args[at] && way[i] == x.Args[to] {
					return true
				}
			}
		}
		return false
	}
}

func canCapture(x *refused) bool {
	var can []string
	for _, l := range x.Legal {
		if from := l.Effects[0].From; takes(x, &l) && !slices.Contains(can, from) {
			can = append(can, from)
		}
	}
	slices.SortFunc(can, func(a, b string) int { i, _ := strconv.Atoi(a); j, _ := strconv.Atoi(b); return i - j })
	return strings.Join(can, ", ") == x.Args["can"]
}

// stops is a capture of the piece that ends on a square.
func stops(arg string) func(*refused, *legal) bool {
	return func(x *refused, l *legal) bool {
		return sameHuff(x, l) && takes(x, l) && slices.ContainsFunc(l.Effects, func(e parlour.Effect) bool {
			return e.Kind == "jump" && e.From == x.Args["from"] && e.To == x.Args[arg]
		})
	}
}

func huffed(arg string) func(*refused, *legal) bool {
	return func(x *refused, l *legal) bool {
		return slices.ContainsFunc(l.Effects, func(e parlour.Effect) bool { return e.Kind == "huff" && e.From == x.Args[arg] })
	}
}

func opponentOn(x *refused, square string) bool {
	mover := x.Match.Info().Seats[x.Match.Turn().Seat].Letter
	return slices.ContainsFunc(x.Match.Pieces(), func(p parlour.Piece) bool { return p.Place == square && p.Colour != mover })
}

var claims = map[string]gametest.Claim{
	"checkers.result": gametest.No(func(x *refused, l *legal) bool { return l.Text == x.Text }),
	"checkers.no-square": gametest.Fact("there is no such square", func(x *refused) bool {
		n, _ := strconv.Atoi(x.Args["square"])
		return n < 1 || n > 32
	}),
	"checkers.no-piece":         gametest.No(func(x *refused, l *legal) bool { return sameHuff(x, l) && hopFrom(x, l) }),
	"checkers.not-yours":        gametest.No(func(x *refused, l *legal) bool { return sameHuff(x, l) && hopFrom(x, l) }),
	"checkers.capture-on":       gametest.Both(gametest.Every(takes), gametest.Fact("these can capture", canCapture)),
	"checkers.compelled":        gametest.Both(gametest.Every(takes), gametest.Fact("these can capture", canCapture)),
	"checkers.incomplete":       gametest.Duty(gametest.Both(gametest.No(incomplete), gametest.Some(goesOn))),
	"checkers.incomplete-short": gametest.No(stops("to")),
	"checkers.crowned":          gametest.Spelling,
	"checkers.backwards":        gametest.No(hopped("from", "at", "to")),
	"checkers.jump-backwards":   gametest.No(hopped("from", "at", "to")),
	"checkers.blocked":          gametest.No(hopped("from", "from", "to")),
	"checkers.blocked-own":      gametest.No(hopped("from", "from", "to")),
	"checkers.too-far":          gametest.No(hopped("from", "at", "to")),
	"checkers.step-ends":        gametest.No(func(x *refused, l *legal) bool { return len(l.Effects[0].Way) > 1 && l.Effects[0].Kind == "move" }),
	"checkers.left-out":         gametest.Spelling,
	"checkers.nothing-to-jump":  gametest.No(hopped("from", "at", "to")),
	"checkers.own-piece":        gametest.No(hopped("from", "at", "to")),
	"checkers.jump-twice":       gametest.Spelling,
	"checkers.no-landing":       gametest.No(hopped("from", "at", "to")),
	"checkers.ambiguous":        gametest.Spelling,
	"checkers.not-steps":        gametest.No(func(x *refused, l *legal) bool { return l.Text == x.Text }),
	"checkers.no-huffing": gametest.Duty(gametest.Fact("a side that can capture must", func(x *refused) bool {
		n := 0
		for i := range x.Legal {
			if takes(x, &x.Legal[i]) {
				n++
			}
		}
		return n == 0 || n == len(x.Legal)
	})),
	"checkers.no-huffing-free": gametest.Both(gametest.No(func(_ *refused, l *legal) bool { return l.Count("huff", "compel") > 0 }),
		gametest.Fact("nobody has to capture", func(x *refused) bool { return strings.Contains(x.Match.String(), "capture=may") })),
	"checkers.no-offence":  gametest.No(func(_ *refused, l *legal) bool { return l.Count("huff", "compel") > 0 }),
	"checkers.huff-nobody": gametest.Fact("no piece of the opponent is there", func(x *refused) bool { return !opponentOn(x, x.Args["square"]) }),
	"checkers.not-guilty": gametest.Both(gametest.No(huffed("square")), gametest.Fact("a piece is there, and these may be huffed", func(x *refused) bool {
		for _, square := range strings.Split(x.Args["guilty"], ", ") {
			if !slices.ContainsFunc(x.Legal, func(l legal) bool { return strings.HasPrefix(l.Text, "h"+square+" ") }) {
				return false
			}
		}
		return opponentOn(x, x.Args["square"])
	})),
	"checkers.huff-alone": gametest.Duty(gametest.No(func(_ *refused, l *legal) bool { return l.Count("huff") > 0 && l.Count("move", "jump") == 0 })),
}

func hopFrom(x *refused, l *legal) bool {
	return slices.ContainsFunc(l.Effects, func(e parlour.Effect) bool {
		return (e.Kind == "move" || e.Kind == "jump") && e.From == x.Args["from"]
	})
}

// incomplete is a capture along the way of the text that ends with it.
func incomplete(x *refused, l *legal) bool {
	s, _ := listen(x.Text)
	o, ok := listen(l.Text)
	return ok && sameHuff(x, l) && slices.Equal(s.squares, o.squares)
}

// goesOn is a capture of the piece.
func goesOn(x *refused, l *legal) bool { return sameHuff(x, l) && takes(x, l) && hopFrom(x, l) }

func TestTrueRefusals(t *testing.T) {
	options := []string{"", "[capture=may]", "[huff=yes]"}
	gametest.Refusals{
		Book: rulebook.Checkers, Sentences: Sentences, Claims: claims, Places: gametest.Places(BoardOf),
		Words: []string{"compel", "h14", "h14 11-15", "h22 9-13", "1-0", "22x15x8", "11-15-18", "9x18"},
		Random: func(rng *rand.Rand) string {
			r, _, err := Read("checkers" + options[rng.IntN(3)] + " B:W21-32:B1-12")
			if err != nil {
				t.Fatal(err)
			}
			p := Position{Stand: randomStand(rng)}
			for range rng.IntN(3) {
				if !r.Turn(&p).Over() {
					moves := r.AppendMoveList(&p, nil)
					r.Play(&p, moves[rng.IntN(len(moves))])
				}
			}
			return string(r.AppendPosition(nil, &p))
		},
		Vary: func(rng *rand.Rand, text string) string {
			if rng.IntN(2) == 0 {
				return "h" + strconv.Itoa(1+rng.IntN(34)) + " " + text
			}
			return text + "x" + strconv.Itoa(1+rng.IntN(33))
		},
	}.Run(t, Game())
}
