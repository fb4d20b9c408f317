//go:build !js

package web

import (
	"cmp"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"

	"parlour/cabinet"
	"parlour/phrase"
	"parlour/web/page"
	"parlour/web/rules"
	"parlour/web/show"
	"parlour/web/study"
	"parlour/web/wire"
)

// pageRoutes are those of the page: the same shell for every address, and its
// files.
func pageRoutes() []route {
	return []route{
		{pattern: "GET /{$}", keep: &keep{first: true}, handle: shell(general(page.Data{Module: "pages/home",
			Description: "Historic parlour games by their own rulebooks, to play together by a link."}, ""))},
		{pattern: "GET /new", handle: shell(general(page.Data{Title: "Create a table", Module: "pages/new",
			Description: "Choose a game, its rules and who plays."}, "A table of {game}"))},
		{pattern: "GET /lab", keep: &keep{}, handle: shell(general(page.Data{Title: "Laboratory", Module: "pages/lab",
			Description: "Play a game thousands of times and see who wins, how long it lasts and what its options change."}, "{game} in the laboratory"))},
		{pattern: "GET /study", keep: &keep{}, handle: shell(general(page.Data{Title: "Study", Module: "pages/study",
			Description: "Set up any position or bring a game of your own, and see what every move is worth."}, "Study {game}"))},
		{pattern: "GET /g/{game}", limit: byTurn, keep: &keep{}, handle: shell((*Server).bookPage)},
		{pattern: "GET /print/{game}", limit: byTurn, keep: &keep{}, handle: shell((*Server).printPage)},
		{pattern: "GET /print/{game}/{paper}", handle: (*Server).printed},
		{pattern: "GET /book/{game}", limit: byTurn, keep: &keep{needs: hasOpenings}, handle: shell((*Server).openingsPage)},
		{pattern: "GET /book/{game}/{key}", limit: byTurn, handle: shell((*Server).openingPage)},
		{pattern: "GET /book/{game}/{key}/board.svg", limit: byTurn, handle: (*Server).openingPicture},
		{pattern: "GET /rules/{game}", handle: toBook("")},
		{pattern: "GET /rules/{game}/{clause}", handle: toBook("#")},
		{pattern: "GET /learn/{game}", keep: &keep{needs: hasLesson}, handle: shell((*Server).lessonPage)},
		{pattern: "GET /puzzles", keep: &keep{}, handle: shell(general(page.Data{Title: "Puzzles", Module: "pages/puzzles",
			Description: "Find the best move: a puzzle a day, and hundreds more."}, ""))},
		{pattern: "GET /puzzles/{game}", keep: &keep{needs: hasPuzzles}, handle: shell((*Server).puzzlesPage)},
		{pattern: "GET /puzzles/{game}/{number}", handle: shell((*Server).puzzlePage)},
		{pattern: "GET /t/{table}", handle: shell((*Server).tablePage)},
		{pattern: "GET /t/{table}/watch", handle: shell((*Server).watchPage)},
		{pattern: "GET /t/{table}/tv", handle: shell((*Server).watchPage)},
		{pattern: "GET /t/{table}/embed", handle: inFrame(shell((*Server).watchPage))},
		{pattern: "GET /t/{table}/replay", limit: byTurn, handle: shell((*Server).replayPage)},
		{pattern: "GET /continue", handle: shell(general(page.Data{Title: "Continue a game", Module: "pages/continue",
			Description: "Continue a game that began on a device."}, ""))},
		{pattern: "GET /device/{$}", keep: &keep{first: true}, handle: shell(general(page.Data{Title: "On this device", Module: "table/table",
			Description: "Play on this device, without a server."}, ""))},
		{pattern: "/", handle: shell(func(*Server, *http.Request) (page.Data, error) {
			return page.Data{}, fail(wire.NotFound, "There is no such page.")
		})},
		{pattern: "GET /sw.js", handle: (*Server).worker},
		{pattern: "GET /manifest.webmanifest", handle: (*Server).manifest},
		{pattern: "GET /assets/", handle: (*Server).assets},
		{pattern: "GET /assets/{hash}/local/", handle: (*Server).localProgram},
	}
}

// general returns the data of a page about all games. If titleOf is not empty,
// the parameter game makes it one about that game.
func general(d page.Data, titleOf string) func(*Server, *http.Request) (page.Data, error) {
	return func(s *Server, r *http.Request) (page.Data, error) {
		d := d
		d.Image = s.base(r) + "/api/card.png"
		if e := cabinet.ByID(r.URL.Query().Get("game")); e != nil && titleOf != "" {
			d.Title, d.Image = strings.Replace(titleOf, "{game}", e.Info.Title, 1), s.gameCard(r, e)
		}
		return d, nil
	}
}

// bookPage is the page of a game: its rulebook.
func (s *Server) bookPage(r *http.Request) (d page.Data, err error) {
	e, err := entryOf(r)
	if err != nil {
		return d, err
	}
	d = page.Data{
		Title: e.Info.Title, Description: "The rules of " + e.Info.Title + ", " + strings.TrimSpace(e.Info.Maker+" "+e.Info.Year) + ", clause by clause.",
		Image: s.gameCard(r, e), Module: "pages/game",
	}
	d.Main, err = rules.Page(e)
	return d, err
}

// openingsPage is the book of openings of a game.
func (s *Server) openingsPage(r *http.Request) (d page.Data, err error) {
	e, err := openingsOf(r)
	if err != nil {
		return d, err
	}
	d = page.Data{
		Title: e.Info.Title + ": openings and endings", Description: e.Openings().Title + " of " + e.Info.Title + ": what each first move is worth, and how to answer it.",
		Image: s.gameCard(r, e), Module: "pages/openings",
	}
	position := r.URL.Query().Get("position")
	if len(position) > study.MostLine {
		position = ""
	}
	d.Main, err = rules.Openings(e, position)
	return d, err
}

// openingPage is one page of the book of openings.
func (s *Server) openingPage(r *http.Request) (d page.Data, err error) {
	e, err := openingsOf(r)
	if err != nil {
		return d, err
	}
	l := e.Openings().Under(r.PathValue("key"))[0]
	moves := strings.Join(l.Path, " ")
	d = page.Data{
		Title: cmp.Or(l.Name, moves) + ", " + e.Info.Title, Description: "How to go on after " + moves + " in " + e.Info.Title + ".",
		Image: s.gameCard(r, e), Module: "pages/openings",
	}
	d.Main, err = rules.Opening(e, l.Key)
	return d, err
}

// openingPicture is the board of a page of the book of openings.
func (s *Server) openingPicture(w http.ResponseWriter, r *http.Request) error {
	e, err := openingsOf(r)
	if err != nil {
		return err
	}
	body, err := rules.OpeningPicture(e, r.PathValue("key"))
	if err != nil {
		return err
	}
	return send(w, r, "image/svg+xml", wire.Tagged(body))
}

// lessonPage is the lesson of a game.
func (s *Server) lessonPage(r *http.Request) (d page.Data, err error) {
	e, err := entryOf(r)
	if err != nil {
		return d, err
	}
	if e.Lesson == nil {
		return d, errNoLesson
	}
	return page.Data{
		Title: "Learn " + e.Info.Title, Description: "Learn " + e.Info.Title + " move by move, in " + strconv.Itoa(len(e.Lesson.Steps)) + " short steps.",
		Image: s.gameCard(r, e), Module: "pages/lesson",
	}, nil
}

// puzzlesPage lists the puzzles of a game.
func (s *Server) puzzlesPage(r *http.Request) (d page.Data, err error) {
	e, _, err := puzzlesOf(r)
	if err != nil {
		return d, err
	}
	return page.Data{
		Title: "Puzzles: " + e.Info.Title, Description: "Positions of " + e.Info.Title + " with one clearly best move. Find it.",
		Image: s.gameCard(r, e), Module: "pages/puzzles",
	}, nil
}

// puzzlePage is one puzzle.
func (s *Server) puzzlePage(r *http.Request) (d page.Data, err error) {
	e, set, n, err := puzzleOf(r)
	if err != nil {
		return d, err
	}
	p, err := show.PuzzleSheetOf(e, set, n)
	return page.Data{
		Title: "Puzzle " + strconv.Itoa(n) + ": " + e.Info.Title, Description: p.Asks + ". Find the best move.",
		Image: s.gameCard(r, e), Module: "pages/puzzles",
	}, err
}

// assets are the files of the page.
func (s *Server) assets(w http.ResponseWriter, r *http.Request) error {
	if ext := path.Ext(r.URL.Path); ext == ".js" || ext == ".css" {
		for _, name := range ofDocuments {
			w.Header().Del(name)
		}
	}
	page.Assets().ServeHTTP(w, r)
	return nil
}

// localProgram is the program for tables on devices.
func (s *Server) localProgram(w http.ResponseWriter, r *http.Request) error {
	p := s.program()
	if p == nil {
		return errNoProgram
	}
	p.ServeHTTP(w, r)
	return nil
}

// inFrame lets other sites show a page in a frame.
func inFrame(h func(*Server, http.ResponseWriter, *http.Request) error) func(*Server, http.ResponseWriter, *http.Request) error {
	return func(s *Server, w http.ResponseWriter, r *http.Request) error {
		w.Header().Set("Content-Security-Policy", framed)
		return h(s, w, r)
	}
}

var errNoProgram = fail(wire.NotFound, "This server has no program for tables on a device.")

// program returns the program for tables on devices, nil if there is none.
func (s *Server) program() Program {
	if s.Local == nil {
		return nil
	}
	return s.Local()
}

// openingsOf returns the game of a request if it has a book of openings, and in
// it the one whose key is in the address, if there is one.
func openingsOf(r *http.Request) (*cabinet.Entry, error) {
	e, err := entryOf(r)
	if err != nil {
		return nil, err
	}
	b := e.Openings()
	if b == nil {
		return nil, fail(wire.NotFound, "There is no book of openings for "+e.Info.Title+".")
	}
	if key := r.PathValue("key"); key != "" && len(b.Under(key)) == 0 {
		return nil, fail(wire.NotFound, "The book of openings has no such page.")
	}
	return e, nil
}

// ofDocuments are the security headers that browsers obey for documents and workers
// only. Scripts and styles go without: the first page has a dozen of them.
var ofDocuments = []string{"Content-Security-Policy", "Cross-Origin-Opener-Policy", "Permissions-Policy"}

// shell sends the shell with what link previews show. Its title is that of the
// page with the name of the house.
func shell(data func(*Server, *http.Request) (page.Data, error)) func(*Server, http.ResponseWriter, *http.Request) error {
	return func(s *Server, w http.ResponseWriter, r *http.Request) error {
		d, err := data(s, r)
		status := http.StatusOK
		if err != nil {
			e := errorOf(err)
			if e.Code != wire.NotFound {
				return err
			}
			status = http.StatusNotFound
			d = page.Data{Title: "Page not found", Description: e.Message}
		}
		if d.Title != "" {
			d.Title += " – "
		}
		d.Title += "Parlour"
		d.Place = s.reach.place
		if p := s.program(); p != nil {
			d.Place.Local = p.Hash()
		}
		if d.URL = cmp.Or(d.URL, s.base(r)+r.URL.EscapedPath()); d.Place.Static && s.PublicURL == "" {
			d.URL, d.Image = "", "" // nobody knows where the site will be
		}
		body, err := page.HTML(d)
		if err != nil {
			return err
		}
		w.Header().Set("Cache-Control", "no-cache")
		return write(w, status, "text/html; charset=utf-8", body)
	}
}

// toBook leads from a short address of a rulebook to the page of its game, and
// from that of a clause to its place there.
func toBook(mark string) func(*Server, http.ResponseWriter, *http.Request) error {
	return func(_ *Server, w http.ResponseWriter, r *http.Request) error {
		e, err := entryOf(r)
		if err != nil {
			return err
		}
		http.Redirect(w, r, "/g/"+e.Info.ID+mark+url.PathEscape(r.PathValue("clause")), http.StatusFound)
		return nil
	}
}

// gameCard returns the address of the picture in link previews of a game.
func (s *Server) gameCard(r *http.Request, e *cabinet.Entry) string {
	return s.base(r) + "/api/games/" + e.Info.ID + "/board.png"
}

const toPlay = "Open the link to play or to watch."

// tablePage describes a table. Opening the link does not take a chair. The address
// of the picture contains the number of the event, so that a cache does not show
// an old picture after the next move.
func (s *Server) tablePage(r *http.Request) (page.Data, error) {
	t, err := s.open(r)
	if err != nil {
		return page.Data{}, err
	}
	v, err := t.Brief(r.Context())
	if err != nil {
		return page.Data{}, err
	}
	title, words := show.Told(&v)
	return page.Data{
		Title: title, Description: words + ". " + toPlay,
		Image: s.base(r) + "/api/tables/" + t.ID() + "/board.png?seq=" + strconv.FormatInt(v.Seq, 10), Module: "table/table",
	}, nil
}

// watchPage describes a table for a link that offers no chair.
func (s *Server) watchPage(r *http.Request) (page.Data, error) {
	d, err := s.tablePage(r)
	d.Description = strings.Replace(d.Description, toPlay, "Open the link to watch.", 1)
	return d, err
}

// replayPage describes a game after the event in the parameter at, or now.
func (s *Server) replayPage(r *http.Request) (page.Data, error) {
	d, err := s.tablePage(r)
	if err != nil {
		return d, err
	}
	d.Module = "pages/replay"
	at, err := number(r, "at")
	if err != nil || at == 0 {
		return d, nil // the page shows the end
	}
	t, err := s.open(r)
	if err != nil {
		return d, err
	}
	ev, err := s.live.Event(r.Context(), s.guest(r), t.ID(), at)
	if err != nil {
		return d, nil // as above
	}
	table, moment := s.base(r)+"/t/"+t.ID(), strconv.FormatInt(at, 10)
	d.URL = table + "/replay?at=" + moment
	d.Image = s.base(r) + "/api/tables/" + t.ID() + "/board.png?seq=" + moment
	d.Description = phrase.Sentence(ev.Words) + " Open the link to see the game from here."
	return d, nil
}
