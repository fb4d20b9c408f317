package web

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"parlour/docs"
	"parlour/table"
)

// A checker compares answers with docs/openapi.yaml. The schemas of OpenAPI 3.1 are
// those of JSON Schema, so any validator of these will do.
type checker struct {
	mu       sync.Mutex
	doc      map[string]any
	compiler *jsonschema.Compiler
	schemas  map[string]*jsonschema.Schema
	known    map[string]bool // operations with their status that were checked
}

var openapiChecker = sync.OnceValues(func() (*checker, error) {
	var tree any
	if err := yaml.Unmarshal(docs.OpenAPI, &tree); err != nil {
		return nil, err
	}
	text, err := json.Marshal(tree)
	if err != nil {
		return nil, err
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	check := &checker{doc: doc.(map[string]any), compiler: jsonschema.NewCompiler(), schemas: map[string]*jsonschema.Schema{}, known: map[string]bool{}}
	described, _ := check.at("components", "schemas")
	for _, s := range described { // a client has to ignore what it does not know, but our answers have nothing else
		s.(map[string]any)["additionalProperties"] = false
	}
	return check, check.compiler.AddResource("openapi.json", doc)
})

// at walks down the description.
func (c *checker) at(keys ...string) (map[string]any, bool) {
	m := c.doc
	for _, k := range keys {
		next, ok := m[k].(map[string]any)
		if !ok {
			return nil, false
		}
		m = next
	}
	return m, true
}

// schema returns where the schema of an answer is, or what is wrong with the answer.
// Answers that are no JSON have no schema.
func (c *checker) schema(pattern string, status int, media string) (pointer, fault string) {
	method, path, _ := strings.Cut(pattern, " ")
	keys := []string{"paths", published(path), strings.ToLower(method), "responses", strconv.Itoa(status)}
	answer, ok := c.at(keys...)
	if !ok {
		return "", "the description has no answer with the status " + strconv.Itoa(status)
	}
	if ref, ok := answer["$ref"].(string); ok {
		keys = strings.Split(strings.TrimPrefix(ref, "#/"), "/")
	}
	if content, ok := c.at(append(keys, "content")...); !ok && media == "" {
		return "", ""
	} else if _, described := content[media]; !described {
		return "", "the description has no answer with the type " + media
	}
	if media != "application/json" {
		return "", ""
	}
	var b strings.Builder
	for _, k := range append(keys, "content", media, "schema") {
		b.WriteString("/" + strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace(k))
	}
	return b.String(), ""
}

// check says what is wrong with an answer, or returns "".
func (c *checker) check(pattern string, status int, media string, body []byte) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	pointer, fault := c.schema(pattern, status, media)
	c.known[pattern+" "+strconv.Itoa(status)] = true
	if fault != "" || pointer == "" {
		return fault
	}
	s := c.schemas[pointer]
	if s == nil {
		var err error
		if s, err = c.compiler.Compile("openapi.json#" + pointer); err != nil {
			return err.Error()
		}
		c.schemas[pointer] = s
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err == nil {
		err = s.Validate(value)
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

// checked wraps a server: every answer of the API has to be as the description says.
func checked(t testing.TB, next http.Handler) http.Handler {
	c, err := openapiChecker()
	if err != nil {
		t.Fatal(err)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen := &witnessed{ResponseWriter: w, status: http.StatusOK}
		next.ServeHTTP(seen, r)
		if _, path, _ := strings.Cut(r.Pattern, " "); !strings.HasPrefix(path, apiPath) || catchAll(path) || r.Method == http.MethodHead || seen.long || seen.status == http.StatusNotModified {
			return
		}
		media, _, _ := strings.Cut(w.Header().Get("Content-Type"), ";")
		body := io.Reader(&seen.body)
		if w.Header().Get("Content-Encoding") == "gzip" && media == "application/json" {
			if body, err = gzip.NewReader(&seen.body); err != nil {
				return // the client has gone in the middle of it
			}
		}
		text, err := io.ReadAll(body)
		if err != nil || r.Context().Err() != nil {
			return // the same
		}
		if fault := c.check(r.Pattern, seen.status, media, text); fault != "" {
			t.Errorf("%s: the answer with %d is not as docs/openapi.yaml says: %s\n%.500s", r.Pattern, seen.status, fault, text)
		}
	})
}

// witnessed remembers an answer, unless it is a stream.
type witnessed struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
	long   bool // too long to remember
}

// mostWitnessed is how long an answer may be to be remembered: some tests count the
// memory of a server.
const mostWitnessed = 64 << 10

func (w *witnessed) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

func (w *witnessed) Write(b []byte) (int, error) {
	switch {
	case !strings.HasPrefix(w.Header().Get("Content-Type"), "application/json"):
	case w.long || w.body.Len()+len(b) > mostWitnessed:
		w.long, w.body = true, bytes.Buffer{}
	default:
		w.body.Write(b)
	}
	return w.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController reach the connection.
func (w *witnessed) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// fits checks an answer of any length.
func fits(t *testing.T, pattern string, raw []byte) {
	t.Helper()
	c, err := openapiChecker()
	if err != nil {
		t.Fatal(err)
	}
	if fault := c.check(pattern, http.StatusOK, "application/json", raw); fault != "" {
		t.Errorf("%s: %s\n%.500s", pattern, fault, raw)
	}
}

// Answers that are too long for the check of all other tests are as the description says.
func TestLongAnswers(t *testing.T) {
	s := open(t, nil)
	id, ann, _ := s.duel()
	ann.must(id, table.Action{Kind: table.Move, Move: "11-15", Seq: 3})
	for path, pattern := range map[string]string{
		"/api/games": "GET /api/games", "/api/games/parker": "GET /api/games/{game}", "/api/games/auto-race": "GET /api/games/{game}",
		"/api/games/mensch/examples": "GET /api/games/{game}/examples", "/api/tables/" + id + "/board": "GET /api/tables/{table}/board",
		"/api/tables/" + id + "/events": "GET /api/tables/{table}/events",
	} {
		_, raw, _ := ann.raw("GET", path, nil, nil)
		fits(t, pattern, raw)
	}
}

// The check of all other tests finds what is wrong.
func TestChecker(t *testing.T) {
	s := open(t, nil)
	if code := s.person().do("GET", "/api/v1/games", nil, nil); code != http.StatusOK {
		t.Fatal(code)
	}
	c, err := openapiChecker()
	if err != nil {
		t.Fatal(err)
	}
	_, good, _ := s.person().raw("GET", "/api/games", nil, nil)
	c.mu.Lock()
	known := c.known["GET /api/games 200"] && c.known["POST /api/token 200"]
	c.mu.Unlock()
	if !known {
		t.Error("the answers were not checked")
	}
	const games = "GET /api/games"
	for _, a := range []struct {
		name, pattern string
		status        int
		media, body   string
		fault         string
	}{
		{"good", games, 200, "application/json", string(good), ""},
		{"another type", games, 200, "application/json", `{}`, "want array"},
		{"a field of another type", games, 200, "application/json", strings.Replace(string(good), `"id":"kleefeld"`, `"id":1`, 1), "want string"},
		{"a field is missing", games, 200, "application/json", strings.Replace(string(good), `"id":"kleefeld",`, ``, 1), "missing property"},
		{"a field too many", games, 200, "application/json", strings.Replace(string(good), `"id":"kleefeld"`, `"id":"kleefeld","x":1`, 1), "additional properties"},
		{"another media type", games, 200, "text/html", "", "no answer with the type text/html"},
		{"another status", games, 402, "application/json", `{}`, "no answer with the status 402"},
		{"an error", "GET /api/games/{game}", 404, "application/json", `{"error":{"code":"not-found","message":"x"}}`, ""},
		{"an error without its code", "GET /api/games/{game}", 404, "application/json", `{"error":{"message":"x"}}`, "missing property"},
	} {
		if got := c.check(a.pattern, a.status, a.media, []byte(a.body)); (got == "") != (a.fault == "") || !strings.Contains(got, a.fault) {
			t.Errorf("%s: %q, want %q", a.name, got, a.fault)
		}
	}
}
