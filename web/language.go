package web

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"parlour/language"
	"parlour/web/live"
)

// languageCookie holds the language that the reader has chosen.
const languageCookie = "lang"

// speaks returns the languages that people are offered, English first.
func (s *Server) speaks() []*language.Language {
	if len(s.Languages) == 0 {
		return []*language.Language{language.English}
	}
	return s.Languages
}

// language returns the language of an answer: what the address asks for, or the
// reader has chosen before, or the browser prefers, or else the first one.
func (s *Server) language(r *http.Request) *language.Language {
	all := s.speaks()
	if len(all) == 1 {
		return all[0]
	}
	wanted := []string{r.URL.Query().Get("lang")}
	if c, err := r.Cookie(languageCookie); err == nil {
		wanted = append(wanted, c.Value)
	}
	return cmp.Or(language.Match(all, append(wanted, preferred(r.Header.Get("Accept-Language"))...)...), all[0])
}

// preferred returns the tags of Accept-Language, the best first.
func preferred(header string) (tags []string) {
	type choice struct {
		tag string
		q   float64
	}
	var list []choice
	const most = 20 // of whoever sends more, nothing else is read
	for part := range strings.SplitSeq(header, ",") {
		tag, params, _ := strings.Cut(part, ";")
		q := 1.0
		if value, ok := strings.CutPrefix(strings.TrimSpace(params), "q="); ok {
			var err error
			if q, err = strconv.ParseFloat(value, 64); err != nil {
				q = 0
			}
		}
		if tag = strings.TrimSpace(tag); q > 0 && tag != "" && len(list) < most {
			list = append(list, choice{tag, q})
		}
	}
	slices.SortStableFunc(list, func(a, b choice) int { return cmp.Compare(b.q, a.q) })
	for _, c := range list {
		tags = append(tags, c.tag)
	}
	return tags
}

// wordless reports whether the answers of a route are the same in every language.
func wordless(pattern string) bool {
	_, path, _ := strings.Cut(pattern, " ")
	return strings.HasSuffix(path, ".svg") || strings.HasSuffix(path, ".png") || strings.HasPrefix(path, "/assets/") || strings.HasPrefix(path, "/lang/") || path == "/metrics" || path == "/healthz"
}

// inLanguage notes in the header of an answer which language it is in, and what
// that depends on.
func (s *Server) inLanguage(h http.Header, l *language.Language) {
	if len(s.speaks()) > 1 {
		h.Add("Vary", "Accept-Language, Cookie")
		h.Set("Content-Language", l.Tag)
	}
}

// reader returns the sender of a request as somebody who reads what happens.
func (r *request) reader() live.Reader { return live.Reader{Guest: r.guest(), Lang: r.lang} }
