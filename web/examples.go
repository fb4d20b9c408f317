package web

import (
	"net/http"

	"parlour/cabinet"
	"parlour/draw"
	"parlour/draw/svg"
	"parlour/phrase"
	"parlour/web/wire"
)

// An example shows rules at work.
type example struct {
	Position string   `json:"position"`
	Move     string   `json:"move,omitempty"`    // in canonical text, or "throw 31"
	Options  string   `json:"options,omitempty"` // options of the example, if they are not the defaults of the book
	Note     string   `json:"note"`              // what it shows, in a sentence
	Shows    []string `json:"shows"`             // clauses and rulings, in the order of the book; each names the picture
}

// examples answers GET /api/games/{game}/examples.
func (s *Server) examples(w http.ResponseWriter, r *http.Request) error {
	e, err := entryOf(r)
	if err != nil {
		return err
	}
	all := []example{}
	for _, x := range e.Examples() {
		all = append(all, example{x.Position, x.Move, x.Options(), phrase.Sentence(x.Note), x.Shows})
	}
	w.Header().Set("Cache-Control", "public, max-age=60")
	writeJSON(w, http.StatusOK, all)
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
	body, err := drawExample(e, x)
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
	body, err := drawExample(e, &f.Example)
	if err != nil {
		return err
	}
	return send(w, r, "image/svg+xml", wire.Tagged(body))
}

func drawExample(e *cabinet.Entry, x *cabinet.Example) ([]byte, error) {
	m, err := e.Game.Parse(x.Position)
	if err != nil {
		return nil, err
	}
	v, err := draw.Worked(m, x.Throw, x.Move)
	if err != nil {
		return nil, err
	}
	return svg.AppendBoard(nil, e.Board(m), v), nil
}
