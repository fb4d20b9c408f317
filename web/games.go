package web

import (
	"net/http"

	"parlour/cabinet"
	"parlour/web/show"
	"parlour/web/study"
	"parlour/web/wire"
)

// A book is a game with its rules, and how it can be studied here.
type book struct {
	show.Book
	Lab study.LabTerms `json:"lab"`
}

// games answers GET /api/games.
func (s *Server) games(w http.ResponseWriter, r *http.Request) error {
	all := []show.Game{}
	for _, e := range cabinet.Games() {
		all = append(all, show.GameOf(e, s.Hall.Shelf.Levels(e.Info.ID)))
	}
	w.Header().Set("Cache-Control", "public, max-age=60")
	writeJSON(w, http.StatusOK, all)
	return nil
}

var errNoGame = fail(wire.NotFound, "There is no such game.")

// entryOf returns the game of a request.
func entryOf(r *http.Request) (*cabinet.Entry, error) {
	if e := cabinet.ByID(r.PathValue("game")); e != nil {
		return e, nil
	}
	return nil, errNoGame
}

// game answers GET /api/games/{game}.
func (s *Server) game(w http.ResponseWriter, r *http.Request) error {
	e, err := entryOf(r)
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "public, max-age=60")
	writeJSON(w, http.StatusOK, book{show.BookOf(e, s.Hall.Shelf.Levels(e.Info.ID)), s.lab.Terms(e)})
	return nil
}
