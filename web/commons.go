//go:build !js

package web

import (
	"net/http"
	"slices"
	"strings"

	"parlour/cabinet"
	"parlour/learn/puzzle"
	"parlour/web/page"
)

func hasOpenings(e *cabinet.Entry) bool { return e.Openings() != nil }
func hasPuzzles(e *cabinet.Entry) bool  { return slices.Contains(puzzle.Games(), e.Info.ID) }

// Commons returns the addresses, from the root of the site, of the pages and
// answers that are the same for everybody.
func Commons() (k page.Kept) {
	for _, c := range routes() {
		if c.keep == nil {
			continue
		}
		into := &k.Later
		if c.keep.first {
			into = &k.First
		}
		path := strings.TrimSuffix(strings.TrimPrefix(c.pattern, "GET "), "{$}")
		games := []string{""}
		if strings.Contains(path, "{game}") {
			games = nil
			for _, e := range cabinet.Games() {
				if c.keep.needs == nil || c.keep.needs(e) {
					games = append(games, e.Info.ID)
				}
			}
		}
		for _, g := range games {
			for _, q := range append(c.keep.queries, "")[:max(1, len(c.keep.queries))] {
				*into = append(*into, strings.ReplaceAll(path, "{game}", g)+q)
			}
		}
	}
	return k
}

// NewSite returns a server that is asked for the files of a site in another place.
func NewSite(c Config, p page.Place) *Server {
	s := New(c)
	s.reach.place = p
	return s
}

// worker answers GET /sw.js.
func (s *Server) worker(r *request) error {
	k := Commons()
	if p := s.program(); p != nil {
		k.Program = &page.Version{Hash: p.Hash(), Files: p.Sums()}
	}
	return page.SendWorker(r.w, s.reach.place, k)
}

// manifest answers GET /manifest.webmanifest. Beside its icon, the installed page
// offers every game.
func (s *Server) manifest(r *request) error {
	app := page.App{Lang: r.language.Tag, Dir: r.language.Dir, Description: r.lang.Say("doc.home", nil)}
	for _, e := range cabinet.KnownFirst() {
		app.Shortcuts = append(app.Shortcuts, page.Shortcut{Name: e.Title(r.lang), URL: "/g/" + e.Info.ID})
	}
	body, err := page.Manifest(s.reach.place, app)
	if err != nil {
		return err
	}
	r.w.Header().Set("Cache-Control", "no-cache")
	return r.w.Send(http.StatusOK, "application/manifest+json", body)
}
