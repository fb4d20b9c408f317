package table

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"parlour"
)

// The name of a bot depends on the table and the chair only, so it must never
// change for a table that is stored.
func TestBotName(t *testing.T) {
	var got []string
	for chair := range parlour.MaxSeats {
		got = append(got, BotName("aaaaaaaaaaaaaaaa", nil, chair))
	}
	if want := "Basil Nora Flora Toby"; strings.Join(got, " ") != want {
		t.Errorf("bots are called %q, want %q", got, want)
	}
	first := map[string]bool{}
	for i := range 500 {
		id, names := fmt.Sprintf("table%d", i), map[string]bool{}
		for chair := range parlour.MaxSeats {
			name := BotName(id, nil, chair)
			if names[name] || utf8.RuneCountInString(name) > 6 {
				t.Errorf("%s: %s sits there twice, or the name is too long for a phone", id, name)
			}
			names[name] = true
		}
		first[BotName(id, nil, 0)] = true
	}
	if len(first) < len(botNames)-2 {
		t.Errorf("only %d of %d names are used for the first chair", len(first), len(botNames))
	}
}

// A bot has a name for everybody to see; a person for whom a bot stands in keeps
// their own.
func TestBotView(t *testing.T) {
	d := couple(t, Terms{Game: "kleefeld", Setup: parlour.Setup{Players: 4}, Bots: []string{"", "", "gentle", ""}})
	v := d.s.View(1, d.moment())
	if c := v.Chairs[2]; c.Name != BotName(v.Table, nil, 2) || c.Bot != "gentle" || c.Person {
		t.Errorf("the bot is seen as %+v", c)
	}
	if c := v.Chairs[3]; c.Name != "" {
		t.Errorf("a free chair is called %q", c.Name)
	}
	d.away[2] = true
	d.do("ann", Action{Kind: StandIn, Chair: 2})
	if c := d.s.View(1, d.moment()).Chairs[1]; c.Name != v.Chairs[1].Name || c.Bot == "" || !c.Person {
		t.Errorf("a person with a stand-in is seen as %+v, was %+v", c, v.Chairs[1])
	}
}
