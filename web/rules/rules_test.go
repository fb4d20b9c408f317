package rules_test

import (
	"html"
	"regexp"
	"strings"
	"testing"

	"parlour/cabinet"
	"parlour/lab"
	"parlour/phrase"
	"parlour/web/rules"
)

func ExamplePage() {
	_, _ = rules.Page(phrase.English, cabinet.ByID("kleefeld"))
}

// Every clause, ruling and option of every book is on its page with an address,
// and every clause with a worked position has a picture beside it.
func TestPageHasTheWholeBook(t *testing.T) {
	for _, e := range cabinet.Games() {
		p, err := rules.Page(phrase.English, e)
		if err != nil {
			t.Fatal(err)
		}
		text := html.UnescapeString(string(p))
		for _, c := range e.Book.Clauses {
			_, anchor, _ := strings.Cut(c.ID, "/")
			if n := strings.Count(text, ` id="`+anchor+`"`); n != 1 || !strings.Contains(text, c.Rule) || !strings.Contains(text, c.Passage) {
				t.Errorf("%s stands on its page %d times, or without its words", c.ID, n)
			}
			spread := regexp.MustCompile(`(?s)<div class="spread[^"]*">`).Split(text, -1)
			for _, s := range spread {
				if strings.Contains(s, ` id="`+anchor+`"`) && e.Example(c.ID) != nil && !strings.Contains(s, "<img ") {
					t.Errorf("%s has a worked position, but no picture", c.ID)
				}
			}
		}
		for _, r := range e.Book.Rulings {
			_, anchor, _ := strings.Cut(r.ID, "/")
			if strings.Count(text, `<details class="ruling" id="`+anchor+`">`) != 1 || !strings.Contains(text, r.Question) || !strings.Contains(text, r.Decision) {
				t.Errorf("%s is missing", r.ID)
			}
		}
		for _, o := range e.Book.Options {
			for _, v := range o.Values {
				if v.Name != o.Default && !strings.Contains(text, "o."+o.Key+"="+v.Name) {
					t.Errorf("%s: no link plays with %s=%s", e.Info.ID, o.Key, v.Name)
				}
			}
			if !strings.Contains(text, ` id="option-`+o.Key+`"`) {
				t.Errorf("%s: the option %s is missing", e.Info.ID, o.Key)
			}
		}
	}
}

// No id is used twice on a page, so that every address leads to one place.
func TestAddressesAreUnique(t *testing.T) {
	ids := regexp.MustCompile(` id="([^"]*)"`)
	for _, e := range cabinet.Games() {
		p, err := rules.Page(phrase.English, e)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, m := range ids.FindAllStringSubmatch(string(p), -1) {
			if seen[m[1]] {
				t.Errorf("%s: #%s leads to two places", e.Info.ID, m[1])
			}
			seen[m[1]] = true
		}
	}
}

func TestChanges(t *testing.T) {
	for _, c := range []struct {
		x    lab.Influence
		want string
	}{
		{lab.Influence{Same: true}, "In our measurements no game went differently."},
		{lab.Influence{Turns: lab.Change{Was: 100, Is: 112, By: 12, Low: 10, High: 14}}, "Measured: games get 12\u202f% longer."},
		{lab.Influence{Turns: lab.Change{Was: 100, Is: 95, By: -5, Low: -6, High: -4}, Captures: lab.Change{Was: 10, Is: 12, By: 2, Low: 1, High: 3}}, "Measured: games get 5.0\u202f% shorter; there are 20\u202f% more captures."},
		{lab.Influence{Turns: lab.Change{Was: 100, By: 1, Low: -1, High: 3}}, "It changes games, but neither their length nor who wins, as far as we could measure."},
	} {
		if got := rules.Changes(phrase.English, &c.x); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// The page of a game leads to every other page about it.
func TestPages(t *testing.T) {
	for _, e := range cabinet.Games() {
		p, err := rules.Page(phrase.English, e)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range rules.Pages(e) {
			if a.Title(phrase.English) == "" || a.Name != "rules" && !strings.Contains(string(p), `href="`+a.Path+`">`+a.Title(phrase.English)) {
				t.Errorf("%s: the page does not lead to %s", e.Info.ID, a.Path)
			}
		}
	}
}
