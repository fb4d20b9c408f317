package web

import (
	"regexp"
	"strings"
	"testing"
)

// The pages of a book of openings lead to each other and to the study, and a
// position is looked up without a script.
func TestOpeningPages(t *testing.T) {
	s := open(t, nil)
	nobody := &person{site: s}
	page := func(path string, want int) string {
		t.Helper()
		code, body, _ := nobody.raw("GET", path, nil, nil)
		if code != want {
			t.Errorf("%s: %d, want %d", path, code, want)
		}
		return string(body)
	}
	index := page("/book/checkers", 200)
	links := regexp.MustCompile(`href="(/book/checkers/\d+)"`).FindAllStringSubmatch(index, -1)
	if len(links) != 156 || !strings.Contains(index, "Octopus") || !strings.Contains(index, "parlour book build checkers") {
		t.Errorf("%d ballots, or no names or source", len(links))
	}
	one := page("/book/checkers/86", 200)
	for _, want := range []string{"<title>Octopus, Checkers", "/study?game=checkers&amp;position=checkers", `src="/book/checkers/86/board.svg"`, `rel="next" href="/book/checkers/87"`, "White to play", "After 17-14"} {
		if !strings.Contains(one, want) {
			t.Errorf("the page of a ballot has no %q", want)
		}
	}
	if drawn := page("/book/checkers/86/board.svg", 200); !strings.HasPrefix(drawn, "<svg") {
		t.Errorf("the picture is %.40q", drawn)
	}
	if told := page("/book/checkers?position=W:WK15,K18:BK1", 200); !strings.Contains(told, "White to play wins in 19.") || !strings.Contains(told, "15-10") {
		t.Error("the endgame tables say nothing")
	}
	if told := page("/book/checkers?position=chess", 200); !strings.Contains(told, `role="status"`) {
		t.Error("a bad position is not explained")
	}
	if reply := page("/book/backgammon/31", 200); !strings.Contains(reply, "8/5 6/5") || !strings.Contains(reply, "±") {
		t.Error("the first throws have no values")
	}
	page("/book/checkers/3", 404) // barred
	page("/book/chess", 404)
	if none := page("/book/parker", 404); !strings.Contains(none, "no book of openings") {
		t.Error("a game without a book does not say so")
	}
	if rules := page("/g/checkers", 200); !strings.Contains(rules, `href="/book/checkers"`) {
		t.Error("the page of the game does not lead to its openings")
	}
}
