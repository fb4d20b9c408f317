package faults

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"parlour"
	"parlour/hall"
	"parlour/table"
)

// duel creates a table of two people.
func duel(t testing.TB, p *process, game string) (at *address, ann, bob *client, id string) {
	t.Helper()
	ctx := context.Background()
	at = &address{}
	at.set(p.base)
	ann, bob = newClient(at), newClient(at)
	id, err := ann.create(ctx, table.Terms{Game: game, Setup: parlour.Setup{Players: 2}, Chat: true})
	if err == nil {
		_, _, err = bob.sit(ctx, id, 2)
	}
	if err != nil {
		t.Fatal(err)
	}
	return at, ann, bob, id
}

func must[T any](t testing.TB) func(v T, err error) T {
	t.Helper()
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// TestDoubledRequests sends every action many times at once: it happens once
// and every copy gets the same answer.
func TestDoubledRequests(t *testing.T) {
	p := server(t, t.TempDir())
	_, ann, bob, id := duel(t, p, "kleefeld")
	ctx := context.Background()
	view := must[table.View](t)
	seq := view(ann.view(ctx, id)).Seq
	for range 30 {
		who, act := ann, table.Action{}
		mine := false
		rng := rand.New(rand.NewPCG(uint64(seq), 1))
		for _, c := range []*client{ann, bob} {
			v := view(c.view(ctx, id))
			if act, mine = choose(&v, rng); mine {
				who = c
				break
			}
		}
		if !mine {
			t.Fatal("nobody is to move")
		}
		var wg sync.WaitGroup
		answers := make([]int64, 8)
		for i := range answers {
			wg.Go(func() {
				r, err := who.do(ctx, id, act)
				if err != nil {
					t.Error(err)
				}
				answers[i] = r.Seq
			})
		}
		wg.Wait()
		if seq++; act.Kind == table.Throw {
			seq++ // after the ask
		}
		for _, got := range answers {
			if got != seq {
				t.Fatalf("%s sent eight times was answered %v, want all %d", act.Kind, answers, seq)
			}
		}
		if v := view(ann.view(ctx, id)); v.Seq != seq {
			t.Fatalf("%s sent eight times made %d events", act.Kind, v.Seq-seq+1)
		}
	}
}

// code reads the code of an error.
func (a answer) code() string {
	var body struct {
		Error struct{ Code, Message string }
	}
	if json.Unmarshal(a.body, &body) != nil || body.Error.Message == "" {
		return "no error in JSON"
	}
	return body.Error.Code
}

// TestBadRequests sends requests that no honest client would.
func TestBadRequests(t *testing.T) {
	p := server(t, t.TempDir())
	at, ann, bob, id := duel(t, p, "checkers")
	ctx := context.Background()
	view := must[table.View](t)
	first := view(ann.view(ctx, id))
	if _, err := ann.do(ctx, id, table.Action{Kind: table.Move, Key: hall.NewToken(), Seq: first.Seq, Move: first.Moves[0]}); err != nil {
		t.Fatal(err)
	}
	now := view(bob.view(ctx, id))
	stranger, none := newClient(at), newClient(at)
	none.token = ""
	forged := newClient(at)
	forged.token = ann.token[:31] + "0" // one digit away, or the same
	if forged.token == ann.token {
		forged.token = ann.token[:31] + "1"
	}
	actions := "/api/tables/" + id + "/actions"
	key := hall.NewToken
	deep := []byte(strings.Repeat(`{"terms":`, 20000) + "1" + strings.Repeat("}", 20000))
	for name, c := range map[string]struct {
		who    *client
		method string
		path   string
		body   any
		want   int
		code   string
	}{
		"late":                {bob, "POST", actions, table.Action{Kind: table.Move, Key: key(), Seq: first.Seq, Move: now.Moves[0]}, 409, "late"},
		"not in turn":         {ann, "POST", actions, table.Action{Kind: table.Move, Key: key(), Seq: now.Seq, Move: now.Moves[0]}, 422, "refused"},
		"against the rules":   {bob, "POST", actions, table.Action{Kind: table.Move, Key: key(), Seq: now.Seq, Move: "1-32"}, 422, "refused"},
		"no such action":      {bob, "POST", actions, table.Action{Kind: "cheat", Key: key(), Seq: now.Seq}, 422, "refused"},
		"of the table itself": {bob, "POST", actions, table.Action{Kind: table.TimeUp, Key: key(), Seq: now.Seq}, 422, "refused"},
		"a throw":             {bob, "POST", actions, table.Action{Kind: table.Throw, Key: key(), Seq: now.Seq}, 422, "refused"},
		"short key":           {bob, "POST", actions, table.Action{Kind: table.Move, Key: "k", Seq: now.Seq, Move: now.Moves[0]}, 422, "refused"},
		"long key":            {bob, "POST", actions, table.Action{Kind: table.Move, Key: strings.Repeat("k", 65), Seq: now.Seq, Move: now.Moves[0]}, 422, "refused"},
		"stranger":            {stranger, "POST", actions, table.Action{Kind: table.Move, Key: key(), Seq: now.Seq, Move: now.Moves[0]}, 403, "forbidden"},
		"forged token":        {forged, "POST", actions, table.Action{Kind: table.Move, Key: key(), Seq: now.Seq, Move: now.Moves[0]}, 403, "forbidden"},
		"no token":            {none, "POST", actions, table.Action{Kind: table.Move, Key: key(), Seq: now.Seq, Move: now.Moves[0]}, 401, "no-token"},
		"forged claim":        {stranger, "POST", actions, table.Action{Kind: table.Claim, Key: key(), Text: hall.NewToken()}, 403, "forbidden"},
		"stranger deletes":    {stranger, "DELETE", "/api/tables/" + id, nil, 403, "forbidden"},
		"guest deletes":       {bob, "DELETE", "/api/tables/" + id, nil, 403, "forbidden"},
		"guest locks":         {bob, "POST", actions, table.Action{Kind: table.Lock, Key: key(), On: true}, 403, "forbidden"},
		"no such table":       {bob, "POST", "/api/tables/aaaaaaaaaaaaaaaa/actions", table.Action{Kind: table.Throw, Key: key()}, 404, "not-found"},
		"no name of a table":  {bob, "GET", "/api/tables/..%2f..%2fetc", nil, 404, "not-found"},
		"chair of nobody":     {bob, "POST", actions, table.Action{Kind: table.Stand, Key: key(), Chair: 99}, 422, "refused"},
		"negative chair":      {bob, "POST", actions, table.Action{Kind: table.Stand, Key: key(), Chair: -1}, 422, "refused"},
		"no JSON":             {bob, "POST", actions, []byte("kind=move"), 400, "bad-request"},
		"half of it":          {bob, "POST", actions, []byte(`{"kind":"move","key":"`), 400, "bad-request"},
		"two values":          {bob, "POST", actions, []byte(`{} {}`), 400, "bad-request"},
		"unknown field":       {bob, "POST", actions, []byte(`{"kind":"move","secret":1}`), 400, "bad-request"},
		"wrong type":          {bob, "POST", actions, []byte(`{"kind":7}`), 400, "bad-request"},
		"huge number":         {bob, "POST", actions, []byte(`{"kind":"move","seq":99999999999999999999}`), 400, "bad-request"},
		"deep":                {bob, "POST", actions, deep, 413, "too-large"},
		"deep table":          {bob, "POST", "/api/tables", deep, 400, "bad-request"},
		"oversized":           {bob, "POST", actions, bytes.Repeat([]byte(" "), 1<<20), 413, "too-large"},
		"oversized text":      {bob, "POST", actions, table.Action{Kind: table.Chat, Key: key(), Text: strings.Repeat("x", 70_000)}, 413, "too-large"},
		"long chat":           {bob, "POST", actions, table.Action{Kind: table.Chat, Key: key(), Text: strings.Repeat("x", 281)}, 422, "refused"},
		"no game":             {bob, "POST", "/api/tables", map[string]any{"terms": map[string]any{"game": "chess"}, "key": key()}, 422, "refused"},
		"no option":           {bob, "POST", "/api/tables", map[string]any{"terms": map[string]any{"game": "british", "setup": map[string]any{"options": map[string]string{"loaded-dice": "yes"}}}, "key": key()}, 422, "refused"},
		"bad position":        {bob, "POST", "/api/tables", map[string]any{"terms": map[string]any{"game": "checkers", "position": "checkers x"}, "key": key()}, 422, "refused"},
	} {
		a, err := c.who.ask(ctx, c.method, c.path, c.body)
		if err != nil {
			// A server may hang up on a client that sends far too much.
			if c.want == http.StatusRequestEntityTooLarge {
				continue
			}
			t.Errorf("%s: %v", name, err)
			continue
		}
		if a.status != c.want || a.code() != c.code {
			t.Errorf("%s: %d %s, want %d %s: %s", name, a.status, a.code(), c.want, c.code, a.body)
		}
		for _, secret := range []string{ann.token, bob.token, "goroutine", ".go:", "sqlite", "panic"} {
			if bytes.Contains(a.body, []byte(secret)) {
				t.Errorf("%s: the answer shows %q: %s", name, secret, a.body)
			}
		}
	}
	if v := view(bob.view(ctx, id)); v.Seq != now.Seq || v.Position != now.Position {
		t.Errorf("bad requests changed the table from event %d to %d", now.Seq, v.Seq)
	}
	if n := p.metric(t, "parlour_panics_total"); n != 0 {
		t.Errorf("%v panics", n)
	}
}

// TestGarbage sends random requests and random bytes to the server. It may
// refuse all of them, but it must not fail or stop.
func TestGarbage(t *testing.T) {
	p := server(t, t.TempDir())
	_, ann, _, id := duel(t, p, "parker")
	rounds := 400
	if soak() {
		rounds = 100_000
	}
	rng := rand.New(rand.NewPCG(3, 3))
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for range rounds {
		method, path, body := garbage(rng, id)
		r, err := http.NewRequest(method, p.base+path, strings.NewReader(body))
		if err != nil {
			continue // not a valid request; see raw
		}
		if rng.IntN(2) == 0 {
			r.Header.Set("Authorization", "Bearer "+ann.token)
		}
		if rng.IntN(4) > 0 {
			r.Header.Set("Content-Type", "application/json")
		}
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond) // streams never end
		resp, err := client.Do(r.WithContext(ctx))
		if err == nil {
			_, _ = io.Copy(io.Discard, resp.Body)
			resp.Body.Close()
			if resp.StatusCode >= 500 && resp.StatusCode != http.StatusNotImplemented {
				t.Errorf("%s %s %q: status %d", method, path, body, resp.StatusCode)
			}
		}
		cancel()
	}
	raw(t, p, rng, rounds/4)
	if n := p.metric(t, "parlour_panics_total"); n != 0 {
		t.Errorf("%v panics", n)
	}
	if _, err := ann.view(context.Background(), id); err != nil {
		t.Error(err)
	}
}

// garbage builds a request from plausible parts.
func garbage(rng *rand.Rand, id string) (method, path, body string) {
	pick := func(list ...string) string { return list[rng.IntN(len(list))] }
	noise := func() string {
		b := make([]byte, rng.IntN(30))
		for i := range b {
			b[i] = byte(rng.Uint32())
		}
		return string(b)
	}
	value := func() string {
		return pick("1", "-1", "0", "9999999999", "1e99", `""`, "null", "[]", "{}", "true", `"`+id+`"`, `"move"`, `"throw"`, `"sit"`, `"kleefeld"`, `"\u0000"`, `"\ud800"`, fmt.Sprintf("%q", noise()))
	}
	method = pick("GET", "POST", "DELETE", "PUT", "HEAD", "OPTIONS", "PATCH")
	path = "/" + pick("api", "t", "g", "new", "assets", "healthz", "") + "/" + pick("tables", "games", "token", "stream", "") + "/" + pick(id, id, id, "x", "..", "%00", "%2e%2e") +
		"/" + pick("actions", "events", "events.ndjson", "board", "board.svg", "why", "record", "record.pdn", "qr.svg", "rematch", "piece", "steps", "tv", "replay", "") +
		pick("", "?since=", "?move=", "?t=", "?seq=", "?flip=", "?status=", "?w=") + pick("", "1", "-1", "99999999999999999999", id+":1", "%ff", "a%00b", strings.Repeat("9", 300))
	var fields []string
	for range rng.IntN(6) {
		fields = append(fields, fmt.Sprintf("%q:%s", pick("kind", "key", "seq", "chair", "move", "name", "next", "level", "on", "text", "terms", "bearer", noise()), value()))
	}
	body = pick("", "{"+strings.Join(fields, ",")+"}", "{"+strings.Join(fields, ",")+"}", "{"+strings.Join(fields, ",")+"}", noise(), value())
	return method, path, body
}

// raw sends bytes that are not HTTP, or only nearly, over bare connections.
func raw(t *testing.T, p *process, rng *rand.Rand, rounds int) {
	t.Helper()
	host := strings.TrimPrefix(p.base, "http://")
	openings := []string{
		"", "GET / HTTP/1.1\r\n", "GET / HTTP/9.9\r\n\r\n", "POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n{", "GET /" + strings.Repeat("a", 20_000),
		"POST /api/token HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n", "GET / HTTP/1.1\r\nHost: localhost\r\nX: " + strings.Repeat("y", 40_000) + "\r\n\r\n", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
	}
	for range rounds {
		conn, err := net.Dial("tcp", host)
		if err != nil {
			t.Fatalf("the server does not listen any more: %v", err)
		}
		noise := make([]byte, rng.IntN(200))
		for i := range noise {
			noise[i] = byte(rng.Uint32())
		}
		_ = conn.SetDeadline(time.Now().Add(20 * time.Millisecond))
		_, _ = conn.Write(append([]byte(openings[rng.IntN(len(openings))]), noise...)) // it may hang up at any point
		_, _ = io.Copy(io.Discard, conn)
		conn.Close()
	}
}
