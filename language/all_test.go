package language_test

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"parlour"
	"parlour/cabinet"
	"parlour/internal/programs"
	"parlour/language"
	"parlour/language/source"
	"parlour/learn/theory"
	"parlour/phrase"

	_ "parlour/internal/ninth" // a game that no language knows
)

// ours reports whether a context is one of the games of the house. The ninth game and
// the sentences of TestTemplate are registered too, and nobody translates them.
func ours(context string) bool {
	return !strings.Contains(context, "morris") && !strings.Contains(context, "snails") && !strings.HasPrefix(context, "xx.")
}

// areas returns what has to be translated.
func areas() (all []language.Area) {
	for _, a := range source.Areas() {
		if !ours(a.Name) {
			continue
		}
		a.Texts = slices.DeleteFunc(a.Texts, func(s language.Source) bool { return !ours(s.Context) || foreign[s.Context] })
		all = append(all, a)
	}
	return all
}

// foreign are the contexts of the ninth game that its name is not in.
var foreign = func() map[string]bool {
	all := map[string]bool{}
	for _, e := range cabinet.Games() {
		if !strings.Contains(e.Info.ID, "morris") && !strings.Contains(e.Info.ID, "snail") {
			continue
		}
		for code := range e.Sentences {
			all[code] = true
		}
		for key := range e.Names {
			all["word."+key] = true
		}
		one, _ := e.Book.Man()
		all["word."+one] = true
		all["said.form-"+e.Info.ID] = true
		for _, t := range e.Habit.Tables {
			all["said.table-"+strings.ReplaceAll(t.Name, " ", "-")] = true
		}
		for _, name := range []string{"title", "says", "no-levels"} {
			all["game."+e.Info.ID+"."+name] = true
		}
	}
	for _, e := range cabinet.Games()[:8] { // what our own games have, too, is not foreign
		for code := range e.Sentences {
			delete(all, code)
		}
		for key := range e.Names {
			delete(all, "word."+key)
		}
		for _, t := range e.Habit.Tables {
			delete(all, "said.table-"+strings.ReplaceAll(t.Name, " ", "-"))
		}
		one, _ := e.Book.Man()
		delete(all, "word."+one)
	}
	return all
}()

// others returns the languages besides English.
func others(t *testing.T) map[*language.Language]map[string][]language.Entry {
	t.Helper()
	all := map[*language.Language]map[string][]language.Entry{}
	for _, l := range language.All[1:] {
		entries, err := l.Entries()
		if err != nil {
			t.Fatalf("%s: %v", l.Tag, err)
		}
		all[l] = entries
	}
	return all
}

// TestComplete checks the table of areas and languages: what people are offered is
// complete, and what is complete is offered.
func TestComplete(t *testing.T) {
	for l, entries := range others(t) {
		complete := true
		for _, a := range areas() {
			s := language.Compare(a, entries[a.Name])
			t.Logf("%s %-16s %3d %%", l.Tag, a.Name, s.Percent())
			complete = complete && s.Done == s.Texts
			if l.Ready && s.Done < s.Texts {
				t.Errorf("%s: %s lacks %v, and these are stale: %v", l.Tag, a.Name, s.Missing, s.Stale)
			}
			for _, f := range language.Faults(l, a.Name, entries[a.Name]) {
				t.Errorf("%s: %s: %s", l.Tag, a.Name, f)
			}
		}
		if complete && !l.Ready {
			t.Errorf("%s is complete, but not offered: set Ready", l.Tag)
		}
	}
}

// english matches words that only English has. Names in quotes, commands and
// notation may be English.
var english = regexp.MustCompile(`(?i)(^|[\s(„«])(the|and|you|your|with|which|their|cannot|where|when|from|they|have)([\s,.;:!?)]|$)`)

// TestNoEnglish checks that nothing was left in English.
func TestNoEnglish(t *testing.T) {
	quoted := regexp.MustCompile(`"[^"]*"|„[^“]*“|«[^»]*»|“[^”]*”|‘[^’]*’`)
	for l, entries := range others(t) {
		for area, es := range entries {
			for _, e := range es {
				if e.Text == "" || e.Fuzzy || strings.HasSuffix(e.Context, ".passage") || strings.HasSuffix(e.Context, ".source") {
					continue
				}
				if m := english.FindString(quoted.ReplaceAllString(e.Text, "")); m != "" {
					t.Errorf("%s: %s: %s says %q: %s", l.Tag, area, e.Context, strings.TrimSpace(m), e.Text)
				}
			}
		}
	}
}

// TestBlanks checks that French has a narrow blank before its colons, question marks
// and the like, where a line must not break.
func TestBlanks(t *testing.T) {
	entries, err := language.Match(language.All, "fr").Entries()
	if err != nil {
		t.Fatal(err)
	}
	fields, wrong := regexp.MustCompile(`\{[^{}]*\}`), regexp.MustCompile(`[^ ] [;:!?»](\s|$)|« `)
	for area, es := range entries {
		for _, e := range es {
			text := e.Text
			for fields.MatchString(text) {
				text = fields.ReplaceAllString(text, "x")
			}
			if m := wrong.FindString(text); m != "" {
				t.Errorf("%s: %s has a wide blank in %q: %s", area, e.Context, m, e.Text)
			}
		}
	}
}

// TestLookUp checks that what the tables of endings say is in no language English.
func TestLookUp(t *testing.T) {
	for game, questions := range map[string][]string{"checkers": {"W:WK15,K18:BK1"}, "backgammon": {"backgammon[doubling=none] XGID=-AAA------------------aaa-:0:0:1:00:0:0:0:0:0 throw"}} {
		for _, question := range questions {
			a, err := cabinet.ByID(game).LookUp(question)
			if err != nil {
				t.Fatal(err)
			}
			for l := range others(t) {
				var text strings.Builder
				if err := a.WriteText(&text, l.Catalogue()); err != nil {
					t.Fatal(err)
				}
				if m := english.FindString(text.String()); m != "" || strings.Contains(text.String(), "wins") {
					t.Errorf("%s: %s %q says %q:\n%s", l.Tag, game, question, m, text.String())
				}
			}
		}
	}
}

// TestGlossary checks that each book keeps to the words that its language has chosen
// for it. A sentence may do without a word, but most do not.
func TestGlossary(t *testing.T) {
	for l, entries := range others(t) {
		data, err := os.ReadFile(l.Tag + "/glossary.txt")
		if err != nil {
			t.Error(err)
			continue
		}
		n := 0
		for line := range strings.Lines(string(data)) {
			line = strings.TrimSpace(line)
			if line == "" || line[0] == '#' {
				continue
			}
			n++
			book, rest, _ := strings.Cut(line, ": ")
			term, rest, ok := strings.Cut(rest, " = ")
			words, not, _ := strings.Cut(rest, " ! ")
			if !ok || words == "" {
				t.Errorf("%s: %q is not a line of a glossary", l.Tag, line)
				continue
			}
			has := func(text, list string) bool {
				text = strings.ToLower(text)
				return slices.ContainsFunc(strings.Split(list, ", "), func(w string) bool { return w != "" && strings.Contains(text, w) })
			}
			english := regexp.MustCompile(`\b` + term)
			found, kept := 0, 0
			for _, e := range entries["rules-"+book] {
				if strings.HasSuffix(e.Context, ".passage") || e.Text == "" {
					continue
				}
				if has(e.Text, not) && !strings.HasSuffix(e.Context, "title") && !strings.HasSuffix(e.Context, "source") {
					t.Errorf("%s: %s says %q, which the glossary of %s does not: %s", l.Tag, e.Context, not, book, e.Text)
				}
				if english.MatchString(e.English) {
					if found++; has(e.Text, words) {
						kept++
					}
				}
			}
			if found == 0 || 10*kept < 8*found {
				t.Errorf("%s: %s: %d of %d texts about %q say %s", l.Tag, book, kept, found, term, words)
			}
		}
		if n < 10 {
			t.Errorf("%s: the glossary has %d lines", l.Tag, n)
		}
	}
}

// leftover matches what no sentence may show: braces, filters, codes.
var leftover = regexp.MustCompile(`[{}|]|\b(race|checkers|backgammon|contact)\.[a-z]`)

// samples are arguments that every sentence can be tried with.
func samples(s string) parlour.Args {
	args := parlour.Args{}
	for _, f := range phrase.Fields(s) {
		switch f.Name {
		case "piece", "pieces":
			args["piece"], args["pieces"] = "man", "men"
		case "colour", "by", "owner", "side", "seat", "seats", "other", "whose", "opponent", "partner", "bound", "black", "white":
			args[f.Name] = "red"
			if slices.Contains([]string{"by", "other", "opponent", "partner"}, f.Name) {
				args[f.Name] = "blue"
			}
		case "who", "name":
			args[f.Name] = "Ada"
		case "expected":
			args[f.Name] = parlour.OneDie.Form()
		case "verdict":
			args[f.Name] = "wins"
		case "level":
			args[f.Name] = "casual"
		default:
			args[f.Name] = "3"
		}
	}
	return args
}

// TestSentences checks that every code can be said in every language, to a third
// person and to whom it names.
func TestSentences(t *testing.T) {
	for l := range others(t) {
		c := l.Catalogue()
		for _, code := range phrase.English.Codes() {
			if strings.HasPrefix(code, "place.") || strings.HasPrefix(code, "book.") {
				continue // these are not said by themselves
			}
			args := samples(c.Sentence(code))
			parts := c.Parts(code, args, nil)
			for _, reader := range []string{"", "red", "blue"} {
				said := ""
				for _, p := range parts {
					if reader != "" && p.Seat == reader {
						said += p.You
					} else {
						said += p.Text
					}
				}
				if leftover.MatchString(said) || strings.Contains(said, "  ") && !strings.Contains(phrase.English.Sentence(code), "  ") {
					t.Errorf("%s: %s is said to %q as %q", l.Tag, code, reader, said)
				}
			}
		}
	}
}

// TestForms checks that every form that sentences ask for exists: of all pieces, of
// all places, of all colours.
func TestForms(t *testing.T) {
	for l, entries := range others(t) {
		texts := map[string]string{}
		for _, e := range entries["sentences"] {
			texts[e.Context] = e.Text
		}
		has := func(context, form string) bool {
			text := texts[context]
			return text == "" || form == "word" || strings.Contains(text, ";") && strings.Contains(text, form+"=")
		}
		for _, e := range entries["sentences"] {
			for _, f := range phrase.Fields(e.Text) {
				kind, form, _ := strings.Cut(f.Filter, ":")
				if _, person := l.Grammar.Forms[strings.ToLower(kind)]; person || f.Filter == "" || f.Filter == "?" {
					continue
				}
				var words []string
				switch {
				case kind == "place" && form != "":
					words = []string{"place.plain", "place.finish", "place.bar", "place.off", "place.home", "place.lane", "place.finish-square", "place.start", "place.start-of", "place.last-of"}
				case slices.Contains([]string{"place", "dice", "points", "plural", "or", "said"}, kind):
					continue
				case f.Name == "piece" || f.Name == "pieces":
					words, form = []string{"word.man", "word.setter", "word.piece", "word.tile", "word.king"}, kind
					if strings.HasPrefix(e.Context, "checkers.") {
						words = []string{"word.man", "word.king"}
					}
				case f.Name == "colour" || f.Name == "whose":
					words, form = []string{"word.green", "word.yellow", "word.blue", "word.red"}, kind
				}
				for _, w := range words {
					if !has(w, form) {
						t.Errorf("%s: %s asks for the form %q, which %s does not have", l.Tag, e.Context, form, w)
					}
				}
			}
		}
	}
}

// A refused is a move that a scenario file says is not legal.
type refused struct{ Position, Input string }

// TestRefusals says every refusal of the scenario files in every language.
func TestRefusals(t *testing.T) {
	files, err := filepath.Glob("../games/*/testdata/*extra.json")
	if err != nil || len(files) < 3 {
		t.Fatalf("found %v, %v", files, err)
	}
	n := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var all struct{ Refuses []refused }
		if err := json.Unmarshal(data, &all); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for _, x := range all.Refuses {
			_, m, err := cabinet.Parse(x.Position)
			if err != nil {
				t.Fatal(err)
			}
			_, err = m.Parse(x.Input)
			var r *parlour.Refusal
			if !errors.As(err, &r) {
				t.Errorf("%s %s is not refused: %v", x.Position, x.Input, err)
				continue
			}
			n++
			in := phrase.English.Say(r.Code, r.Args)
			for l, entries := range others(t) {
				said := l.Catalogue().Say(r.Code, r.Args)
				if leftover.MatchString(strings.ReplaceAll(said, x.Input, "")) || said == "" {
					t.Errorf("%s: %s is said as %q", l.Tag, r.Code, said)
				}
				done := slices.ContainsFunc(entries["sentences"], func(e language.Entry) bool { return e.Context == r.Code && e.Text != "" })
				if done && (said == in || english.MatchString(said)) {
					t.Errorf("%s: %s is said in English: %q", l.Tag, r.Code, said)
				}
			}
		}
	}
	if n < 30 {
		t.Errorf("only %d refusals were said", n)
	}
}

// TestNinth checks that a game that nobody has translated speaks English, and the
// rest of the page its own language.
func TestNinth(t *testing.T) {
	e := cabinet.ByID("morris")
	if e == nil {
		t.Fatal("the ninth game is not there")
	}
	m, err := e.Game.New(parlour.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	mv := m.Moves()[0]
	for l := range others(t) {
		c := l.Catalogue()
		if got, want := e.Tell(c, m.Effects(mv)), e.Tell(phrase.English, m.Effects(mv)); leftover.MatchString(got) || got == "" {
			t.Errorf("%s: the move is told as %q, in English %q", l.Tag, got, want)
		}
		if got := e.BookIn(c); got.Clauses[0].Rule != e.Book.Clauses[0].Rule || len(got.Options) != len(e.Book.Options) {
			t.Errorf("%s: the book has changed", l.Tag)
		}
	}
}

// TestBooks checks that a book in another language has the same clauses, options
// and positions.
func TestBooks(t *testing.T) {
	for l := range others(t) {
		for _, e := range cabinet.Games() {
			b := e.BookIn(l.Catalogue())
			for i, o := range b.Options {
				was := e.Book.Options[i]
				if o.Key != was.Key || o.Default != was.Default || o.Names() == "" || len(o.Values) != len(was.Values) {
					t.Errorf("%s: %s: the option %s is another", l.Tag, e.Info.ID, was.Key)
				}
				for j, v := range o.Values {
					if v.Name != was.Values[j].Name {
						t.Errorf("%s: %s: %s has the value %s, want %s", l.Tag, e.Info.ID, o.Key, v.Name, was.Values[j].Name)
					}
				}
			}
			for i, c := range b.Clauses {
				if c.ID != e.Book.Clauses[i].ID {
					t.Errorf("%s: %s: the clause %s is another", l.Tag, e.Info.ID, c.ID)
				}
			}
			if len(e.Figures(l.Catalogue())) != len(e.Figures(phrase.English)) {
				t.Errorf("%s: %s has other pictures", l.Tag, e.Info.ID)
			}
		}
	}
}

// TestPlurals compares the rules for plurals with those of Node and of a browser.
func TestPlurals(t *testing.T) {
	numbers := []int{1_000, 10_000, 100_000, 999_999, 1_000_000, 1_000_001, 1_500_000, 2_000_000, 10_000_000, 123_000_000}
	for n := range 201 {
		numbers = append(numbers, n)
	}
	data, err := json.Marshal(numbers)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range language.All {
		script := string(data) + `.map((n) => new Intl.PluralRules("` + l.Tag + `").select(n)).join(" ")`
		var want []string
		for _, n := range numbers {
			want = append(want, l.Grammar.Category(n))
		}
		out, err := exec.Command(programs.Find(t, "node"), "-e", "console.log("+script+")").Output()
		if got := strings.Fields(string(out)); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: Node says otherwise: %v", l.Tag, err)
			for i := range min(len(got), len(want)) {
				if got[i] != want[i] {
					t.Errorf("%s: %d is %s, want %s", l.Tag, numbers[i], want[i], got[i])
				}
			}
		}
		page := filepath.Join(t.TempDir(), "plurals.html")
		if err := os.WriteFile(page, []byte("<title>x</title><script>document.write("+script+")</script>"), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err = exec.Command(programs.Find(t, "chromium"), "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir="+t.TempDir(), "--dump-dom", "file://"+page).Output()
		if err != nil || !strings.Contains(string(out), strings.Join(want, " ")) {
			t.Errorf("%s: the browser says otherwise: %v, %s", l.Tag, err, out)
		}
	}
}

// TestFifth shows that another language is a folder and an entry of the list: here a
// folder in memory.
func TestFifth(t *testing.T) {
	po := func(context, english, own string) string {
		return "msgctxt " + strconv.Quote(context) + "\nmsgid " + strconv.Quote(english) + "\nmsgstr " + strconv.Quote(own) + "\n\n"
	}
	l := &language.Language{Tag: "eo", Name: "Esperanto", Dir: "ltr",
		Grammar: phrase.Grammar{Tag: "eo", Plural: "en", And: phrase.List{Word: " kaj "}, Or: phrase.List{Word: " aŭ "}, Comma: true,
			Forms: map[string]phrase.Form{"name": {Plain: "{name}", You: "vi"}}},
		Files: fstest.MapFS{
			"sentences.po": {Data: []byte(po("over", "the game is over", "la ludo finiĝis") + po("word.red", "Red", "Ruĝo"))},
			"page.po":      {Data: []byte(po("nav.home", "Games", "Ludoj"))},
		},
	}
	c := l.Catalogue()
	if got := c.Say("over", nil); got != "la ludo finiĝis" {
		t.Errorf("it says %q", got)
	}
	if got := c.Say("table.turn-move", parlour.Args{"seat": "red"}); got != "Red to move" {
		t.Errorf("a missing sentence is said as %q", got)
	}
	if got := c.And([]string{"1", "2", "3"}); got != "1, 2 kaj 3" {
		t.Errorf("a list is %q", got)
	}
	if got := string(l.Page(map[string]string{"nav.home": "Games", "nav.new": "New table"})); !strings.Contains(got, "Ludoj") || strings.Contains(got, "New table") || !strings.Contains(got, "Ruĝo") {
		t.Errorf("the page gets %s", got)
	}
	again, err := language.Read(l.Words(func(string, string) bool { return true }))
	if err != nil || again.Catalogue().Say("over", nil) != "la ludo finiĝis" || again.Tag != "eo" {
		t.Errorf("the program of a device says %q, %v", again.Catalogue().Say("over", nil), err)
	}
}

// TestWorth checks that every language writes what positions are worth: numbers, the
// units of all games, and results that are proved.
func TestWorth(t *testing.T) {
	units := []*theory.Unit{theory.Chances}
	for _, e := range cabinet.Games() {
		units = append(units, e.Units...)
	}
	said := []string{"the win", "the draw"}
	for _, u := range units {
		said = append(said, u.Named("+0.104"), u.Text(0.614))
	}
	for _, v := range []theory.Verdict{{Result: theory.Wins, Plies: 19}, {Result: theory.Wins}, {Result: theory.Draws}, {Result: theory.Loses, Plies: 2}, {Result: theory.Loses}} {
		said = append(said, v.String())
	}
	for _, text := range said {
		if got := phrase.English.Worth(text); got != text {
			t.Errorf("in English %q is %q", text, got)
		}
		for _, l := range language.All[1:] {
			if got := l.Catalogue().Worth(text); got == text || strings.Contains(got, ".") || strings.Contains(got, "{") {
				t.Errorf("%s: %q is written %q", l.Tag, text, got)
			}
		}
	}
	for want, text := range map[string]string{"+0,104 Punkte": "+0.104 points", "gewinnt in 19": "wins in 19", "61,4\u202f%": "61.4\u202f%", "den Sieg": "the win", "": ""} {
		if got := language.Match(language.All, "de").Catalogue().Worth(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}
