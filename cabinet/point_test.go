package cabinet_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"parlour"
	"parlour/cabinet"
	"parlour/phrase"
)

// TestPoint: what somebody points at on the board is refused for the right
// reason in every game; "" for the code is a step or a move.
func TestPoint(t *testing.T) {
	const (
		kleefeld = "kleefeld G:-,-,5,12/Y:-,-,-,8 G 3 - -"
		british  = "british G:-,-,5,12/Y:-,-,8,8 G 3 - -"
		parker   = "parker G:-,10,30,*/Y:-,-,-,14 G 42 - -"
		mensch   = "mensch Y:-,-,6,12/G:-,-,-,11/R:-,-,-,-/K:-,-,-,20 Y 5 - -"
		neutral  = "mensch Y:-,-,4,9/G:-,-,-,34/R:-,-,-,20/K:-,-,-,30 Y 3 - seats=123n"
		auto     = "auto-race G:7/Y:31/B:0/R:0 G 3 - -"
		contact  = "contact four e1G3456,f1G1234,g1G3456,h1G1234,i1G3456,j1G1234,o5Y4563,a6B4123,o6Y2341,a7B6345,o7Y4563,a8B4123,o8Y2341,a9B6345,o9Y4563,a10B4123,o10Y2341,a11B6345,f15R3412,g15R5634,h15R3412,i15R5634,j15R3412,k15R5634 s 0 -"
		checkers = "checkers B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12 q=0"
		capture  = "checkers W:W30,32:B27,19,1 q=0"
		start    = "backgammon XGID=-b----E-C---eE---c-e----B-:0:0:1:61:0:0:0:0:10 move"
		dance    = "backgammon XGID=------B------------bbbbbbA:0:0:1:54:0:0:0:0:10 move"
		turnO    = "backgammon XGID=-b----E-C---eE---c-e----B-:0:0:-1:61:0:0:0:0:10 move"
	)
	seen := map[string]int{}
	for _, c := range []struct{ line, taken, from, to, code, clause string }{
		{kleefeld, "", "5", "8", "", ""},
		{kleefeld, "", "5", "", "", ""},
		{kleefeld, "", "5", "9", "race.count", "kleefeld/r-full-count"},
		{kleefeld, "", "12", "G*", "race.count", "kleefeld/r-full-count"},
		{kleefeld, "", "G-", "0", "race.six-enters", "kleefeld/enter-on-six"},
		{kleefeld, "", "G-", "", "race.six-enters", "kleefeld/enter-on-six"},
		{kleefeld, "", "7", "10", "race.no-man", "kleefeld/four-setters"},
		{kleefeld, "", "8", "11", "race.foreign-man", "kleefeld/turn-order"},
		{kleefeld, "", "Y-", "17", "race.foreign-man", "kleefeld/turn-order"},
		{kleefeld, "", "5", "Yh2", "race.foreign-place", "kleefeld/circles-own-only"},
		{kleefeld, "", "5", "G-", "race.no-way-back", "kleefeld/kicked-restarts"},
		{"kleefeld G:-,-,-,5/Y:-,-,-,- G 6 - run=1", "", "G-", "3", "race.entry-place", "kleefeld/enter-on-six"},
		{"kleefeld G:-,-,-,5/Y:-,-,-,- G 6 - run=1", "", "5", "", "race.must-enter", "kleefeld/six-must-enter"},

		{british, "", "5", "8", "race.block", "british/block"},
		{british, "", "5", "", "race.block", "british/block"},
		{british, "", "12", "14", "race.count", "british/r-full-count"},
		{british, "", "Y-", "", "race.foreign-man", "british/turn-clockwise"},
		{british, "", "12", "Y*", "race.foreign-place", "british/home-column-private"},

		{parker, "", "10", "14", "", ""},
		{parker, "", "10", "13", "race.parker.not-thrown", "parker/shall-move-sum"},
		{parker, "", "G-", "0", "race.parker.no-five", "parker/enter-on-five"},
		{parker, "", "G*", "", "race.parker.at-home", "parker/object"},
		{parker, "", "14", "16", "race.foreign-man", "parker/turn-order"},
		{parker, "", "13", "15", "race.parker.no-man", "parker/players"},
		{parker, "", "30", "10", "race.parker.full-count", "parker/shall-move-sum"},
		{parker, "", "10", "Yh1", "race.foreign-place", "parker/column-private"},
		{parker, "4:10>14xY", "30", "32", "race.parker.bonus-first", "parker/r-bonus-now"},
		{parker, "4:10>14xY", "14", "33", "race.parker.full-count", "parker/shall-move-sum"},
		{parker, "4:30>34", "10", "14", "race.parker.die-used", "parker/split-or-total"},

		{mensch, "", "6", "11", "", ""},
		{mensch, "", "12", "16", "race.mensch.full-count", "mensch/roll-and-move"},
		{mensch, "", "12", "7", "race.mensch.no-back", "mensch/back-capture"},
		{mensch, "", "Y-", "0", "race.mensch.six-only", "mensch/enter-on-six"},
		{mensch, "", "11", "16", "race.mensch.not-yours", "mensch/roll-and-move"},
		{mensch, "", "G-", "", "race.mensch.foreign", "mensch/roll-and-move"},
		{mensch, "", "12", "Ga", "race.foreign-place", "mensch/foreign-finish"},
		{mensch, "", "12", "Y-", "race.no-way-back", "mensch/captured-to-b"},
		{neutral, "", "30", "33", "race.mensch.neutral-quiet", "mensch/neutral-capture-first"},
		{neutral, "", "30", "", "race.mensch.neutral-quiet", "mensch/neutral-capture-first"},

		{auto, "", "7", "", "", ""},
		{"auto-race G:7/Y:31/B:0/R:0 G 2 - -", "", "7", "9", "race.halt", "auto-race/halt"},
		{"auto-race G:2/Y:31/B:0/R:0 G 3 - -", "", "2", "6", "race.full-count", "auto-race/move-by-die"},
		{"auto-race G:2/Y:31/B:0/R:0 G 3 - -", "", "31", "34", "race.no-car", "auto-race/players"},

		{contact, "", "f1", "f2", "", ""},
		{contact, "", "f1", "f3", "", ""},
		{contact, "", "f1", "f4", "contact.two-step-far", "contact/two-step"},
		{contact, "", "e1", "d2", "contact.diagonal", "contact/not-diagonal"},
		{contact, "", "a6", "a4", "contact.not-yours", "contact/one-tile-a-turn"},
		{contact, "", "a6", "", "contact.not-yours", "contact/one-tile-a-turn"},
		{contact, "", "b1", "", "contact.no-tile", "contact/one-tile-a-turn"},
		{contact, "f1-f2", "f2", "g1", "contact.hop-diagonal", "contact/not-diagonal"},
		{contact, "f1-f2", "h1", "h2", "contact.no-hop", "contact/along-lines"},

		{checkers, "", "9", "13", "", ""},
		{checkers, "", "9", "5", "checkers.backwards", "checkers/man-step"},
		{checkers, "", "5", "", "checkers.blocked-own", "checkers/man-step"},
		{checkers, "", "22", "18", "checkers.not-yours", "checkers/black-first"},
		{checkers, "", "9", "18", "checkers.nothing-to-jump", "checkers/man-jump"},
		{capture, "", "30", "26", "checkers.capture-on", "checkers/capture-must"},
		{capture, "", "30", "", "checkers.capture-on", "checkers/capture-must"},
		{capture, "32x23", "23", "18", "checkers.step-ends", "checkers/man-step"},
		{capture, "32x23", "30", "26", "checkers.incomplete", "checkers/capture-continue"},

		{start, "", "13", "7", "", ""},
		{start, "", "13", "12", "backgammon.held", "backgammon/point-closed"},
		{start, "", "13", "10", "backgammon.not-thrown", "backgammon/dice-two"},
		{start, "", "8", "9", "backgammon.upwards", "backgammon/direction"},
		{start, "", "12", "6", "backgammon.not-yours", "backgammon/dice-two"},
		{start, "", "11", "5", "backgammon.no-man", "backgammon/play-text"},
		{start, "", "6", "off X", "backgammon.outside", "backgammon/bear-off-all-home"},
		{start, "", "6", "off O", "backgammon.not-there", "backgammon/direction"},
		{start, "", "bar O", "", "backgammon.not-yours", "backgammon/dice-two"},
		{start, "", "cube", "", "backgammon.double-late", "backgammon/cube-offer"},
		{start, "13/7", "13", "7", "backgammon.die-once", "backgammon/dice-two"},
		{start, "13/7 8/7", "6", "5", "turn-complete", ""},
		{dance, "", "6", "1", "backgammon.bar-first", "backgammon/bar-first"},
		{dance, "", "bar X", "", "backgammon.held", "backgammon/dance"},
		{turnO, "", "12", "18", "", ""},
		{turnO, "", "12", "13", "backgammon.held", "backgammon/point-closed"},
		{turnO, "", "13", "14", "backgammon.not-yours", "backgammon/dice-two"},
	} {
		id, _, _ := strings.Cut(c.line, " ")
		seen[id]++
		m, err := cabinet.ByID(id).Game.Parse(c.line)
		if err != nil {
			t.Fatal(err)
		}
		taken := strings.Fields(c.taken)
		text, err := parlour.Point(m, taken, c.from, c.to)
		var r *parlour.Refusal
		switch refused := errors.As(err, &r); {
		case c.code == "" && (err != nil || text == ""):
			t.Errorf("%s: after %q from %s to %q: %q, %v; want a step or a move", c.line, taken, c.from, c.to, text, err)
		case c.code == "":
		case !refused || r.Code != c.code || c.clause != "" && !slices.Contains(r.Clauses, c.clause):
			t.Errorf("%s: after %q from %s to %q: %q, %v; want %s [%s]", c.line, taken, c.from, c.to, text, err, c.code, c.clause)
		case strings.ContainsAny(phrase.English.Say(r.Code, r.Args), "{}"):
			t.Errorf("%s: from %s to %q: the words lack an argument: %s", c.line, c.from, c.to, phrase.English.Say(r.Code, r.Args))
		}
	}
	for _, e := range cabinet.Games() {
		if seen[e.Info.ID] < 4 {
			t.Errorf("%s is hardly tested: %d cases", e.Info.ID, seen[e.Info.ID])
		}
	}
}
