package language

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"parlour"
	"parlour/phrase"
	"parlour/rulebook"
)

// tongue is a small language for tests.
func tongue(po string) *Language {
	return &Language{Tag: "xx", Name: "Test", Dir: "ltr", Files: fstest.MapFS{"sentences.po": {Data: []byte(po)}}, Grammar: phrase.Grammar{
		Tag: "xx", Plural: "en", And: phrase.List{Word: " und "}, Or: phrase.List{Word: " oder "},
		Forms: map[string]phrase.Form{
			"name": {Plain: "{name}", You: "du"},
			"de":   {Plain: "de {name}", Vowel: "d’{name}", You: "de toi"},
		},
	}}
}

func TestPO(t *testing.T) {
	list := []Entry{
		{Context: "a", English: "one \"two\"\nthree", Text: "eins \\ zwei"},
		{Context: "b", English: "new", Text: "alt", Note: "a note", Fuzzy: true, Previous: "old"},
		{Context: "c", English: "untouched"},
	}
	text := WritePO(English, list)
	got, err := ReadPO(text)
	if err != nil || !slices.Equal(got, list) {
		t.Errorf("read %+v, %v from\n%s", got, err, text)
	}
	// Others wrap long lines, and keep comments of their own.
	got, err = ReadPO("msgid \"\"\nmsgstr \"\"\n\"Language: de\\n\"\n\n# somebody\n#: place.go:1\nmsgctxt \"a\"\nmsgid \"\"\n\"one \"\n\"two\"\nmsgstr \"eins \"\n\"zwei\"\n\n#~ msgctxt \"gone\"\n#~ msgid \"x\"\n#~ msgstr \"y\"\n")
	if want := []Entry{{Context: "a", English: "one two", Text: "eins zwei"}}; err != nil || !slices.Equal(got, want) {
		t.Errorf("read %+v, %v", got, err)
	}
	if _, err := ReadPO("msgctxt \"a\"\nmsgid \"b\nmsgstr"); err == nil || !strings.HasPrefix(err.Error(), "line 2") {
		t.Errorf("a bad file says %v", err)
	}
}

// TestStale checks that a text whose English has changed falls back to English,
// and only that one.
func TestStale(t *testing.T) {
	area := Area{Name: "sentences", Texts: []Source{{Context: "over", English: "the game is over"}, {Context: "not-legal", English: phrase.English.Sentence("not-legal")}}}
	list, faults := Import(tongue(""), area, nil, map[string]string{"over": "das Spiel ist aus", "not-legal": "das ist kein Zug", "gone": "weg"})
	if len(faults) != 1 || !strings.Contains(faults[0], "gone") {
		t.Errorf("faults %q", faults)
	}
	c := tongue(WritePO(English, list)).Catalogue()
	if got := c.Say("over", nil); got != "das Spiel ist aus" {
		t.Errorf("it says %q", got)
	}
	list[0].English = "the game was over"
	stale := Update(area, list)
	if e := stale[0]; !e.Fuzzy || e.Previous != "the game was over" || e.Text == "" {
		t.Errorf("the stale entry is %+v", e)
	}
	c = tongue(WritePO(English, stale)).Catalogue()
	if got := c.Say("over", nil) + ", " + c.Say("not-legal", nil); got != "the game is over, das ist kein Zug" {
		t.Errorf("it says %q", got)
	}
	if s := Compare(area, stale); s.Percent() != 50 || !slices.Equal(s.Stale, []string{"over"}) {
		t.Errorf("the state is %+v", s)
	}
}

func TestCheck(t *testing.T) {
	l := tongue("")
	for _, test := range []struct{ english, text, fault string }{
		{"{a|name} on 12", "{a|name} auf 12", ""},
		{"{a|whose} man", "{a? Stein von {a|name} / dein Stein}", ""},
		{"the {pieces}", "die {piece|pl}", ""},
		{"{a} is {b}", "{a}", "{b} is missing"},
		{"{a}", "{a} {b}", "no field {b}"},
		{"on 12", "auf 13", "numbers"},
		{"see parker/no-five", "siehe parker/kein", "ids"},
		{"only with must=yes", "nur mit must=ja", "ids"},
		{"x", "", "empty"},
		{"{a}", "{a", "braces"},
		{"{n|plural:a/b}", "{n|plural:a}", "two forms"},
		{"{n}", "{n|plural:a1:b}", "two forms"},
	} {
		got := strings.Join(Check(l, "sentences", "some", test.english, test.text), "; ")
		if (got == "") != (test.fault == "") || !strings.Contains(got, test.fault) {
			t.Errorf("%q for %q: %q, want %q", test.text, test.english, got, test.fault)
		}
	}
	// The page names people in forms, but has no places and no words with forms.
	for text, right := range map[string]bool{"coup {who|de}": true, "{who|plural:a/b}": true, "{who|place}": false, "{who|Name}": false, "{who|den}": false} {
		if faults := Check(l, "page", "some", "{who}", text); (faults == nil) != right {
			t.Errorf("%q on the page: %q", text, faults)
		}
	}
}

// read writes a sentence for the player of a seat.
func read(parts []phrase.Part, seat string) (s string) {
	for _, p := range parts {
		if seat != "" && p.Seat == seat {
			s += p.You
		} else {
			s += p.Text
		}
	}
	return s
}

// TestTemplate checks what only other languages need.
func TestTemplate(t *testing.T) {
	phrase.English.Add(map[string]string{"xx.takes": "{by|Name} {takes/take} {owner|whose} {piece}", "xx.goes": "to {to|place}", "xx.de": "man of {owner|name}", "xx.or": "{next}"}, nil)
	texts := map[string]string{
		"xx.takes":   "{by|Name} {nimmt/nimmst} {owner? {piece|den} von {owner|name} / {piece|deinen}}",
		"xx.goes":    "{to|place:nach}",
		"xx.de":      "pion {owner|de}",
		"xx.or":      "{next|or}",
		"place.bar":  "Bar; nach=zur Bar",
		"word.man":   "Stein; den=den Stein; deinen=deinen Stein",
		"word.blue":  "Azul; adj=azules",
		"word.red":   "Rot",
		"place.home": "",
	}
	var list []Entry
	for context, text := range texts {
		english := phrase.English.Sentence(context)
		if key, ok := strings.CutPrefix(context, "word."); ok {
			english = phrase.English.Word(key)
		}
		list = append(list, Entry{Context: context, English: english, Text: text})
	}
	c := tongue(WritePO(English, list)).Catalogue()
	parts := c.Parts("xx.takes", parlour.Args{"by": "red", "owner": "blue", "piece": "man"}, nil)
	for seat, want := range map[string]string{"": "Rot nimmt den Stein von Azul", "red": "Du nimmst den Stein von Azul", "blue": "Rot nimmt deinen Stein"} {
		if got := read(parts, seat); got != want {
			t.Errorf("%s reads %q, want %q", seat, got, want)
		}
	}
	for _, test := range []struct {
		code string
		args parlour.Args
		want string
	}{
		{"xx.goes", parlour.Args{"to": "bar"}, "zur Bar"},
		{"xx.goes", parlour.Args{"to": "Gh2"}, "home lane 2"}, // not translated
		{"xx.de", parlour.Args{"owner": "blue"}, "pion d’Azul"},
		{"xx.de", parlour.Args{"owner": "red"}, "pion de Rot"},
		{"xx.or", parlour.Args{"next": "1, 2 or 3"}, "1, 2 oder 3"},
	} {
		if got := c.Say(test.code, test.args); got != test.want {
			t.Errorf("%s says %q, want %q", test.code, got, test.want)
		}
	}
}

func TestBook(t *testing.T) {
	l := tongue("msgctxt \"parker/players\"\nmsgid \"" + rulebook.Parker.Clauses[0].Rule + "\"\nmsgstr \"Zwei bis vier spielen.\"\n")
	b := rulebook.Parker.In(l.Catalogue().In)
	if got := b.Clause("players").Rule; got != "Zwei bis vier spielen." {
		t.Errorf("the clause is %q", got)
	}
	if got, want := b.Clause("object").Rule, rulebook.Parker.Clause("object").Rule; got != want {
		t.Errorf("the other clause is %q, want the English", got)
	}
	if rulebook.Parker.Clauses[0].Rule == "Zwei bis vier spielen." {
		t.Error("the English book has changed")
	}
}

func TestMatch(t *testing.T) {
	list := []*Language{English, tongue("")}
	if got := Match(list, "fr", "XX_yy", "en"); got != list[1] {
		t.Errorf("got %v", got)
	}
	if got := Match(list, "fr"); got != nil {
		t.Errorf("got %v", got)
	}
}
