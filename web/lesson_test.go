package web

import (
	"slices"
	"strings"
	"testing"

	"parlour/cabinet"
	"parlour/web/show"
	"parlour/web/wire"
)

// TestLessons does every lesson over the API: what is right is played, and what
// is wrong is refused by the clause that the lesson names.
func TestLessons(t *testing.T) {
	s := open(t, nil)
	for _, e := range cabinet.Games() {
		var c show.Course
		if code := (&person{site: s}).do("GET", "/api/games/"+e.Info.ID+"/lesson", nil, &c); code != 200 || len(c.Steps) != len(e.Lesson.Steps) || c.Seat == "" {
			t.Fatalf("%s: %d, %d steps", e.Info.ID, code, len(c.Steps))
		}
		if c.Aim == nil || c.Aim.Says == "" || len(c.Aim.Moves) != len(e.Lesson.Aim.Moves) {
			t.Errorf("%s does not show its aim: %+v", c.Game, c.Aim)
		}
		for _, st := range c.Steps {
			if st.Says == "" || st.Do == "" || st.Praise == "" || st.Title == "" || strings.HasPrefix(st.Says, "lesson.") {
				t.Errorf("%s %s lacks words: %+v", c.Game, st.ID, st)
			}
			for _, text := range st.Moves {
				var tr trial
				if s.at("/play", st.Position, &tr, "move", text); !tr.Legal {
					t.Errorf("%s %s: %s is refused: %+v", c.Game, st.ID, text, tr.Error)
				}
			}
			for _, w := range st.Wrong {
				var v verdict
				s.at("/why", st.Position, &v, "move", w.Move, "from", w.From, "to", w.To)
				if v.Legal || !slices.Contains(v.Error.Clauses, w.Clause) {
					t.Errorf("%s %s: %+v is answered by %+v", c.Game, st.ID, w, v.Error)
				}
			}
		}
		if code, body, _ := (&person{site: s}).raw("GET", "/learn/"+e.Info.ID, nil, nil); code != 200 || !strings.Contains(string(body), "<title>Learn "+e.Info.Title) {
			t.Errorf("the page of the lesson of %s: %d", e.Info.ID, code)
		}
	}
	var no wire.ErrorBody
	if code := (&person{site: s}).do("GET", "/api/games/no-such-game/lesson", nil, &no); code != 404 {
		t.Errorf("no game: %d", code)
	}
}
