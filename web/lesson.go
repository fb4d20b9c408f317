package web

import (
	"net/http"

	"parlour/web/show"
	"parlour/web/wire"
)

var errNoLesson = fail(wire.NotFound, "There is no lesson for this game yet.")

// lesson answers GET /api/games/{game}/lesson.
func (s *Server) lesson(w http.ResponseWriter, r *http.Request) error {
	e, err := entryOf(r)
	if err != nil {
		return err
	}
	if e.Lesson == nil {
		return errNoLesson
	}
	out, err := show.CourseOf(e)
	if err != nil {
		return err
	}
	a, err := wire.NewAnswer(out)
	if err != nil {
		return err
	}
	return send(w, r, jsonType, a)
}
