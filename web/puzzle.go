package web

import (
	"strconv"
	"time"

	"parlour/cabinet"
	"parlour/learn/puzzle"
	"parlour/web/show"
	"parlour/web/wire"
)

var errNoPuzzles = tell(wire.NotFound, "error.no-puzzles")

// puzzles are those of a game; number is the one that a request names.
type puzzles struct {
	*cabinet.Entry
	*puzzle.Set
	number int
}

// puzzlesOf finds the puzzles of the game of a request.
func puzzlesOf(s *Server, r *request) (p puzzles, err error) {
	if p.Entry, err = game(s, r); err != nil {
		return p, err
	}
	p.Set, err = puzzle.Of(p.Info.ID)
	if err == nil && p.Set == nil {
		err = errNoPuzzles
	}
	return p, err
}

// puzzleOf finds the puzzle of a request.
func puzzleOf(s *Server, r *request) (puzzles, error) {
	p, err := puzzlesOf(s, r)
	if err != nil {
		return p, err
	}
	p.number, err = strconv.Atoi(r.PathValue("number"))
	if err != nil || p.number < 1 || p.number > len(p.Set.Puzzles) {
		return p, tell(wire.NotFound, "error.no-puzzle")
	}
	return p, nil
}

// puzzles answers GET /api/puzzles.
func (s *Server) puzzles(r *request) (show.PuzzleShelf, error) {
	return show.PuzzlesOn(r.lang, time.Now().UTC())
}

// puzzleSet answers GET /api/puzzles/{game}.
func (s *Server) puzzleSet(r *request, p puzzles) (show.PuzzleSet, error) {
	return show.PuzzleSetOf(r.lang, p.Entry, p.Set, time.Now().UTC()), nil
}

// puzzle answers GET /api/puzzles/{game}/{number}.
func (s *Server) puzzle(r *request, p puzzles) (show.PuzzleSheet, error) {
	return show.PuzzleSheetOf(r.lang, p.Entry, p.Set, p.number)
}
