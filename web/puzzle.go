package web

import (
	"net/http"
	"strconv"
	"time"

	"parlour/cabinet"
	"parlour/learn/puzzle"
	"parlour/web/show"
	"parlour/web/wire"
)

var errNoPuzzles = fail(wire.NotFound, "There are no puzzles of this game.")

// puzzlesOf returns the puzzles of the game of a request.
func puzzlesOf(r *http.Request) (*cabinet.Entry, *puzzle.Set, error) {
	e, err := entryOf(r)
	if err != nil {
		return nil, nil, err
	}
	set, err := puzzle.Of(e.Info.ID)
	if err == nil && set == nil {
		err = errNoPuzzles
	}
	return e, set, err
}

// puzzleOf returns the puzzle of a request.
func puzzleOf(r *http.Request) (*cabinet.Entry, *puzzle.Set, int, error) {
	e, set, err := puzzlesOf(r)
	if err != nil {
		return nil, nil, 0, err
	}
	n, err := strconv.Atoi(r.PathValue("number"))
	if err != nil || n < 1 || n > len(set.Puzzles) {
		return nil, nil, 0, fail(wire.NotFound, "There is no such puzzle.")
	}
	return e, set, n, nil
}

// puzzles answers GET /api/puzzles.
func (s *Server) puzzles(w http.ResponseWriter, r *http.Request) error {
	out, err := show.PuzzlesOn(time.Now().UTC())
	if err != nil {
		return err
	}
	return sendAnswer(w, r, out)
}

// PuzzleSet answers GET /api/puzzles/{game}.
func (s *Server) puzzleSet(w http.ResponseWriter, r *http.Request) error {
	e, set, err := puzzlesOf(r)
	if err != nil {
		return err
	}
	return sendAnswer(w, r, show.PuzzleSetOf(e, set, time.Now().UTC()))
}

// puzzle answers GET /api/puzzles/{game}/{number}.
func (s *Server) puzzle(w http.ResponseWriter, r *http.Request) error {
	e, set, n, err := puzzleOf(r)
	if err != nil {
		return err
	}
	out, err := show.PuzzleSheetOf(e, set, n)
	if err != nil {
		return err
	}
	return sendAnswer(w, r, out)
}

// sendAnswer answers with a value that browsers may keep until it changes.
func sendAnswer(w http.ResponseWriter, r *http.Request, v any) error {
	a, err := wire.NewAnswer(v)
	if err != nil {
		return err
	}
	return send(w, r, jsonType, a)
}
