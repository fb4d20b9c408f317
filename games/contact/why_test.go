package contact

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"parlour"
	"parlour/games/gametest"
	"parlour/phrase"
	"parlour/rulebook"
)

// TestWhy has a refused move for every reason there is.
func TestWhy(t *testing.T) {
	const (
		four  = "contact four e1G3456,f1G1234,g1G3456,h1G1234,i1G3456,j1G1234,o5Y4563,a6B4123,o6Y2341,a7B6345,o7Y4563,a8B4123,o8Y2341,a9B6345,o9Y4563,a10B4123,o10Y2341,a11B6345,f15R3412,g15R5634,h15R3412,i15R5634,j15R3412,k15R5634 s 0 -"
		pairs = "contact pairs a1G1234,f9B6345,h10R1234 s 0 -"
	)
	cases := []struct{ line, text, code, clause, args string }{
		{four, "", "unreadable", "", ""},
		{four, "h1", "unreadable", "", "text=h1"},
		{four, "h1>h3", "unreadable", "", "text=h1>h3"},
		{four, "H1-H3", "unreadable", "", "text=H1-H3"},
		{four, "PASS", "unreadable", "", ""},
		{four, "h1-h3 ", "unreadable", "", ""},
		{four, "h01-h3", "contact.no-crossing", "r-edge-lines", "name=h01"},
		{four, "pass", "contact.no-pass", "r-pass", "moves=17"},
		{four, "h1-h0", "contact.no-crossing", "r-edge-lines", "name=h0"},
		{four, "o5-p5", "contact.no-crossing", "r-edge-lines", "name=p5"},
		{four, "b1-b2", "contact.no-tile", "one-tile-a-turn", "from=b1"},
		{four, "a6-a4", "contact.not-yours", "one-tile-a-turn", "colour=blue; from=a6; owner=west; seat=south"},
		{four, "f15-f13", "contact.not-yours", "one-tile-a-turn", "colour=red; from=f15; owner=north"},
		{four, "e1-e1", "contact.one-step-stays", "one-step", "from=e1"},
		{four, "e1-d2", "contact.diagonal", "not-diagonal", "to=d2"},
		{four, "e1-e3", "contact.one-step-far", "one-step", "to=e3"},
		{four, "f1-f2", "contact.two-step-short", "two-step", "to=f2"},
		{four, "f1-f4", "contact.two-step-far", "two-step", "to=f4"},
		{four, "f1-h3", "contact.two-step-far", "two-step", "to=h3"},
		{four, "e1-f1", "contact.occupied", "r-share", "other=f1; to=f1; whose=green"},
		{four, "f1-h1", "contact.occupied", "r-share", "other=h1; to=h1"},
		{four, "f1-f2-f3-f4", "contact.way-length", "two-step", "hops=3"},
		{four, "e1-e2-e3", "contact.way-length", "one-step", "pace=1"},
		{four, "f1-g1-g2", "contact.hop-blocked", "r-pass-through", "other=g1; to=g1; whose=green"},
		{four, "f1-g2-f3", "contact.hop-diagonal", "not-diagonal", "from=f1; to=g2"},
		{four, "f1-f4-f3", "contact.hop-far", "along-lines", "from=f1; to=f4"},
		{four, "b1-b2-b3", "contact.no-tile", "one-tile-a-turn", "from=b1"},
		{four, "f1-f3xg10", "contact.suffix", "higher-stays", "is=f1-f3"},
		{"contact duel6 h8G1234,h9G3456,c14R5634 s 0 -", "h8-h10", "contact.blocked", "r-pass-through", "from=h8; to=h10"},
		{"contact[corner=straight] duel6 h8G1234,h9G3456,c14R5634 s 0 -", "h8-g9", "contact.corner", "r-two-step-corner", ""},
		{"contact[corner=straight] duel6 h8G1234,h9G3456,c14R5634 s 0 -", "h8-g8-g9", "contact.corner", "r-two-step-corner", "from=g8; to=g9"},
		{"contact duel6 a1G1234,b1G3456,a2G3456,h8R3412 s 0 -", "a1-a1", "contact.boxed-in", "there-and-back", ""},
		{"contact duel6 h8G3456,h10R1234 s 0 -", "h8-h9", "contact.beside", "no-side-by-side", "other=h10; whose=red"},
		{"contact four a8B6345,h8G3456,h10R3412 s 0 -", "h8-h9", "contact.beside", "no-side-by-side", "other=h10; whose=red"},
		{"contact duel6 e1G3456,f1G1234,g1G3456,h1G1234,i1G3456,j1G1234,g3R5634,k3R5634 n 0 -", "g3-g2", "contact.beside", "no-side-by-side", "other=g1; whose=green"},
		{"contact[sides=path] duel6 h8G1234,i8G3456,h10R5634 s 0 -", "h8-i9", "contact.beside-in-passing", "r-side-in-passing", "from=h8; to=i9"},
		{"contact[sides=path] duel6 h8G1234,i8G3456,h10R5634 s 0 -", "h8-h9-i9", "contact.hop-beside", "r-side-in-passing", "other=h10; whose=red"},
		{"contact duel6 c8R3412,h15G4444 n 0 6", "c8-c8", "contact.seven-pace", "seven-steps", ""},
		{"contact duel6 c8R3412,h15G4444 n 0 6", "c8-c6", "contact.seven-pace", "seven-steps", "far=2"},
		{"contact duel6 c8R3412,h15G4444 n 0 6", "c8-c7-c8-c7", "contact.way-length", "seven-steps", "pace=7"},
		{"contact duel6 a1G1234,c2R3412 s 0 0", "a1-c2", "contact.occupied", "r-share", "other=c2; to=c2; whose=red"},
		{"contact duel6 c6G1234,l11R2341 s 0 0", "c6-o10", "contact.seven-pace", "r-seven-path", "far=16"},
		{"contact pairs a1G1234,d12B4123 w 3 3", "a1-a2", "contact.not-yours", "one-tile-a-turn", "owner=south"},
		{pairs, "h10-h10", "contact.no-save", "partner-save", "exposed=h10; from=h10; to=h10"},
		{pairs, "f9-g9", "contact.not-yours", "one-tile-a-turn", "colour=blue"},
		{"contact pairs a1G1234,f9B3456,h10R1234 s 0 -", "h10-h8", "contact.no-aid", "partner-take", "partner=north"},
		{"contact[help=moved] pairs a1G1234,f9B6345,i9R5634,h10R1234 s 0 -", "i9-h9", "contact.saves-other", "r-save-meaning", "exposed=h10"},
		{"contact[tile=wide] duel6 h8G3456,i11R1234 s 0 -", "h8-h9", "contact.beside", "no-side-by-side", "other=i11; whose=red"},
		{"contact duel6 a1G3456,c1R3412,a3R5634 s 8 -", "a1-a2", "contact.beside", "no-side-by-side", "other=a3; whose=red"},
	}
	seen := map[string]bool{}
	for _, c := range cases {
		m := gametest.MustParse(t, Game(), c.line)
		_, err := m.Parse(c.text)
		var f *parlour.Refusal
		if !errors.As(err, &f) {
			t.Errorf("%s: %q is not refused: %v", c.line, c.text, err)
			continue
		}
		checkRefusal(t, m, f)
		seen[f.Code] = true
		if f.Code != c.code || c.clause != "" && !slices.Contains(f.Clauses, "contact/"+c.clause) || !gametest.HasArgs(f, c.args) {
			t.Errorf("%s: %q is refused by %v, want %s [%s] %s", c.line, c.text, f, c.code, c.clause, c.args)
		}
		from, _, _ := strings.Cut(c.text, "-")
		for _, text := range f.Instead {
			same := strings.HasPrefix(text, from+"-")
			some := slices.ContainsFunc(gametest.Describe(m), func(s string) bool { return strings.HasPrefix(s, from+"-") })
			if some && !same && f.Code != "unreadable" {
				t.Errorf("%s: %q: offers %q of another tile", c.line, c.text, text)
			}
		}
	}
	for _, c := range []struct {
		line  string
		taken []string
		code  string
	}{
		{four, []string{"f1"}, "unreadable"},
		{four, []string{"f1-f2-f3"}, "unreadable"},
		{four, []string{"b1-b2"}, "contact.no-tile"},
		{four, []string{"o5-o4"}, "contact.not-yours"},
		{four, []string{"g1-h1"}, "contact.hop-blocked"},
		{four, []string{"f1-g2"}, "contact.hop-diagonal"},
		{four, []string{"f1-f2", "f1-f2"}, "contact.no-hop"},
		{four, []string{"e1-e2", "e2-e3"}, "contact.no-hop"},
		{four, []string{"pass"}, "unreadable"},
		{"contact duel6 a1G1234,b1G3456,a2G3456,h8R3412 s 0 -", []string{"a1-a2"}, "contact.stuck"},
		{"contact duel6 h8G3456,h10R1234 s 0 -", []string{"h8-h9"}, "contact.dead-end"},
		{"contact pairs a1G1234,f9B3456,h10R1234 s 0 -", []string{"h10-h9"}, "contact.no-aid-by"},
	} {
		m := gametest.MustParse(t, Game(), c.line)
		_, _, err := parlour.NextSteps(m, c.taken)
		var f *parlour.Refusal
		if !errors.As(err, &f) || f.Code != c.code {
			t.Errorf("%s: steps %q: %v, want %s", c.line, c.taken, err, c.code)
			continue
		}
		seen[c.code] = true
		checkRefusal(t, m, f)
	}
	for _, code := range []string{"no-pass", "no-crossing", "suffix", "no-tile", "not-yours", "no-aid", "no-save",
		"saves-other", "no-aid-by", "stuck", "one-step-stays", "diagonal", "one-step-far", "two-step-short", "two-step-far", "seven-pace",
		"corner", "occupied", "beside", "beside-in-passing", "boxed-in", "blocked", "way-length", "hop-diagonal", "hop-far",
		"hop-blocked", "hop-beside", "dead-end", "no-hop"} {
		if !seen["contact."+code] {
			t.Errorf("no case is refused by contact.%s", code)
		}
	}
}

// checkRefusal tests that a refusal has words, cites clauses of the book and
// offers only legal moves.
func checkRefusal(t *testing.T, m parlour.Match, f *parlour.Refusal) {
	t.Helper()
	if !phrase.English.Has(f.Code) {
		t.Errorf("there is no sentence for %s", f.Code)
	}
	for key, value := range f.Args {
		if value == "" && f.Code != "unreadable" {
			t.Errorf("%s: argument %s is empty", f.Code, key)
		}
	}
	says := phrase.English.Say(f.Code, f.Args)
	if f.Args["text"] == "" && (strings.Contains(says, "  ") || strings.Contains(says, " ,") || strings.HasSuffix(says, " ")) {
		t.Errorf("%s has an empty argument: %q", f.Code, says)
	}
	for _, id := range f.Clauses {
		if rulebook.Contact.Clause(id) == nil && rulebook.Contact.Ruling(id) == nil {
			t.Errorf("%s cites %s, which is not in the book", f.Code, id)
		}
	}
	legal := gametest.Describe(m)
	for _, text := range f.Instead {
		if !slices.Contains(legal, text) {
			t.Errorf("%s offers %s, which is not legal", f.Code, text)
		}
	}
	if len(f.Instead) == 0 {
		t.Errorf("%s offers nothing instead", f.Code)
	}
}
