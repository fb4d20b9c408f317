package lesson_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"parlour"
	"parlour/bot"
	"parlour/cabinet"
	"parlour/learn/lesson"
)

// advice matches words by which a lesson claims something about chances or good
// play.
var advice = regexp.MustCompile(`(?i)\b(best|better|worse|worth|good|fine|lucky|unlucky|luck|often|chances?|hopeless\w*|useful|bad|advantage|wise|nearly)\b`)

// A claim is what a step says about chances or good play.
type claim func(t *testing.T, e *cabinet.Entry, s *lesson.Step, m parlour.Match)

// claims lists every step with words of advice, and the test of what it says.
var claims = map[string]claim{
	"auto-race/needs-three":  nearest,
	"backgammon/make-point":  isBest,
	"backgammon/double":      isBest,
	"backgammon/take":        all(isBest, chance(0.18, 0.32)),
	"backgammon/drop":        all(isBest, chance(0, 0.1), cannotBeGammon),
	"contact/there-and-back": byBook("there-and-back"),
	"contact/equal":          byBook("equal-removes-both"),
	"kleefeld/a-six":         aRule, // another chance to throw a six
}

// aRule marks words that are about a rule.
func aRule(*testing.T, *cabinet.Entry, *lesson.Step, parlour.Match) {}

func all(some ...claim) claim {
	return func(t *testing.T, e *cabinet.Entry, s *lesson.Step, m parlour.Match) {
		for _, c := range some {
			c(t, e, s, m)
		}
	}
}

// byBook checks that the step says what a clause of the book says.
func byBook(clause string) claim {
	return func(t *testing.T, e *cabinet.Entry, s *lesson.Step, _ parlour.Match) {
		c := e.Book.Clause(clause)
		if word := advice.FindString(s.Praise); c == nil || !strings.Contains(c.Rule, word) {
			t.Errorf("the book does not speak of %q in %s", word, clause)
		}
	}
}

// isBest checks that our own judge of the game has no better move than those
// of the step.
func isBest(t *testing.T, e *cabinet.Entry, s *lesson.Step, m parlour.Match) {
	moves, _ := e.Advisers()
	opinions, err := moves.Moves(context.Background(), m)
	if err != nil {
		t.Fatal(err)
	}
	side := m.Role(m.Turn().Seat).Side
	var right, best bot.Opinion
	for _, o := range opinions {
		if o.Shares[side] > best.Shares[side] {
			best = o
		}
		for _, text := range s.Moves {
			if m.Text(o.Move) == text && o.Shares[side] > right.Shares[side] {
				right = o
			}
		}
	}
	if right.Shares[side] < best.Shares[side] {
		t.Errorf("%s is worth %.4f, but %s %.4f", m.Text(right.Move), right.Shares[side], m.Text(best.Move), best.Shares[side])
	}
}

// chance checks the chance of the player to win, if the double is accepted, by
// playing the race to its end many times.
func chance(least, most float64) claim {
	return func(t *testing.T, e *cabinet.Entry, s *lesson.Step, m parlour.Match) {
		const games = 200
		seat, won := m.Turn().Seat, 0
		for i := range games {
			g := m.Clone()
			play(t, g, "take")
			player, err := e.Player("strong", bot.Mix(7, uint64(i)))
			if err != nil {
				t.Fatal(err)
			}
			rng := rand.New(rand.NewPCG(7, uint64(i)))
			for !g.Turn().Over() {
				if d := g.Turn().Dice; d != 0 {
					if err := g.Play(d.Nth(rng.IntN(d.Weight()))); err != nil {
						t.Fatal(err)
					}
					continue
				}
				text := "roll"
				if _, err := g.Parse(text); err != nil {
					mv, err := player.Choose(context.Background(), g)
					if err != nil {
						t.Fatal(err)
					}
					text = g.Text(mv)
				}
				play(t, g, text)
			}
			if r := g.Result(); r.Winner() == seat {
				won++
			}
		}
		if p := float64(won) / games; p < least || p > most {
			t.Errorf("the player wins %.1f %% of the games", 100*p)
		} else {
			t.Logf("the player wins %.1f %% of %d games", 100*p, games)
		}
	}
}

func play(t *testing.T, m parlour.Match, text string) {
	t.Helper()
	mv, err := m.Parse(text)
	if err == nil {
		err = m.Play(mv)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// cannotBeGammon checks that the player has borne off a man, so that the other
// side is never too good to double.
func cannotBeGammon(t *testing.T, _ *cabinet.Entry, _ *lesson.Step, m parlour.Match) {
	n := 0
	for _, p := range m.Pieces() {
		if p.Colour == "X" && !strings.HasPrefix(p.Place, "off") {
			n++
		}
	}
	if n >= 15 {
		t.Errorf("%d black men are on the board", n)
	}
}

// nearest checks that a car on 8 has fewer throws before it than one on 4 to 7,
// and that two throws fail on each of these spaces.
func nearest(t *testing.T, e *cabinet.Entry, _ *lesson.Step, _ parlour.Match) {
	const finish = 60
	left := make([]float64, finish+7)
	var fails [finish]int
	for at := finish - 1; at >= 0; at-- {
		sum, drives := 0.0, 0
		for throw := 1; throw <= 6; throw++ {
			m, err := e.Game.Parse(fmt.Sprintf("auto-race G:%d/Y:0 G %d - -", at, throw))
			if err != nil {
				break // no car can be there
			}
			if m.Text(m.Moves()[0]) == "pass" {
				fails[at]++
				continue
			}
			drives++
			sum += left[at+throw]
		}
		if drives > 0 {
			left[at] = (6 + sum) / float64(drives)
		}
	}
	for at := 4; at <= 8; at++ {
		if fails[at] != 2 || at < 8 && left[8] >= left[at] {
			t.Errorf("on %d %d throws fail, and %.2f throws are left; on 8 %.2f", at, fails[at], left[at], left[8])
		}
	}
	t.Logf("throws left on 4 to 8: %.1f", left[4:9])
}

// TestClaims checks every claim of a lesson about chances or good play against
// our players, exact values or the book.
func TestClaims(t *testing.T) {
	met := map[string]bool{}
	for _, e := range cabinet.Games() {
		for i := range e.Lesson.Steps {
			s := &e.Lesson.Steps[i]
			name := e.Info.ID + "/" + s.ID
			words := advice.FindAllString(strings.Join([]string{s.Says, s.Do, s.Hint, s.Praise}, " "), -1)
			check := claims[name]
			switch {
			case words == nil:
			case check == nil:
				t.Errorf("%s says %q, but nothing tests it", name, words)
			default:
				met[name] = true
				t.Run(name, func(t *testing.T) {
					line, err := e.Lesson.Position(e.Game, i)
					if err != nil {
						t.Fatal(err)
					}
					m, err := e.Game.Parse(line)
					if err != nil {
						t.Fatal(err)
					}
					check(t, e, s, m)
				})
			}
		}
	}
	for name := range claims {
		if !met[name] {
			t.Errorf("%s claims nothing", name)
		}
	}
}
