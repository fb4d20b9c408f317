package web

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"parlour/language"
	"parlour/phrase"
	"parlour/table"
	"parlour/web/wire"
)

// tongue is a language with a few words, which stands for any other.
func tongue() *language.Language {
	return &language.Language{Tag: "xx", Name: "Testisch", Dir: "rtl", Ready: true,
		Grammar: phrase.Grammar{Tag: "xx", Plural: "en", And: phrase.List{Word: " und "}, Or: phrase.List{Word: " oder "}, Forms: map[string]phrase.Form{
			"name": {Plain: "{name}", You: "du"},
		}},
		Files: fstest.MapFS{
			"page.po":      {Data: []byte("msgctxt \"nav.home\"\nmsgid \"Games\"\nmsgstr \"Spiele\"\n\nmsgctxt \"nav.new\"\nmsgid \"Old table\"\nmsgstr \"Alt\"\n")},
			"sentences.po": {Data: []byte("msgctxt \"table.waiting\"\nmsgid \"Waiting for players\"\nmsgstr \"Wartet auf Spieler\"\n\nmsgctxt \"table.turn-move\"\nmsgid \"{seat|Name} to move\"\nmsgstr \"{seat|Name} zieht\"\n\nmsgctxt \"word.black\"\nmsgid \"Black\"\nmsgstr \"Schwarz\"\n\nmsgctxt \"table.created\"\nmsgid \"The table is set up\"\nmsgstr \"Der Tisch steht\"\n\nmsgctxt \"word.green\"\nmsgid \"Green\"\nmsgstr \"Grün; adj=grüne\"\n")},
		},
	}
}

// asked asks a server for an address, with headers.
func (s *site) asked(path string, header ...string) (*http.Response, string) {
	r := httptest.NewRequest(http.MethodGet, "http://example.com"+path, nil)
	for i := 0; i < len(header); i += 2 {
		r.Header.Add(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	s.s.ServeHTTP(w, r)
	return w.Result(), w.Body.String()
}

// inTwo opens a server in English and another language.
func inTwo(t *testing.T) (*site, *language.Language) {
	l := tongue()
	return open(t, func(c *Config) { c.Languages = []*language.Language{language.English, l} }), l
}

// TestLanguage checks how a language is chosen: by the address, then the cookie,
// then the browser, then English.
func TestLanguage(t *testing.T) {
	s, l := inTwo(t)
	for _, test := range []struct {
		path   string
		header []string
		want   string
	}{
		{"/", nil, "en"},
		{"/?lang=xx", nil, "xx"},
		{"/?lang=XX-yy", nil, "xx"},
		{"/?lang=no", nil, "en"},
		{"/", []string{"Cookie", "lang=xx"}, "xx"},
		{"/?lang=en", []string{"Cookie", "lang=xx"}, "en"},
		{"/", []string{"Accept-Language", "fr, xx;q=0.8, en;q=0.5"}, "xx"},
		{"/", []string{"Accept-Language", "xx;q=0.1, en;q=0.5"}, "en"},
		{"/", []string{"Accept-Language", "xx;q=0, *"}, "en"},
		{"/", []string{"Accept-Language", "xx", "Cookie", "lang=en"}, "en"},
	} {
		res, body := s.asked(test.path, test.header...)
		if got := res.Header.Get("Content-Language"); got != test.want || !strings.Contains(body, `<html lang="`+test.want+`"`) {
			t.Errorf("%s %v is in %q, want %q", test.path, test.header, got, test.want)
		}
		if vary := strings.Join(res.Header.Values("Vary"), ", "); !strings.Contains(vary, "Accept-Language") || !strings.Contains(vary, "Cookie") {
			t.Errorf("%s varies by %q", test.path, vary)
		}
		if !strings.Contains(body, `<link rel="alternate" hreflang="xx" href="/?lang=xx">`) {
			t.Errorf("%s does not name the other language", test.path)
		}
	}
	res, body := s.asked("/?lang=xx")
	if cookies := res.Cookies(); len(cookies) != 1 || cookies[0].Value != "xx" {
		t.Errorf("the choice is not kept: %v", cookies)
	}
	if !strings.Contains(body, `dir="rtl"`) {
		t.Error("the document does not say its direction")
	}
	// Its words are a file that is kept for ever.
	address := filesOf(l).page.address
	if !strings.Contains(body, `href="`+address+`"`) {
		t.Errorf("the document does not load %s", address)
	}
	res, body = s.asked(address)
	var words struct {
		Tag   string
		Texts map[string]string
		Words map[string]string
	}
	if err := json.Unmarshal([]byte(body), &words); err != nil || !strings.Contains(res.Header.Get("Cache-Control"), "immutable") {
		t.Fatalf("%s: %v, %v", address, err, res.Header)
	}
	if words.Texts["nav.home"] != "Spiele" || words.Words["green"] != "Grün" {
		t.Errorf("the words are %+v", words)
	}
	if _, stale := words.Texts["nav.new"]; stale {
		t.Error("a stale text is used")
	}
}

// TestEveryPage checks that every page says its language, what that depends on, and
// which others there are, and that people can choose one without scripts.
func TestEveryPage(t *testing.T) {
	s, _ := inTwo(t)
	id, _, _ := s.duel()
	fill := strings.NewReplacer("GET ", "", "{$}", "", "{game}", "checkers", "{paper}", "a4", "{key}", "86", "{number}", "1", "{table}", id)
	pages := 0
	for _, rt := range pageRoutes() {
		path := fill.Replace(rt.pattern)
		if rt.pattern == "/" {
			path = "/no-such-page"
		}
		res, body := s.asked(path, "Accept-Language", "xx")
		if !strings.HasPrefix(res.Header.Get("Content-Type"), "text/html") || res.StatusCode == http.StatusFound {
			continue
		}
		pages++
		if vary := strings.Join(res.Header.Values("Vary"), ", "); !strings.Contains(vary, "Accept-Language") || !strings.Contains(vary, "Cookie") {
			t.Errorf("%s varies by %q", path, vary)
		}
		for _, want := range []string{
			`<html lang="xx" dir="rtl">`,
			`<link rel="alternate" hreflang="en" href="` + path + `?lang=en">`,
			`<link rel="alternate" hreflang="xx" href="` + path + `?lang=xx">`,
			`<a href="?lang=en" lang="en" hreflang="en">English</a>`,
			`<a href="?lang=xx" lang="xx" hreflang="xx" aria-current="true">Testisch</a>`,
			`<link rel="manifest" href="/manifest.webmanifest?lang=xx">`,
		} {
			if !strings.Contains(body, want) {
				t.Errorf("%s (%s) lacks %s", path, res.Status, want)
			}
		}
		if title := regexp.MustCompile(`<title>(.*)</title>`).FindString(body); strings.Contains(title, "doc.") {
			t.Errorf("the title of %s is a code: %s", path, title)
		}
	}
	if pages < 20 {
		t.Errorf("only %d pages were found", pages)
	}
	// The choice keeps the other parameters, and is kept.
	res, body := s.asked("/t/" + id + "/replay?at=2&lang=XX-yy")
	if !strings.Contains(body, `<a href="?at=2&amp;lang=en"`) || len(res.Cookies()) != 1 || res.Cookies()[0].Value != "xx" {
		t.Errorf("a choice with parameters: %v %s", res.Cookies(), body)
	}
}

// TestManifest checks that people install the page in their language.
func TestManifest(t *testing.T) {
	s, _ := inTwo(t)
	if _, body := s.asked("/manifest.webmanifest?lang=xx"); !strings.Contains(body, `"lang": "xx"`) || !strings.Contains(body, `"dir": "rtl"`) {
		t.Errorf("the manifest is %s", body)
	}
}

// TestOneLanguage checks that nothing changes where there is only English.
func TestOneLanguage(t *testing.T) {
	s := open(t, nil)
	res, body := s.asked("/?lang=xx", "Accept-Language", "xx")
	if res.Header.Get("Content-Language") != "" || strings.Contains(strings.Join(res.Header.Values("Vary"), ","), "Cookie") || strings.Contains(body, "hreflang") || strings.Contains(body, "languages") || len(res.Cookies()) > 0 {
		t.Errorf("a server with one language says %v", res.Header)
	}
}

// TestTwoLanguages checks that each reader of a table gets its own language, and
// that the store has none.
func TestTwoLanguages(t *testing.T) {
	s, _ := inTwo(t)
	id, _, _ := s.duel()
	for lang, want := range map[string]string{"en": "The table is set up", "xx": "Der Tisch steht"} {
		if _, body := s.asked("/api/tables/"+id+"/events", "Accept-Language", lang); !strings.Contains(body, want) {
			t.Errorf("in %s the log is %s", lang, body)
		}
	}
	for lang, want := range map[string]string{"en": "Black to move", "xx": "Schwarz zieht"} {
		if _, body := s.asked("/api/tables/" + id + "?lang=" + lang); !strings.Contains(body, want) {
			t.Errorf("in %s the view is %s", lang, body)
		}
	}
	for lang, want := range map[string]string{"en": "Black to move", "xx": "Schwarz zieht"} {
		for _, path := range []string{"/api/tables/" + id + "/board.svg", "/api/games/checkers/position/board.svg?line=checkers+B:W22:B18+q=0", "/api/games/checkers/examples/checkers%2Fboard/board.svg"} {
			res, body := s.asked(path, "Accept-Language", lang)
			if !strings.Contains(body, want) || res.Header.Get("Content-Language") != lang {
				t.Errorf("in %s the picture %s is %d %v %.300s", lang, path, res.StatusCode, res.Header, body)
			}
		}
	}
	events, err := s.store.Load(t.Context(), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		data, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(data), "set up") || strings.Contains(string(data), "Tisch") {
			t.Errorf("the stored event %s has words", data)
		}
	}
}

// TestDataSpeaks checks that words which stand beside data are in the reader's
// language: in pictures, lists and drawings.
func TestDataSpeaks(t *testing.T) {
	s := open(t, func(c *Config) { c.Languages = language.All })
	for path, english := range map[string][]string{
		"/api/study":                               {"own records", "a FEN", "match files", "GNU Backgammon id"},
		"/api/games/auto-race/board.svg":           {"OBSTRUCTIONS", "Tire trouble", "our own name"},
		"/api/games/auto-race":                     {"Tire trouble"},
		"/api/games/kleefeld/cover.svg":            {"by Kleefeld"},
		"/api/games/british/cover.svg":             {"Traditional"},
		"/api/games/mensch/findings?width=340":     {"Length of a game", "4 players", "Who wins", "share of the wins", "choices make", "the same games", "a piece may"},
		"/api/games/backgammon/findings?width=340": {"for a stake", "auto doubles = 1"},
	} {
		for _, l := range language.All {
			res, body := s.asked(path, "Accept-Language", l.Tag)
			if res.Header.Get("Content-Language") != l.Tag || !strings.Contains(strings.Join(res.Header.Values("Vary"), ","), "Accept-Language") {
				t.Errorf("%s in %s: %s %v", path, l.Tag, res.Status, res.Header)
			}
			for _, words := range english {
				if strings.Contains(body, words) != (l == language.English) {
					t.Errorf("%s in %s has %q: %t", path, l.Tag, words, l != language.English)
				}
			}
		}
	}
	// A picture in a preview is in the language of the preview.
	for path, want := range map[string]string{"/g/parker?lang=de": "/board.png?lang=de", "/g/parker": "/board.png\""} {
		if _, body := s.asked(path); !strings.Contains(body, want) {
			t.Errorf("%s has no picture %s", path, want)
		}
	}
}

// TestErrorsSpeak meets the errors that people can meet, in every language: the code,
// the reason and its arguments are the same, and the words are not English. What only
// programs meet has no reason.
func TestErrorsSpeak(t *testing.T) {
	s := open(t, func(c *Config) { c.Languages = language.All })
	id, ann, bob := s.duel()
	stranger, nobody := s.person(), &person{site: s}
	at := "/api/tables/" + id
	act := func(a table.Action) table.Action {
		a.Key, a.Seq = key(), ann.view(id).Seq
		return a
	}
	ann.must(id, table.Action{Kind: table.Lock, On: true})
	long := strings.Repeat("x", 600)
	for _, c := range []struct {
		who          *person
		method, path string
		body         any
		reason       string
	}{
		{bob, "POST", at + "/actions", act(table.Action{Kind: table.Move, Move: "22-18"}), "refused.not-your-turn"},
		{ann, "POST", at + "/actions", act(table.Action{Kind: table.Move, Move: "11-14"}), "checkers.too-far"},
		{ann, "POST", at + "/actions", act(table.Action{Kind: table.Move, Move: "hello"}), "unreadable"},
		{ann, "POST", at + "/actions", act(table.Action{Kind: table.Throw}), "refused.no-throw-due"},
		{ann, "POST", at + "/actions", act(table.Action{Kind: table.Chat, Text: "hi"}), "refused.no-chat"},
		{ann, "POST", at + "/actions", act(table.Action{Kind: table.Resume}), "refused.not-paused"},
		{ann, "POST", at + "/actions", act(table.Action{Kind: table.Accept, Chair: 1}), "refused.no-offer"},
		{ann, "POST", at + "/actions", act(table.Action{Kind: table.AskBack}), "refused.no-own-back"},
		{ann, "POST", at + "/actions", act(table.Action{Kind: table.Name, Name: long}), "refused.name-long"},
		{ann, "POST", at + "/actions", act(table.Action{Kind: table.Return, Chair: 1}), "refused.no-stand-in"},
		{ann, "POST", at + "/actions", act(table.Action{Kind: table.Mute, Chair: 1}), "refused.mute-host"},
		{stranger, "POST", at + "/actions", act(table.Action{Kind: table.Sit, Chair: 2}), "refused.locked"},
		{stranger, "POST", at + "/actions", act(table.Action{Kind: table.Resign, Chair: 1}), "error.forbidden"},
		{ann, "POST", at + "/actions", table.Action{Kind: table.Move, Move: "11-15", Key: key(), Seq: 99}, "error.late"},
		{ann, "POST", at + "/rematch", wire.Again{Key: key()}, "refused.not-over"},
		{ann, "GET", at + "/hint", nil, "refused.no-help"},
		{ann, "GET", at + "/analysis", nil, "error.not-over"},
		{ann, "POST", "/api/tables", wire.Creation{Terms: table.Terms{Game: "checkers", Clock: table.Clock{Kind: table.MoveClock, Seconds: 1}}, Key: key()}, "refused.clock-move"},
		{ann, "POST", "/api/tables", wire.Creation{Terms: table.Terms{Game: "checkers"}, Record: "= checkers B:W21:B1 q=0\nB 1-7\n", Key: key()}, "error.record"},
		{ann, "POST", "/api/tables", wire.Creation{Terms: table.Terms{Game: "checkers", Position: "checkers B:W21:B99 q=0"}, Key: key()}, "error.position"},
		{ann, "POST", "/api/study", "", "study.nothing"},
		{ann, "POST", "/api/study", "two lines\nof nonsense", "study.neither"},
		{nobody, "GET", at + "/record.mat", nil, "error.no-format"},
		{nobody, "GET", at + "/why?move=" + long, nil, "error.move-long"},
		{nobody, "GET", "/api/tables/aaaaaaaaaaaaaaaa", nil, "error.no-table"},
		{nobody, "GET", "/api/games/chess", nil, "error.no-game"},
		{nobody, "GET", "/api/puzzles/auto-race", nil, "error.no-puzzles"},
		{nobody, "GET", "/api/puzzles/checkers/99999", nil, "error.no-puzzle"},
		{nobody, "GET", "/g/parker/openings", nil, ""}, // a page
		{nobody, "GET", at + "/events?since=x", nil, ""},
		{nobody, "GET", "/api/nowhere", nil, ""},
		{ann, "POST", at + "/actions", act(table.Action{Kind: "fly"}), ""},
	} {
		said := map[string]wire.Error{}
		for _, l := range language.All {
			code, raw, _ := c.who.raw(c.method, c.path, c.body, map[string]string{"Accept-Language": l.Tag})
			var body wire.ErrorBody
			if strings.HasPrefix(c.path, "/api/") {
				if err := json.Unmarshal(raw, &body); err != nil || code < 400 {
					t.Fatalf("%s %s: %d %s", c.method, c.path, code, raw)
				}
				said[l.Tag] = *body.Error
			}
		}
		english := said["en"]
		if c.reason != "" && english.Reason != c.reason {
			t.Errorf("%s %s: the reason is %q, want %q: %s", c.method, c.path, english.Reason, c.reason, english.Message)
		}
		for tag, e := range said {
			if e.Code != english.Code || e.Reason != english.Reason || !maps.Equal(e.Args, english.Args) && c.reason != "error.record" {
				t.Errorf("%s %s in %s is %+v, in English %+v", c.method, c.path, tag, e, english)
			}
			if same := e.Message == english.Message; tag != "en" && same == (c.reason != "") {
				t.Errorf("%s %s says in %s: %s", c.method, c.path, tag, e.Message)
			}
		}
	}
}

// TestMeaningsSpeak checks that every error with a meaning has words in every
// language.
func TestMeaningsSpeak(t *testing.T) {
	for _, m := range meanings {
		english := errorOf(phrase.English, m.err)
		for _, l := range language.All[1:] {
			if e := errorOf(l.Catalogue(), m.err); e.Message == "" || e.Message == english.Message || e.Reason != english.Reason {
				t.Errorf("%v is in %s: %+v", m.err, l.Tag, e)
			}
		}
	}
}
