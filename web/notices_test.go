package web

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"parlour/hall"
	"parlour/internal/wait"
	"parlour/table"
	"parlour/web/notice/push"
)

// mostBrowsers is how many browsers get notices of one table.
const mostBrowsers = 16

// noticeWords is what a browser reads in a notice.
type noticeWords struct{ Title, Body, URL, Tag string }

// A postman is a push service with one browser behind it.
type postman struct {
	*httptest.Server
	t       *testing.T
	private *ecdh.PrivateKey
	got     chan noticeWords
	gone    atomic.Bool
	asked   chan string // paths asked while it is gone
}

const browserAuth = "sixteen bytes ok"

func newPostman(t *testing.T) *postman {
	t.Helper()
	private, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	p := &postman{t: t, private: private, got: make(chan noticeWords, 10), asked: make(chan string, 10)}
	p.Server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if p.gone.Load() {
			w.WriteHeader(http.StatusGone)
			p.asked <- r.URL.Path
			return
		}
		body, _ := io.ReadAll(r.Body)
		w.WriteHeader(http.StatusCreated)
		p.got <- p.read(body)
	}))
	t.Cleanup(p.Close)
	return p
}

// read decrypts a message as a browser does.
func (p *postman) read(body []byte) (words noticeWords) {
	check := func(err error) {
		if err != nil {
			p.t.Error(err)
		}
	}
	server, err := ecdh.P256().NewPublicKey(body[21:86])
	check(err)
	shared, err := p.private.ECDH(server)
	check(err)
	secret, err := hkdf.Key(sha256.New, shared, []byte(browserAuth), "WebPush: info\x00"+string(p.private.PublicKey().Bytes())+string(server.Bytes()), 32)
	check(err)
	key, err := hkdf.Key(sha256.New, secret, body[:16], "Content-Encoding: aes128gcm\x00", 16)
	check(err)
	nonce, err := hkdf.Key(sha256.New, secret, body[:16], "Content-Encoding: nonce\x00", 12)
	check(err)
	block, err := aes.NewCipher(key)
	check(err)
	aead, err := cipher.NewGCM(block)
	check(err)
	plain, err := aead.Open(nil, nonce, body[86:], nil)
	check(err)
	check(json.Unmarshal(plain[:len(plain)-1], &words))
	return words
}

func (p *postman) subscription() push.Subscription {
	text := base64.RawURLEncoding.EncodeToString
	return push.Subscription{Endpoint: p.URL + "/browser", Keys: push.Keys{P256dh: text(p.private.PublicKey().Bytes()), Auth: text([]byte(browserAuth))}}
}

// silent checks that f sends no notice of a table. Turns are queued before an
// action is answered, so when the queue is empty nothing is left to come.
func (p *postman) silent(s *site, id, when string, f func()) {
	p.t.Helper()
	before := s.notices(id).Told
	f()
	wait.For(p.t, "the notices", func() bool { return s.s.reach.notices.Len() == 0 })
	if after := s.notices(id).Told; after != before {
		p.t.Errorf("%s: somebody was told of turn %d", when, after)
	}
}

// sends makes a server send notices by the postman.
func (p *postman) sends() func(*Config) {
	p.t.Helper()
	key, err := push.NewKey()
	if err != nil {
		p.t.Fatal(err)
	}
	sender := push.NewSender(push.Config{Key: key, Client: p.Client()})
	p.t.Cleanup(sender.Close)
	return func(c *Config) { c.Push = sender }
}

// inTurn returns who is to move at a duel, and who waits.
func inTurn(id string, ann, bob *person) (first, second *person) {
	v := ann.view(id)
	for _, seat := range v.Chairs[0].Seats {
		if seat == v.Turn {
			return ann, bob
		}
	}
	return bob, ann
}

func TestPush(t *testing.T) {
	p := newPostman(t)
	s := open(t, p.sends())
	id, ann, bob := s.duel()
	first, second := inTurn(id, ann, bob)
	at := "/api/tables/" + id + "/push"
	var answer pushAnswer
	if code := ann.do("GET", "/api/push/key", nil, &answer); code != 200 || len(answer.Key) != 87 {
		t.Errorf("key: %d %v", code, answer)
	}
	if code := s.person().do("POST", at, p.subscription(), nil); code != 403 {
		t.Errorf("a stranger subscribes: %d", code)
	}
	bad := p.subscription()
	bad.Endpoint = "http://127.0.0.1/"
	if code := second.do("POST", at, bad, nil); code != 422 {
		t.Errorf("a bad endpoint: %d", code)
	}
	for range 2 { // twice is once
		if code := second.do("POST", at, p.subscription(), nil); code != 204 {
			t.Fatalf("subscribing: %d", code)
		}
	}
	p.silent(s, id, "the turn of the other", func() { first.must(id, table.Action{Kind: table.Emote, Text: "hello"}) })
	first.playOn(id, 1)
	if n := wait.Receive(t, "a notice of the turn", p.got); n.URL != "/t/"+id || !strings.HasPrefix(n.Title, "Your turn") || n.Body == "" || n.Tag != id {
		t.Errorf("notice %+v", n)
	}
	p.silent(s, id, "the same turn", func() { first.must(id, table.Action{Kind: table.Emote, Text: "knock"}) })

	// After a restart the server still knows whom to tell, and what it told.
	if kept := s.notices(id); len(kept.Subs) != 1 || kept.Told == 0 {
		t.Errorf("kept: %+v", kept)
	}

	// Nobody is told who watches the table anyway. When the stream begins, the
	// table knows that somebody watches.
	second.playOn(id, 1)
	l := second.listen("/api/stream?t="+id, nil)
	l.next()
	p.silent(s, id, "somebody is here", func() { first.playOn(id, 1) })
	l.body.Close()
	if n := len(p.got); n > 0 {
		t.Errorf("%d notices too many", n)
	}

	// A subscription that has ended is forgotten.
	second.playOn(id, 1)
	if code := first.do("POST", at, p.subscription(), nil); code != 204 {
		t.Fatalf("subscribing: %d", code)
	}
	p.gone.Store(true)
	first.playOn(id, 1)
	second.playOn(id, 1)
	<-p.asked
	wait.For(t, "a subscription to end", func() bool { return len(s.notices(id).Subs) == 0 })
}

// A noticeTable is what the vault holds about the notices of a table.
type noticeTable struct {
	Told  int64
	Subs  []push.Subscription
	Feeds []struct{}
}

// notices returns what the vault holds about the notices of a table.
func (s *site) notices(id string) (v noticeTable) {
	s.t.Helper()
	raw, _, err := s.store.(hall.Vault).Kept(s.t.Context(), "notices/"+id)
	if err == nil && len(raw) > 0 {
		err = json.Unmarshal(raw, &v)
	}
	if err != nil {
		s.t.Fatal(err)
	}
	return v
}

func TestPushEnds(t *testing.T) {
	p := newPostman(t)
	s := open(t, p.sends())
	id, ann, bob := s.duel()
	at := "/api/tables/" + id + "/push"
	ann.do("POST", at, p.subscription(), nil)
	if code := ann.do("DELETE", at, pushLeaving{p.URL + "/browser"}, nil); code != 204 || len(s.notices(id).Subs) > 0 {
		t.Errorf("leaving: %d", code)
	}
	// A device that loses its chairs to another gets no more notices.
	ann.do("POST", at, p.subscription(), nil)
	_, out := ann.act(id, table.Action{Kind: table.Carry})
	s.person().must(id, table.Action{Kind: table.Claim, Text: out.Once})
	if len(s.notices(id).Subs) > 0 {
		t.Error("the device that only watches gets notices")
	}
	// The end of the game ends them.
	bob.do("POST", at, p.subscription(), nil)
	bob.must(id, table.Action{Kind: table.Resign, Chair: 2})
	wait.For(t, "the end", func() bool { return len(s.notices(id).Subs) == 0 })
	if code := bob.do("POST", at, p.subscription(), nil); code != 422 {
		t.Errorf("subscribing to a game that is over: %d", code)
	}
	none := open(t, nil).person()
	if code := none.do("GET", "/api/push/key", nil, nil); code != 404 {
		t.Errorf("a server without notices: %d", code)
	}
}

func TestFeed(t *testing.T) {
	s := open(t, newPostman(t).sends())
	id, ann, bob := s.duel()
	first, second := inTurn(id, ann, bob)
	if code := s.person().do("POST", "/api/tables/"+id+"/feed", nil, nil); code != 403 {
		t.Errorf("a stranger's feed: %d", code)
	}
	var answer feedAnswer
	if code := second.do("POST", "/api/tables/"+id+"/feed", nil, &answer); code != 200 {
		t.Fatalf("feed: %d", code)
	}
	path, ok := strings.CutPrefix(answer.URL, s.url)
	if !ok {
		t.Fatalf("the address of the feed: %s", answer.URL)
	}
	nobody := &person{site: s}
	type atom struct {
		ID      string `xml:"id"`
		Updated string `xml:"updated"`
		Entries []struct {
			ID   string `xml:"id"`
			Link struct {
				Href string `xml:"href,attr"`
			} `xml:"link"`
			Summary string `xml:"summary"`
		} `xml:"entry"`
	}
	read := func() (f atom) {
		t.Helper()
		code, raw, h := nobody.raw("GET", path, nil, nil)
		if code != 200 || !strings.HasPrefix(h.Get("Content-Type"), "application/atom+xml") {
			t.Fatalf("the feed: %d %s", code, raw)
		}
		if err := xml.Unmarshal(raw, &f); err != nil {
			t.Fatal(err)
		}
		return f
	}
	if f := read(); len(f.Entries) != 0 || f.Updated == "" || f.ID == "" {
		t.Errorf("before the turn: %+v", f)
	}
	first.playOn(id, 1)
	f := read()
	if len(f.Entries) != 1 || f.Entries[0].Link.Href != s.url+"/t/"+id || f.Entries[0].Summary == "" {
		t.Fatalf("in turn: %+v", f)
	}
	first.must(id, table.Action{Kind: table.Emote, Text: "knock"})
	if later := read(); later.Entries[0].ID != f.Entries[0].ID {
		t.Error("the same turn has another name")
	}
	second.playOn(id, 1)
	if f := read(); len(f.Entries) != 0 {
		t.Errorf("after the turn: %+v", f)
	}

	// The secret gives no other right, and is neither stored nor logged.
	secret := strings.TrimSuffix(strings.TrimPrefix(path, "/feed/"), ".atom")
	thief := &person{site: s, token: secret}
	if v := thief.view(id); v.You.Person != 0 {
		t.Error("the secret of a feed gives a chair")
	}
	names, err := s.store.(interface {
		Names(context.Context) ([]string, error)
	}).Names(t.Context())
	if err != nil || len(names) == 0 || strings.Contains(fmt.Sprint(names), secret) || strings.Contains(s.log.String(), secret) {
		t.Errorf("the secret is written down, or nothing is: %v", err)
	}
	for _, bad := range []string{"POST /feed/" + secret + ".atom", "GET /feed/" + secret + ".atom/", "GET /api/v1/feed/" + secret + ".atom"} {
		method, path, _ := strings.Cut(bad, " ")
		if code, _, _ := nobody.raw(method, path, nil, nil); code < 400 || strings.Contains(s.log.String(), secret) {
			t.Errorf("%s %s: %d, and the log has the secret: %v", method, "/feed/…", code, strings.Contains(s.log.String(), secret))
		}
	}
	for _, bad := range []string{"/feed/" + secret, "/feed/0" + secret[1:] + "0.atom", "/feed/.atom"} {
		if code := nobody.do("GET", bad, nil, nil); code != 404 {
			t.Errorf("%s: %d", bad, code)
		}
	}
	if code := second.do("DELETE", "/api/tables/"+id+"/feed", nil, nil); code != 204 {
		t.Errorf("leaving the feed: %d", code)
	}
	first.playOn(id, 1)
	if f := read(); len(f.Entries) != 0 {
		t.Errorf("a table that left the feed: %+v", f)
	}
}

func TestWorker(t *testing.T) {
	code, raw, h := (&person{site: open(t, nil)}).raw("GET", "/sw.js", nil, nil)
	if code != 200 || !strings.HasPrefix(h.Get("Content-Type"), "text/javascript") || h.Get("Cache-Control") != "no-cache" || !strings.Contains(string(raw), "push") {
		t.Errorf("the worker: %d %v", code, h)
	}
}

// The browsers of one player leave room for those of another.
func TestManyBrowsers(t *testing.T) {
	p := newPostman(t)
	s := open(t, p.sends())
	id, ann, bob := s.duel()
	at := "/api/tables/" + id + "/push"
	sub := p.subscription()
	for n := range mostBrowsers + 2 {
		sub.Endpoint = fmt.Sprintf("%s/ann%d", p.URL, n)
		if code := ann.do("POST", at, sub, nil); code != 204 {
			t.Fatalf("browser %d: %d", n, code)
		}
	}
	sub.Endpoint = p.URL + "/bob"
	if code := bob.do("POST", at, sub, nil); code != 204 {
		t.Errorf("the other player: %d", code)
	}
	var got []string
	for _, s := range s.notices(id).Subs {
		got = append(got, strings.TrimPrefix(s.Endpoint, p.URL))
	}
	if want := []string{"/ann14", "/ann15", "/ann16", "/ann17", "/bob"}; !slices.Equal(got, want) {
		t.Errorf("kept are %v, want %v", got, want)
	}
}

// A table remembers the feeds that follow it, and no others.
func TestFeedsOfTable(t *testing.T) {
	s := open(t, newPostman(t).sends())
	id, ann, _ := s.duel()
	follow := func(p *person) {
		t.Helper()
		if code := p.do("POST", "/api/tables/"+id+"/feed", nil, nil); code != 200 {
			t.Fatalf("feed: %d", code)
		}
	}
	for range 5 {
		follow(ann)
		_, out := ann.act(id, table.Action{Kind: table.Carry})
		ann = s.person()
		ann.must(id, table.Action{Kind: table.Claim, Text: out.Once})
	}
	if n := len(s.notices(id).Feeds); n != 0 {
		t.Errorf("%d feeds of devices that lost their chairs", n)
	}
	follow(ann)
	if n := len(s.notices(id).Feeds); n != 1 {
		t.Errorf("%d feeds follow", n)
	}
	ann.do("DELETE", "/api/tables/"+id+"/feed", nil, nil)
	if n := len(s.notices(id).Feeds); n != 0 {
		t.Errorf("%d feeds after leaving", n)
	}
}
