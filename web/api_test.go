package web

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"parlour/docs"
	"parlour/hall"
	"parlour/table"
)

// sent sends a request and returns the answer.
func sent(h http.Handler, method, path string, header map[string]string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, nil)
	for key, value := range header {
		r.Header.Set(key, value)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// The wrong method gets 405 with the right ones, on every route. A path that is not
// there gets 404 with every method.
func TestMethods(t *testing.T) {
	s := open(t, nil)
	param := regexp.MustCompile(`\{[^}]*\}`)
	methods := map[string][]string{} // by path
	for _, route := range routes() {
		if method, path, ok := strings.Cut(route.pattern, " "); ok && route.only == nil && !strings.HasSuffix(path, "/") {
			path = param.ReplaceAllString(strings.TrimSuffix(path, "{$}"), "x")
			methods[path] = append(methods[path], method)
		}
	}
	if len(methods) < 40 {
		t.Fatalf("only %d paths", len(methods))
	}
	for path, list := range methods {
		for _, base := range []string{path, published(path)} {
			w := sent(s.s, http.MethodPatch, base, nil)
			if w.Code != http.StatusMethodNotAllowed || !strings.Contains(w.Body.String(), `"no-method"`) {
				t.Errorf("PATCH %s: %d %.200s", base, w.Code, w.Body)
				continue
			}
			allowed := w.Header().Get("Allow")
			for _, m := range list {
				if !strings.Contains(allowed, m) {
					t.Errorf("%s allows %s, but has %v", base, allowed, list)
				}
			}
			if strings.Contains(allowed, "PATCH") || strings.Contains(allowed, "GET") != strings.Contains(strings.Join(list, " "), "GET") {
				t.Errorf("%s allows %s, but has %v", base, allowed, list)
			}
		}
	}
	for _, method := range []string{"GET", "POST", "PATCH", "DELETE"} {
		for _, path := range []string{"/api/nothing", "/api/v1/nothing", "/api/v2/games", "/nothing"} {
			if w := sent(s.s, method, path, nil); w.Code != http.StatusNotFound {
				t.Errorf("%s %s: %d", method, path, w.Code)
			}
		}
	}
}

// Without a token, what needs one gets 401 and is told how to get one.
func TestNoToken(t *testing.T) {
	s := open(t, nil)
	id := s.person().create(table.Terms{Game: "kleefeld"})
	w := sent(s.s, "DELETE", "/api/v1/tables/"+id, nil)
	if w.Code != http.StatusUnauthorized || w.Header().Get("WWW-Authenticate") != "Bearer" || !strings.Contains(w.Body.String(), "POST /api/v1/token") {
		t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
	}
	if w := sent(s.s, "DELETE", "/api/v1/tables/"+id, map[string]string{"Authorization": "Bearer " + hall.NewToken()}); w.Code != http.StatusForbidden {
		t.Errorf("with the token of a stranger: %d", w.Code)
	}
}

// The first version and the path without a version are the same.
func TestVersions(t *testing.T) {
	s := open(t, nil)
	id := s.person().create(table.Terms{Game: "kleefeld"})
	for _, path := range []string{"games", "games/kleefeld", "games/kleefeld/board.svg", "tables/" + id + "/record", "tables?status=waiting"} {
		old, now := sent(s.s, "GET", apiPath+path, nil), sent(s.s, "GET", v1Path+path, nil)
		if old.Code != http.StatusOK || now.Code != old.Code || now.Body.String() != old.Body.String() {
			t.Errorf("%s: %d and %d", path, old.Code, now.Code)
		}
	}
	w := sent(s.s, "GET", "/api/v1/openapi.yaml", nil)
	if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "application/yaml" || w.Body.String() != string(docs.OpenAPI) {
		t.Errorf("the description: %d %v", w.Code, w.Header())
	}
}

// The description names the address of the server that sends it.
func TestOpenAPIAddress(t *testing.T) {
	s := open(t, func(c *Config) { c.PublicURL = "https://games.example" })
	for host, want := range map[string]string{"": "https://games.example", "evil.example": "https://games.example"} {
		if got := serverIn(t, s.s, host); got != want {
			t.Errorf("with the public address, asked as %q: %q", host, got)
		}
	}
	s = open(t, nil)
	for host, want := range map[string]string{"127.0.0.1:9999": "http://127.0.0.1:9999", "evil.example": "/"} {
		if got := serverIn(t, s.s, host); got != want {
			t.Errorf("without one, asked as %q: %q", host, got)
		}
	}
}

// serverIn returns the address in the description that a host is asked for.
func serverIn(t *testing.T, h http.Handler, host string) string {
	t.Helper()
	r := httptest.NewRequest("GET", "/api/v1/openapi.yaml", nil)
	if host != "" {
		r.Host = host
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	var doc struct{ Servers []struct{ URL string } }
	if err := yaml.Unmarshal(w.Body.Bytes(), &doc); err != nil || len(doc.Servers) != 1 {
		t.Fatalf("%d %v", w.Code, err)
	}
	return doc.Servers[0].URL
}

// Pages of other sites may read the API and nothing else.
func TestOtherSitesRead(t *testing.T) {
	other := map[string]string{"Origin": "https://other.example", "Sec-Fetch-Site": "cross-site"}
	home := open(t, nil) // its host has not said that it is public
	for path, may := range map[string]bool{"/api/v1/games": true, "/api/tables": false, "/api/v1/tables": false, "/api/stream": false} {
		if got := sent(home.s, "OPTIONS", path, map[string]string{"Origin": "https://other.example", "Access-Control-Request-Method": "GET"}).Header().Get("Access-Control-Allow-Origin") == "*"; got != may {
			t.Errorf("at home %s may be read: %v, want %v", path, got, may)
		}
	}
	s := open(t, func(c *Config) { c.PublicURL = "https://parlour.example" })
	for path, may := range map[string]bool{"/api/v1/games": true, "/api/tables": true, "/api/v1/nothing": true, "/healthz": false, "/new": false} {
		w := sent(s.s, "GET", path, other)
		if got := w.Header().Get("Access-Control-Allow-Origin") == "*"; got != may {
			t.Errorf("GET %s: may be read: %v, want %v", path, got, may)
		}
		// A cache may give the answer to a page of this site to that of another.
		if own := sent(s.s, "GET", path, nil).Header().Get("Access-Control-Allow-Origin") == "*"; own != may {
			t.Errorf("GET %s of this site: other sites may read it: %v, want %v", path, own, may)
		}
		if w.Header().Get("Access-Control-Allow-Credentials") != "" {
			t.Errorf("GET %s may be read with a cookie", path)
		}
	}
	ask := func(method string) *httptest.ResponseRecorder {
		return sent(s.s, "OPTIONS", "/api/v1/tables", map[string]string{"Origin": "https://other.example", "Access-Control-Request-Method": method, "Access-Control-Request-Headers": "authorization"})
	}
	if w := ask("GET"); w.Code != http.StatusNoContent || !strings.Contains(w.Header().Get("Access-Control-Allow-Headers"), "Authorization") || w.Header().Get("Access-Control-Allow-Origin") != "*" {
		t.Errorf("asking whether to read: %d %v", w.Code, w.Header())
	}
	if w := ask("POST"); w.Code/100 == 2 || w.Header().Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("asking whether to write: %d %v", w.Code, w.Header())
	}
	if w := sent(s.s, "POST", "/api/v1/tables", other); w.Code != http.StatusForbidden || w.Header().Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("writing: %d %v", w.Code, w.Header())
	}
}

// The metrics have the names that dashboards for Go programs know, the build, and
// times by route with bounds below a millisecond.
func TestMetrics(t *testing.T) {
	s := open(t, nil)
	sent(s.s, "GET", "/api/v1/games", nil)
	text := sent(s.s.Private(), "GET", "/metrics", nil).Body.String()
	for _, want := range []string{
		"\ngo_goroutines ", "\ngo_memstats_alloc_bytes ", "\ngo_gc_duration_seconds_count ", "\ngo_info{version=\"go1.",
		"\nprocess_cpu_seconds_total ", "\nprocess_resident_memory_bytes ", "\nprocess_open_fds ", "\nprocess_max_fds ", "\nprocess_start_time_seconds ",
		"\nparlour_build_info{version=\"", "\nparlour_requests_total{route=\"GET /api/games\",status=\"200\"} 1\n",
		"\nparlour_request_seconds_bucket{route=\"GET /api/games\",le=\"0.0001\"} ", "\nparlour_request_seconds_count{route=\"GET /api/games\"} 1\n",
		"\nparlour_append_seconds_bucket{le=\"",
		// Counters with labels begin at 0.
		"\nparlour_requests_total{route=\"GET /api/games\",status=\"500\"} 0\n", "\nparlour_requests_total{route=\"POST /api/tables\",status=\"201\"} 0\n",
		"\nparlour_actions_total{kind=\"move\"} 0\n", "\nparlour_actions_total{kind=\"hurry\"} 0\n", "\nparlour_errors_total{code=\"internal\"} 0\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the metrics lack %q", want)
		}
	}
	// Each metric is declared once, before its values.
	declared := map[string]bool{}
	for line := range strings.Lines(text) {
		if name, ok := strings.CutPrefix(line, "# TYPE "); ok {
			name, _, _ = strings.Cut(name, " ")
			if declared[name] {
				t.Errorf("%s is declared twice", name)
			}
			declared[name] = true
		} else if !strings.HasPrefix(line, "#") {
			name := regexp.MustCompile(`^[a-z_]+`).FindString(line)
			if base := strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(name, "_bucket"), "_sum"), "_count"); !declared[name] && !declared[base] {
				t.Errorf("%s is not declared", name)
			}
		}
	}
}
