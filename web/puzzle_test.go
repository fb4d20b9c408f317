package web

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/cabinet"
	"parlour/learn/puzzle"
	"parlour/web/show"
)

// TestPuzzleRoutes reads puzzles over the API.
func TestPuzzleRoutes(t *testing.T) {
	s := open(t, nil)
	p := &person{site: s}
	var shelf show.PuzzleShelf
	if code := p.do("GET", "/api/puzzles", nil, &shelf); code != 200 || len(shelf.Games) != len(puzzle.Games()) || !slices.Contains(puzzle.Games(), shelf.Game) {
		t.Fatalf("%d, %d games, of the day %q", code, len(shelf.Games), shelf.Game)
	}
	if _, err := time.Parse(time.DateOnly, shelf.Day); err != nil {
		t.Error(err)
	}
	for _, g := range shelf.Games {
		var set show.PuzzleSet
		if p.do("GET", "/api/puzzles/"+g.Game, nil, &set); len(set.Puzzles) != g.Count || set.Daily != g.Daily || g.Daily < 1 || g.Daily > g.Count || len(set.Themes) == 0 {
			t.Errorf("%s: %+v has %d puzzles and %d themes", g.Game, g, len(set.Puzzles), len(set.Themes))
		}
		for _, theme := range set.Themes {
			if theme.Words == "" || strings.HasPrefix(theme.Words, "puzzle.") {
				t.Errorf("%s: the theme %s is called %q", g.Game, theme.Code, theme.Words)
			}
		}
		var sheet show.PuzzleSheet
		address := fmt.Sprintf("/api/puzzles/%s/%d", g.Game, g.Daily)
		if code := p.do("GET", address, nil, &sheet); code != 200 || sheet.Number != g.Daily || !strings.HasSuffix(sheet.Asks, " to play") || len(sheet.Best) == 0 || len(sheet.Others) == 0 || len(sheet.Line) == 0 {
			t.Fatalf("%s: %d %+v", address, code, sheet)
		}
		if sheet.Gap != sheet.Value-sheet.Others[0].Value || sheet.Line[0].Move != sheet.Best[0] || sheet.Instead[0].Move != sheet.Others[0].Move {
			t.Errorf("%s: %+v", address, sheet)
		}
		// The line leads from position to position.
		at := sheet.Position
		for _, step := range sheet.Line {
			var tr trial
			if s.at("/play", at, &tr, "move", step.Move); !tr.Legal || tr.After.Position != step.Position || tr.Told.Words != step.Words {
				t.Fatalf("%s: %s in %s: %+v", address, step.Move, at, tr)
			}
			at = step.Position
		}
		_, body, header := p.raw("GET", address, nil, nil)
		if tag := header.Get("ETag"); tag == "" || header.Get("Cache-Control") != "no-cache" || len(body) == 0 {
			t.Errorf("%s cannot be kept: %v", address, header)
		} else if code, _, _ := p.raw("GET", address, nil, map[string]string{"If-None-Match": tag}); code != http.StatusNotModified {
			t.Errorf("%s was not changed, but is answered with %d", address, code)
		}
		for path, title := range map[string]string{"/puzzles/" + g.Game: "Puzzles: " + g.Title, fmt.Sprintf("/puzzles/%s/%d", g.Game, g.Daily): fmt.Sprintf("Puzzle %d: %s", g.Daily, g.Title)} {
			if code, body, _ := p.raw("GET", path, nil, nil); code != 200 || !strings.Contains(string(body), "<title>"+title) {
				t.Errorf("the page %s: %d", path, code)
			}
		}
	}
	if code, _, _ := p.raw("GET", "/puzzles", nil, nil); code != 200 {
		t.Errorf("the page of all puzzles: %d", code)
	}
	for _, e := range cabinet.Games() {
		if slices.Contains(puzzle.Games(), e.Info.ID) {
			continue
		}
		if code, _, _ := p.raw("GET", "/api/puzzles/"+e.Info.ID, nil, nil); code != 404 {
			t.Errorf("puzzles of %s: %d", e.Info.ID, code)
		}
	}
	for _, path := range []string{"/api/puzzles/chess", "/api/puzzles/checkers/0", "/api/puzzles/checkers/100000", "/api/puzzles/checkers/x", "/puzzles/checkers/0", "/puzzles/chess"} {
		if code, _, _ := p.raw("GET", path, nil, nil); code != 404 {
			t.Errorf("%s: %d", path, code)
		}
	}
}
