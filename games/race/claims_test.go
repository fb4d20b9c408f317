package race

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

// What the refusals of the race games claim, for the law of true refusals.

type (
	refused = gametest.Refused
	legal   = gametest.Legal
)

func passes(_ *refused, l *legal) bool { return l.Means(parlour.Passes) }
func moves(_ *refused, l *legal) bool  { return !l.Means(parlour.Passes) }
func enters(_ *refused, l *legal) bool { return l.Means(parlour.Enters) }
func takes(_ *refused, l *legal) bool  { return l.Count("capture", "bump") > 0 }

// A step is the text of a move of one man, taken apart.
type step struct {
	colour string   // the letter before a colon, or ""
	from   string   // "" if the man enters
	back   bool     // it goes backwards
	stops  []string // the places it stops on, none if it enters or passes
	enter  bool
}

func stepOf(text string) (s step) {
	text, _, _ = strings.Cut(text, "!")
	if c, rest, ok := strings.Cut(text, ":"); ok {
		s.colour, text = c, rest
	}
	for i, stop := range strings.Split(text, "^") {
		stop, _, _ = strings.Cut(stop, "x")
		if i == 0 {
			if s.enter = stop == "enter"; s.enter || stop == "pass" {
				continue
			}
			if at := strings.IndexAny(stop, "<>"); at >= 0 {
				s.from, s.back, stop = stop[:at], stop[at] == '<', stop[at+1:]
			}
		}
		s.stops = append(s.stops, stop)
	}
	return s
}

// colourOf returns the letter of the colour that the refusal speaks about.
func colourOf(x *refused, arg string) string {
	for _, s := range x.Match.Info().Seats {
		if s.Name == x.Args[arg] {
			return s.Letter
		}
	}
	return ""
}

// mover returns the letter of the colour that a legal move moves.
func mover(x *refused, l *legal) string {
	if c := stepOf(l.Text).colour; c != "" {
		return c
	}
	info := x.Match.Info()
	return info.Letter(x.Match.Turn().Seat)
}

// fromThere is a move of the man on the place that the refusal calls from.
func fromThere(x *refused, l *legal) bool {
	return stepOf(l.Text).from == x.Args["from"] && mover(x, l) == colourOf(x, "colour")
}

// there is the same way, as far as the refusal names it.
func there(x *refused, l *legal) bool {
	s := stepOf(l.Text)
	return fromThere(x, l) && s.stops[0] == x.Args["to"]
}

// elsewhere is a move of the man to another place than the arguments name.
func elsewhere(back bool, right string) func(*refused, *legal) bool {
	return func(x *refused, l *legal) bool {
		s := stepOf(l.Text)
		return fromThere(x, l) && s.back == back && s.stops[0] != x.Args[right]
	}
}

// touches is a move in which a man passes the place or stops on it.
func touches(arg string, passing bool) func(*refused, *legal) bool {
	return func(x *refused, l *legal) bool {
		return slices.ContainsFunc(l.Effects, func(e parlour.Effect) bool {
			return (e.Means == parlour.Moves || e.Means == parlour.Enters) && (e.To == x.Args[arg] || passing && (slices.Contains(e.Way, x.Args[arg]) || e.Kind == "jump" && jumpsOver(&e, x.Args[arg])))
		})
	}
}

// jumpsOver reports whether a jump goes over a space of the track.
func jumpsOver(e *parlour.Effect, space string) bool {
	from, err := strconv.Atoi(e.From)
	at, err2 := strconv.Atoi(space)
	if err != nil || err2 != nil {
		return false
	}
	return (at-from+68)%68 < 15 && at != from || (at-from+52)%52 < 15 && at != from && from < 52 && at < 52
}

// enemiesAhead counts the spaces in a row that hold opponents, from the place in
// front of the one that the refusal names.
func enemiesAhead(x *refused) (n int, one bool) {
	rules, p, _ := parlour.Typed[Position](x.Match)
	var r *ludo
	switch rules := rules.(type) {
	case *Kleefeld:
		r = &rules.ludo
	case *British:
		r = &rules.ludo
	}
	q, _ := r.parsePlace(p.turn, x.Args["place"])
	one = true
	var first parlour.Seat
	for q++; q <= r.last; q++ {
		s, _ := r.victims(&p, q)
		if s == parlour.Nobody {
			break
		}
		if n == 0 {
			first = s
		}
		one = one && s == first
		n++
	}
	return n, one
}

func jumps(_ *refused, l *legal) bool { return l.Count("jump") > 0 }

// jumpFrom is a move with a jump from the place.
func jumpFrom(x *refused, l *legal) bool {
	return slices.ContainsFunc(l.Effects, func(e parlour.Effect) bool {
		return e.Kind == "jump" && stepsFrom(l.Text, x.Args["place"]) != ""
	})
}

// stepsFrom returns where a jump from a place leads to.
func stepsFrom(text, place string) string {
	stops := stepOf(text).stops
	if stepOf(text).enter {
		return ""
	}
	if i := slices.Index(stops, place); i >= 0 && i < len(stops)-1 {
		return stops[i+1]
	}
	return ""
}

func inFront(n int) gametest.Claim {
	return gametest.Fact("so many opponents are in front", func(x *refused) bool {
		k, _ := enemiesAhead(x)
		return k == n
	})
}

// pointedTo is the place at the end of what was pointed at.
func pointedTo(x *refused, l *legal) bool {
	_, to, _ := strings.Cut(x.Text, " to ")
	return slices.ContainsFunc(l.Effects, func(e parlour.Effect) bool {
		return (e.Means == parlour.Moves || e.Means == parlour.Enters) && e.To == to && e.Colour != colourOf(x, "owner")
	})
}

// pointClaims are those of refusals about places that somebody pointed at.
var pointClaims = map[string]gametest.Claim{
	"race.foreign-man":   gametest.Spelling,
	"race.foreign-place": gametest.No(pointedTo),
	"race.no-way-back": gametest.No(func(x *refused, l *legal) bool {
		return slices.ContainsFunc(l.Effects, func(e parlour.Effect) bool { return e.Means == parlour.Moves && strings.HasSuffix(e.To, "-") })
	}),
	"race.entry-place": gametest.No(func(x *refused, l *legal) bool {
		return slices.ContainsFunc(l.Effects, func(e parlour.Effect) bool {
			return e.Means == parlour.Enters && e.Colour == colourOf(x, "colour") && e.To != x.Args["to"]
		})
	}),
	"race.no-man": gametest.No(fromThere),
	"race.off-course": gametest.No(func(x *refused, l *legal) bool {
		return slices.Contains(stepOf(l.Text).stops, x.Args["place"])
	}),
}

var ludoClaims = merged(pointClaims, map[string]gametest.Claim{
	"race.six-limit":     gametest.Every(passes),
	"race.must-enter":    gametest.Every(enters),
	"race.must-move":     gametest.No(passes),
	"race.enter-or-pass": gametest.Every(func(x *refused, l *legal) bool { return enters(x, l) || passes(x, l) }),
	"race.jump-colours": gametest.Both(gametest.No(jumpFrom), gametest.Fact("the opponents are of different colours", func(x *refused) bool {
		n, one := enemiesAhead(x)
		return n > 1 && !one
	})),
	"race.jump-bend":  gametest.No(jumpFrom),
	"race.six-enters": gametest.No(enters),
	"race.none-waits": gametest.No(enters),
	"race.stays-home": gametest.No(fromThere),
	"race.exact":      gametest.No(fromThere),
	"race.count":      gametest.No(elsewhere(false, "right")),
	"race.block":      gametest.No(touches("space", true)),
	"race.block-jump": gametest.No(func(x *refused, l *legal) bool {
		return touches("space", false)(x, l) || slices.ContainsFunc(l.Effects, func(e parlour.Effect) bool {
			return e.Kind == "move" && slices.Contains(e.Way, x.Args["space"])
		})
	}),
	"race.entry-block": gametest.No(enters),
	"race.own-block":   gametest.No(there),
	"race.own-man":     gametest.No(touches("space", false)),
	"race.safe-pair":   gametest.No(touches("space", false)),
	"race.end-square":  gametest.No(touches("space", false)),
	"race.wrong-capture": gametest.Some(func(x *refused, l *legal) bool {
		n := 0
		for _, e := range l.Effects {
			if e.Kind == "capture" && e.From == x.Args["place"] && e.Colour == colourOf(x, "owner") {
				n++
			}
		}
		return strconv.Itoa(n) == x.Args["men"]
	}),
	"race.no-capture": gametest.No(func(x *refused, l *legal) bool {
		return slices.ContainsFunc(l.Effects, func(e parlour.Effect) bool { return e.Kind == "capture" && e.From == x.Args["place"] })
	}),
	"race.jump-off":       gametest.No(jumps),
	"race.jump-entry":     gametest.No(func(x *refused, l *legal) bool { return enters(x, l) && jumps(x, l) }),
	"race.jump-chain":     gametest.No(func(x *refused, l *legal) bool { return l.Count("jump") > 1 }),
	"race.jump-lane":      gametest.No(jumpFrom),
	"race.jump-none":      gametest.Both(gametest.No(jumpFrom), inFront(0)),
	"race.jump-one":       gametest.Both(gametest.No(jumpFrom), inFront(1)),
	"race.jump-overshoot": gametest.No(jumpFrom),
	"race.jump-length": gametest.No(func(x *refused, l *legal) bool {
		to := stepsFrom(l.Text, x.Args["place"])
		return to != "" && !slices.Contains(strings.Split(x.Args["right"], " or "), to)
	}),
	"race.jump-home": gametest.No(func(x *refused, l *legal) bool {
		stops := stepOf(l.Text).stops
		return jumps(x, l) && stops[len(stops)-1] == "*"
	}),
})

func merged(all ...map[string]gametest.Claim) map[string]gametest.Claim {
	into := map[string]gametest.Claim{}
	for _, some := range all {
		for code, claim := range some {
			into[code] = claim
		}
	}
	return into
}

// boundMove is a move of the colour that the refusal says is bound.
func boundMove(x *refused, l *legal) bool { return mover(x, l) == colourOf(x, "bound") }

// everyOr claims that every legal move is like this or named among the others,
// which are not like this.
func everyOr(is func(*refused, *legal) bool) gametest.Claim {
	return gametest.Both(gametest.Every(func(x *refused, l *legal) bool {
		return is(x, l) != slices.Contains(strings.Split(x.Args["others"], " or "), l.Text)
	}), gametest.Fact("there are others", func(x *refused) bool { return x.Args["others"] != "" }))
}

func leaves(arg string) func(*refused, *legal) bool {
	return func(x *refused, l *legal) bool {
		s := stepOf(l.Text)
		return boundMove(x, l) && s.from == x.Args[arg] && !s.back
	}
}

// ofNeutral is a move of the colour that belongs to nobody.
func ofNeutral(x *refused, l *legal) bool { return stepOf(l.Text).colour != "" }

// notEntering is a move of the refusal's colour by which a piece enters.
func colourEnters(x *refused, l *legal) bool {
	return enters(x, l) && mover(x, l) == colourOf(x, "colour")
}

// sameMove is a move that differs from what was wanted in its marks only.
func sameMove(x *refused, l *legal) bool {
	a, b := stepOf(x.Text), stepOf(l.Text)
	return mover(x, l) == colourOf(x, "colour") && a.from == b.from && a.back == b.back && a.enter == b.enter && slices.Equal(a.stops, b.stops)
}

func both(all ...func(*refused, *legal) bool) func(*refused, *legal) bool {
	return func(x *refused, l *legal) bool {
		for _, is := range all {
			if !is(x, l) {
				return false
			}
		}
		return true
	}
}

func not(is func(*refused, *legal) bool) func(*refused, *legal) bool {
	return func(x *refused, l *legal) bool { return !is(x, l) }
}

func huffs(_ *refused, l *legal) bool { return l.Count("huff") > 0 }

// thisWay is a move from where the refusal says, or entering, to where it says.
func thisWay(x *refused, l *legal) bool {
	s := stepOf(l.Text)
	if mover(x, l) != colourOf(x, "colour") {
		return false
	}
	if x.Args["from"] == "" {
		return s.enter
	}
	return s.from == x.Args["from"] && len(s.stops) > 0 && s.stops[0] == x.Args["to"]
}

var menschClaims = merged(pointClaims, map[string]gametest.Claim{
	"race.mensch.absent":            gametest.No(func(x *refused, l *legal) bool { return mover(x, l) == colourOf(x, "colour") }),
	"race.mensch.a-own":             gametest.No(colourEnters),
	"race.mensch.back-finish":       gametest.No(both(fromThere, func(_ *refused, l *legal) bool { return stepOf(l.Text).back })),
	"race.mensch.back-limit":        gametest.No(both(fromThere, func(_ *refused, l *legal) bool { return stepOf(l.Text).back })),
	"race.mensch.back-quiet":        gametest.No(both(fromThere, func(_ *refused, l *legal) bool { return stepOf(l.Text).back })),
	"race.mensch.captures-nothing":  gametest.No(both(sameMove, takes)),
	"race.mensch.captures-other":    gametest.Some(both(sameMove, takes)),
	"race.mensch.chain":             gametest.Every(leaves("space")),
	"race.mensch.chain-or":          everyOr(leaves("space")),
	"race.mensch.leave-a-or":        everyOr(leaves("a")),
	"race.mensch.must-enter-or":     everyOr(both(enters, boundMove)),
	"race.mensch.neutral-duty":      everyOr(not(boundMove)),
	"race.mensch.neutral-duty-none": gametest.No(boundMove),
	"race.mensch.neutral-table":     gametest.No(both(ofNeutral, not(takes), moves)),
	"race.mensch.colour-missing":    gametest.Fact("that text is legal", func(x *refused) bool { _, err := x.Match.Parse(x.Args["instead"]); return err == nil }),
	"race.mensch.foreign":           gametest.No(func(x *refused, l *legal) bool { return mover(x, l) == colourOf(x, "colour") }),
	"race.mensch.full-count":        gametest.No(elsewhere(false, "reach")),
	"race.mensch.full-count-back":   gametest.No(elsewhere(true, "reach")),
	"race.mensch.home":              gametest.No(func(x *refused, l *legal) bool { return moves(x, l) && mover(x, l) == colourOf(x, "colour") }),
	"race.mensch.huffs-nothing":     gametest.No(both(sameMove, huffs)),
	"race.mensch.huffs-other":       gametest.Some(both(sameMove, huffs)),
	"race.mensch.kin":               gametest.No(thisWay),
	"race.mensch.leave-a":           gametest.Every(leaves("a")),
	"race.mensch.must-capture":      gametest.Every(takes),
	"race.mensch.must-enter":        gametest.Every(both(enters, boundMove)),
	"race.mensch.must-move":         gametest.No(passes),
	"race.mensch.must-move-neutral": gametest.Every(ofNeutral),
	"race.mensch.must-move-quiet":   gametest.Both(gametest.No(passes), gametest.Some(both(ofNeutral, not(takes)))),
	"race.mensch.neutral-hits-own":  gametest.No(thisWay),
	"race.mensch.neutral-quiet":     gametest.No(both(ofNeutral, not(takes), moves)),
	"race.mensch.no-back":           gametest.No(func(_ *refused, l *legal) bool { return stepOf(l.Text).back }),
	"race.mensch.no-piece":          gametest.No(fromThere),
	"race.mensch.nobody-waits":      gametest.No(colourEnters),
	"race.mensch.noskip":            gametest.No(thisWay),
	"race.mensch.not-this-turn":     gametest.Spelling,
	"race.mensch.not-yours":         gametest.No(func(x *refused, l *legal) bool { return l.Text == x.Text }),
	"race.mensch.other-colour":      gametest.Spelling,
	"race.mensch.overshoot":         gametest.Duty(gametest.No(both(fromThere, func(_ *refused, l *legal) bool { return !stepOf(l.Text).back }))),
	"race.mensch.own-piece":         gametest.No(thisWay),
	"race.mensch.own-prefix":        gametest.No(func(x *refused, l *legal) bool { return stepOf(l.Text).colour == colourOf(x, "colour") }),
	"race.mensch.pair-between":      gametest.No(thisWay),
	"race.mensch.pair-there":        gametest.No(thisWay),
	"race.mensch.six-only":          gametest.No(colourEnters),
	"race.mensch.third":             gametest.No(thisWay),
	"race.mensch.which-huff":        gametest.Both(gametest.Some(both(sameMove, huffs)), gametest.No(both(sameMove, not(huffs)))),
})

// nextParts returns the steps that may follow the parts before the refused
// one.
func nextParts(x *refused) []parlour.Step {
	fields := strings.Fields(x.Text)
	for i, f := range fields {
		if f == x.Args["part"] {
			if _, _, err := parlour.NextSteps(x.Match, fields[:i+1]); err != nil {
				return x.Next(fields[:i]...)
			}
		}
	}
	return x.Next()
}

// parts claims something about the parts that may be played there.
func parts(what string, is func(x *refused, s parlour.Step) bool) gametest.Claim {
	return gametest.Fact(what, func(x *refused) bool {
		return !slices.ContainsFunc(nextParts(x), func(s parlour.Step) bool { return !is(x, s) })
	})
}

func partEnters(_ *refused, s parlour.Step) bool {
	return strings.HasSuffix(s.Text, ":enter") || strings.Contains(s.Text, ":enterx")
}
func partIsBonus(_ *refused, s parlour.Step) bool { return strings.HasPrefix(s.Text, "+") }

// partIs is a part with the count and the man of the refusal.
func partIs(x *refused, s parlour.Step) bool {
	return strings.HasPrefix(strings.TrimPrefix(s.Text, "+"), x.Args["count"]+":"+x.Args["from"]+">")
}
func partFrom(x *refused, s parlour.Step) bool {
	return strings.Contains(s.Text, ":"+x.Args["from"]+">")
}
func partCounts(x *refused, s parlour.Step) bool {
	return strings.HasPrefix(s.Text, x.Args["count"]+":") && !partEnters(x, s)
}
func bonusOf(arg string) func(*refused, parlour.Step) bool {
	return func(x *refused, s parlour.Step) bool { return strings.HasPrefix(s.Text, "+"+x.Args[arg]+":") }
}

func noPart(what string, is func(*refused, parlour.Step) bool) gametest.Claim {
	return parts(what, func(x *refused, s parlour.Step) bool { return !is(x, s) })
}

func everyPart(what string, is func(*refused, parlour.Step) bool) gametest.Claim {
	return gametest.Duty(parts(what, is))
}

// diceOf counts the dice that a turn uses.
func diceOf(x *refused, text string) (n int) {
	throw := x.Args["throw"]
	for _, t := range strings.Fields(text) {
		count, _, _ := strings.Cut(t, ":")
		switch {
		case strings.HasPrefix(t, "+"), t == "pass":
		case count == throw[:1] || count == throw[1:]:
			n++
		default:
			n = 2
		}
	}
	return n
}

var parkerClaims = merged(pointClaims, map[string]gametest.Claim{
	"race.parker.full-count": gametest.Fact("the part leads there", func(x *refused) bool {
		return slices.ContainsFunc(nextParts(x), func(s parlour.Step) bool {
			return strings.HasPrefix(s.Text, strings.Split(x.Args["part"], ">")[0]+">"+x.Args["reach"])
		})
	}),
	"race.parker.captures-nothing":     noPart("nobody is captured", func(x *refused, s parlour.Step) bool { return partIs(x, s) && strings.Contains(s.Text, "x") }),
	"race.parker.captures-other":       gametest.Spelling,
	"race.parker.no-prisoner":          noPart("nobody can enter", partEnters),
	"race.parker.no-five":              noPart("nobody can enter", partEnters),
	"race.parker.five-used":            noPart("nobody can enter", partEnters),
	"race.parker.must-enter":           everyPart("a man must enter", partEnters),
	"race.parker.five-owed":            gametest.Every(enters),
	"race.parker.five-enters":          gametest.Both(gametest.Every(enters), noPart("no total is played", partCounts)),
	"race.parker.must-enter-sum":       everyPart("a man must enter", partEnters),
	"race.parker.sum-spent":            noPart("the throw is used up", func(_ *refused, s parlour.Step) bool { return !partIsBonus(nil, s) && s.Means != parlour.Passes }),
	"race.parker.turn-done":            noPart("the throw is used up", func(_ *refused, s parlour.Step) bool { return !partIsBonus(nil, s) && s.Means != parlour.Passes }),
	"race.parker.not-thrown":           noPart("the count cannot be played", partCounts),
	"race.parker.die-used":             noPart("the count is used up", partCounts),
	"race.parker.no-total":             noPart("there is no total", partCounts),
	"race.parker.no-man":               noPart("there is no man", partFrom),
	"race.parker.at-home":              noPart("the man is home", partFrom),
	"race.parker.overshoot":            gametest.Duty(noPart("it is too much", partIs)),
	"race.parker.blockade-between":     noPart("nobody may pass", partIs),
	"race.parker.blockade-there":       noPart("nobody may land", partIs),
	"race.parker.third-man":            noPart("there is no room", partIs),
	"race.parker.covered":              noPart("nobody may stop", partIs),
	"race.parker.pair-on-entrance":     noPart("two may not share it", partIs),
	"race.parker.stranger-on-entrance": noPart("it may not be captured", partIs),
	"race.parker.bonus-first":          everyPart("the bonus comes first", func(x *refused, s parlour.Step) bool { return bonusOf("bonus")(x, s) || s.Means == parlour.Passes }),
	"race.parker.bonus-last":           noPart("bonuses come last", partIsBonus),
	"race.parker.no-bonus":             noPart("no twenty is due", func(_ *refused, s parlour.Step) bool { return strings.HasPrefix(s.Text, "+20") }),
	"race.parker.no-chain":             noPart("no twenty is due", func(_ *refused, s parlour.Step) bool { return strings.HasPrefix(s.Text, "+20") }),
	"race.parker.no-ten":               noPart("no ten is due", func(_ *refused, s parlour.Step) bool { return strings.HasPrefix(s.Text, "+10") }),
	"race.parker.no-ten-due":           noPart("no ten is due", func(_ *refused, s parlour.Step) bool { return strings.HasPrefix(s.Text, "+10") }),
	"race.parker.frozen":               everyPart("another takes the twenty", func(x *refused, s parlour.Step) bool { return partIsBonus(x, s) && !partFrom(x, s) }),
	"race.parker.entered-only": noPart("only the man that entered moves", func(x *refused, s parlour.Step) bool {
		fields := strings.Fields(x.Text)
		i := slices.IndexFunc(fields, func(f string) bool { return strings.Contains(f, "enter") })
		return i >= 0 && !partIsBonus(x, s) && s.From != x.Next(fields[:i]...)[0].To
	}),
	"race.parker.same-man": everyPart("another man plays", func(x *refused, s parlour.Step) bool { return !partFrom(x, s) }),
	"race.parker.use-both": gametest.Every(func(x *refused, l *legal) bool {
		if _, p, _ := parlour.Typed[Position](x.Match); p.parts != 0 {
			return true // the texts leave out what has been played
		}
		before, _, _ := strings.Cut(x.Text, x.Args["part"])
		return diceOf(x, l.Text) > diceOf(x, before+x.Args["part"])
	}),
	"race.parker.larger-die": gametest.Every(func(x *refused, l *legal) bool {
		return diceOf(x, l.Text) == 1 && strings.HasPrefix(l.Text, x.Args["throw"][:1]+":")
	}),
	"race.parker.pass":       gametest.No(passes),
	"race.parker.pass-rest":  gametest.No(passes),
	"race.parker.pass-bonus": everyPart("the bonus must be moved", bonusOf("bonus")),
	"race.parker.pass-enter": everyPart("a man must enter", partEnters),
	"race.parker.pass-pair": gametest.Every(func(x *refused, l *legal) bool {
		return slices.ContainsFunc(l.Effects, func(e parlour.Effect) bool {
			n := 0
			for _, p := range x.Match.Pieces() {
				if p.Place == e.From && p.Colour == e.Colour {
					n++
				}
			}
			return e.Means == parlour.Moves && n > 1
		})
	}),
})

var autoRaceClaims = map[string]gametest.Claim{
	"race.halt":      gametest.Every(passes),
	"race.no-choice": gametest.No(passes),
	"race.no-car":    gametest.No(fromThere),
	"race.full-count": gametest.Every(func(x *refused, l *legal) bool {
		return l.Text == x.Args["at"]+">"+x.Args["to"] || strings.HasPrefix(l.Text, x.Args["at"]+">"+x.Args["to"]+"x")
	}),
	"race.wrong-bump":   gametest.Some(takes),
	"race.no-bumps":     gametest.No(takes),
	"race.bumps-nobody": gametest.No(takes),
}

// jumpOn adds a jump to a move.
func jumpOn(rng *rand.Rand, text string) string {
	stops := stepOf(text).stops
	if len(stops) == 0 {
		return text + "^" + strconv.Itoa(rng.IntN(68))
	}
	at, _ := strconv.Atoi(stops[len(stops)-1])
	return text + "^" + strconv.Itoa((at+[]int{1, 5, 10, 15}[rng.IntN(4)])%52)
}

// markOn adds or changes a mark for the piece that is sent back.
func markOn(rng *rand.Rand, text string) string {
	text, _, _ = strings.Cut(text, "!")
	if rng.IntN(3) == 0 {
		return text
	}
	return text + "!" + strconv.Itoa(rng.IntN(40))
}

func TestTrueRefusals(t *testing.T) {
	naiveLine := func(id string) func(*rand.Rand) string {
		return func(rng *rand.Rand) string {
			if n := randomNaive(id, rng); n != nil {
				return n.line()
			}
			return ""
		}
	}
	for _, c := range []struct {
		game   parlour.Game
		book   *rulebook.Book
		claims map[string]gametest.Claim
		words  []string
		random func(*rand.Rand) string
		vary   func(rng *rand.Rand, text string) string
	}{
		{KleefeldGame(), rulebook.Kleefeld, ludoClaims, []string{"pass", "enter", "enterxG", "12>14^18^24"}, naiveLine("kleefeld"), jumpOn},
		{BritishGame(), rulebook.British, ludoClaims, []string{"pass", "enter", "enterxG"}, naiveLine("british"), jumpOn},
		{MenschGame(), rulebook.Mensch, menschClaims, []string{"pass", "enter", "K:enter", "Y:enter", "pass!12"}, randomMensch, markOn},
		{ParkerGame(), rulebook.Parker, parkerClaims, []string{"pass", "5:enter", "5:enter 5:enter", "+20:0>20", "+10:3>13"}, func(rng *rand.Rand) string {
			n, men := randomParker(rng, []float64{0, 0.15, 0.4}[rng.IntN(3)])
			return n.line(men, n.turn, strconv.Itoa(n.throw), "-")
		}, nil},
		{AutoRaceGame(), rulebook.AutoRace, autoRaceClaims, []string{"pass", "3>5xY"}, nil, nil},
	} {
		id := c.game.Info().ID
		t.Run(id, func(t *testing.T) {
			var lines []string
			for _, s := range gametest.ReadScenarios(t, "testdata/"+id+".json") {
				lines = append(lines, s.Position)
			}
			setups := 40
			if id == "parker" {
				setups = 12 // its turns have many parts, and each is looked at
			}
			gametest.Refusals{
				Setups: setups,
				Book:   c.book, Sentences: Sentences, Claims: c.claims, Words: c.words,
				Lines: lines, Random: c.random, Vary: c.vary, Places: placeNames(),
			}.Run(t, c.game)
		})
	}
}
