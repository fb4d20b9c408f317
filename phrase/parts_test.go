package phrase

import (
	"regexp"
	"slices"
	"testing"

	"parlour"
)

// read writes a sentence for the player of a seat, as the page does.
func read(parts []Part, seat string) (s string) {
	for _, p := range parts {
		if p.You != "" && p.Seat == seat {
			s += p.You
		} else {
			s += p.Text
		}
	}
	return s
}

func TestParts(t *testing.T) {
	c := &Catalogue{
		grammar: EnglishGrammar,
		english: English,
		sentences: map[string]string{
			"g.capture":   "{by|Name} {captures/capture} {colour|whose} man on {from|place}",
			"g.throw":     "{colour|Name} {throws/throw} {throw|dice}",
			"g.throw-log": "{throw|dice}",
			"g.tie":       "a tie, and {colour|name} {throws/throw} again",
			"g.won":       "{colour|Name} {wins/win} {points|points}",
			"g.left":      "{colour|Whose} man {stays/stays}",
		},
		words: map[string]string{"red": "Red", "blue": "Blue"},
	}
	for _, test := range []struct {
		effect                  parlour.Effect
		third, red, blue, brief string
	}{
		{parlour.Effect{Kind: "capture", From: "Gh2", Args: parlour.Args{"by": "red"}},
			"Red captures Blue's man on home lane 2", "You capture Blue's man on home lane 2", "Red captures your man on home lane 2", "captures Blue's man on home lane 2"},
		{parlour.Effect{Kind: "throw", Args: parlour.Args{"throw": "62", "colour": "red"}}, "Red throws 6 and 2", "You throw 6 and 2", "Red throws 6 and 2", "6 and 2"},
		{parlour.Effect{Kind: "throw", Args: parlour.Args{"throw": "5", "colour": "red"}}, "Red throws 5", "You throw 5", "Red throws 5", "5"},
		{parlour.Effect{Kind: "tie"}, "a tie, and Blue throws again", "a tie, and Blue throws again", "a tie, and you throw again", "a tie, and Blue throws again"},
		{parlour.Effect{Kind: "won", Args: parlour.Args{"points": "1", "colour": "red"}}, "Red wins 1 point", "You win 1 point", "Red wins 1 point", "wins 1 point"},
		{parlour.Effect{Kind: "left"}, "Blue's man stays", "Blue's man stays", "Your man stays", "Blue's man stays"},
	} {
		parts := c.EffectParts("g", test.effect, "blue")
		got := []string{Text(parts), read(parts, "red"), read(parts, "blue"), Text(c.Line("g", test.effect, "blue", "red"))}
		if want := []string{test.third, test.red, test.blue, test.brief}; !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", test.effect.Kind, got, want)
		}
	}
	// A line has begun with a name already, so "you" has no capital in it.
	if got, want := read(c.Line("g", parlour.Effect{Kind: "left"}, "blue", "red"), "blue"), "your man stays"; got != want {
		t.Errorf("the line says %q, want %q", got, want)
	}
}

// TestPeople checks that sentences about people and chairs name them as they
// write themselves, and speak to them.
func TestPeople(t *testing.T) {
	args := parlour.Args{"who": "ada", "seats": "Red and Blue"}
	who := map[string]Part{"who": {Person: 3}, "seats": {Chair: 2}}
	parts := English.Parts("table.return", args, who)
	if got, want := Text(parts), "ada plays Red and Blue again"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	want := []Part{{Text: "ada", You: "You", Is: "name", Person: 3}, {Text: " "}, {Text: "plays", You: "play", Person: 3}, {Text: " Red and Blue again"}}
	if !slices.Equal(parts, want) {
		t.Errorf("got %+v, want %+v", parts, want)
	}
	if parts := English.Parts("table.time-up", args, who); parts[0].Chair != 2 || parts[2].You != "have" {
		t.Errorf("got %+v", parts)
	}
}

// TestAgree checks that every sentence of a table can be read by the person it
// is about.
func TestAgree(t *testing.T) {
	slip := regexp.MustCompile(`\b[Yy]ou (is|was|[a-z]*[^s ]s)\b`)
	for code := range English.sentences {
		args, who := parlour.Args{}, map[string]Part{}
		for _, name := range []string{"who", "seat", "seats"} {
			args[name], who[name] = "me", Part{Seat: "me"}
		}
		if s := read(English.Parts(code, args, who), "me"); slip.MatchString(s) {
			t.Errorf("%s is read as %q", code, s)
		}
	}
}

func TestJoin(t *testing.T) {
	a, b := []Part{{Text: "red", You: "you", Seat: "red", Is: "name"}, {Text: " begins"}}, []Part{{Text: "more"}}
	if got := read(JoinSentences([][]Part{a, b}), "red"); got != "You begins. More" {
		t.Errorf("got %q", got)
	}
	if got := Text(Join([][]Part{a, b})); got != "red begins, more" {
		t.Errorf("got %q", got)
	}
}
