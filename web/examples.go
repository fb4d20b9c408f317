package web

import (
	"net/http"

	"parlour/web/show"
	"parlour/web/wire"
)

// examples answers GET /api/games/{game}/examples.
func (s *Server) examples(w http.ResponseWriter, r *http.Request) error {
	e, err := entryOf(r)
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "public, max-age=60")
	writeJSON(w, http.StatusOK, show.Examples(e))
	return nil
}

// examplePicture answers GET /api/games/{game}/examples/{clause}/board.svg: the
// position of the example with its dice and the path of its move.
func (s *Server) examplePicture(w http.ResponseWriter, r *http.Request) error {
	e, err := entryOf(r)
	if err != nil {
		return err
	}
	x := e.Example(r.PathValue("clause"))
	if x == nil {
		return fail(wire.NotFound, "There is no example of such a rule.")
	}
	body, err := show.DrawExample(e, x)
	if err != nil {
		return err
	}
	return send(w, r, "image/svg+xml", wire.Tagged(body))
}

// figure answers GET /api/games/{game}/figures/{figure}/board.svg: a picture of
// the rulebook.
func (s *Server) figure(w http.ResponseWriter, r *http.Request) error {
	e, err := entryOf(r)
	if err != nil {
		return err
	}
	f := e.Figure(r.PathValue("figure"))
	if f == nil {
		return fail(wire.NotFound, "The book has no such picture.")
	}
	body, err := show.DrawExample(e, &f.Example)
	if err != nil {
		return err
	}
	return send(w, r, "image/svg+xml", wire.Tagged(body))
}
