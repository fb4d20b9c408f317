package web

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"parlour/hall"
	"parlour/internal/line"
	"parlour/internal/wait"
	"parlour/phrase"
	"parlour/table"
	"parlour/web/exchange"
	"parlour/web/wire"
)

// TestForeignTokens checks that forged, foreign and stale tokens are refused
// and learn nothing that a stranger does not.
func TestForeignTokens(t *testing.T) {
	s := open(t, nil)
	id, ann, _ := s.duel()
	other := s.person()
	other.create(table.Terms{Game: "contact"})
	stale := &person{s, ann.token}
	_, out := ann.act(id, table.Action{Kind: table.Carry})
	phone := s.person()
	phone.must(id, table.Action{Kind: table.Claim, Text: out.Once})
	forged := &person{s, hall.NewToken()}
	nobody := &person{site: s}
	_, plain, _ := nobody.raw("GET", "/api/tables/"+id, nil, nil)

	for name, p := range map[string]*person{"foreign": other, "stale": stale, "forged": forged, "malformed": {s, "zzz"}, "none": nobody} {
		for _, a := range []table.Action{
			{Kind: table.Move, Move: "11-15", Seq: 5}, {Kind: table.Resign, Chair: 1, Seq: 5}, {Kind: table.SetChair, Chair: 1, Level: "greedy"},
			{Kind: table.Lock, On: true}, {Kind: table.Stand, Chair: 1}, {Kind: table.Carry}, {Kind: table.Claim, Text: out.Once},
			{Kind: table.Claim, Text: hall.NewToken()}, {Kind: table.HandOver, Chair: 1}, {Kind: table.Chat, Text: "x"}, {Kind: table.Pause},
		} {
			code, answer := p.act(id, a)
			want := wire.Forbidden
			if name == "malformed" || name == "none" {
				want = wire.NoToken
			}
			if code != statusOf[want] || answer.Error.Code != want || answer.View != nil || answer.Error.Why != "" {
				t.Errorf("%s token, %s: %d %+v", name, a.Kind, code, answer.Error)
			}
		}
		_, view, _ := p.raw("GET", "/api/tables/"+id, nil, nil)
		if without(view, "now") != without(plain, "now") {
			t.Errorf("a %s token sees\n%s\na stranger\n%s", name, view, plain)
		}
	}
	if v := phone.must(id, table.Action{Kind: table.Move, Move: "11-15", Seq: 5}); v.Turn != "W" {
		t.Error("the rightful player cannot move")
	}
}

// without drops a field of a JSON object.
func without(raw []byte, field string) string {
	var m map[string]json.RawMessage
	if err := json.Unmarshal(raw, &m); err != nil {
		return err.Error()
	}
	delete(m, field)
	out, _ := json.Marshal(m)
	return string(out)
}

// TestSecrets uses everything that must stay secret and looks for it in all
// answers and in the log.
func TestSecrets(t *testing.T) {
	s := open(t, nil)
	ann, bob := s.person(), s.person()
	id := ann.create(table.Terms{Game: "kleefeld", Bots: []string{"", "", "greedy", "greedy"}})
	secretKey := "a-very-secret-key-of-ann"
	bob.must(id, table.Action{Kind: table.Sit, Chair: 2, Name: "Bob"})
	ann.must(id, table.Action{Kind: table.Throw, Seq: 3, Key: secretKey})
	_, out := ann.act(id, table.Action{Kind: table.Carry})
	events, err := s.store.Load(t.Context(), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	secrets := map[string]string{"token of Ann": ann.token, "token of Bob": bob.token, "key": secretKey, "single-use secret": out.Once}
	for _, e := range events {
		if e.Secret != nil {
			for what, v := range map[string]string{"dice": e.Secret.Dice, "hash of a token": e.Secret.Token, "hash of a secret": e.Secret.Once} {
				if v != "" {
					secrets[fmt.Sprintf("%s of event %d", what, e.Seq)] = v
				}
			}
		}
	}
	if len(secrets) < 8 {
		t.Fatalf("only %d secrets were found: the test looks in the wrong place", len(secrets))
	}
	var all strings.Builder
	at := "/api/tables/" + id
	for _, p := range []*person{ann, bob, s.person(), {site: s}} {
		for _, path := range []string{
			at, at + "/events", at + "/board", at + "/board.svg", at + "/board.png", at + "/record", at + "/why?move=enter", at + "/qr.svg", at + "/piece?kind=man&colour=G",
			"/api/tables", "/api/games", "/api/games/kleefeld", "/metrics", "/healthz", "/t/" + id, "/", "/t/" + id + "/tv",
		} {
			_, raw, h := p.raw("GET", path, nil, nil)
			all.Write(raw)
			fmt.Fprintln(&all, h)
		}
		_, raw, _ := p.raw("POST", at+"/actions", table.Action{Kind: table.Move, Move: "nonsense", Seq: 1, Key: key()}, nil)
		all.Write(raw)
	}
	l := s.person().listen("/api/stream?t="+id+":0", nil)
	h, _ := l.table()
	all.Write(h.data)
	all.WriteString(s.log.String())
	for what, secret := range secrets {
		if strings.Contains(all.String(), secret) {
			t.Errorf("the %s was told", what)
		}
	}
}

// TestCrossOrigin refuses requests that another site makes a browser send.
func TestCrossOrigin(t *testing.T) {
	s := open(t, nil)
	id, ann, _ := s.duel()
	for name, c := range map[string]struct {
		header map[string]string
		code   int
	}{
		"another site":          {map[string]string{"Sec-Fetch-Site": "cross-site"}, 403},
		"another origin":        {map[string]string{"Origin": "https://evil.example"}, 403},
		"the same site":         {map[string]string{"Sec-Fetch-Site": "same-site"}, 403},
		"the same origin":       {map[string]string{"Sec-Fetch-Site": "same-origin"}, 200},
		"no browser":            {nil, 200},
		"a form from elsewhere": {map[string]string{"Content-Type": "application/x-www-form-urlencoded"}, 400},
		"text from elsewhere":   {map[string]string{"Content-Type": "text/plain"}, 400},
	} {
		code, raw, _ := ann.raw("POST", "/api/tables/"+id+"/actions", table.Action{Kind: table.Emote, Text: "hello", Key: key()}, c.header)
		if code != c.code {
			t.Errorf("%s: %d %s, want %d", name, code, raw, c.code)
		}
	}
}

// TestLimits checks the answer when a bucket is empty. Browsers that ask for another
// site whether they may read use up the bucket, too.
func TestLimits(t *testing.T) {
	for method, header := range map[string]map[string]string{
		"GET": nil, "OPTIONS": {"Origin": "https://other.example", "Access-Control-Request-Method": "GET"},
	} {
		s := open(t, func(c *Config) { c.Limits = Limits{PerAddress: 1, PerToken: -1, Creations: -1, Streams: 1} })
		p := &person{site: s}
		var code int
		var raw []byte
		var h http.Header
		for range 100 {
			if code, raw, h = p.raw(method, "/api/games", nil, header); code == 429 {
				break
			}
		}
		if after, err := strconv.Atoi(h.Get("Retry-After")); code != 429 || err != nil || after < 1 || !strings.Contains(string(raw), `"code":"limited"`) {
			t.Errorf("%s, a hundred requests: %d %s %v", method, code, raw, h)
		}
	}
}

// TestTokenLimit limits one token without hurting the others behind the same
// address, and streams by address.
func TestTokenLimit(t *testing.T) {
	s := open(t, func(c *Config) { c.Limits = Limits{PerAddress: -1, PerToken: 1, Creations: 120, Streams: 1} })
	ann, bob := s.person(), s.person()
	code := 0
	for range 100 {
		if code = ann.do("GET", "/api/games/checkers", nil, nil); code == 429 {
			break
		}
	}
	if code != 429 {
		t.Errorf("one token asked without end: %d", code)
	}
	if code := bob.do("GET", "/api/games/checkers", nil, nil); code != 200 {
		t.Errorf("another was refused: %d", code)
	}
	id := bob.create(table.Terms{Game: "checkers"})
	bob.listen("/api/stream?t="+id+":0", nil).table()
	if code, raw, _ := (&person{site: s}).raw("GET", "/api/stream?t="+id+":0", nil, nil); code != 429 {
		t.Errorf("a second stream: %d %s", code, raw)
	}
	few := open(t, func(c *Config) { c.Limits = Limits{PerAddress: -1, PerToken: -1, Creations: 2, Streams: -1} })
	p := few.person()
	for i := range 3 {
		code := p.do("POST", "/api/tables", wire.Creation{Terms: table.Terms{Game: "checkers"}, Chair: 1, Key: key()}, nil)
		if want := []int{201, 201, 429}[i]; code != want {
			t.Errorf("table %d: %d, want %d", i+1, code, want)
		}
	}
}

// TestSchool checks that the usual limits let a school play: 900 pupils behind
// one address, each throwing and moving every few seconds.
func TestSchool(t *testing.T) {
	now := time.Unix(0, 0)
	l := newLimits(DefaultLimits, func() time.Time { return now })
	for second := range 60 {
		for pupil := range 900 {
			if (pupil+second)%6 == 0 && (!l.address.Take("school", 1) || !l.token.Take(fmt.Sprint(pupil), 1)) {
				t.Fatalf("pupil %d was refused in second %d", pupil, second)
			}
		}
		now = now.Add(time.Second)
	}
}

// TestPanics checks that a panic ends one request only and reveals nothing.
func TestPanics(t *testing.T) {
	s := open(t, nil)
	h := s.s.answer(&route{pattern: "test"}, func(*Server, *request) error { panic("the inside of the house") })
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	if w.Code != 500 || strings.Contains(w.Body.String(), "inside") {
		t.Errorf("a panic: %d %s", w.Code, w.Body)
	}
	h = s.s.answer(&route{pattern: "test"}, func(*Server, *request) error { return errors.New("the inside of the house") })
	w = httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	if w.Code != 500 || strings.Contains(w.Body.String(), "inside") {
		t.Errorf("an unforeseen error: %d %s", w.Code, w.Body)
	}
	func() {
		defer s.s.contain("a test")
		panic("once more")
	}()
	if n := s.s.metrics.panics.Load(); n != 2 {
		t.Errorf("%d panics were counted", n)
	}
}

// TestCodes checks that every code has its status.
func TestCodes(t *testing.T) {
	for _, c := range []wire.Code{wire.BadRequest, wire.Forbidden, wire.NotFound, wire.Late, wire.Refused, wire.TooLarge, wire.Limited, wire.Busy, wire.Newer, wire.Internal} {
		if statusOf[c] == 0 {
			t.Errorf("%s has no status", c)
		}
	}
	for err, want := range map[error]wire.Code{
		table.ErrForbidden: wire.Forbidden, hall.ErrNotFound: wire.NotFound, table.ErrLate: wire.Late, hall.ErrConflict: wire.Late, hall.ErrBusy: wire.Busy,
		table.ErrFull: wire.Refused, table.ErrNewer: wire.Newer, &table.BadAction{Err: errors.New("no")}: wire.Refused, errors.New("x"): wire.Internal,
	} {
		if e := errorOf(phrase.English, err); e.Code != want {
			t.Errorf("%v is %s, want %s", err, e.Code, want)
		}
	}
}

// FuzzRequests sends anything anywhere: nothing panics, and every error has the
// form that docs/API.md promises.
func FuzzRequests(f *testing.F) {
	s := openFuzz(f)
	p := s.person()
	id := p.create(table.Terms{Game: "parker", Bots: []string{"", "random", "random", "random"}})
	at := "/api/tables/" + id
	f.Add("POST", at+"/actions", `{"kind":"throw","key":"12345678","seq":2}`, "application/json", "", "")
	f.Add("POST", at+"/actions", `{"kind":"move","move":"enter","key":"123456789","seq":9}`, "application/json", "", "")
	f.Add("POST", "/api/tables", `{"terms":{"game":"contact","setup":{"mode":"pairs"}},"chair":1,"nonce":"a","key":"abcdefgh"}`, "application/json", "", "")
	f.Add("POST", "/api/token", `{"bearer":true}`, "application/json", "Bearer x", "")
	f.Add("GET", at+"/events?since=1", "", "", "", "")
	f.Add("GET", at+"/why?move=%31%30%3e", "", "", "", "")
	f.Add("GET", at+"/board.svg?seq=1&quarter=3&flip=1", "", "", "", "")
	f.Add("GET", at+"/board.png?seq=1&w=64&h=65&quarter=1", "", "", "", "")
	f.Add("GET", at+"/piece?kind=tile+two&face=1234&colour=G", "", "", "", "")
	f.Add("GET", "/api/tables?status=over", "", "", "Basic x", "parlour_token=x")
	f.Add("POST", at+"/rematch", `{"key":null}`, "application/json", "", "")
	f.Add("GET", "/t/"+id, "", "", "", "")
	f.Fuzz(func(t *testing.T, method, path, body, kind, auth, cookie string) {
		if strings.Contains(path, "stream") || strings.Contains(path, "ndjson") || !strings.HasPrefix(path, "/") {
			return // streams stay open
		}
		req, err := http.NewRequest(method, "http://parlour.test"+path, strings.NewReader(body))
		if err != nil {
			return
		}
		req.RemoteAddr = "192.0.2.1:1"
		req.Header.Set("Content-Type", kind)
		req.Header.Set("Cookie", cookie)
		req.Header.Set("Authorization", cmp.Or(auth, "Bearer "+p.token))
		w := httptest.NewRecorder()
		s.s.ServeHTTP(w, req)
		if n := s.s.metrics.panics.Load(); n > 0 {
			t.Fatalf("%s %s panicked", method, path)
		}
		if w.Code >= 500 && w.Code != 503 {
			t.Fatalf("%s %s: %d %s", method, path, w.Code, w.Body)
		}
		if w.Code >= 400 && strings.HasPrefix(w.Header().Get("Content-Type"), exchange.JSON) {
			var e wire.ErrorBody
			if err := json.Unmarshal(w.Body.Bytes(), &e); err != nil || e.Error == nil || statusOf[e.Error.Code] != w.Code {
				t.Fatalf("%s %s: %d %s", method, path, w.Code, w.Body)
			}
		}
	})
}

// TestOneValue checks that every route refuses anything after the JSON value.
func TestOneValue(t *testing.T) {
	s := open(t, nil)
	id, ann, _ := s.duel()
	at := "/api/tables/" + id
	for _, route := range []struct{ method, path string }{
		{"POST", "/api/token"}, {"POST", "/api/tables"}, {"POST", "/api/games/checkers/setup"}, {"POST", at + "/actions"}, {"POST", at + "/rematch"},
	} {
		for _, garbage := range []string{"]", "}", "{}", "x", `"`, ",", " ]]", "\n1"} {
			code, raw, _ := ann.raw(route.method, route.path, "{}"+garbage, nil)
			if code != 400 || !strings.Contains(string(raw), "one JSON value") {
				t.Errorf("%s %s with {}%s: %d %s", route.method, route.path, garbage, code, raw)
			}
		}
	}
	if code, raw, _ := ann.raw("POST", "/api/games/checkers/setup", " {} \r\n\t", nil); code != 200 {
		t.Errorf("white space after the value: %d %s", code, raw)
	}
}

// TestRematchIsLimited counts a rematch as a new table, unless it was made before.
func TestRematchIsLimited(t *testing.T) {
	s := open(t, func(c *Config) { c.Limits = Limits{PerAddress: -1, PerToken: -1, Creations: 4, Streams: -1} })
	id, ann, bob := s.duel() // the first
	again := func(p *person) (int, wire.Created) {
		var made wire.Created
		code := p.do("POST", "/api/tables/"+id+"/rematch", map[string]string{"key": key()}, &made)
		return code, made
	}
	ann.must(id, table.Action{Kind: table.Resign, Chair: 1})
	for n := 2; ; n++ {
		code, made := again(ann)
		if n > 4 {
			if code != 429 {
				t.Fatalf("table %d of 4 a minute: %d", n, code)
			}
			return
		}
		if code != 200 {
			t.Fatalf("table %d of 4 a minute: %d", n, code)
		}
		for range 5 {
			if code, same := again(bob); code != 200 || same.Table != made.Table {
				t.Fatalf("asked for the same table: %d %s, want %s", code, same.Table, made.Table)
			}
		}
		id = made.Table
		ann.must(id, table.Action{Kind: table.Sit, Chair: 1, Name: "Ann"})
		bob.must(id, table.Action{Kind: table.Sit, Chair: 2, Name: "Bob"})
		ann.must(id, table.Action{Kind: table.Resign, Chair: 1})
	}
}

// TestForeignHost makes requests with a foreign host name. It must not get into
// any link, least of all the secret address of a feed.
func TestForeignHost(t *testing.T) {
	s := open(t, func(c *Config) { // behind a proxy that lets every name through
		c.Hosts, c.TrustedProxies = []string{"parlour.example"}, []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}
	})
	id, ann, _ := s.duel()
	ask := func(host, method, path string, body any) (int, string) {
		text, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		req, err := http.NewRequest(method, s.url+path, strings.NewReader(string(text)))
		if err != nil {
			t.Fatal(err)
		}
		req.Host = host
		req.Header.Set("Authorization", "Bearer "+ann.token)
		return answerTo(t, req)
	}
	own := strings.TrimPrefix(s.url, "http://")
	make := func() wire.Creation {
		return wire.Creation{Terms: table.Terms{Game: "checkers"}, Chair: 1, Name: "Ann", Key: key()}
	}
	for _, host := range []string{"evil.example", "evil.example:8080", "10.1.2.3", "203.0.113.9:80", "localhost.evil.example", "127.0.0.1.evil.example"} {
		for _, route := range []struct {
			method, path string
			body         any
		}{
			{"POST", "/api/tables", make()}, {"POST", "/api/tables/" + id + "/feed", nil}, {"GET", "/t/" + id, nil}, {"GET", "/t/" + id + "/watch", nil},
			{"GET", "/t/" + id + "/replay?at=2", nil}, {"GET", "/", nil}, {"GET", "/api/tables/" + id + "/qr.svg", nil}, {"POST", "/api/tables/" + id + "/qr", claimCode{"secret"}},
		} {
			code, answer := ask(host, route.method, route.path, route.body)
			if strings.Contains(answer, host) {
				t.Errorf("%s %s by %s: %s", route.method, route.path, host, answer)
			}
			if want := strings.Contains(route.path, "/qr"); want != (code == 422) {
				t.Errorf("%s %s by %s: %d", route.method, route.path, host, code)
			}
		}
	}
	for _, host := range []string{own, "localhost:1234", "parlour.example", "Parlour.Example:8443"} {
		code, answer := ask(host, "POST", "/api/tables", make())
		if want := `"join":"http://` + host + `/t/`; code != 201 || !strings.Contains(answer, want) {
			t.Errorf("a table made by %s: %d %s, want %s", host, code, answer, want)
		}
		if code, _ := ask(host, "GET", "/api/tables/"+id+"/qr.svg", nil); code != 200 {
			t.Errorf("a code by %s: %d", host, code)
		}
	}
}

// answerTo sends a request and returns the status, and the body with the header.
func answerTo(t *testing.T, r *http.Request) (int, string) {
	t.Helper()
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, fmt.Sprint(string(raw), res.Header)
}

// TestRebinding lets the name of another site lead to this machine. Its pages have the
// same origin as the server then, so only the name tells them apart.
func TestRebinding(t *testing.T) {
	ask := func(method, address, host string) (int, string) {
		t.Helper()
		body, err := json.Marshal(wire.Creation{Terms: table.Terms{Game: "checkers"}, Chair: 1, Name: "Eve", Key: key()})
		if err != nil {
			t.Fatal(err)
		}
		r, err := http.NewRequest(method, address, bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Host = host
		r.Header.Set("Origin", "http://"+host)
		r.Header.Set("Sec-Fetch-Site", "same-origin")
		return answerTo(t, r)
	}
	home := open(t, func(c *Config) { c.Machine = "mybox" })
	public := open(t, func(c *Config) { c.PublicURL = "https://parlour.example" })
	here := []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	proxied := open(t, func(c *Config) { c.TrustedProxies = here })
	private := httptest.NewServer(proxied.s.Private())
	defer private.Close()
	for _, c := range []struct{ name, address, served, refused string }{
		{"at home", home.url, "localhost:1 LOCALHOST a.localhost localhost. 127.0.0.1:9 [::1]:80 192.168.1.4:8080 mybox:8080 MyBox otherbox localhost.localdomain mybox.local host.docker.internal", "evil.example:8080 evil.example localhost.evil.example 127.0.0.1.evil.example parlour.example mybox.evil.example"},
		{"public", public.url, "parlour.example Parlour.Example:8443 localhost:1 10.1.2.3", "evil.example parlour.example.evil.example"},
		{"behind a proxy", proxied.url, "parlour.example:8080 upstream", ""},
		{"private", private.URL, "localhost:6060 127.0.0.1:6060 10.1.2.3 upstream", "evil.example evil.example:6060 local.evil.example"},
	} {
		for _, path := range []string{"GET /", "GET /healthz", "GET /api/tables", "GET /api/v1/tables", "POST /api/token", "POST /api/v1/tables", "GET /metrics/tables", "GET /debug/pprof/", "OPTIONS /api/games"} {
			method, path, _ := strings.Cut(path, " ")
			for host := range strings.FieldsSeq(c.served) {
				if code, text := ask(method, c.address+path, host); code == 403 {
					t.Errorf("%s: %s %s by the name %s: %d %s", c.name, method, path, host, code, text)
				}
			}
			for host := range strings.FieldsSeq(c.refused) {
				code, text := ask(method, c.address+path, host)
				if code != 403 || !strings.Contains(text, `"code":"forbidden"`) || !strings.Contains(text, "--public-url") || strings.Contains(text, host) {
					t.Errorf("%s: %s %s by the name %s: %d %.200s", c.name, method, path, host, code, text)
				}
			}
		}
	}
	if code, text := ask("GET", private.URL+"/debug/pprof/cmdline", "localhost"); code != 404 {
		t.Errorf("the command line, which may have a password in it: %d %s", code, text)
	}
	// Who comes over the network may use names that we do not know.
	if w := sent(home.s, "GET", "http://mybox.home.arpa/", nil); w.Code != 200 {
		t.Errorf("by another name over the network: %d", w.Code)
	}
}

// TestWatchLink checks that the link for watchers has its own path and does not
// depend on a query.
func TestWatchLink(t *testing.T) {
	s := open(t, nil)
	ann := s.person()
	var made wire.Created
	ann.do("POST", "/api/tables", wire.Creation{Terms: table.Terms{Game: "checkers"}, Chair: 1, Name: "Ann", Key: key()}, &made)
	link, err := url.Parse(made.Watch)
	if err != nil || link.RawQuery != "" || link.Path == "/t/"+made.Table {
		t.Fatalf("the link to watch is %s: %v", made.Watch, err)
	}
	code, page, _ := ann.raw("GET", link.Path+"?utm_source=x", nil, nil)
	if code != 200 || strings.Contains(string(page), "to play or to watch") {
		t.Errorf("the page to watch: %d %s", code, page)
	}
}

// TestOpenLimits checks the limits of answers being written and of streams.
func TestOpenLimits(t *testing.T) {
	s := open(t, func(c *Config) { c.Limits = NoLimits; c.Limits.Answers, c.Limits.AllStreams = 1, 2 })
	id, ann, _ := s.duel()
	for range 2 { // a stream is no answer under way
		ann.listen("/api/stream?t="+id+":0", nil).table()
	}
	if code, raw, h := ann.raw("GET", "/api/stream?t="+id+":0", nil, nil); code != 429 || h.Get("Retry-After") == "" {
		t.Errorf("a third stream of two: %d %s", code, raw)
	}
	wait.For(t, "no answers being written", func() bool { return s.s.answers.Len() == 0 })
	leave, err := s.s.answers.Enter(line.Guest{Address: "127.0.0.1"}, nil) // somebody does not read
	if err != nil {
		t.Fatal(err)
	}
	if code, raw, h := ann.raw("GET", "/api/games", nil, nil); code != 429 || h.Get("Retry-After") == "" {
		t.Errorf("a second answer of one: %d %s", code, raw)
	}
	leave()
	if code, raw, _ := ann.raw("GET", "/api/games", nil, nil); code != 200 {
		t.Errorf("after it was read: %d %s", code, raw)
	}
}
