package web

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"parlour/web/exchange"
	"parlour/web/wire"
)

// The API has a version in its path. Paths without it mean the first version, as
// they did before there were versions.
const (
	apiPath = "/api/"
	v1Path  = "/api/v1/"
)

// versioned serves the paths of the first version at the paths without a version.
func versioned(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if rest, ok := strings.CutPrefix(r.URL.Path, v1Path); ok {
			u, asked := *r.URL, *r
			u.Path = apiPath + rest
			if raw, ok := strings.CutPrefix(u.RawPath, v1Path); ok {
				u.RawPath = apiPath + raw
			}
			asked.URL, r = &u, &asked
		}
		next.ServeHTTP(w, r)
	})
}

// Pages of other sites may read the API, but without the cookie of a browser: they see
// what everybody sees, or what their own token shows. They may read tables only if the
// host has set a public address. Everybody can reach a public server anyway; a server
// at home could otherwise be read by any page that somebody at home opens.
var (
	readMethods = "GET, HEAD, OPTIONS"
	corsHeaders = http.Header{
		"Access-Control-Allow-Origin":   {"*"},
		"Access-Control-Expose-Headers": {"ETag, Link, Retry-After, " + exchange.IDHeader},
	}
	preflight = http.Header{
		"Access-Control-Allow-Origin":  {"*"},
		"Access-Control-Allow-Methods": {readMethods},
		"Access-Control-Allow-Headers": {"Authorization, If-None-Match, Last-Event-ID"},
		"Access-Control-Max-Age":       {"86400"},
	}
)

// showsTables reports whether an address tells what happens at the tables of a server.
func showsTables(path string) bool {
	return strings.HasPrefix(path, apiPath+"tables") || strings.HasPrefix(path, apiPath+"stream")
}

// sharing lets other sites read. It says so to everybody: a cache may give the answer
// to another site later.
func (s *Server) sharing(next http.Handler) http.Handler {
	allow := s.answer(&route{pattern: "preflight"}, within(func(_ *Server, r *request) error {
		maps.Copy(r.w.Header(), preflight)
		r.w.WriteHeader(http.StatusNoContent)
		return nil
	}))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.URL.Path, apiPath) || s.PublicURL == "" && showsTables(r.URL.Path) {
			next.ServeHTTP(w, r)
			return
		}
		switch r.Method {
		case http.MethodGet, http.MethodHead:
			maps.Copy(w.Header(), corsHeaders)
		case http.MethodOptions:
			if method := r.Header.Get("Access-Control-Request-Method"); method == http.MethodGet || method == http.MethodHead {
				allow.ServeHTTP(w, r)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// otherwise answers what no route answers: with the methods that the path has, or as
// h does.
func otherwise(mux *http.ServeMux, h handler) handler {
	methods := []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete}
	return func(s *Server, r *request) error {
		var allowed []string
		_, own := mux.Handler(r.Request)
		for _, m := range methods {
			try := *r.Request
			try.Method = m
			if _, pattern := mux.Handler(&try); pattern != own && !catchAll(pattern) {
				allowed = append(allowed, m)
			}
		}
		if len(allowed) == 0 || slices.Contains(allowed, r.Method) {
			return h(s, r)
		}
		r.w.Header().Set("Allow", strings.Join(allowed, ", "))
		return fail(wire.NoMethod, "This address takes only "+strings.Join(allowed, ", ")+".")
	}
}

// catchAll reports whether a pattern is one that answers what no other does.
func catchAll(pattern string) bool { return pattern == "" || pattern == "/" || pattern == apiPath }
