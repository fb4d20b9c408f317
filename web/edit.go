package web

import (
	"net/http"

	"parlour/web/show"
	"parlour/web/wire"
)

// mostPieces is how many pieces a person may put on a board.
const mostPieces = 200

// positionEdit answers GET /api/games/{game}/position/edit: a position taken
// apart.
func (s *Server) positionEdit(w http.ResponseWriter, r *http.Request) error {
	e, m, err := positionOf(r)
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, show.EditedOf(e, m))
	return nil
}

// edit answers POST /api/games/{game}/edit: the position that a person has put
// together, or every fault of it.
func (s *Server) edit(w http.ResponseWriter, r *http.Request) error {
	e, err := entryOf(r)
	if err != nil {
		return err
	}
	var in show.Edit
	if err := decode(w, r, &in); err != nil {
		return err
	}
	if len(in.Pieces) > mostPieces {
		return fail(wire.Refused, "No board has room for so many pieces.")
	}
	out, err := show.Arrange(e, &in)
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, out)
	return nil
}
