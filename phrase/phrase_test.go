package phrase

import (
	"errors"
	"fmt"
	"regexp"
	"testing"

	"parlour"
)

func TestSay(t *testing.T) {
	c := &Catalogue{
		grammar:   EnglishGrammar,
		english:   English,
		sentences: map[string]string{"a.b": "{owner|Name}'s man on {space} stops {who|name}", "plain": "no arguments", "way": "from {from|place} to {to|place}"},
		words:     map[string]string{"green": "Green", "x": "the dark side"},
	}
	for _, test := range []struct {
		code string
		args parlour.Args
		want string
	}{
		{"a.b", parlour.Args{"owner": "x", "space": "12", "who": "green"}, "The dark side's man on 12 stops Green"},
		{"a.b", nil, "'s man on  stops "},
		{"plain", nil, "no arguments"},
		{"way", parlour.Args{"from": "51", "to": "Gh2"}, "from 51 to home lane 2"},
		{"way", parlour.Args{"from": "Yb", "to": "B*"}, "from home b to home"},
		{"way", parlour.Args{"from": "59", "to": "*"}, "from 59 to the finish"},
		{"unknown", parlour.Args{"k": "v"}, "unknown k=v"},
	} {
		if got := c.Say(test.code, test.args); got != test.want {
			t.Errorf("%s says %q, want %q", test.code, got, test.want)
		}
	}
}

func TestRefusal(t *testing.T) {
	r := &parlour.Refusal{Code: "over", Clauses: []string{"a/b", "a/c"}, Instead: []string{"1>2", "pass"}}
	want := "wrapped: the game is over [a/b] [a/c]. Legal: 1>2, pass"
	if got := English.Error(fmt.Errorf("wrapped: %w", r)); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := English.Error(errors.New("other")); got != "other" {
		t.Errorf("got %q", got)
	}
}

// TestSentences checks the fields in braces of every sentence.
func TestSentences(t *testing.T) {
	field := regexp.MustCompile(`^\{([a-z-]+(\|([nN]ame|[wW]hose|place|dice|points|plural:[a-z]+/[a-z]+))?|[a-z]+/[a-z]+)\}`)
	for code, s := range English.sentences {
		for i, r := range s {
			if r == '{' && !field.MatchString(s[i:]) {
				t.Errorf("%s: bad field in %q", code, s)
			}
		}
		if s == "" {
			t.Errorf("%s says nothing", code)
		}
	}
}

func TestReason(t *testing.T) {
	for reason, want := range map[string]string{"quiet": "too long without progress", "1": "1 point", "4": "4 points", "of its own": "of its own"} {
		if got := English.Reason(reason); got != want {
			t.Errorf("%q is said as %q, want %q", reason, got, want)
		}
	}
}

func TestForm(t *testing.T) {
	de := Form{Plain: "de {name}", Vowel: "d’{name}"}
	for name, want := range map[string]string{"Ruth": "de Ruth", "Ada": "d’Ada", "Éva": "d’Éva", "Yves": "d’Yves", "Yann": "de Yann", "Y": "d’Y", "": "de "} {
		if got := de.Of(name); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
