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

// TestBotsStandIn checks that a table counts where a bot takes the place of the last
// person: it stands in for them, or the host puts it on their chair.
func TestBotsStandIn(t *testing.T) {
	s := open(t, func(c *Config) {
		c.Limits = noLimits
		c.Limits.BotTables = 1
	})
	p := s.person()
	levels := s.hall.Shelf.Levels("checkers")
	for i, c := range []struct {
		action table.Action
		want   int
	}{
		{table.Action{Kind: table.StandIn, Chair: 1, Level: levels[0]}, http.StatusOK},
		{table.Action{Kind: table.StandIn, Chair: 1, Level: levels[0]}, http.StatusTooManyRequests},
		{table.Action{Kind: table.StandIn, Chair: 1}, http.StatusTooManyRequests},
		{table.Action{Kind: table.SetChair, Chair: 1, Level: levels[0]}, http.StatusTooManyRequests},
	} {
		id := p.createAs(table.Terms{Game: "checkers", Bots: []string{"", levels[0]}}, 1)
		if code, out := p.act(id, c.action); code != c.want {
			t.Errorf("table %d, %s: %d %v, want %d", i+1, c.action.Kind, code, out, c.want)
		}
	}
}

// TestBotRematch checks that a rematch with many of the strongest bots counts, too.
func TestBotRematch(t *testing.T) {
	s := open(t, func(c *Config) {
		c.Limits = noLimits
		c.Limits.BotTables = 1
	})
	p := s.person()
	levels := s.hall.Shelf.Levels("kleefeld")
	best := levels[len(levels)-1]
	id := p.createAs(table.Terms{Game: "kleefeld", Position: "kleefeld[play-on=first] G:h3,*,*,*/Y:-,-,-,-/B:-,-,-,-/R:-,-,-,- G 3 - -", Bots: []string{"", best, best, best}}, 1)
	if v := p.must(id, table.Action{Kind: table.Move, Move: "h3>*", Seq: p.view(id).Seq}); v.Status != table.Over {
		t.Fatalf("the table is %s", v.Status)
	}
	if code, raw, _ := p.raw("POST", "/api/tables/"+id+"/rematch", wire.Again{Key: key()}, nil); code != http.StatusTooManyRequests {
		t.Errorf("a rematch with three of the strongest bots: %d %s", code, raw)
	}
}
