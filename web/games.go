package web

import (
	"sync"

	"parlour/cabinet"
	"parlour/draw/svg"
	"parlour/web/exchange"
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
func (s *Server) games(r *request) ([]show.Game, error) {
	all := []show.Game{}
	for _, e := range cabinet.KnownFirst() {
		all = append(all, show.GameOf(r.lang, e, s.Hall.Shelf.Levels(e.Info.ID)))
	}
	return all, nil
}

// game answers GET /api/games/{game}.
func (s *Server) game(r *request, e *cabinet.Entry) (book, error) {
	return book{show.BookOf(r.lang, e, s.Hall.Shelf.Levels(e.Info.ID)), s.lab.Terms(e)}, nil
}

// examples answers GET /api/games/{game}/examples.
func (s *Server) examples(r *request, e *cabinet.Entry) ([]show.Example, error) {
	return show.Examples(r.lang, e), nil
}

// examplePicture answers GET /api/games/{game}/examples/{clause}/board.svg: the
// position of the example with its dice and the path of its move.
func (s *Server) examplePicture(r *request, e *cabinet.Entry) (drawing, error) {
	x := e.Example(r.PathValue("clause"))
	if x == nil {
		return nil, fail(wire.NotFound, "There is no example of such a rule.")
	}
	return show.DrawExample(r.lang, e, x)
}

// figure answers GET /api/games/{game}/figures/{figure}/board.svg: a picture of the
// rulebook.
func (s *Server) figure(r *request, e *cabinet.Entry) (drawing, error) {
	f := e.Figure(r.PathValue("figure"))
	if f == nil {
		return nil, fail(wire.NotFound, "The book has no such picture.")
	}
	return show.DrawExample(r.lang, e, &f.Example)
}

var errNoLesson = tell(wire.NotFound, "error.no-lesson")

// taught finds the game of a request, which has to have a lesson.
func taught(s *Server, r *request) (*cabinet.Entry, error) {
	e, err := game(s, r)
	if err == nil && e.Lesson == nil {
		err = errNoLesson
	}
	return e, err
}

// lesson answers GET /api/games/{game}/lesson.
func (s *Server) lesson(r *request, e *cabinet.Entry) (show.Course, error) {
	return show.CourseOf(r.lang, e)
}

// gamePicture answers GET /api/games/{game}/board.svg: the starting position.
func (s *Server) gamePicture(r *request, e *cabinet.Entry) (small, error) {
	return s.drawnOnce(r, e.Info.ID+"/board", func() ([]byte, error) {
		body, err := show.DrawGame(r.lang, e)
		return svg.Themed(body), err
	})
}

// small is a drawing that never changes.
type small exchange.Fixed

// send answers with a drawing. It needs nothing from elsewhere, and the shelf has one
// of each game, so its headers are short.
func (a small) send(r *request) error {
	h := r.w.Header()
	h.Set("Content-Security-Policy", "default-src 'none'")
	h.Del("Permissions-Policy")
	return r.w.SendFixed("image/svg+xml", exchange.Fixed(a))
}

// drawnOnce returns a drawing that never changes, made at the first request in the
// language.
func (s *Server) drawnOnce(r *request, name string, draw func() ([]byte, error)) (small, error) {
	made, _ := s.gamePictures.LoadOrStore(name+"/"+r.lang.Tag(), sync.OnceValues(func() (small, error) {
		body, err := draw()
		if err != nil {
			return small{}, err
		}
		return small(exchange.Fix(body)), nil
	}))
	return made.(func() (small, error))()
}
