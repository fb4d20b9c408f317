package gametest

import (
	"strings"
	"testing"

	"parlour"
	"parlour/rulebook"
)

// The law sees through refusals that say something untrue.
func TestContradiction(t *testing.T) {
	enters := func(_ *Refused, l *Legal) bool { return l.Means(parlour.Enters) }
	c := Refusals{
		Book:      &rulebook.Book{ID: "g", Clauses: []rulebook.Clause{{ID: "g/rule"}}},
		Sentences: map[string]string{"g.must": "{colour|Name} must enter", "g.no": "nobody can enter", "g.some": "a man enters", "g.free": "anything"},
		Claims: map[string]Claim{
			"g.must": Every(enters),
			"g.no":   No(enters),
			"g.some": Both(Some(enters), Fact("it is so", func(r *Refused) bool { return r.Text == "x" })),
			"g.free": Spelling,
		},
	}
	enter := Legal{"enter", []parlour.Effect{{Means: parlour.Enters}}}
	move := Legal{"1>2", []parlour.Effect{{Means: parlour.Moves}}}
	green, rule := parlour.Args{"colour": "green"}, []string{"g/rule"}
	for _, test := range []struct {
		refusal parlour.Refusal
		legal   []Legal
		want    string // part of the complaint, "" for none
	}{
		{parlour.Refusal{Code: "g.must", Args: green, Clauses: rule}, []Legal{enter}, ""},
		{parlour.Refusal{Code: "g.must", Args: green, Clauses: rule}, []Legal{enter, move}, "1>2 is legal too"},
		{parlour.Refusal{Code: "g.must", Clauses: rule}, []Legal{enter}, "argument colour"},
		{parlour.Refusal{Code: "g.must", Args: green}, []Legal{enter}, "no clause"},
		{parlour.Refusal{Code: "g.must", Args: green, Clauses: []string{"g/other"}}, []Legal{enter}, "has no g/other"},
		{parlour.Refusal{Code: "g.no", Clauses: rule}, []Legal{move}, ""},
		{parlour.Refusal{Code: "g.no", Clauses: rule}, []Legal{move, enter}, "enter is legal"},
		{parlour.Refusal{Code: "g.some", Clauses: rule}, []Legal{move}, "no such move"},
		{parlour.Refusal{Code: "g.some", Clauses: rule}, []Legal{enter}, ""},
		{parlour.Refusal{Code: "g.free", Clauses: rule}, []Legal{move}, ""},
		{parlour.Refusal{Code: "g.new", Clauses: rule}, []Legal{move}, "declared"},
	} {
		r := test.refusal
		got := c.contradiction(&Refused{Text: "x", Args: r.Args, Legal: test.legal}, &r)
		if test.want == "" && got != "" || !strings.Contains(got, test.want) {
			t.Errorf("%v with %v: %q, want %q", &r, test.legal, got, test.want)
		}
	}
}

// A claim may not be weaker than its sentence.
func TestWeakClaims(t *testing.T) {
	none := func(*Refused, *Legal) bool { return false }
	c := Refusals{
		Sentences: map[string]string{"a": "you must move", "b": "{colour|Name} {has/have} to wait", "c": "nobody may pass", "d": "it is red", "e": "you must stay"},
		Claims:    map[string]Claim{"a": No(none), "b": Spelling, "c": Spelling, "d": Spelling, "e": Every(none), "f": Spelling},
	}
	if got, want := strings.Join(c.weak(), "; "), `a speaks of a duty; b speaks of a duty; c sets a limit; f has no sentence`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
