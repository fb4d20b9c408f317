package checkers

import (
	"parlour"
	"testing"

	"parlour/games/gametest"
)

// Every jump says which piece it takes, and so does a huff.
func TestStepsTake(t *testing.T) {
	for _, c := range []struct {
		line  string
		taken []string
		want  map[string]string // by step
	}{
		{"checkers B:W18,26:B14,K5 q=0", nil, map[string]string{"14x23": "18"}},
		{"checkers B:W18,26:B14,K5 q=0", []string{"14x23"}, map[string]string{"23x30": "26"}},
		{"checkers B:W30:B14 q=0", nil, map[string]string{"14-17": "", "14-18": ""}},
	} {
		m := gametest.MustParse(t, Game(), c.line)
		next, _, err := parlour.NextSteps(m, c.taken)
		if err != nil || len(next) != len(c.want) {
			t.Errorf("%s after %q: %v, %v", c.line, c.taken, next, err)
		}
		for _, s := range next {
			if want, ok := c.want[s.Text]; !ok || s.Takes != want {
				t.Errorf("%s after %q: step %s takes %q, expected %v", c.line, c.taken, s.Text, s.Takes, c.want)
			}
		}
	}
}
