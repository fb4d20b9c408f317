package web

import (
	"net/http"
	"reflect"
	"slices"
	"strings"

	"parlour/cabinet"
	"parlour/lab"
	"parlour/table"
	"parlour/web/live"
	"parlour/web/study"
	"parlour/web/wire"
)

// A route is one address of the server. The table of routes makes the mux, the
// description in docs/openapi.yaml, the types of the page and the list of what
// a device keeps; nothing else lists addresses.
type route struct {
	pattern string // as http.ServeMux reads it
	handle  endpoint
	limit   limit
	fresh   freshness          // of an answer in JSON
	most    int64              // bytes of a body in JSON; maxBody if zero
	only    func(*Server) bool // nil if every server has it
	keep    *keep              // nil if no device keeps the answer

	// What the description says of the route. Pages have no tag and are not
	// described.

	tag    string // the chapter
	words  string
	query  []param
	events []any       // values of the types that a stream sends
	status int         // of the answer; 200 if zero
	media  string      // of an answer that is not JSON
	errors []wire.Code // besides those that every route may answer with
}

// A limit says what a request has to wait for.
type limit int

const (
	byRate limit = iota // how often an address and a token may ask
	byTurn              // also until its address has its turn to compute
	free                // nothing: nobody may make the server look ill by asking often
)

// A param is a parameter in the query of an address.
type param struct{ name, about string }

// A keep says that the answer is the same for everybody: the service worker keeps it
// on the device, and a static site has it as a file.
type keep struct {
	first   bool                      // whether a device keeps it at once
	needs   func(*cabinet.Entry) bool // the games that have it; nil for all
	queries []string                  // with which it is asked; nil for none
}

var (
	seqParam     = param{"seq", "an event; the position after it (default: now)"}
	lineParam    = param{"line", "the position line"}
	quarterParam = param{"quarter", "quarter turns clockwise, 0 to 3"}
	flipParam    = param{"flip", "1 turns the board by half"}
	bareParam    = param{"bare", "1 leaves out the title and who is to act"}
	wideParam    = param{"w", "width in pixels, 64 to 2000 (default: 1200)"}
	highParam    = param{"h", "height in pixels, 64 to 2000 (default: 630)"}
	plotParam    = param{"width", "width of the drawings in pixels (default: 640)"}
	sinceParam   = param{"since", "only events after this one; a number beyond the last: only future events"}
	takenParam   = param{"taken", "text of a step taken; may be repeated, in order"}
	nameParam    = param{"name", "of the file, if it has one"}
	whyParams    = []param{{"move", "the move in any spelling"}, {"from", "instead of move: the place of the piece"}, {"to", "where it is to go; left out to ask why it cannot move at all"}, {"taken", "text of a step of the turn taken before; may be repeated, in order"}}
	pieceParams  = []param{{"colour", "letter of the colour"}, {"kind", "as in pieces"}, {"face", "as in pieces"}, quarterParam, flipParam}
)

// routes returns all routes.
func routes() []route { return slices.Concat(apiRoutes(), recordRoutes(), reachRoutes()) }

// apiRoutes returns the routes that every server has.
func apiRoutes() []route {
	return []route{
		{pattern: "POST /api/token", handle: endpoint{(*Server).token, reflect.TypeFor[wire.BearerAsk](), reflect.TypeFor[wire.BearerAnswer]()}, tag: "identity",
			words:  "Get a token: as a cookie, or as a bearer token for programs.",
			errors: []wire.Code{wire.BadRequest}},
		{pattern: "GET /api/games", handle: asks((*Server).games), fresh: minute, tag: "games",
			words: "The games.",
			keep:  &keep{first: true}},
		{pattern: "GET /api/games/{game}", handle: about(game, (*Server).game), fresh: minute, tag: "games",
			words:  "A game with its rules, rulings, options and statistics.",
			errors: []wire.Code{wire.NotFound}, keep: &keep{}},
		{pattern: "GET /api/games/{game}/board.svg", handle: about(game, (*Server).gamePicture), tag: "games",
			words: "The starting position as a picture.",
			media: "image/svg+xml", errors: []wire.Code{wire.NotFound}, keep: &keep{}},
		{pattern: "POST /api/games/{game}/setup", handle: aboutTakes(game, (*Server).setup), limit: byTurn, tag: "games",
			words:  "Which chairs a table with these settings would have, or what is wrong with them. It does not make the table.",
			errors: []wire.Code{wire.BadRequest, wire.NotFound, wire.TooLarge}},
		{pattern: "GET /api/games/{game}/examples", handle: about(game, (*Server).examples), fresh: minute, limit: byTurn, tag: "games",
			words:  "Examples of the rules, in the order of the book. Every rule is shown once at most.",
			errors: []wire.Code{wire.NotFound}},
		{pattern: "GET /api/games/{game}/examples/{clause}/board.svg", handle: about(game, (*Server).examplePicture), limit: byTurn, tag: "games",
			words: "The example of a clause or ruling as a picture.",
			media: "image/svg+xml", errors: []wire.Code{wire.NotFound}},
		{pattern: "GET /api/games/{game}/lesson", handle: about(taught, (*Server).lesson), fresh: tagged, limit: byTurn, tag: "games",
			words:  "The lesson of a game: positions, what to do in them, and what to say.",
			errors: []wire.Code{wire.NotFound}, keep: &keep{needs: hasLesson}},
		{pattern: "GET /api/games/{game}/position", handle: about(givenPosition, (*Server).position), fresh: tagged, limit: byTurn, tag: "positions",
			words: "A position with its pieces and legal moves, for trying moves without a table.",
			query: []param{lineParam}, errors: []wire.Code{wire.BadRequest, wire.NotFound, wire.Refused}},
		{pattern: "GET /api/games/{game}/position/board", handle: about(givenPosition, (*Server).positionBoard), limit: byTurn, tag: "positions",
			words: "The board of a position without pieces, where pieces go and how they look.",
			query: []param{lineParam, quarterParam, flipParam}, errors: []wire.Code{wire.BadRequest, wire.NotFound, wire.Refused}},
		{pattern: "GET /api/games/{game}/position/piece", handle: about(givenPosition, (*Server).piece), limit: byTurn, tag: "positions",
			words: "The drawing of one piece on the board of a position.",
			query: append([]param{lineParam}, pieceParams...), errors: []wire.Code{wire.BadRequest, wire.NotFound, wire.Refused}},
		{pattern: "GET /api/games/{game}/position/steps", handle: about(givenPosition, (*Server).steps), limit: byTurn, tag: "positions",
			words: "What may follow the steps taken so far in a turn, if a position has moves but no steps.",
			query: []param{lineParam, takenParam}, errors: []wire.Code{wire.BadRequest, wire.NotFound, wire.Refused}},
		{pattern: "GET /api/games/{game}/position/why", handle: about(givenPosition, (*Server).why), limit: byTurn, tag: "positions",
			words: "Whether a move is legal in a position, and why not. It takes the same parameters as why at a table.",
			query: append([]param{lineParam}, whyParams...), errors: []wire.Code{wire.BadRequest, wire.NotFound, wire.Refused}},
		{pattern: "GET /api/games/{game}/position/play", handle: about(givenPosition, (*Server).play), limit: byTurn, tag: "positions",
			words: "What a move or a throw does in a position, and the position after it, or why it is refused.",
			query: []param{lineParam, {"move", "the move in any spelling, or the throw if one is due; left out to throw by chance"}}, errors: []wire.Code{wire.BadRequest, wire.NotFound, wire.Refused}},
		{pattern: "GET /api/games/{game}/position/board.svg", handle: about(givenPosition, (*Server).positionPicture), limit: byTurn, tag: "positions",
			words: "A position as a picture.",
			query: []param{lineParam, quarterParam, flipParam}, media: "image/svg+xml", errors: []wire.Code{wire.BadRequest, wire.NotFound, wire.Refused}},
		{pattern: "GET /api/games/{game}/position/edit", handle: about(givenPosition, (*Server).takenApart), limit: byTurn, tag: "positions",
			words: "A position taken apart: its pieces, and its other values as fields.",
			query: []param{lineParam}, errors: []wire.Code{wire.BadRequest, wire.NotFound, wire.Refused}},
		{pattern: "POST /api/games/{game}/edit", handle: aboutTakes(game, (*Server).edit), limit: byTurn, tag: "positions",
			words:  "The position that a person has put together from pieces and fields, or every fault of it.",
			errors: []wire.Code{wire.BadRequest, wire.NotFound, wire.TooLarge, wire.Refused}},
		{pattern: "GET /api/games/{game}/position/look", handle: writes((*Server).look), limit: byTurn, tag: "positions",
			words: "What the moves of a position are worth, deeper and deeper while the answer is read, as Server-Sent Events: waiting, look (a Look) and done. Closing the connection ends it.",
			query: []param{lineParam}, events: []any{study.Look{}}, media: "text/event-stream", errors: []wire.Code{wire.BadRequest, wire.Forbidden, wire.NotFound, wire.Refused}},
		{pattern: "GET /api/games/{game}/position/rollout", handle: writes((*Server).rollout), limit: byTurn, tag: "positions",
			words: "Play a position out many times while the answer is read, as Server-Sent Events: waiting and rollout (a Rollout). Closing the connection ends it.",
			query: []param{lineParam, {"move", "a move to make first"}}, events: []any{study.Rollout{}}, media: "text/event-stream", errors: []wire.Code{wire.BadRequest, wire.Forbidden, wire.NotFound, wire.Refused}},
		{pattern: "GET /api/study", handle: asks((*Server).readable), fresh: tagged, tag: "study",
			words: "What people may bring to study: notations of positions and formats of files."},
		{pattern: "POST /api/study", handle: brings((*Server).study), tag: "study",
			words: "What a text is: a position of any program that the games know, or a file of games. The body is the text.",
			query: []param{nameParam}, errors: []wire.Code{wire.BadRequest, wire.TooLarge, wire.Refused}},
		{pattern: "POST /api/study/game", handle: brings((*Server).studyGame), tag: "study",
			words: "A game of a file, move by move. The body is the file.",
			query: []param{nameParam, {"number", "of the game in the file; 1 if it is missing"}}, errors: []wire.Code{wire.BadRequest, wire.NotFound, wire.TooLarge, wire.Refused}},
		{pattern: "POST /api/study/analysis", handle: brings((*Server).studyAnalysis), tag: "study",
			words:  "What every move of a game was worth, as the command parlour analyse says. The body is the game as Parlour writes it. Until the analysis is ready the answer is its progress, as at a table.",
			errors: []wire.Code{wire.TooLarge, wire.Refused}},
		{pattern: "POST /api/study/save", handle: takes((*Server).studySave), limit: byTurn, tag: "study",
			words: "A game as a file.",
			media: "text/plain", errors: []wire.Code{wire.BadRequest, wire.NotFound, wire.TooLarge, wire.Refused}},
		{pattern: "GET /api/games/{game}/figures/{figure}/board.svg", handle: about(game, (*Server).figure), limit: byTurn, tag: "games",
			words: "A picture of the rulebook, named by a card of its summary (summary-goal) or by the first clause beside it.",
			media: "image/svg+xml", errors: []wire.Code{wire.NotFound}},
		{pattern: "GET /api/games/{game}/findings", handle: about(game, (*Server).findings), fresh: minute, limit: byTurn, tag: "laboratory",
			words: "What the laboratory found about a game: who wins, how long it lasts and what each option changes, with drawings.",
			query: []param{plotParam}, errors: []wire.Code{wire.BadRequest, wire.NotFound}, keep: &keep{needs: hasFindings, queries: []string{"?width=340", "?width=640"}}},
		{pattern: "GET /api/lab", handle: writes((*Server).experiments), limit: byTurn, tag: "laboratory",
			words: "Play an experiment while the answer is read, as Server-Sent Events: waiting, progress and done. Closing the connection ends it.",
			query: []param{{"game", "id of the game"}, {"players", "how many play"}, {"mode", "mode of the game"}, {"seats", "who owns the colours"}, {"colours", "letters of the colours that play"}, {"first", "letter of the seat that begins"}, {"preset", "named bundle of options"}, {"o.KEY", "value of the option KEY; for any number of options"}, {"bots", "bots by seat, or one for all seats"}, {"opening", "random moves before the bots begin"}, {"games", "how many"}, {"seed", "of the experiment (default: a random one)"}, plotParam}, events: []any{study.LabNews{}}, media: "text/event-stream", errors: []wire.Code{wire.BadRequest, wire.Forbidden, wire.NotFound, wire.Refused}},
		{pattern: "GET /api/puzzles", handle: asks((*Server).puzzles), fresh: tagged, tag: "puzzles",
			words: "The games that have puzzles, and the puzzle of the day."},
		{pattern: "GET /api/puzzles/{game}", handle: about(puzzlesOf, (*Server).puzzleSet), fresh: tagged, tag: "puzzles",
			words:  "The puzzles of a game: how hard each is and what it is about.",
			errors: []wire.Code{wire.NotFound}},
		{pattern: "GET /api/puzzles/{game}/{number}", handle: about(puzzleOf, (*Server).puzzle), fresh: tagged, tag: "puzzles",
			words:  "A puzzle with its solution: what each move is worth and how the game may go on.",
			errors: []wire.Code{wire.NotFound}},
		{pattern: "POST /api/tables", handle: takes((*Server).create), limit: byTurn, most: maxRecord, tag: "tables",
			words:  "Make a table and sit down.",
			status: http.StatusCreated, errors: []wire.Code{wire.BadRequest, wire.Forbidden, wire.TooLarge, wire.Refused}},
		{pattern: "GET /api/tables", handle: asks((*Server).tables), tag: "tables",
			words: "Listed tables, last changed first, 100 on a page. The header Link with rel=next has the address of the next page.",
			query: []param{{"status", "waiting, playing or over"}, {"after", "where the page begins; take it from that address"}}, errors: []wire.Code{wire.BadRequest}},
		{pattern: "GET /api/tables/{table}", handle: about((*Server).open, (*Server).table), tag: "tables",
			words:  "A table as the holder of the token sees it.",
			errors: []wire.Code{wire.NotFound, wire.Newer}},
		{pattern: "DELETE /api/tables/{table}", handle: about((*Server).hosted, (*Server).remove), tag: "tables",
			words:  "Delete a table for ever. Only its host may.",
			errors: []wire.Code{wire.Forbidden, wire.NotFound}},
		{pattern: "GET /api/tables/{table}/board", handle: about((*Server).open, (*Server).board), tag: "drawing",
			words: "The board without pieces, where pieces go and how they look.",
			query: []param{quarterParam, flipParam}, errors: []wire.Code{wire.BadRequest, wire.NotFound}},
		{pattern: "GET /api/tables/{table}/piece", handle: about((*Server).presentPosition, (*Server).piece), tag: "drawing",
			words: "The drawing of one piece.",
			query: pieceParams, errors: []wire.Code{wire.BadRequest, wire.NotFound}},
		{pattern: "GET /api/tables/{table}/board.svg", handle: about((*Server).open, (*Server).picture), tag: "drawing",
			words: "A position as a picture.",
			query: []param{seqParam, quarterParam, flipParam, bareParam}, media: "image/svg+xml", errors: []wire.Code{wire.BadRequest, wire.NotFound}},
		{pattern: "POST /api/tables/{table}/actions", handle: takes((*Server).act), tag: "play",
			words: "Do something at a table. It is durable when it is answered.",
			query: []param{{"view", "1 puts the view into the answer"}}, errors: []wire.Code{wire.BadRequest, wire.Forbidden, wire.NotFound, wire.Late, wire.TooLarge, wire.Refused}},
		{pattern: "GET /api/tables/{table}/events", handle: about((*Server).open, (*Server).events), tag: "play",
			words: "The log of a table in words.",
			query: []param{sinceParam}, errors: []wire.Code{wire.BadRequest, wire.NotFound}},
		{pattern: "GET /api/tables/{table}/earlier", handle: about((*Server).open, (*Server).earlier), fresh: tagged, tag: "play",
			words: "What an event of the kind earlier tells, for a replay: throws and moves as if they had been made at the table.",
			query: []param{{"seq", "number of the event"}}, errors: []wire.Code{wire.BadRequest, wire.NotFound}},
		{pattern: "GET /api/tables/{table}/events.ndjson", handle: writes((*Server).lines), tag: "play",
			words: "The log of a table, an event a line, kept open.",
			query: []param{sinceParam, {"view", "1 adds a line {\"view\": ...} after each group of events"}}, events: []any{wire.Event{}, wire.View{}}, media: "application/x-ndjson", errors: []wire.Code{wire.BadRequest, wire.NotFound}},
		{pattern: "GET /api/tables/{table}/why", handle: about((*Server).presentPosition, (*Server).why), tag: "play",
			words: "Whether a move is legal now, and why not: a move that is written, or what somebody means who points at the board.",
			query: whyParams, errors: []wire.Code{wire.BadRequest, wire.NotFound}},
		{pattern: "GET /api/tables/{table}/steps", handle: about((*Server).presentPosition, (*Server).steps), tag: "play",
			words: "What may follow the steps taken so far in a turn, if a turn has too many steps for the view.",
			query: []param{takenParam}, errors: []wire.Code{wire.BadRequest, wire.NotFound, wire.Refused}},
		{pattern: "GET /api/tables/{table}/threats", handle: about((*Server).presentPosition, (*Server).threats), limit: byTurn, tag: "play",
			words: "What others could take of the pieces of some seats if it were their turn, with the number of throws that allow it.",
			query: []param{{"seat", "letter of a seat; may be repeated"}}, errors: []wire.Code{wire.BadRequest, wire.NotFound}},
		{pattern: "GET /api/tables/{table}/moves", handle: about((*Server).presentPosition, (*Server).moves), tag: "play",
			words:  "The legal moves in words and piece by piece, 500 at most.",
			errors: []wire.Code{wire.NotFound}},
		{pattern: "POST /api/tables/{table}/rematch", handle: aboutTakes((*Server).open, (*Server).rematch), tag: "play",
			words:  "Play again, with everybody one chair further on. Repeating the request returns the same table.",
			errors: []wire.Code{wire.BadRequest, wire.Forbidden, wire.NotFound, wire.Refused}},
		{pattern: "GET /api/tables/{table}/analysis", handle: about((*Server).open, (*Server).analysis), tag: "records",
			words:  "What every move of a finished game was worth and how lucky its throws were, as the command parlour analyse says. Until the analysis is ready the answer is its progress: ask again at least every 15 seconds, or it is cancelled.",
			errors: []wire.Code{wire.NotFound, wire.Refused}},
		{pattern: "GET /api/tables/{table}/hint", handle: about(advised(table.Hints), (*Server).hint), tag: "play",
			words:  "The best move, for the player in turn at a table that allows hints.",
			errors: []wire.Code{wire.Forbidden, wire.NotFound, wire.Refused}},
		{pattern: "GET /api/tables/{table}/opinion", handle: about(advised(table.Tutor), (*Server).opinion), tag: "play",
			words: "What a move would give away, for the player in turn at a table with a tutor.",
			query: []param{{"move", "the move in any spelling"}}, errors: []wire.Code{wire.Forbidden, wire.NotFound, wire.Refused}},
		{pattern: "GET /api/tables/{table}/qr.svg", handle: about((*Server).open, (*Server).qrCode), tag: "tables",
			words: "The join link as a QR code; refused if the server does not know its own address.",
			media: "image/svg+xml", errors: []wire.Code{wire.NotFound, wire.Refused}},
		{pattern: "POST /api/tables/{table}/qr", handle: aboutTakes((*Server).open, (*Server).qrClaim), tag: "tables",
			words: "The link that takes your chairs to another device, with the secret of the action carry, as a QR code.",
			media: "image/svg+xml", errors: []wire.Code{wire.BadRequest, wire.NotFound, wire.TooLarge, wire.Refused}},
		{pattern: "GET /api/stream", handle: writes((*Server).stream), tag: "play",
			words: "What happens at several tables, as Server-Sent Events: table, presence and gone. Last-Event-ID resumes.",
			query: []param{{"t", "TABLE:SEQ, a table and the last event known; may be repeated"}, {"name", "what others call you while you watch"}}, events: []any{wire.Event{}, wire.View{}, live.PresenceNews{}}, media: "text/event-stream", errors: []wire.Code{wire.BadRequest, wire.NotFound}},
		{pattern: "GET /healthz", handle: asks((*Server).health), limit: free, tag: "operation",
			words: "Whether the node can serve people: 200, or 503 with the same body."},
		{pattern: "GET /metrics", handle: writes((*Server).publicMetrics), tag: "operation",
			words: "Numbers for Prometheus; not found unless the host made them public.",
			media: "text/plain", errors: []wire.Code{wire.NotFound}},
		{pattern: "POST /api/verify", handle: takes((*Server).verify), most: maxProof, only: func(s *Server) bool { return s.Alone }},
		{pattern: apiPath, handle: writes(func(*Server, *request) error { return fail(wire.NotFound, "There is no such address.") })},
	}
}

// recordRoutes are those of the record of a table, in every format of the catalogue.
func recordRoutes() (list []route) {
	for _, f := range cabinet.Formats() {
		r := route{pattern: "GET /api/tables/{table}/record", tag: "records", words: "The record of the game.", errors: []wire.Code{wire.NotFound},
			handle: about((*Server).open, recordIn(f))}
		if r.media, _, _ = strings.Cut(f.Type, ";"); f != cabinet.Own {
			r.pattern += "." + f.Name
			r.words = "The record as " + f.Title + "; for " + f.Holds() + "."
			r.errors = append(r.errors, wire.Refused)
		}
		list = append(list, r)
	}
	return list
}

func hasLesson(e *cabinet.Entry) bool { return e.Lesson != nil }

func hasFindings(e *cabinet.Entry) bool { return lab.Findings()[e.Info.ID] != nil }
