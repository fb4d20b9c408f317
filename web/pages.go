//go:build !js

package web

import (
	"cmp"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"

	"parlour"
	"parlour/cabinet"
	"parlour/hall"
	"parlour/phrase"
	"parlour/web/exchange"
	"parlour/web/page"
	"parlour/web/rules"
	"parlour/web/show"
	"parlour/web/wire"
)

// pageRoutes are those of the page: the same shell for every address, and its
// files.
func pageRoutes() []route {
	return []route{
		{pattern: "GET /{$}", keep: &keep{first: true}, handle: general(document{Module: "pages/home", Description: "doc.home"}, "")},
		{pattern: "GET /new", handle: general(document{Title: "doc.new", Module: "pages/new", Description: "doc.new-says"}, "doc.new-of")},
		{pattern: "GET /lab", keep: &keep{}, handle: general(document{Title: "doc.lab", Module: "pages/lab", Description: "doc.lab-says"}, "doc.lab-of")},
		{pattern: "GET /study", keep: &keep{}, handle: general(document{Title: "doc.study", Module: "pages/study", Description: "doc.study-says"}, "doc.study-of")},
		{pattern: "GET /exercise", keep: &keep{}, handle: general(document{Title: "doc.exercise", Module: "pages/exercise", Description: "doc.exercise-says"}, "")},
		{pattern: "GET /tables", handle: general(document{Title: "doc.tables", Module: "pages/tables", Description: "doc.tables-says"}, "")},
		{pattern: "GET /g/{game}", limit: byTurn, keep: &keep{}, handle: shell(about(game, (*Server).bookPage))},
		{pattern: "GET /print/{game}", limit: byTurn, keep: &keep{}, handle: shell(about(game, (*Server).printPage))},
		{pattern: "GET /print/{game}/{paper}", handle: writes((*Server).printed)},
		{pattern: "GET /book/{game}", limit: byTurn, keep: &keep{needs: hasOpenings}, handle: shell(about(openingsOf, (*Server).openingsPage))},
		{pattern: "GET /book/{game}/{key}", limit: byTurn, handle: shell(about(openingsOf, (*Server).openingPage))},
		{pattern: "GET /book/{game}/{key}/board.svg", limit: byTurn, handle: about(openingsOf, (*Server).openingPicture)},
		{pattern: "GET /rules/{game}", handle: toBook("")},
		{pattern: "GET /rules/{game}/{clause}", handle: toBook("#")},
		{pattern: "GET /learn/{game}", keep: &keep{needs: hasLesson}, handle: shell(about(taught, (*Server).lessonPage))},
		{pattern: "GET /puzzles", keep: &keep{}, handle: general(document{Title: "doc.puzzles", Module: "pages/puzzles", Description: "doc.puzzles-says"}, "")},
		{pattern: "GET /puzzles/{game}", keep: &keep{needs: hasPuzzles}, handle: shell(about(puzzlesOf, (*Server).puzzlesPage))},
		{pattern: "GET /puzzles/{game}/{number}", handle: shell(about(puzzleOf, (*Server).puzzlePage))},
		{pattern: "GET /t/{table}", handle: shell(about((*Server).open, tablePage("doc.to-play")))},
		{pattern: "GET /t/{table}/watch", handle: shell(about((*Server).open, tablePage("doc.to-watch")))},
		{pattern: "GET /t/{table}/tv", handle: shell(about((*Server).open, tablePage("doc.to-watch")))},
		{pattern: "GET /t/{table}/embed", handle: inFrame(shell(about((*Server).open, tablePage("doc.to-watch"))))},
		{pattern: "GET /t/{table}/replay", limit: byTurn, handle: shell(about((*Server).open, (*Server).replayPage))},
		{pattern: "GET /continue", handle: general(document{Title: "doc.continue", Module: "pages/continue", Description: "doc.continue-says"}, "")},
		{pattern: "GET /device/{$}", keep: &keep{first: true}, handle: general(document{Title: "doc.device", Module: "table/table", Description: "doc.device-says"}, "")},
		{pattern: "/", handle: shell(asks(func(*Server, *request) (document, error) {
			return document{}, tell(wire.NotFound, "error.no-page")
		}))},
		{pattern: "GET /sw.js", handle: writes((*Server).worker)},
		{pattern: "GET /manifest.webmanifest", handle: writes((*Server).manifest)},
		{pattern: "GET /lang/{lang}/{hash}/{file}", handle: writes((*Server).languageWords)},
		{pattern: "GET /assets/", handle: writes((*Server).assets)},
		{pattern: "GET /assets/{hash}/local/", handle: writes((*Server).localProgram)},
	}
}

// A document is what a page adds to the shell: what link previews show, and its text.
type document page.Data

// send sends the shell. Its title is that of the page with the name of the house.
func (d document) send(r *request) error {
	s := r.server
	if d.Title != "" {
		d.Title += " – "
	}
	d.Title += "Parlour"
	d.Place = s.reach.place
	if p := s.program(); p != nil {
		d.Place.Local = p.Hash()
	}
	s.translate(r, &d)
	if d.URL = cmp.Or(d.URL, r.base()+r.URL.EscapedPath()); d.Place.Static && s.PublicURL == "" {
		d.URL, d.Image = "", "" // nobody knows where the site will be
	}
	body, err := page.HTML(page.Data(d))
	if err != nil {
		return err
	}
	r.w.Header().Set("Cache-Control", "no-cache")
	return r.w.Send(r.status, "text/html; charset=utf-8", body)
}

// shell makes an endpoint say as a page that there is no such page.
func shell(e endpoint) endpoint {
	return writes(func(s *Server, r *request) error {
		err := e.handler(s, r)
		if err == nil {
			return nil
		}
		told := errorOf(r.lang, err)
		if told.Code != wire.NotFound {
			return err
		}
		r.status = http.StatusNotFound
		return document{Title: r.lang.Say("doc.gone", nil), Description: told.Message}.send(r)
	})
}

// general returns a page about all games, with the codes of its title and its
// description. If titleOf is not empty, the parameter game makes it one about that
// game.
func general(d document, titleOf string) endpoint {
	return shell(asks(func(s *Server, r *request) (document, error) {
		if e := cabinet.ByID(r.URL.Query().Get("game")); e != nil && titleOf != "" {
			return r.gamePage(e, d.Module, r.about(titleOf, e), d.Description), nil
		}
		d := d
		d.Description = r.lang.Say(d.Description, nil)
		if d.Title != "" {
			d.Title = r.lang.Say(d.Title, nil)
		}
		d.Image = r.base() + "/api/card.png"
		return d, nil
	}))
}

// about puts something into words that is about a game.
func (r *request) about(code string, e *cabinet.Entry) string {
	return r.lang.Say(code, parlour.Args{"game": e.Title(r.lang)})
}

// gamePage describes a page about a game, with the code of its description and the
// names and values of its arguments. Previews show the board of the game.
func (r *request) gamePage(e *cabinet.Entry, module, title, says string, args ...any) document {
	all := parlour.ArgsOf(append(args, "game", e.Title(r.lang))...)
	return document{Title: title, Description: r.lang.Say(says, all), Image: r.base() + "/api/games/" + e.Info.ID + "/board.png", Module: module}
}

// bookPage is the page of a game: its rulebook.
func (s *Server) bookPage(r *request, e *cabinet.Entry) (d document, err error) {
	maker := strings.TrimSpace(r.lang.Maker(e.Info.Maker) + " " + r.lang.Year(e.Info.Year))
	d = r.gamePage(e, "pages/game", e.Title(r.lang), "doc.book-says", "maker", maker)
	d.Main, err = rules.Page(r.lang, e)
	return d, err
}

// openingsPage is the book of openings of a game.
func (s *Server) openingsPage(r *request, e *cabinet.Entry) (d document, err error) {
	d = r.gamePage(e, "pages/openings", r.about("doc.openings", e), "doc.openings-says", "book", e.OpeningsIn(r.lang, "title", e.Openings().Title))
	position := r.URL.Query().Get("position")
	if len(position) > parlour.MostLine {
		position = ""
	}
	d.Main, err = rules.Openings(r.lang, e, position)
	return d, err
}

// openingPage is one page of the book of openings.
func (s *Server) openingPage(r *request, e *cabinet.Entry) (d document, err error) {
	l := e.Openings().Under(r.PathValue("key"))[0]
	moves := strings.Join(l.Path, " ")
	d = r.gamePage(e, "pages/openings", cmp.Or(l.Name, moves)+", "+e.Title(r.lang), "doc.opening-says", "moves", moves)
	d.Main, err = rules.Opening(r.lang, e, l.Key)
	return d, err
}

// openingPicture is the board of a page of the book of openings.
func (s *Server) openingPicture(r *request, e *cabinet.Entry) (drawing, error) {
	return rules.OpeningPicture(r.lang, e, r.PathValue("key"))
}

// lessonPage is the lesson of a game.
func (s *Server) lessonPage(r *request, e *cabinet.Entry) (document, error) {
	return r.gamePage(e, "pages/lesson", r.about("doc.learn", e), "doc.learn-says", "n", len(e.Lesson.Steps)), nil
}

// puzzlesPage lists the puzzles of a game.
func (s *Server) puzzlesPage(r *request, p puzzles) (document, error) {
	return r.gamePage(p.Entry, "pages/puzzles", r.about("doc.puzzles-of", p.Entry), "doc.puzzles-of-say"), nil
}

// puzzlePage is one puzzle.
func (s *Server) puzzlePage(r *request, p puzzles) (document, error) {
	sheet, err := show.PuzzleSheetOf(r.lang, p.Entry, p.Set, p.number)
	title := r.lang.Say("doc.puzzle", parlour.Args{"game": p.Entry.Title(r.lang), "n": strconv.Itoa(p.number)})
	return r.gamePage(p.Entry, "pages/puzzles", title, "doc.puzzle-says", "asks", sheet.Asks), err
}

// assets are the files of the page.
func (s *Server) assets(r *request) error {
	if ext := path.Ext(r.URL.Path); ext == ".js" || ext == ".css" {
		r.w.NoDocument()
	}
	page.Assets().ServeHTTP(r.w, r.Request)
	return nil
}

// localProgram is the program for tables on devices.
func (s *Server) localProgram(r *request) error {
	p := s.program()
	if p == nil {
		return errNoProgram
	}
	p.ServeHTTP(r.w, r.Request)
	return nil
}

// inFrame lets other sites show a page in a frame.
func inFrame(e endpoint) endpoint {
	return writes(func(s *Server, r *request) error {
		r.w.Header().Set("Content-Security-Policy", exchange.FramePolicy)
		return e.handler(s, r)
	})
}

var errNoProgram = tell(wire.NotFound, "error.no-program")

// program returns the program for tables on devices, nil if there is none.
func (s *Server) program() Program {
	if s.Local == nil {
		return nil
	}
	return s.Local()
}

// openingsOf finds the game of a request, which has to have a book of openings, and in
// it the page of the address, if that names one.
func openingsOf(s *Server, r *request) (*cabinet.Entry, error) {
	e, err := game(s, r)
	if err != nil {
		return nil, err
	}
	b := e.Openings()
	if b == nil {
		return nil, tell(wire.NotFound, "error.no-openings", "game", e.Title(r.lang))
	}
	if key := r.PathValue("key"); key != "" && len(b.Under(key)) == 0 {
		return nil, tell(wire.NotFound, "error.no-opening")
	}
	return e, nil
}

// toBook leads from a short address of a rulebook to the page of its game, and
// from that of a clause to its place there.
func toBook(mark string) endpoint {
	return writes(func(s *Server, r *request) error {
		e, err := game(s, r)
		if err != nil {
			return err
		}
		http.Redirect(r.w, r.Request, "/g/"+e.Info.ID+mark+url.PathEscape(r.PathValue("clause")), http.StatusFound)
		return nil
	})
}

// tablePage describes a table, with the code of what a link to it offers. Opening the
// link does not take a chair. The address of the picture contains the number of the
// event, so that a cache does not show an old picture after the next move.
func tablePage(says string) func(*Server, *request, *hall.Table) (document, error) {
	return func(_ *Server, r *request, t *hall.Table) (d document, err error) {
		v, err := t.Brief(r.Context())
		if err != nil {
			return d, err
		}
		title, words := show.Told(r.lang, &v)
		return document{
			Title: title, Description: r.lang.Say(says, parlour.Args{"words": words}),
			Image: r.base() + "/api/tables/" + t.ID() + "/board.png?seq=" + strconv.FormatInt(v.Seq, 10), Module: "table/table",
		}, nil
	}
}

// replayPage describes a game after the event in the parameter at, or now.
func (s *Server) replayPage(r *request, t *hall.Table) (document, error) {
	d, err := tablePage("doc.to-play")(s, r, t)
	if err != nil {
		return d, err
	}
	d.Module = "pages/replay"
	at, err := r.number("at")
	if err != nil || at == 0 {
		return d, nil // the page shows the end
	}
	ev, err := s.live.Event(r.Context(), r.reader(), t.ID(), at)
	if err != nil {
		return d, nil // as above
	}
	base, moment := r.base(), strconv.FormatInt(at, 10)
	d.URL = base + "/t/" + t.ID() + "/replay?at=" + moment
	d.Image = base + "/api/tables/" + t.ID() + "/board.png?seq=" + moment
	d.Description = r.lang.Say("doc.to-see", parlour.Args{"words": phrase.Sentence(ev.Words)})
	return d, nil
}
