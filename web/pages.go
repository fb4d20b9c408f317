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
	"parlour/web/live"
	"parlour/web/page"
	"parlour/web/rules"
	"parlour/web/wire"
)

// pages serves the page: the same shell for every address, and its files.
func (s *Server) pages(handle func(string, handler)) {
	handle("GET /{$}", s.shell(func(r *http.Request) (page.Data, error) {
		return page.Data{
			Title: "Parlour", Description: "Historic parlour games by their own rulebooks, to play together by a link.", Module: "pages/home",
			Image: s.shelfCard(r),
		}, nil
	}))
	handle("GET /new", s.shell(func(r *http.Request) (page.Data, error) {
		d := page.Data{Title: "Create a table – Parlour", Description: "Choose a game, its rules and who plays.", Module: "pages/new", Image: s.shelfCard(r)}
		if e := cabinet.ByID(r.URL.Query().Get("game")); e != nil {
			d.Title = "A table of " + e.Info.Title + " – Parlour"
			d.Image = s.gameCard(r, e)
		}
		return d, nil
	}))
	handle("GET /lab", s.shell(func(r *http.Request) (page.Data, error) {
		d := page.Data{Title: "Laboratory – Parlour", Description: "Play a game thousands of times and see who wins, how long it lasts and what its options change.", Module: "pages/lab", Image: s.shelfCard(r)}
		if e := cabinet.ByID(r.URL.Query().Get("game")); e != nil {
			d.Title = e.Info.Title + " in the laboratory – Parlour"
			d.Image = s.gameCard(r, e)
		}
		return d, nil
	}))
	handle("GET /study", s.shell(func(r *http.Request) (page.Data, error) {
		d := page.Data{Title: "Study – Parlour", Description: "Set up any position or bring a game of your own, and see what every move is worth.", Module: "pages/study", Style: "study", Image: s.shelfCard(r)}
		if e := cabinet.ByID(r.URL.Query().Get("game")); e != nil {
			d.Title = "Study " + e.Info.Title + " – Parlour"
			d.Image = s.gameCard(r, e)
		}
		return d, nil
	}))
	handle("GET /g/{game}", s.inTurn(s.shell(func(r *http.Request) (page.Data, error) {
		e, err := entryOf(r)
		if err != nil {
			return page.Data{}, err
		}
		d := page.Data{
			Title: e.Info.Title + " – Parlour", Description: "The rules of " + e.Info.Title + ", " + strings.TrimSpace(e.Info.Maker+" "+e.Info.Year) + ", clause by clause.",
			Image: s.gameCard(r, e), Module: "pages/game", Style: "book",
		}
		d.Main, err = rules.Page(e)
		return d, err
	})))
	handle("GET /print/{game}", s.printed())
	handle("GET /print/{game}/{paper}", s.printed())
	handle("GET /book/{game}", s.inTurn(s.shell(func(r *http.Request) (page.Data, error) {
		e, err := openingsOf(r)
		if err != nil {
			return page.Data{}, err
		}
		d := page.Data{
			Title: e.Info.Title + ": openings and endings – Parlour", Description: e.Openings().Title + " of " + e.Info.Title + ": what each first move is worth, and how to answer it.",
			Image: s.gameCard(r, e), Module: "pages/openings", Style: "book",
		}
		position := r.URL.Query().Get("position")
		if len(position) > mostLine {
			position = ""
		}
		d.Main, err = rules.Openings(e, position)
		return d, err
	})))
	handle("GET /book/{game}/{key}", s.inTurn(s.shell(func(r *http.Request) (page.Data, error) {
		e, err := openingsOf(r)
		if err != nil {
			return page.Data{}, err
		}
		l := e.Openings().Under(r.PathValue("key"))[0]
		name := cmp.Or(l.Name, strings.Join(l.Path, " "))
		d := page.Data{
			Title: name + ", " + e.Info.Title + " – Parlour", Description: "How to go on after " + strings.Join(l.Path, " ") + " in " + e.Info.Title + ".",
			Image: s.gameCard(r, e), Module: "pages/openings", Style: "book",
		}
		d.Main, err = rules.Opening(e, l.Key)
		return d, err
	})))
	handle("GET /book/{game}/{key}/board.svg", s.inTurn(func(w http.ResponseWriter, r *http.Request) error {
		e, err := openingsOf(r)
		if err != nil {
			return err
		}
		body, err := rules.OpeningPicture(e, r.PathValue("key"))
		if err != nil {
			return err
		}
		return send(w, r, "image/svg+xml", wire.Tagged(body))
	}))
	handle("GET /rules/{game}", bookAt(""))
	handle("GET /rules/{game}/{clause}", bookAt("#"))
	handle("GET /learn/{game}", s.shell(func(r *http.Request) (page.Data, error) {
		e, err := entryOf(r)
		if err != nil {
			return page.Data{}, err
		}
		if e.Lesson == nil {
			return page.Data{}, errNoLesson
		}
		return page.Data{
			Title:       "Learn " + e.Info.Title + " – Parlour",
			Description: "Learn " + e.Info.Title + " move by move, in " + strconv.Itoa(len(e.Lesson.Steps)) + " short steps.",
			Image:       s.gameCard(r, e),
			Module:      "pages/lesson",
			Style:       "lesson",
		}, nil
	}))
	handle("GET /puzzles", s.shell(func(r *http.Request) (page.Data, error) {
		return page.Data{
			Title: "Puzzles – Parlour", Description: "Find the best move: a puzzle a day, and hundreds more.",
			Image: s.shelfCard(r), Module: "pages/puzzles", Style: "lesson",
		}, nil
	}))
	handle("GET /puzzles/{game}", s.shell(func(r *http.Request) (page.Data, error) {
		e, _, err := puzzlesOf(r)
		if err != nil {
			return page.Data{}, err
		}
		return page.Data{
			Title: "Puzzles: " + e.Info.Title + " – Parlour", Description: "Positions of " + e.Info.Title + " with one clearly best move. Find it.",
			Image: s.gameCard(r, e), Module: "pages/puzzles", Style: "lesson",
		}, nil
	}))
	handle("GET /puzzles/{game}/{number}", s.shell(func(r *http.Request) (page.Data, error) {
		e, set, n, err := puzzleOf(r)
		if err != nil {
			return page.Data{}, err
		}
		p, err := puzzleSheetOf(e, set, n)
		return page.Data{
			Title: "Puzzle " + strconv.Itoa(n) + ": " + e.Info.Title + " – Parlour", Description: p.Asks + ". Find the best move.",
			Image: s.gameCard(r, e), Module: "pages/puzzles", Style: "lesson",
		}, err
	}))
	handle("GET /t/{table}", s.shell(s.tablePage))
	for _, path := range []string{"/t/{table}/watch", "/t/{table}/tv"} {
		handle("GET "+path, s.shell(s.watchPage))
	}
	embed := s.shell(s.watchPage)
	handle("GET /t/{table}/embed", func(w http.ResponseWriter, r *http.Request) error {
		w.Header().Set("Content-Security-Policy", framed)
		return embed(w, r)
	})
	handle("GET /t/{table}/replay", s.inTurn(s.shell(s.replayPage)))
	handle("GET /continue", s.shell(func(r *http.Request) (page.Data, error) {
		return page.Data{Title: "Continue a game – Parlour", Description: "Continue a game that began on a device.", Module: "pages/continue", Image: s.shelfCard(r)}, nil
	}))
	handle("GET /device/{$}", s.shell(func(r *http.Request) (page.Data, error) {
		return page.Data{Title: "On this device – Parlour", Description: "Play on this device, without a server.", Module: "table/table", Image: s.shelfCard(r)}, nil
	}))
	handle("/", s.shell(func(*http.Request) (page.Data, error) {
		return page.Data{}, fail(NotFound, "There is no such page.")
	}))
	handle("GET /sw.js", s.worker)
	handle("GET /manifest.webmanifest", s.manifest)
	handle("GET /assets/", func(w http.ResponseWriter, r *http.Request) error {
		if ext := path.Ext(r.URL.Path); ext == ".js" || ext == ".css" {
			for _, name := range ofDocuments {
				w.Header().Del(name)
			}
		}
		page.Assets().ServeHTTP(w, r)
		return nil
	})
	handle("GET /assets/{hash}/local/", func(w http.ResponseWriter, r *http.Request) error {
		p := s.program()
		if p == nil {
			return errNoProgram
		}
		p.ServeHTTP(w, r)
		return nil
	})
}

var errNoProgram = fail(NotFound, "This server has no program for tables on a device.")

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
		return nil, fail(NotFound, "There is no book of openings for "+e.Info.Title+".")
	}
	if key := r.PathValue("key"); key != "" && len(b.Under(key)) == 0 {
		return nil, fail(NotFound, "The book of openings has no such page.")
	}
	return e, nil
}

// ofDocuments are the security headers that browsers heed for documents and workers
// only. Scripts and styles go without: the first page has a dozen of them.
var ofDocuments = []string{"Content-Security-Policy", "Cross-Origin-Opener-Policy", "Permissions-Policy"}

// shell sends the shell with what link previews show.
func (s *Server) shell(data func(r *http.Request) (page.Data, error)) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		d, err := data(r)
		status := http.StatusOK
		if err != nil {
			e := errorOf(err)
			if e.Code != NotFound {
				return err
			}
			status = http.StatusNotFound
			d = page.Data{Title: "Page not found – Parlour", Description: e.Message}
		}
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

// bookAt leads from a short address of a rulebook to the page of its game, and
// from that of a clause to its place there.
func bookAt(mark string) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		e, err := entryOf(r)
		if err != nil {
			return err
		}
		http.Redirect(w, r, "/g/"+e.Info.ID+mark+url.PathEscape(r.PathValue("clause")), http.StatusFound)
		return nil
	}
}

// shelfCard returns the address of the picture in link previews of all games.
func (s *Server) shelfCard(r *http.Request) string { return s.base(r) + "/api/card.png" }

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
	title, words := live.Told(&v)
	return page.Data{
		Title: title + " – Parlour", Description: words + ". " + toPlay,
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
	d.Module = "replay"
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
