package web

import (
	"net/http"
	"testing"

	"parlour/table"
	"parlour/web/wire"
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
		code, _, _ := p.raw("POST", "/api/tables", wire.Creation{Terms: table.Terms{Game: "kleefeld", Bots: bots}, Chair: chair, Name: "Ann", Key: key()}, nil)
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

// TestBotChairs checks that a table that becomes one of bots later counts, too.
func TestBotChairs(t *testing.T) {
	s := open(t, func(c *Config) {
		c.Limits = noLimits
		c.Limits.BotTables = 1
	})
	p := s.person()
	levels := s.hall.Shelf.Levels("kleefeld")
	best := levels[len(levels)-1]
	for i, want := range []int{http.StatusOK, http.StatusTooManyRequests} {
		var made wire.Created
		if code := p.do("POST", "/api/tables", wire.Creation{Terms: table.Terms{Game: "kleefeld"}, Chair: 1, Name: "Ann", Key: key()}, &made); code != http.StatusCreated {
			t.Fatal(code)
		}
		for chair := 2; chair <= 4; chair++ {
			code, raw, _ := p.raw("POST", "/api/tables/"+made.Table+"/actions", table.Action{Kind: table.SetChair, Chair: chair, Level: best, Key: key()}, nil)
			if chair < 4 && code != http.StatusOK || chair == 4 && code != want {
				t.Errorf("table %d, chair %d: %d %s", i+1, chair, code, raw)
			}
		}
	}
}
