package lesson_test

import (
	"slices"
	"strings"
	"testing"

	"parlour/cabinet"
	"parlour/learn/lesson"
	"parlour/phrase"
)

// TestCourses checks the course of every game on the shelf: its moves are
// legal, its mistakes are refused by the clauses it names, and it is neither
// too short nor too long.
func TestCourses(t *testing.T) {
	for _, e := range cabinet.Games() {
		if e.Lesson == nil {
			t.Errorf("%s has no lesson", e.Info.ID)
			continue
		}
		for _, err := range lesson.Check(e.Lesson, e.Game, e.Book) {
			t.Error(err)
		}
		if e.Lesson.Aim.Says == "" || phrase.English.Say(e.Lesson.AimCode(), nil) != e.Lesson.Aim.Says {
			t.Errorf("%s does not say its aim", e.Info.ID)
		}
		wrong := 0
		for i := range e.Lesson.Steps {
			s := &e.Lesson.Steps[i]
			wrong += len(s.Wrong)
			if code := e.Lesson.Code(s.ID, "says"); phrase.English.Say(code, nil) != s.Says {
				t.Errorf("the catalogue does not have %s", code)
			}
		}
		if wrong < 4 {
			t.Errorf("the lesson of %s expects only %d mistakes", e.Info.ID, wrong)
		}
		t.Logf("%s: %d steps, %d mistakes", e.Info.ID, len(e.Lesson.Steps), wrong)
	}
}

// TestCheck breaks a good course in many ways. Every fault is found.
func TestCheck(t *testing.T) {
	e := cabinet.ByID("kleefeld")
	at := func(c *lesson.Course, id string) *lesson.Step {
		return &c.Steps[slices.IndexFunc(c.Steps, func(s lesson.Step) bool { return s.ID == id })]
	}
	for want, spoil := range map[string]func(*lesson.Course){
		"the game has no seat":                   func(c *lesson.Course) { c.Seat = "Z" },
		"it has 7 steps":                         func(c *lesson.Course) { c.Steps = c.Steps[:7] },
		"step first-throw: the first step does":  func(c *lesson.Course) { c.Steps = c.Steps[1:] },
		"the aim is no sentence":                 func(c *lesson.Course) { c.Aim.Says = "Win" },
		"the aim: bad position":                  func(c *lesson.Course) { c.Aim.Position = "kleefeld nonsense" },
		"the aim: 7":                             func(c *lesson.Course) { c.Aim.Moves = []string{"7"} },
		"the moves that show the aim do not":     func(c *lesson.Course) { c.Aim.Moves = c.Aim.Moves[:2] },
		"the course is of":                       func(c *lesson.Course) { c.Game = "british" },
		"step walk: the id is not":               func(c *lesson.Course) { at(c, "kick").ID = "walk" },
		"step kick: Says is empty":               func(c *lesson.Course) { at(c, "kick").Says = "" },
		"step kick: Says has":                    func(c *lesson.Course) { at(c, "kick").Says = strings.Repeat("Long. ", 60) },
		"step kick: Do is not a sentence":        func(c *lesson.Course) { at(c, "kick").Do = "Kick" },
		"step kick: bad position":                func(c *lesson.Course) { at(c, "kick").Position = "kleefeld nonsense" },
		"step first-throw: no position":          func(c *lesson.Course) { c.Steps = c.Steps[1:]; at(c, "first-throw").Position = "" },
		"step kick: it asks for the only move":   func(c *lesson.Course) { at(c, "kick").Asks = lesson.Move },
		"step must-enter: it asks for a choice":  func(c *lesson.Course) { at(c, "must-enter").Asks = lesson.Choose },
		"step kick: it asks for a throw":         func(c *lesson.Course) { at(c, "kick").Asks = lesson.Throw },
		"step kick: it asks for \"think\"":       func(c *lesson.Course) { at(c, "kick").Asks = "think" },
		"step kick: 10>15":                       func(c *lesson.Course) { at(c, "kick").Moves = []string{"10>15"} },
		"step kick: 10>14 is written 10>14xB":    func(c *lesson.Course) { at(c, "kick").Moves = []string{"10>14"} },
		"step kick: no move is right":            func(c *lesson.Course) { at(c, "kick").Moves = nil },
		"step kick: 5>9 does not show":           func(c *lesson.Course) { at(c, "kick").Moves = []string{"5>9"} },
		"step kick: a hint is for":               func(c *lesson.Course) { at(c, "kick").Hint = "" },
		"step exact: a hint is for":              func(c *lesson.Course) { at(c, "exact").Hint = "Think." },
		"step kick: kleefeld/fly is no rule":     func(c *lesson.Course) { at(c, "kick").Teaches = []string{"fly"} },
		"step kick: it teaches no clause":        func(c *lesson.Course) { at(c, "kick").Teaches = nil },
		"step kick: 10 to 14 is said to be":      func(c *lesson.Course) { at(c, "kick").Wrong[0] = lesson.Wrong{From: "10", To: "14", Clause: "kick"} },
		"step kick: 5 to 14 is refused by":       func(c *lesson.Course) { at(c, "kick").Wrong[0].Clause = "kick" },
		"step kick: kleefeld/no-such is no rule": func(c *lesson.Course) { at(c, "kick").Wrong[0].Clause = "no-such" },
	} {
		c := &lesson.Course{Game: lesson.Kleefeld.Game, Seat: lesson.Kleefeld.Seat, Aim: lesson.Kleefeld.Aim, Steps: slices.Clone(lesson.Kleefeld.Steps)}
		for i := range c.Steps {
			c.Steps[i].Wrong = slices.Clone(c.Steps[i].Wrong)
		}
		spoil(c)
		faults := lesson.Check(c, e.Game, e.Book)
		if !slices.ContainsFunc(faults, func(err error) bool { return strings.Contains(err.Error(), want) }) {
			t.Errorf("found %v, want %q", faults, want)
		}
	}
}
