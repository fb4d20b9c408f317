//go:build !js

package web

import (
	"net/http"
	"slices"
	"strings"

	"parlour/cabinet"
	"parlour/lab"
	"parlour/learn/puzzle"
	"parlour/web/page"
)

// A common is a page or an answer that is the same for everybody. The service
// worker keeps it on the device, and a static site has it as a file.
type common struct {
	path  string
	first bool // whether a device keeps it at once
	needs func(*cabinet.Entry) bool
}

// commons lists them all. {game} stands for each game that has what it needs.
var commons = []common{
	{path: "/", first: true},
	{path: "/device/", first: true},
	{path: "/lab"},
	{path: "/study"},
	{path: "/g/{game}"},
	{path: "/learn/{game}", needs: hasLesson},
	{path: "/print/{game}"},
	{path: "/book/{game}", needs: hasOpenings},
	{path: "/puzzles"},
	{path: "/puzzles/{game}", needs: hasPuzzles},
	{path: "/api/games", first: true},
	{path: "/api/games/{game}"},
	{path: "/api/games/{game}/board.svg", first: true},
	{path: "/api/games/{game}/lesson", needs: hasLesson},
	{path: "/api/games/{game}/findings?width=340", needs: hasFindings}, // the widths of findings.js
	{path: "/api/games/{game}/findings?width=640", needs: hasFindings},
}

// Policy is the content security policy of every page.
const Policy = policy

func hasLesson(e *cabinet.Entry) bool { return e.Lesson != nil }

func hasFindings(e *cabinet.Entry) bool { return lab.Findings()[e.Info.ID] != nil }
func hasOpenings(e *cabinet.Entry) bool { return e.Openings() != nil }
func hasPuzzles(e *cabinet.Entry) bool  { return slices.Contains(puzzle.Games(), e.Info.ID) }

// Commons returns the addresses, from the root of the site, of the pages and
// answers that are the same for everybody.
func Commons() (k page.Kept) {
	for _, c := range commons {
		into := &k.Later
		if c.first {
			into = &k.First
		}
		if !strings.Contains(c.path, "{game}") {
			*into = append(*into, c.path)
			continue
		}
		for _, e := range cabinet.Games() {
			if c.needs == nil || c.needs(e) {
				*into = append(*into, strings.ReplaceAll(c.path, "{game}", e.Info.ID))
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

// Shortcuts returns the pages that the installed page offers beside its icon.
func Shortcuts() (list []page.Shortcut) {
	for _, e := range cabinet.Games() {
		list = append(list, page.Shortcut{Name: e.Info.Title, URL: "/g/" + e.Info.ID})
	}
	return list
}

// worker answers GET /sw.js.
func (s *Server) worker(w http.ResponseWriter, _ *http.Request) error {
	k := Commons()
	if p := s.program(); p != nil {
		k.Program = &page.Version{Hash: p.Hash(), Files: p.Sums()}
	}
	return page.SendWorker(w, s.reach.place, k)
}

// manifest answers GET /manifest.webmanifest.
func (s *Server) manifest(w http.ResponseWriter, _ *http.Request) error {
	body, err := page.Manifest(s.reach.place, Shortcuts())
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-cache")
	return write(w, http.StatusOK, "application/manifest+json", body)
}
