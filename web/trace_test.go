package web

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"syscall"
	"testing"

	"parlour/table"
	"parlour/web/exchange"
)

// askRaw sends a request without a token through a handler.
func askRaw(h http.Handler, path string, header http.Header) *httptest.ResponseRecorder {
	r := httptest.NewRequest("GET", path, nil)
	r.RemoteAddr = "10.1.2.3:4567"
	for k, v := range header {
		r.Header[k] = v
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// Every answer has the number of its request, and so has everything logged about
// it, with the name of the table.
func TestRequestsAreTraced(t *testing.T) {
	var book bytes.Buffer
	log := slog.New(exchange.Traced(slog.NewJSONHandler(&book, &slog.HandlerOptions{Level: slog.LevelDebug})))
	s := open(t, func(c *Config) { c.Log = log.With("node", "n1") })
	id := s.person().create(table.Terms{Game: "kleefeld"})
	book.Reset()
	number := askRaw(s.s, "/api/tables/"+id, nil).Header().Get("X-Request-Id")
	var entry struct{ Msg, Request, Table, Node, Route string }
	if err := json.Unmarshal(book.Bytes(), &entry); err != nil {
		t.Fatalf("%v in %s", err, &book)
	}
	if len(number) != 16 || entry.Request != number || entry.Table != id || entry.Node != "n1" || entry.Route != "GET /api/tables/{table}" {
		t.Errorf("request %q was logged as %s", number, &book)
	}
}

// The number of a request is taken from trusted proxies only, and only if it can
// be logged as it is.
func TestRequestNumberOfProxies(t *testing.T) {
	for _, c := range []struct {
		proxy, sent string
		kept        bool
	}{
		{"10.0.0.0/8", "abc-123_X.y", true},
		{"192.168.0.0/16", "abc", false},
		{"10.0.0.0/8", "a b", false},
		{"10.0.0.0/8", "a\"b", false},
		{"10.0.0.0/8", strings.Repeat("a", 65), false},
	} {
		s := open(t, func(conf *Config) { conf.TrustedProxies = []netip.Prefix{netip.MustParsePrefix(c.proxy)} })
		got := askRaw(s.s, "/healthz", http.Header{"X-Request-Id": {c.sent}}).Header().Get("X-Request-Id")
		if (got == c.sent) != c.kept || got == "" {
			t.Errorf("behind %s %q became %q", c.proxy, c.sent, got)
		}
	}
}

// A client who goes before it has its answer.
type gone struct{ *httptest.ResponseRecorder }

func (gone) Write([]byte) (int, error) { return 0, syscall.EPIPE }

// It is no error of the server if a client goes before it has its answer: nobody can fill
// the log or raise the alarm with that.
func TestGoneIsNoError(t *testing.T) {
	var book bytes.Buffer
	s := open(t, func(c *Config) { c.Log = slog.New(slog.NewTextHandler(&book, nil)) })
	for _, path := range []string{"/print/checkers", "/api/games/checkers/lesson", "/api/games"} {
		s.s.ServeHTTP(gone{httptest.NewRecorder()}, httptest.NewRequest("GET", path, nil))
	}
	if book.Len() > 0 {
		t.Errorf("logged: %s", &book)
	}
	if told := askRaw(s.s.Private(), "/metrics", nil).Body.String(); !strings.Contains(told, `parlour_errors_total{code="internal"} 0`) {
		t.Error("internal errors were counted")
	}
}

// The private handler has profiles and metrics of each table; the public one has
// neither.
func TestPrivate(t *testing.T) {
	s := open(t, nil)
	id := s.person().create(table.Terms{Game: "kleefeld"})
	for path, want := range map[string]string{
		"/":                         "/metrics/tables",
		"/metrics":                  "parlour_appends_total",
		"/metrics/tables":           `parlour_table_events{table="` + id + `",game="kleefeld"} `,
		"/healthz":                  `"ok"`,
		"/debug/pprof/":             "goroutine",
		"/debug/pprof/heap?debug=1": "heap profile",
	} {
		if w := askRaw(s.s.Private(), path, nil); w.Code != 200 || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: %d without %q: %.300s", path, w.Code, want, w.Body)
		}
	}
	for _, path := range []string{"/metrics", "/metrics/tables", "/debug/pprof/", "/debug/pprof/heap"} {
		if w := askRaw(s.s, path, nil); w.Code != 404 {
			t.Errorf("the public address answers %s with %d", path, w.Code)
		}
	}
	s.s.PublicMetrics = true
	if text := askRaw(s.s, "/metrics", nil).Body.String(); strings.Contains(text, id) || !strings.Contains(text, "\nparlour_tables_in_memory 1\n") {
		t.Error("the public metrics name a table")
	}
}
