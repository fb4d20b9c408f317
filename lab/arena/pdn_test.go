package arena_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"parlour"
	"parlour/cabinet"
	"parlour/internal/wait"
	"parlour/lab/arena"
)

// speakPDN is a program that plays the first move of the list, after it has
// made sure that the moves lead from the start to the position.
func speakPDN() {
	game := cabinet.ByID("checkers").Game
	begun := false
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		w := strings.Fields(in.Text())
		if len(w) == 1 && w[0] == "new" {
			begun = true
			continue
		}
		if !begun || len(w) < 7 || w[0] != "go" || w[1] != "ms" || w[3] != "position" || w[5] != "start" {
			fmt.Println("what?")
			continue
		}
		m, err := game.Parse("checkers " + w[6] + " q=0")
		for _, text := range w[min(len(w), 8):] {
			mv, bad := m.Parse(text)
			if err == nil {
				err = bad
			}
			if bad == nil {
				err = m.Play(mv)
			}
		}
		if err != nil || strings.Fields(m.String())[1] != w[4] {
			fmt.Println("that cannot be")
			continue
		}
		fmt.Println(m.Text(m.Moves()[0]))
	}
}

func ballots(t testing.TB) (*cabinet.Entry, parlour.Match) {
	return start(t, "checkers", parlour.Setup{Options: map[string]string{"opening": "three-move"}})
}

// A program that speaks PDN is told the whole game, and plays it to its end.
func TestPDN(t *testing.T) {
	t.Setenv("ARENA_TEST", "pdn")
	e, m := ballots(t)
	c := arena.Contest{Start: m, Players: append(players(e, "greedy"), arena.PDN("first", os.Stderr, os.Args[0])), Rounds: 3, Ballots: true, Think: wait.Limit}
	r, err := c.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if p := r.Pairs[0]; p.Games != 6 || p.Won+p.Tied+p.Lost != 6 || p.Share <= 0.5 {
		t.Errorf("%+v", p)
	}
	t.Setenv("ARENA_TEST", "babble")
	e, m = ballots(t)
	c = arena.Contest{Start: m, Players: append(players(e, "greedy"), arena.PDN("mine", os.Stderr, os.Args[0])), Rounds: 1}
	if _, err := c.Run(context.Background()); err == nil || !strings.Contains(err.Error(), "mine, in checkers") {
		t.Errorf("babble: %v", err)
	}
}

// follower notes how games begin.
type follower struct {
	arena.Seated
	begins *[]string
}

func (f follower) Follow(m parlour.Match, mv parlour.Move) {
	if m.Turn().Dice != 0 {
		*f.begins = append(*f.begins, m.Text(mv))
	}
}

// All ballots are played, each once with either colour.
func TestBallots(t *testing.T) {
	e, m := ballots(t)
	var begins []string
	list := players(e, "random", "random")
	sit := list[0].New
	list[0].New = func() (arena.Seated, error) {
		s, err := sit()
		return follower{s, &begins}, err
	}
	n := m.Turn().Dice.Ballots()
	c := arena.Contest{Start: m, Players: list, Rounds: n, Ballots: true, Workers: 1, MaxMoves: 2}
	if _, err := c.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	slices.Sort(begins)
	if all := slices.Compact(slices.Clone(begins)); n != 156 || len(begins) != 2*n || len(all) != n {
		t.Errorf("%d ballots, %d different ones in %d games", n, len(all), len(begins))
	}
	e, m = start(t, "checkers", parlour.Setup{})
	c = arena.Contest{Start: m, Players: players(e, "random", "greedy"), Rounds: 1, Ballots: true}
	if _, err := c.Run(context.Background()); err == nil || !strings.Contains(err.Error(), "does not begin with a ballot") {
		t.Errorf("no deck: %v", err)
	}
}
