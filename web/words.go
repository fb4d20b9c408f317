//go:build !js

package web

import (
	"cmp"
	"net/http"
	"strings"
	"sync"

	"parlour/language"
	"parlour/language/source"
	"parlour/web/exchange"
	"parlour/web/page"
	"parlour/web/wire"
)

// A languageFile is a file of a language, with its address.
type languageFile struct {
	exchange.Fixed
	address string
}

// languageFiles are the files that the page gets of a language: its own texts, and
// those of the program for tables on a device.
type languageFiles struct{ page, words languageFile }

var madeFiles sync.Map // func() languageFiles by *language.Language

// filesOf returns the files of a language, which are made once.
func filesOf(l *language.Language) languageFiles {
	made, _ := madeFiles.LoadOrStore(l, sync.OnceValue(func() languageFiles {
		ofPage, ofProgram := source.Files(l)
		return languageFiles{newLanguageFile(l, "page.json", ofPage), newLanguageFile(l, "words.json", ofProgram)}
	}))
	return made.(func() languageFiles)()
}

func newLanguageFile(l *language.Language, name string, body []byte) languageFile {
	f := languageFile{Fixed: exchange.Fix(body)}
	f.address = "/lang/" + l.Tag + "/" + page.Sum(body) + "/" + name
	return f
}

// WordsOf returns the addresses of the files of a language, none for English.
func WordsOf(l *language.Language) []string {
	if l == language.English {
		return nil
	}
	f := filesOf(l)
	return []string{f.page.address, f.words.address}
}

// languageWords answers GET /lang/{lang}/{hash}/{file}. For another hash it sends the
// present file and forbids caching, so that a page opened before an update still
// finds its words.
func (s *Server) languageWords(r *request) error {
	l := language.Match(s.languages(), r.PathValue("lang"))
	if l == nil || l == language.English {
		return fail(wire.NotFound, "There is no such language.")
	}
	files := filesOf(l)
	f, ok := map[string]languageFile{"page.json": files.page, "words.json": files.words}[r.PathValue("file")]
	if !ok {
		return fail(wire.NotFound, "There is no such file.")
	}
	h := r.w.Header()
	h.Set("Content-Type", exchange.JSON)
	h.Set("Vary", "Accept-Encoding")
	h.Set("Cache-Control", "no-cache")
	if r.URL.Path == f.address {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	body := f.Body
	if r.w.Packs() {
		h.Set("Content-Encoding", "gzip")
		body = f.Packed
	}
	r.w.WriteHeader(http.StatusOK)
	_, err := r.w.Write(body)
	return err
}

// translate puts a document into the language of the reader, and says which others
// there are.
func (s *Server) translate(r *request, d *document) {
	d.Lang, d.Dir = r.language.Tag, r.language.Dir
	d.Skip, d.Nav, d.NoScript, d.Choose = r.lang.Say("doc.skip", nil), r.lang.Say("doc.main", nil), r.lang.Say("doc.no-script", nil), r.lang.Say("doc.language", nil)
	all := s.languages()
	if r.language != language.English {
		files := filesOf(r.language)
		d.Place.Words, d.Place.Program = files.page.address, files.words.address
	}
	if len(all) < 2 {
		return
	}
	if r.language != all[0] && d.Image != "" { // a chat that fetches the picture may prefer another language
		mark := "?"
		if strings.Contains(d.Image, "?") {
			mark = "&"
		}
		d.Image += mark + "lang=" + r.language.Tag
	}
	path, query := r.base()+r.URL.EscapedPath(), r.URL.Query()
	if language.Match(all, query.Get("lang")) != nil { // the reader has chosen
		d.URL = cmp.Or(d.URL, path+"?lang="+r.language.Tag)
		http.SetCookie(r.w, &http.Cookie{Name: languageCookie, Value: r.language.Tag, Path: "/", MaxAge: 365 * 24 * 3600, SameSite: http.SameSiteLaxMode})
	}
	for _, l := range all {
		d.Place.Languages = append(d.Place.Languages, page.Language{Tag: l.Tag, Name: l.Name})
		query.Set("lang", l.Tag)
		d.Others = append(d.Others, page.Other{Lang: l.Tag, Name: l.Name, URL: path + "?lang=" + l.Tag, Here: "?" + query.Encode()})
	}
}
