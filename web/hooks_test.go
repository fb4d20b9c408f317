package web

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"parlour/internal/wait"
	"parlour/table"
	"parlour/web/notice/push"
)

// A call is what a hook was sent.
type call struct {
	path, time, signature string
	body                  []byte
}

// TestHooks lets a program and two chats follow a game. Only the host may say
// who is called, and the calls are signed.
func TestHooks(t *testing.T) {
	calls := make(chan call, 30)
	target := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		calls <- call{r.URL.Path, r.Header.Get("Parlour-Time"), r.Header.Get("Parlour-Signature"), body}
		if r.URL.Path == "/gone" {
			w.WriteHeader(http.StatusGone)
		}
	}))
	t.Cleanup(target.Close)
	key, err := push.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	const public = "https://hooks.example.com" // the client of the target finds it there
	sender := push.NewSender(push.Config{Key: key, Client: target.Client()})
	t.Cleanup(sender.Close)
	s := open(t, func(c *Config) { c.Push = sender })
	id, ann, bob := s.duel()
	at := "/api/tables/" + id + "/hooks"

	for _, c := range []struct {
		who  *person
		body hookAsked
		code int
	}{
		{bob, hookAsked{URL: public + "/x"}, 403},
		{s.person(), hookAsked{URL: public + "/x"}, 403},
		{ann, hookAsked{URL: "http://example.org/x"}, 422},
		{ann, hookAsked{URL: "https://user:word@example.org/x"}, 422},
		{ann, hookAsked{URL: ""}, 422},
		{ann, hookAsked{URL: "https://127.0.0.1/x"}, 422},
		{ann, hookAsked{URL: "https://[::ffff:169.254.169.254]/x"}, 422},
		{ann, hookAsked{URL: "https://LocalHost./x"}, 422},
		{ann, hookAsked{URL: "https://example.org:8443/x"}, 422},
		{ann, hookAsked{URL: public, Style: "pigeon"}, 422},
	} {
		if code := c.who.do("POST", at, c.body, nil); code != c.code {
			t.Errorf("%+v: %d, want %d", c.body, code, c.code)
		}
	}
	var made hookMade
	for _, h := range []hookAsked{{URL: public + "/discord/secret", Style: "discord"}, {URL: public + "/slack", Style: "slack"}, {URL: public + "/program"}} {
		if code := ann.do("POST", at, h, &made); code != 201 || made.ID == "" || len(made.Secret) < 20 {
			t.Fatalf("%+v: %d %+v", h, code, made)
		}
	}
	if _, raw, _ := ann.raw("GET", at, nil, nil); strings.Contains(string(raw), "secret") || !strings.Contains(string(raw), `"style":"slack"`) {
		t.Errorf("the list: %s", raw)
	}
	if code := bob.do("GET", at, nil, nil); code != 403 {
		t.Errorf("somebody else lists them: %d", code)
	}

	first, _ := inTurn(id, ann, bob)
	first.playOn(id, 1)
	for range 3 {
		c := wait.Receive(t, "a call", calls)
		var said struct {
			Table, Kind, Title, Words, URL, Content, Text string
			Turn                                          int64
		}
		if err := json.Unmarshal(c.body, &said); err != nil {
			t.Fatalf("%s: %v", c.body, err)
		}
		link := s.url + "/t/" + id
		switch c.path {
		case "/program":
			if c.signature != "sha256="+push.Sign(made.Secret, c.time, c.body) {
				t.Errorf("the signature %s does not hold", c.signature)
			}
			if said.Table != id || said.Kind != "turn" || said.Turn == 0 || said.Title == "" || said.Words == "" || said.URL != link {
				t.Errorf("a program is told %s", c.body)
			}
		case "/slack":
			if !strings.HasSuffix(said.Text, link) {
				t.Errorf("slack is told %s", c.body)
			}
		default:
			if !strings.HasSuffix(said.Content, link) || !strings.Contains(string(c.body), `"allowed_mentions":{"parse":[]}`) {
				t.Errorf("discord is told %s", c.body)
			}
		}
	}

	// A hook that has ended is forgotten, and so is one that the host removes.
	ann.do("DELETE", at+"/"+made.ID, nil, nil)
	if code := ann.do("DELETE", at+"/"+made.ID, nil, nil); code != 404 {
		t.Errorf("removing it again: %d", code)
	}
	for range 2 {
		if code := ann.do("POST", at, hookAsked{URL: public + "/gone"}, nil); code != 201 {
			t.Fatalf("another hook: %d", code)
		}
	}
	if code := ann.do("POST", at, hookAsked{URL: public}, nil); code != 422 {
		t.Errorf("a fifth hook: %d", code)
	}
	first, _ = inTurn(id, ann, bob)
	first.playOn(id, 1)
	hooks := func() int {
		var list hookList
		ann.do("GET", at, nil, &list)
		return len(list.Hooks)
	}
	wait.For(t, "the hooks that are gone to be forgotten", func() bool { return hooks() == 2 })

	// The end of the game is the last call.
	bob.must(id, table.Action{Kind: table.Resign, Chair: 2, Seq: bob.view(id).Seq})
	wait.For(t, "the end", func() bool { return hooks() == 0 })
	over := false
	for !over {
		c := wait.Receive(t, "the last calls", calls)
		over = c.path == "/slack" && strings.Contains(string(c.body), "resign")
	}
	if code := ann.do("POST", at, hookAsked{URL: public}, nil); code != 422 {
		t.Errorf("a hook at a game that is over: %d", code)
	}
}
