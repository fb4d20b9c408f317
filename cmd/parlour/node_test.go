package main

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"parlour/internal/servers"
	"parlour/internal/wait"
)

// TestServeNodes runs two nodes on one store and one bus: both have the same tables
// and the same push key, and a stream can continue at the other node when its own
// stops.
func TestServeNodes(t *testing.T) {
	store, bus := servers.Postgres(t).Database(t), servers.NATS(t).URL()
	start := func(name string) (string, *screen, func() int) {
		return serving(t, "--store", store, "--bus", bus, "--node", name, "--data", t.TempDir(), "--verbose")
	}
	one, out, stop := start("one")
	two, _, _ := start("two")
	ask := func(address, method, path, token, body string) string {
		return ask(t, http.DefaultClient, method, address+path, token, body)
	}
	for address, name := range map[string]string{one: "one", two: "two"} {
		wait.For(t, "the store and the bus of node "+name, func() bool { // busy ones may be too slow for a check
			res, err := http.Get(address + "/healthz")
			if err != nil {
				t.Fatal(err)
			}
			defer res.Body.Close()
			var h struct{ Status, Node, Store, Bus string }
			if err := json.NewDecoder(res.Body).Decode(&h); err != nil || h.Node != name {
				t.Fatalf("node %s: %v %+v", name, err, h)
			}
			return h.Status == "ok" && h.Store == "ok" && h.Bus == "ok"
		})
	}
	if a, b := ask(one, "GET", "/api/push/key", "", ""), ask(two, "GET", "/api/push/key", "", ""); a != b || !strings.Contains(a, "key") {
		t.Errorf("the nodes sign with %s and %s", a, b)
	}
	const token = "0123456789abcdef0123456789abcdef"
	var made struct{ Table string }
	text := ask(one, "POST", "/api/tables", token, `{"terms": {"game": "checkers"}, "chair": 1, "name": "Ann", "key": "make-a-table"}`)
	if err := json.Unmarshal([]byte(text), &made); err != nil || made.Table == "" {
		t.Fatal(text)
	}
	read := func(address, last string) (*bufio.Scanner, func()) {
		t.Helper()
		ctx, cancel := context.WithCancel(t.Context())
		r, err := http.NewRequestWithContext(ctx, "GET", address+"/api/stream?t="+made.Table, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Last-Event-ID", last)
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { resp.Body.Close() })
		lines := bufio.NewScanner(resp.Body)
		lines.Buffer(nil, 1<<20)
		return lines, cancel
	}
	lines, end := read(one, "")
	defer end()
	last := ""
	for last == "" && lines.Scan() {
		if id, ok := strings.CutPrefix(lines.Text(), "id: "); ok {
			last = id
		}
	}
	if last != made.Table+":2" {
		t.Fatalf("the stream came to %q", last)
	}
	if code := stop(); code != 0 {
		t.Errorf("the first node ends with %d: %s", code, out)
	}
	for lines.Scan() { // it ends, so that its reader goes elsewhere
	}
	ask(two, "POST", "/api/tables/"+made.Table+"/actions", token, `{"kind": "emote", "text": "hello", "key": "say-hello"}`)
	lines, end = read(two, last)
	defer end()
	for lines.Scan() {
		if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
			var news struct {
				Events []struct{ Seq int }
			}
			if err := json.Unmarshal([]byte(data), &news); err != nil || len(news.Events) != 1 || news.Events[0].Seq != 3 {
				t.Errorf("the stream goes on with %s", data)
			}
			break
		}
	}
	if !strings.Contains(out.String(), "node=one") {
		t.Errorf("the log does not name the node: %s", out)
	}
}
