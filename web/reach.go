//go:build !js

package web

import (
	"net/http"

	"parlour/docs"
	"parlour/web/notice"
	"parlour/web/notice/push"
	"parlour/web/page"
)

// reach is what a server needs to reach people outside the tables: the page,
// pictures for link previews, and notices for those who are away. A program
// inside a browser has none of it.
type reach struct {
	pictures *pictures
	notices  *notice.Notices
	place    page.Place
}

// A Sender sends notices to browsers.
type Sender = push.Sender

var reachMeanings = []meaning{
	{notice.ErrOff, NotFound, "", 0},
	{notice.ErrNoFeed, NotFound, "", 0},
	{notice.ErrOver, Refused, "", 0},
	{notice.ErrFull, Refused, "", 0},
	{notice.ErrNoHook, NotFound, "", 0},
	{notice.ErrHookFull, Refused, "", 0},
	{notice.ErrFeedFull, Refused, "", 0},
}

func (s *Server) newReach() reach { return reach{pictures: newPictures(), notices: s.newNotices()} }

func (r reach) close() { r.notices.Close() }

// depart ends the notices for a person at a table.
func (r reach) depart(table string, person int) { r.notices.Depart(table, person) }

// waiting returns how many turns somebody may have to be told of.
func (r reach) waiting() int { return r.notices.Len() }

func (s *Server) reachRoutes(handle func(string, handler)) {
	handle("GET /api/games/{game}/board.png", s.gamePNG)
	handle("GET /api/card.png", s.shelfPNG)
	handle("GET /api/tables/{table}/board.png", s.tablePNG)
	handle("GET /api/openapi.yaml", s.openapi)
	handle("GET /api/push/key", s.pushKey)
	handle("POST /api/tables/{table}/push", s.pushEnter)
	handle("DELETE /api/tables/{table}/push", s.pushLeave)
	handle("POST /api/tables/{table}/feed", s.feedEnter)
	handle("DELETE /api/tables/{table}/feed", s.feedLeave)
	handle("GET /feed/{feed}", s.feed)
	handle("POST /api/tables/{table}/hooks", s.hookEnter)
	handle("GET /api/tables/{table}/hooks", s.hooks)
	handle("DELETE /api/tables/{table}/hooks/{hook}", s.hookLeave)
	s.pages(handle)
}

// openapi is the description of the API for programs.
func (s *Server) openapi(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Content-Type", "application/yaml")
	w.Header().Set("Cache-Control", "public, max-age=3600")
	_, err := w.Write(docs.OpenAPI)
	return err
}
