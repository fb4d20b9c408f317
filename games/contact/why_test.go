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

// TestWhy refuses a move for every reason there is.
func TestWhy(t *testing.T) {
	const (
		four  = "contact four e1G3456,f1G1234,g1G3456,h1G1234,i1G3456,j1G1234,o5Y4563,a6B4123,o6Y2341,a7B6345,o7Y4563,a8B4123,o8Y2341,a9B6345,o9Y4563,a10B4123,o10Y2341,a11B6345,f15R3412,g15R5634,h15R3412,i15R5634,j15R3412,k15R5634 s 0 -"
		pairs = "contact pairs a1G1234,f9B6345,h10R1234 s 0 -"
	)
	cases := []struct{ line, text, code, clause, says string }{
		{four, "", "unreadable", "", "expected from-to"},
		{four, "h1", "unreadable", "", "h1 is not a move"},
		{four, "h1>h3", "unreadable", "", "h1>h3"},
		{four, "H1-H3", "unreadable", "", "H1-H3"},
		{four, "PASS", "unreadable", "", ""},
		{four, "h1-h3 ", "unreadable", "", ""},
		{four, "h01-h3", "contact.no-crossing", "r-edge-lines", "h01"},
		{four, "pass", "contact.no-pass", "r-pass", "17 moves"},
		{four, "h1-h0", "contact.no-crossing", "r-edge-lines", "no crossing h0"},
		{four, "o5-p5", "contact.no-crossing", "r-edge-lines", "no crossing p5"},
		{four, "b1-b2", "contact.no-tile", "one-tile-a-turn", "no tile on b1"},
		{four, "a6-a4", "contact.not-yours", "one-tile-a-turn", "Blue tile on a6 is West's, and it is South's turn"},
		{four, "f15-f13", "contact.not-yours", "one-tile-a-turn", "Red tile on f15 is North's"},
		{four, "e1-e1", "contact.one-step-stays", "one-step", "e1"},
		{four, "e1-d2", "contact.diagonal", "not-diagonal", "diagonally across a square to d2"},
		{four, "e1-e3", "contact.one-step-far", "one-step", "e3 is not next to it"},
		{four, "f1-f2", "contact.two-step-short", "two-step", "cannot stop on f2"},
		{four, "f1-f4", "contact.two-step-far", "two-step", "f4 in two steps"},
		{four, "f1-h3", "contact.two-step-far", "two-step", "h3"},
		{four, "e1-f1", "contact.occupied", "r-share", "Green tile on f1"},
		{four, "f1-h1", "contact.occupied", "r-share", "on h1"},
		{four, "f1-f2-f3-f4", "contact.way-length", "two-step", "3 steps"},
		{four, "e1-e2-e3", "contact.way-length", "one-step", "exactly 1"},
		{four, "f1-g1-g2", "contact.hop-blocked", "r-pass-through", "Green tile on g1"},
		{four, "f1-g2-f3", "contact.hop-diagonal", "not-diagonal", "from f1 to g2"},
		{four, "f1-f4-f3", "contact.hop-far", "along-lines", "f1 and f4"},
		{four, "b1-b2-b3", "contact.no-tile", "one-tile-a-turn", "b1"},
		{four, "f1-f3xg10", "contact.suffix", "higher-stays", "it is f1-f3"},
		{"contact duel6 h8G1234,h9G3456,c14R5634 s 0 -", "h8-h10", "contact.blocked", "r-pass-through", "from h8 to h10"},
		{"contact[corner=straight] duel6 h8G1234,h9G3456,c14R5634 s 0 -", "h8-g9", "contact.corner", "r-two-step-corner", "turn a corner"},
		{"contact[corner=straight] duel6 h8G1234,h9G3456,c14R5634 s 0 -", "h8-g8-g9", "contact.corner", "r-two-step-corner", "from g8 to g9"},
		{"contact duel6 a1G1234,b1G3456,a2G3456,h8R3412 s 0 -", "a1-a1", "contact.boxed-in", "there-and-back", "there and back"},
		{"contact duel6 h8G3456,h10R1234 s 0 -", "h8-h9", "contact.beside", "no-side-by-side", "Red tile on h10"},
		{"contact four a8B6345,h8G3456,h10R3412 s 0 -", "h8-h9", "contact.beside", "no-side-by-side", "Red tile on h10"},
		{"contact duel6 e1G3456,f1G1234,g1G3456,h1G1234,i1G3456,j1G1234,g3R5634,k3R5634 n 0 -", "g3-g2", "contact.beside", "no-side-by-side", "Green tile on g1"},
		{"contact[sides=path] duel6 h8G1234,i8G3456,h10R5634 s 0 -", "h8-i9", "contact.beside-in-passing", "r-side-in-passing", "h8 to i9"},
		{"contact[sides=path] duel6 h8G1234,i8G3456,h10R5634 s 0 -", "h8-h9-i9", "contact.hop-beside", "r-side-in-passing", "Red tile on h10"},
		{"contact duel6 c8R3412,h15G4444 n 0 6", "c8-c8", "contact.seven-pace", "seven-steps", "1, 3, 5 or 7 away"},
		{"contact duel6 c8R3412,h15G4444 n 0 6", "c8-c6", "contact.seven-pace", "seven-steps", "2 steps"},
		{"contact duel6 c8R3412,h15G4444 n 0 6", "c8-c7-c8-c7", "contact.way-length", "seven-steps", "exactly 7"},
		{"contact duel6 a1G1234,c2R3412 s 0 0", "a1-c2", "contact.occupied", "r-share", "Red tile on c2"},
		{"contact duel6 c6G1234,l11R2341 s 0 0", "c6-o10", "contact.seven-pace", "r-seven-path", "16 steps"},
		{"contact pairs a1G1234,d12B4123 w 3 3", "a1-a2", "contact.not-yours", "one-tile-a-turn", "South's"},
		{pairs, "h10-h10", "contact.no-save", "partner-save", "the one on h10"},
		{pairs, "f9-g9", "contact.not-yours", "one-tile-a-turn", "Blue"},
		{"contact pairs a1G1234,f9B3456,h10R1234 s 0 -", "h10-h8", "contact.no-aid", "partner-take", "no tile of North's is in danger"},
		{"contact[help=moved] pairs a1G1234,f9B6345,i9R5634,h10R1234 s 0 -", "i9-h9", "contact.saves-other", "r-save-meaning", "the one on h10"},
		{"contact[tile=wide] duel6 h8G3456,i11R1234 s 0 -", "h8-h9", "contact.beside", "no-side-by-side", "Red tile on i11"},
		{"contact duel6 a1G3456,c1R3412,a3R5634 s 8 -", "a1-a2", "contact.beside", "no-side-by-side", "Red tile on a3"},
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
		says := phrase.English.Say(f.Code, f.Args)
		if f.Code != c.code || c.clause != "" && !slices.Contains(f.Clauses, "contact/"+c.clause) || !strings.Contains(says, c.says) {
			t.Errorf("%s: %q is refused by %s %v: %s\nwant %s [%s]: ...%s...", c.line, c.text, f.Code, f.Clauses, says, c.code, c.clause, c.says)
		}
		from, _, _ := strings.Cut(c.text, "-")
		for _, text := range f.Instead {
			same := strings.HasPrefix(text, from+"-")
			some := slices.ContainsFunc(gametest.Describe(m), func(s string) bool { return strings.HasPrefix(s, from+"-") })
			if some && !same && f.Code != "unreadable" {
				t.Errorf("%s: %q: instead %q of another tile", c.line, c.text, text)
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
		_, _, err := m.Steps(c.taken)
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

// checkRefusal tests that a refusal can be said in words, cites clauses of the
// book and offers legal moves only.
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
		t.Errorf("%s has a hole: %q", f.Code, says)
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
