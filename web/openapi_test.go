package web

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"parlour"
	"parlour/cabinet"
	"parlour/hall"
	"parlour/table"
	"parlour/web/live"
	"parlour/web/notice/push"
	"parlour/web/study"
)

var update = flag.Bool("update", false, "write docs/openapi.yaml anew")

const openapiFile = "../docs/openapi.yaml"

// An operation describes a route for docs/openapi.yaml. Everything else in the
// file is found in the code.
type operation struct {
	pattern string
	summary string
	query   []param
	body    any // nil for none
	answer  any // a value of the type, or kind for another media type
	status  int
	media   string // of an answer that is not JSON
	errors  []Code
	tag     string
}

type param struct{ name, about string }

var (
	seqParam     = param{"seq", "an event; the position after it (default: now)"}
	lineParam    = param{"line", "the position line"}
	quarterParam = param{"quarter", "quarter turns clockwise, 0 to 3"}
	flipParam    = param{"flip", "1 turns the board by half"}
	wideParam    = param{"w", "width in pixels, 64 to 2000 (default: 1200)"}
	highParam    = param{"h", "height in pixels, 64 to 2000 (default: 630)"}
	plotParam    = param{"width", "width of the drawings in pixels (default: 640)"}
	sinceParam   = param{"since", "only events after this one; a number beyond the last: only future events"}
)

var operations = slices.Concat(recordOperations(), []operation{
	{"POST /api/token", "Get a token: as a cookie, or as a bearer token for programs.", nil, bearerAsk{}, bearerAnswer{}, 200, "", []Code{BadRequest}, "identity"},
	{"GET /api/games", "The games.", nil, nil, []game{}, 200, "", nil, "games"},
	{"GET /api/games/{game}", "A game with its rules, rulings, options and statistics.", nil, nil, book{}, 200, "", []Code{NotFound}, "games"},
	{"GET /api/games/{game}/board.svg", "The starting position as a picture.", nil, nil, nil, 200, "image/svg+xml", []Code{NotFound}, "games"},
	{"POST /api/games/{game}/setup", "Which chairs a table with these settings would have, or what is wrong with them. It does not make the table.", nil, parlour.Setup{}, setupAnswer{}, 200, "", []Code{BadRequest, NotFound, TooLarge}, "games"},
	{"GET /api/card.png", "All games as one PNG picture, for previews.", []param{wideParam, highParam}, nil, nil, 200, "image/png", []Code{BadRequest}, "games"},
	{"GET /api/games/{game}/board.png", "The starting position as a PNG picture, for previews.", []param{wideParam, highParam}, nil, nil, 200, "image/png", []Code{BadRequest, NotFound}, "games"},
	{"GET /api/games/{game}/examples", "Examples of the rules, in the order of the book. Every rule is shown once at most.", nil, nil, []example{}, 200, "", []Code{NotFound}, "games"},
	{"GET /api/games/{game}/examples/{clause}/board.svg", "The example of a clause or ruling as a picture.", nil, nil, nil, 200, "image/svg+xml", []Code{NotFound}, "games"},
	{"GET /api/games/{game}/lesson", "The lesson of a game: positions, what to do in them, and what to say.", nil, nil, course{}, 200, "", []Code{NotFound}, "games"},
	{"GET /api/games/{game}/position", "A position with its pieces and legal moves, for trying moves without a table.", []param{lineParam}, nil, live.Position{}, 200, "", []Code{BadRequest, NotFound, Refused}, "positions"},
	{"GET /api/games/{game}/position/board", "The board of a position without pieces, where pieces go and how they look.", []param{lineParam, quarterParam, flipParam}, nil, boardData{}, 200, "", []Code{BadRequest, NotFound, Refused}, "positions"},
	{"GET /api/games/{game}/position/piece", "The drawing of one piece on the board of a position.", []param{lineParam, {"colour", "letter of the colour"}, {"kind", "as in pieces"}, {"face", "as in pieces"}, quarterParam, flipParam}, nil, pieceAnswer{}, 200, "", []Code{BadRequest, NotFound, Refused}, "positions"},
	{"GET /api/games/{game}/position/steps", "What may follow the steps taken so far in a turn, if a position has moves but no steps.", []param{lineParam, {"taken", "text of a step taken; may be repeated, in order"}}, nil, stepList{}, 200, "", []Code{BadRequest, NotFound, Refused}, "positions"},
	{"GET /api/games/{game}/position/why", "Whether a move is legal in a position, and why not. It takes the same parameters as why at a table.", []param{lineParam, {"move", "the move in any spelling"}, {"from", "instead of move: the place of the piece"}, {"to", "where it is to go; left out to ask why it cannot move at all"}, {"taken", "text of a step of the turn taken before; may be repeated, in order"}}, nil, verdict{}, 200, "", []Code{BadRequest, NotFound, Refused}, "positions"},
	{"GET /api/games/{game}/position/play", "What a move or a throw does in a position, and the position after it, or why it is refused.", []param{lineParam, {"move", "the move in any spelling, or the throw if one is due; left out to throw by chance"}}, nil, trial{}, 200, "", []Code{BadRequest, NotFound, Refused}, "positions"},
	{"GET /api/games/{game}/position/board.svg", "A position as a picture.", []param{lineParam, quarterParam, flipParam}, nil, nil, 200, "image/svg+xml", []Code{BadRequest, NotFound, Refused}, "positions"},
	{"GET /api/games/{game}/position/edit", "A position taken apart: its pieces, and its other values as fields.", []param{lineParam}, nil, edited{}, 200, "", []Code{BadRequest, NotFound, Refused}, "positions"},
	{"POST /api/games/{game}/edit", "The position that a person has put together from pieces and fields, or every fault of it.", nil, edit{}, edited{}, 200, "", []Code{BadRequest, NotFound, TooLarge, Refused}, "positions"},
	{"GET /api/games/{game}/position/look", "What the moves of a position are worth, deeper and deeper while the answer is read, as Server-Sent Events: waiting, look (a Look) and done. Closing the connection ends it.", []param{lineParam}, nil, study.Look{}, 200, "text/event-stream", []Code{BadRequest, Forbidden, NotFound, Refused}, "positions"},
	{"GET /api/games/{game}/position/rollout", "Play a position out many times while the answer is read, as Server-Sent Events: waiting and rollout (a Rollout). Closing the connection ends it.", []param{lineParam, {"move", "a move to make first"}}, nil, study.Rollout{}, 200, "text/event-stream", []Code{BadRequest, Forbidden, NotFound, Refused}, "positions"},
	{"GET /api/study", "What people may bring to study: notations of positions and formats of files.", nil, nil, readableThings{}, 200, "", nil, "study"},
	{"POST /api/study", "What a text is: a position of any program that the games know, or a file of games. The body is the text.", []param{{"name", "of the file, if it has one"}}, nil, brought{}, 200, "", []Code{BadRequest, TooLarge, Refused}, "study"},
	{"POST /api/study/game", "A game of a file, move by move. The body is the file.", []param{{"name", "of the file, if it has one"}, {"number", "of the game in the file; 1 if it is missing"}}, nil, toldGame{}, 200, "", []Code{BadRequest, NotFound, TooLarge, Refused}, "study"},
	{"POST /api/study/analysis", "What every move of a game was worth, as the command parlour analyse says. The body is the game as Parlour writes it. Until the analysis is ready the answer is its progress, as at a table.", nil, nil, study.Analysis{}, 200, "", []Code{TooLarge, Refused}, "study"},
	{"POST /api/study/save", "A game as a file.", nil, saving{}, nil, 200, "text/plain", []Code{BadRequest, NotFound, TooLarge, Refused}, "study"},
	{"GET /api/games/{game}/figures/{figure}/board.svg", "A picture of the rulebook, named by a card of its summary (summary-goal) or by the first clause beside it.", nil, nil, nil, 200, "image/svg+xml", []Code{NotFound}, "games"},
	{"GET /api/games/{game}/findings", "What the laboratory found about a game: who wins, how long it lasts and what each option changes, with drawings.", []param{plotParam}, nil, study.Findings{}, 200, "", []Code{BadRequest, NotFound}, "laboratory"},
	{"GET /api/lab", "Play an experiment while the answer is read, as Server-Sent Events: waiting, progress and done. Closing the connection ends it.", []param{{"game", "id of the game"}, {"players", "how many play"}, {"mode", "mode of the game"}, {"seats", "who owns the colours"}, {"colours", "letters of the colours that play"}, {"first", "letter of the seat that begins"}, {"preset", "named bundle of options"}, {"o.KEY", "value of the option KEY; for any number of options"}, {"bots", "bots by seat, or one for all seats"}, {"opening", "random moves before the bots begin"}, {"games", "how many"}, {"seed", "of the experiment (default: a random one)"}, plotParam}, nil, nil, 200, "text/event-stream", []Code{BadRequest, Forbidden, NotFound, Refused}, "laboratory"},
	{"GET /api/puzzles", "The games that have puzzles, and the puzzle of the day.", nil, nil, puzzleShelf{}, 200, "", nil, "puzzles"},
	{"GET /api/puzzles/{game}", "The puzzles of a game: how hard each is and what it is about.", nil, nil, puzzleSet{}, 200, "", []Code{NotFound}, "puzzles"},
	{"GET /api/puzzles/{game}/{number}", "A puzzle with its solution: what each move is worth and how the game may go on.", nil, nil, puzzleSheet{}, 200, "", []Code{NotFound}, "puzzles"},
	{"POST /api/tables", "Make a table and sit down.", nil, creation{}, created{}, 201, "", []Code{BadRequest, Forbidden, TooLarge, Refused}, "tables"},
	{"GET /api/tables", "Listed tables, last changed first, 100 on a page. The header Link with rel=next has the address of the next page.", []param{{"status", "waiting, playing or over"}, {"after", "where the page begins; take it from that address"}}, nil, []hall.Summary{}, 200, "", []Code{BadRequest}, "tables"},
	{"GET /api/tables/{table}", "A table as the holder of the token sees it.", nil, nil, live.View{}, 200, "", []Code{NotFound, Newer}, "tables"},
	{"DELETE /api/tables/{table}", "Delete a table for ever. Only its host may.", nil, nil, nil, 204, "", []Code{Forbidden, NotFound}, "tables"},
	{"GET /api/tables/{table}/board", "The board without pieces, where pieces go and how they look.", []param{quarterParam, flipParam}, nil, boardData{}, 200, "", []Code{BadRequest, NotFound}, "drawing"},
	{"GET /api/tables/{table}/piece", "The drawing of one piece.", []param{{"colour", "letter of the colour"}, {"kind", "as in pieces"}, {"face", "as in pieces"}, quarterParam, flipParam}, nil, pieceAnswer{}, 200, "", []Code{BadRequest, NotFound}, "drawing"},
	{"GET /api/tables/{table}/board.svg", "A position as a picture.", []param{seqParam, quarterParam, flipParam}, nil, nil, 200, "image/svg+xml", []Code{BadRequest, NotFound}, "drawing"},
	{"GET /api/tables/{table}/board.png", "A position as a PNG picture, for previews.", []param{seqParam, wideParam, highParam, quarterParam, flipParam}, nil, nil, 200, "image/png", []Code{BadRequest, NotFound}, "drawing"},
	{"POST /api/tables/{table}/actions", "Do something at a table. It is durable when it is answered.", []param{{"view", "1 puts the view into the answer"}}, table.Action{}, acted{}, 200, "", []Code{BadRequest, Forbidden, NotFound, Late, TooLarge, Refused}, "play"},
	{"GET /api/tables/{table}/events", "The log of a table in words.", []param{sinceParam}, nil, eventList{}, 200, "", []Code{BadRequest, NotFound}, "play"},
	{"GET /api/tables/{table}/earlier", "What an event of the kind earlier tells, for a replay: throws and moves as if they had been made at the table.", []param{{"seq", "number of the event"}}, nil, earlierPart{}, 200, "", []Code{BadRequest, NotFound}, "play"},
	{"GET /api/tables/{table}/events.ndjson", "The log of a table, an event a line, kept open.", []param{sinceParam, {"view", "1 adds a line {\"view\": ...} after each group of events"}}, nil, nil, 200, "application/x-ndjson", []Code{BadRequest, NotFound}, "play"},
	{"GET /api/tables/{table}/why", "Whether a move is legal now, and why not: a move that is written, or what somebody means who points at the board.", []param{{"move", "the move in any spelling"}, {"from", "instead of move: the place of the piece"}, {"to", "where it is to go; left out to ask why it cannot move at all"}, {"taken", "text of a step of the turn taken before; may be repeated, in order"}}, nil, verdict{}, 200, "", []Code{BadRequest, NotFound}, "play"},
	{"GET /api/tables/{table}/steps", "What may follow the steps taken so far in a turn, if a turn has too many steps for the view.", []param{{"taken", "text of a step taken; may be repeated, in order"}}, nil, stepList{}, 200, "", []Code{BadRequest, NotFound, Refused}, "play"},
	{"GET /api/tables/{table}/moves", "The legal moves in words and piece by piece, 500 at most.", nil, nil, moveList{}, 200, "", []Code{NotFound}, "play"},
	{"POST /api/tables/{table}/rematch", "Play again, with everybody one chair further on. Repeating the request returns the same table.", nil, again{}, created{}, 200, "", []Code{BadRequest, Forbidden, NotFound, Refused}, "play"},
	{"GET /api/tables/{table}/analysis", "What every move of a finished game was worth and how lucky its throws were, as the command parlour analyse says. Until the analysis is ready the answer is its progress: ask again at least every 15 seconds, or it is given up.", nil, nil, study.Analysis{}, 200, "", []Code{NotFound, Refused}, "records"},
	{"GET /api/tables/{table}/hint", "The best move, for the player in turn at a table that allows hints.", nil, nil, study.Hint{}, 200, "", []Code{Forbidden, NotFound, Refused}, "play"},
	{"GET /api/tables/{table}/opinion", "What a move would give away, for the player in turn at a table with a tutor.", []param{{"move", "the move in any spelling"}}, nil, study.Opinion{}, 200, "", []Code{Forbidden, NotFound, Refused}, "play"},
	{"GET /api/tables/{table}/qr.svg", "The join link as a QR code; refused if the server does not know its own address.", nil, nil, nil, 200, "image/svg+xml", []Code{NotFound, Refused}, "tables"},
	{"POST /api/tables/{table}/qr", "The link that takes your chairs to another device, with the secret of the action carry, as a QR code.", nil, claimCode{}, nil, 200, "image/svg+xml", []Code{BadRequest, NotFound, TooLarge, Refused}, "tables"},
	{"GET /api/stream", "What happens at several tables, as Server-Sent Events: table, presence and gone. Last-Event-ID resumes.", []param{{"t", "TABLE:SEQ, a table and the last event known; may be repeated"}, {"name", "what others call you while you watch"}}, nil, nil, 200, "text/event-stream", []Code{BadRequest, NotFound}, "play"},
	{"POST /api/tables/{table}/hooks", "Call an address when a turn begins and when the game ends. Only for the host.", nil, hookAsked{}, hookMade{}, 201, "", []Code{BadRequest, Forbidden, NotFound, TooLarge, Refused}, "notices"},
	{"GET /api/tables/{table}/hooks", "The hooks of a table. Only for the host.", nil, nil, hookList{}, 200, "", []Code{Forbidden, NotFound}, "notices"},
	{"DELETE /api/tables/{table}/hooks/{hook}", "Remove a hook. Only for the host.", nil, nil, nil, 204, "", []Code{Forbidden, NotFound}, "notices"},
	{"GET /api/push/key", "The key for subscribing to notices by Web Push; not found if the server sends none.", nil, nil, pushAnswer{}, 200, "", []Code{NotFound}, "notices"},
	{"POST /api/tables/{table}/push", "Tell this browser by Web Push when it is its person's turn and no device of the person watches the table. Only for people with a chair.", nil, push.Subscription{}, nil, 204, "", []Code{BadRequest, Forbidden, NotFound, TooLarge, Refused}, "notices"},
	{"DELETE /api/tables/{table}/push", "End the notices to this browser.", nil, pushLeaving{}, nil, 204, "", []Code{BadRequest, Forbidden, NotFound, TooLarge}, "notices"},
	{"POST /api/tables/{table}/feed", "Put the table into the feed of the token. Only for people with a chair. Anyone who has the address of the feed can read it, and do nothing else.", nil, nil, feedAnswer{}, 200, "", []Code{Forbidden, NotFound, Refused}, "notices"},
	{"DELETE /api/tables/{table}/feed", "Take the table out of the feed.", nil, nil, nil, 204, "", []Code{Forbidden, NotFound}, "notices"},
	{"GET /feed/{feed}", "The tables where it is your turn, as an Atom feed. The name is the secret with .atom at the end.", nil, nil, nil, 200, "application/atom+xml", []Code{NotFound}, "notices"},
	{"GET /api/openapi.yaml", "This description.", nil, nil, nil, 200, "application/yaml", nil, "operation"},
	{"GET /healthz", "Whether the node can serve people: 200, or 503 with the same body.", nil, nil, healthAnswer{}, 200, "", nil, "operation"},
	{"GET /metrics", "Numbers for Prometheus; not found unless the host made them public.", nil, nil, nil, 200, "text/plain", []Code{NotFound}, "operation"},
})

// recordOperations describe the record of a table in every format.
func recordOperations() (list []operation) {
	for _, f := range cabinet.Formats() {
		o := operation{recordRoute(f), "The record of the game with the proofs of its dice.", nil, nil, nil, 200, "", []Code{NotFound}, "records"}
		if o.media, _, _ = strings.Cut(f.Type, ";"); f != cabinet.Own {
			o.summary = "The record as " + f.Title + "; for " + f.Holds() + "."
			o.errors = append(o.errors, Refused)
		}
		list = append(list, o)
	}
	return list
}

// The bodies that the code builds as maps.
type (
	bearerAsk struct {
		Bearer bool `json:"bearer"` // true for a bearer token in the answer instead of a cookie
	}
	bearerAnswer struct {
		Token string `json:"token"` // only if asked for
	}
	pieceAnswer struct {
		Name string `json:"name"`
		SVG  string `json:"svg"` // 1 across, around the origin
	}
)

// apart are the routes of the page, which are not part of the API.
var apart = []string{"/", "GET /{$}", "GET /new", "GET /lab", "GET /study", "GET /g/{game}", "GET /print/{game}", "GET /print/{game}/{paper}", "GET /book/{game}", "GET /book/{game}/{key}", "GET /book/{game}/{key}/board.svg", "GET /rules/{game}", "GET /rules/{game}/{clause}", "GET /learn/{game}", "GET /puzzles", "GET /puzzles/{game}", "GET /puzzles/{game}/{number}", "GET /t/{table}", "GET /t/{table}/watch", "GET /t/{table}/tv", "GET /t/{table}/embed", "GET /t/{table}/replay", "GET /sw.js", "GET /manifest.webmanifest", "GET /assets/", "GET /assets/{hash}/local/", "GET /continue", "GET /device/{$}", "/api/"}

// TestOpenAPI checks that docs/openapi.yaml describes every route and every field
// of every body, with the comments of the code. Write the file again with
// go test ./web -run OpenAPI -update.
func TestOpenAPI(t *testing.T) {
	s := open(t, nil)
	var described []string
	for _, o := range operations {
		described = append(described, o.pattern)
	}
	for _, r := range s.s.routes {
		if !slices.Contains(described, r) && !slices.Contains(apart, r) {
			t.Errorf("the route %s is not described", r)
		}
	}
	for _, d := range append(described, apart...) {
		if !slices.Contains(s.s.routes, d) {
			t.Errorf("%s is described but there is no such route", d)
		}
	}
	got := describe(t)
	if *update {
		if err := os.WriteFile(openapiFile, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(openapiFile)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != got {
		t.Errorf("%s is not what the code does; write it anew with -update", openapiFile)
	}
}

// published returns the path of a route with the version of the API.
func published(path string) string {
	if rest, ok := strings.CutPrefix(path, apiPath); ok {
		return v1Path + rest
	}
	return path
}

// A describer writes the description.
type describer struct {
	b        strings.Builder
	comments map[string]string // of fields, by PACKAGE.TYPE.FIELD
	schemas  map[string]reflect.Type
}

func (d *describer) line(indent int, format string, args ...any) {
	d.b.WriteString(strings.Repeat("  ", indent) + fmt.Sprintf(format, args...) + "\n")
}

// text quotes a text for YAML.
func text(s string) string {
	out, _ := json.Marshal(s)
	return string(out)
}

func describe(t *testing.T) string {
	d := &describer{comments: fieldComments(t), schemas: map[string]reflect.Type{}}
	d.line(0, "# Written by go test ./web -run OpenAPI -update; do not change it by hand.")
	d.line(0, "openapi: 3.1.0")
	d.line(0, "info:")
	d.line(1, "title: Parlour")
	d.line(1, "version: \"1\"")
	d.line(1, "summary: Historic parlour games by their own rulebooks.")
	d.line(1, "description: docs/API.md explains how to use it. Paths under /api/v1/ also work without the version, under /api/.")
	d.line(1, "license: {name: MIT, identifier: MIT}")
	d.line(0, "servers:")
	d.line(1, "- url: http://127.0.0.1:8080")
	d.line(0, "security:")
	d.line(1, "- {}")
	d.line(1, "- bearer: []")
	d.line(1, "- cookie: []")
	d.line(0, "paths:")
	byPath := map[string][]operation{}
	var paths []string
	for _, o := range operations {
		_, path, _ := strings.Cut(o.pattern, " ")
		if byPath[path] == nil {
			paths = append(paths, path)
		}
		byPath[path] = append(byPath[path], o)
	}
	for _, path := range paths {
		d.line(1, "%s:", published(path))
		for _, o := range byPath[path] {
			d.operation(o)
		}
	}
	d.components()
	return d.b.String()
}

func (d *describer) operation(o operation) {
	method, path, _ := strings.Cut(o.pattern, " ")
	d.line(2, "%s:", strings.ToLower(method))
	d.line(3, "summary: %s", text(o.summary))
	d.line(3, "operationId: %s", operationID(method, path))
	d.line(3, "tags: [%s]", o.tag)
	var params []string
	for part := range strings.SplitSeq(path, "/") {
		if strings.HasPrefix(part, "{") {
			name := strings.Trim(part, "{}")
			params = append(params, fmt.Sprintf("- {name: %s, in: path, required: true, schema: {type: string}}", name))
		}
	}
	for _, p := range o.query {
		params = append(params, fmt.Sprintf("- {name: %s, in: query, description: %s, schema: {type: string}}", p.name, text(p.about)))
	}
	if params != nil {
		d.line(3, "parameters:")
		for _, p := range params {
			d.line(4, "%s", p)
		}
	}
	if o.body != nil {
		d.line(3, "requestBody:")
		d.line(4, "required: %v", o.pattern != "POST /api/token")
		d.line(4, "content:")
		d.line(5, "application/json: {schema: %s}", d.schema(reflect.TypeOf(o.body)))
	}
	d.line(3, "responses:")
	d.line(4, "\"%d\":", o.status)
	d.line(5, "description: done")
	switch {
	case o.media != "":
		d.line(5, "content:")
		schema := "{schema: {type: string}}"
		if o.media == "image/png" { // bytes, of which a schema says nothing
			schema = "{}"
		}
		d.line(6, "%s: %s", o.media, schema)
	case o.answer != nil:
		d.line(5, "content:")
		d.line(6, "application/json: {schema: %s}", d.schema(reflect.TypeOf(o.answer)))
	}
	if o.pattern == "POST /api/token" {
		d.line(4, "\"204\": {description: the cookie is set}")
	}
	if _, ok := o.answer.(study.Analysis); ok {
		d.line(4, "\"202\":")
		d.line(5, "description: it is not ready; ask again")
		d.line(5, "content:")
		d.line(6, "application/json: {schema: %s}", d.schema(reflect.TypeFor[study.Progress]()))
	}
	codes := append(slices.Clone(o.errors), Limited, Busy, Internal)
	if slices.Contains(codes, Forbidden) {
		codes = append(codes, NoToken)
	}
	slices.SortFunc(codes, func(a, b Code) int { return cmp.Compare(statusOf[a], statusOf[b]) })
	for _, c := range codes {
		d.line(4, "\"%d\": {$ref: \"#/components/responses/%s\"}", statusOf[c], c)
	}
}

// operationID makes the name of an operation from its address.
func operationID(method, path string) string {
	words := []string{strings.ToLower(method)}
	for _, w := range strings.FieldsFunc(path, func(r rune) bool { return strings.ContainsRune("/{}.", r) }) {
		if w != "api" {
			words = append(words, strings.ToUpper(w[:1])+w[1:])
		}
	}
	return strings.Join(words, "")
}

func (d *describer) components() {
	d.schema(reflect.TypeFor[errorBody]())
	d.schema(reflect.TypeFor[live.Event]())
	d.schema(reflect.TypeFor[live.PresenceNews]())
	d.line(0, "components:")
	d.line(1, "securitySchemes:")
	d.line(2, "bearer: {type: http, scheme: bearer}")
	d.line(2, "cookie: {type: apiKey, in: cookie, name: %s}", cookieName)
	d.line(1, "responses:")
	for _, c := range slices.Sorted(maps.Keys(statusOf)) {
		d.line(2, "%s:", c)
		d.line(3, "description: %s", text(errorAbout[c]))
		if c == Limited || c == Busy {
			d.line(3, "headers:")
			d.line(4, "Retry-After: {schema: {type: integer}}")
		}
		d.line(3, "content:")
		d.line(4, "application/json: {schema: {$ref: \"#/components/schemas/errorBody\"}}")
	}
	d.line(1, "schemas:")
	done := map[string]bool{}
	for len(done) < len(d.schemas) {
		for _, name := range slices.Sorted(maps.Keys(d.schemas)) {
			if !done[name] {
				done[name] = true
				d.object(name, d.schemas[name])
			}
		}
	}
}

var errorAbout = map[Code]string{
	BadRequest: "The request cannot be read.", NoToken: "You sent no token.", Forbidden: "The token does not allow it.", NoMethod: "This address does not take this method; Allow lists those it takes.", NotFound: "It does not exist.",
	Late: "The table has moved on; view is the present table.", Refused: "The rules of the game or of the table refuse it, or (code key-used) the key was used for something else.", KeyUsed: "The key was used for something else; every action needs a key of its own.",
	TooLarge: "The body is too large.", Limited: "Too many requests; Retry-After says when to come back.",
	Busy: "Not now; Retry-After says when to come back.", Newer: "A later release wrote the table.", Internal: "Something went wrong on the server.",
}

// schema returns a reference to a type, or the type itself if it has no name.
func (d *describer) schema(t reflect.Type) string {
	switch t {
	case reflect.TypeFor[time.Time]():
		return "{type: string, format: date-time}"
	case reflect.TypeFor[time.Duration]():
		return "{type: integer, description: nanoseconds}"
	}
	switch t.Kind() {
	case reflect.Pointer:
		return d.schema(t.Elem())
	case reflect.String:
		return "{type: string}"
	case reflect.Bool:
		return "{type: boolean}"
	case reflect.Int, reflect.Int64, reflect.Int8:
		return "{type: integer}"
	case reflect.Float64:
		return "{type: number}"
	case reflect.Map:
		return "{type: object, additionalProperties: " + d.schema(t.Elem()) + "}"
	case reflect.Array:
		return fmt.Sprintf("{type: array, minItems: %d, maxItems: %d, items: %s}", t.Len(), t.Len(), d.schema(t.Elem()))
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 { // an event, already in JSON
			return d.schema(reflect.TypeFor[live.Event]())
		}
		return "{type: array, items: " + d.schema(t.Elem()) + "}"
	case reflect.Struct:
		name := schemaName(t)
		d.schemas[name] = t
		return `{$ref: "#/components/schemas/` + name + `"}`
	}
	panic("no schema for " + t.String())
}

// schemaName names a type in the description. Types made for the API begin with
// a small letter there, whether they are exported or not.
func schemaName(t reflect.Type) string {
	switch {
	case t == reflect.TypeFor[live.View]():
		return "tableView" // so that it is not mistaken for the view of package table
	case t.PkgPath() == "parlour/web/live", t.PkgPath() == "parlour/web/study":
		return strings.ToLower(t.Name()[:1]) + t.Name()[1:]
	}
	return t.Name()
}

func (d *describer) object(name string, t reflect.Type) {
	d.line(2, "%s:", name)
	d.line(3, "type: object")
	var required []string
	var lines []string
	d.fields(t, &lines, &required)
	if required != nil {
		d.line(3, "required: [%s]", strings.Join(required, ", "))
	}
	d.line(3, "properties:")
	for _, l := range lines {
		d.line(4, "%s", l)
	}
}

func (d *describer) fields(t reflect.Type, lines, required *[]string) {
	for f := range t.Fields() {
		tag := f.Tag.Get("json")
		name, options, _ := strings.Cut(tag, ",")
		switch {
		case f.Anonymous && tag == "":
			d.fields(f.Type, lines, required)
			continue
		case name == "-" || !f.IsExported() || f.Type == reflect.TypeFor[*table.Secret](), t == reflect.TypeFor[table.Event]() && name == "key":
			continue // never sent
		}
		schema := d.schema(f.Type)
		if about := d.comments[t.String()+"."+f.Name]; about != "" {
			schema = strings.TrimSuffix(schema, "}") + ", description: " + text(about) + "}"
		}
		*lines = append(*lines, name+": "+schema)
		if !strings.Contains(options, "omit") {
			*required = append(*required, name)
		}
	}
}

// fieldComments reads the comments beside the fields of all described types.
func fieldComments(t *testing.T) map[string]string {
	out := map[string]string{}
	for _, dir := range []string{".", "live", "study", "notice/push", "..", "../table", "../hall", "../draw/svg", "../lab/analyse", "../lab", "../lab/sim"} {
		files, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") && f.Name() != "openapi_test.go" {
				continue
			}
			parsed, err := parser.ParseFile(token.NewFileSet(), dir+"/"+f.Name(), nil, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(parsed, func(n ast.Node) bool {
				spec, ok := n.(*ast.TypeSpec)
				if !ok {
					return true
				}
				if s, ok := spec.Type.(*ast.StructType); ok {
					for _, field := range s.Fields.List {
						for _, name := range field.Names {
							if field.Comment != nil {
								out[parsed.Name.Name+"."+spec.Name.Name+"."+name.Name] = strings.TrimSpace(field.Comment.Text())
							}
						}
					}
				}
				return true
			})
		}
	}
	return out
}

// TestAnswersFitDescription asks the server and checks that every field of its
// answers is described, and every required field is there.
func TestAnswersFitDescription(t *testing.T) {
	s := open(t, nil)
	id, ann, _ := s.duel()
	ann.must(id, table.Action{Kind: table.Move, Move: "11-15", Seq: 3})
	at := "/api/tables/" + id
	for path, kind := range map[string]reflect.Type{
		"/api/games": reflect.TypeFor[[]game](), "/api/games/parker": reflect.TypeFor[book](), "/api/games/auto-race": reflect.TypeFor[book](), "/api/games/mensch/examples": reflect.TypeFor[[]example](), "/api/tables": reflect.TypeFor[[]hall.Summary](),
		at: reflect.TypeFor[live.View](), at + "/board": reflect.TypeFor[boardData](), at + "/why?move=1-2": reflect.TypeFor[verdict](),
		at + "/steps": reflect.TypeFor[stepList](), at + "/moves": reflect.TypeFor[moveList](), at + "/piece?kind=man&colour=W": reflect.TypeFor[pieceAnswer](), "/healthz": reflect.TypeFor[healthAnswer](),
	} {
		_, raw, _ := ann.raw("GET", path, nil, nil)
		var v any
		if err := json.Unmarshal(raw, &v); err != nil {
			t.Fatal(err)
		}
		fits(t, path, v, kind)
	}
	_, raw, _ := ann.raw("GET", at+"/events", nil, nil)
	var all struct{ Events []any }
	if err := json.Unmarshal(raw, &all); err != nil {
		t.Fatal(err)
	}
	for i, e := range all.Events {
		fits(t, "event "+strconv.Itoa(i+1), e, reflect.TypeFor[live.Event]())
	}
}

// fits checks a decoded value against the type it is described by.
func fits(t *testing.T, where string, v any, kind reflect.Type) {
	for kind.Kind() == reflect.Pointer {
		kind = kind.Elem()
	}
	switch v := v.(type) {
	case []any:
		if kind.Kind() != reflect.Slice && kind.Kind() != reflect.Array {
			t.Errorf("%s is a list, described as %s", where, kind)
			return
		}
		for i, e := range v {
			fits(t, where+"["+strconv.Itoa(i)+"]", e, kind.Elem())
		}
	case map[string]any:
		if kind.Kind() == reflect.Map {
			return
		}
		if kind.Kind() != reflect.Struct {
			t.Errorf("%s is an object, described as %s", where, kind)
			return
		}
		known := map[string]reflect.Type{}
		var required []string
		described(kind, known, &required)
		for name, e := range v {
			if known[name] == nil {
				t.Errorf("%s.%s is not described", where, name)
				continue
			}
			fits(t, where+"."+name, e, known[name])
		}
		for _, name := range required {
			if _, ok := v[name]; !ok {
				t.Errorf("%s.%s is missing", where, name)
			}
		}
	}
}

func described(kind reflect.Type, known map[string]reflect.Type, required *[]string) {
	for f := range kind.Fields() {
		tag := f.Tag.Get("json")
		name, options, _ := strings.Cut(tag, ",")
		if f.Anonymous && tag == "" {
			described(f.Type, known, required)
			continue
		}
		if name == "" || name == "-" || name == "secret" {
			continue
		}
		known[name] = f.Type
		if !strings.Contains(options, "omit") {
			*required = append(*required, name)
		}
	}
}
