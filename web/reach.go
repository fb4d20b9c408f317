//go:build !js

package web

import (
	"bytes"
	"net/http"

	"parlour/docs"
	"parlour/web/notice"
	"parlour/web/notice/push"
	"parlour/web/page"
	"parlour/web/picture"
	"parlour/web/wire"
)

// reach is what a server needs to reach people outside the tables: the page,
// pictures for link previews, and notices for those who are away. A program
// inside a browser has none of it.
type reach struct {
	pictures *picture.Maker
	notices  *notice.Notices
	place    page.Place
}

// A Sender sends notices to browsers.
type Sender = push.Sender

var reachMeanings = []meaning{
	{notice.ErrOff, wire.NotFound, "error.no-notices", 0},
	{notice.ErrNoFeed, wire.NotFound, "error.no-feed", 0},
	{notice.ErrOver, wire.Refused, "over", 0},
	{notice.ErrFull, wire.Refused, "error.notices-full", 0},
	{notice.ErrNoHook, wire.NotFound, "error.no-hook", 0},
	{notice.ErrHookFull, wire.Refused, "error.hooks-full", 0},
	{notice.ErrFeedFull, wire.Refused, "error.feed-full", 0},
}

func (s *Server) newReach() reach {
	return reach{pictures: picture.NewMaker(), notices: s.newNotices()}
}

func (r reach) close() { r.notices.Close() }

// depart ends the notices for a person at a table.
func (r reach) depart(table string, person int) { r.notices.Depart(table, person) }

// waiting returns how many turns somebody may have to be told of.
func (r reach) waiting() int { return r.notices.Len() }

// reachRoutes are the routes that a program inside a browser does not have.
func reachRoutes() []route {
	return append([]route{
		{pattern: "GET /api/card.png", handle: asks((*Server).shelfPNG), tag: "games",
			words: "All games as one PNG picture, for previews.",
			query: []param{wideParam, highParam}, media: "image/png", errors: []wire.Code{wire.BadRequest}},
		{pattern: "GET /api/games/{game}/cover.svg", handle: about(game, (*Server).gameCover), tag: "games",
			words: "The lid of the game's box: its name and a shape of its own, as a picture.",
			media: "image/svg+xml", errors: []wire.Code{wire.NotFound}, keep: &keep{first: true}},
		{pattern: "GET /api/games/{game}/board.png", handle: about(game, (*Server).gamePNG), tag: "games",
			words: "The starting position as a PNG picture, for previews.",
			query: []param{wideParam, highParam}, media: "image/png", errors: []wire.Code{wire.BadRequest, wire.NotFound}},
		{pattern: "GET /api/tables/{table}/board.png", handle: about((*Server).open, (*Server).tablePNG), tag: "drawing",
			words: "A position as a PNG picture, for previews.",
			query: []param{seqParam, wideParam, highParam, quarterParam, flipParam, bareParam}, media: "image/png", errors: []wire.Code{wire.BadRequest, wire.NotFound}},
		{pattern: "POST /api/tables/{table}/hooks", handle: aboutTakes((*Server).hosted, (*Server).hookEnter), tag: "notices",
			words:  "Call an address when a turn begins and when the game ends. Only for the host.",
			status: http.StatusCreated, errors: []wire.Code{wire.BadRequest, wire.Forbidden, wire.NotFound, wire.TooLarge, wire.Refused}},
		{pattern: "GET /api/tables/{table}/hooks", handle: about((*Server).hosted, (*Server).hooks), tag: "notices",
			words:  "The hooks of a table. Only for the host.",
			errors: []wire.Code{wire.Forbidden, wire.NotFound}},
		{pattern: "DELETE /api/tables/{table}/hooks/{hook}", handle: about((*Server).hosted, (*Server).hookLeave), tag: "notices",
			words:  "Remove a hook. Only for the host.",
			errors: []wire.Code{wire.Forbidden, wire.NotFound}},
		{pattern: "GET /api/push/key", handle: asks((*Server).pushKey), tag: "notices",
			words:  "The key for subscribing to notices by Web Push; not found if the server sends none.",
			errors: []wire.Code{wire.NotFound}},
		{pattern: "POST /api/tables/{table}/push", handle: takes((*Server).pushEnter), tag: "notices",
			words:  "Tell this browser by Web Push when it is its person's turn and no device of the person watches the table. Only for people with a chair.",
			errors: []wire.Code{wire.BadRequest, wire.Forbidden, wire.NotFound, wire.TooLarge, wire.Refused}},
		{pattern: "DELETE /api/tables/{table}/push", handle: aboutTakes((*Server).seated, (*Server).pushLeave), tag: "notices",
			words:  "End the notices to this browser.",
			errors: []wire.Code{wire.BadRequest, wire.Forbidden, wire.NotFound, wire.TooLarge}},
		{pattern: "POST /api/tables/{table}/feed", handle: about((*Server).seated, (*Server).feedEnter), tag: "notices",
			words:  "Put the table into the feed of the token. Only for people with a chair. Anyone with its address can read the feed, and nothing else.",
			errors: []wire.Code{wire.Forbidden, wire.NotFound, wire.Refused}},
		{pattern: "DELETE /api/tables/{table}/feed", handle: about((*Server).seated, (*Server).feedLeave), tag: "notices",
			words:  "Take the table out of the feed.",
			errors: []wire.Code{wire.Forbidden, wire.NotFound}},
		{pattern: "GET /feed/{feed}", handle: writes((*Server).feed), tag: "notices",
			words: "The tables where it is your turn, as an Atom feed. The name is the secret with .atom at the end.",
			media: "application/atom+xml", errors: []wire.Code{wire.NotFound}},
		{pattern: "GET /api/openapi.yaml", handle: writes((*Server).openapi), tag: "operation",
			words: "This description.",
			media: "application/yaml"},
	}, pageRoutes()...)
}

// openapi is the description of the API for programs. It names the address of the
// server, if that is known.
func (s *Server) openapi(r *request) error {
	body := docs.OpenAPI
	if base := r.base(); base != "" {
		body = bytes.Replace(body, []byte("\n  - url: /\n"), []byte("\n  - url: "+base+"\n"), 1)
	}
	r.w.Header().Set("Cache-Control", "public, max-age=3600")
	return r.w.Send(http.StatusOK, "application/yaml", body)
}
