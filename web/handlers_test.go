package web

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"encoding/xml"
	"io"
	"maps"
	"os"
	"strings"
	"testing"

	"parlour"
	"parlour/cabinet"
	"parlour/hall"
	"parlour/internal/wait"
	"parlour/phrase"
	"parlour/table"
	"parlour/table/tabletest"
	"parlour/web/show"
	"parlour/web/wire"
)

// tempDir returns a folder for examples, which have no *testing.T.
func tempDir() string {
	dir, err := os.MkdirTemp("", "parlour")
	if err != nil {
		panic(err)
	}
	return dir
}

// TestAnswers makes good and bad requests to every route.
func TestAnswers(t *testing.T) {
	s := open(t, nil)
	id, ann, bob := s.duel()
	at := "/api/tables/" + id
	stranger := s.person()
	nobody := &person{site: s}
	long := strings.Repeat("x", maxBody+100)
	for _, c := range []struct {
		name   string
		who    *person
		method string
		path   string
		body   any
		code   int
		has    string // part of the answer
	}{
		{"games", nobody, "GET", "/api/games", nil, 200, `"id":"kleefeld"`},
		{"game", nobody, "GET", "/api/games/parker", nil, 200, `"id":"parker/blockade-stops-all"`},
		{"game's options", nobody, "GET", "/api/games/mensch", nil, 200, `"options":[{"key":"apair"`},
		{"game's formats", nobody, "GET", "/api/games/checkers", nil, 200, `"formats":[{"name":"pdn","title":"Portable Draughts Notation","ending":".pdn"}]`},
		{"no formats", nobody, "GET", "/api/games/contact", nil, 200, `"formats":[]`},
		{"no game", nobody, "GET", "/api/games/chess", nil, 404, `"code":"not-found"`},
		{"game's length", nobody, "GET", "/api/games/mensch", nil, 200, `"command":"parlour sim mensch `},
		{"game's chances", nobody, "GET", "/api/games/auto-race", nil, 200, `"chances":[{"players":2,"win":[0.5`},
		{"examples", nobody, "GET", "/api/games/checkers/examples", nil, 200, `"shows":["checkers/board"`},
		{"examples of no game", nobody, "GET", "/api/games/chess/examples", nil, 404, `"code":"not-found"`},
		{"picture of an example", nobody, "GET", "/api/games/kleefeld/examples/kick/board.svg", nil, 200, "<svg "},
		{"picture of an example of no rule", nobody, "GET", "/api/games/kleefeld/examples/castling/board.svg", nil, 404, `"code":"not-found"`},
		{"picture of an example of no game", nobody, "GET", "/api/games/chess/examples/castling/board.svg", nil, 404, `"code":"not-found"`},
		{"no route", nobody, "GET", "/api/nothing", nil, 404, `"code":"not-found"`},
		{"wrong method", nobody, "PUT", "/api/tables", nil, 405, `"code":"no-method"`},
		{"health", nobody, "GET", "/healthz", nil, 200, `"status":"ok"`},
		{"metrics", nobody, "GET", "/metrics", nil, 404, "private address"},
		{"listed tables", nobody, "GET", "/api/tables?status=playing", nil, 200, id},
		{"no listed tables", nobody, "GET", "/api/tables?status=over", nil, 200, "[]"},
		{"bad status", nobody, "GET", "/api/tables?status=lost", nil, 400, `"code":"bad-request"`},
		{"view", ann, "GET", at, nil, 200, `"you":{"person":1,"name":"Ann","chairs":[1],"host":true}`},
		{"view of a stranger", stranger, "GET", at, nil, 200, `"you":{}`},
		{"no table", nobody, "GET", "/api/tables/aaaaaaaaaaaaaaaa", nil, 404, `"code":"not-found"`},
		{"bad table", nobody, "GET", "/api/tables/..%2f..%2fetc", nil, 404, `"code":"not-found"`},
		{"board", nobody, "GET", at + "/board", nil, 200, `"pieces":{"B king":`},
		{"board turned", nobody, "GET", at + "/board?quarter=2", nil, 200, `"viewBox":[`},
		{"board turned too far", nobody, "GET", at + "/board?quarter=4", nil, 400, `"code":"bad-request"`},
		{"piece", nobody, "GET", at + "/piece?colour=W&kind=king", nil, 200, `"name":"W king"`},
		{"piece without a kind", nobody, "GET", at + "/piece?colour=W", nil, 400, `"code":"bad-request"`},
		{"picture", nobody, "GET", at + "/board.svg", nil, 200, "<svg "},
		{"picture flipped", nobody, "GET", at + "/board.svg?flip=1", nil, 200, "<svg "},
		{"picture of the past", nobody, "GET", at + "/board.svg?seq=1", nil, 200, "<svg "},
		{"picture of the future", nobody, "GET", at + "/board.svg?seq=99", nil, 404, `"code":"not-found"`},
		{"picture of nothing", nobody, "GET", at + "/board.svg?seq=-1", nil, 400, `"code":"bad-request"`},
		{"picture of a game", nobody, "GET", "/api/games/contact/board.svg", nil, 200, "<svg "},
		{"picture of points", nobody, "GET", at + "/board.png?seq=1&w=120&h=64", nil, 200, "\x89PNG"},
		{"picture of points, flipped", nobody, "GET", at + "/board.png?flip=1&w=64&h=64", nil, 200, "\x89PNG"},
		{"picture of points of the future", nobody, "GET", at + "/board.png?seq=99", nil, 404, `"code":"not-found"`},
		{"picture of points of no table", nobody, "GET", "/api/tables/aaaaaaaaaaaaaaaa/board.png", nil, 404, `"code":"not-found"`},
		{"picture of points too large", nobody, "GET", at + "/board.png?w=2001", nil, 400, `64 to 2000`},
		{"picture of points too small", nobody, "GET", at + "/board.png?h=1", nil, 400, `64 to 2000`},
		{"picture of points of nothing", nobody, "GET", at + "/board.png?w=x", nil, 400, `"code":"bad-request"`},
		{"picture of points of no game", nobody, "GET", "/api/games/chess/board.png", nil, 404, `"code":"not-found"`},
		{"picture of no game", nobody, "GET", "/api/games/chess/board.svg", nil, 404, `"code":"not-found"`},
		{"steps", nobody, "GET", at + "/steps", nil, 200, `"next":[{"text":`},
		{"steps that cannot be", nobody, "GET", at + "/steps?taken=1-2", nil, 422, `"code":"refused"`},
		{"too many steps", nobody, "GET", at + "/steps?" + strings.Repeat("taken=1&", 40), nil, 400, `"code":"bad-request"`},
		{"moves", nobody, "GET", at + "/moves", nil, 200, `"words":"Black's man steps from 11 to 15"`},
		{"moves for the player", nobody, "GET", at + "/moves", nil, 200, `{"text":"Black's","you":"Your","is":"whose","seat":"black"}`},
		{"qr", nobody, "GET", at + "/qr.svg", nil, 200, "<svg "},
		{"events", nobody, "GET", at + "/events?since=1", nil, 200, `"words":"Ann sits down as Black"`},
		{"events of the future", nobody, "GET", at + "/events?since=99", nil, 200, `{"events":[]}`},
		{"bad since", nobody, "GET", at + "/events?since=x", nil, 400, `"code":"bad-request"`},
		{"why legal", nobody, "GET", at + "/why?move=11-15", nil, 200, `{"legal":true,"move":"11-15"}`},
		{"why not", nobody, "GET", at + "/why?move=11-14", nil, 200, `"legal":false`},
		{"why unreadable", nobody, "GET", at + "/why?move=hello", nil, 200, `"expected":`},
		{"why pointing", nobody, "GET", at + "/why?from=11&to=15", nil, 200, `{"legal":true,"move":"11-15"}`},
		{"why not pointing", nobody, "GET", at + "/why?from=11&to=14", nil, 200, `"clauses":["checkers/`},
		{"why not at all", nobody, "GET", at + "/why?from=1", nil, 200, `"clauses":["checkers/man-step"]`},
		{"why not yours", nobody, "GET", at + "/why?from=24", nil, 200, `"why":"The piece on 24 belongs to White, and it is Black's turn.","told":[{"text":"The piece on 24 belongs to "},{"text":"White","you":"you","is":"name","seat":"white"},{"text":", and it is "},{"text":"Black's","you":"your","is":"whose","seat":"black"},{"text":" turn."}]`},
		{"why after a step", nobody, "GET", at + "/why?from=10&to=14&taken=11-15", nil, 200, `The turn is complete`},
		{"why after no step", nobody, "GET", at + "/why?from=10&to=14&taken=11-14", nil, 200, `"legal":false`},
		{"why pointing too long", nobody, "GET", at + "/why?from=" + strings.Repeat("1", 600), nil, 400, `"code":"bad-request"`},
		{"why too long", nobody, "GET", at + "/why?move=" + strings.Repeat("1", 600), nil, 400, `"code":"bad-request"`},
		{"record", nobody, "GET", at + "/record", nil, 200, "# story 3 "},
		{"record in PDN", nobody, "GET", at + "/record.pdn", nil, 200, "[Black "},
		{"record of another game", nobody, "GET", at + "/record.mat", nil, 404, `"code":"not-found"`},
		{"stream of nothing", nobody, "GET", "/api/stream", nil, 400, `"code":"bad-request"`},
		{"stream of nonsense", nobody, "GET", "/api/stream?t=a:b:c", nil, 400, `"code":"bad-request"`},
		{"stream of no table", nobody, "GET", "/api/stream?t=aaaaaaaaaaaaaaaa:0", nil, 404, `"code":"not-found"`},
		{"lines of no table", nobody, "GET", "/api/tables/aaaaaaaaaaaaaaaa/events.ndjson", nil, 404, `"code":"not-found"`},

		{"create without a token", nobody, "POST", "/api/tables", wire.Creation{Terms: table.Terms{Game: "checkers"}}, 401, `"code":"no-token"`},
		{"create nothing", ann, "POST", "/api/tables", wire.Creation{Terms: table.Terms{Game: "chess"}, Key: key()}, 422, `no game \"chess\"`},
		{"create with a bad option", ann, "POST", "/api/tables", `{"terms":{"game":"checkers","setup":{"options":{"huff":"often"}}},"key":"12345678"}`, 422, `"code":"refused"`},
		{"create with a bad clock", ann, "POST", "/api/tables", `{"terms":{"game":"checkers","clock":{"kind":"sand"}},"key":"12345678"}`, 422, `"code":"refused"`},
		{"create with an unknown field", ann, "POST", "/api/tables", `{"term":{}}`, 400, `"code":"bad-request"`},
		{"act without a token", nobody, "POST", at + "/actions", table.Action{Kind: table.Move, Key: key()}, 401, `"code":"no-token"`},
		{"act as a stranger", stranger, "POST", at + "/actions", table.Action{Kind: table.Move, Key: key(), Move: "11-15", Seq: 3}, 403, `"code":"forbidden"`},
		{"act out of turn", bob, "POST", at + "/actions", table.Action{Kind: table.Move, Key: key(), Move: "22-18", Seq: 3}, 422, "not your turn"},
		{"a refused move", ann, "POST", at + "/actions", table.Action{Kind: table.Move, Key: key(), Move: "11-14", Seq: 3}, 422, `"instead":["11-15","11-16"]`},
		{"a refused move's clauses", ann, "POST", at + "/actions", table.Action{Kind: table.Move, Key: key(), Move: "11-14", Seq: 3}, 422, `"clauses":["checkers/`},
		{"a throw without dice", ann, "POST", at + "/actions", table.Action{Kind: table.Throw, Key: key(), Seq: 3}, 422, "No throw is due"},
		{"an unknown action", ann, "POST", at + "/actions", table.Action{Kind: "fly", Key: key(), Seq: 3}, 422, `"code":"refused"`},
		{"an action without a key", ann, "POST", at + "/actions", table.Action{Kind: table.Move, Move: "11-15", Seq: 3}, 422, "key"},
		{"no JSON", ann, "POST", at + "/actions", "kind=move", 400, `"code":"bad-request"`},
		{"two values", ann, "POST", at + "/actions", "{} {}", 400, `"code":"bad-request"`},
		{"an empty body", ann, "POST", at + "/actions", "", 400, `"code":"bad-request"`},
		{"too large", ann, "POST", at + "/actions", `{"text":"` + long + `"}`, 413, `"code":"too-large"`},
		{"a late move", ann, "POST", at + "/actions", table.Action{Kind: table.Move, Key: key(), Move: "11-15", Seq: 3}, 200, `"seq":4`},
		{"rematch too early", ann, "POST", at + "/rematch", wire.Again{Key: key()}, 422, "not over"},
		{"rematch without a token", nobody, "POST", at + "/rematch", wire.Again{Key: key()}, 401, `"code":"no-token"`},
		{"rematch of strangers", stranger, "POST", at + "/rematch", wire.Again{Key: key()}, 403, `"code":"forbidden"`},
		{"delete by another", bob, "DELETE", at, nil, 403, `"code":"forbidden"`},
		{"delete by nobody", nobody, "DELETE", at, nil, 401, `"code":"no-token"`},

		{"home", nobody, "GET", "/", nil, 200, "<title>Parlour</title>"},
		{"first page's picture", nobody, "GET", "/", nil, 200, `<meta property="og:image" content="` + s.url + `/api/card.png">`},
		{"rules page's picture", nobody, "GET", "/g/contact", nil, 200, `<meta name="twitter:image" content="` + s.url + `/api/games/contact/board.png">`},
		{"rules page", nobody, "GET", "/g/contact", nil, 200, "<title>Contact"},
		{"rules page of nothing", nobody, "GET", "/g/chess", nil, 404, "<title>Page not found"},
		{"making a table", nobody, "GET", "/new?game=checkers&o=x", nil, 200, "A table of Checkers"},
		{"a moment", nobody, "GET", "/t/" + id + "/replay?at=2", nil, 200, `<meta property="og:image" content="` + s.url + at + `/board.png?seq=2">`},
		{"address of a moment", nobody, "GET", "/t/" + id + "/replay?at=2", nil, 200, `<link rel="canonical" href="` + s.url + `/t/` + id + `/replay?at=2">`},
		{"a moment to come", nobody, "GET", "/t/" + id + "/replay?at=99", nil, 200, `/board.png?seq=4">`},
		{"no moment", nobody, "GET", "/t/" + id + "/replay?at=x", nil, 200, `/board.png?seq=4">`},
		{"no page", nobody, "GET", "/nowhere/at/all", nil, 404, "<title>Page not found"},
		{"table page", nobody, "GET", "/t/" + id, nil, 200, `<meta property="og:image" content="` + s.url + at + `/board.png?seq=4">`},
		{"table page of nothing", nobody, "GET", "/t/aaaaaaaaaaaaaaaa", nil, 404, "<title>Page not found"},
		{"tv", nobody, "GET", "/t/" + id + "/tv", nil, 200, "<title>Checkers"},
		{"in a frame", nobody, "GET", "/t/" + id + "/embed", nil, 200, "<title>Checkers"},
		{"replay", nobody, "GET", "/t/" + id + "/replay", nil, 200, "<title>Checkers"},
		{"no asset", nobody, "GET", "/assets/x/../../web.go", nil, 404, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, raw, header := c.who.raw(c.method, c.path, c.body, nil)
			if code != c.code || !strings.Contains(string(raw), c.has) {
				t.Errorf("%s %s: %d %.600s; want %d with %s", c.method, c.path, code, raw, c.code, c.has)
			}
			for _, h := range []string{"Content-Security-Policy", "Referrer-Policy", "X-Content-Type-Options"} {
				if header.Get(h) == "" {
					t.Errorf("no header %s", h)
				}
			}
			if got, want := strings.Contains(header.Get("Content-Security-Policy"), "frame-ancestors 'none'"), c.name != "in a frame"; got != want && strings.HasPrefix(header.Get("Content-Type"), "text/html") {
				t.Errorf("no other site may frame it: %v, want %v", got, want)
			}
			if code >= 400 && strings.HasPrefix(c.path, "/api/") {
				var body wire.ErrorBody
				if err := json.Unmarshal(raw, &body); err != nil || body.Error == nil || body.Error.Code == "" || body.Error.Message == "" {
					t.Errorf("an error without its words: %s", raw)
				}
			}
		})
	}
}

// TestShortAnswer checks that the answer to an action says what it became and
// no more, unless the view is asked for.
func TestShortAnswer(t *testing.T) {
	s := open(t, nil)
	ann := s.person()
	id := ann.create(table.Terms{Game: "kleefeld", Setup: parlour.Setup{Players: 2}})
	ann.must(id, table.Action{Kind: table.Sit, Chair: 2})
	throw := table.Action{Kind: table.Throw, Seq: ann.view(id).Seq, Key: key()}
	var first map[string]any
	for range 2 { // the same key is answered the same
		var out map[string]any
		if code := ann.do("POST", "/api/tables/"+id+"/actions", throw, &out); code != 200 {
			t.Fatalf("%d %v", code, out)
		}
		fell, _ := out["throw"].(string)
		if len(out) != 2 || out["seq"] != float64(ann.view(id).Seq) || len(fell) != 1 || first != nil && !maps.Equal(first, out) {
			t.Errorf("a throw was answered %v, want its number and what fell", out)
		}
		first = out
	}
	move := table.Action{Kind: table.Move, Move: ann.view(id).Moves[0], Seq: ann.view(id).Seq, Key: key()}
	var out wire.Acted
	if code := ann.do("POST", "/api/tables/"+id+"/actions?view=1", move, &out); code != 200 || out.View == nil || out.View.Seq != out.Seq {
		t.Errorf("with the view: %d %+v", code, out)
	}
}

// TestLate checks that an action that comes too late is answered with the present
// table, and that repeating a key repeats the answer.
func TestLate(t *testing.T) {
	s := open(t, nil)
	id, ann, bob := s.duel()
	move := table.Action{Kind: table.Move, Move: "11-15", Seq: 3, Key: key()}
	first := ann.must(id, move)
	if again := ann.must(id, move); again.Seq != first.Seq {
		t.Errorf("the same key made event %d and then the table stood at %d", first.Seq, again.Seq)
	}
	code, out := bob.act(id, table.Action{Kind: table.Move, Move: "22-18", Seq: 3})
	if code != 409 || out.Error.Code != wire.Late || out.View == nil || out.View.Seq != 4 || out.View.You.Person != 2 {
		t.Errorf("late: %d %+v %+v", code, out.Error, out.View)
	}
	if code, out := bob.act(id, table.Action{Kind: table.Move, Move: "22-18", Seq: 4}); code != 200 {
		t.Errorf("in time: %d %v", code, out.Error)
	}
}

// TestCarry takes a chair to another device with a single-use link.
func TestCarry(t *testing.T) {
	s := open(t, nil)
	id, ann, _ := s.duel()
	_, out := ann.act(id, table.Action{Kind: table.Carry})
	if out.Once == "" {
		t.Fatal("no secret")
	}
	// The link can be scanned, and its secret is not kept by caches on the way.
	code, raw, header := ann.raw("POST", "/api/tables/"+id+"/qr", claimCode{out.Once}, nil)
	if code != 200 || !bytes.HasPrefix(raw, []byte("<svg ")) || header.Get("Cache-Control") != "no-store" || header.Get("Content-Type") != "image/svg+xml" {
		t.Errorf("the code of the link: %d %.40s %v", code, raw, header)
	}
	if code, _, _ := ann.raw("POST", "/api/tables/"+id+"/qr", claimCode{}, nil); code != 400 {
		t.Errorf("the code of no link: %d", code)
	}
	phone, thief := s.person(), s.person()
	if v := phone.must(id, table.Action{Kind: table.Claim, Text: out.Once}); len(v.You.Chairs) != 1 || !v.You.Host {
		t.Errorf("the other device got %+v", v.You)
	}
	if code, _ := thief.act(id, table.Action{Kind: table.Claim, Text: out.Once}); code != 403 {
		t.Errorf("the link was used twice: %d", code)
	}
	if v := ann.view(id); v.You.Person != 0 {
		t.Errorf("the old device still is %+v", v.You)
	}
	code, raw, _ = s.person().raw("GET", "/api/tables/"+id+"/events", nil, nil)
	if code != 200 || bytes.Contains(raw, []byte(out.Once)) {
		t.Errorf("events: %d with the secret", code)
	}
}

// TestRematch plays again, with everybody one chair further on.
func TestRematch(t *testing.T) {
	s := open(t, nil)
	id, ann, bob := s.duel()
	bob.must(id, table.Action{Kind: table.Resign, Chair: 2, Seq: 3})
	var one, two wire.Created
	if code := ann.do("POST", "/api/tables/"+id+"/rematch", wire.Again{Key: key(), Name: "Ann"}, &one); code != 200 {
		t.Fatalf("rematch: %d", code)
	}
	if code := bob.do("POST", "/api/tables/"+id+"/rematch", wire.Again{Key: key(), Name: "Bob"}, &two); code != 200 || two.Table != one.Table {
		t.Errorf("the other got %d %v, want the table %s", code, two, one.Table)
	}
	if v := ann.view(one.Table); !v.You.Host || len(v.You.Chairs) != 0 {
		t.Errorf("who asked first is %+v, want the host, who sits down with a nonce", v.You)
	}
	if v := ann.view(id); v.Next != one.Table {
		t.Errorf("the old table does not know the next: %q", v.Next)
	}
}

// TestDelete removes a table and everything about it.
func TestDelete(t *testing.T) {
	s := open(t, nil)
	id, ann, _ := s.duel()
	ann.raw("GET", "/api/tables/"+id+"/events", nil, nil)
	if code, _, _ := ann.raw("DELETE", "/api/tables/"+id, nil, nil); code != 204 {
		t.Fatalf("delete: %d", code)
	}
	for _, path := range []string{"", "/events", "/board", "/record"} {
		if code, _, _ := ann.raw("GET", "/api/tables/"+id+path, nil, nil); code != 404 {
			t.Errorf("%s of a deleted table: %d", path, code)
		}
	}
}

// TestToken checks the cookie and the bearer token.
func TestToken(t *testing.T) {
	s := open(t, nil)
	nobody := &person{site: s}
	code, raw, h := nobody.raw("POST", "/api/token", nil, nil)
	cookie := h.Get("Set-Cookie")
	if code != 204 || len(raw) != 0 || !strings.Contains(cookie, "HttpOnly") || !strings.Contains(cookie, "SameSite=Lax") || strings.Contains(cookie, "Secure") {
		t.Errorf("token: %d %q %q", code, raw, cookie)
	}
	value, _, _ := strings.Cut(strings.TrimPrefix(cookie, cookieName+"="), ";")
	if !hall.IsToken(value) {
		t.Errorf("the token is %q", value)
	}
	if _, _, h := nobody.raw("POST", "/api/token", nil, map[string]string{"Cookie": cookieName + "=" + value}); h.Get("Set-Cookie") != "" {
		t.Error("a good cookie was replaced")
	}
	if _, _, h := nobody.raw("POST", "/api/token", nil, map[string]string{"Cookie": cookieName + "=guess"}); h.Get("Set-Cookie") == "" {
		t.Error("a bad cookie was kept")
	}
	if code, _, _ := nobody.raw("POST", "/api/token", "nonsense", nil); code != 400 {
		t.Errorf("a bad body: %d", code)
	}

	over := open(t, func(c *Config) { c.PublicURL = "https://parlour.example" })
	if _, _, h := (&person{site: over}).raw("POST", "/api/token", nil, nil); !strings.Contains(h.Get("Set-Cookie"), "Secure") {
		t.Error("a cookie for TLS is not marked Secure")
	}
	p := over.person()
	var made wire.Created
	p.do("POST", "/api/tables", wire.Creation{Terms: table.Terms{Game: "contact"}, Chair: 1, Key: key()}, &made)
	if !strings.HasPrefix(made.Join, "https://parlour.example/t/") || made.Loopback {
		t.Errorf("the link is %q", made.Join)
	}
}

// TestBoards checks for every game that the board has a place and a drawing for
// every piece that comes up in a game.
func TestBoards(t *testing.T) {
	s := open(t, nil)
	for _, e := range cabinet.Games() {
		t.Run(e.Info.ID, func(t *testing.T) {
			p := s.person()
			bots := make([]string, e.Info.Players[0])
			for i := range bots {
				bots[i] = "random"
			}
			id := p.createAs(table.Terms{Game: e.Info.ID, Bots: bots}, 0)
			var b struct {
				SVG    string
				Places map[string]struct{ Man float64 }
				Pieces map[string]string
			}
			code, raw, h := p.raw("GET", "/api/tables/"+id+"/board", nil, nil)
			if err := json.Unmarshal(raw, &b); err != nil || code != 200 {
				t.Fatal(code, err)
			}
			if code, _, _ := p.raw("GET", "/api/tables/"+id+"/board", nil, map[string]string{"If-None-Match": h.Get("ETag")}); code != 304 {
				t.Errorf("a known board: %d", code)
			}
			for name, piece := range b.Pieces {
				if err := xml.Unmarshal([]byte(piece), new(struct{})); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
			if strings.Contains(b.SVG, "data-piece") || !strings.Contains(b.SVG, "data-place") {
				t.Error("the empty board has pieces, or no places")
			}
			seen := map[string]bool{}
			news, stop := s.hall.Watch(id)
			defer stop()
			for v, looks := p.view(id), 0; ; v, looks = p.view(id), looks+1 {
				for _, piece := range v.Pieces {
					if seen[show.PieceName(piece)] = true; b.Pieces[show.PieceName(piece)] == "" {
						t.Fatalf("no drawing of %q", show.PieceName(piece))
					}
					if b.Places[piece.Place].Man <= 0 {
						t.Fatalf("no place %q", piece.Place)
					}
				}
				if v.Status == table.Over || looks == 100 {
					break
				}
				wait.Receive(t, "the bots to play", news)
			}
		})
	}
}

// createAs makes a table and sits on a chair; 0 watches only.
func (p *person) createAs(terms table.Terms, chair int) string {
	p.t.Helper()
	var made wire.Created
	if code := p.do("POST", "/api/tables", wire.Creation{Terms: terms, Chair: chair, Name: "Host", Key: key()}, &made); code != 201 {
		p.t.Fatalf("making a table of %s: %d", terms.Game, code)
	}
	return made.Table
}

// TestPacked checks that large answers are compressed for clients that accept it.
func TestPacked(t *testing.T) {
	s := open(t, nil)
	id, ann, _ := s.duel()
	code, plain, h := ann.raw("GET", "/api/tables/"+id+"/board", nil, map[string]string{"Accept-Encoding": "identity"})
	if code != 200 || h.Get("Content-Encoding") != "" {
		t.Fatalf("plain: %d %v", code, h)
	}
	_, packed, h := ann.raw("GET", "/api/tables/"+id+"/board", nil, map[string]string{"Accept-Encoding": "br, gzip"})
	if h.Get("Content-Encoding") != "gzip" || !strings.Contains(h.Get("Vary"), "Accept-Encoding") {
		t.Fatalf("packed: %v", h)
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	if again, err := io.ReadAll(z); err != nil || !bytes.Equal(again, plain) {
		t.Errorf("unpacked it differs: %v", err)
	}
	if _, _, h := ann.raw("GET", "/api/tables/"+id+"/board", nil, map[string]string{"Accept-Encoding": "gzip;q=0"}); h.Get("Content-Encoding") != "" {
		t.Error("q=0 means no")
	}
}

// TestWords checks that every event of a table is put into words.
func TestWords(t *testing.T) {
	s := open(t, nil)
	ann, bob := s.person(), s.person()
	id := ann.create(table.Terms{Game: "contact", Chat: true, Setup: setup("duel12")})
	bob.must(id, table.Action{Kind: table.Sit, Chair: 2, Name: "Bob"})
	for _, step := range []struct {
		who    *person
		action table.Action
		words  string
	}{
		{ann, table.Action{Kind: table.Name, Name: "Anna"}, "Ann is now called Anna"},
		{ann, table.Action{Kind: table.Lock, On: true}, "The table is locked"},
		{ann, table.Action{Kind: table.Lock}, "The table is open again"},
		{ann, table.Action{Kind: table.SetChat}, "Chat is off; emotes still work"},
		{ann, table.Action{Kind: table.SetChat, On: true}, "Chat is allowed"},
		{ann, table.Action{Kind: table.Mute, Chair: 2, On: true}, "The host mutes Bob"},
		{ann, table.Action{Kind: table.Mute, Chair: 2}, "Bob may speak again"},
		{ann, table.Action{Kind: table.SetHelp, Text: "hints"}, "Players may ask for hints from now on"},
		{ann, table.Action{Kind: table.SetHelp, Text: "tutor"}, "From now on players may ask for hints and are warned before bad moves"},
		{ann, table.Action{Kind: table.SetHelp, Text: "none"}, "Hints are off from now on"},
		{bob, table.Action{Kind: table.Chat, Text: "<b>hi</b>"}, "Bob: <b>hi</b>"},
		{bob, table.Action{Kind: table.Emote, Text: "good-luck"}, "Bob: Good luck!"},
		{bob, table.Action{Kind: table.StandIn, Chair: 2, Level: "random"}, "A bot (random) stands in for North"},
		{bob, table.Action{Kind: table.Return, Chair: 2}, "Bob plays North again"},
		{ann, table.Action{Kind: table.Pause}, "Anna pauses the game"},
		{bob, table.Action{Kind: table.Resume}, "Bob resumes the game"},
		{ann, table.Action{Kind: table.Offer, Chair: 1}, "South offers a tie"},
		{bob, table.Action{Kind: table.Decline, Chair: 2}, "North declines the tie"},
		{ann, table.Action{Kind: table.HandOver, Chair: 2}, "Bob is the host now"},
		{bob, table.Action{Kind: table.SetChair, Chair: 1, Level: "greedy"}, table.BotName(id, nil, 0) + " (greedy bot) plays South"},
		{bob, table.Action{Kind: table.SetChair, Chair: 1}, "South is open"},
		{bob, table.Action{Kind: table.Stand, Chair: 2}, "Bob leaves North"},
	} {
		step.action.Seq = ann.view(id).Seq
		_, out := step.who.act(id, step.action)
		if out.Error != nil {
			t.Fatalf("%s: %v", step.action.Kind, out.Error)
		}
		var all struct{ Events []wire.Event }
		ann.do("GET", "/api/tables/"+id+"/events", nil, &all)
		if got := all.Events[out.Seq-1].Words; got != step.words {
			t.Errorf("%s is said as %q, want %q", step.action.Kind, got, step.words)
		}
	}
}

func setup(mode string) parlour.Setup { return parlour.Setup{Mode: mode} }

// TestDiceOverHTTP takes part in the dice over HTTP: a second press is refused with
// its own code, and every event is put into words.
func TestDiceOverHTTP(t *testing.T) {
	s := open(t, nil)
	ann, bob := s.person(), s.person()
	id := ann.create(table.Terms{Game: "kleefeld", Setup: parlour.Setup{Players: 2}})
	bob.must(id, table.Action{Kind: table.Sit, Chair: 2, Name: "Bob"})
	d := tabletest.NewDevice(1)
	v := ann.view(id)
	take, _ := d.Next(&v.View)
	ann.must(id, take)
	see := func() {
		for _, e := range ann.events(id) {
			d.See(e.Event)
		}
	}
	see()
	ann.must(id, d.Here())
	press := d.Press()
	press.Key = key()
	ann.must(id, press)
	again := d.Press()
	again.Key = key()
	code, raw, h := ann.raw("POST", "/api/tables/"+id+"/actions", again, nil)
	if code != 409 || !strings.Contains(string(raw), `"code":"dice"`) || h.Get("Retry-After") == "" {
		t.Errorf("a second press: %d %s", code, raw)
	}
	see()
	ann.must(id, d.Link())
	if v := ann.view(id); v.Throws != 1 {
		t.Errorf("%d throws", v.Throws)
	}
	ann.must(id, table.Action{Kind: table.Away})
	words := map[table.Kind]string{}
	for _, e := range ann.events(id) {
		words[e.Kind] = e.Words
	}
	for _, kind := range []table.Kind{table.TakePart, table.Server, table.Ask} {
		if want := phrase.English.Say("table."+string(kind), parlour.Args{"who": "Ann", "seat": "Green", "number": "1"}); words[kind] != want || want == "" {
			t.Errorf("%s is %q, want %q", kind, words[kind], want)
		}
	}
}
