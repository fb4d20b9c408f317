package web

import (
	"cmp"
	"net/http"
	"strings"

	"parlour/language"
	"parlour/web/live"
)

// languageCookie holds the language that the reader has chosen.
const languageCookie = "lang"

// languages returns the languages that people are offered, English first.
func (s *Server) languages() []*language.Language {
	if len(s.Languages) == 0 {
		return []*language.Language{language.English}
	}
	return s.Languages
}

// language returns the language of an answer: what the address asks for, or the
// reader has chosen before, or the browser prefers, or else the first one.
func (s *Server) language(r *http.Request) *language.Language {
	all := s.languages()
	if len(all) == 1 {
		return all[0]
	}
	wanted := []string{r.URL.Query().Get("lang")}
	if c, err := r.Cookie(languageCookie); err == nil {
		wanted = append(wanted, c.Value)
	}
	return cmp.Or(language.Match(all, append(wanted, language.Accepted(r.Header.Get("Accept-Language"))...)...), all[0])
}

// wordless reports whether the answers of a route are the same in every language.
// Pictures of boards and lids have words.
func wordless(pattern string) bool {
	_, path, _ := strings.Cut(pattern, " ")
	return strings.HasSuffix(path, "/qr.svg") || path == "/api/card.png" || strings.HasPrefix(path, "/assets/") || strings.HasPrefix(path, "/lang/") || path == "/metrics" || path == "/healthz"
}

// noteLanguage notes in the header of an answer which language it is in, and what
// that depends on.
func (s *Server) noteLanguage(h http.Header, l *language.Language) {
	if len(s.languages()) > 1 {
		h.Add("Vary", "Accept-Language, Cookie")
		h.Set("Content-Language", l.Tag)
	}
}

// reader returns the sender of a request as somebody who reads what happens.
func (r *request) reader() live.Reader { return live.Reader{Guest: r.guest(), Lang: r.lang} }
