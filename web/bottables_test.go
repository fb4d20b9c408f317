package web

import (
	"net/http"
	"testing"

	"parlour/table"
)

// TestBotTables checks that one address makes only so many tables where only
// bots play, or many of the strongest bots. Other tables do not count.
func TestBotTables(t *testing.T) {
	s := open(t, func(c *Config) {
		c.Limits = noLimits
		c.Limits.BotTables = 2
	})
	p := s.person()
	levels := s.hall.Shelf.Levels("kleefeld")
	best := levels[len(levels)-1]
	create := func(chair int, bots ...string) int {
		code, _, _ := p.raw("POST", "/api/tables", creation{Terms: table.Terms{Game: "kleefeld", Bots: bots}, Chair: chair, Name: "Ann", Nonce: "aaaa", Key: key()}, nil)
		return code
	}
	for _, c := range []struct {
		chair int
		bots  []string
		want  int
	}{
		{0, []string{"random", "random", "random", "random"}, http.StatusCreated},
		{1, []string{"", best, best, best}, http.StatusCreated},
		{0, []string{"random", "random", "random", "random"}, http.StatusTooManyRequests},
		{1, []string{"", best, best, best}, http.StatusTooManyRequests},
		{1, []string{"", best, best, "random"}, http.StatusCreated},
		{0, []string{"", "", "", ""}, http.StatusCreated},
		{1, nil, http.StatusCreated},
		{0, []string{"random", "random", "random", "random", ""}, http.StatusUnprocessableEntity}, // or it would not count as a table of bots
	} {
		if code := create(c.chair, c.bots...); code != c.want {
			t.Errorf("a table with the bots %q and its maker on chair %d: %d, want %d", c.bots, c.chair, code, c.want)
		}
	}
}
