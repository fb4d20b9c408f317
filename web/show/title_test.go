package show_test

import (
	"testing"
	"time"

	"parlour/cabinet"
	"parlour/learn/puzzle"
	"parlour/phrase"
	"parlour/web/show"
)

// TestTitles checks that a lesson and its puzzles call the game what the reader
// calls it.
func TestTitles(t *testing.T) {
	lang := phrase.Translated(phrase.EnglishGrammar, map[string]phrase.Translation{"game.checkers.title": {English: "Checkers", Own: "Dame"}})
	e := cabinet.ByID("checkers")
	course, err := show.CourseOf(lang, e)
	if err != nil || course.Title != "Dame" {
		t.Errorf("the lesson is about %q, %v", course.Title, err)
	}
	set, err := puzzle.Of("checkers")
	if err != nil {
		t.Fatal(err)
	}
	if list := show.PuzzleSetOf(lang, e, set, time.Now()); list.Title != "Dame" {
		t.Errorf("the list of puzzles is about %q", list.Title)
	}
	sheet, err := show.PuzzleSheetOf(lang, e, set, 1)
	if err != nil || sheet.Title != "Dame" {
		t.Errorf("the puzzle is about %q, %v", sheet.Title, err)
	}
}
